/// Well-formed UTF-8, as table 3-7 of the Unicode standard has it.
enum UTF8Sequence {
  /// Returns the length of the sequence of two to four bytes at a position; nil if it is malformed.
  ///
  /// Overlong forms, surrogates and values above U+10FFFF are malformed: RFC 3629 section 4.
  @inline(__always)
  static func length(at position: Int, in bytes: Span<UInt8>) -> Int? {
    // Nearly all are of three bytes, the first of which allows any second one.
    let first = bytes[position]
    if first & 0xF0 == 0xE0, first & 0x0F != 0, first != 0xED, position &+ 2 < bytes.count {
      return (bytes[position &+ 1] ^ 0x80) | (bytes[position &+ 2] ^ 0x80) < 0x40 ? 3 : nil
    }
    return anyLength(at: position, in: bytes)
  }

  private static func anyLength(at position: Int, in bytes: Span<UInt8>) -> Int? {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[position] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: length = 3
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return nil }
    var index = position + 2
    while index < position + length {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      index += 1
    }
    return length
  }
}
