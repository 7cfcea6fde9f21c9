import StrictJSON
import Testing

/// Checks a document with the default decoder, and expects the places of all problems that stop decoding, in any order;
/// returns the report.
@discardableResult
func expectProblems<Root: Decodable>(
  _ type: Root.Type, _ text: String, _ pointers: [String],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> DecodingReport {
  let report = StrictDecoder().check(type, in: try JSONDocument(Array(text.utf8)))
  #expect(
    report.issues.filter(\.kind.stopsDecoding).map(\.pointer.description).sorted()
      == pointers.sorted(), "\(report)", sourceLocation: sourceLocation)
  return report
}
