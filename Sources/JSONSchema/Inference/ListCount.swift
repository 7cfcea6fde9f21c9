/// How many texts are lists of words with commas between them, such as `Meat,Casserole`.
///
/// One text that can be no list, not even one of a single word, decides for good.
struct ListCount: Sendable {
  /// The texts with a comma; 0 where some text is no list.
  private(set) var separated = 0

  /// Whether some text is no list.
  private(set) var isBroken = false

  private static let longestWord = 30
  private static let fewestSeparated = 3

  init(separated: Int = 0, isBroken: Bool = false) {
    self.separated = isBroken ? 0 : separated
    self.isBroken = isBroken
  }

  /// Counts a text that has so many words; nil for one that is no list.
  mutating func add(words: Int?) {
    guard !isBroken else { return }
    guard let words else {
      self = ListCount(isBroken: true)
      return
    }
    if words > 1 { separated += 1 }
  }

  mutating func merge(_ other: ListCount) {
    self = ListCount(
      separated: separated + other.separated, isBroken: isBroken || other.isBroken)
  }

  /// Whether the texts are lists: enough of them have more than one word.
  func areLists(among texts: Int) -> Bool {
    separated >= Self.fewestSeparated && separated * 4 >= texts
  }

  /// The number of words; nil for what is no list.
  ///
  /// In prose and in names of places a space follows the comma; in numbers there are only digits.
  static func words(_ text: TextBytes) -> Int? {
    if isPlain(text) {
      let isWord = ASCII.isLetter(text[0]) || text[0] >= 0x80
      return isWord && text[text.count - 1] != UInt8(ascii: " ") ? 1 : nil
    }
    var words = 1
    var length = 0
    var previous = UInt8(ascii: ",")
    for index in 0..<text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ",") {
        guard length > 0, previous != UInt8(ascii: " ") else { return nil }
        words += 1
        length = 0
      } else {
        guard length > 0 || ASCII.isLetter(byte) || byte >= 0x80, length < longestWord,
          byte >= 0x20, !isPunctuation(byte)
        else { return nil }
        length += 1
      }
      previous = byte
    }
    return length > 0 && previous != UInt8(ascii: " ") ? words : nil
  }

  /// Whether a text is short, and has neither a comma nor what no list has.
  private static func isPlain(_ text: TextBytes) -> Bool {
    guard 1...longestWord ~= text.count else { return false }
    var index = 0
    while index < text.count {
      var word = text.word(at: index)
      let left = text.count - index
      if left < 8 { word |= ByteLanes.all("a") << UInt64(8 * left) }
      let others =
        ByteLanes.between("\0", "\u{1F}", in: word) | ByteLanes.between(".", "/", in: word)
        | ByteLanes.between(":", ";", in: word) | ByteLanes.between("?", "@", in: word)
        | ByteLanes.equal(",", in: word) | ByteLanes.equal("!", in: word)
      if others & ~word != 0 { return false }
      index += 8
    }
    return true
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "!"),
      UInt8(ascii: "?"), UInt8(ascii: "/"), UInt8(ascii: "@"):
      true
    default: false
    }
  }
}
