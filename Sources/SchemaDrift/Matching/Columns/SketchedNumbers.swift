import Foundation

/// Numbers in another unit, where only sketches of the old ones are left.
///
/// A sketch knows the number that it is of, and no other one. So each new number is turned back into the old unit, and
/// asked whether it is that:
///
///     sketch of 21.5   70.7 °F   (70.7 − 32) ÷ 1.8 = 21.5: it is
///
/// What was rounded on the way may be that number to one digit less.
struct SketchedNumbers {
  private let old: [Int: [NumberSketch?]]
  private let new: [Int: [Double?]]

  /// Reads the columns of some joined records; nil where the old side has its values, or both sides are sketches.
  init?(
    _ old: RecordTable, _ new: RecordTable, _ sample: [(old: Int, new: Int)],
    _ columns: (old: Set<Int>, new: Set<Int>)
  ) {
    guard old.reading == .sketches, new.reading == .asSketches else { return nil }
    self.old = old.singleSketches(of: sample.map(\.old), in: columns.old)
    self.new = new.singleNumbers(of: sample.map(\.new), in: columns.new)
  }

  /// The unit in which nearly all new numbers of a column are the old ones of another; nil where there is none.
  func scale(_ oldColumn: Int, _ newColumn: Int) -> NumberScale? {
    let pairs = RecordJoin.bothKnown(old[oldColumn], new[newColumn])
    guard pairs.count >= DriftTuning.Nearness.distinctInUnit else { return nil }
    for unit in UnitChange.known {
      // Mostly the first few say that it is not this one.
      guard pairs.prefix(3).contains(where: { Self.number($0.old, $0.new, unit) != nil }) else {
        continue
      }
      let numbers = pairs.compactMap { pair in
        Self.number(pair.old, pair.new, unit).map { (old: $0, new: pair.new) }
      }
      if let scale = NumberScale(numbers, of: pairs.count, in: unit) { return scale }
    }
    return nil
  }

  /// The number that a sketch is of, if it is a new one turned back; nil where it is not.
  private static func number(_ sketch: NumberSketch, _ new: Double, _ unit: UnitChange) -> Double? {
    let exact = unit.reversed(from: new)
    return [1.0, 10, 100, 1_000, 1_000_000].lazy.map { (exact * $0).rounded() / $0 }.first {
      NumberSketch($0) == sketch && NumberScale.fits($0, new, unit)
    }
  }
}
