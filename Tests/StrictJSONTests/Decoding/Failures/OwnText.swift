import StrictJSON
import Testing

/// A document of a type whose code has its own words, and what is to be said of it.
struct OwnText: CustomTestStringConvertible, Sendable {
  let text: String
  let told: [String]
  let check: @Sendable (StrictDecoder, JSONDocument) -> DecodingReport
  let testDescription: String

  init<Root: Decodable & SendableMetatype>(
    _ type: Root.Type, _ text: String, _ told: String...
  ) {
    self.text = text
    self.told = told
    check = { $0.check(Root.self, in: $1) }
    testDescription = "\(type) \(text)"
  }

  /// Each problem with its place, kind and message, with and without fast passes.
  func expect(_ strategies: StrictDecoder = StrictDecoder()) throws {
    let document = try JSONDocument(Array(text.utf8))
    var decoder = strategies
    for usesFastPass in [true, false] {
      decoder.usesFastPass = usesFastPass
      let report = check(decoder, document)
      #expect(report.issues.map { "\($0.pointer) \($0.kind.rawValue): \($0.message)" } == told)
    }
  }
}
