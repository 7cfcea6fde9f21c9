import Foundation

/// Numbers of other records that are in another unit, by their size and by their last digits.
///
///     price 12.99, 7.49, 103.95 -> 1899, 4250, 799        a hundred times as large, and never a fraction
///     length 214, 187, 305 -> 243000, 199000, 310000      a thousand times as large, and always whole thousands
///
/// Size alone says nothing: the views of what is new are a hundredth of those of what is old. A fraction that never
/// comes again, or came never before, and steps that are a unit's, are no chance.
extension ColumnMeanings {
  private static let sampleOfSizes = 150
  /// How far the middle number may be from the one that the unit makes, as a power of ten.
  private static let mostOffSize = 0.45

  /// The numbers of a place in another unit, where no record is on both sides; nil where nothing says so.
  static func otherUnitOfOthers(
    _ matching: ColumnMatching, _ column: Int, _ partner: Int
  ) -> PlaceMatching.Meaning? {
    let old = matching.old.profiles[column]
    let new = matching.new.profiles[partner]
    guard old.isNumber, new.isNumber, let before = old.range, let now = new.range, before != now,
      !NameLikeness.words(matching.old.columns[column].path.lastName ?? "").contains(
        where: NameLikeness.identifierWords.contains)
    else { return nil }
    let numbers = (
      old: Self.numbers(matching.old, column), new: Self.numbers(matching.new, partner)
    )
    guard let growth = growth(numbers.old, numbers.new) else { return nil }
    let found =
      unitOfFractions(old, new, growth)
      ?? (matching.old.reading == .values ? unitOfSteps(numbers.old, numbers.new, growth) : nil)
    guard let found else { return nil }
    return PlaceMatching.Meaning(
      rule: .meaningChanged, old: .look(.number), new: .scaled(found.unit),
      evidence: .sizes(found.unit, old: before, new: now), chance: found.chance)
  }

  private static func numbers(_ table: RecordTable, _ column: Int) -> [Double] {
    let stride = max(1, table.records.count / sampleOfSizes)
    return Swift.stride(from: 0, to: table.records.count, by: stride).flatMap {
      table.numbers(of: $0, in: column).compactMap { $0 }
    }.filter { $0 != 0 }.map(\.magnitude)
  }

  /// By which power of ten the middle number grew.
  private static func growth(_ old: [Double], _ new: [Double]) -> Double? {
    guard old.count >= fewestValues, new.count >= fewestValues else { return nil }
    let middle = { (numbers: [Double]) in log10(numbers.sorted()[numbers.count / 2]) }
    return middle(new) - middle(old)
  }

  private static func isOf(_ unit: UnitChange, _ growth: Double) -> Bool {
    abs(growth - log10(unit.factor)) <= mostOffSize
  }

  /// The unit in which no number has a fraction any more, or some have one now.
  private static func unitOfFractions(
    _ old: ColumnProfile, _ new: ColumnProfile, _ growth: Double
  ) -> (unit: UnitChange, chance: Double)? {
    let isLarger = growth > 0
    let (fine, coarse) = isLarger ? (old, new) : (new, old)
    guard fine.fractions > 0, coarse.fractions == 0,
      let unit = [2, 3].map({ UnitChange(power: isLarger ? $0 : -$0) }).first(where: {
        isOf($0, growth)
      })
    else { return nil }
    // The chance that one of these has no fraction, to the power of how many have none.
    let whole = Double(fine.values - fine.fractions + 1) / Double(fine.values + 1)
    return (unit, pow(whole, Double(coarse.values)))
  }

  /// The unit of which all new numbers are whole ones, or all old ones were.
  private static func unitOfSteps(
    _ old: [Double], _ new: [Double], _ growth: Double
  ) -> (unit: UnitChange, chance: Double)? {
    let (fine, coarse) = growth > 0 ? (old, new) : (new, old)
    let steps = { (numbers: [Double], unit: UnitChange) in
      numbers.count { $0.remainder(dividingBy: unit.factor) == 0 }
    }
    guard Set(coarse).count >= fewestValues,
      let unit = wholeUnits.filter({
        isOf($0, abs(growth)) && steps(coarse, $0) == coarse.count
      }).min(by: { off($0, growth) < off($1, growth) })
    else { return nil }
    let share = Double(steps(fine, unit) + 1) / Double(fine.count + 1)
    return (growth > 0 ? unit : unit.reversed, pow(share, Double(coarse.count)))
  }

  /// Units of time and of storage, and money; steps of a smaller one, such as a dozen, are in many numbers.
  private static let wholeUnits =
    [UnitChange(power: 3), UnitChange(power: 2)]
    + UnitChange.known.filter { $0.isWhole && $0.factor >= smallestSteps }
  private static let smallestSteps = 60.0

  private static func off(_ unit: UnitChange, _ growth: Double) -> Double {
    abs(abs(growth) - log10(unit.factor))
  }
}
