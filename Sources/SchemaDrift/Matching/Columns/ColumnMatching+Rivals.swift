import StrictJSON

/// New keys that hold what an old one held, of which no value says which one it is.
extension ColumnMatching {
  /// The further new columns that hold the values of an old one, and may be it just as well.
  ///
  /// The key of the same name is no doubt, and neither is a new column that is another old one by name.
  var rivals: [Int: [Int]] {
    let kept = Set(keptColumns.map(\.new))
    let owners = Dictionary(pairs.map { ($0.new, $0.old) }) { first, _ in first }
    let own = Dictionary(pairs.map { ($0.old, $0) }) { first, _ in first }
    var found: [Int: Set<Int>] = [:]
    for table in [exact, spelled].compactMap({ $0 }) {
      for (key, other) in table.agreements {
        guard let pair = own[key.old], pair.isProved(bySpelling: table.isBySpelling),
          key.new != pair.new, !kept.contains(key.new), !new.columns[key.new].isKey
        else { continue }
        let agreement = table.agreement(pair.old, pair.new)
        guard other.matched >= agreement.matched,
          other.rate >= agreement.rate * DriftTuning.Values.twinRate,
          isAsGood(key.new, as: pair, owner: owners[key.new])
        else { continue }
        found[key.old, default: []].insert(key.new)
      }
    }
    return found.mapValues { $0.sorted() }
  }

  /// Whether a rival is called as much like the old column of a pair as the new one is, so that only the order of the keys
  /// says which one it is.
  func areAsAlike(_ pair: ColumnPair, _ rival: Int) -> Bool {
    likeness(pair.old, rival) > likeness(pair.old, pair.new) - DriftTuning.Guesses.betterName
      && new.columns[rival].path.depth == new.columns[pair.new].path.depth
  }

  /// Whether the names allow a new column, which may be another old one, to be the old one of a pair.
  private func isAsGood(_ rival: Int, as pair: ColumnPair, owner: Int?) -> Bool {
    let name = new.columns[pair.new].path.lastName
    if name == old.columns[pair.old].path.lastName, new.columns[rival].path.lastName != name {
      return false
    }
    guard let owner, owner != pair.old else { return true }
    return likeness(pair.old, rival) + likeness(owner, pair.new)
      >= likeness(pair.old, pair.new) + likeness(owner, rival)
  }
}

extension ColumnPair {
  /// Whether equal values prove the pair, or equal spellings.
  fileprivate func isProved(bySpelling: Bool) -> Bool {
    switch basis {
    case .values: !bySpelling
    case .spelling: bySpelling
    case .near, .scaled, .correspondence, .looks, .split, .merged, .twin: false
    }
  }
}
