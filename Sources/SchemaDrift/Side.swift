public import JSONSchema
public import StrictJSON

extension Drift {
  /// One side of a comparison: a format, and documents that show it.
  public struct Side: Sendable {
    /// The format.
    public let shape: Shape

    /// The documents at hand; without any, only names, types and counts can be compared.
    public let documents: [JSONDocument]

    /// Makes a side.
    public init(shape: Shape, documents: [JSONDocument] = []) {
      self.shape = shape
      self.documents = documents
    }

    /// Makes a side of documents and infers the format from them.
    public init(documents: [JSONDocument]) {
      var summary = ShapeSummary()
      for document in documents { summary.add(document) }
      self.init(shape: Shape(inferredFrom: summary), documents: documents)
    }
  }
}
