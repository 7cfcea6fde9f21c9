import Foundation
import StrictJSON

/// A number in 24 bits: a hash of its digits, its sign, and its power of ten.
///
/// 12.5 and 1250 have the same digits, 125, and powers of ten that differ by two: so it is seen that a price is
/// in cents now, and the numbers are not kept.
struct NumberSketch: Hashable, Sendable {
  let bits: UInt64

  private static let digitBits: UInt64 = 17
  private static let powerBits: UInt64 = 6
  private static let zeroPower = 1 << (powerBits - 1)

  /// Sketches a number; nil for what is none, and for one whose power of ten has no room.
  ///
  /// A text is one if it has a decimal point: digits alone are mostly an id, of which there is no unit.
  init?(_ value: JSONValue) {
    let text: String
    switch value.kind {
    case .number: text = value.source
    case .string:
      guard let string = value.string, string.utf8.contains(UInt8(ascii: ".")) else { return nil }
      text = string
    case .null, .bool, .array, .object: return nil
    }
    guard let number = NumberScale.number(text) else { return nil }
    self.init(number)
  }

  init?(_ number: Double) {
    guard number != 0 else {
      bits = 0
      return
    }
    // The shortest text that is the number: "1250.0", "5e-324".
    let parts = number.magnitude.description.lowercased().split(separator: "e")
    let places = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let whole = places[0].drop { $0 == "0" }
    let fraction = places.dropFirst().first ?? ""
    let leading = whole.isEmpty ? fraction.prefix { $0 == "0" }.count + 1 : 1 - whole.count
    let exponent = parts.dropFirst().first.flatMap { Int($0) } ?? 0
    let power = exponent - leading + Self.zeroPower
    guard (1..<1 << Int(Self.powerBits)).contains(power) else { return nil }
    var digits = (whole + fraction).drop { $0 == "0" }
    while digits.last == "0" { digits.removeLast() }
    var hash = FNVHash()
    for byte in digits.utf8 { hash.add(UInt64(byte)) }
    let mixed = hash.value ^ hash.value >> 32
    let sign: UInt64 = number < 0 ? 1 : 0
    bits =
      ((mixed & (1 << Self.digitBits - 1)) << 1 | sign) << Self.powerBits | UInt64(power)
  }

  init(bits: UInt64) { self.bits = bits & (1 << 24 - 1) }

  /// The digits and the sign where the number may be seconds since 1970, or thousandths of them, which are the same; nil
  /// for smaller and for larger ones.
  var instant: UInt64? {
    let power = Int(bits & (1 << Self.powerBits - 1)) - Self.zeroPower
    return [8, 9, 11, 12].contains(power) ? bits >> Self.powerBits : nil
  }

  /// A number that stands for the one that was: of the same sign and power of ten, and with digits that other
  /// digits hardly have.
  var value: Double {
    guard bits != 0 else { return 0 }
    let power = Int(bits & (1 << Self.powerBits - 1)) - Self.zeroPower
    let isNegative = bits >> Self.powerBits & 1 == 1
    let digits = Double(bits >> (Self.powerBits + 1)) / Double(1 << Self.digitBits)
    return (isNegative ? -1 : 1) * (1 + 9 * digits) * pow(10, Double(power))
  }
}
