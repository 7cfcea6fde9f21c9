import StrictJSON

/// What the numbers of two columns say that their digits do not.
extension ColumnMatching {
  /// The joined records in which numbers are compared.
  private static let numberSample = 120

  /// The numbers of two columns in the same records, those of lists in their order.
  func numbers(_ oldColumn: Int, _ newColumn: Int) -> [(old: Double, new: Double)] {
    join.numbers(of: Self.numberSample, (old, oldColumn), (new, newColumn))
  }

  /// A pair of columns with the same digits, as what it is; nil where the numbers are others, each in its own way.
  ///
  /// The digits of 12.99 are those of 1299, which is a hundred times that.
  func readAsNumbers(_ pair: ColumnPair) -> ColumnPair? {
    let numbers = numbers(pair.old, pair.new).filter { $0.old != 0 || $0.new != 0 }
    guard numbers.count >= pair.compared, !numbers.isEmpty else { return pair }
    guard let scale = NumberScale(numbers, fewest: 1) else { return nil }
    guard scale.power != 0 else { return pair }
    return ColumnPair(
      old: pair.old, new: pair.new, basis: .scaled(power: scale.power), matched: scale.matched,
      compared: scale.compared)
  }
}
