import StrictJSON

/// An old column and the new one that holds its values.
struct ColumnPair: Sendable {
  /// What says that two columns are the same.
  enum Basis: Sendable {
    /// Equal values in the same records.
    case values
    /// The same values in another spelling.
    case spelling
    /// Nearly the same values in the same records: edited, or rounded.
    case near
    /// The same numbers in another unit, in the same records.
    case scaled(UnitChange)
    /// For each old value always the same other one: a name became an id.
    case correspondence
    /// The same values, or the same look, in records that are not the same.
    case looks
    /// A part of what the old column held, which was taken apart into several.
    case split
    /// What the old column held and what others did, together.
    case merged
    /// What the old column repeated; that one is where it was.
    case twin
  }

  let old: Int
  let new: Int
  let basis: Basis
  let matched: Int
  let compared: Int

  /// The same pair, where the values are only nearly the same.
  var asNear: ColumnPair {
    ColumnPair(old: old, new: new, basis: .near, matched: matched, compared: compared)
  }

  /// Whether the old column is one of several that are together in the new one.
  var isMerged: Bool { kindBesideOthers == .merged }

  /// Whether the old column is one of two that held the same; the other is where it was.
  var isTwin: Bool { kindBesideOthers == .renamed }

  /// What is told of a pair that has one of its columns in common with another pair; nil for the only pair of both.
  var kindBesideOthers: Change.Kind? {
    switch basis {
    case .split: .split
    case .merged: .merged
    case .twin: .renamed
    case .values, .spelling, .near, .scaled, .correspondence, .looks: nil
    }
  }
}

extension ColumnPair {
  /// Takes the best pairs first, and each column once.
  static func assigned(_ found: [(pair: ColumnPair, score: Double)]) -> [ColumnPair] {
    let ranked = found.sorted {
      ($1.score, $0.pair.old, $0.pair.new) < ($0.score, $1.pair.old, $1.pair.new)
    }
    var used = (old: Set<Int>(), new: Set<Int>())
    return ranked.map(\.pair).filter { pair in
      guard !used.old.contains(pair.old), !used.new.contains(pair.new) else { return false }
      used.old.insert(pair.old)
      used.new.insert(pair.new)
      return true
    }
  }
}
