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

/// What is known of the shape of many documents, gathered in one pass and mergeable.
///
/// Merging is associative and commutative: the same samples in any order, in any number of parts,
/// give the same contract, byte for byte.
public struct ShapeSummary: Sendable {
  /// The number of different member names from which an object is keyed by data.
  static let maximumMembers = 1024

  var nodes: [SummaryNode] = [SummaryNode()]

  /// The number of records seen so far; the next one takes the next number.
  private(set) var records: Int

  /// Makes a summary of nothing.
  public init() { self.init(records: 0) }

  init(records: Int) { self.records = records }

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
    case .string: nodes[node].addText(value.string ?? "", record: record)
    case .array:
      nodes[node].addArray(value)
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
    var seen = EvaluatedChildren()
    var names: Set<ExactText>?
    for (position, member) in object.members.enumerated() {
      let name = ExactText(member.key)
      guard let child = memberNode(name, of: node, after: previous) else {
        // The object is keyed by data; all its values share one node.
        var known = names ?? Set(object.members.prefix(position).map { ExactText($0.key) })
        let isNew = known.insert(name).inserted
        names = known
        guard isNew else { continue }
        add(member.value, to: mapValueNode(of: node), record: record, isInArray: isInArray)
        continue
      }
      guard !seen.contains(child.position) else { continue }
      seen.insert(child.position)
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
