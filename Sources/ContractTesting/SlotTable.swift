package import StrictJSON

/// Which slots of a family are used, object by object: the rows of a heat map.
///
///                      1  2  3  4  …
///     52958 /meals/0   T  T  ""  ∅
package struct SlotTable: Sendable, Hashable {
  /// What a slot holds.
  package enum Slot: Sendable, Hashable, CaseIterable {
    case filled, empty, blank, null, absent
  }

  /// An object with the family.
  package struct Row: Sendable, Hashable {
    /// The document and the place of the object in it.
    package let name: String

    /// What each slot holds, in the order of the numbers.
    package let slots: [Slot]
  }

  /// The endpoint with its suite.
  package let endpoint: String

  /// The family in words: `strIngredient1…20`.
  package let family: String

  /// The numbers of the slots.
  package let numbers: ClosedRange<Int>

  /// The objects, in the order of the documents.
  package internal(set) var rows: [Row] = []

  /// The number of further objects that have no row.
  package internal(set) var more = 0

  /// The most rows of a table; more of them are no picture that somebody takes in.
  private static let maximumRows = 200

  /// Makes the tables of an endpoint from its documents, each with its name.
  package static func tables(
    of endpoint: String, in documents: [(name: String, root: JSONValue)]
  ) -> [SlotTable] {
    var collector = Collector(endpoint: endpoint)
    for document in documents { collector.add(document.root, named: document.name, at: "") }
    return collector.tables
  }

  private struct Collector {
    let endpoint: String
    var tables: [SlotTable] = []
    /// The families of an object with these names; objects of a list have the same ones.
    private var families: [[String]: [SlotFamily]] = [:]

    init(endpoint: String) { self.endpoint = endpoint }

    mutating func add(_ value: JSONValue, named name: String, at pointer: String) {
      for (index, element) in value.elements.enumerated() {
        add(element, named: name, at: "\(pointer)/\(index)")
      }
      guard value.kind == .object else { return }
      let members = value.members.map { $0 }
      for member in members { add(member.value, named: name, at: "\(pointer)/\(member.key)") }
      let names = members.map(\.key)
      let known = families[names] ?? SlotFamily.families(among: names)
      families[names] = known
      for family in known {
        let slots = family.memberNames.map { slotName in
          value[slotName].map { SlotFamily.Empty($0).map(Slot.init) ?? .filled } ?? .absent
        }
        add(Row(name: pointer.isEmpty ? name : "\(name) \(pointer)", slots: slots), of: family)
      }
    }

    private mutating func add(_ row: Row, of family: SlotFamily) {
      let words = family.description
      let index =
        tables.firstIndex { $0.family == words }
        ?? {
          tables.append(SlotTable(endpoint: endpoint, family: words, numbers: family.range))
          return tables.count - 1
        }()
      if tables[index].rows.count < SlotTable.maximumRows {
        tables[index].rows.append(row)
      } else {
        tables[index].more += 1
      }
    }
  }
}

extension SlotTable.Slot {
  fileprivate init(_ empty: SlotFamily.Empty) {
    switch empty {
    case .empty: self = .empty
    case .blank: self = .blank
    case .null: self = .null
    }
  }
}
