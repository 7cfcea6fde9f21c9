import StrictJSON
import WireDates

/// The Swift types of some contracts, with all names decided.
struct TypeModel: Sendable {
  /// The types in the order in which they are written: outer ones first.
  var declarations: [TypeDeclaration] = []

  /// What the types leave out, one sentence each.
  var notes: [String] = []

  /// The declaration of a name.
  func declaration(_ name: String) -> TypeDeclaration? {
    declarations.first { $0.name == name }
  }
}

/// The type of a value.
indirect enum SwiftType: Sendable, Hashable {
  case bool, integer, number, text, url
  /// A whole number that no `Int` holds.
  case decimal
  /// A date in a format.
  case date(DateFormat)
  /// Any JSON.
  case any
  /// A declared type.
  case named(String)
  case list(SwiftType)
  /// An object whose keys are data.
  case map(SwiftType)
  case optional(SwiftType)
  /// A value that holds itself, so that it needs a place of its own in memory.
  case indirect(SwiftType)

  /// The same type, which may be nil.
  var orNil: SwiftType {
    if case .optional = self { return self }
    return .optional(self)
  }

  /// The type without its optional.
  var unwrapped: SwiftType {
    if case .optional(let type) = self { return type }
    return self
  }

  /// The types that lists, maps and optionals are made of.
  var leaves: [SwiftType] {
    switch self {
    case .list(let type), .map(let type), .optional(let type), .indirect(let type): type.leaves
    case .bool, .integer, .number, .text, .url, .decimal, .date, .any, .named: [self]
    }
  }

  /// The declared type that a value of this one holds in itself; nil where memory lies between.
  var heldInline: String? {
    switch self {
    case .named(let name): name
    case .optional(let type): type.heldInline
    case .bool, .integer, .number, .text, .url, .decimal, .date, .any, .list, .map, .indirect: nil
    }
  }
}

/// A declared type.
struct TypeDeclaration: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case structure([Property])
    /// A vocabulary of words; others are kept as `unknown`.
    case enumeration([EnumerationCase])
    /// One of some types.
    case union([UnionCase], discriminator: Discriminator?)
    case alias(SwiftType)
    /// A type that only holds a value, because an alias cannot name itself.
    case wrapper(SwiftType)
  }

  /// The name in the file.
  var name: String

  /// The name without prefix and suffix.
  var baseName: String

  var kind: Kind

  /// The lines of the doc comment.
  var docs: [String] = []

  /// The families of numbered properties.
  var slots: [SlotFamily] = []

  /// Whether a value may hold itself, so that an enumeration must be `indirect`.
  var isRecursive = false

  /// Whether the name stands for the whole document of a contract.
  var isRoot = false

  var properties: [Property] {
    if case .structure(let properties) = kind { return properties }
    return []
  }

  /// Whether two declarations are the same type; what was observed may differ.
  func hasSameContent(as other: TypeDeclaration) -> Bool {
    guard baseName == other.baseName, slots == other.slots else { return false }
    return kind.withoutDocs == other.kind.withoutDocs
  }
}

extension TypeDeclaration.Kind {
  var withoutDocs: Self {
    guard case .structure(let properties) = self else { return self }
    return .structure(
      properties.map { property in
        var property = property
        property.docs = []
        property.mayBeNothing = false
        return property
      })
  }
}

/// A property of a structure.
struct Property: Sendable, Hashable {
  /// The key in JSON; empty for ``isRest``.
  var key: String
  /// The name in Swift, without backticks.
  var name: String
  /// The type, optional where the value may be missing or null.
  var type: SwiftType
  /// Whether the key may be missing.
  var mayBeMissing: Bool
  /// Whether the value may be null.
  var mayBeNull: Bool
  /// Whether a text was seen that says nothing: empty, or white space.
  var mayBeNothing = false
  /// What separates the words of a text that is a list.
  var separator: String?
  /// Whether it holds the members that have no property of their own, by their keys.
  var isRest = false
  var docs: [String] = []
}

/// A word of a vocabulary.
struct EnumerationCase: Sendable, Hashable {
  var name: String
  var word: String
}

/// A type of a union.
struct UnionCase: Sendable, Hashable {
  var name: String
  var type: SwiftType

  /// The name of the property that gives the value where the union has this case.
  var accessor: String { "as" + name.prefix(1).uppercased() + name.dropFirst() }
}

/// The member of an object that says which type of a union it is.
struct Discriminator: Sendable, Hashable {
  var key: String
  /// Whether the member is a whole number, and not a text.
  var isNumber: Bool
  /// The words, each with the name of its case; a number as it is written.
  ///
  /// A case without a word is no object.
  var words: [EnumerationCase]
}
