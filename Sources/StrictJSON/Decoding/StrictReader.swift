/// Decodes many documents through one type and reports every problem of each; see ``StrictDecoder``.
///
/// What is found out about the type serves for all documents, so the first one takes several times as long as
/// the next ones. It takes little memory: for a type of fifty keys some ten kilobytes. A report does not depend
/// on the documents before. Several tasks may use one reader at once.
///
///     let reader = StrictReader(Recipes.self)
///     for document in documents { reader.check(document).issues … }
///
/// ``StrictDecoder/check(_:in:)`` does the same with a reader that all decoders with its strategies share.
public struct StrictReader<Root: Decodable>: Sendable {
  private let decoder: StrictDecoder
  private let sessions = SessionPool()

  /// Makes a reader for a type, with the strategies of a decoder.
  public init(_ type: Root.Type = Root.self, decoder: StrictDecoder = StrictDecoder()) {
    self.decoder = decoder
  }

  /// Reports all problems that the type has with a document; see ``StrictDecoder/check(_:in:)``.
  public func check(_ document: JSONDocument) -> DecodingReport {
    decoder.decode(Root.self, from: document, in: sessions).report
  }

  /// Decodes a document and reports all problems; the value is nil where the type fails.
  public func decode(_ document: JSONDocument) -> (value: Root?, report: DecodingReport) {
    decoder.decode(Root.self, from: document, in: sessions)
  }
}
