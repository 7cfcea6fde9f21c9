public import JSONSchema
public import StrictJSON

/// What is known of the format of many documents, gathered in one pass and mergeable: their shape, and
/// sketches of some of their records.
///
/// Merging is associative and commutative: the same documents in any order, in any number of parts, give
/// the same summary, byte for byte.
public struct FormatSummary: Sendable {
  /// The counts of all places.
  public private(set) var shapes = ShapeSummary()

  /// The records that are kept.
  package private(set) var sketch = RecordSketch()

  private var sampler = RecordSampler()

  /// Makes a summary of nothing.
  public init() {}

  /// The number of documents that were added.
  public var samples: Int { shapes.samples }

  /// The format.
  public var shape: Shape { Shape(inferredFrom: shapes) }

  /// Adds a document.
  ///
  /// Returns its number, by which some of very many documents can be chosen: two documents with the same
  /// values have the same one, however their keys are called.
  @discardableResult
  public mutating func add(_ document: JSONDocument) -> UInt64 {
    shapes.add(document)
    let root = document.root
    return sampler.add(
      root.documentBytes, root.documentTape, documentAt: root.tapeIndex, to: &sketch)
  }

  /// Adds the document that a reader of records holds, and returns its number.
  @discardableResult
  package mutating func add(_ reader: JSONRecordReader) -> UInt64 {
    shapes.add(reader)
    return sampler.add(reader.bytes, reader.tape, documentAt: 0, to: &sketch)
  }

  /// Adds everything that another summary knows.
  public mutating func merge(_ other: FormatSummary) {
    shapes.merge(other.shapes)
    sketch.merge(other.sketch)
    sampler.reset()
  }

  /// Forgets the texts and numbers of places where some are secret, and all that was kept of members whose
  /// name is one of a secret.
  package mutating func forgetValues(
    where isSecret: (_ names: [String], _ value: JSONNode) -> Bool,
    sketches isSecretName: (String) -> Bool
  ) {
    shapes.forgetValues(where: isSecret)
    sketch = sketch.without(isSecretName)
  }

  // MARK: Documents

  private static let sketchMember = "sketch"

  /// The summary as a JSON document, which ``init(_:)`` reads.
  public var document: JSONNode {
    var document = shapes.document
    if !sketch.isEmpty { document[Self.sketchMember] = sketch.node }
    return document
  }

  /// Reads a summary; nil for a document that is no summary, or one of another version.
  ///
  /// The document is read with `ShapeSummary.maximumDocumentDepth`.
  public init?(_ document: JSONDocument) {
    guard let shapes = ShapeSummary(document) else { return nil }
    self.shapes = shapes
    if let sketch = document.root[Self.sketchMember] { self.sketch = RecordSketch(sketch) }
  }

  // MARK: Contracts

  /// The contract for the documents, with what it keeps of their records.
  ///
  /// `old` is what the contract kept before.
  package func contract(adding old: RecordSketch? = nil) -> JSONNode {
    let shape = self.shape
    var contract = SchemaWriter.contract(for: shape)
    var kept = sketch.ofContract(for: shape)
    if let old { kept = kept.adding(old, for: shape) }
    if !kept.isEmpty { contract[RecordSketch.keyword] = kept.node }
    return contract
  }
}
