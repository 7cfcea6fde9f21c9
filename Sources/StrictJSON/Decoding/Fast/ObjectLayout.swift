/// A set of members of a layout, by their numbers.
struct MemberSet: Hashable {
  /// The most members that fit.
  static let maximumCount = 128

  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// All members.
  static let all = MemberSet(low: .max, high: .max)

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  init() {}

  /// A bit for each member.
  var bits: UInt128 { UInt128(high) &<< 64 | UInt128(low) }

  var isEmpty: Bool { low | high == 0 }
  var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  @inline(__always)
  func contains(_ member: Int) -> Bool {
    (member < 64 ? low : high) & Self.bit(member) != 0
  }

  @inline(__always)
  mutating func insert(_ member: Int) {
    if member < 64 { low |= Self.bit(member) } else { high |= Self.bit(member) }
  }

  /// The bit of a member in its half; the shift leaves out the 64.
  @inline(__always)
  private static func bit(_ member: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: member) }

  func union(_ other: MemberSet) -> MemberSet {
    MemberSet(low: low | other.low, high: high | other.high)
  }

  func subtracting(_ other: MemberSet) -> MemberSet {
    MemberSet(low: low & ~other.low, high: high & ~other.high)
  }

  /// The numbers of the members, smallest first.
  var numbers: some Sequence<Int> {
    sequence(state: self) { rest -> Int? in
      let isLow = rest.low != 0
      guard isLow || rest.high != 0 else { return nil }
      let word = isLow ? rest.low : rest.high
      if isLow { rest.low = word & (word - 1) } else { rest.high = word & (word - 1) }
      return word.trailingZeroBitCount + (isLow ? 0 : 64)
    }
  }
}

/// The keys of the objects at one place of the shape, each with a number.
///
/// Most objects of a list have the same keys in the same order. So the layout remembers which key
/// followed which, and a key is mostly found by one comparison of bytes.
final class ObjectLayout {
  let shape: ShapeNode
  private(set) var names: [String] = []
  private let words = Stack<KeyWords>()
  /// What stands in long keys between the first and the last eight bytes.
  private var middles: [[UInt8]] = []
  private let followers = Stack<Int>()
  private var first = -1

  /// Where each member leads; made when it is asked for.
  private var shapes: [ShapeNode?] = []
  let slots = LayoutSlots()

  /// What the key strategy makes of names; nil where it leaves them as they are.
  private let renaming: LayoutRenaming?

  init(_ shape: ShapeNode, _ renaming: LayoutRenaming?) {
    self.shape = shape
    self.renaming = renaming
  }

  var count: Int { words.count }

  /// Whether there was a name too many.
  private(set) var isFull = false

  /// Whether an object of the document was opened with the layout.
  private var isUsed = false

  /// Notes that an object is opened; true for the first one of the document.
  func beginDocument() -> Bool {
    defer { isUsed = true }
    return !isUsed
  }

  /// Forgets the document.
  func forgetDocument(_ log: ReadLog) {
    isUsed = false
    slots.forgetDocument(self, log)
  }

  /// Whether an object may lack members that are read elsewhere.
  func mayLackMembers(_ values: [Int], _ log: ReadLog) -> Bool {
    guard slots.isCurrent(self, log) else { return true }
    var present = MemberSet()
    for member in values.indices where values[member] >= 0 { present.insert(member) }
    return !slots.readMask.subtracting(present).isEmpty
  }

  /// The values of the members of an object by their numbers, as tape indices; -1 where there is none.
  func values(of object: JSONValue) -> [Int] {
    let (tape, bytes) = (object.storage.tape, object.storage.bytes)
    var values = Array(repeating: -1, count: count)
    var key = object.index + 1
    var last = -1
    while key < Int(object.entry.next) {
      last = number(of: tape[key], behind: last, in: bytes)
      if last < 0 { break }
      if last >= values.count { values.append(-1) }
      if values[last] < 0 { values[last] = key + 1 }
      key = Int(tape[key + 1].next)
    }
    return values
  }

  /// Finds the number of the key that follows another one; -1 where it has none.
  @inline(__always)
  func number(of key: JSONTapeEntry, behind last: Int, in bytes: [UInt8]) -> Int {
    let expected = last < 0 ? first : followers[last]
    if expected >= 0, matches(expected, key, bytes) { return expected }
    return find(key, behind: last, in: bytes)
  }

  /// Whether a key of a document is the one of a number, byte for byte.
  @inline(__always)
  private func matches(_ number: Int, _ key: JSONTapeEntry, _ bytes: [UInt8]) -> Bool {
    let words = words[number]
    guard words.match(key, bytes) else { return false }
    return words.length <= 16 || matchesMiddle(number, key, bytes)
  }

  private func matchesMiddle(_ number: Int, _ key: JSONTapeEntry, _ bytes: [UInt8]) -> Bool {
    let middle = middles[number]
    let start = Int(key.offset) + 9
    var index = 0
    while index < middle.count {
      guard middle[index] == bytes[start + index] else { return false }
      index += 1
    }
    return true
  }

  private func find(_ key: JSONTapeEntry, behind last: Int, in bytes: [UInt8]) -> Int {
    let isEscaped = key.flags.contains(.escaped)
    var number = isEscaped ? -1 : (0..<count).first { matches($0, key, bytes) } ?? -1
    if number < 0 {
      let range = Int(key.offset) + 1..<Int(key.end) - 1
      let name =
        isEscaped
        ? JSONText.unescaped(range, in: bytes) : String(decoding: bytes[range], as: UTF8.self)
      // Where a name has a backslash, what stands in the document may look like another name.
      guard !isEscaped || !name.utf8.contains(UInt8(ascii: "\\")) else { return -1 }
      if let known = names.firstIndex(of: name) {
        // The same name in other code points is the same key.
        guard isEscaped, names[known].utf8.elementsEqual(name.utf8) else { return -1 }
        number = known
      } else {
        guard renaming?.admits(name) != false else { return -1 }
        number = add(name)
      }
    }
    if number >= 0 {
      if last < 0 { first = number } else { followers[last] = number }
    }
    return number
  }

  /// The number of a key that a type asks for by a name; -1 where only the engine can tell.
  func number(askedFor name: String) -> Int {
    guard let renaming else { return number(of: name) }
    return renaming.documentName(askedFor: name).map { number(of: $0) } ?? -1
  }

  /// The number of a name in the document; -1 where there are too many, or where only the engine can tell.
  func number(of name: String) -> Int {
    names.firstIndex(of: name) ?? (renaming?.admits(name) == false ? -1 : add(name))
  }

  private func add(_ name: String) -> Int {
    guard count < MemberSet.maximumCount else {
      isFull = true
      return -1
    }
    names.append(name)
    let utf8 = Array(name.utf8)
    words.append(KeyWords(utf8))
    middles.append(utf8.count > 16 ? Array(utf8[8..<utf8.count - 8]) : [])
    followers.append(-1)
    shapes.append(nil)
    return count - 1
  }

  /// Where a member leads.
  func shape(of member: Int) -> ShapeNode {
    if let shape = shapes[member] { return shape }
    let made = shape.child(.member(names[member]))
    shapes[member] = made
    return made
  }
}

/// The names of one layout where the strategy for keys is `convertFromSnakeCase`.
///
/// A type asks for `homeUrl`, and the document is likely to have `home_url`. Where it has another
/// name of the same meaning, such as `homeUrl` itself, and somebody asks for that, the engine has
/// to look which of them an object has.
final class LayoutRenaming {
  private unowned let session: DecodingSession
  /// The names by which types asked.
  private var asked: Set<String> = []
  /// The names for types of the keys that are not spelled as is likely.
  private var unlikely: Set<String> = []

  init(_ session: DecodingSession) { self.session = session }

  /// Learns a key of the document; false where an object that has it is for the engine.
  func admits(_ key: String) -> Bool {
    let name = SnakeCase.camelCase(of: key)
    if session.likelyDocumentName(of: name) == key { return true }
    unlikely.insert(name)
    return !asked.contains(name)
  }

  /// The key that a type asks for by a name; nil where only the engine can tell.
  func documentName(askedFor name: String) -> String? {
    let key = session.likelyDocumentName(of: name)
    guard !unlikely.contains(name), SnakeCase.camelCase(of: key) == name else { return nil }
    asked.insert(name)
    return key
  }
}

/// The length and both ends of a key, made ready to be compared with the keys of a document.
struct KeyWords {
  let length: Int
  private let first: UInt64
  private let last: UInt64

  init(_ bytes: [UInt8]) {
    length = bytes.count
    if length >= 8 {
      first = ByteWord.load(bytes, at: 0)
      last = ByteWord.load(bytes, at: length - 8)
    } else {
      first = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      last = 0
    }
  }

  /// Whether the key of an entry has the same length and ends.
  @inline(__always)
  func match(_ key: JSONTapeEntry, _ bytes: [UInt8]) -> Bool {
    let start = Int(key.offset) &+ 1
    guard Int(key.end) &- 1 &- start == length else { return false }
    if length < 8 {
      guard start &+ 8 <= bytes.count else { return matchShort(start, bytes) }
      let mask = (1 as UInt64) &<< UInt64(truncatingIfNeeded: length &* 8) &- 1
      return ByteWord.load(bytes, at: start) & mask == first
    }
    return ByteWord.load(bytes, at: start) == first
      && ByteWord.load(bytes, at: start &+ length &- 8) == last
  }

  /// The same at the end of a document, where eight bytes are not left.
  private func matchShort(_ start: Int, _ bytes: [UInt8]) -> Bool {
    bytes[start..<start + length].reversed().reduce(0) { $0 << 8 | UInt64($1) } == first
  }
}
