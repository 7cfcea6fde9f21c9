import JSONSchema
import StrictJSON

/// Finds truths that are a list of the names of those that are true on the other side.
///
///     {"ddos_protection": true, "block_storage": false}      {"options": ["ddos_protection"]}
///
/// The list lies where the truths did. Where records are on both sides each of them must list what is true in it, and
/// nothing else; where none is, each name must be listed about as often as it is true.
struct FlagLists {
  /// The truths, each with the place of the names.
  private(set) var pairs: [(flag: ShapePath, list: ShapePath)] = []

  private static let fewestFlags = 2
  private static let fewestAgreeing = 0.9
  private static let mostApart = 0.5

  /// Looks for the truths of one side in the lists of the other one.
  ///
  /// `rows` are the same records of both; `isFlag` and `isList` hold for the places that only their side has, and that
  /// were not found elsewhere.
  init(
    flags: RecordTable, lists: RecordTable, rows: [(flags: Int, lists: Int)],
    isFlag: (ShapePath) -> Bool, isList: (ShapePath) -> Bool
  ) {
    for names in lists.columns.indices {
      let column = lists.columns[names]
      guard column.path.last == .elements, column.slots == nil, lists.profiles[names].isText,
        let holder = column.path.parent?.parent, isList(column.path)
      else { continue }
      let found = flags.columns.indices.filter { flag in
        let path = flags.columns[flag].path
        guard isFlag(path), flags.profiles[flag].isBoolean, flags.columns[flag].slots == nil,
          path.parent?.steps(below: flags.root.depth) == holder.steps(below: lists.root.depth)
        else { return false }
        return Self.agree(flag, names, flags, lists, rows)
      }
      guard found.count >= Self.fewestFlags, 2 * found.count >= lists.counts[names].count else {
        continue
      }
      pairs += found.map { (flags.columns[$0].path, column.path) }
    }
  }

  /// Whether the name of a truth is listed where it is true.
  private static func agree(
    _ flag: Int, _ names: Int, _ flags: RecordTable, _ lists: RecordTable,
    _ rows: [(flags: Int, lists: Int)]
  ) -> Bool {
    let marks = MemberEntries.spellings(of: flags.columns[flag].path.lastName ?? "")
      .map(lists.known)
    let listed = marks.compactMap { lists.counts[names][$0] }.max() ?? 0
    guard listed > 0 else { return false }
    let truth = flags.known(ValueMark(true))
    guard !rows.isEmpty else {
      let share = Double(flags.counts[flag][truth] ?? 0) / Double(max(1, flags.filled(flag)))
      let others = Double(listed) / Double(max(1, lists.records.count))
      return abs(share - others) < mostApart
    }
    let agreeing = rows.count { row in
      let isTrue = flags.records[row.flags].contains { $0.column == flag && $0.value == truth }
      let isListed = lists.records[row.lists].contains {
        $0.column == names && marks.contains($0.value)
      }
      return isTrue == isListed
    }
    return Double(agreeing) >= fewestAgreeing * Double(rows.count)
  }
}
