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
