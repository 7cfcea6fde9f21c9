import JSONSchema
import StrictJSON

/// Finds truths that are a list of the names of those that are true on the other side.
///
///     {"ddos_protection": true, "block_storage": false}      {"options": ["ddos_protection"]}
///
/// The list lies where the truths did. Each of the same records must list what is true in it, and nothing else. Where the
/// records are others, names of one word, such as `read`, are in many lists, and each longer one must be listed about as
/// often as it is true.
struct FlagLists {
  /// The truths, each with the place of the names.
  private(set) var pairs: [(flag: ShapePath, list: ShapePath)] = []

  // One flag whose word a list has is chance, and so is what two or three records agree in.
  private static let fewestFlags = 2
  private static let fewestRows = 4
  private static let fewestAgreeing = 0.9
  private static let mostApart = 0.25

  /// Looks for the truths of one side in the lists of the other one.
  ///
  /// `rows` are the same records of both; `isFlag` and `isList` hold for the places that only their side has, and that
  /// were not found elsewhere.
  init(
    flags: RecordTable, lists: RecordTable, rows: [(flags: Int, lists: Int)],
    isFlag: (ShapePath) -> Bool, isList: (ShapePath) -> Bool
  ) {
    var found: [Int: [Int]] = [:]
    for names in lists.columns.indices {
      let column = lists.columns[names]
      guard column.path.last == .elements, column.slots == nil, lists.profiles[names].isText,
        let holder = column.path.parent?.parent, isList(column.path)
      else { continue }
      let flagged = flags.columns.indices.filter { flag in
        let path = flags.columns[flag].path
        guard isFlag(path), flags.profiles[flag].isBoolean, flags.columns[flag].slots == nil,
          path.parent?.steps(below: flags.root.depth) == holder.steps(below: lists.root.depth)
        else { return false }
        return Self.agree(flag, names, flags, lists, rows)
      }
      guard flagged.count >= Self.fewestFlags, 2 * flagged.count >= lists.counts[names].count
      else { continue }
      for flag in flagged { found[flag, default: []].append(names) }
    }
    // Of two lists nothing says which one it is.
    for (flag, names) in found.sorted(by: { $0.key < $1.key }) where names.count == 1 {
      pairs.append((flags.columns[flag].path, lists.columns[names[0]].path))
    }
  }

  /// Whether the name of a truth is listed where it is true.
  private static func agree(
    _ flag: Int, _ names: Int, _ flags: RecordTable, _ lists: RecordTable,
    _ rows: [(flags: Int, lists: Int)]
  ) -> Bool {
    let marks = MemberEntries.spellings(of: flags.columns[flag].path.lastName ?? "")
      .map(lists.known)
    let truth = flags.known(ValueMark(true))
    guard rows.count >= fewestRows else {
      let isLong = NameWords.of(flags.columns[flag].path.lastName ?? "").count > 1
      let listed = marks.compactMap { lists.counts[names][$0] }.max() ?? 0
      let share = Double(flags.counts[flag][truth] ?? 0) / Double(max(1, flags.filled(flag)))
      let others = Double(listed) / Double(max(1, lists.records.count))
      return isLong && listed > 0 && min(flags.records.count, lists.records.count) >= fewestRows
        && abs(share - others) < mostApart
    }
    var counts = (both: 0, neither: 0)
    for row in rows {
      let isTrue = flags.records[row.flags].contains { $0.column == flag && $0.value == truth }
      let isListed = lists.records[row.lists].contains {
        $0.column == names && marks.contains($0.value)
      }
      if isTrue, isListed { counts.both += 1 }
      if !isTrue, !isListed { counts.neither += 1 }
    }
    // What is true in all records, or in none, is listed by any list of all names, or of others.
    return counts.both > 0 && counts.neither > 0
      && Double(counts.both + counts.neither) >= fewestAgreeing * Double(rows.count)
  }
}
