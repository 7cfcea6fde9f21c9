public import JSONSchema
public import StrictJSON

extension Drift {
  /// One side of a comparison: a format, and documents that show it.
  public struct Side: Sendable {
    /// The format.
    public let shape: Shape

    /// The documents at hand; without any, only names, types and counts can be compared.
    public let documents: [JSONDocument]

    /// What was kept of documents that are gone.
    package let sketch: RecordSketch

    /// Makes a side.
    public init(shape: Shape, documents: [JSONDocument] = []) {
      self.init(shape: shape, documents: documents, sketch: RecordSketch())
    }

    /// Makes a side with what was kept of documents; it counts where none is at hand.
    package init(shape: Shape, documents: [JSONDocument] = [], sketch: RecordSketch) {
      self.shape = shape
      self.documents = documents
      self.sketch = sketch
    }

    /// Makes a side of a summary of documents that are gone.
    public init(_ summary: FormatSummary) {
      self.init(shape: summary.shape, sketch: summary.sketch)
    }

    /// Makes a side of documents and infers the format from them.
    public init(documents: [JSONDocument]) {
      var summary = ShapeSummary()
      for document in documents { summary.add(document) }
      self.init(shape: Shape(inferredFrom: summary), documents: documents)
    }

    /// What is read of the values: sketches, where one side has nothing else.
    func reading(beside other: Side) -> ValueReading {
      if isSketch { return .sketches }
      return other.isSketch ? .asSketches : .values
    }

    private var isSketch: Bool { documents.isEmpty && !sketch.isEmpty }

    /// The documents with the records at a place that a reading reads.
    func documents(_ reading: ValueReading, at root: ShapePath) -> [JSONDocument] {
      reading == .sketches ? sketch.documents(at: root) : documents
    }
  }
}

/// What a table of records reads of its documents.
enum ValueReading: Sendable {
  /// The values.
  case values
  /// The values, as a sketch would keep them.
  case asSketches
  /// Sketches, in the place of values.
  case sketches
}

extension [JSONDocument] {
  /// Up to some values at a place, of the first documents, and of each list and map the first ones.
  func someValues(at path: ShapePath, most: Int) -> [JSONValue] {
    var values = prefix(most).map(\.root)
    for step in path.steps {
      values = values.flatMap { value -> [JSONValue] in
        switch step {
        case .member(let name): value.kind == .object ? [value[name]].compactMap { $0 } : []
        case .elements: value.kind == .array ? value.elements.prefix(most).map { $0 } : []
        case .values: value.kind == .object ? value.members.prefix(most).map(\.value) : []
        }
      }
      values.removeLast(Swift.max(0, values.count - most))
    }
    return values
  }
}
