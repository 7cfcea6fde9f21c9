import StrictJSON

/// The different texts of a place, as long as they are few and short.
///
/// What decides is the number of different texts, which only grows, so the order does not matter.
struct ValueSample: Sendable {
  /// How often each text came; empty where they were too many.
  private(set) var counts: [ExactText: SummaryCount] = [:]

  /// Says whether the texts were too many, or one too long.
  private(set) var isFull = false

  static let mostTexts = 24
  private static let longestText = 40

  /// The records in which each text of an enumeration came, and the records for each text.
  ///
  /// Three words in three samples are no enumeration; three words in sixty are.
  private static let fewestRecordsOfEach = 3
  private static let fewestRecordsForEach = 8
  private static let fewestRecords = 25

  init() {}

  init(counts: [ExactText: SummaryCount], isFull: Bool) {
    self.isFull = isFull || counts.count > Self.mostTexts
    self.counts = self.isFull ? [:] : counts
  }

  mutating func add(_ text: String, record: Int) {
    guard !isFull else { return }
    guard text.utf8.count <= Self.longestText else {
      fill()
      return
    }
    counts[ExactText(text), default: SummaryCount()].add(record)
    if counts.count > Self.mostTexts { fill() }
  }

  mutating func merge(_ other: ValueSample) {
    guard !isFull, !other.isFull else {
      fill()
      return
    }
    for (text, count) in other.counts { counts[text, default: SummaryCount()].merge(count) }
    if counts.count > Self.mostTexts { fill() }
  }

  private mutating func fill() {
    isFull = true
    counts = [:]
  }

  /// The texts in their order, where the evidence carries an enumeration; else none.
  ///
  /// `records` are the records with a text.
  func enumeration(records: Int) -> [String] {
    guard counts.count > 1, records >= Self.fewestRecords,
      records >= counts.count * Self.fewestRecordsForEach,
      counts.values.allSatisfy({ $0.records >= Self.fewestRecordsOfEach }),
      !counts.keys.contains(where: { MapRule.isData($0.text) })
    else { return [] }
    return counts.keys.sorted().map(\.text)
  }
}

/// How many texts are lists of words with commas between them, such as `Meat,Casserole`.
///
/// One text that can be no list, not even one of a single word, decides for good.
struct ListCount: Sendable {
  /// The texts with a comma; 0 where some text is no list.
  private(set) var separated = 0

  /// Says whether some text is no list.
  private(set) var isBroken = false

  private static let longestWord = 30
  private static let fewestSeparated = 3

  init(separated: Int = 0, isBroken: Bool = false) {
    self.separated = isBroken ? 0 : separated
    self.isBroken = isBroken
  }

  mutating func add(_ text: String) {
    guard !isBroken else { return }
    guard let words = Self.words(text) else {
      self = ListCount(isBroken: true)
      return
    }
    if words > 1 { separated += 1 }
  }

  mutating func merge(_ other: ListCount) {
    self = ListCount(
      separated: separated + other.separated, isBroken: isBroken || other.isBroken)
  }

  /// Says whether the texts are lists: enough of them have more than one word.
  func areLists(among texts: Int) -> Bool {
    separated >= Self.fewestSeparated && separated * 4 >= texts
  }

  /// The number of words; nil for what is no list.
  ///
  /// In prose and in names of places a space follows the comma; in numbers there are only digits.
  private static func words(_ text: String) -> Int? {
    var words = 1
    var length = 0
    var previous = UInt8(ascii: ",")
    for byte in text.utf8 {
      if byte == UInt8(ascii: ",") {
        guard length > 0, previous != UInt8(ascii: " ") else { return nil }
        words += 1
        length = 0
      } else {
        guard length > 0 || ASCII.isLetter(byte) || byte >= 0x80, length < longestWord,
          byte >= 0x20, !".;:!?/@".utf8.contains(byte)
        else { return nil }
        length += 1
      }
      previous = byte
    }
    return length > 0 && previous != UInt8(ascii: " ") ? words : nil
  }
}

/// The types at the first positions of the arrays of a place.
struct TupleTypes: Sendable {
  /// The types at each position; empty where the arrays are not all of one small length.
  private(set) var types: [Set<JSONType>] = []

  /// The arrays that were seen.
  private(set) var arrays = 0

  private var isBroken = false

  private static let lengths = 2...8
  private static let fewestArrays = 10

  init() {}

  init(types: [Set<JSONType>], arrays: Int) {
    self.types = types
    self.arrays = arrays
    isBroken = types.isEmpty && arrays > 0
  }

  mutating func add(_ array: JSONValue, length: Int) {
    guard !isBroken, Self.lengths.contains(length), arrays == 0 || length == types.count else {
      self = TupleTypes(types: [], arrays: arrays + 1)
      return
    }
    if arrays == 0 { types = [Set<JSONType>](repeating: [], count: length) }
    for (index, element) in array.elements.enumerated() {
      types[index].insert(JSONType(of: element))
    }
    arrays += 1
  }

  mutating func merge(_ other: TupleTypes) {
    defer { arrays += other.arrays }
    guard other.arrays > 0 else { return }
    guard arrays > 0 else {
      (types, isBroken) = (other.types, other.isBroken)
      return
    }
    guard !isBroken, !other.isBroken, types.count == other.types.count else {
      isBroken = true
      types = []
      return
    }
    for index in types.indices { types[index].formUnion(other.types[index]) }
  }

  /// The types of a tuple; none for a list of things of one kind.
  ///
  /// Each position has one type besides `null`, and not all have the same.
  var tuple: [Set<JSONType>] {
    guard arrays >= Self.fewestArrays else { return [] }
    let kinds = types.map { types in
      types.subtracting([.null]).contains(.number)
        ? types.subtracting([.null, .integer]) : types.subtracting([.null])
    }
    guard kinds.allSatisfy({ $0.count == 1 }) else { return [] }
    // Whole and broken numbers are of one kind.
    let different = Set(kinds.map { $0.contains(.integer) ? [.number] : $0 })
    guard different.count > 1 else { return [] }
    return types.map { $0.contains(.number) ? $0.subtracting([.integer]) : $0 }
  }
}
