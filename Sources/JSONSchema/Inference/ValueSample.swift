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
    /// Says whether the text is a list of more than one word.
    let isSeparated: Bool
  }

  /// What a text is compared by, and how often it came.
  private struct Tally: Sendable {
    let beginning: UInt64
    let ending: UInt64
    let length: Int
    var count: SummaryCount

    init(_ text: ShortText, _ count: SummaryCount) {
      (beginning, ending, length) = (text.beginning, text.ending, text.count)
      self.count = count
    }
  }

  /// The texts, in the order in which they came; empty where they were too many.
  private(set) var entries: [Entry] = []
  private var tallies: [Tally] = []

  /// One bit for each text that is a date or a list of words, so that counting it is not all.
  private var special: UInt32 = 0

  /// Where each text stands in `entries`, from 1, at the place of its hash or behind that.
  private var table = InlineArray<64, UInt8>(repeating: 0)

  /// Says whether the texts were too many, or one too long.
  private(set) var isFull = false

  static let mostTexts = 24

  /// The records in which each text of an enumeration came, and the records for each text.
  ///
  /// Three words in three samples are no enumeration; three words in sixty are.
  private static let fewestRecordsOfEach = 3
  private static let fewestRecordsForEach = 8
  private static let fewestRecords = 25

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
    zip(entries, tallies).map { (ExactText($0.text.string), $1.count) }.sorted { $0.0 < $1.0 }
  }

  /// Counts a text that came before; nil for one that is new, or where texts are not kept.
  @inline(__always)
  mutating func count(_ bytes: TextBytes, _ text: Range<Int>, record: Int) -> Int? {
    guard !isFull, text.count <= ShortText.longest else { return nil }
    let beginning = bytes.firstWord(of: text)
    let ending = text.count > 8 ? bytes.wholeWord(at: text.upperBound &- 8) : 0
    var place = ShortText.hash(beginning, ending, count: text.count) & 63
    // The table has more room than there are texts, so a free place comes.
    while table[place] != 0 {
      let position = Int(table[place]) - 1
      let tally = tallies[position]
      if tally.beginning == beginning, tally.ending == ending, tally.length == text.count,
        text.count <= 16 || entries[position].text.hasSameRest(bytes, text)
      {
        tallies[position].count.add(record)
        return position
      }
      place = (place + 1) & 63
    }
    return nil
  }

  /// Says whether a text is neither a date nor a list of words.
  @inline(__always)
  func isPlain(_ position: Int) -> Bool { special >> UInt32(position) & 1 == 0 }

  /// Adds a text that is new; nil stands for one that is too long.
  mutating func add(_ text: ShortText?, record: Int, dates: [DateFormat], isSeparated: Bool) {
    guard !isFull else { return }
    guard let text else { return fill() }
    var count = SummaryCount()
    count.add(record)
    insert(Entry(text: text, dates: dates, isSeparated: isSeparated), count)
  }

  mutating func merge(_ other: ValueSample, asValues: Bool) {
    guard !isFull, !other.isFull else { return fill() }
    if asValues {
      for index in tallies.indices { tallies[index].count.makeValues() }
    }
    for (entry, tally) in zip(other.entries, other.tallies) {
      var count = tally.count
      if asValues { count.makeValues() }
      let position = Int(table[place(of: entry.text)]) - 1
      if position >= 0 {
        tallies[position].count.merge(count)
      } else {
        insert(entry, count)
        if isFull { return }
      }
    }
  }

  /// The place of a text in the table, or the free one where it belongs.
  @inline(__always)
  private func place(of text: ShortText) -> Int {
    var place = text.hash & 63
    while table[place] != 0, !entries[Int(table[place]) - 1].text.equals(text) {
      place = (place + 1) & 63
    }
    return place
  }

  private mutating func insert(_ entry: Entry, _ count: SummaryCount) {
    guard !isFull, entries.count < Self.mostTexts else { return fill() }
    let place = place(of: entry.text)
    if !entry.dates.isEmpty || entry.isSeparated { special |= 1 << UInt32(entries.count) }
    entries.append(entry)
    tallies.append(Tally(entry.text, count))
    table[place] = UInt8(entries.count)
  }

  private mutating func fill() {
    isFull = true
    entries = []
    tallies = []
    special = 0
    table = InlineArray(repeating: 0)
  }

  /// The texts in their order, where the evidence carries an enumeration; else none.
  ///
  /// `records` are the records with a text.
  func enumeration(records: Int) -> [String] {
    guard entries.count > 1, records >= Self.fewestRecords,
      records >= entries.count * Self.fewestRecordsForEach,
      tallies.allSatisfy({ $0.count.records >= Self.fewestRecordsOfEach })
    else { return [] }
    let texts = counts.map(\.text.text)
    return texts.contains(where: MapRule.isData) ? [] : texts
  }
}
