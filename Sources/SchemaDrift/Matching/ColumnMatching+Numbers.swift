import StrictJSON

/// What the numbers of two columns say that their digits do not.
extension ColumnMatching {
  /// The joined records in which numbers are compared.
  private static let numberSample = 120

  /// The numbers of two columns in the same records, those of lists in their order.
  func numbers(_ oldColumn: Int, _ newColumn: Int) -> [(old: Double, new: Double)] {
    join.numbers(of: Self.numberSample, (old, oldColumn), (new, newColumn))
  }

  /// The numbers of the columns that are where they were, where only sketches of the old ones are left.
  var sketchedNumbers: SketchedNumbers? {
    let changed = keptColumns.filter { column, partner in
      old.profiles[column].isDigits && new.profiles[partner].isDigits
        && old.profiles[column].range != new.profiles[partner].range
    }
    return SketchedNumbers(
      old, new, join.sample(Self.numberSample), (Set(changed.map(\.old)), Set(changed.map(\.new))))
  }

  /// A pair of columns with the same digits, as what it is; nil where the numbers are others, each in its own way.
  ///
  /// The digits of 12.99 are those of 1299, which is a hundred times that.
  func readAsNumbers(_ pair: ColumnPair) -> ColumnPair? {
    let numbers = numbers(pair.old, pair.new).filter { $0.old != 0 || $0.new != 0 }
    guard numbers.count >= pair.compared, !numbers.isEmpty else { return pair }
    guard let scale = NumberScale(numbers, fewest: 1) else { return nil }
    guard !scale.unit.isNone else { return pair }
    return ColumnPair(
      old: pair.old, new: pair.new, basis: .scaled(scale.unit), matched: scale.matched,
      compared: scale.compared)
  }
}
