public import StrictJSON

/// A compiled contract: a JSON Schema of draft 2020-12, read once to validate many documents.
///
/// https://json-schema.org/draft/2020-12/json-schema-core
public struct Schema: Sendable {
  /// The schemas of the document; the first is the document itself.
  let schemas: [CompiledSchema]

  /// Compiles a schema.
  ///
  /// Unknown keywords are annotations and are passed over. A keyword of the draft that is not
  /// supported is an error, as to pass over it would accept what the schema refuses.
  ///
  /// - Throws: A ``SchemaError`` with every fault of the schema.
  public init(_ document: JSONDocument) throws(SchemaError) {
    schemas = try SchemaCompiler.compile(document)
  }

  /// Infers a contract from samples and compiles it.
  ///
  /// - Throws: A ``SchemaError`` where the samples nest so deeply that no contract can be written.
  public init(inferredFrom summary: ShapeSummary) throws(SchemaError) {
    let contract = SchemaWriter.contract(for: Shape(inferredFrom: summary))
    let document: JSONDocument
    do {
      // Each level of a sample is up to three levels of its contract.
      document = try JSONDocument(
        Array(JSONWriter.compact(contract).utf8), maximumDepth: 4 * JSONDocument.defaultMaximumDepth
      )
    } catch {
      throw SchemaError(problems: [
        SchemaError.Problem(
          schema: JSONPointer(tokens: []), offset: error.offset, message: error.message)
      ])
    }
    try self.init(document)
  }

  /// Returns every violation of a document, in the order of the document's members.
  public func validate(
    _ document: JSONDocument, formats: FormatAssertion
  ) -> [SchemaViolation] {
    validate(document.root, formats: formats)
  }

  /// Returns every violation of a value that is taken for a document of its own.
  public func validate(_ value: JSONValue, formats: FormatAssertion) -> [SchemaViolation] {
    var validator = Validator(schemas: schemas, formats: formats, size: value.byteRange.count)
    return validator.verdict(on: value)
  }

  /// The shape that the contract describes.
  public var shape: Shape { Shape(self) }
}
