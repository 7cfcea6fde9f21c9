/// Eight bytes of a text at once.
///
/// The word holds the first byte in its lowest bits. To find a byte, a word is made in which the
/// highest bit of a lane is set where the byte of that lane is one of those looked for; lanes above
/// the lowest hit may be wrong, because a subtraction borrows, but the lowest one is right. For
/// `say "hi"` and the byte `"` it is
///
///     lane          0    1    2    3    4    5    6    7
///     byte          s    a    y         "    h    i    "
///     byte ^ `"`    51   43   5B   02   00   4A   4B   00
///     minus 1       50   42   5A   01   FF   49   4A   FF     lane 4 is the lowest hit
///
/// Strings are looked through sixteen bytes at a time, with the comparisons that processors have for
/// that. The unsafe code of this file loads and stores several bytes, and makes a string of bytes
/// that the scanner has found to be UTF-8.
enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Loads the eight bytes that begin at an offset.
  @inline(__always)
  static func load(_ bytes: RawSpan, at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= bytes.byteCount - 8)
    let word = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: UInt64.self)
    return UInt64(littleEndian: word)
  }

  /// Loads eight bytes of an array.
  @inline(__always)
  static func load(_ bytes: [UInt8], at offset: Int) -> UInt64 {
    unsafe load(bytes.span.bytes, at: offset)
  }

  /// Copies bytes up to a backslash, eight at a time, and returns how many.
  ///
  /// It stops where fewer than eight are left, and may write bytes behind the last that it counts.
  @inline(__always)
  static func copyPlain(
    from source: Span<UInt8>, at start: Int, into target: inout MutableSpan<UInt8>,
    at targetStart: Int
  ) -> Int {
    let raw = unsafe source.bytes
    var count = 0
    while start &+ count &+ 8 <= raw.byteCount {
      let word = load(raw, at: start &+ count)
      store(word, into: &target, at: targetStart &+ count)
      let backslashes = ((word ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones) & ~word & highBits
      // A byte beyond ASCII cannot be a backslash; the highest bit of its lane tells it apart.
      if backslashes != 0 { return count &+ backslashes.trailingZeroBitCount / 8 }
      count &+= 8
    }
    return count
  }

  @inline(__always)
  private static func store(_ word: UInt64, into target: inout MutableSpan<UInt8>, at offset: Int) {
    precondition(offset >= 0 && offset <= target.count - 8)
    unsafe target.withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
  }

  /// Loads the eight bytes that begin at an offset.
  @inline(__always)
  static func load(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    load(unsafe bytes.bytes, at: offset)
  }

  /// Loads sixteen bytes at an offset and sixteen some bytes behind; nil where there are fewer.
  @inline(__always)
  static func loadEnds(
    _ bytes: Span<UInt8>, at offset: Int, behind: UInt8
  ) -> (first: SIMD2<UInt64>, last: SIMD2<UInt64>)? {
    let raw = unsafe bytes.bytes
    let last = offset &+ Int(behind)
    guard offset >= 0, last <= raw.byteCount &- 16 else { return nil }
    return unsafe (
      raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD2<UInt64>.self),
      raw.unsafeLoadUnaligned(fromUncheckedByteOffset: last, as: SIMD2<UInt64>.self)
    )
  }

  /// Whether `null` stands at an offset.
  @inline(__always)
  static func isNull(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    fourBytes(bytes, at: offset) == 0x6C6C_756E
  }

  /// Whether `true` stands at an offset.
  @inline(__always)
  static func isTrue(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    fourBytes(bytes, at: offset) == 0x6575_7274
  }

  /// Whether `false` stands at an offset, of which the first letter is known.
  @inline(__always)
  static func isFalse(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    fourBytes(bytes, at: offset &+ 1) == 0x6573_6C61
  }

  /// Four bytes, the first one lowest; 0 where there are fewer.
  @inline(__always)
  private static func fourBytes(_ bytes: Span<UInt8>, at offset: Int) -> UInt32 {
    let raw = unsafe bytes.bytes
    guard offset >= 0, offset <= raw.byteCount &- 4 else { return 0 }
    let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self)
    return UInt32(littleEndian: word)
  }

  /// Loads fewer bytes, of which at least as many are there; the rest of the word is zero.
  @inline(__always)
  static func load(_ bytes: Span<UInt8>, at offset: Int, count: Int) -> UInt64 {
    if count == 8 { return load(bytes, at: offset) }
    let mask: UInt64 = 1 << UInt64(8 * count) &- 1
    if offset + 8 <= bytes.count { return load(bytes, at: offset) & mask }
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
    return word
  }

  /// The number that four hexadecimal digits make; nil where one of the bytes is none.
  ///
  /// Digits and letters come in no order, so a branch for each would often be guessed wrong.
  @inline(__always)
  static func hexadecimal(_ digits: UInt64) -> UInt32? {
    let high: UInt64 = 0x8080_8080
    // The highest bit of a lane tells that the byte is at least one thing and less than another.
    let isDigit = (digits &+ 0x5050_5050) & ~(digits &+ 0x4646_4646)
    let small = digits | 0x2020_2020
    let isLetter = (small &+ 0x1F1F_1F1F) & ~(small &+ 0x1919_1919)
    guard (isDigit | isLetter) & ~digits & high == high else { return nil }
    let values = (digits & 0x0F0F_0F0F) &+ 9 &* ((digits &>> 6) & 0x0101_0101)
    // The first digit is in the lowest lane and counts most.
    let pairs = (values &<< 4 | values &>> 8) & 0x00FF_00FF
    return UInt32(truncatingIfNeeded: (pairs &<< 8 | pairs &>> 16) & 0xFFFF)
  }

  /// Finds the first byte that is a quote, a backslash, a control character or beyond ASCII.
  ///
  /// Returns the end of the bytes where there is none. Sixteen bytes are compared at once; as signed
  /// numbers both control characters and bytes beyond ASCII are less than a space.
  @inline(__always)
  static func endOfPlainText(in bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while let lanes = specialLanes(in: bytes, from: position) {
      if lanes != 0 { return position &+ lanes.trailingZeroBitCount / 4 }
      position &+= 16
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { break }
      position += 1
    }
    return position
  }

  /// Finds which of sixteen bytes are a quote, a backslash, a control character or beyond ASCII.
  ///
  /// Each byte is four bits of the result, the first one lowest. Nil where there are fewer bytes.
  @inline(__always)
  static func specialLanes(in bytes: Span<UInt8>, from start: Int) -> UInt64? {
    let raw = unsafe bytes.bytes
    guard start >= 0, start &+ 16 <= raw.byteCount else { return nil }
    let lanes = unsafe raw.unsafeLoadUnaligned(
      fromUncheckedByteOffset: start, as: SIMD16<Int8>.self)
    let quotes = SIMD16<Int8>(repeating: 0x22)
    let backslashes = SIMD16<Int8>(repeating: 0x5C)
    let spaces = SIMD16<Int8>(repeating: 0x20)
    return bits(of: (lanes .== quotes) .| (lanes .== backslashes) .| (lanes .< spaces))
  }

  /// Finds the first byte that is no white space (RFC 8259 section 2).
  ///
  /// Returns the end of the bytes where there is none. Indented text has long runs of spaces.
  static func endOfWhitespace(in bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    let raw = unsafe bytes.bytes
    let spaces = SIMD16<Int8>(repeating: 0x20)
    let newlines = SIMD16<Int8>(repeating: 0x0A)
    let returns = SIMD16<Int8>(repeating: 0x0D)
    let tabs = SIMD16<Int8>(repeating: 0x09)
    while position &+ 16 <= raw.byteCount {
      let lanes = unsafe raw.unsafeLoadUnaligned(
        fromUncheckedByteOffset: position, as: SIMD16<Int8>.self)
      let hits =
        (lanes .== spaces) .| (lanes .== newlines) .| (lanes .== returns) .| (lanes .== tabs)
      let bits = ~bits(of: hits)
      if bits != 0 { return position &+ bits.trailingZeroBitCount / 4 }
      position &+= 16
    }
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return position
      }
    }
    return position
  }

  /// Four bits for each of sixteen lanes, the first one lowest: all set where the lane is a hit.
  ///
  /// Two lanes are a number of sixteen bits; of it the four bits in the middle are kept, two of each
  /// lane. One word without a branch is what strings of any length below sixteen need, because
  /// whether one ends in the first or second eight bytes is guessed wrong often.
  @inline(__always)
  private static func bits(of hits: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    let pairs = unsafe unsafeBitCast(hits, to: SIMD8<UInt16>.self)
    let bytes = SIMD8<UInt8>(truncatingIfNeeded: pairs &>> 4)
    return UInt64(littleEndian: unsafe unsafeBitCast(bytes, to: UInt64.self))
  }

  /// Makes a string of a part of a text that is known to be UTF-8.
  @inline(__always)
  static func text(_ range: Range<Int>, in bytes: [UInt8], isASCII: Bool) -> String {
    let part = bytes.span.extracting(range)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return String(copying: unsafe UTF8Span(unchecked: part, isKnownASCII: isASCII))
    }
    return unsafe part.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
