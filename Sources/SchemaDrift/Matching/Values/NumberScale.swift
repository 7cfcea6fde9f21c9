import Foundation

/// The unit in which the numbers of the same records are others: a price in cents, a time in milliseconds, miles in
/// kilometres.
struct NumberScale: Sendable {
  let unit: UnitChange
  /// The pairs of numbers other than 0, and those that differ by just that unit.
  let matched: Int
  let compared: Int

  /// The largest power of ten between two units that data is told in: a million.
  private static let largestPower = 6

  /// Finds the unit in which nearly all new numbers are the old ones; nil where there is none.
  ///
  /// A 0 is the same in every unit but of a temperature, and so says nothing.
  init?(_ numbers: [(old: Double, new: Double)], fewest: Int) {
    let pairs = numbers.filter { $0.old != 0 || $0.new != 0 }
    guard Set(pairs.map(\.old)).count >= fewest else { return nil }
    if let power = Self.power(of: pairs) {
      let matched = pairs.count { Self.isSame($0.old, $0.new, power: power) }
      if Self.isMost(matched, of: pairs.count) {
        (unit, self.matched, compared) = (UnitChange(power: power), matched, pairs.count)
        return
      }
    }
    guard let known = Self.known(pairs) else { return nil }
    self = known
  }

  /// Makes the scale of a unit that is no power of ten; nil where it does not explain nearly all numbers, or may by
  /// chance.
  init?(_ pairs: [(old: Double, new: Double)], of compared: Int, in unit: UnitChange) {
    let fitting = pairs.map { MeasuredPair($0.old, $0.new) }.filter { $0.fits(unit) }
    guard Self.isMost(fitting.count, of: compared),
      Set(fitting.map(\.old)).count >= DriftTuning.Nearness.distinctInUnit
    else { return nil }
    // How far any of them is off says how exact they are: 70 may be 70.0 among 22.25 and 35.5.
    var off = 0.0
    var exact = 0
    var sums = (products: 0.0, squares: 0.0, tolerance: 0.0)
    var distances: [Double: Double] = [:]
    for pair in fitting {
      let image = unit.applied(to: pair.old)
      let half = pair.halfDigit(of: image)
      let distance = abs(image - pair.new)
      if distance <= half * MeasuredPair.rounding { exact += 1 }
      off = max(off, distance, half)
      let scaled = image - unit.offset
      sums.products += scaled * (pair.new - unit.offset)
      sums.squares += scaled * scaled
      sums.tolerance = max(sums.tolerance, pair.tolerance(unit, image))
      distances[pair.old] = min(abs(image), abs(image - pair.old))
    }
    // Numbers that grew about 2.2 times are no pounds.
    let slope = sums.products / max(sums.squares, .leastNormalMagnitude)
    let bits = distances.values.reduce(0) { $0 + max(0, log2($1 / (2 * off))) }
    guard Double(exact) >= DriftTuning.Nearness.exactInUnit * Double(fitting.count),
      abs(slope - 1) * sums.squares.squareRoot()
        <= DriftTuning.Nearness.slopeOfUnit * sums.tolerance,
      // Whole numbers that all moved by 273 are no kelvins: one shift is one observation.
      unit.factor != 1 || off < DriftTuning.Nearness.offInShift,
      bits >= DriftTuning.Nearness.bitsOfUnit
    else { return nil }
    (self.unit, matched, self.compared) = (unit, fitting.count, compared)
  }

  private static func isMost(_ matched: Int, of all: Int) -> Bool {
    Double(matched) >= DriftTuning.Nearness.scaled * Double(all)
  }

  /// The power of ten that turns most of some numbers into about the others; nil where none does.
  static func power(of pairs: [(old: Double, new: Double)]) -> Int? {
    var counts: [Int: Int] = [:]
    for pair in pairs where pair.old * pair.new > 0 {
      let power = log10(pair.new / pair.old).rounded()
      if abs(power) <= Double(largestPower) { counts[Int(power), default: 0] += 1 }
    }
    guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      best.value * 10 >= pairs.count * 8
    else { return nil }
    return best.key
  }

  /// Whether a number is another one times a power of ten, but for the digits that are lost on the way.
  static func isSame(_ old: Double, _ new: Double, power: Int) -> Bool {
    let scaled = old * pow(10, Double(power))
    let rounding = new == new.rounded() ? DriftTuning.Nearness.rounding : 0
    let lost = min(rounding, abs(scaled) * DriftTuning.Nearness.lostByScale)
    return abs(scaled - new) <= max(abs(scaled) * DriftTuning.Nearness.edit, lost)
  }

  // MARK: Units that are no power of ten

  /// The one of the known units that explains nearly all numbers, and is no chance; nil where none is.
  static func known(_ pairs: [(old: Double, new: Double)]) -> NumberScale? {
    // The largest numbers have lost the least by rounding; one of them may have been edited.
    var largest = (first: (old: 0.0, new: 0.0), second: (old: 0.0, new: 0.0))
    for pair in pairs where abs(pair.old) > abs(largest.second.old) {
      largest =
        abs(pair.old) > abs(largest.first.old) ? (pair, largest.first) : (largest.first, pair)
    }
    let measured = [largest.first, largest.second].map { MeasuredPair($0.old, $0.new) }
    for unit in UnitChange.known where measured.contains(where: { $0.fits(unit) }) {
      if let scale = NumberScale(pairs, of: pairs.count, in: unit) { return scale }
    }
    return nil
  }

  /// Whether a number is another one in a unit that is no power of ten.
  static func fits(_ old: Double, _ new: Double, _ unit: UnitChange) -> Bool {
    MeasuredPair(old, new).fits(unit)
  }

  /// The number that a text is, with a currency sign beside it or not; nil where it is none.
  static func number(_ text: String) -> Double? {
    // Most texts are words, and `inf` is no number of JSON.
    if let first = text.utf8.first, 0x61...0x7A ~= first | 0x20 { return nil }
    if let number = Double(text) { return number.isFinite ? number : nil }
    let amount = text.drop { !$0.isNumber && !$0.isLetter && $0 != "-" }
    guard text.utf8.count <= longestAmount, amount.utf8.count < text.utf8.count else { return nil }
    return Double(amount).flatMap { $0.isFinite ? $0 : nil }
  }

  private static let longestAmount = 24
}

/// The number of a record on both sides, each exact to half of its last digit: 2 minutes may be 100 seconds.
private struct MeasuredPair {
  let old: Double
  let new: Double
  private let oldDigit: Double
  private let newDigit: Double

  /// What is lost where a `Double` is rounded.
  static let rounding = 1.001
  /// Of the factors, and of numbers with many digits.
  private static let precision = 1e-6

  init(_ old: Double, _ new: Double) {
    self.old = old
    self.new = new
    oldDigit = Self.digit(old)
    newDigit = Self.digit(new)
  }

  /// Whether the new number may be the old one in a unit.
  func fits(_ unit: UnitChange) -> Bool {
    let image = unit.applied(to: old)
    return abs(image - new) <= tolerance(unit, image) * Self.rounding
  }

  /// How far the new number may be from the image of the old one.
  func tolerance(_ unit: UnitChange, _ image: Double) -> Double {
    halfDigit(of: image) + oldDigit * unit.factor / 2
  }

  /// How far it may be if the old number is exact.
  func halfDigit(of image: Double) -> Double { newDigit / 2 + abs(image) * Self.precision }

  /// What the last digit of a number counts: 0.1 of 20.5.
  private static func digit(_ number: Double) -> Double {
    var digit = 1.0
    for _ in 0..<6 {
      let scaled = number / digit
      if abs(scaled - scaled.rounded()) < precision * max(1, abs(scaled)) { return digit }
      digit /= 10
    }
    return digit
  }
}
