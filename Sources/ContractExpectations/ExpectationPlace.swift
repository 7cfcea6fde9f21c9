import Foundation
import StrictJSON
import Testing

/// Where a test asks for something.
struct ExpectationPlace: Sendable {
  let sourceLocation: Testing.SourceLocation

  init(_ sourceLocation: Testing.SourceLocation) { self.sourceLocation = sourceLocation }

  /// Records an issue at the line of the test.
  func record(_ text: String) {
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }

  /// Parses JSON; nil, with an issue, for what is none.
  func document(_ json: Data) -> JSONDocument? {
    do throws(JSONSyntaxError) {
      return try JSONDocument(Array(json))
    } catch {
      record("this is no JSON: \(error.location.line):\(error.location.column): \(error.message)")
      return nil
    }
  }
}
