import StrictJSON

/// A scalar in 48 bits: 24 of a hash, three that say how telling it is, and 21 of what it looks like.
///
/// It is enough to see that two places hold the same values, and too little to get a value back: a
/// credential of 16 characters leaves 24 of its about 90 bits. Written it is eight characters (base64url,
/// RFC 4648 section 5).
struct ValueSketch: Hashable, Comparable, Sendable {
  let bits: UInt64

  private static let lookBits: UInt64 = 21

  /// Sketches a scalar; nil for `null`, for empty text, and for what is no scalar.
  init?(_ value: JSONValue) {
    guard let mark = ValueMark(value) else { return nil }
    var profile = ColumnProfile()
    profile.add(value)
    self.init(mark, profile.lookOfOne)
  }

  /// Sketches a text, such as the key of a map; nil where nothing is in it.
  init?(text: String) {
    guard let mark = ValueMark(text: text) else { return nil }
    var profile = ColumnProfile()
    profile.add(text: text)
    self.init(mark, profile.lookOfOne)
  }

  private init(_ mark: ValueMark, _ look: UInt64) {
    bits = mark.reducedBits << Self.lookBits | look
  }

  static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }

  /// The mark of the value, as far as it is kept.
  var mark: ValueMark { ValueMark(reducedBits: bits >> Self.lookBits) }

  /// What the value looks like, as a profile adds it up.
  var look: UInt64 { bits & (1 << Self.lookBits - 1) }

  // MARK: Text

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let length = 8

  /// The eight characters.
  var text: String {
    String(
      decoding: (0..<Self.length).map { place in
        Self.digits[Int(bits >> UInt64(6 * (Self.length - 1 - place)) & 63)]
      }, as: UTF8.self)
  }

  /// Reads eight characters; nil for any other text.
  init?(token: some StringProtocol) {
    var bits: UInt64 = 0
    guard token.utf8.count == Self.length else { return nil }
    for byte in token.utf8 {
      guard let digit = Self.digit(byte) else { return nil }
      bits = bits << 6 | digit
    }
    self.bits = bits
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
  init(bits: UInt64) { self.bits = bits & (1 << 48 - 1) }
}
