import Foundation
import StrictJSON

/// Finds old columns that repeat another old column: `id_str` the number of `id`, `flag` the address of
/// `flags.svg`.
///
/// What was there twice and is there once is not gone. No record on both sides is needed to see it: the
/// old records alone say that the two are one, and the name says that it is no chance.
struct ColumnTwins {
  /// The columns that each of some columns repeats.
  private var originals: [Int: [Int]] = [:]

  private static let sampleSize = 2000
  private static let fewestValues = 3
  /// A value that more columns of a record have is a common one, such as 0.
  private static let mostCopies = 16

  /// Looks for what some columns of a table repeat.
  init(of columns: Set<Int>, in table: RecordTable) {
    let wanted = columns.filter { !table.columns[$0].isKey }
    guard !wanted.isEmpty else { return }
    var same: [Int: [Int: Int]] = [:]
    let stride = max(1, table.records.count / Self.sampleSize)
    let sample = Swift.stride(from: 0, to: table.records.count, by: stride).map {
      table.records[$0]
    }
    var filled: [Int: Int] = [:]
    for record in sample {
      var columnsOfValue: [ValueMark: [Int]] = [:]
      for entry in record {
        columnsOfValue[entry.value, default: []].append(entry.column)
        filled[entry.column, default: 0] += 1
      }
      for entry in record where wanted.contains(entry.column) {
        let others = columnsOfValue[entry.value] ?? []
        guard others.count <= Self.mostCopies else { continue }
        for other in others where other != entry.column {
          same[entry.column, default: [:]][other, default: 0] += 1
        }
      }
    }
    for (column, others) in same {
      let isBoolean = table.profiles[column].isBoolean
      let telling =
        isBoolean
        ? Self.bits(ofTruths: table.counts[column].values.map(Double.init))
        : table.counts[column].keys.reduce(0) { $0 + $1.weight }
      // Of a dozen truths two agree by chance a thousand times as often as two texts.
      let needed = DriftTuning.Values.elsewhereBits * (isBoolean ? 2 : 1)
      let isFew =
        table.counts[column].count < (isBoolean ? 2 : min(Self.fewestValues, sample.count))
      guard telling >= needed, !isFew else { continue }
      originals[column] =
        others.filter { other, count in
          let most = max(filled[column] ?? 0, filled[other] ?? 0)
          return !table.columns[other].isKey && table.columns[other].slots == nil
            && Self.areBeside(table.columns[other], table.columns[column])
            && Double(count) >= DriftTuning.Values.twinRate * Double(most)
        }.keys.sorted()
    }
  }

  /// What it tells, in bits, that another truth agrees with one in each record: all else is chance.
  private static func bits(ofTruths counts: [Double]) -> Double {
    let all = counts.reduce(0, +)
    return -all * log2(counts.reduce(0) { $0 + ($1 / all) * ($1 / all) })
  }

  /// Whether two columns have one value each in a record, or in an element of the same list.
  private static func areBeside(_ one: Column, _ other: Column) -> Bool {
    one.isRepeated || other.isRepeated
      ? one.path.parent == other.path.parent : true
  }

  /// The columns that hold what a column holds, in nearly all records.
  func originals(of column: Int) -> [Int] { originals[column] ?? [] }
}
