import StrictJSON
import Foundation
import WireDates

/// One edit of documents at a place: what a server would send after a change of the format.
///
///     rename(to: "strMealV2") at $.meals[*].strMeal    {"strMeal":"Pie"}  becomes  {"strMealV2":"Pie"}
///     replace(.list)          at $.meals[*].strMeal    {"strMeal":"Pie"}  becomes  {"strMeal":["Pie"]}
///
/// All else stays as it is, the text of numbers and the order of members included.
struct DriftEdit: Sendable, Hashable {
  /// What happens at the place.
  enum Kind: Sendable, Hashable {
    case rename(to: String)
    case remove
    /// The key is absent in about half of the records.
    case removeSome
    /// A new member, behind the others.
    case add
    case replace(Replacement)
    /// The value goes up into the object around, beside the one that holds it.
    case hoist
    /// The member goes into an object beside it.
    case move(into: String)
    /// The used ones of numbered members become a list.
    case gather([String], into: String)
    /// Two members have each other's values.
    case swap(with: String)
    /// The whole document becomes a member of an object.
    case envelope(String)
  }

  /// What a value becomes.
  enum Replacement: Sendable, Hashable {
    case null
    /// `null` in about half of the records.
    case someNull
    case empty
    /// A value of another type that has nothing to do with the old one.
    case otherType
    /// A number as a text.
    case text
    /// A text as a number.
    case number
    case list
    case firstElement
    case nested
    /// An object becomes its id.
    case id(String)
    /// A list becomes an object whose keys are the ids of its elements.
    case map(String)
    case values
    /// A new text in about a third of the records.
    case newText
    case date(DateFormat, DateFormat)
    case thousandfold
    case thousandth
    /// An id with a prefix.
    case prefixed
    case nullAsEmpty
  }

  let path: ShapePath
  let kind: Kind

  /// The document as it would be; nil where nothing in it changes.
  func edited(_ document: JSONDocument) -> JSONNode? {
    let old = JSONNode(document.root)
    if case .envelope(let key) = kind { return .object([JSONNode.Member(key, old)]) }
    var chooser = FNVHash()
    // The same document is edited in the same way each time, and others in another.
    chooser.add(document.root.source)
    var run = Run(edit: self, choice: chooser.value)
    var new = old
    run.edit(&new, path.steps[...])
    // A literal `nil` would be JSON's own here.
    return new == old ? Optional.none : .some(new)
  }

  /// Whether something in a document changes.
  func isChange(of document: JSONDocument) -> Bool {
    if case .some = edited(document) { true } else { false }
  }

  /// The edit of one document.
  private struct Run {
    let edit: DriftEdit
    /// Decides for each record whether it is among those that change.
    var choice: UInt64

    private mutating func isChosen(oneIn count: UInt64) -> Bool {
      choice = choice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (choice >> 33) % count == 0
    }

    mutating func edit(_ node: inout JSONNode, _ steps: ArraySlice<ShapePath.Step>) {
      guard let step = steps.first else { return }
      let rest = steps.dropFirst()
      switch (step, node) {
      case (.elements, .array(var elements)):
        for index in elements.indices { edit(&elements[index], rest) }
        node = .array(elements)
      case (.values, .object(var members)):
        for index in members.indices { edit(&members[index].value, rest) }
        node = .object(members)
      case (.member(let key), .object(var members)):
        if rest.isEmpty {
          change(&members, key)
        } else if let index = members.firstIndex(where: { $0.key == key }) {
          if case .hoist = edit.kind, rest.count == 1, case .member(let inner)? = rest.first {
            hoist(inner, from: index, in: &members)
          } else {
            edit(&members[index].value, rest)
          }
        }
        node = .object(members)
      default: return
      }
    }

    private mutating func change(_ members: inout [JSONNode.Member], _ key: String) {
      if case .add = edit.kind {
        if !members.contains(where: { $0.key == key }) {
          members.append(JSONNode.Member(key, "new"))
        }
        return
      }
      guard let index = members.firstIndex(where: { $0.key == key }) else { return }
      switch edit.kind {
      case .rename(let name): members[index].key = name
      case .remove: members.remove(at: index)
      case .removeSome: if isChosen(oneIn: 2) { members.remove(at: index) }
      case .replace(let replacement):
        members[index].value = replaced(members[index].value, by: replacement)
      case .move(let sibling):
        guard let target = members.firstIndex(where: { $0.key == sibling }),
          case .object(var inner) = members[target].value
        else { return }
        inner.append(members[index])
        members[target].value = .object(inner)
        members.remove(at: index)
      case .gather(let keys, let name):
        let values = members.filter { keys.contains($0.key) }.map(\.value).filter { value in
          if case .string(let text) = value { return !text.allSatisfy(\.isWhitespace) }
          return value != .null
        }
        members[index] = JSONNode.Member(name, .array(values))
        members.removeAll { keys.contains($0.key) }
      case .swap(let other):
        guard let second = members.firstIndex(where: { $0.key == other }) else { return }
        let value = members[index].value
        members[index].value = members[second].value
        members[second].value = value
      case .add, .hoist, .envelope: return
      }
    }

    private func hoist(_ key: String, from index: Int, in members: inout [JSONNode.Member]) {
      guard case .object(var inner) = members[index].value,
        let place = inner.firstIndex(where: { $0.key == key }),
        !members.contains(where: { $0.key == key })
      else { return }
      members.append(inner.remove(at: place))
      members[index].value = .object(inner)
    }

    private mutating func replaced(_ value: JSONNode, by new: Replacement) -> JSONNode {
      switch (new, value) {
      case (.null, _): return .null
      case (.someNull, _): return isChosen(oneIn: 2) ? .null : value
      case (.empty, .string): return ""
      case (.empty, .array): return []
      case (.empty, .object): return [:]
      case (.otherType, .string(let text)):
        return .number(String(FNVHash(of: text).value % 100_000))
      case (.otherType, .number(let text)): return .bool(text.utf8.count % 2 == 0)
      case (.otherType, .bool(let value)): return .string(value ? "yes" : "no")
      case (.text, .number(let text)): return .string(text)
      case (.number, .string(let text)):
        return text.utf8.allSatisfy { (0x30...0x39).contains($0) }
          && Int(text).map(String.init) == text
          ? .number(text) : value
      case (.list, .string), (.list, .number), (.list, .bool), (.list, .object): return [value]
      case (.firstElement, .array(let elements)): return elements.first ?? .null
      case (.nested, _): return value == .null ? .null : ["value": value]
      case (.id(let key), .object): return value[key] ?? value
      case (.map(let key), .array(let elements)):
        return .object(
          elements.enumerated().map { index, element in
            let id = element[key].flatMap(Self.text) ?? String(index)
            return JSONNode.Member(id, element)
          })
      case (.values, .object(let members)): return .array(members.map(\.value))
      case (.newText, .string): return isChosen(oneIn: 3) ? "something-new" : value
      case (.date(let old, let new), .string(let text)):
        return old.date(from: text).map { Self.written($0, new) } ?? value
      case (.date(let old, let new), .number(let text)):
        return Double(text).flatMap(old.date(from:)).map { Self.written($0, new) } ?? value
      case (.thousandfold, .number(let text)): return Int(text).map { .number("\($0)000") } ?? value
      case (.thousandth, .number(let text)):
        return Int(text).map { .number("\($0 / 1000)") } ?? value
      case (.prefixed, .string(let text)): return text.isEmpty ? value : .string("id_\(text)")
      case (.prefixed, .number(let text)): return .string("id_\(text)")
      case (.nullAsEmpty, .null): return ""
      default: return value
      }
    }

    private static func text(_ node: JSONNode) -> String? {
      switch node {
      case .string(let text), .number(let text): text
      default: nil
      }
    }

    private static func written(_ date: Date, _ format: DateFormat) -> JSONNode {
      format.isNumeric ? .number(format.string(from: date)) : .string(format.string(from: date))
    }
  }
}
