/// The vocabularies of draft 2020-12 that a dialect may be made of.
///
/// A metaschema names them under `$vocabulary`; a keyword of a vocabulary that it leaves out has no
/// meaning in the schemas of that dialect.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-8.1
struct Vocabularies: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let core = Vocabularies(rawValue: 1 << 0)
  static let applicator = Vocabularies(rawValue: 1 << 1)
  static let unevaluated = Vocabularies(rawValue: 1 << 2)
  static let validation = Vocabularies(rawValue: 1 << 3)
  static let metadata = Vocabularies(rawValue: 1 << 4)
  static let formatAnnotation = Vocabularies(rawValue: 1 << 5)
  static let formatAssertion = Vocabularies(rawValue: 1 << 6)
  static let content = Vocabularies(rawValue: 1 << 7)

  /// What the dialect of draft 2020-12 itself holds.
  static let standard: Vocabularies = [
    .core, .applicator, .unevaluated, .validation, .metadata, .formatAnnotation, .content,
  ]

  private static let names: [String: Vocabularies] = [
    "core": .core, "applicator": .applicator, "unevaluated": .unevaluated,
    "validation": .validation, "meta-data": .metadata, "format-annotation": .formatAnnotation,
    "format-assertion": .formatAssertion, "content": .content,
  ]

  /// Finds a vocabulary by its URI; nil for one that is not of the draft.
  init?(uri: String) {
    let prefix = "https://json-schema.org/draft/2020-12/vocab/"
    guard uri.hasPrefix(prefix),
      let found = Self.names[String(uri.dropFirst(prefix.count))]
    else { return nil }
    self = found
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The vocabularies of which one must be there for a keyword to have a meaning.
  static func of(_ keyword: String) -> Vocabularies {
    switch keyword {
    case "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "items", "prefixItems", "contains",
      "properties", "patternProperties", "additionalProperties", "propertyNames",
      "dependentSchemas", "dependencies":
      .applicator
    case "unevaluatedItems", "unevaluatedProperties": .unevaluated
    case "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum",
      "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems",
      "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties", "required",
      "dependentRequired":
      .validation
    case "format": [.formatAnnotation, .formatAssertion]
    default: .core
    }
  }
}
