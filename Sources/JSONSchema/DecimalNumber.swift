/// A JSON number, exactly: a sign, digits, and a power of ten.
///
/// `-12.50e3` is `-125 × 10²`: digits `125`, exponent `2`. The digits have no zero at either end,
/// so equal numbers have equal parts, however they are written. Zero has no digits.
struct DecimalNumber: Sendable, Hashable, Comparable {
  let isNegative: Bool
  /// The digits as numbers from 0 to 9.
  let digits: [UInt8]
  let exponent: Int

  /// No exponent in a document is believed beyond this, so that sums of exponents cannot overflow.
  private static let exponentLimit = 1 << 40

  /// Reads the text of a JSON number (RFC 8259 section 6).
  init(_ text: String) {
    var digits: [UInt8] = []
    var exponent = 0
    var fractionDigits = 0
    var isFraction = false
    var isNegative = false
    var rest = Substring(text).utf8
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest = rest.dropFirst()
    }
    scan: for (position, byte) in rest.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte - UInt8(ascii: "0"))
        if isFraction { fractionDigits += 1 }
      case UInt8(ascii: "."): isFraction = true
      default:
        exponent = Self.exponent(rest.dropFirst(position + 1))
        break scan
      }
    }
    exponent -= fractionDigits
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    let leadingZeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(leadingZeros)
    self.digits = digits
    self.exponent = digits.isEmpty ? 0 : exponent
    self.isNegative = isNegative && !digits.isEmpty
  }

  private static func exponent(_ text: Substring.UTF8View) -> Int {
    var value = 0
    for byte in text {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { continue }
      value = min(value * 10 + Int(byte - UInt8(ascii: "0")), exponentLimit)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  var isZero: Bool { digits.isEmpty }

  var isInteger: Bool { exponent >= 0 }

  static func < (left: Self, right: Self) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmallerInSize(than: left) : left.isSmallerInSize(than: right)
  }

  private func isSmallerInSize(than other: Self) -> Bool {
    if isZero || other.isZero { return isZero && !other.isZero }
    let size = digits.count + exponent
    let otherSize = other.digits.count + other.exponent
    if size != otherSize { return size < otherSize }
    return digits.lexicographicallyPrecedes(other.digits)
  }

  /// The digits as one number; nil where they do not fit in 18 digits.
  private var significand: UInt64? {
    guard digits.count <= 18 else { return nil }
    return digits.reduce(0) { $0 * 10 + UInt64($1) }
  }

  /// Whether the number can stand as `multipleOf`: above zero, and not above 18 digits.
  var canDivide: Bool { !isZero && !isNegative && significand != nil }

  /// Whether the number is a whole multiple of another, without rounding.
  ///
  /// With `a × 10^e` and `b × 10^f` the question is whether `b` divides `a × 10^(e-f)`. Where
  /// `e < f` it cannot, as the last digit of `a` is no zero.
  func isMultiple(of divisor: Self) -> Bool {
    guard let modulus = divisor.significand, modulus > 0 else { return false }
    if isZero { return true }
    guard exponent >= divisor.exponent else { return false }
    var remainder: UInt64 = 0
    for digit in digits {
      remainder = (remainder * 10 + UInt64(digit)) % modulus
    }
    let power = Self.power(ofTen: exponent - divisor.exponent, modulo: modulus)
    return Self.product(remainder, power, modulo: modulus) == 0
  }

  private static func power(ofTen exponent: Int, modulo modulus: UInt64) -> UInt64 {
    var result = 1 % modulus
    var factor = 10 % modulus
    var remaining = exponent
    while remaining > 0 {
      if remaining & 1 == 1 { result = product(result, factor, modulo: modulus) }
      factor = product(factor, factor, modulo: modulus)
      remaining >>= 1
    }
    return result
  }

  private static func product(_ left: UInt64, _ right: UInt64, modulo modulus: UInt64) -> UInt64 {
    modulus.dividingFullWidth((left % modulus).multipliedFullWidth(by: right % modulus)).remainder
  }
}
