import StrictJSON
import WireDates

/// How often something came, in values and in records.
struct SummaryCount: Sendable {
  private(set) var values = 0
  private(set) var records = 0

  init(values: Int = 0, records: Int = 0) {
    self.values = values
    self.records = records
  }

  /// The record that was counted last, so that each counts once.
  private var lastRecord = 0

  mutating func add(_ record: Int) {
    values += 1
    guard record != lastRecord else { return }
    records += 1
    lastRecord = record
  }

  mutating func merge(_ other: Self) {
    values += other.values
    records += other.records
  }
}

/// A count for each type.
struct TypeCounts: Sendable {
  private var counts = [SummaryCount](repeating: SummaryCount(), count: JSONType.allCases.count)

  subscript(type: JSONType) -> SummaryCount {
    get { counts[Self.index(of: type)] }
    set { counts[Self.index(of: type)] = newValue }
  }

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

/// A member of an object in a summary.
struct SummaryMember: Sendable {
  let name: ExactText
  let node: Int
  /// The sum of the positions at which the member came.
  var positionSum = 0
  /// The members that came directly behind this one.
  var followers: Set<Int> = []
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

  /// Strings that are neither empty nor blank, by their forms and date formats.
  var texts = 0
  var forms: [TextForm: Int] = [:]
  var dates: [DateFormat: Int] = [:]
  /// The texts themselves, as long as they are few.
  var sample = ValueSample()
  var lists = ListCount()

  var smallestNumber = Double.infinity
  var largestNumber = -Double.infinity

  /// The lengths of arrays, and the types at each position.
  var smallestLength = Int.max
  var largestLength = 0
  var tuple = TupleTypes()

  var members: [SummaryMember] = []
  var positions: [ExactText: Int] = [:]
  var mapValue: Int?
  var element: Int?

  /// The one date format that all texts have; nil where there is none, or more than one.
  var commonDate: DateFormat? {
    let common = dates.filter { $0.value == texts }
    return common.count == 1 ? common.first?.key : nil
  }

  mutating func addArray(_ array: JSONValue) {
    let length = array.count
    if length == 0 { empty += 1 }
    smallestLength = min(smallestLength, length)
    largestLength = max(largestLength, length)
    tuple.add(array, length: length)
  }

  mutating func addText(_ text: String, record: Int) {
    if text.isEmpty {
      empty += 1
      return
    }
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      blank += 1
      return
    }
    texts += 1
    for form in TextForm.forms(of: text) { forms[form, default: 0] += 1 }
    for format in TextForm.dateFormats(of: text) { dates[format, default: 0] += 1 }
    sample.add(text, record: record)
    lists.add(text)
  }

  mutating func addNumber(_ text: String) {
    guard let number = Double(text) else { return }
    smallestNumber = min(smallestNumber, number)
    largestNumber = max(largestNumber, number)
  }

  mutating func mergeCounts(_ other: SummaryNode) {
    present.merge(other.present)
    for type in JSONType.allCases { types[type].merge(other.types[type]) }
    empty += other.empty
    emptyObjects += other.emptyObjects
    blank += other.blank
    texts += other.texts
    forms.merge(other.forms) { $0 + $1 }
    dates.merge(other.dates) { $0 + $1 }
    smallestNumber = min(smallestNumber, other.smallestNumber)
    largestNumber = max(largestNumber, other.largestNumber)
    sample.merge(other.sample)
    lists.merge(other.lists)
    smallestLength = min(smallestLength, other.smallestLength)
    largestLength = max(largestLength, other.largestLength)
    tuple.merge(other.tuple)
  }
}
