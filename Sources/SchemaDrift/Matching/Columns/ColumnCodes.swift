import Foundation

/// Finds columns whose values were all replaced one by one: `"falcon9"` is always `"5e9d0d95…"` now.
///
/// That is how a name becomes a reference. It shows only where values come back: the tenth rocket
/// that has the id of the other nine confirms it, a value that comes once proves nothing.
struct ColumnCodes {
  private(set) var pairs: [ColumnPair] = []

  private static let sampleSize = 400

  init(
    _ old: RecordTable, _ new: RecordTable, _ join: RecordJoin, oldFree: Set<Int>,
    newFree: Set<Int>, likeness: (Int, Int) -> Double
  ) {
    guard !join.pairs.isEmpty else { return }
    let sample = join.sample(Self.sampleSize)
    let oldValues = Self.singles(old, sample.map(\.old), oldFree)
    let newValues = Self.singles(new, sample.map(\.new), newFree)
    var found: [(pair: ColumnPair, score: Double)] = []
    for (oldColumn, left) in oldValues {
      guard !old.profiles[oldColumn].isBoolean else { continue }
      for (newColumn, right) in newValues
      where !new.profiles[newColumn].isBoolean && !new.columns[newColumn].isKey
        && !old.columns[oldColumn].isKey
      {
        // Addresses have words of their own: three of them for three others are no translation.
        if old.profiles[oldColumn].form == .address, new.profiles[newColumn].form == .address {
          continue
        }
        guard let code = Code(left, right) else { continue }
        let isReference = new.profiles[newColumn].form == .identifier
        let name = likeness(oldColumn, newColumn)
        let needed =
          isReference ? DriftTuning.Codes.bitsOfReferences : DriftTuning.Codes.bitsOfCodes
        // A link does not become a code only because both are keys of the same thing.
        guard
          isReference && old.profiles[oldColumn].form != .address
            || Self.haveLikeNames(old.columns[oldColumn], new.columns[newColumn])
        else { continue }
        guard code.weight >= needed, isReference || name >= DriftTuning.Names.joinKeys else {
          continue
        }
        let pair = ColumnPair(
          old: oldColumn, new: newColumn, basis: .correspondence, matched: code.matched,
          compared: code.compared)
        found.append((pair, code.consistency * 10 + name))
      }
    }
    pairs += ColumnPair.assigned(found)
  }

  /// Whether the words of two columns were replaced one by one: `Drama` is always `Schauspiel` now.
  ///
  /// Names alone say that the two are one, so this needs less than the pairs that are found by it.
  static func translate(
    _ key: AgreementTable.Key, _ old: RecordTable, _ new: RecordTable, _ join: RecordJoin
  ) -> Bool {
    let sample = join.sample(sampleSize)
    guard let left = singles(old, sample.map(\.old), [key.old])[key.old],
      let right = singles(new, sample.map(\.new), [key.new])[key.new],
      let code = Code(left, right)
    else { return false }
    return code.weight >= DriftTuning.Codes.bitsOfTranslation
  }

  /// Whether the last names have something in common, or the old one says nothing by itself.
  private static func haveLikeNames(_ old: Column, _ new: Column) -> Bool {
    let name = old.path.lastName ?? ""
    return Vocabulary.generalNames.contains(name)
      || NameLikeness.of(name, new.path.lastName ?? "") >= DriftTuning.Names.related
  }

  /// The values of the columns that hold one value in a record, by joined record.
  private static func singles(
    _ table: RecordTable, _ records: [Int], _ columns: Set<Int>
  ) -> [Int: [Int: ValueMark]] {
    var singles: [Int: [Int: ValueMark]] = [:]
    for (index, record) in records.enumerated() {
      let byColumn = Dictionary(grouping: table.records[record]) { $0.column }
      for (column, entries) in byColumn where columns.contains(column) && entries.count == 1 {
        singles[column, default: [:]][index] = entries[0].value
      }
    }
    return singles
  }

  /// How two columns translate into each other.
  private struct Code {
    let matched: Int
    let compared: Int
    let consistency: Double
    /// What the confirmations tell, in bits.
    let weight: Double

    init?(_ left: [Int: ValueMark], _ right: [Int: ValueMark]) {
      var forth: [ValueMark: [ValueMark: Int]] = [:]
      var back: [ValueMark: [ValueMark: Int]] = [:]
      var count = 0
      for (index, value) in left {
        guard let other = right[index], value != other else { continue }
        count += 1
        forth[value, default: [:]][other, default: 0] += 1
        back[other, default: [:]][value, default: 0] += 1
      }
      let values = min(forth.count, back.count)
      guard values >= 3, count > values else { return nil }
      let largest = { (table: [ValueMark: [ValueMark: Int]]) in
        table.values.reduce(0) { $0 + ($1.values.max() ?? 0) }
      }
      compared = count
      matched = min(largest(forth), largest(back))
      consistency = Double(matched) / Double(count)
      guard consistency >= DriftTuning.Codes.consistency else { return nil }
      // The most common value tells little.
      let common = forth.values.map { $0.values.reduce(0, +) }.max() ?? 0
      let share = Double(common) / Double(count)
      let confirmations = Double(count - max(forth.count, back.count))
      weight = confirmations * min(4, log2(1 / max(0.01, share)) + 0.3)
    }
  }
}
