public import StrictJSON

/// A value that breaks a keyword of a schema.
public struct SchemaViolation: Sendable, Hashable {
  /// The value, by its pointer in the document.
  public let instance: JSONPointer

  /// Where the value begins in the document, in bytes.
  public let offset: Int

  /// The keyword, by its pointer in the schema.
  public let schema: JSONPointer

  /// The URI of the schema's document; nil for the contract itself.
  public let schemaDocument: String?

  /// The name of the keyword, such as `required`; `false` for a schema that refuses everything.
  public let keyword: String

  /// The member that is missing, or that is not allowed; nil for every other violation.
  public let member: String?

  /// The place in the format, down to ``member``, with the same step for all names that are data.
  package let place: ShapePath

  /// Whether the value is an object with none of the members that its schema requires or names, such as
  /// `{"error": "no"}` for a record.
  public let isOfOtherObject: Bool

  /// What the keyword asks for, in words.
  public let expected: String

  /// What is there, in words or as an excerpt.
  public let found: String

  /// One sentence that holds both, and the first complaint of the closest alternative.
  public var message: String {
    let text = "expected \(expected), found \(found)"
    guard let cause = causes.first else { return text }
    let place = cause.instance == instance ? "" : "at '\(cause.instance)' "
    return text + "; the closest alternative: \(place)\(cause.message)"
  }

  /// What the closest alternative of `anyOf` or `oneOf` complained about.
  public let causes: [SchemaViolation]
}

/// What tells apart the violations of different causes: a place in the format, and the keyword there.
///
/// It is a hash, the same in every run. Names that are data count as one.
package struct ViolationSite: Sendable, Hashable {
  private var steps = FNVHash()

  /// The hash.
  package var hash: UInt64 { steps.value }

  mutating func add(_ text: String) {
    steps.add(text)
    // No UTF-8 text holds the byte FF, so it keeps the parts apart.
    steps.add(0xFF)
  }

  mutating func add(_ number: UInt64) { steps.add(number) }

  mutating func add(_ step: ShapePath.Step) {
    switch step {
    case .member(let name): add(name)
    case .values: add(1)
    case .elements: add(2)
    }
  }
}

/// What a schema says about `format`.
public enum FormatAssertion: Sendable, Hashable {
  /// `format` refuses values.
  case asserted
  /// `format` is an annotation only, as the standard has it.
  case annotated
}

/// Why a document cannot serve as a schema.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A fault in a schema.
  public struct Problem: Sendable, Hashable {
    /// The faulty keyword, by its pointer in the schema.
    public let schema: JSONPointer
    /// Where its value begins in the schema's document, in bytes.
    public let offset: Int
    /// The URI of the document that has the fault; nil for the contract itself.
    public let document: String?
    /// The line and column in that document.
    public let location: SourceLocation
    /// What is wrong, in words.
    public let message: String
  }

  /// All faults, in the order in which they were found; never empty.
  public let problems: [Problem]

  /// The faults, one a line.
  public var description: String {
    problems.map { ($0.document ?? "") + "\($0.schema): \($0.message)" }
      .joined(separator: "\n")
  }
}
