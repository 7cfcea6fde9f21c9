/// The UTF-8 of one text, where it lies among other bytes.
///
/// Inference and the quick check look at every text, and make a `String` of hardly any. The unsafe
/// code of this file loads eight bytes.
typealias TextBytes = Span<UInt8>

extension Span<UInt8> {
  /// The bytes as a text of its own.
  var string: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in indices { bytes.append(self[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// At most eight bytes as a number, the first one lowest; the rest is zero.
  ///
  /// The index is a multiple of eight. What is loaded twice is the same both times.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    precondition(index >= 0)
    let missing = index + 8 - count
    if count >= 8 {
      let start = missing <= 0 ? index : count - 8
      let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self)
      return UInt64(littleEndian: word) >> UInt64(8 * Swift.max(0, missing))
    }
    guard index == 0, count > 0 else { return 0 }
    if count >= 4 {
      let start = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt32.self)
      let end = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: count - 4, as: UInt32.self)
      return UInt64(UInt32(littleEndian: start))
        | UInt64(UInt32(littleEndian: end)) << UInt64(8 * (count - 4))
    }
    return UInt64(self[0]) | UInt64(self[count >> 1]) << UInt64(8 * (count >> 1))
      | UInt64(self[count - 1]) << UInt64(8 * (count - 1))
  }

  /// At most eight bytes of a part as a number, the first one lowest; the rest is zero.
  @inline(__always)
  func firstWord(of part: Range<Int>) -> UInt64 {
    // What follows a text is there nearly always, and cut off.
    guard part.lowerBound >= 0, part.lowerBound &+ 8 <= count else { return lastWord(of: part) }
    let word = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: part.lowerBound, as: UInt64.self)
    let missing = 8 &- (part.upperBound &- part.lowerBound)
    guard missing > 0 else { return UInt64(littleEndian: word) }
    return UInt64(littleEndian: word) & ((~0 as UInt64) >> UInt64(truncatingIfNeeded: 8 &* missing))
  }

  /// The same for a part near the end of the bytes.
  @inline(never)
  private func lastWord(of part: Range<Int>) -> UInt64 { extracting(part).word(at: 0) }

  /// Eight bytes as a number, the first one lowest.
  @inline(__always)
  func wholeWord(at index: Int) -> UInt64 {
    precondition(index >= 0 && index + 8 <= count)
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    return UInt64(littleEndian: word)
  }

  /// Sixteen bytes as two numbers, the first one lowest; nil where there are less.
  @inline(__always)
  func twoWords(at index: Int) -> (UInt64, UInt64)? {
    guard index >= 0, index &+ 16 <= count else { return nil }
    let first = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    let second = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: index &+ 8, as: UInt64.self)
    return (UInt64(littleEndian: first), UInt64(littleEndian: second))
  }

  /// The first sixteen bytes of a part as two numbers; what it does not have is zero.
  func words(of part: Range<Int>) -> (UInt64, UInt64) {
    let text = extracting(part)
    return (text.word(at: 0), text.count > 8 ? text.word(at: 8) : 0)
  }

  /// The first and the last eight bytes of a part; of a shorter one all its bytes, and zeros.
  ///
  /// Nil for a part so near to the beginning or the end of the bytes that words do not fit.
  @inline(__always)
  func ends(of part: Range<Int>) -> (UInt64, UInt64)? {
    guard part.lowerBound >= 0, part.lowerBound &+ 8 <= count, part.upperBound >= 8,
      part.upperBound <= count
    else { return nil }
    let first = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: part.lowerBound, as: UInt64.self)
    let last = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: part.upperBound &- 8, as: UInt64.self)
    // Texts are short and long by turns, so there is no branch here that could be guessed wrong.
    let missing = UInt64(
      truncatingIfNeeded: 8 &* Swift.max(0, 8 &- (part.upperBound &- part.lowerBound)))
    return (
      (UInt64(littleEndian: first) &<< missing) &>> missing,
      UInt64(littleEndian: last) &>> missing
    )
  }

  /// Reads a character of UTF-8, which is known to be well formed, and goes on behind it.
  func character(at position: inout Int) -> UInt32 {
    let byte = self[position]
    let length = Swift.max(1, (~byte).leadingZeroBitCount)
    var character = UInt32(byte & (0xFF >> UInt8(length & 7)))
    if length == 1 { character = UInt32(byte) }
    for _ in 1..<length {
      position += 1
      character = character << 6 | UInt32(self[position] & 0x3F)
    }
    position += 1
    return character
  }

  /// Whether every byte passes a test.
  @inline(__always)
  func allSatisfy(_ test: (UInt8) -> Bool) -> Bool {
    for index in indices where !test(self[index]) { return false }
    return true
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { !allSatisfy { $0 != byte } }

  /// Whether there is nothing but white space.
  @inline(__always)
  var isBlank: Bool { count == 0 || !(0x21..<0x7F ~= self[0]) && hasOnlySpaces }

  private var hasOnlySpaces: Bool {
    for index in indices {
      switch self[index] {
      case 0x20, 0x09...0x0D: continue
      case 0x80...: return string.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      default: return false
      }
    }
    return true
  }
}
