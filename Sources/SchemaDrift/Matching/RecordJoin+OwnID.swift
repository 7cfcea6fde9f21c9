import StrictJSON

/// Records that hold little beside their id, or of which little is as it was.
extension RecordJoin {
  /// The join by the records' own id that is where it was, if what else they hold says so too; nil without one.
  ///
  /// Where most other columns hold other values now, as two were swapped or one counts in another unit, no column
  /// is left that agrees in its place, and the few values that are still there have to be looked for anywhere.
  static func byOwnID(
    _ old: RecordTable, _ new: RecordTable, _ judge: JoinJudge
  ) -> RecordJoin? {
    let smaller = min(old.records.count, new.records.count)
    let newIdentifiers = Set(identifiers(of: new))
    for column in identifiers(of: old) {
      let path = old.columns[column].path
      guard path.parent == old.root, ColumnMatching.isIdentifier(path.lastName ?? ""),
        let partner = new.index[path.moved(from: old.root, to: new.root)],
        newIdentifiers.contains(partner)
      else { continue }
      let key = Candidate(old: column, new: partner, shared: 0, weight: 0, share: 0)
      let join = RecordJoin(
        pairs: pairs(old, new, key), key: (path, new.columns[partner].path))
      guard join.pairs.count >= fewestPairs,
        Double(join.pairs.count) >= DriftTuning.Records.wholeJoin * Double(smaller),
        join.isCovered(DriftTuning.Records.coverage, by: judge, ignoring: (column, partner))
          || join.isShownByParts(old, new) || join.isShownByScale(old, new)
      else { continue }
      return join
    }
    return nil
  }

  /// Whether the texts of the same record were taken apart or put together: those of another one do not fit so.
  private func isShownByParts(_ old: RecordTable, _ new: RecordTable) -> Bool {
    let free = Self.free(old, new)
    guard free.old.count * free.new.count <= ColumnMatching.mostPairs else { return false }
    return !ColumnParts(old, new, self, oldFree: Set(free.old), newFree: Set(free.new)).pairs
      .isEmpty
  }

  /// Whether numbers of the same record count in another unit now: those of another one do not fit so.
  ///
  ///     {"id": "a7", "price": 12.99} -> {"id": "a7", "price": 1299}
  private func isShownByScale(_ old: RecordTable, _ new: RecordTable) -> Bool {
    let kept = old.columns.indices.compactMap { column in
      new.index[old.columns[column].path.moved(from: old.root, to: new.root)].map { (column, $0) }
    }
    if kept.contains(where: { isScaled($0, $1, old, new) }) { return true }
    let free = Self.free(old, new)
    let numbers = (
      old: free.old.filter { old.profiles[$0].isDigits },
      new: free.new.filter { new.profiles[$0].isDigits }
    )
    guard numbers.old.count * numbers.new.count <= ColumnMatching.mostPairs else { return false }
    return numbers.old.contains { column in
      numbers.new.contains { isScaled(column, $0, old, new) }
    }
  }

  private func isScaled(
    _ column: Int, _ partner: Int, _ old: RecordTable, _ new: RecordTable
  ) -> Bool {
    guard old.profiles[column].isDigits, new.profiles[partner].isDigits,
      old.profiles[column].range != new.profiles[partner].range
    else { return false }
    let numbers = sample(Self.sampleSize).compactMap { pair in
      let left = old.numbers(of: pair.old, in: column)
      let right = new.numbers(of: pair.new, in: partner)
      return left.count == 1 && right.count == 1
        ? left[0].flatMap { left in right[0].map { (old: left, new: $0) } } : nil
    }
    return NumberScale(numbers, fewest: Self.fewestScaled).map { $0.power != 0 } ?? false
  }

  /// The columns of each side that the other one does not have in that place.
  private static func free(_ old: RecordTable, _ new: RecordTable) -> (old: [Int], new: [Int]) {
    (
      old.columns.indices.filter { column in
        new.index[old.columns[column].path.moved(from: old.root, to: new.root)] == nil
      },
      new.columns.indices.filter { column in
        old.index[new.columns[column].path.moved(from: new.root, to: old.root)] == nil
      }
    )
  }

  /// Of so many different numbers hardly any are a power of ten times those of other records.
  private static let fewestScaled = 5
}
