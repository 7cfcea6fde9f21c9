import JSONSchema
import StrictJSON

/// Finds members whose names end, or begin, with what is a key of a map now: `{"price_usd": 1.5, "price_eur": 1.4}`
/// became `{"quote": {"USD": {"price": 1.5}, "EUR": {"price": 1.4}}}`.
///
/// Several old members are then the same place of the map, so no pair of two places is better than the next one. That
/// the rest of the name is the name of that place, and the one word a key of the map, tells all of them. A name may also
/// be a key as it is, or begin with one: `{"cf_7a": 4, "cf_7a_unit": "kg"}` is `{"fields": {"cf_7a": {"value": 4, "unit":
/// "kg"}}}` now.
struct KeyedMembers {
  private(set) var pairs: [(old: Int, new: Int, table: Int)] = []

  init(_ old: Places, _ new: Places, _ tables: [ColumnMatching], gone: Set<ShapePath>) {
    for (number, table) in tables.enumerated() {
      var found: [Int: Set<Int>] = [:]
      for key in table.new.columns.indices where table.new.columns[key].isKey {
        guard let value = table.new.columns[key].path.parent, old[value] == nil else { continue }
        let targets = table.new.columns.indices.filter { column in
          let path = table.new.columns[column].path
          return column != key && (path == value || path.parent == value)
        }
        let pairs = table.old.columns.indices.filter { gone.contains(table.old.columns[$0].path) }
          .compactMap { member in
            let target =
              Self.target(of: member, withKey: key, among: targets, at: value, table)
              ?? Self.target(of: member, of: key, among: targets, at: value, table)
            return target.map { (member: member, target: $0) }
          }
        // One name in which a key is may have a word of it: a `place_name` is no name of the `place` in `context`.
        let isKeyed = pairs.count >= Self.fewestMembers
        for pair in pairs
        where isKeyed
          || Self.isKey(table.old.columns[pair.member].path.lastName ?? "", of: key, table)
        {
          found[pair.member, default: []].insert(pair.target)
        }
      }
      // Of two such maps nothing says which one is meant.
      pairs += found.keys.sorted().compactMap { member in
        guard let targets = found[member], targets.count == 1, let target = targets.first else {
          return nil
        }
        return (member, target, number)
      }
    }
  }

  /// Whether a text is a key of a map.
  private static func isKey(_ text: String, of key: Int, _ table: ColumnMatching) -> Bool {
    ValueMark(text: text).map {
      table.new.counts[key][table.new.known($0)] != nil
    } ?? false
  }

  private static let fewestMembers = 2

  /// The place of a map to which the rest of a member's name leads; nil without one, or with several.
  private static func target(
    of member: Int, of key: Int, among targets: [Int], at value: ShapePath,
    _ table: ColumnMatching
  ) -> Int? {
    let words = NameWords.of(table.old.columns[member].path.lastName ?? "")
    guard words.count >= 2 else { return nil }
    for (word, rest) in [(words.last, words.dropLast()), (words.first, words.dropFirst())] {
      guard let word, table.new.profiles[key].hasWord(word) else { continue }
      let found = targets.filter { column in
        let path = table.new.columns[column].path
        // The value of the map itself has the name of the map.
        let name = (path == value ? value.parent : path)?.lastName ?? ""
        let before = table.old.profiles[member]
        let now = table.new.profiles[column]
        return Set(NameWords.of(name)) == Set(rest)
          && before.differences(from: now).kind < DriftTuning.Looks.otherKind
          && before.isOfOneSize(as: now)
      }
      if found.count == 1 { return found.first }
    }
    return nil
  }

  /// The place of a map for a member whose name is one of its keys, or begins with one; nil without one.
  ///
  /// Short keys are words that other members have as well.
  private static func target(
    of member: Int, withKey key: Int, among targets: [Int], at value: ShapePath,
    _ table: ColumnMatching
  ) -> Int? {
    let name = table.old.columns[member].path.lastName ?? ""
    let before = table.old.profiles[member]
    let isKey = { (text: Substring) in
      text.utf8.count >= shortestKey && Self.isKey(String(text), of: key, table)
    }
    let fits = { (column: Int) in
      before.differences(from: table.new.profiles[column]).kind < DriftTuning.Looks.otherKind
    }
    let last = { (column: Int) in table.new.columns[column].path.lastName ?? "" }
    if isKey(name[...]) {
      // The values of other keys of the map say nothing of this one's, and no other member has so long a name.
      let isSure = name.utf8.count >= longKey
      let isObject = table.old.columns.contains { column in
        let other = column.path.lastName ?? ""
        return other.hasPrefix(name + "_")
          && targets.contains { last($0) == other.dropFirst(name.count + 1) }
      }
      let plain = targets.first { table.new.columns[$0].path == value && (isSure || fits($0)) }
      let content = targets.first { CoreNames.isPlainContent(last($0)) && (isSure || fits($0)) }
      return isObject ? content ?? plain : plain ?? content
    }
    for end in name.indices where name[end] == "_" && isKey(name[..<end]) {
      let rest = NameWords.of(String(name[name.index(after: end)...]))
      return targets.first { NameWords.of(last($0)) == rest && fits($0) }
    }
    return nil
  }

  private static let shortestKey = 4

  /// The length from which a key is no word, but an identifier: a UUID without hyphens, or a hash.
  private static let longKey = 24
}
