public import Foundation
public import StrictJSON
public import Testing

// What a test of a team says about its types and its recordings. Each function records an issue with every
// problem, where Swift's own errors tell of the first; the test goes on behind it.

/// Expects that a type decodes a JSON text, and returns the value.
///
///     let order = expectDecodes(OrderDTO.self, #"{"id": "7"}"#)
///
/// Where it does not, one issue holds all problems with line, column, pointer and property, and the text is
/// attached to the test. The type's code runs in the process of the tests.
///
/// - Parameters:
///   - type: The type.
///   - json: The text.
///   - decoder: A decoder with the strategies of the app's `JSONDecoder`.
///   - sourceLocation: The line that issues are shown at.
/// - Returns: The value; nil where the type does not decode the text.
@discardableResult
public func expectDecodes<Value: Decodable>(
  _ type: Value.Type, _ json: String, decoder: StrictDecoder = StrictDecoder(),
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> Value? {
  expectDecodes(type, Data(json.utf8), decoder: decoder, sourceLocation: sourceLocation)
}

/// Expects that a type decodes JSON, and returns the value.
///
/// - Parameters:
///   - type: The type.
///   - json: The bytes of the document.
///   - decoder: A decoder with the strategies of the app's `JSONDecoder`.
///   - sourceLocation: The line that issues are shown at.
/// - Returns: The value; nil where the type does not decode the document.
@discardableResult
public func expectDecodes<Value: Decodable>(
  _ type: Value.Type, _ json: Data, decoder: StrictDecoder = StrictDecoder(),
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> Value? {
  let place = ExpectationPlace(sourceLocation)
  guard let document = place.document(json) else { return nil }
  let (value, report) = decoder.decode(type, from: document)
  if !report.decodes {
    let problems = report.issues.count { $0.kind.stopsDecoding }
    place.record(
      "\(type) does not decode this document, for \(problems == 1 ? "1 reason" : "\(problems) reasons"):\n\(report)"
    )
    Attachment.record(Array(json), named: "document.json", sourceLocation: sourceLocation)
  }
  return value
}

/// Expects that a recorded response conforms to a type and to its contract: what `check` finds for it.
///
///     try expectConforms(RecipesDTO.self, "Fixtures/themealdb/recipe/52958.json")
///
/// The contract of `Fixtures/SUITE/ENDPOINT/CASE.json` is `Contracts/SUITE/ENDPOINT.schema.json` where it is
/// there. Each breaking finding is an issue at its place in the file, each warning an issue that fails no test; the
/// report is attached.
///
/// - Parameters:
///   - type: The type that reads the response.
///   - path: The file, relative to the nearest folder above the test that has it.
///   - contract: Another contract, found in the same way.
///   - decoder: A decoder with the strategies of the app's `JSONDecoder`.
///   - filePath: The file of the test.
///   - sourceLocation: The line that issues are shown at where they have no place in the file.
/// - Throws: An ``ExpectationError`` where the file or the contract cannot be read.
public func expectConforms<Value: Decodable & SendableMetatype>(
  _ type: Value.Type, _ path: String, contract: String? = nil,
  decoder: StrictDecoder = StrictDecoder(),
  filePath: StaticString = #filePath, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let recording = try RecordedResponse(path, above: "\(filePath)")
  let report = try recording.report(type, contract: contract, decoder: decoder)
  FindingIssues(root: recording.root, place: ExpectationPlace(sourceLocation))
    .record(report, attaching: [path])
}

/// Expects that a type writes the JSON that it reads: no member lost, added or changed.
///
/// Numbers are compared by value, and the order of members does not matter.
///
/// - Parameters:
///   - type: The type.
///   - path: The file, relative to the nearest folder above the test that has it.
///   - encoder: An encoder with the strategies of the app.
///   - decoder: A decoder with the strategies of the app's `JSONDecoder`.
///   - filePath: The file of the test.
///   - sourceLocation: The line that issues are shown at where they have no place in the file.
/// - Throws: An ``ExpectationError`` where the file cannot be read, and what the encoder throws.
public func expectRoundTrip<Value: Codable>(
  _ type: Value.Type, _ path: String, encoder: JSONEncoder = JSONEncoder(),
  decoder: StrictDecoder = StrictDecoder(),
  filePath: StaticString = #filePath, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let recording = try RecordedResponse(path, above: "\(filePath)")
  let place = ExpectationPlace(sourceLocation)
  guard
    let value = expectDecodes(
      type, Data(recording.bytes), decoder: decoder, sourceLocation: sourceLocation),
    let read = place.document(Data(recording.bytes))
  else { return }
  let json = try encoder.encode(value)
  guard let written = place.document(json) else { return }
  let differences = JSONDifference.all(read.root, written.root)
  guard !differences.isEmpty else { return }
  place.record(
    "\(type) does not write what it read from \(path):\n"
      + differences.map { "  \($0)" }.joined(separator: "\n"))
  Attachment.record(Array(json), named: "written.json", sourceLocation: sourceLocation)
}

/// Why an expectation could not be looked at.
public struct ExpectationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in one line.
  public let description: String
}
