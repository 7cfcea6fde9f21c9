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

  /// The old path of a new one in the records; nil beside them.
  func oldPath(of path: ShapePath) -> ShapePath? {
    pairs.first { path.isWithin($0.new) }.map { path.moved(from: $0.new, to: $0.old) }
  }

  /// The old place of the records in which a path lies, but for that place itself; nil beside them.
  func pair(around path: ShapePath) -> Pair? {
    pairs.first { path != $0.old && path.isWithin($0.old) }
  }
}
