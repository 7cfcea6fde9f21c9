/// One problem of a document, as a Swift type that decodes it sees it.
public struct DecodingIssue: Sendable, Hashable {
  /// What kind of problem it is.
  ///
  /// Its raw value is the name in reports.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A key that the type cannot do without is not there.
    case missingKey = "missing-key"
    /// The value is `null` where the type needs one.
    case nullValue = "null-value"
    /// The value is of another JSON type.
    case typeMismatch = "type-mismatch"
    /// The number does not fit the Swift type.
    case numberOutOfRange = "number-out-of-range"
    /// The value is no date in the expected format.
    case invalidDate = "invalid-date"
    /// The type accepts the value as a date, but a person would not.
    case implausibleDate = "implausible-date"
    /// The text is no URL.
    case invalidURL = "invalid-url"
    /// The value is none of the cases of an enumeration.
    case unknownEnumValue = "unknown-enum-value"
    /// The type's own initialiser refused the value.
    case invalidValue = "invalid-value"
    /// The type hides a problem of the value and goes on without it (`try?`).
    case tolerated
    /// A numbered slot is `null`.
    case nullSlot = "null-slot"
    /// A used slot stands behind an unused one.
    case slotGap = "slot-gap"
    /// A slot is used and its partner is not.
    case unpairedSlot = "unpaired-slot"

    /// Whether the type fails to decode because of it.
    public var stopsDecoding: Bool {
      switch self {
      case .missingKey, .nullValue, .typeMismatch, .numberOutOfRange, .invalidDate, .invalidURL,
        .unknownEnumValue, .invalidValue:
        true
      case .tolerated, .implausibleDate, .nullSlot, .slotGap, .unpairedSlot: false
      }
    }
  }

  /// What kind of problem it is.
  public let kind: Kind

  /// The place of the value; for a missing key the place where it should be.
  public let pointer: JSONPointer

  /// The shape path of the value, such as `$.meals[*].strMeal` (RFC 9535).
  public let path: ShapePath

  /// Where the value begins, in bytes; for a missing key where the object begins.
  public let offset: Int

  /// The type that asked for the value, and its property; nil for the document's root.
  public let owner: DecodingOwner?

  /// What should stand there.
  public let expected: Expectation

  /// What stands there, in words.
  public let found: String

  /// What is wrong, in one line that begins in lower case.
  public let message: String

  /// Whether ``message`` holds both ``expected`` and ``found``, so that a reader needs neither beside it.
  public let statesValues: Bool

  /// The document; nil for an issue that comes from another process.
  ///
  /// It is no part of what is wrong, so issues are compared without it.
  var document: JSONDocument?

  /// Whether it is told only as `JSONDecoder` reports it, of a form that the value was rather not meant for.
  ///
  /// It goes where code that tried the type in vain throws an error of its own; issues are compared without it.
  var isOfOtherForm = false

  /// The line and column where the value begins; nil for an issue that comes from another process.
  public var location: SourceLocation? { document?.location(atOffset: offset) }

  package init(
    kind: Kind, pointer: JSONPointer, path: ShapePath, offset: Int, owner: DecodingOwner?,
    expected: Expectation, found: String, message: String, statesValues: Bool = false
  ) {
    self.kind = kind
    self.pointer = pointer
    self.path = path
    self.offset = offset
    self.owner = owner
    self.expected = expected
    self.found = found
    self.message = message
    self.statesValues = statesValues
  }
}

extension DecodingIssue {
  private typealias Parts = (
    Kind, JSONPointer, ShapePath, Int, DecodingOwner?, Expectation
  )

  /// The same problem in other words, and of another kind where one is given.
  func saying(_ message: String, as kind: Kind? = nil) -> DecodingIssue {
    DecodingIssue(
      kind: kind ?? self.kind, pointer: pointer, path: path, offset: offset, owner: owner,
      expected: expected, found: found, message: message, statesValues: statesValues)
  }

  private var parts: Parts { (kind, pointer, path, offset, owner, expected) }

  /// Whether two issues say the same, whatever documents they come from.
  public static func == (first: DecodingIssue, second: DecodingIssue) -> Bool {
    first.parts == second.parts && first.found == second.found && first.message == second.message
  }

  /// Hashes what issues are told apart by.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(offset)
    hasher.combine(pointer)
    hasher.combine(message)
  }
}

extension DecodingIssue: CustomStringConvertible {
  /// The issue as the command writes it.
  ///
  ///     4:18: null-value: expected a string, found null
  ///         at        /meals/0/strMeal
  ///         property  RecipeDetailDTO.name
  public var description: String {
    var text = location.map { "\($0.line):\($0.column): " } ?? ""
    text += "\(kind.rawValue): \(message)"
    text += "\n    at        \(pointer.tokens.isEmpty ? "the whole document" : pointer.description)"
    if !message.contains(expected.description) { text += "\n    expected  \(expected)" }
    if !message.contains(found) { text += "\n    found     \(found)" }
    if let owner { text += "\n    property  \(owner)" }
    return text
  }
}

/// The Swift property that a value goes to.
public struct DecodingOwner: Sendable, Hashable, CustomStringConvertible {
  /// The name of the type, such as `RecipeDetailDTO`.
  public let type: String

  /// The name of the property, such as `name`; nil where the key is no enumeration's case.
  public let property: String?

  package init(type: String, property: String?) {
    self.type = type
    self.property = property
  }

  /// The type and the property: `RecipeDetailDTO.name`.
  public var description: String { property.map { "\(type).\($0)" } ?? type }
}
