/// One problem of a document, as a Swift type that decodes it sees it.
public struct DecodingIssue: Sendable, Hashable {
  /// What kind of problem it is.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// A key that the type cannot do without is not there.
    case missingKey
    /// The value is `null` where the type needs one.
    case nullValue
    /// The value is of another JSON type.
    case typeMismatch
    /// The number does not fit the Swift type.
    case numberOutOfRange
    /// The value is no date in the expected format.
    case invalidDate
    /// The type accepts the value as a date, but a person would not.
    case implausibleDate
    /// The text is no URL.
    case invalidURL
    /// The value is none of the cases of an enumeration.
    case unknownEnumValue
    /// The type's own initialiser refused the value.
    case invalidValue
    /// The type hides a problem of the value and goes on without it (`try?`).
    case tolerated
    /// A numbered slot is `null`.
    case nullSlot
    /// A used slot stands behind an unused one.
    case slotGap
    /// A slot is used and its partner is not.
    case unpairedSlot

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
