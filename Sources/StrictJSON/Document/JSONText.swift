/// Turns the text of a JSON string into what it means.
enum JSONText {
  /// Returns the characters of the string of an entry.
  @inline(__always)
  static func string(_ entry: JSONTapeEntry, in bytes: [UInt8]) -> String {
    let range = Int(entry.offset) + 1..<Int(entry.end) - 1
    if entry.flags.contains(.escaped) { return unescaped(range, in: bytes) }
    return ByteWord.text(range, in: bytes, isASCII: !entry.flags.contains(.nonASCII))
  }

  /// Returns the characters of a string value without quotes and escapes.
  ///
  /// `range` is the text between the quotes, already accepted by the scanner. A surrogate that
  /// has no partner becomes U+FFFD; the tape's flag tells the two apart.
  static func unescaped(_ range: Range<Int>, in bytes: [UInt8]) -> String {
    let text = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { text, length in
      // No escape stands for more bytes than it has, so the text fits and eight bytes at a time do.
      var count = 0
      var position = range.lowerBound
      while position < range.upperBound {
        if position + 8 <= range.upperBound {
          let word = ByteWord.load(bytes, at: position)
          let plain = ByteWord.backslash(in: word)
          unsafe UnsafeMutableRawPointer(text.baseAddress)?.storeBytes(
            of: word.littleEndian, toByteOffset: count, as: UInt64.self)
          count += plain
          position += plain
          if plain == 8 { continue }
        } else if bytes[position] != UInt8(ascii: "\\") {
          unsafe text[count] = bytes[position]
          count += 1
          position += 1
          continue
        }
        let (scalar, end) = escape(at: position + 1, to: range.upperBound, in: bytes)
        position = end
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          unsafe text[count] = byte
          count += 1
        }
      }
      length = count
    }
    return ByteWord.text(0..<text.count, in: text, isASCII: false)
  }

  /// Reads an escape behind its backslash, and the second one of a surrogate pair.
  private static func escape(
    at start: Int, to limit: Int, in bytes: [UInt8]
  ) -> (scalar: Unicode.Scalar, end: Int) {
    guard bytes[start] == UInt8(ascii: "u") else {
      return (Unicode.Scalar(simpleEscape(bytes[start])), start + 1)
    }
    let position = start + 5
    let unit = codeUnit(at: start + 1, in: bytes) ?? 0xFFFD
    if unit & 0xFC00 == 0xD800, position + 6 <= limit,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u"),
      let low = codeUnit(at: position + 2, in: bytes), low & 0xFC00 == 0xDC00,
      let pair = Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF))
    {
      return (pair, position + 6)
    }
    return (Unicode.Scalar(unit) ?? "\u{FFFD}", position)
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
