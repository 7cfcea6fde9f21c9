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

  /// Whether the columns are few enough to read the numbers of many pairs of them: those of 200 prices of 60 records take
  /// minutes.
  private var mayCompareNumbers: Bool { old.columns.count * new.columns.count <= Self.mostPairs }

  /// Whether the same records have other values in two columns, and no other unit or sign explains them.
  func hasOtherNumbers(_ key: AgreementTable.Key) -> Bool {
    guard isRefuted(key.old, key.new), mayCompareNumbers else { return false }
    let numbers = numbers(key.old, key.new).map { ($0.old.magnitude, $0.new.magnitude) }
    return numbers.isEmpty || NumberScale(numbers, fewest: 1) == nil
  }

  /// The columns that count the elements of a list, from 0 or from 1, so that those of any two lists agree.
  static func ordinals(of table: RecordTable) -> Set<Int> {
    let records = table.records.indices.prefix(numberSample)
    return Set(
      table.columns.indices.filter { column in
        guard table.columns[column].isRepeated, table.profiles[column].isDigits,
          let range = table.profiles[column].range, (0...1).contains(range.lowerBound)
        else { return false }
        return records.allSatisfy { record in
          let numbers = table.numbers(of: record, in: column)
          guard let first = numbers.first ?? range.lowerBound else { return false }
          return numbers.enumerated().allSatisfy { $0.element == first + Double($0.offset) }
        }
      })
  }

  /// Whether one value in all records is that of two objects which are not the same, as what is beside it says.
  func isOfOtherObject(_ oldColumn: Int, _ newColumn: Int) -> Bool {
    let key = AgreementTable.Key(old: oldColumn, new: newColumn)
    return isConstant(key) && homes?.isRefutedBeside(key, isOther: hasOtherNumbers) ?? false
  }

  /// Whether the numbers of two columns neither rise together nor against each other in the same records, as counters of
  /// another day do, or those of one are one and the same.
  ///
  /// The measure is the rank correlation of Spearman.
  func isUncorrelated(_ oldColumn: Int, _ newColumn: Int) -> Bool {
    guard mayCompareNumbers else { return false }
    let numbers = numbers(oldColumn, newColumn)
    let distinct = [Set(numbers.map(\.old)).count, Set(numbers.map(\.new)).count]
    if distinct.contains(1) {
      return distinct.contains { $0 >= DriftTuning.Nearness.fewestBesideOne }
    }
    guard numbers.count >= DriftTuning.Nearness.fewestCorrelated else { return false }
    let (left, right) = (Self.ranks(numbers.map(\.old)), Self.ranks(numbers.map(\.new)))
    let middle = Double(numbers.count - 1) / 2
    var sums = (both: 0.0, left: 0.0, right: 0.0)
    for (mine, theirs) in zip(left, right) {
      sums.both += (mine - middle) * (theirs - middle)
      sums.left += (mine - middle) * (mine - middle)
      sums.right += (theirs - middle) * (theirs - middle)
    }
    return abs(sums.both) < DriftTuning.Nearness.correlation * (sums.left * sums.right).squareRoot()
  }

  /// The place of each number in their order; equal ones share theirs.
  private static func ranks(_ numbers: [Double]) -> [Double] {
    let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
    var ranks = Array(repeating: 0.0, count: numbers.count)
    var start = 0
    while start < order.count {
      var end = start
      while end < order.count, numbers[order[end]] == numbers[order[start]] { end += 1 }
      for place in start..<end { ranks[order[place]] = Double(start + end - 1) / 2 }
      start = end
    }
    return ranks
  }
}
