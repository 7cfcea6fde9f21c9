/// Turns the text of a JSON string into what it means.
package enum JSONText {
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
  package static func unescaped(_ range: Range<Int>, in bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    unescape(bytes.span.extracting(range), into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the characters of the string of an entry that has escapes.
  ///
  /// `text` is memory for them, to be used again.
  static func unescaped(
    _ entry: JSONTapeEntry, in bytes: [UInt8], with text: inout [UInt8]
  ) -> String {
    let source = bytes.span.extracting(Int(entry.offset) + 1..<Int(entry.end) - 1)
    let count = unescape(source, over: &text)
    return ByteWord.text(0..<count, in: text, isASCII: false)
  }

  /// Appends the bytes of a string value, in UTF-8, without quotes and escapes.
  ///
  /// `source` is the text between the quotes. What it means is never longer than what it is.
  package static func unescape(_ source: Span<UInt8>, into text: inout [UInt8]) {
    let start = text.count
    text.append(zeros: source.count)
    var span = text.mutableSpan
    let count = unescape(source, into: &span, from: start) - start
    text.removeLast(source.count - count)
  }

  /// Writes the same over the first bytes of a text, and returns how many.
  ///
  /// The text grows where it is too short, and never shrinks: it is memory for one value at a time.
  package static func unescape(_ source: Span<UInt8>, over text: inout [UInt8]) -> Int {
    text.append(zeros: source.count - text.count)
    var span = text.mutableSpan
    return unescape(source, into: &span, from: 0)
  }

  /// Writes the same over the bytes from a place on, and returns the place behind the last.
  private static func unescape(
    _ source: Span<UInt8>, into text: inout MutableSpan<UInt8>, from start: Int
  ) -> Int {
    var count = start
    var position = 0
    while position < source.count {
      let plain = ByteWord.copyPlain(from: source, at: position, into: &text, at: count)
      count += plain
      position += plain
      guard position < source.count else { break }
      let byte = source[position]
      guard byte == UInt8(ascii: "\\") else {
        text[count] = byte
        count += 1
        position += 1
        continue
      }
      let escape = source[position + 1]
      guard escape == UInt8(ascii: "u") else {
        text[count] = simpleEscape(escape)
        count += 1
        position += 2
        continue
      }
      count += encode(escapedScalar(in: source, at: &position), into: &text, at: count)
    }
    return count
  }

  /// Returns the character that an escape stands for, and goes on behind the escape.
  ///
  /// `position` is that of a backslash. A surrogate that has no partner is U+FFFD.
  @inline(__always)
  package static func escapedScalar(in source: Span<UInt8>, at position: inout Int) -> UInt32 {
    let escape = source[position + 1]
    position += 2
    guard escape == UInt8(ascii: "u") else { return UInt32(simpleEscape(escape)) }
    let unit = codeUnit(at: position, in: source) ?? 0xFFFD
    position += 4
    guard unit & 0xF800 == 0xD800 else { return unit }
    guard let scalar = supplementary(high: unit, at: position, in: source) else { return 0xFFFD }
    position += 6
    return scalar
  }

  /// Returns the scalar of two surrogates, of which the low one is escaped too; nil without it.
  private static func supplementary(
    high: UInt32, at position: Int, in source: Span<UInt8>
  ) -> UInt32? {
    guard high & 0xFC00 == 0xD800, position + 6 <= source.count,
      source[position] == UInt8(ascii: "\\"), source[position + 1] == UInt8(ascii: "u"),
      let low = codeUnit(at: position + 2, in: source), low & 0xFC00 == 0xDC00
    else { return nil }
    return 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF)
  }

  /// Writes a scalar in UTF-8, and returns the number of bytes.
  @inline(__always)
  private static func encode(
    _ scalar: UInt32, into text: inout MutableSpan<UInt8>, at start: Int
  ) -> Int {
    func continuation(_ shift: UInt32) -> UInt8 {
      0x80 | UInt8(truncatingIfNeeded: scalar &>> shift) & 0x3F
    }
    switch scalar {
    case 0..<0x80:
      text[start] = UInt8(truncatingIfNeeded: scalar)
      return 1
    case 0x80..<0x800:
      text[start] = 0xC0 | UInt8(truncatingIfNeeded: scalar &>> 6)
      text[start + 1] = continuation(0)
      return 2
    case 0x800..<0x10000:
      text[start] = 0xE0 | UInt8(truncatingIfNeeded: scalar &>> 12)
      text[start + 1] = continuation(6)
      text[start + 2] = continuation(0)
      return 3
    default:
      text[start] = 0xF0 | UInt8(truncatingIfNeeded: scalar &>> 18)
      text[start + 1] = continuation(12)
      text[start + 2] = continuation(6)
      text[start + 3] = continuation(0)
      return 4
    }
  }

  /// Returns the number that four hexadecimal digits stand for; nil if there are not four.
  @inline(__always)
  static func codeUnit(at position: Int, in bytes: Span<UInt8>) -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    return ByteWord.hexadecimal(ByteWord.load(bytes, at: position, count: 4))
  }

  /// The byte that a letter behind a backslash represents.
  ///
  /// Which letter comes next is hard to guess, so there is no branch for each.
  @inline(__always)
  private static func simpleEscape(_ escape: UInt8) -> UInt8 {
    var byte = escape
    byte = escape == UInt8(ascii: "b") ? 0x08 : byte
    byte = escape == UInt8(ascii: "f") ? 0x0C : byte
    byte = escape == UInt8(ascii: "n") ? 0x0A : byte
    byte = escape == UInt8(ascii: "r") ? 0x0D : byte
    return escape == UInt8(ascii: "t") ? 0x09 : byte
  }
}
