public import StrictJSON
import WireDates

/// Summaries as JSON, so that machines can share the work and join what each has seen.
///
/// The document holds the tree of places as it is: each place has its counts, and its members and
/// elements lie in it. `{"a": 1}` and `{"a": "x", "b": []}` give
///
///     {"x-summary": 2, "records": 2, "root": {
///       "present": [2, 2], "types": {"object": [2, 2]},
///       "members": [
///         {"name": "a", "positions": 0, "followers": ["b"], "place": {
///           "present": [2, 2], "types": {"integer": [1, 1], "string": [1, 1]},
///           "texts": 1, "values": {"x": [1, 1]}, "lists": 0, "numbers": [1, 1]}},
///         {"name": "b", "positions": 1, "followers": [], "place": {
///           "present": [1, 1], "types": {"array": [1, 1]}, "empty": 1,
///           "lengths": [0, 0], "tuple": []}}]}}
///
/// Two numbers in brackets are counts of values and of records. Members stand in the order of
/// their names, so the same samples give the same bytes in any order.
extension ShapeSummary {
  /// The version of the document; a summary of another version is refused.
  static let documentVersion = 2

  /// How deep a summary's document may nest: each level of a sample is up to three levels of it.
  public static let maximumDocumentDepth = 4 * JSONDocument.defaultMaximumDepth

  /// The summary as a JSON document, which ``init(_:)`` reads.
  public var document: JSONNode {
    [
      "x-summary": .number(String(Self.documentVersion)),
      "records": .number(String(records)),
      "root": place(0),
    ]
  }

  /// Reads a summary; nil for a document that is no summary, or one of another version.
  ///
  /// The document is read with ``maximumDocumentDepth``.
  public init?(_ document: JSONDocument) {
    let root = document.root
    guard root["x-summary"]?.numberText == String(Self.documentVersion),
      let records = root["records"].flatMap(SummaryNode.count), let place = root["root"]
    else { return nil }
    self.init(records: records)
    guard read(place, into: 0) else { return nil }
  }

  /// Whether a document claims to be a summary, of whatever version.
  public static func isSummary(_ document: JSONDocument) -> Bool {
    document.root["x-summary"] != nil
  }

  // MARK: Writing

  private func place(_ index: Int) -> JSONNode {
    let node = nodes[index]
    var result = node.countsDocument
    if !node.members.isEmpty {
      let members = node.members.all
      let sorted = members.sorted { $0.name < $1.name }
      result["members"] = .array(sorted.map { member($0, among: members) })
    }
    if let value = node.mapValue { result["mapValue"] = place(value) }
    if let element = node.element { result["element"] = place(element) }
    return result
  }

  private func member(_ member: SummaryMember, among members: [SummaryMember]) -> JSONNode {
    let followers = member.followers.map { members[$0].name }.sorted()
    return [
      "name": .string(member.name.text),
      "positions": .number(String(member.positionSum)),
      "followers": .array(followers.map { .string($0.text) }),
      "place": place(member.node),
    ]
  }

  // MARK: Reading

  /// Reads a place; the depth of the document bounds the depth of the calls.
  private mutating func read(_ value: JSONValue, into index: Int) -> Bool {
    guard let node = SummaryNode(countsDocument: value) else { return false }
    nodes[index] = node
    if let element = value["element"] {
      nodes[index].element = nodes.count
      nodes.append(SummaryNode())
      guard read(element, into: nodes.count - 1) else { return false }
    }
    if let mapValue = value["mapValue"] {
      guard value["members"] == nil else { return false }
      nodes[index].mapValue = nodes.count
      nodes.append(SummaryNode())
      guard read(mapValue, into: nodes.count - 1) else { return false }
    }
    return value["members"].map { readMembers($0, into: index) } ?? true
  }

  private mutating func readMembers(_ list: JSONValue, into index: Int) -> Bool {
    guard list.count <= Self.maximumMembers else { return false }
    for value in list.elements {
      guard let name = value["name"]?.string.map(ExactText.init), let place = value["place"],
        let positions = value["positions"].flatMap(SummaryNode.count),
        nodes[index].members.position(of: name) == nil
      else { return false }
      _ = nodes[index].members.append(name, node: nodes.count, positionSum: positions)
      nodes.append(SummaryNode())
      guard read(place, into: nodes.count - 1) else { return false }
    }
    for (position, value) in list.elements.enumerated() {
      for follower in value["followers"]?.elements.compactMap(\.string) ?? [] {
        guard let target = nodes[index].members.position(of: ExactText(follower)) else {
          return false
        }
        nodes[index].members.merge(followers: [target], into: position)
      }
    }
    return true
  }
}

extension SummaryCount {
  /// Reads a count of values and a count of records.
  init?(_ value: JSONValue) {
    guard let values = value[0].flatMap(SummaryNode.count),
      let records = value[1].flatMap(SummaryNode.count), value.count == 2, records <= values
    else { return nil }
    self.init(values: values, records: records)
  }

  var document: JSONNode { [.number(String(values)), .number(String(records))] }
}
