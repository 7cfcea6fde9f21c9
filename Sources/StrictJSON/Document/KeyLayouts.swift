/// Says fast that no object of a document has a key twice, from the objects of earlier documents.
///
/// The records of a stream have the same keys in the same order, so most objects are like one that
/// was looked at before. An object is looked up by its first key. Where its keys are those that are
/// remembered, in their order, with some left out or none, they all differ. After
///
///     {"id": 1, "name": "a", "tags": []}
///
/// the object `{"id": 2, "tags": []}` needs two comparisons of eight bytes and no hash.
struct KeyLayouts: Sendable {
  /// The remembered keys of one object.
  private struct Layout {
    var first = 0
    var count = 0
  }

  private struct Key {
    let length: Int
    /// Where the words of the key begin; the last one is filled up with zeros.
    let word: Int
  }

  private var layouts = [Layout](repeating: Layout(), count: Self.slots)
  private var keys: [Key] = []
  private var words: [UInt64] = []
  private var hashes: [UInt64] = []

  private static let slots = 256

  /// When there are more keys, all are forgotten.
  private static let mostKeys = 8192

  init() {}

  /// Whether the keys of each object differ for sure.
  mutating func areDistinct(_ tape: JSONTape, in bytes: [UInt8]) -> Bool {
    for index in tape.indices where tape[index].kind == .object {
      // One key has no other.
      guard let count = tape[index].count else { return false }
      if count > 1, !areKnown(index, tape, bytes.span) {
        if JSONStorage.mayHaveDuplicates(index, tape, bytes, &hashes) { return false }
        remember(index, count, tape, bytes)
      }
    }
    return true
  }

  /// Whether the keys of an object are remembered ones, in their order.
  @inline(__always)
  private func areKnown(_ object: Int, _ tape: JSONTape, _ bytes: Span<UInt8>) -> Bool {
    let layout = layouts[Self.slot(tape[object + 1], bytes)]
    let end = Int(tape[object].next)
    let last = layout.first + layout.count
    var position = layout.first
    var key = object + 1
    while key < end {
      while position < last, !isSame(tape[key], bytes, as: keys[position]) { position += 1 }
      guard position < last else { return false }
      position += 1
      key = Int(tape[key + 1].next)
    }
    return true
  }

  @inline(__always)
  private func isSame(_ entry: JSONTapeEntry, _ bytes: Span<UInt8>, as key: Key) -> Bool {
    var offset = Int(entry.offset) + 1
    var length = Int(entry.end) - 1 - offset
    guard length == key.length else { return false }
    var word = key.word
    while length >= 8 {
      guard ByteWord.load(bytes, at: offset) == words[word] else { return false }
      offset += 8
      length -= 8
      word += 1
    }
    return length == 0 || ByteWord.load(bytes, at: offset, count: length) == words[word]
  }

  private static func slot(_ key: JSONTapeEntry, _ bytes: Span<UInt8>) -> Int {
    let length = Int(key.end) - Int(key.offset) - 2
    let word = ByteWord.load(bytes, at: Int(key.offset) + 1, count: min(8, length))
    let hash = (word ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15
    return Int(hash >> 56)
  }

  private mutating func remember(_ object: Int, _ count: Int, _ tape: JSONTape, _ bytes: [UInt8]) {
    if keys.count + count > Self.mostKeys {
      self = KeyLayouts()
      guard count <= Self.mostKeys else { return }
    }
    layouts[Self.slot(tape[object + 1], bytes.span)] = Layout(first: keys.count, count: count)
    var key = object + 1
    while key < Int(tape[object].next) {
      let start = Int(tape[key].offset) + 1
      let end = Int(tape[key].end) - 1
      keys.append(Key(length: end - start, word: words.count))
      for offset in stride(from: start, to: end, by: 8) {
        words.append(ByteWord.load(bytes.span, at: offset, count: min(8, end - offset)))
      }
      key = Int(tape[key + 1].next)
    }
  }
}
