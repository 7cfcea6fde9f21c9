public import StrictJSON

/// A compiled contract: a JSON Schema of draft 2020-12, read once to validate many documents.
///
/// https://json-schema.org/draft/2020-12/json-schema-core
public struct Schema: Sendable {
  /// The schemas of the document and of all that it refers to.
  let program: SchemaProgram

  /// The same in the form that gives fast answers.
  let quick: QuickProgram

  /// The depth to which the document of a schema is read: each level of a sample is up to three
  /// levels of its contract.
  public static let maximumDocumentDepth = 4 * JSONDocument.defaultMaximumDepth

  /// Compiles a schema.
  ///
  /// References to other documents are looked up in the library; nothing is fetched. Unknown
  /// keywords are annotations and are passed over. A pattern that is wrong or not supported, a
  /// reference that names nothing, and a loop of references are errors.
  ///
  /// - Throws: A ``SchemaError`` with every fault of the schema.
  public init(
    _ document: JSONDocument, library: SchemaLibrary = .standard
  ) throws(SchemaError) {
    program = try SchemaCompiler.compile(document, library: library)
    quick = QuickProgram(program)
  }

  /// Infers a contract from samples and compiles it.
  ///
  /// - Throws: A ``SchemaError`` where the samples nest so deeply that no contract can be written.
  public init(inferredFrom summary: ShapeSummary) throws(SchemaError) {
    try self.init(inferred: SchemaWriter.contract(for: Shape(inferredFrom: summary)))
  }

  /// Compiles an inferred contract that was not written yet.
  ///
  /// - Throws: A ``SchemaError`` where it nests so deeply that it could not be read again.
  package init(inferred contract: JSONNode) throws(SchemaError) {
    let document: JSONDocument
    do {
      document = try JSONDocument(
        JSONWriter.compactBytes(contract), maximumDepth: Self.maximumDocumentDepth)
    } catch {
      throw SchemaError(problems: [
        SchemaError.Problem(
          schema: JSONPointer(tokens: []), offset: error.offset, document: nil,
          location: error.location, message: error.message)
      ])
    }
    try self.init(document)
  }

  /// Returns every violation of a document, in the order in which they are found.
  public func validate(
    _ document: JSONDocument, formats: FormatAssertion
  ) -> [SchemaViolation] {
    validate(document.root, formats: formats)
  }

  /// Returns every violation of a value that is taken for a document of its own.
  public func validate(_ value: JSONValue, formats: FormatAssertion) -> [SchemaViolation] {
    isSurelyValid(value, formats: formats) ? [] : violations(of: value, formats: formats)
  }

  private func isSurelyValid(_ value: JSONValue, formats: FormatAssertion) -> Bool {
    let (bytes, tape) = (value.documentBytes, value.documentTape)
    var check = QuickCheck(formats)
    return check.accepts(
      quick, bytes.span, tape.span, value.tapeIndex, size: value.byteRange.count)
  }

  /// Returns what the full engine finds, whatever the fast answer is.
  package func violations(of value: JSONValue, formats: FormatAssertion) -> [SchemaViolation] {
    var validator = Validator(program, formats: formats, size: value.byteRange.count)
    return validator.verdict(on: value)
  }

  /// Finds every violation of a document, and returns those that are wanted, each with its site.
  ///
  /// `wants` is asked for each violation in order. One that is not wanted costs little.
  package func violations(
    of document: JSONDocument, formats: FormatAssertion, wants: (ViolationSite) -> Bool
  ) -> [(site: ViolationSite, violation: SchemaViolation)] {
    if isSurelyValid(document.root, formats: formats) { return [] }
    let size = document.root.byteRange.count
    var walk = Validator(program, formats: formats, size: size)
    let sites = walk.sites(on: document.root)
    let wanted = sites.indices.filter { wants(sites[$0]) }
    guard !wanted.isEmpty else { return [] }
    var second = Validator(program, formats: formats, size: size)
    return zip(wanted, second.verdict(on: document.root, only: wanted))
      .map { (sites[$0], $1) }
  }

  /// The shape that the contract describes.
  public var shape: Shape { Shape(self) }
}
