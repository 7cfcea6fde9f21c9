import StrictJSON

/// Strings where they stand in a document.
enum QuickText {
  /// What a string means.
  static func string(_ bytes: TextBytes, _ entry: JSONTapeEntry) -> String {
    let source = bytes.extracting(entry.content)
    guard entry.isEscaped else { return source.string }
    var text: [UInt8] = []
    JSONText.unescape(source, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The most bytes that one character takes: two surrogates, each of them escaped.
  private static let mostBytes = 12

  /// Whether a string is at least, or at most, as many characters long as a limit says.
  ///
  /// Its bytes mostly tell without being counted: `"to taste"` has no more than eight characters and,
  /// whatever the bytes are, at least one.
  @inline(__always)
  static func hasLength(
    _ bytes: TextBytes, _ entry: JSONTapeEntry, _ bound: CountBound, _ limit: Int
  ) -> Bool {
    let count = entry.content.count
    switch bound {
    case .minimum:
      if count < limit { return false }
      if count / mostBytes >= limit { return true }
    case .maximum:
      if count <= limit { return true }
      if count / mostBytes > limit { return false }
    }
    guard entry.isEscaped || entry.isBeyondASCII else { return bound.allows(count, limit) }
    return bound.allows(length(bytes.extracting(entry.content), entry.isEscaped), limit)
  }

  /// The number of characters of a text, which may have escapes.
  @inline(never)
  private static func length(_ text: TextBytes, _ isEscaped: Bool) -> Int {
    var length = 0
    var position = 0
    while position < text.count {
      if isEscaped, text[position] == UInt8(ascii: "\\") {
        _ = JSONText.escapedScalar(in: text, at: &position)
        length += 1
      } else {
        // All bytes of a character but the first begin with 10.
        length += text[position] & 0xC0 == 0x80 ? 0 : 1
        position += 1
      }
    }
    return length
  }
}
