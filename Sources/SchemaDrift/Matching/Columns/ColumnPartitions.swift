// Columns that divide the records in the same way, whatever they call the parts.
//
//     old  DATACENTERID   2            6            2            9            6 …
//          LISHMODE       "standard"   "standard"   "standard"   "standard"   "standard" …
//     new  region         "us-central" "us-east"    "us-central" "ap-south"   "us-east" …
//
// Where two records have the same old value they have the same new one, and where they have two old ones
// they have two new ones, or none where there was none. No name has to speak for that: that two columns
// divide n records into the same parts of n₁, n₂ … records is one chance in n! / (n₁! n₂! … m₁! m₂! …), with mᵢ
// parts of one size. For five data centres of 40 servers these are 75 bits, for a truth that 5 of 40
// records have 19.
//
// But two facts of one thing divide the records alike, too: the id of a country, its name and its currency.
// So a column is only found where it is the one that is left: if another old column divides the records as
// this one does, or another new column as that one, the names must say which is which. Or both lie in one and the
// same object, where the one that is new is the only such one and called an id: accounts that were known by
// `name` and `key` have an `accountId`.

import Foundation
import StrictJSON

/// Finds columns that divide the joined records in one and the same way.
struct ColumnPartitions {
  private(set) var pairs: [ColumnPair] = []

  private static let sampleSize = 400

  /// The numbers of the parts to which each joined record belongs; 0 where it has no value.
  private typealias Partition = [Int]

  private struct Part {
    /// The columns that nothing has explained, and all.
    var free: [Int] = []
    var all = 0
  }

  init(
    _ old: RecordTable, _ new: RecordTable, _ join: RecordJoin, oldFree: Set<Int>,
    newFree: Set<Int>, likeness: (Int, Int) -> Double
  ) {
    guard join.pairs.count >= DriftTuning.Partitions.fewestRecords, !oldFree.isEmpty,
      !newFree.isEmpty
    else { return }
    let sample = join.sample(Self.sampleSize)
    let before = Self.partitions(of: old, sample.map(\.old), free: oldFree)
    let now = Self.partitions(of: new, sample.map(\.new), free: newFree)
    for (partition, left) in before where !left.free.isEmpty {
      guard let right = now[partition], !right.free.isEmpty else { continue }
      let bits = Self.bits(of: partition)
      let compared = partition.count { $0 > 0 }
      if bits >= DriftTuning.Partitions.bits {
        pairs += Self.identifiers(old, left.free, new, right.free).map {
          ColumnPair(
            old: $0, new: $1, basis: .correspondence, matched: compared, compared: compared)
        }
      }
      let isOnly = left.all == 1 && right.all == 1
      for column in left.free {
        let names = right.free.map { (column: $0, likeness: likeness(column, $0)) }
        guard let best = names.max(by: { ($0.likeness, -$0.column) < ($1.likeness, -$1.column) })
        else { continue }
        let isNamed = best.likeness >= DriftTuning.Names.related
        let rivals =
          names.filter { $0.column != best.column }.map(\.likeness)
          + left.free.filter { $0 != column }.map { likeness($0, best.column) }
        guard isOnly || isNamed,
          rivals.allSatisfy({ $0 <= best.likeness - DriftTuning.Guesses.betterName }),
          bits >= (isNamed ? DriftTuning.Partitions.bitsByName : DriftTuning.Partitions.bits)
        else { continue }
        guard !pairs.contains(where: { $0.old == column || $0.new == best.column }) else {
          continue
        }
        pairs.append(
          ColumnPair(
            old: column, new: best.column, basis: .correspondence, matched: compared,
            compared: compared))
      }
    }
    pairs.sort { ($0.old, $0.new) < ($1.old, $1.new) }
  }

  /// The pairs of an old column and a new one of the same object that are the ids of the same things: the only such new
  /// one, and of several old ones with the same values the first.
  private static func identifiers(
    _ old: RecordTable, _ left: [Int], _ new: RecordTable, _ right: [Int]
  ) -> [(old: Int, new: Int)] {
    let holder = { (table: RecordTable, column: Int) in
      table.columns[column].path.parent.map { $0.steps(below: table.root.depth) }
    }
    let ids = Dictionary(grouping: right) { holder(new, $0) }
    return ids.compactMap { place, columns in
      guard place != nil, columns.count == 1, let id = columns.first,
        let word = NameWords.of(new.columns[id].path.lastName ?? "").last,
        Vocabulary.identifiers.contains(word)
      else { return nil }
      let known = left.filter { holder(old, $0) == place }
      guard let first = known.first,
        known.allSatisfy({ Set(old.counts[$0].keys) == Set(old.counts[first].keys) }),
        !old.profiles[first].isOfPhrases, !old.profiles[first].isDates
      else { return nil }
      return (first, id)
    }
  }

  /// The columns of a table by how they divide some of its records.
  private static func partitions(
    of table: RecordTable, _ records: [Int], free: Set<Int>
  ) -> [Partition: Part] {
    var labels: [Int: [ValueMark: Int]] = [:]
    var partitions: [Int: Partition] = [:]
    var several = Set<Int>()
    for (index, record) in records.enumerated() {
      var previous: Int?
      for entry in table.records[record] {
        if entry.column == previous { several.insert(entry.column) }
        previous = entry.column
        guard table.counts[entry.column].count > 1 else { continue }
        let next = (labels[entry.column]?.count ?? 0) + 1
        let label = labels[entry.column]?[entry.value] ?? next
        labels[entry.column, default: [:]][entry.value] = label
        partitions[entry.column, default: Array(repeating: 0, count: records.count)][index] = label
      }
    }
    var parts: [Partition: Part] = [:]
    for (column, partition) in partitions.sorted(by: { $0.key < $1.key })
    where !several.contains(column) && !table.columns[column].isKey
      && (labels[column]?.count ?? 0) > 1
    {
      parts[partition, default: Part()].all += 1
      // The page of a thing is no code of what the thing is.
      if free.contains(column), table.profiles[column].form != .address {
        parts[partition]?.free.append(column)
      }
    }
    return parts
  }

  /// What it tells that two columns divide the records alike, in bits.
  private static func bits(of partition: Partition) -> Double {
    let sizes = Dictionary(grouping: partition) { $0 }.mapValues(\.count)
    let equal = Dictionary(grouping: sizes.filter { $0.key > 0 }.values) { $0 }.mapValues(\.count)
    let logarithm = { (count: Int) in lgamma(Double(count) + 1) / log(2) }
    return logarithm(partition.count) - sizes.values.reduce(0) { $0 + logarithm($1) }
      - equal.values.reduce(0) { $0 + logarithm($1) }
  }
}
