/// Many texts, to be found by their bytes: the names of an object, the values of an enumeration.
///
/// All parts share one memory, so that a part is two numbers, and nothing is retained to look at
/// one. A text is cut into words of eight bytes, the last one filled up with zeros; the words and
/// the length make a hash, and what lies at its slot is compared word by word. With the texts `id`
/// and `name`, in a part of four slots, it is
///
///     slots   0: -   1: name   2: -   3: id
///     words   "id\0\0\0\0\0\0", "name\0\0\0\0"
///
/// To find `name` takes one multiplication and one comparison, whatever the number of texts.
struct TextTable: Sendable {
  /// Some texts of the table.
  struct Part: Sendable {
    fileprivate var firstSlot: Int
    /// The number of slots, a power of two, less one.
    fileprivate var mask: Int
    fileprivate var longest: Int
  }

  private struct Text {
    let count: Int
    /// Where its words begin.
    let firstWord: Int
    /// Its number in its part.
    let number: Int
  }

  private var texts: [Text] = []
  private var words: [UInt64] = []

  /// The number of the text at each slot; -1 where there is none.
  private var slots: [Int32] = []

  /// Adds a part; of texts that are the same, the first is found.
  mutating func add(_ added: [[UInt8]]) -> Part {
    var size = 4
    while size < 2 * added.count { size *= 2 }
    let part = Part(
      firstSlot: slots.count, mask: size - 1, longest: added.map(\.count).max() ?? -1)
    slots += repeatElement(-1, count: size)
    for (number, text) in added.enumerated()
    where find(text.indices, in: text.span, part) < 0 {
      var slot = Self.slot(text.indices, in: text.span, part)
      while slots[part.firstSlot + slot] >= 0 { slot = (slot + 1) & part.mask }
      slots[part.firstSlot + slot] = Int32(texts.count)
      texts.append(Text(count: text.count, firstWord: words.count, number: number))
      for start in stride(from: 0, to: text.count, by: 8) {
        words.append(text.span.firstWord(of: start..<text.count))
      }
    }
    return part
  }

  /// Finds the number of a text in a part; -1 where there is none.
  func find(_ text: Range<Int>, in bytes: TextBytes, _ part: Part) -> Int {
    guard text.count <= part.longest else { return -1 }
    let (slots, texts) = (slots.span, texts.span)
    var slot = Self.slot(text, in: bytes, part)
    while true {
      let index = Int(slots[part.firstSlot &+ slot])
      if index < 0 { return -1 }
      if texts[index].count == text.count, equals(text, in: bytes, from: texts[index].firstWord) {
        return texts[index].number
      }
      slot = (slot &+ 1) & part.mask
    }
  }

  @inline(__always)
  private func equals(_ text: Range<Int>, in bytes: TextBytes, from firstWord: Int) -> Bool {
    let words = words.span
    var word = firstWord
    var start = text.lowerBound
    while start < text.upperBound {
      if bytes.firstWord(of: start..<text.upperBound) != words[word] { return false }
      word &+= 1
      start &+= 8
    }
    return true
  }

  @inline(__always)
  private static func slot(_ text: Range<Int>, in bytes: TextBytes, _ part: Part) -> Int {
    var hash = UInt64(truncatingIfNeeded: text.count)
    var start = text.lowerBound
    while start < text.upperBound {
      hash = (hash ^ bytes.firstWord(of: start..<text.upperBound)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 32
      start &+= 8
    }
    return Int(truncatingIfNeeded: hash) & part.mask
  }
}
