import StrictJSON

/// Pairs of columns that agree, of which each column can have but one.
extension ColumnMatching {
  struct Candidate {
    let key: AgreementTable.Key
    let agreement: Agreement
    let score: Double
  }

  /// The candidates, the best first; of equals those that lie higher, as what lies deeper is rather a copy.
  ///
  /// The order of the keys says nothing, but for those that the elements of a list became.
  func ranked(_ candidates: [Candidate]) -> [Candidate] {
    let keyed = candidates.map { candidate in
      let (from, to) = (old.columns[candidate.key.old].path, new.columns[candidate.key.new].path)
      return (
        candidate, depth: from.depth + from.lists + to.depth + to.lists,
        names: (from.description, to.description)
      )
    }
    return keyed.sorted { left, right in
      if left.0.score != right.0.score { return left.0.score > right.0.score }
      if left.depth != right.depth { return left.depth < right.depth }
      let (mine, theirs) = (left.0.key, right.0.key)
      // The first element of a list rather is the first of the members that they became.
      if mine.old == theirs.old, old.columns[mine.old].isRepeated { return mine.new < theirs.new }
      return left.names < right.names
    }.map(\.0)
  }

  /// The pairs of columns of which no other one is nearly as good for either.
  func clear(_ candidates: [Candidate]) -> [AgreementTable.Key] {
    let byOld = Dictionary(grouping: candidates) { $0.key.old }
    let byNew = Dictionary(grouping: candidates) { $0.key.new }
    return candidates.filter { candidate in
      let rivals = (byOld[candidate.key.old] ?? []) + (byNew[candidate.key.new] ?? [])
      return !isConstant(candidate.key)
        && rivals.allSatisfy {
          $0.key == candidate.key
            || $0.score < candidate.score - DriftTuning.PairScore.siblings
        }
    }.map(\.key)
  }
}
