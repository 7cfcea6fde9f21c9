import StrictJSON

/// A scalar in 48 bits: 24 of a hash, three that say how telling it is, and 21 of what it looks like.
///
/// It is enough to see that two places hold the same values, and too little to get a value back: a
/// credential of 16 characters leaves 24 of its about 90 bits. Written it is eight characters (base64url,
/// RFC 4648 section 5), and four more for a number (``NumberSketch``).
struct ValueSketch: Hashable, Comparable, Sendable {
  let bits: UInt64

  /// What is kept of a number; nil of what is none.
  let number: NumberSketch?

  private static let lookBits: UInt64 = 21

  /// Sketches a scalar; nil for `null`, for empty text, and for what is no scalar.
  init?(_ value: JSONValue) {
    guard let mark = ValueMark(value) else { return nil }
    var profile = ColumnProfile()
    profile.add(value)
    self.init(mark, profile.lookOfOne, NumberSketch(value))
  }

  /// Sketches a text, such as the key of a map; nil where nothing is in it.
  init?(text: String) {
    guard let mark = ValueMark(text: text) else { return nil }
    var profile = ColumnProfile()
    profile.add(text: text)
    self.init(mark, profile.lookOfOne, nil)
  }

  private init(_ mark: ValueMark, _ look: UInt64, _ number: NumberSketch?) {
    bits = mark.reducedBits << Self.lookBits | look
    self.number = number
  }

  /// The order in which a sketch with more of a value comes first.
  static func < (left: Self, right: Self) -> Bool {
    if left.bits != right.bits { return left.bits < right.bits }
    guard let number = left.number else { return false }
    return right.number.map { number.bits < $0.bits } ?? true
  }

  /// The mark of the value, as far as it is kept.
  var mark: ValueMark { ValueMark(reducedBits: bits >> Self.lookBits) }

  /// What the value looks like, as a profile adds it up.
  var look: UInt64 { bits & (1 << Self.lookBits - 1) }

  // MARK: Text

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let length = 8
  private static let lengthOfNumber = 4

  /// The eight characters, or twelve of a number.
  var text: String {
    Self.text(bits, Self.length)
      + (number.map { Self.text($0.bits, Self.lengthOfNumber) } ?? "")
  }

  private static func text(_ bits: UInt64, _ length: Int) -> String {
    String(
      decoding: (0..<length).map { place in
        digits[Int(bits >> UInt64(6 * (length - 1 - place)) & 63)]
      }, as: UTF8.self)
  }

  /// Reads eight or twelve characters; nil for any other text.
  init?(token: some StringProtocol) {
    let utf8 = Array(token.utf8)
    let isNumber = utf8.count == Self.length + Self.lengthOfNumber
    guard isNumber || utf8.count == Self.length, let bits = Self.bits(utf8.prefix(Self.length))
    else { return nil }
    self.bits = bits
    guard isNumber else {
      number = nil
      return
    }
    guard let bits = Self.bits(utf8.dropFirst(Self.length)) else { return nil }
    number = NumberSketch(bits: bits)
  }

  private static func bits(_ utf8: ArraySlice<UInt8>) -> UInt64? {
    var bits: UInt64 = 0
    for byte in utf8 {
      guard let digit = digit(byte) else { return nil }
      bits = bits << 6 | digit
    }
    return bits
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }

  /// Makes a sketch of any 48 bits, such as the number of a record.
  init(bits: UInt64) {
    self.bits = bits & (1 << 48 - 1)
    number = nil
  }
}
