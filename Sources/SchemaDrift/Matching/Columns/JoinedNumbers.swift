/// The numbers of columns in a sample of the joined records, each column read once: of 60 objects on either side some
/// 4,000 pairs of columns are compared.
struct JoinedNumbers: Sendable {
  /// The numbers of each record of the sample, those of lists in their order, by column.
  private let old: [Int: [[Double?]]]
  private let new: [Int: [[Double?]]]

  init(
    _ sample: [(old: Int, new: Int)], _ old: (table: RecordTable, columns: Set<Int>),
    _ new: (table: RecordTable, columns: Set<Int>)
  ) {
    self.old = Self.read(sample.map(\.old), old)
    self.new = Self.read(sample.map(\.new), new)
  }

  private static func read(
    _ records: [Int], _ side: (table: RecordTable, columns: Set<Int>)
  ) -> [Int: [[Double?]]] {
    var numbers: [Int: [[Double?]]] = [:]
    for record in records {
      let read = side.table.numbers(of: record, in: side.columns)
      for column in side.columns { numbers[column, default: []].append(read[column] ?? []) }
    }
    return numbers
  }

  /// The numbers that two columns have in the same records; none of a list that has become longer or shorter.
  func pairs(_ oldColumn: Int, _ newColumn: Int) -> [(old: Double, new: Double)] {
    guard let left = old[oldColumn], let right = new[newColumn] else { return [] }
    var pairs: [(old: Double, new: Double)] = []
    for (mine, theirs) in zip(left, right) where mine.count == theirs.count {
      for (before, now) in zip(mine, theirs) {
        if let before, let now { pairs.append((before, now)) }
      }
    }
    return pairs
  }
}
