// What a pass over the samples keeps, and why any order and any split of them give the same.
//
// The places of the documents form a tree: `$`, `$.meals`, `$.meals[*]`, `$.meals[*].idMeal`. The
// tree lies in one array, `nodes`; a node names its children by their indices. Each node holds
// sums (how often a string, a null, an empty array came), smallest and largest values, and sets.
// Sums, extremes and unions do not care about order, so neither does the summary.
//
//     {"a": 1} {"a": "x", "b": []}
//
//     nodes[0] $      object 2      members a → 1, b → 2
//     nodes[1] $.a    integer 1, string 1
//     nodes[2] $.b    array 1, of these empty 1
//
// A *record* is what is counted as one independent observation: an element of the outermost array
// on the way to the value, or the whole document where there is no array. Ten payloads of one
// launch are ten values but one record; they tend to be null together.
//
// The size of the tree depends on the number of different places, never on the number of samples.
// An object with more different names than `maximumMembers` is keyed by data; its members then
// share one node. As the names only grow, that too happens whatever the order is.

public import StrictJSON
import WireDates

/// What is known of the shape of many documents, gathered in one pass and mergeable.
///
/// Merging is associative and commutative: the same samples in any order, in any number of parts,
/// give the same contract, byte for byte.
public struct ShapeSummary: Sendable {
  /// The number of different member names from which an object is keyed by data.
  static let maximumMembers = 1024

  var nodes: [SummaryNode] = [SummaryNode()]

  /// The number of records seen so far; the next one takes the next number.
  private var records = 0

  /// Makes a summary of nothing.
  public init() {}

  /// The number of documents that were added.
  public var samples: Int { nodes[0].present.values }

  /// Adds a document.
  public mutating func add(_ document: JSONDocument) { add(document.root) }

  /// Adds a value as a document of its own.
  public mutating func add(_ value: JSONValue) {
    records += 1
    add(value, to: 0, record: records, isInArray: false)
  }

  /// Adds everything that another summary knows.
  public mutating func merge(_ other: ShapeSummary) {
    merge(other, 0, into: 0)
    records += other.records
  }

  // MARK: Adding

  private mutating func add(_ value: JSONValue, to node: Int, record: Int, isInArray: Bool) {
    let type = JSONType(of: value)
    nodes[node].present.add(record)
    nodes[node].types[type].add(record)
    switch type {
    case .null, .boolean: break
    case .integer, .number: nodes[node].addNumber(value.source)
    case .string: nodes[node].addText(value.string ?? "")
    case .array:
      if value.count == 0 { nodes[node].empty += 1 }
      addElements(of: value, to: node, record: record, isInArray: isInArray)
    case .object:
      if value.count == 0 { nodes[node].emptyObjects += 1 }
      addMembers(of: value, to: node, record: record, isInArray: isInArray)
    }
  }

  private mutating func addElements(
    of array: JSONValue, to node: Int, record: Int, isInArray: Bool
  ) {
    for element in array.elements {
      var record = record
      if !isInArray {
        records += 1
        record = records
      }
      add(element, to: elementNode(of: node), record: record, isInArray: true)
    }
  }

  private mutating func addMembers(
    of object: JSONValue, to node: Int, record: Int, isInArray: Bool
  ) {
    var previous: Int?
    // Of members with the same name the first one counts: one object has one value for a name.
    var names = Set<ExactText>()
    for (position, member) in object.members.enumerated() {
      let name = ExactText(member.key)
      guard names.insert(name).inserted else { continue }
      guard let child = memberNode(name, of: node, after: previous) else {
        // The object is keyed by data; all its values share one node.
        add(member.value, to: mapValueNode(of: node), record: record, isInArray: isInArray)
        continue
      }
      nodes[node].members[child.position].positionSum += position
      if let previous { nodes[node].members[previous].followers.insert(child.position) }
      previous = child.position
      add(member.value, to: child.node, record: record, isInArray: isInArray)
    }
  }

  // MARK: Children

  private mutating func newNode() -> Int {
    nodes.append(SummaryNode())
    return nodes.count - 1
  }

  private mutating func elementNode(of node: Int) -> Int {
    if let element = nodes[node].element { return element }
    let element = newNode()
    nodes[node].element = element
    return element
  }

  private mutating func mapValueNode(of node: Int) -> Int {
    if let value = nodes[node].mapValue { return value }
    let value = newNode()
    nodes[node].mapValue = value
    return value
  }

  /// Finds or makes the node of a member; nil where the object is keyed by data.
  ///
  /// Members mostly come in the same order, so the one behind the previous one is tried first.
  private mutating func memberNode(
    _ name: ExactText, of node: Int, after previous: Int?
  ) -> (position: Int, node: Int)? {
    guard nodes[node].mapValue == nil else { return nil }
    let guess = previous.map { $0 + 1 } ?? 0
    if guess < nodes[node].members.count, nodes[node].members[guess].name == name {
      return (guess, nodes[node].members[guess].node)
    }
    if let position = nodes[node].positions[name] {
      return (position, nodes[node].members[position].node)
    }
    guard nodes[node].members.count < Self.maximumMembers else {
      makeMap(node)
      return nil
    }
    let child = newNode()
    let position = nodes[node].members.count
    nodes[node].members.append(SummaryMember(name: name, node: child))
    nodes[node].positions[name] = position
    return (position, child)
  }

  /// Joins all members of an object into the one node of a map.
  private mutating func makeMap(_ node: Int) {
    let value = mapValueNode(of: node)
    let members = nodes[node].members
    nodes[node].members = []
    nodes[node].positions = [:]
    let original = self
    for member in members { merge(original, member.node, into: value) }
  }

  // MARK: Merging

  private mutating func merge(_ other: ShapeSummary, _ source: Int, into target: Int) {
    let node = other.nodes[source]
    nodes[target].mergeCounts(node)
    if let element = node.element { merge(other, element, into: elementNode(of: target)) }
    if let value = node.mapValue {
      if nodes[target].mapValue == nil { makeMap(target) }
      merge(other, value, into: mapValueNode(of: target))
    }
    for member in node.members {
      guard let child = memberNode(member.name, of: target, after: nil) else {
        merge(other, member.node, into: mapValueNode(of: target))
        continue
      }
      merge(other, member.node, into: child.node)
      nodes[target].members[child.position].positionSum += member.positionSum
    }
    guard nodes[target].mapValue == nil else { return }
    for member in node.members {
      guard let position = nodes[target].positions[member.name] else { continue }
      let followers = member.followers.compactMap {
        nodes[target].positions[node.members[$0].name]
      }
      nodes[target].members[position].followers.formUnion(followers)
    }
  }

  /// Adds what another summary knows of one of its places, as if it were a document.
  mutating func merge(part node: Int, of other: ShapeSummary) { merge(other, node, into: 0) }
}

/// How often something came, in values and in records.
struct SummaryCount: Sendable {
  private(set) var values = 0
  private(set) var records = 0
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
  private(set) var texts = 0
  private(set) var forms: [TextForm: Int] = [:]
  private(set) var dates: [DateFormat: Int] = [:]

  private(set) var smallestNumber = Double.infinity
  private(set) var largestNumber = -Double.infinity

  var members: [SummaryMember] = []
  var positions: [ExactText: Int] = [:]
  var mapValue: Int?
  var element: Int?

  /// The one date format that all texts have; nil where there is none, or more than one.
  var commonDate: DateFormat? {
    let common = dates.filter { $0.value == texts }
    return common.count == 1 ? common.first?.key : nil
  }

  mutating func addText(_ text: String) {
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
  }
}
