import Foundation

/// How far an old column and a new one say the same of the same records.
struct Agreement: Sendable {
  /// The joined records in which both have a value, and those in which the values are the same.
  var compared = 0
  var matched = 0
  /// The mean likeness of the values, and the same for records that are not the same.
  var rate = 0.0
  var chance = 0.0
  /// What the agreement tells, in bits; nothing where everything agrees with everything.
  var weight = 0.0

  /// How far the agreement goes beyond chance, from 0 to 1.
  var excess: Double {
    // A constant agrees with itself in all records, the same or not.
    if chance > DriftTuning.Values.constantChance { return rate }
    return max(0, (rate - chance) / (1 - chance))
  }

  /// Excess and weight in one figure, from 0 to 1.
  var strength: Double { excess * (1 - exp2(-weight / 6)) }
}

/// Counts the agreement of all old columns with all new ones, in one pass over the joined records.
struct AgreementTable: Sendable {
  /// The joined records that are looked at.
  private static let maximumPairs = 3000

  /// A pair of columns.
  struct Key: Hashable, Sendable {
    let old: Int
    let new: Int
  }

  private(set) var agreements: [Key: Agreement] = [:]

  /// Whether equal spellings were counted, and not equal values.
  let isBySpelling: Bool

  /// The joined records in which each column holds a value, as bits.
  private var oldFilled: [Int: [UInt64]] = [:]
  private var newFilled: [Int: [UInt64]] = [:]

  /// The agreement of two columns; without any where both have values that never agree.
  func agreement(_ old: Int, _ new: Int) -> Agreement {
    if let agreement = agreements[Key(old: old, new: new)] { return agreement }
    var agreement = Agreement()
    agreement.compared = compared(old, new)
    return agreement
  }

  /// The share of the joined records with a value in either column that have one in both.
  func overlap(_ old: Int, _ new: Int) -> Double {
    let left = oldFilled[old] ?? []
    let right = newFilled[new] ?? []
    let either = zip(left, right).reduce(0) { $0 + ($1.0 | $1.1).nonzeroBitCount }
    return either == 0 ? 1 : Double(compared(old, new)) / Double(either)
  }

  /// In how many of the joined records any of some old columns holds a value and none of some new ones does, and the
  /// other way round.
  func gaps(_ oldColumns: [Int], _ newColumns: [Int]) -> Gaps {
    let union = { (all: [[UInt64]]) in
      all.dropFirst().reduce(all.first ?? []) { sum, next in zip(sum, next).map { $0 | $1 } }
    }
    let old = union(oldColumns.compactMap { oldFilled[$0] })
    let new = union(newColumns.compactMap { newFilled[$0] })
    let count = { (filled: [UInt64]) in filled.reduce(0) { $0 + $1.nonzeroBitCount } }
    let both = count(zip(old, new).map { $0 & $1 })
    return Gaps(before: count(old), lost: count(old) - both, won: count(new) - both)
  }

  private func compared(_ old: Int, _ new: Int) -> Int {
    zip(oldFilled[old] ?? [], newFilled[new] ?? []).reduce(0) {
      $0 + ($1.0 & $1.1).nonzeroBitCount
    }
  }

  private struct Sum {
    var rate = 0.0
    var matched = 0
    var weight = 0.0
    var telling: [ValueMark] = []
  }

  /// What a record holds, by column.
  private typealias Row = [Int: Set<ValueMark>]

  /// Counts equal values, or equal spellings of values, in some of the columns.
  init(
    _ old: RecordTable, _ new: RecordTable, _ join: RecordJoin, oldColumns: Set<Int>,
    newColumns: Set<Int>, bySpelling: Bool = false
  ) {
    isBySpelling = bySpelling
    guard !join.pairs.isEmpty else { return }
    let limit = bySpelling ? Self.maximumPairs / 10 : Self.maximumPairs
    let pairs = join.sample(limit)
    let row = { (table: RecordTable, record: Int, columns: Set<Int>) -> Row in
      if bySpelling { return table.spellings(of: record, in: columns) }
      var row: Row = [:]
      for entry in table.records[record] where columns.contains(entry.column) {
        row[entry.column, default: []].insert(entry.value)
      }
      return row
    }
    let oldRows = pairs.map { row(old, $0.old, oldColumns) }
    let newRows = pairs.map { row(new, $0.new, newColumns) }
    var counts: [Int: [ValueMark: Int]] = [:]
    for row in newRows {
      for (column, values) in row {
        for value in values { counts[column, default: [:]][value, default: 0] += 1 }
      }
    }
    let sums = Self.sums(
      oldRows, newRows, shift: 0, counts: counts, total: pairs.count, bySpelling: bySpelling)
    let shifts = pairs.count < 3 ? [] : pairs.count < 40 ? [1, 2] : [1]
    var shuffled: [Key: Double] = [:]
    for shift in shifts {
      let others = Self.sums(
        oldRows, newRows, shift: shift, counts: counts, total: pairs.count, bySpelling: bySpelling)
      for (key, sum) in others {
        shuffled[key, default: 0] += sum.rate / Double(shifts.count)
      }
    }
    oldFilled = Self.filled(oldRows)
    newFilled = Self.filled(newRows)
    for (key, sum) in sums {
      let compared = compared(key.old, key.new)
      guard compared > 0 else { continue }
      var agreement = Agreement()
      agreement.compared = compared
      agreement.matched = sum.matched
      agreement.rate = sum.rate / Double(compared)
      agreement.chance = min(1, (shuffled[key] ?? 0) / Double(compared))
      agreement.weight = sum.weight + sum.telling.reduce(0) { $0 + $1.weight } / 2
      agreements[key] = agreement
    }
  }

  private static func sums(
    _ oldRows: [Row], _ newRows: [Row], shift: Int, counts: [Int: [ValueMark: Int]], total: Int,
    bySpelling: Bool
  ) -> [Key: Sum] {
    var sums: [Key: Sum] = [:]
    for index in oldRows.indices {
      let newRow = newRows[(index + shift) % newRows.count]
      var columnsOfValue: [ValueMark: [Int]] = [:]
      for (column, values) in newRow {
        for value in values { columnsOfValue[value, default: []].append(column) }
      }
      for (oldColumn, values) in oldRows[index] {
        var common: [Int: [ValueMark]] = [:]
        for value in values {
          for column in columnsOfValue[value] ?? [] { common[column, default: []].append(value) }
        }
        for (newColumn, shared) in common {
          let newCount = newRow[newColumn]?.count ?? 1
          add(
            shared, values.count, newCount, bySpelling, counts[newColumn] ?? [:], total,
            to: &sums[Key(old: oldColumn, new: newColumn), default: Sum()])
        }
      }
    }
    return sums
  }

  private static func add(
    _ shared: [ValueMark], _ oldCount: Int, _ newCount: Int, _ bySpelling: Bool,
    _ counts: [ValueMark: Int], _ total: Int, to sum: inout Sum
  ) {
    let both = Double(shared.count)
    let contained = both / Double(min(oldCount, newCount))
    let equal = both / Double(oldCount + newCount - shared.count)
    // One of the spellings is enough.
    let rate = bySpelling ? 1 : (contained + equal) / 2
    sum.rate += rate
    if rate >= 0.5 { sum.matched += 1 }
    var weight = 0.0
    // In an order of their own, as a sum of fractions depends on it.
    for value in shared.sorted() {
      weight += log2(Double(total + 2) / Double((counts[value] ?? 0) + 1))
      if sum.telling.count < 4, !sum.telling.contains(value) { sum.telling.append(value) }
    }
    sum.weight += rate * min(weight, 12)
  }

  private static func filled(_ rows: [Row]) -> [Int: [UInt64]] {
    var filled: [Int: [UInt64]] = [:]
    let words = rows.count / 64 + 1
    for (index, row) in rows.enumerated() {
      for column in row.keys {
        filled[column, default: Array(repeating: 0, count: words)][index / 64] |= 1 << (index % 64)
      }
    }
    return filled
  }
}
