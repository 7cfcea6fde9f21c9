import JSONSchema
import StrictJSON

/// Finds members whose names are values now: `{"hp": 45, "speed": 60}` became
/// `[{"name": "hp", "value": 45}, {"name": "speed", "value": 60}]`.
///
/// That names which are gone come back as the values of one new column is no chance. Where the
/// values of the members went is told by their types and looks.
struct MemberEntries {
  /// The old members, each with the place that holds its value, and those of all others.
  private(set) var pairs: [(from: ShapePath, to: ShapePath)] = []

  private static let fewestNames = 3

  init(_ old: Places, _ new: Places, _ tables: [ColumnMatching], gone: Set<ShapePath>) {
    for table in tables {
      for names in table.new.columns.indices {
        let column = table.new.columns[names]
        guard column.isRepeated, !column.isKey, column.slots == nil,
          table.new.profiles[names].isText, old[column.path] == nil
        else { continue }
        find(names, in: table, old, new, gone)
      }
    }
  }

  private mutating func find(
    _ names: Int, in table: ColumnMatching, _ old: Places, _ new: Places, _ gone: Set<ShapePath>
  ) {
    let values = table.new.counts[names]
    let members = table.old.columns.indices.filter { column in
      let path = table.old.columns[column].path
      guard gone.contains(path), old[path]?.slots == nil, let name = path.lastName else {
        return false
      }
      return Self.spellings(of: name).contains { values[table.new.known($0)] != nil }
    }
    let groups = Dictionary(grouping: members) { column in
      table.old.columns[column].path.parent ?? table.old.root
    }
    for (_, group) in groups.sorted(by: { $0.key.description < $1.key.description }) {
      // Most of the values must be names of members, or the names are just common words.
      guard group.count >= Self.fewestNames, group.count * 2 >= values.count,
        let target = Self.target(of: group, beside: names, table, new)
      else { continue }
      pairs += group.map { (table.old.columns[$0].path, table.new.columns[target].path) }
    }
  }

  /// The column of the same elements that looks most as the members did.
  private static func target(
    of group: [Int], beside names: Int, _ table: ColumnMatching, _ new: Places
  ) -> Int? {
    guard let list = elements(around: table.new.columns[names].path) else { return nil }
    let candidates = table.new.columns.indices.filter { column in
      column != names && table.new.columns[column].path.parent == list
        && table.new.counts[column].count > 1
        && group.allSatisfy {
          table.old.profiles[$0].isNumeric == table.new.profiles[column].isNumeric
            && table.old.profiles[$0].isBoolean == table.new.profiles[column].isBoolean
        }
    }
    let looks = candidates.map { column in
      group.reduce(0) {
        $0 + table.old.profiles[$1].likeness(to: table.new.profiles[column])
      } / Double(group.count)
    }
    guard let best = looks.indices.max(by: { looks[$0] < looks[$1] }),
      looks[best] >= DriftTuning.Looks.alike,
      looks.count(where: { $0 == looks[best] }) == 1
    else { return nil }
    return candidates[best]
  }

  private static func elements(around path: ShapePath) -> ShapePath? {
    var current = path.parent
    while let place = current, place.last != .elements { current = place.parent }
    return current
  }

  private static func spellings(of name: String) -> [ValueMark] {
    let words = NameLikeness.words(name)
    let texts = [name, words.joined(separator: "-"), words.joined(separator: " ")]
    return texts.compactMap { ValueMark(text: $0) }
  }
}
