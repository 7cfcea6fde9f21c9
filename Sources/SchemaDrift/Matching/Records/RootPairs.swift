import StrictJSON

/// Where the records of two answers lie, each pair of places once, and where a path below them would be on the other side
/// if nothing but the records had moved.
///
///     $.meals[*] and $.data.items[*]:    $.meals[*].name is $.data.items[*].name
struct RootPairs {
  typealias Pair = (old: ShapePath, new: ShapePath)

  var pairs: [Pair]

  init(_ pairs: [Pair] = []) { self.pairs = pairs }

  /// Whether the records of an answer lie elsewhere now.
  var haveMoved: Bool { pairs.contains { $0.old != $0.new } }

  /// Whether they lie in other levels now.
  ///
  /// A list of playlists under their key, and one of songs under theirs, may be two answers of one format.
  var haveOtherDepth: Bool { pairs.contains { $0.old.depth != $0.new.depth } }

  /// The new path of an old one in the records; nil beside them.
  func newPath(of path: ShapePath) -> ShapePath? {
    pairs.first { path.isWithin($0.old) }.map { path.moved(from: $0.old, to: $0.new) }
  }

  /// Whether a path of one side is in records that are in a list themselves: the records of an answer that is one record
  /// have no list beside them.
  func areInList(_ side: KeyPath<Pair, ShapePath>, around path: ShapePath) -> Bool {
    pairs.contains { $0[keyPath: side].lists > 0 && path.isWithin($0[keyPath: side]) }
  }

  /// The old path of a new one in the records; nil beside them.
  func oldPath(of path: ShapePath) -> ShapePath? {
    pairs.first { path.isWithin($0.new) }.map { path.moved(from: $0.new, to: $0.old) }
  }

  /// The old place of the records in which a path lies, but for that place itself; nil beside them.
  func pair(around path: ShapePath) -> Pair? {
    pairs.first { path != $0.old && path.isWithin($0.old) }
  }
}

extension RootPairs {
  /// Where the records are that were not found in the list which names say: the seasons of a series may have more of the
  /// names that its episodes had; nil where values say nothing else.
  static func byValues(_ root: Pair, _ oldSide: Drift.Side, _ newSide: Drift.Side) -> Pair? {
    guard root.old.lists > 0, root.new.lists > 0 else { return nil }
    let others: [Pair] =
      RecordRoots.lists(in: newSide.shape).filter { $0 != root.new }.map { (root.old, $0) }
      + RecordRoots.lists(in: oldSide.shape).filter { $0 != root.old }.map { ($0, root.new) }
    let found = others.prefix(mostLists).map {
      (pair: $0, joined: countOfJoined($0, oldSide, newSide))
    }.max { $0.joined < $1.joined }
    return found.flatMap { $0.joined >= RecordJoin.fewestPairs ? $0.pair : nil }
  }

  /// How many records of two places ids of their own say to be the same.
  ///
  /// What an object of a record holds is in a list of its own as well.
  private static func countOfJoined(
    _ pair: Pair, _ oldSide: Drift.Side, _ newSide: Drift.Side
  ) -> Int {
    let join = RecordJoin.best(
      RecordTable(root: pair.old, oldSide, beside: newSide),
      RecordTable(root: pair.new, newSide, beside: oldSide))
    guard let key = join.key, key.old.parent == pair.old, key.new.parent == pair.new else {
      return 0
    }
    return join.pairs.count
  }

  /// More lists than this are not tried.
  private static let mostLists = 8
}
