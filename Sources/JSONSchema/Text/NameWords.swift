import StrictJSON

/// The first sixteen bytes of a name, to be compared with what is among other bytes.
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

  /// Whether there is more of the name than the words.
  @inline(__always)
  var isLong: Bool { count > 16 }

  /// Whether a name among other bytes is as long and begins with the same sixteen bytes.
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

  /// Compares the whole name, which lies among `names`.
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
