import Foundation

/// The power of ten by which the numbers of the same records differ: a price in cents, a time in milliseconds.
struct NumberScale: Sendable {
  /// 2 where the new numbers are a hundred times the old ones.
  let power: Int
  /// The pairs of numbers other than 0, and those that differ by just that power.
  let matched: Int
  let compared: Int

  /// The largest unit that data is told in: a million.
  private static let largestPower = 6

  /// Finds the power of ten by which nearly all new numbers are the old ones; nil where none is.
  ///
  /// A 0 is the same in every unit, and so says nothing.
  init?(_ numbers: [(old: Double, new: Double)], fewest: Int) {
    let pairs = numbers.filter { $0.old != 0 || $0.new != 0 }
    guard Set(pairs.map(\.old)).count >= fewest, let power = Self.power(of: pairs) else {
      return nil
    }
    let matched = pairs.count { Self.isSame($0.old, $0.new, power: power) }
    guard Double(matched) >= DriftTuning.Nearness.scaled * Double(pairs.count) else { return nil }
    self.power = power
    self.matched = matched
    compared = pairs.count
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
  private static func isSame(_ old: Double, _ new: Double, power: Int) -> Bool {
    let scaled = old * pow(10, Double(power))
    let rounding = new == new.rounded() ? DriftTuning.Nearness.rounding : 0
    let lost = min(rounding, abs(scaled) * DriftTuning.Nearness.lostByScale)
    return abs(scaled - new) <= max(abs(scaled) * DriftTuning.Nearness.edit, lost)
  }

  /// The number that a text is, with a currency sign beside it or not; nil where it is none.
  static func number(_ text: String) -> Double? {
    if let number = Double(text) { return number.isFinite ? number : nil }
    let amount = text.drop { !$0.isNumber && !$0.isLetter && $0 != "-" }
    guard text.utf8.count <= longestAmount, amount.utf8.count < text.utf8.count else { return nil }
    return Double(amount).flatMap { $0.isFinite ? $0 : nil }
  }

  private static let longestAmount = 24
}
