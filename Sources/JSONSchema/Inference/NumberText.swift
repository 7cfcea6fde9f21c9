/// A JSON number as inference sees it: its type and its value.
struct NumberText {
  let type: JSONType

  /// The value, correctly rounded; nil where it is beyond every `Double`.
  let value: Double?

  /// Reads the text of a number (RFC 8259 section 6).
  ///
  /// A number of at most fifteen digits is exact in a `Double`, and so is the power of ten of its
  /// fraction; one division rounds correctly. All others go the long way.
  init(_ text: TextBytes) {
    var digits = 0
    var fractionDigits = 0
    var mantissa = 0
    var isInFraction = false
    let isNegative = text[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    while index < text.count, digits <= Self.exactDigits {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        mantissa = mantissa &* 10 &+ Int(digit)
        digits &+= 1
        if isInFraction { fractionDigits &+= 1 }
      } else if text[index] == UInt8(ascii: ".") {
        isInFraction = true
      } else {
        break
      }
      index &+= 1
    }
    guard index == text.count, digits <= Self.exactDigits else {
      let string = text.string
      type = DecimalNumber(string).isInteger ? .integer : .number
      value = Double(string)
      return
    }
    guard fractionDigits > 0 else {
      type = .integer
      value = isNegative ? -Double(mantissa) : Double(mantissa)
      return
    }
    let power = Self.powersOfTen[fractionDigits]
    // A fraction is zero only where its last digit is.
    let isWhole = text[text.count - 1] == UInt8(ascii: "0") && mantissa % Int(power) == 0
    type = isWhole ? .integer : .number
    let magnitude = Double(mantissa) / power
    value = isNegative ? -magnitude : magnitude
  }

  private static let exactDigits = 15

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
