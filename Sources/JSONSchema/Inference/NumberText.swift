/// A JSON number as inference sees it: its type and its value.
struct NumberText {
  let type: JSONType

  /// The value, correctly rounded; nil where it is beyond every `Double`.
  let value: Double?

  /// Reads a number that lies among other bytes (RFC 8259 section 6).
  ///
  /// A number of at most fifteen digits is exact in a `Double`, and so is the power of ten of its
  /// fraction; one division rounds correctly. All others go the long way.
  init(_ bytes: TextBytes, _ range: Range<Int>) {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    let digits = range.lowerBound + (isNegative ? 1 : 0)..<range.upperBound
    guard let plain = PlainNumber(bytes, digits) else {
      let string = bytes.extracting(range).string
      type = DecimalNumber(string).isInteger ? .integer : .number
      value = Double(string).flatMap { $0.isFinite ? $0 : nil }
      return
    }
    let (mantissa, fractionDigits) = (plain.mantissa, plain.fractionDigits)
    guard fractionDigits > 0 else {
      type = .integer
      value = isNegative ? -Double(mantissa) : Double(mantissa)
      return
    }
    let power = Self.powersOfTen[fractionDigits]
    // A fraction is zero only where its last digit is.
    let isWhole = bytes[range.upperBound - 1] == UInt8(ascii: "0") && mantissa % Int(power) == 0
    type = isWhole ? .integer : .number
    let magnitude = Double(mantissa) / power
    value = isNegative ? -magnitude : magnitude
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}

/// The digits of a number of at most fifteen digits, without an exponent.
private struct PlainNumber {
  /// The digits as a whole number.
  private(set) var mantissa = 0
  private(set) var fractionDigits = 0
  private var digits = 0
  private var hasPoint = false

  private static let exactDigits = 15

  /// Reads what is behind a sign; nil for any other number.
  @inline(__always)
  init?(_ bytes: TextBytes, _ text: Range<Int>) {
    // Fifteen digits and a point are two words.
    let rest = text.count &- 8
    guard rest <= Self.exactDigits &- 7, add(bytes.firstWord(of: text), min(8, text.count)),
      rest <= 0 || add(bytes.firstWord(of: text.lowerBound &+ 8..<text.upperBound), rest)
    else { return nil }
    guard digits <= Self.exactDigits else { return nil }
  }

  /// Adds up to eight digits and a point; false where there is anything else.
  ///
  /// In `12.5` the lanes hold `1 2 . 5`. Without the point they hold `1 2 5`, and moved to the end
  /// `0 0 0 0 0 1 2 5`, which are read together.
  @inline(__always)
  private mutating func add(_ text: UInt64, _ length: Int) -> Bool {
    var (word, count) = (text, length)
    let points = ByteLanes.equal(".", in: word)
    if points != 0, !hasPoint {
      let lane = UInt64(points.trailingZeroBitCount / 8)
      let before = (1 as UInt64) &<< (8 &* lane) &- 1
      word = word & before | (word &>> 8) & ~before
      count &-= 1
      fractionDigits = count &- Int(lane)
      hasPoint = true
    } else if hasPoint {
      fractionDigits &+= count
    }
    guard count > 0 else { return true }
    let unused = UInt64(8 &* (8 &- count))
    let aligned = word &<< unused
    let digitLanes = ByteLanes.highBits &<< unused
    guard ByteLanes.between("0", "9", in: aligned) & digitLanes == digitLanes,
      word & ByteLanes.highBits == 0
    else { return false }
    mantissa = mantissa &* Self.powersOfTen(count) &+ Int(ByteLanes.eightDigits(aligned))
    digits &+= count
    return true
  }

  /// Ten to the power of 1 to 8.
  @inline(__always)
  private static func powersOfTen(_ power: Int) -> Int {
    switch power {
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    default: 100_000_000
    }
  }
}
