import StrictJSON
import WireDates

/// How often something came, in values and in records.
struct SummaryCount: Sendable {
  /// The record of values that are counted one by one, such as those of a map.
  static let eachValue = 0

  private(set) var values = 0
  private(set) var records = 0

  init(values: Int = 0, records: Int = 0) {
    self.values = values
    self.records = records
  }

  /// The record that was counted last, so that each counts once.
  private var lastRecord = SummaryCount.eachValue

  @inline(__always)
  mutating func add(_ record: Int) {
    values &+= 1
    if record == lastRecord, record != Self.eachValue { return }
    records &+= 1
    lastRecord = record
  }

  mutating func merge(_ other: Self) {
    values += other.values
    records += other.records
  }

  /// Counts each value as a record of its own.
  mutating func makeValues() {
    records = values
    lastRecord = Self.eachValue
  }
}

/// A count for each type.
struct TypeCounts: Sendable {
  private var counts = InlineArray<7, SummaryCount>(repeating: SummaryCount())

  @inline(__always)
  subscript(type: JSONType) -> SummaryCount {
    get { counts[Self.index(of: type)] }
    set { counts[Self.index(of: type)] = newValue }
  }

  @inline(__always)
  mutating func add(_ type: JSONType, _ record: Int) {
    counts[Self.index(of: type)].add(record)
  }

  @inline(__always)
  private static func index(of type: JSONType) -> Int {
    switch type {
    case .array: 0
    case .boolean: 1
    case .integer: 2
    case .null: 3
    case .number: 4
    case .object: 5
    case .string: 6
    }
  }
}

/// How many texts have a date format.
struct DateCount: Sendable {
  let format: DateFormat
  var count: Int
}

/// What is known of one place.
struct SummaryNode: Sendable {
  var present = SummaryCount()
  var types = TypeCounts()
  /// Empty strings and arrays.
  var empty = 0
  var emptyObjects = 0
  /// Strings of white space only.
  var blank = 0

  /// Strings that are neither empty nor blank, the forms that all of them have, and their dates.
  var texts = 0
  var forms = TextForms.all
  var dates: [DateCount] = []
  /// The texts themselves, as long as they are few.
  var sample = ValueSample()
  var lists = ListCount()

  var smallestNumber = Double.infinity
  var largestNumber = -Double.infinity

  /// The lengths of arrays, and the types at each position.
  var smallestLength = Int.max
  var largestLength = 0
  var tuple = TupleTypes()

  var members = SummaryMembers()
  var mapValue: Int?
  var element: Int?

  /// The one date format that all texts have; nil where there is none, or more than one.
  var commonDate: DateFormat? {
    let common = dates.filter { $0.count == texts }
    return common.count == 1 ? common.first?.format : nil
  }

  /// Counts an array; says whether the tuple wants the types of its elements.
  mutating func addArray(length: Int) -> Bool {
    if length == 0 { empty += 1 }
    smallestLength = min(smallestLength, length)
    largestLength = max(largestLength, length)
    return tuple.add(length: length)
  }

  @inline(__always)
  mutating func count(_ type: JSONType, _ record: Int) {
    present.add(record)
    types.add(type, record)
  }

  /// Adds a text that stands among other bytes, without escapes.
  mutating func addText(_ bytes: TextBytes, _ range: Range<Int>, record: Int) {
    count(.string, record)
    guard !range.isEmpty else {
      empty += 1
      return
    }
    // What a text looks like is found out once, as long as the texts are few.
    if let known = sample.count(bytes, range, record: record) {
      texts += 1
      if !sample.isPlain(known) { addTraits(of: known) }
      return
    }
    addNewText(bytes.extracting(range), record: record)
  }

  /// Counts a text with escapes where that can be done without reading them; says whether it was.
  ///
  /// Where many texts came, a long one or one more URL changes nothing but the count.
  mutating func countEscaped(_ bytes: TextBytes, _ range: Range<Int>, record: Int) -> Bool {
    guard sample.isFull, lists.isBroken else { return false }
    let first = bytes[range.lowerBound]
    // An escape stands for at least a sixth of its bytes.
    let isLong =
      forms.isEmpty && range.count > 6 * TextForm.longestShortForm && 0x21..<0x7F ~= first
      && first != UInt8(ascii: "\\")
    guard
      isLong || forms.isWithoutOthers(than: .uri) && TextForm.isPlainWebURL(bytes, range)
    else { return false }
    count(.string, record)
    texts += 1
    return true
  }

  /// Counts what was found out of a text when it came first.
  private mutating func addTraits(of known: Int) {
    if sample.entries[known].isSeparated { lists.add(words: 2) }
    for date in sample.entries[known].dates { add(date, 1) }
  }

  private mutating func addNewText(_ text: TextBytes, record: Int) {
    guard !text.isBlank else {
      blank += 1
      return
    }
    texts += 1
    if !forms.isEmpty { forms.keep(formsOf: text) }
    let mayBeDate = DateGuess.canBeDate(text)
    if !mayBeDate, sample.isFull, lists.isBroken { return }
    let dates = mayBeDate ? TextForm.dateFormats(of: text) : []
    for date in dates { add(date, 1) }
    let words = lists.isBroken ? nil : ListCount.words(text)
    lists.add(words: words)
    guard !sample.isFull else { return }
    sample.add(ShortText(text), record: record, dates: dates, isSeparated: (words ?? 0) > 1)
  }

  private mutating func add(_ date: DateFormat, _ count: Int) {
    if !dates.isEmpty, dates[0].format == date {
      dates[0].count += count
    } else if let index = dates.firstIndex(where: { $0.format == date }) {
      dates[index].count += count
    } else {
      dates.append(DateCount(format: date, count: count))
    }
  }

  mutating func add(_ number: NumberText, record: Int) {
    count(number.type, record)
    guard let value = number.value else { return }
    smallestNumber = min(smallestNumber, value)
    largestNumber = max(largestNumber, value)
  }

  /// Adds the counts of another node, `asValues` where both are within a map.
  mutating func mergeCounts(_ other: SummaryNode, asValues: Bool) {
    present.merge(other.present)
    for type in JSONType.allCases { types[type].merge(other.types[type]) }
    if asValues {
      present.makeValues()
      for type in JSONType.allCases { types[type].makeValues() }
    }
    empty += other.empty
    emptyObjects += other.emptyObjects
    blank += other.blank
    texts += other.texts
    forms.formIntersection(other.forms)
    for date in other.dates { add(date.format, date.count) }
    smallestNumber = min(smallestNumber, other.smallestNumber)
    largestNumber = max(largestNumber, other.largestNumber)
    sample.merge(other.sample, asValues: asValues)
    lists.merge(other.lists)
    smallestLength = min(smallestLength, other.smallestLength)
    largestLength = max(largestLength, other.largestLength)
    tuple.merge(other.tuple)
  }
}
