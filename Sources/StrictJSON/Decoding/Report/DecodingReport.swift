/// What came of decoding one document through one type.
public struct DecodingReport: Sendable {
  /// All problems, in document order.
  public var issues: [DecodingIssue]

  /// The parts of the document that were not checked, because an initialiser stopped, must not meet
  /// made-up values, or does what `JSONDecoder` does not bear.
  public var unexplored: [UnexploredPart]

  /// The keys that the type asked for.
  public var reads: [DecodingRead]

  /// The members that the type never asked for, in document order, each shape path once.
  public var unread: [UnreadKey] = []

  package init(
    issues: [DecodingIssue] = [], unexplored: [UnexploredPart] = [], reads: [DecodingRead] = [],
    unread: [UnreadKey] = []
  ) {
    self.issues = issues
    self.unexplored = unexplored
    self.reads = reads
    self.unread = unread
  }

  /// Whether the type decodes the document.
  public var decodes: Bool { !issues.contains { $0.kind.stopsDecoding } }
}

extension DecodingReport: CustomStringConvertible {
  /// All problems in document order with their lines and columns, as the command writes them, and what was
  /// not checked.
  public var description: String {
    let parts = unexplored.map { part in
      let place = part.pointer.tokens.isEmpty ? "the document" : part.pointer.description
      return "not all of \(place) was checked: \(part.reason)"
    }
    let lines = issues.map(\.description) + parts
    return lines.isEmpty ? "no problems" : lines.joined(separator: "\n")
  }
}

/// A key that a type asked for, somewhere in the documents it saw.
public struct DecodingRead: Sendable, Hashable {
  /// The shape path of the key, such as `$.meals[*].strMeal`.
  public let path: ShapePath

  /// The type and property that asked.
  public let owner: DecodingOwner

  /// Whether the type fails without the key.
  public let isRequired: Bool

  /// The name of the Swift type that was asked for.
  public let valueType: String

  /// What that type needs.
  public let expectation: Expectation

  package init(
    path: ShapePath, owner: DecodingOwner, isRequired: Bool, valueType: String,
    expectation: Expectation
  ) {
    self.path = path
    self.owner = owner
    self.isRequired = isRequired
    self.valueType = valueType
    self.expectation = expectation
  }
}
