public import StrictJSON

/// A value that breaks a keyword of a schema.
public struct SchemaViolation: Sendable, Hashable {
  /// The value, by its pointer in the document.
  public let instance: JSONPointer

  /// Where the value begins in the document, in bytes.
  public let offset: Int

  /// The keyword, by its pointer in the schema.
  public let schema: JSONPointer

  /// The name of the keyword: `required`, `type`, `x-date-format`.
  public let keyword: String

  /// The member that is missing, or that is not allowed; nil for every other violation.
  public let member: String?

  /// What the keyword asks for, in words.
  public let expected: String

  /// What stands there, in words or as an excerpt.
  public let found: String

  /// One sentence that holds both.
  public var message: String { "expected \(expected), found \(found)" }

  /// What the closest alternative of `anyOf` or `oneOf` complained about.
  public let causes: [SchemaViolation]
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
    /// What is wrong, in words.
    public let message: String
  }

  /// All faults, in the order in which they were found; never empty.
  public let problems: [Problem]

  /// The faults, one a line.
  public var description: String {
    problems.map { "\($0.schema): \($0.message)" }.joined(separator: "\n")
  }
}
