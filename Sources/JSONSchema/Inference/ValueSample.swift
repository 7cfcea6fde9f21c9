import StrictJSON
import WireDates

/// The different texts of a place, as long as they are few and short.
///
/// What decides is the number of different texts, which only grows, so the order does not matter.
/// A text that came before is found by its bytes, and what it looks like is known from then on.
struct ValueSample: Sendable {
  /// A text and what it looks like.
  struct Entry: Sendable {
    let text: ShortText
    /// The date formats that the text has.
    let dates: [DateFormat]
    /// Whether the text is a list of more than one word.
    let isSeparated: Bool
  }

  /// What a text is compared by, and how often it came.
  ///
  /// An escaped text has a tally of its own for the way in which it is spelled, so that `1\/2 cup` is
  /// read only once. Its length is marked, because the bytes may be those of another text.
  private struct Tally: Sendable {
    var beginning: UInt64 = 0
    var ending: UInt64 = 0
    /// The length in the lowest byte, and above it how often the text came.
    ///
    /// Of a spelling it is the position of the text instead.
    private var lengthAndValues: UInt64 = 0

    static let escapedLength = 64

    init() {}

    init(_ text: ShortText, isEscaped: Bool = false, values: Int) {
      (beginning, ending) = (text.beginning, text.ending)
      let length = isEscaped ? text.count + Self.escapedLength : text.count
      lengthAndValues = UInt64(length)
      self.values = values
    }

    @inline(__always)
    var length: Int { Int(lengthAndValues & 0xFF) }

    @inline(__always)
    var values: Int {
      get { Int(lengthAndValues &>> 8) }
      set { lengthAndValues = lengthAndValues & 0xFF | UInt64(newValue) << 8 }
    }

    @inline(__always)
    mutating func addOne() { lengthAndValues &+= 0x100 }
  }

  /// The texts, in the order in which they came; empty where they were too many.
  private(set) var entries: [Entry] = []
  private var spellings: [ShortText] = []

  /// How often each text came that had come in the same record before.
  private var repeats: [Int] = []

  // What is needed for each text lies close together at the end, because all that is known of the
  // places of a document hardly fits into the fastest memory.

  /// The tallies of the texts, and behind room for all of them those of spellings.
  private var tallies: [Tally] = []

  /// Where each text is in `tallies`, from 1, at the place of its hash or behind that.
  private var table = InlineArray<64, UInt8>(repeating: 0)

  /// One bit for each text that is a date or a list of words, so that counting it is not all.
  private var special: UInt32 = 0

  /// One bit for each text that came in the record that came last.
  private var lastTexts: UInt32 = 0

  /// Whether the texts were too many, or one too long.
  private(set) var isFull = false

  static let mostTexts = 24
  private static let mostTallies = 32

  /// The records in which each text of an enumeration came, and the records for each text.
  ///
  /// Three words in three samples are no enumeration; three words in sixty are.
  private static let fewestRecordsOfEach = 3
  private static let fewestRecordsForEach = 8
  static let fewestRecords = 25

  init() {}

  init(counts: [ExactText: SummaryCount], isFull: Bool) {
    for (text, count) in counts {
      let bytes = Array(text.text.utf8)
      guard let short = ShortText(bytes.span) else {
        fill()
        return
      }
      insert(
        Entry(
          text: short, dates: TextForm.dateFormats(of: bytes.span),
          isSeparated: (ListCount.words(bytes.span) ?? 0) > 1), count)
    }
    if isFull { fill() }
  }

  /// How often each text came.
  var counts: [(text: ExactText, count: SummaryCount)] {
    entries.indices.map { (ExactText(entries[$0].text.string), count(of: $0)) }
      .sorted { $0.0 < $1.0 }
  }

  /// Finds a text of at most sixteen bytes that came before.
  ///
  /// Nearly all texts that are kept are that short. Nothing is called here, which saves much.
  @inline(__always)
  mutating func findShort(
    _ bytes: TextBytes, _ text: Range<Int>, isEscaped: Bool
  ) -> Int? {
    let count = text.upperBound &- text.lowerBound
    guard !isFull, count <= 16, let (beginning, ending) = bytes.ends(of: text) else { return nil }
    let length = isEscaped ? count &+ Tally.escapedLength : count
    var place = ShortText.hash(beginning, ending, length: length)
    guard let position = nextPosition(&place, beginning, ending, length) else { return nil }
    return textPosition(position)
  }

  /// Finds any text that came before; nil for one that is new, or where texts are not kept.
  mutating func find(_ text: TextBytes, isEscaped: Bool) -> Int? {
    guard !isFull, let text = ShortText(text) else { return nil }
    let length = isEscaped ? text.count + Tally.escapedLength : text.count
    var place = ShortText.hash(text.beginning, text.ending, length: length)
    while let position = nextPosition(&place, text.beginning, text.ending, length) {
      let other =
        isEscaped ? spellings[position - Self.mostTexts] : entries[position].text
      if text.equals(other) { return textPosition(position) }
      place += 1
    }
    return nil
  }

  /// Finds a tally from a place of the table on; nil where a free place comes before one.
  @inline(__always)
  private mutating func nextPosition(
    _ place: inout Int, _ beginning: UInt64, _ ending: UInt64, _ length: Int
  ) -> Int? {
    // The table has more room than there are texts, so a free place comes.
    while table[place & 63] != 0 {
      let position = (Int(table[place & 63]) &- 1) & 31
      if tallies[position].beginning == beginning, tallies[position].ending == ending,
        tallies[position].length == length
      {
        return position
      }
      place &+= 1
    }
    return nil
  }

  /// The position of the text of a tally, which may be that of a spelling.
  @inline(__always)
  private mutating func textPosition(_ position: Int) -> Int {
    tallies[position].length < Tally.escapedLength ? position : tallies[position].values & 31
  }

  /// Counts a text that came before, and returns whether it is a date or a list of words.
  @inline(__always)
  mutating func count(_ position: Int, isFirstOfRecord: Bool) -> Bool {
    tallies[position].addOne()
    let bit = 1 as UInt32 &<< UInt32(truncatingIfNeeded: position)
    if isFirstOfRecord {
      lastTexts = bit
    } else {
      addRepeat(position, bit)
    }
    return special & bit != 0
  }

  @inline(never)
  private mutating func addRepeat(_ position: Int, _ bit: UInt32) {
    if lastTexts & bit != 0 { repeats[position] += 1 }
    lastTexts |= bit
  }

  /// Keeps the spelling of a text that came before, if there is room.
  mutating func add(spelling: TextBytes, of position: Int) {
    let next = Self.mostTexts + spellings.count
    guard !isFull, next < Self.mostTallies, let spelling = ShortText(spelling) else { return }
    spellings.append(spelling)
    add(Tally(spelling, isEscaped: true, values: position), at: next)
  }

  private func count(of position: Int) -> SummaryCount {
    let values = tallies[position].values
    return SummaryCount(values: values, records: values - repeats[position])
  }

  /// Adds a text that is new; nil represents one that is too long.
  mutating func add(
    _ text: ShortText?, dates: [DateFormat], isSeparated: Bool, isFirstOfRecord: Bool
  ) {
    guard !isFull else { return }
    guard let text else { return fill() }
    insert(Entry(text: text, dates: dates, isSeparated: isSeparated), SummaryCount())
    if !isFull { _ = count(entries.count - 1, isFirstOfRecord: isFirstOfRecord) }
  }

  mutating func merge(_ other: ValueSample, asValues: Bool) {
    guard !isFull, !other.isFull else { return fill() }
    if asValues {
      repeats = repeats.map { _ in 0 }
    }
    for (index, entry) in other.entries.enumerated() {
      var count = other.count(of: index)
      if asValues { count.makeValues() }
      if let position = entries.firstIndex(where: { $0.text.equals(entry.text) }) {
        tallies[position].values += count.values
        repeats[position] += count.values - count.records
      } else {
        insert(entry, count)
        if isFull { return }
      }
    }
  }

  private mutating func insert(_ entry: Entry, _ count: SummaryCount) {
    guard !isFull, entries.count < Self.mostTexts else { return fill() }
    let position = entries.count
    if !entry.dates.isEmpty || entry.isSeparated { special |= 1 << UInt32(position) }
    entries.append(entry)
    repeats.append(count.values - count.records)
    add(Tally(entry.text, values: count.values), at: position)
  }

  private mutating func add(_ tally: Tally, at position: Int) {
    if tallies.isEmpty { tallies = Array(repeating: Tally(), count: Self.mostTallies) }
    tallies[position] = tally
    var place = ShortText.hash(tally.beginning, tally.ending, length: tally.length)
    while table[place & 63] != 0 { place += 1 }
    table[place & 63] = UInt8(position + 1)
  }

  /// Forgets the texts, as where they are too many.
  mutating func fill() {
    self = ValueSample()
    isFull = true
  }

  /// The texts in their order, where the evidence carries an enumeration; else none.
  ///
  /// `records` are the records with a text.
  func enumeration(records: Int) -> [String] {
    guard entries.count > 1, records >= Self.fewestRecords,
      records >= entries.count * Self.fewestRecordsForEach,
      entries.indices.allSatisfy({ count(of: $0).records >= Self.fewestRecordsOfEach })
    else { return [] }
    let texts = counts.map(\.text.text)
    return texts.contains(where: MapRule.isData) ? [] : texts
  }
}
