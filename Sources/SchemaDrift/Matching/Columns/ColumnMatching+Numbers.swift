import StrictJSON

/// What the numbers of two columns say that their digits do not.
extension ColumnMatching {
  /// The joined records in which numbers are compared.
  static let numberSample = 120

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
    let numbers = numbers.pairs(pair.old, pair.new).filter { $0.old != 0 || $0.new != 0 }
    guard numbers.count >= pair.compared, !numbers.isEmpty else { return pair }
    guard let scale = NumberScale(numbers, fewest: 1) else { return nil }
    guard !scale.unit.isNone else { return pair }
    return ColumnPair(
      old: pair.old, new: pair.new, basis: .scaled(scale.unit), matched: scale.matched,
      compared: scale.compared)
  }

  /// The columns that count the elements of a list, from 0 or from 1, so that those of any two lists agree.
  static func ordinals(of table: RecordTable) -> Set<Int> {
    let records = table.records.indices.prefix(numberSample)
    var columns = Set(
      table.columns.indices.filter { column in
        table.columns[column].isRepeated && table.profiles[column].isDigits
          && table.profiles[column].range.map { (0...1).contains($0.lowerBound) } ?? false
      })
    for record in records where !columns.isEmpty {
      for (column, numbers) in table.numbers(of: record, in: columns) {
        let isCounted = numbers.enumerated().allSatisfy { place, number in
          number == numbers[0].map { $0 + Double(place) }
        }
        if !isCounted { columns.remove(column) }
      }
    }
    return columns
  }

  /// Whether the numbers of two columns neither rise together nor against each other in the same records, as counters of
  /// another day do, or those of one are one and the same.
  ///
  /// Counters may have begun anew at 0, or be 0 nearly everywhere, where what holds them is called alike: these have no
  /// ranks to compare.
  func isUncorrelated(_ key: AgreementTable.Key, orBegunAnew mayBeAnew: Bool) -> Bool {
    let numbers = numbers.pairs(key.old, key.new)
    let sides = [numbers.map(\.old), numbers.map(\.new)]
    let distinct = sides.map { Set($0) }
    if let one = distinct.first(where: { $0.count == 1 })?.first {
      return !(mayBeAnew && one == 0)
        && distinct.contains { $0.count >= DriftTuning.Nearness.fewestBesideOne }
    }
    if mayBeAnew, sides.allSatisfy({ Self.mostEqual($0) * 2 > numbers.count }) { return false }
    return Self.correlation(numbers).map { abs($0) < DriftTuning.Nearness.correlation } ?? false
  }

  /// Whether the numbers of two columns are those of one counter that has gone on: they rise together, are about as large,
  /// and the names differ in nothing that says what is counted.
  func haveGoneOn(_ oldColumn: Int, _ newColumn: Int) -> Bool {
    let words = [old.columns[oldColumn], new.columns[newColumn]].map {
      Set(NameWords.of($0.path.lastName ?? ""))
    }
    guard words[0].symmetricDifference(words[1]).isSubset(of: Vocabulary.counters) else {
      return false
    }
    let numbers = numbers.pairs(oldColumn, newColumn)
    let ratio = numbers.reduce(0) { $0 + $1.new } / numbers.reduce(0) { $0 + $1.old }
    guard DriftTuning.Nearness.ratioOfCounter.contains(ratio) else { return false }
    return Self.correlation(numbers).map { $0 >= DriftTuning.Nearness.correlationOfCounter }
      ?? false
  }

  /// The rank correlation of Spearman, from -1 to 1; nil of few numbers, or where each is the same.
  private static func correlation(_ numbers: [(old: Double, new: Double)]) -> Double? {
    let sides = [numbers.map(\.old), numbers.map(\.new)]
    guard numbers.count >= DriftTuning.Nearness.fewestCorrelated else { return nil }
    let (left, right) = (ranks(sides[0]), ranks(sides[1]))
    let middle = Double(numbers.count - 1) / 2
    var sums = (both: 0.0, left: 0.0, right: 0.0)
    for (mine, theirs) in zip(left, right) {
      sums.both += (mine - middle) * (theirs - middle)
      sums.left += (mine - middle) * (mine - middle)
      sums.right += (theirs - middle) * (theirs - middle)
    }
    let spread = (sums.left * sums.right).squareRoot()
    return spread > 0 ? sums.both / spread : nil
  }

  /// How often the most common number comes.
  private static func mostEqual(_ numbers: [Double]) -> Int {
    Dictionary(numbers.map { ($0, 1) }, uniquingKeysWith: +).values.max() ?? 0
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
