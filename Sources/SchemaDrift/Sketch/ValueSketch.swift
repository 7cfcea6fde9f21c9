import StrictJSON

/// A scalar in 48 bits: 24 of a hash, three that say how telling it is, and 21 of what it looks like; and in 24 more what
/// it may be written as in another version of the format.
///
/// What is kept so is, of a number, ``NumberSketch``; of a text that states a time the same of its seconds since 1970; of an
/// address a hash of its last step:
///
///     "2012-06-18T06:13:20Z"    1340000000    1340000000000        the same digits
///     "/teams/57"               "https://example.org/teams/57"     57
///
/// It is enough to see that two places hold the same values, and too little to get a value back: a credential of 16
/// characters leaves 24 of its about 90 bits, and 45 at the end of an address. Written it is eight characters (base64url,
/// RFC 4648 section 5), and four more for what else is kept.
struct ValueSketch: Hashable, Comparable, Sendable {
  let bits: UInt64

  /// What else is kept, in 24 bits; nil of a text that is neither a time nor an address.
  private let detail: UInt64?

  private static let lookBits: UInt64 = 21

  /// Sketches a scalar; nil for `null`, for empty text, and for what is no scalar.
  init?(_ value: JSONValue) {
    guard let mark = ValueMark(value) else { return nil }
    var profile = ColumnProfile()
    profile.add(value)
    let look = profile.lookOfOne
    self.init(
      mark, look,
      NumberSketch(value)?.bits ?? value.string.flatMap { Self.detail(of: $0, look: look) })
  }

  private static func detail(of text: String, look: UInt64) -> UInt64? {
    if ColumnProfile.isAddress(look: look) {
      let steps = text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
      return steps.last.flatMap { ValueMark(text: String($0)) }.map(\.endBits)
    }
    guard ColumnProfile.isDate(look: look), let moment = Moment(text), !moment.isTimeOfDay else {
      return nil
    }
    return NumberSketch(moment.seconds)?.bits
  }

  /// Sketches a text, such as the key of a map; nil where nothing is in it.
  init?(text: String) {
    guard let mark = ValueMark(text: text) else { return nil }
    var profile = ColumnProfile()
    profile.add(text: text)
    self.init(mark, profile.lookOfOne, nil)
  }

  private init(_ mark: ValueMark, _ look: UInt64, _ detail: UInt64?) {
    bits = mark.reducedBits << Self.lookBits | look
    self.detail = detail
  }

  /// What is kept of a number; nil of what is none.
  var number: NumberSketch? {
    isAddress || isDate ? nil : detail.map { NumberSketch(bits: $0) }
  }

  private var isAddress: Bool { ColumnProfile.isAddress(look: look) }
  private var isDate: Bool { ColumnProfile.isDate(look: look) }

  /// The marks of all that the value may be written as in another version of the format, as far as that is kept; without
  /// those of a part of it where only whole values are asked for.
  func spellings(areWhole: Bool) -> Set<ValueMark> {
    var marks: Set = [mark]
    if let instant { marks.insert(instant) }
    if !areWhole {
      marks.insert(ValueMark(endBits: isAddress ? detail ?? mark.endBits : mark.endBits))
    }
    return marks
  }

  /// The mark of the time that the value states, as text or as seconds; nil where it is none, as far as that is kept.
  var instant: ValueMark? {
    guard !isAddress, let detail else { return nil }
    return NumberSketch(bits: detail).instant.map { ValueMark(instant: $0) }
  }

  /// The order in which a sketch with more of a value comes first.
  static func < (left: Self, right: Self) -> Bool {
    if left.bits != right.bits { return left.bits < right.bits }
    guard let detail = left.detail else { return false }
    return right.detail.map { detail < $0 } ?? true
  }

  /// The mark of the value, as far as it is kept.
  var mark: ValueMark { ValueMark(reducedBits: bits >> Self.lookBits) }

  /// What the value looks like, as a profile adds it up.
  var look: UInt64 { bits & (1 << Self.lookBits - 1) }

  // MARK: Text

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let length = 8
  private static let lengthOfDetail = 4

  /// The eight characters, and the four of what else is kept.
  var text: String {
    Self.text(bits, Self.length) + (detail.map { Self.text($0, Self.lengthOfDetail) } ?? "")
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
    let hasDetail = utf8.count == Self.length + Self.lengthOfDetail
    guard hasDetail || utf8.count == Self.length, let bits = Self.bits(utf8.prefix(Self.length))
    else { return nil }
    self.bits = bits
    guard hasDetail else {
      detail = nil
      return
    }
    guard let bits = Self.bits(utf8.dropFirst(Self.length)) else { return nil }
    detail = bits
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
    detail = nil
  }
}
