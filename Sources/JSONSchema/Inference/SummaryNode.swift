import StrictJSON
import WireDates

/// How often something came, in values and in records.
struct SummaryCount: Sendable {
  /// The record of values that are counted one by one, such as those of a map.
  static let eachValue = 0

  var values = 0
  var records = 0

  mutating func merge(_ other: Self) {
    values += other.values
    records += other.records
  }

  /// Counts each value as a record of its own.
  mutating func makeValues() { records = values }
}

/// How often anything came to a place, and how often each type.
///
/// Nearly every value is the first of its place in its record. So the values are counted, and only
/// the repeats: two integers and a string of one record are three values and one record of the
/// place, two values and one record of the type `integer`.
struct TypeCounts: Sendable {
  private var values = InlineArray<7, Int>(repeating: 0)

  /// The record that came last, and one bit for each type that came in it.
  private var lastRecord = SummaryCount.eachValue
  private var lastTypes: UInt8 = 0

  private var repeats = InlineArray<7, Int>(repeating: 0)
  private var allRepeats = 0

  /// The values that a summary counts beyond those of all types; none in one that was written here.
  private var others = 0

  /// How often anything came; set it after the counts of the types.
  var all: SummaryCount {
    get {
      let values = sum + others
      return SummaryCount(values: values, records: values - allRepeats)
    }
    set {
      others = newValue.values - sum
      allRepeats = newValue.values - newValue.records
    }
  }

  private var sum: Int {
    var sum = 0
    for index in values.indices { sum += values[index] }
    return sum
  }

  subscript(type: JSONType) -> SummaryCount {
    get {
      let index = Self.index(of: type)
      return SummaryCount(values: values[index], records: values[index] - repeats[index])
    }
    set {
      let index = Self.index(of: type)
      (values[index], repeats[index]) = (newValue.values, newValue.values - newValue.records)
    }
  }

  /// Counts a value; returns whether it is the first of its type in its record.
  @discardableResult @inline(__always)
  mutating func add(_ type: JSONType, _ record: Int) -> Bool {
    let index = Self.index(of: type)
    values[index] &+= 1
    let bit = 1 as UInt8 &<< UInt8(truncatingIfNeeded: index)
    guard record == lastRecord else {
      lastRecord = record
      lastTypes = bit
      return true
    }
    return addAgain(index, bit)
  }

  /// Counts a value that is not the first of its record.
  @inline(__always)
  private mutating func addAgain(_ index: Int, _ bit: UInt8) -> Bool {
    guard lastRecord != SummaryCount.eachValue else { return true }
    allRepeats &+= 1
    if lastTypes & bit != 0 {
      repeats[index] &+= 1
      return false
    }
    lastTypes |= bit
    return true
  }

  mutating func merge(_ other: Self) {
    for index in values.indices {
      values[index] += other.values[index]
      repeats[index] += other.repeats[index]
    }
    allRepeats += other.allRepeats
    others += other.others
  }

  /// Counts each value as a record of its own.
  mutating func makeValues() {
    repeats = InlineArray(repeating: 0)
    allRepeats = 0
    lastRecord = SummaryCount.eachValue
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
  var members = SummaryMembers()
  var mapValue: Int?
  var element: Int?

  var emptyObjects = 0
  /// Strings of white space only.
  var blank = 0

  var smallestNumber = Double.infinity
  var largestNumber = -Double.infinity

  /// The lengths of arrays, and the types at each position.
  var smallestLength = Int.max
  var largestLength = 0
  var tuple = TupleTypes()

  /// The texts themselves, as long as they are few.
  var sample = ValueSample()
  /// Strings that are neither empty nor blank, the forms that all of them have, and their dates.
  var texts = 0
  /// Empty strings and arrays.
  var empty = 0
  var types = TypeCounts()

  var forms = TextForms.all
  var dates: [DateCount] = []
  var lists = ListCount()

  /// How often anything came.
  var present: SummaryCount { types.all }

  /// The one date format that all texts have; nil where there is none, or more than one.
  var commonDate: DateFormat? {
    let common = dates.filter { $0.count == texts }
    return common.count == 1 ? common.first?.format : nil
  }

  /// Counts an array; returns whether the tuple wants the types of its elements.
  mutating func addArray(length: Int) -> Bool {
    if length == 0 { empty += 1 }
    smallestLength = min(smallestLength, length)
    largestLength = max(largestLength, length)
    return tuple.add(length: length)
  }

  /// Adds a text that lies among other bytes; false for one whose escapes must be read first.
  @inline(__always)
  mutating func addText(
    _ bytes: TextBytes, _ range: Range<Int>, isEscaped: Bool, record: Int
  ) -> Bool {
    if range.upperBound == range.lowerBound {
      types.add(.string, record)
      empty &+= 1
      return true
    }
    // What a text looks like is found out once, as long as the texts are few.
    if let known = sample.findShort(bytes, range, isEscaped: isEscaped) {
      addKnownText(known, record: record)
      return true
    }
    return addOtherText(bytes, range, isEscaped: isEscaped, record: record)
  }

  @inline(never)
  private mutating func addOtherText(
    _ bytes: TextBytes, _ range: Range<Int>, isEscaped: Bool, record: Int
  ) -> Bool {
    let text = bytes.extracting(range)
    if let known = sample.find(text, isEscaped: isEscaped) {
      addKnownText(known, record: record)
      return true
    }
    guard !isEscaped else { return countEscaped(text, record: record) }
    addNewText(text, record: record)
    return true
  }

  /// Adds a text that is not empty and was spelled with escapes.
  mutating func addText(_ text: TextBytes, spelled spelling: TextBytes, record: Int) {
    guard let known = sample.find(text, isEscaped: false) else {
      return addNewText(text, record: record)
    }
    addKnownText(known, record: record)
    sample.add(spelling: spelling, of: known)
  }

  @inline(__always)
  private mutating func addKnownText(_ known: Int, record: Int) {
    let isFirst = types.add(.string, record)
    texts &+= 1
    if sample.count(known, isFirstOfRecord: isFirst) { addTraits(of: known) }
  }

  /// Counts a text with escapes where that can be done without reading them; returns whether it was.
  ///
  /// Where many texts came, a long one or one more URL changes nothing but the count.
  private mutating func countEscaped(_ text: TextBytes, record: Int) -> Bool {
    guard sample.isFull, lists.isBroken else { return false }
    // An escape represents at least a sixth of its bytes.
    let isLong =
      forms.isEmpty && text.count > 6 * TextForm.longestShortForm && 0x21..<0x7F ~= text[0]
      && text[0] != UInt8(ascii: "\\")
    guard isLong || forms.isWithoutOthers(than: .uri) && TextForm.isPlainWebURL(text) else {
      return false
    }
    types.add(.string, record)
    texts += 1
    return true
  }

  /// Counts what was found out of a text when it came first.
  @inline(never)
  private mutating func addTraits(of known: Int) {
    if sample.entries[known].isSeparated { lists.add(words: 2) }
    for date in sample.entries[known].dates { add(date, 1) }
  }

  private mutating func addNewText(_ text: TextBytes, record: Int) {
    let isFirst = types.add(.string, record)
    guard !text.isBlank else {
      blank += 1
      return
    }
    texts += 1
    let mayBeDate = DateGuess.canBeDate(text)
    let plainDate = mayBeDate ? DateGuess.plainDate(text) : nil
    let isDateTime = plainDate?.form.isDateTime ?? false
    if !(isDateTime ? forms.isWithoutOthers(than: .dateTime) : forms.isEmpty) {
      forms.keep(formsOf: text)
    }
    if !mayBeDate, sample.isFull, lists.isBroken { return }
    let dates = plainDate?.formats ?? (mayBeDate ? TextForm.dateFormats(of: text) : [])
    for date in dates { add(date, 1) }
    let words = lists.isBroken ? nil : ListCount.words(text)
    lists.add(words: words)
    guard !sample.isFull else { return }
    sample.add(
      ShortText(text), dates: dates, isSeparated: (words ?? 0) > 1, isFirstOfRecord: isFirst)
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
    types.add(number.type, record)
    guard let value = number.value else { return }
    smallestNumber = min(smallestNumber, value)
    largestNumber = max(largestNumber, value)
  }

  /// Adds the counts of another node, `asValues` where both are within a map.
  mutating func mergeCounts(_ other: SummaryNode, asValues: Bool) {
    types.merge(other.types)
    if asValues { types.makeValues() }
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
