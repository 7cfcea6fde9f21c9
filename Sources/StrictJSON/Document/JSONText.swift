/// Turns the text of a JSON string into what it means.
package enum JSONText {
  /// Returns the characters of a string value without quotes and escapes.
  ///
  /// `range` is the text between the quotes, already accepted by the scanner. A surrogate that
  /// has no partner becomes U+FFFD; the tape's flag tells the two apart.
  package static func unescaped(_ range: Range<Int>, in bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    unescape(range, in: bytes, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the bytes of a string value, in UTF-8, without quotes and escapes.
  package static func unescape(_ range: Range<Int>, in bytes: [UInt8], into text: inout [UInt8]) {
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        position += 1
        continue
      }
      let escape = bytes[position + 1]
      position += 2
      guard escape == UInt8(ascii: "u") else {
        text.append(simpleEscape(escape))
        continue
      }
      let unit = codeUnit(at: position, in: bytes) ?? 0xFFFD
      position += 4
      var scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
      if unit & 0xFC00 == 0xD800, position + 6 <= range.upperBound,
        bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u"),
        let low = codeUnit(at: position + 2, in: bytes), low & 0xFC00 == 0xDC00,
        let pair = Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF))
      {
        scalar = pair
        position += 6
      }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Returns the number that four hexadecimal digits stand for; nil if there are not four.
  @inline(__always)
  static func codeUnit(at position: Int, in bytes: [UInt8]) -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    var invalid: UInt8 = 0
    var index = position
    // Digits and letters come in no order, so a branch for each would often be guessed wrong.
    while index < position + 4 {
      let byte = bytes[index]
      let isDigit: UInt8 = byte &- UInt8(ascii: "0") < 10 ? 1 : 0
      let isLetter: UInt8 = (byte | 0x20) &- UInt8(ascii: "a") < 6 ? 1 : 0
      invalid |= (isDigit | isLetter) ^ 1
      unit = unit << 4 | UInt32((byte & 0xF) &+ isLetter &* 9)
      index += 1
    }
    return invalid == 0 ? unit : nil
  }

  private static func simpleEscape(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }
}
