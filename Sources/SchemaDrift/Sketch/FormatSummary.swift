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

  /// Adds a document of which elements were taken out, as if they were still there; returns its number.
  ///
  /// They are given with their arrays; sixteen elements or more must be left at the beginning of each.
  @discardableResult
  package mutating func add(
    _ document: JSONDocument, taken: [(array: JSONValue, elements: ElementSummary)]
  ) -> UInt64 {
    var shapesOfElements: [Int: ShapeSummary.TakenElements] = [:]
    var sum = RecordNumber.Sum()
    for (array, elements) in taken {
      shapesOfElements[array.tapeIndex] = ShapeSummary.TakenElements(
        count: elements.count, parts: elements.shapes)
      sum.add(elements.sum)
    }
    shapes.add(document, taken: shapesOfElements)
    let root = document.root
    let number = sampler.add(
      root.documentBytes, root.documentTape, documentAt: root.tapeIndex, taken: sum, to: &sketch)
    for (array, elements) in taken { sketch.merge(elements.sketch(at: array)) }
    sampler.reset()
    return number
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

/// The elements of a long array of a document, gathered part by part: what a ``FormatSummary`` needs of them.
package struct ElementSummary: Sendable {
  /// The number of elements.
  package private(set) var count = 0

  fileprivate private(set) var shapes = ShapeSummary()
  fileprivate private(set) var sum = RecordNumber.Sum()

  private var records = RecordSketch()
  private var sampler = RecordSampler()

  package init() {}

  /// Adds the elements of the array that a reader holds.
  ///
  /// `body` gets each element's place in the bytes of the reader, and its number, by which some of many can
  /// be chosen.
  package mutating func add(
    _ reader: JSONRecordReader, _ body: (_ range: Range<Int>, _ number: UInt64) -> Void
  ) {
    shapes.add(reader)
    let tape = reader.tape
    var seen = 0
    let part = sampler.addElements(reader.bytes, tape, to: &records) { element, number in
      seen += 1
      body(Int(tape[element].offset)..<Int(tape[element].end), number)
    }
    count += seen
    sum.add(part)
  }

  /// The records as those of the array that they were taken from.
  fileprivate func sketch(at array: JSONValue) -> RecordSketch {
    let names = array.pointer.tokens.map { ShapePath.Step.member($0) }
    let rows = records.records[ShapePath(steps: [.elements])] ?? []
    return RecordSketch(records: [ShapePath(steps: names + [.elements]): rows])
  }
}
