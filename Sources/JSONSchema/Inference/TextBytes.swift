import StrictJSON

extension JSONTapeEntry {
  /// The kind of the value.
  @inline(__always)
  var valueKind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: info & 0xF)) ?? .null }

  /// Says whether a string holds a backslash.
  @inline(__always)
  var isEscaped: Bool { info & (1 << 4) != 0 }

  /// What stands between the quotes of a string.
  @inline(__always)
  var content: Range<Int> {
    unsafe Range(uncheckedBounds: (Int(offset) &+ 1, Int(end) &- 1))
  }
}

/// The UTF-8 of one text, where it stands among other bytes.
///
/// Inference looks at every text of every sample, and makes a `String` of hardly any. This file is
/// the only one here with unsafe code: to load eight bytes.
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

  /// Says whether every byte passes a test.
  @inline(__always)
  func allSatisfy(_ test: (UInt8) -> Bool) -> Bool {
    for index in indices where !test(self[index]) { return false }
    return true
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { !allSatisfy { $0 != byte } }

  /// Says whether there is nothing but white space.
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

/// The bytes of a name in a form that can be compared fast.
///
/// Names are mostly no longer than sixteen bytes, and then two words say everything.
struct NameKey: Sendable {
  /// The first eight bytes; missing ones are zero.
  let beginning: UInt64
  /// The last eight bytes; zero where there are not more than eight.
  let ending: UInt64
  let count: Int
  /// Where the name begins among other ones.
  let start: Int

  init(_ name: TextBytes, startingAt start: Int) {
    beginning = name.word(at: 0)
    ending = name.count > 8 ? name.wholeWord(at: name.count - 8) : 0
    count = name.count
    self.start = start
  }

  /// The length up to which the two words say everything.
  static let longest = 16

  /// Compares all but the middle of a longer name with another one; see ``hasMiddle(_:_:_:)``.
  ///
  /// The first eight bytes of the other name are known.
  @inline(__always)
  func equals(_ bytes: TextBytes, _ name: Range<Int>, beginning: UInt64) -> Bool {
    self.beginning == beginning && count == name.upperBound &- name.lowerBound
      && (count <= 8 || bytes.wholeWord(at: name.upperBound &- 8) == ending)
  }

  /// Compares a name with one that stands among others, whose bytes are `names`.
  @inline(__always)
  func equals(
    _ bytes: TextBytes, _ name: Range<Int>, beginning: UInt64, in names: TextBytes
  ) -> Bool {
    equals(bytes, name, beginning: beginning)
      && (count <= Self.longest || hasMiddle(bytes, name, names))
  }

  /// Compares what lies between the first eight bytes and the last.
  @inline(never)
  func hasMiddle(_ bytes: TextBytes, _ name: Range<Int>, _ names: TextBytes) -> Bool {
    var index = 8
    while index < count - 8 {
      guard bytes.wholeWord(at: name.lowerBound + index) == names.wholeWord(at: start + index)
      else { return false }
      index += 8
    }
    return true
  }
}

/// The first sixteen bytes of a name, to be compared with what stands among other bytes.
///
/// Sixteen bytes are loaded whatever the length is, and what is too much is masked: `"id": 1, "name…`
/// and the name `id` are `69 64 22 3A 20 31 2C 20`, the mask `FF FF 00 00 00 00 00 00`, and `69 64`.
struct NameWords: Sendable {
  private let first: UInt64
  private let firstMask: UInt64
  private let second: UInt64
  private let secondMask: UInt64
  private let count: Int
  /// Where the name begins among other ones.
  private let start: Int

  /// A name with a backslash equals nothing, as only escaped texts have one among other bytes.
  init(_ name: TextBytes, startingAt start: Int) {
    let count = name.count
    self.count = name.contains(UInt8(ascii: "\\")) ? -1 : count
    self.start = start
    first = name.firstWord(of: 0..<min(8, count))
    firstMask = Self.mask(count)
    second = count > 8 ? name.firstWord(of: 8..<min(16, count)) : 0
    secondMask = Self.mask(count - 8)
  }

  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? ~0 : count <= 0 ? 0 : ~(~0 << UInt64(8 * count))
  }

  /// Says whether there is more of the name than the words.
  @inline(__always)
  var isLong: Bool { count > 16 }

  /// Says whether a name among other bytes is as long and begins with the same sixteen bytes.
  ///
  /// It says no to each name that begins less than sixteen bytes before the end of the bytes.
  @inline(__always)
  func begin(_ name: Range<Int>, in bytes: TextBytes) -> Bool {
    guard count == name.upperBound &- name.lowerBound,
      let words = bytes.twoWords(at: name.lowerBound)
    else { return false }
    return words.0 & firstMask == first && words.1 & secondMask == second
  }

  /// Compares what follows the first sixteen bytes of a name with that of this one among `names`.
  func end(_ name: Range<Int>, in bytes: TextBytes, _ names: TextBytes) -> Bool {
    Self.equals(bytes, name, names, start..<start + count, from: 16)
  }

  /// Compares the whole name, which stands among `names`.
  func equals(_ bytes: TextBytes, _ name: Range<Int>, _ names: TextBytes) -> Bool {
    guard count == name.count else { return false }
    let words = bytes.words(of: name)
    return words.0 == first && words.1 == second
      && (!isLong || Self.equals(bytes, name, names, start..<start + count, from: 16))
  }

  /// Compares two names of the same length, of at least sixteen bytes, from an offset on.
  @inline(never)
  private static func equals(
    _ bytes: TextBytes, _ name: Range<Int>, _ others: TextBytes, _ other: Range<Int>,
    from offset: Int
  ) -> Bool {
    var offset = offset
    while offset < name.count {
      // What is loaded twice is the same both times.
      let start = min(offset, name.count - 8)
      guard
        bytes.wholeWord(at: name.lowerBound + start)
          == others.wholeWord(at: other.lowerBound + start)
      else { return false }
      offset += 8
    }
    return true
  }
}

/// A text of at most forty bytes, without memory of its own.
struct ShortText: Sendable {
  static let longest = 40

  let count: Int
  private var words: InlineArray<5, UInt64>

  /// Nil for a longer text.
  @inline(__always)
  init?(_ text: TextBytes) {
    guard text.count <= Self.longest else { return nil }
    count = text.count
    words = InlineArray(repeating: 0)
    var index = 0
    while index < count {
      words[index >> 3] = text.word(at: index)
      index += 8
    }
  }

  @inline(__always)
  func equals(_ other: ShortText) -> Bool {
    guard count == other.count else { return false }
    var differences: UInt64 = 0
    for index in 0..<5 { differences |= words[index] ^ other.words[index] }
    return differences == 0
  }

  /// The first eight bytes as a number; missing ones are zero.
  var beginning: UInt64 { words[0] }

  /// The last eight bytes as a number; of a shorter text all its bytes.
  var ending: UInt64 {
    guard count > 8 else { return beginning }
    let start = count - 8
    let shift = UInt64(8 * (start & 7))
    let low = words[start >> 3] >> shift
    return shift == 0 ? low : low | words[start >> 3 + 1] << (64 - shift)
  }

  /// A number that differs for most texts that differ in their first bytes, last bytes or length.
  @inline(__always)
  static func hash(_ beginning: UInt64, _ ending: UInt64, length: Int) -> Int {
    let mixed = beginning &+ ending &* 3 ^ UInt64(truncatingIfNeeded: length)
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 48)
  }

  var string: String {
    var bytes: [UInt8] = []
    for index in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: words[index >> 3] >> UInt64(8 * (index & 7))))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
