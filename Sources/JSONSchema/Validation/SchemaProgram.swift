import StrictJSON

/// A compiled contract: a flat list of schemas that name each other by index.
struct SchemaProgram: Sendable {
  /// The schemas; the first is the contract itself.
  var schemas: [CompiledSchema] = []

  /// The schemas with a `$dynamicAnchor`, for each resource that has any.
  var dynamicAnchors: [Int: [ExactText: Int]] = [:]

  /// Whether a reference depends on the way that led to it.
  var hasDynamicReferences = false
}

/// A schema within a schema: its keywords, and where it is.
struct CompiledSchema: Sendable {
  let location: JSONPointer

  /// The URI of the document; nil for the contract itself.
  let document: String?

  /// The resource that the schema belongs to.
  let resource: Int

  /// The keywords that can refuse a value.
  var keywords: [CompiledKeyword] = []

  /// What contracts say about a value besides; the validator passes it over.
  var annotations: [Keyword] = []

  /// Whether a keyword asks which members or elements the other keywords looked at.
  var asksForEvaluated = false
}

/// A keyword with its place, for messages.
struct CompiledKeyword: Sendable {
  let name: String
  let keyword: Keyword
}
