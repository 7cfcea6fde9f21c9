import JSONSchema
import StrictJSON

/// Finds members whose names are values of a list on the other side: `{"hp": 45, "speed": 60}` and
/// `[{"name": "hp", "value": 45}, {"name": "speed", "value": 60}]`.
///
/// That several names come back as the values of one column is no chance. Where the values of the
/// members are is told by their types and looks.
struct MemberEntries {
  /// The members, each with the place that holds its value in the list, and those of all others.
  private(set) var pairs: [(member: ShapePath, entry: ShapePath)] = []

  private static let fewestNames = 3

  /// Looks for the members of one side in the lists of the other one.
  ///
  /// `isMember` and `isList` hold for the places that only their side has, and that were not found elsewhere.
  init(
    members: RecordTable, lists: RecordTable, _ places: Places,
    isMember: (ShapePath) -> Bool, isList: (ShapePath) -> Bool
  ) {
    for names in lists.columns.indices {
      let column = lists.columns[names]
      guard column.isRepeated, !column.isKey, column.slots == nil, lists.profiles[names].isText,
        isList(column.path)
      else { continue }
      find(names, in: lists, members, places, isMember)
    }
  }

  private mutating func find(
    _ names: Int, in lists: RecordTable, _ members: RecordTable, _ places: Places,
    _ isMember: (ShapePath) -> Bool
  ) {
    let values = lists.counts[names]
    let found = members.columns.indices.filter { column in
      let path = members.columns[column].path
      guard isMember(path), places[path]?.slots == nil, let name = path.lastName else {
        return false
      }
      return Self.spellings(of: name).contains { values[lists.known($0)] != nil }
    }
    let groups = Dictionary(grouping: found) { column in
      members.columns[column].path.parent ?? members.root
    }
    for (_, group) in groups.sorted(by: { $0.key.description < $1.key.description }) {
      // Most of the values must be names of members, or the names are just common words.
      guard group.count >= Self.fewestNames, group.count * 2 >= values.count,
        let entry = Self.entry(of: group, of: members, beside: names, lists)
      else { continue }
      let beside = members.columns.indices.filter { column in
        let path = members.columns[column].path
        return !group.contains(column) && isMember(path) && places[path]?.slots == nil
          && path.parent == members.columns[group[0]].path.parent
          && Self.areAlike(members.profiles[column], lists.profiles[entry])
      }
      let all = group + Self.shortened(among: beside, of: members, beside: group, names, lists)
      pairs += all.map { (members.columns[$0].path, lists.columns[entry].path) }
    }
  }

  /// Those of some members whose names are what no member of a group is called, in short: `sp_atk` is `special-attack`.
  private static func shortened(
    among others: [Int], of members: RecordTable, beside group: [Int], _ names: Int,
    _ lists: RecordTable
  ) -> [Int] {
    let known = Set(
      group.flatMap { spellings(of: members.columns[$0].path.lastName ?? "") }.map(lists.known))
    guard !others.isEmpty, lists.counts[names].count <= 2 * group.count else { return [] }
    var left: Set<String> = []
    for record in lists.records.indices {
      left.formUnion(lists.texts(of: record, in: [names])[names] ?? [])
    }
    left = left.filter { text in
      !(ValueMark(text: text).map { known.contains(lists.known($0)) } ?? false)
    }
    let called = { (member: Int, text: String) in
      NameLikeness.isShort(members.columns[member].path.lastName ?? "", of: text)
    }
    return others.filter { member in
      let texts = left.filter { called(member, $0) }
      return texts.count == 1
        && texts.allSatisfy { text in others.count { called($0, text) } == 1 }
    }
  }

  private static func areAlike(_ member: ColumnProfile, _ entry: ColumnProfile) -> Bool {
    member.isNumeric == entry.isNumeric && member.isBoolean == entry.isBoolean
  }

  /// The column of the same elements that looks most as the members do.
  private static func entry(
    of group: [Int], of members: RecordTable, beside names: Int, _ lists: RecordTable
  ) -> Int? {
    guard let list = elements(around: lists.columns[names].path) else { return nil }
    let candidates = lists.columns.indices.filter { column in
      column != names && lists.columns[column].path.parent == list
        && lists.counts[column].count > 1
        && group.allSatisfy { areAlike(members.profiles[$0], lists.profiles[column]) }
    }
    let looks = candidates.map { column in
      group.reduce(0) {
        $0 + members.profiles[$1].likeness(to: lists.profiles[column])
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

  static func spellings(of name: String) -> [ValueMark] {
    let words = NameWords.of(name)
    let texts = [name, words.joined(separator: "-"), words.joined(separator: " ")]
    return texts.compactMap { ValueMark(text: $0) }
  }
}
