import StrictJSON

extension JSONTapeEntry {
  /// The kind of the value.
  @inline(__always)
  var valueKind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: info & 0xF)) ?? .null }

  /// Says whether a string holds a backslash.
  @inline(__always)
  var isEscaped: Bool { info & (1 << 4) != 0 }
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

  /// Eight bytes as a number, the first one lowest.
  @inline(__always)
  func wholeWord(at index: Int) -> UInt64 {
    precondition(index >= 0 && index + 8 <= count)
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    return UInt64(littleEndian: word)
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
  var isBlank: Bool {
    guard count > 0 else { return true }
    // Nearly every text begins with a letter or a digit.
    let first = self[0]
    if first > 0x20, first < 0x7F { return false }
    return string.unicodeScalars.allSatisfy(\.properties.isWhitespace)
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

  /// Compares with bytes that were not copied.
  @inline(__always)
  func equals(_ text: TextBytes) -> Bool {
    guard count == text.count else { return false }
    if count <= 8 { return words[0] == text.word(at: 0) }
    guard words[0] == text.wholeWord(at: 0) else { return false }
    var index = 8
    while index + 8 <= count {
      guard words[index >> 3] == text.wholeWord(at: index) else { return false }
      index += 8
    }
    return index == count || words[index >> 3] == text.word(at: index)
  }

  /// A number that differs for most texts that differ.
  var hash: Int {
    var hash = UInt64(count)
    var index = 0
    while index < count {
      hash = Self.mix(hash, words[index >> 3])
      index += 8
    }
    return Int(hash >> 32)
  }

  /// The same number for a text that was not copied, which may be a longer one.
  @inline(__always)
  static func hash(of text: TextBytes) -> Int {
    var hash = UInt64(text.count)
    var index = 0
    while index < text.count {
      hash = mix(hash, text.word(at: index))
      index += 8
    }
    return Int(hash >> 32)
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
  }

  var string: String {
    var bytes: [UInt8] = []
    for index in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: words[index >> 3] >> UInt64(8 * (index & 7))))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
