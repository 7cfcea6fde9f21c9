public import Foundation

/// The problems for which a type does not decode a document.
///
/// ``StrictDecoder/decode(_:from:)-(_,Data)`` throws it. Its description holds every problem with line and
/// column, so that the failure of a test says all that is wrong.
public struct StrictDecodingError: Error, Sendable {
  /// All problems, also those that do not stop the decoding.
  public let report: DecodingReport
}

extension StrictDecodingError: CustomStringConvertible, LocalizedError {
  /// The description of the report.
  public var description: String { report.description }

  /// The same, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension StrictDecoder {
  /// Decodes a value from the bytes of a document, in the place of `JSONDecoder.decode(_:from:)`.
  ///
  /// Accepts what `JSONDecoder` accepts. Throws a ``StrictDecodingError`` with all problems where the type does
  /// not decode the document, and a ``JSONSyntaxError`` where the bytes are no JSON. A byte order mark is
  /// skipped, and a text in UTF-16 or UTF-32 is read, as there (not one in UTF-32 with a mark in little
  /// endian); places in it are those of its UTF-8.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let document = try JSONDocument(inAnyEncoding: Array(data))
    let (value, report) = decode(type, from: document)
    guard let value else { throw StrictDecodingError(report: report) }
    return value
  }
}
