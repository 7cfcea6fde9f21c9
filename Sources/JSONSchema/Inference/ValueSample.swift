import StrictJSON
import WireDates

/// The different texts of a place, as long as they are few and short.
///
/// What decides is the number of different texts, which only grows, so the order does not matter.
/// A text that came before is found by its bytes, and what it looks like is known from then on.
struct ValueSample: Sendable {
  /// A text, how often it came, and what it looks like.
  struct Entry: Sendable {
    let text: ShortText
    var count: SummaryCount
    /// The date formats that the text has.
    let dates: [DateFormat]
    /// Says whether the text is a list of more than one word.
    let isSeparated: Bool
    /// Says whether it is neither a date nor such a list, so that counting it is all.
    let isPlain: Bool

    init(text: ShortText, count: SummaryCount, dates: [DateFormat], isSeparated: Bool) {
      self.text = text
      self.count = count
      self.dates = dates
      self.isSeparated = isSeparated
      isPlain = dates.isEmpty && !isSeparated
    }
  }

  /// The texts, in the order in which they came; empty where they were too many.
  private(set) var entries: [Entry] = []

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
          text: short, count: count, dates: TextForm.dateFormats(of: bytes.span),
          isSeparated: (ListCount.words(bytes.span) ?? 0) > 1))
    }
    if isFull { fill() }
  }

  /// How often each text came.
  var counts: [(text: ExactText, count: SummaryCount)] {
    entries.map { (ExactText($0.text.string), $0.count) }.sorted { $0.0 < $1.0 }
  }

  /// Counts a text that came before; nil for one that is new, or where texts are not kept.
  @inline(__always)
  mutating func count(_ text: TextBytes, record: Int) -> Int? {
    guard !entries.isEmpty, text.count <= ShortText.longest else { return nil }
    var place = ShortText.hash(of: text) & 63
    // The table has more room than there are texts, so a free place comes.
    while table[place] != 0 {
      let position = Int(table[place]) - 1
      if entries[position].text.equals(text) {
        entries[position].count.add(record)
        return position
      }
      place = (place + 1) & 63
    }
    return nil
  }

  /// Adds a text that is new; nil stands for one that is too long.
  mutating func add(_ text: ShortText?, record: Int, dates: [DateFormat], isSeparated: Bool) {
    guard !isFull else { return }
    guard let text else { return fill() }
    var entry = Entry(
      text: text, count: SummaryCount(), dates: dates, isSeparated: isSeparated)
    entry.count.add(record)
    insert(entry)
  }

  mutating func merge(_ other: ValueSample, asValues: Bool) {
    guard !isFull, !other.isFull else { return fill() }
    if asValues {
      for index in entries.indices { entries[index].count.makeValues() }
    }
    for var entry in other.entries {
      if asValues { entry.count.makeValues() }
      let position = Int(table[place(of: entry.text)]) - 1
      if position >= 0 {
        entries[position].count.merge(entry.count)
      } else {
        insert(entry)
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

  private mutating func insert(_ entry: Entry) {
    guard !isFull, entries.count < Self.mostTexts else { return fill() }
    let place = place(of: entry.text)
    entries.append(entry)
    table[place] = UInt8(entries.count)
  }

  private mutating func fill() {
    isFull = true
    entries = []
    table = InlineArray(repeating: 0)
  }

  /// The texts in their order, where the evidence carries an enumeration; else none.
  ///
  /// `records` are the records with a text.
  func enumeration(records: Int) -> [String] {
    guard entries.count > 1, records >= Self.fewestRecords,
      records >= entries.count * Self.fewestRecordsForEach,
      entries.allSatisfy({ $0.count.records >= Self.fewestRecordsOfEach })
    else { return [] }
    let texts = counts.map(\.text.text)
    return texts.contains(where: MapRule.isData) ? [] : texts
  }
}
