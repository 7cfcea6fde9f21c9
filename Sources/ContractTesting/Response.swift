package import Endpoints
import StrictJSON

/// The bytes that a check looks at, and where they came from.
package struct Response: Sendable {
  /// Where the bytes came from.
  package let source: DocumentSource

  /// The file, relative to the root folder, or the address of a live request.
  package var name: String { source.name }

  /// The body, as received.
  package let body: [UInt8]

  /// The HTTP status; nil for a file without a record of its exchange.
  package let status: Int?

  /// The media type that the server named; nil where it is not known.
  package let contentType: String?

  /// The line of the file at which the body begins, counted from 1; above 1 for NDJSON only.
  package let firstLine: Int

  /// The byte of the file at which the body begins, counted from 0; above 0 for NDJSON only.
  package var firstOffset = 0

  /// Where the pieces of the body stand in the file; nil for a body that is in one piece.
  package var pieces: TextPieces?

  /// Whether the body is the one that was recorded; nil where nothing says what that was.
  package let isAsRecorded: Bool?

  /// The header fields, as far as they were kept.
  package var headers: HTTPHeaders = [:]

  /// Where the server sent the request on to; nil where it answered itself.
  package var redirection: Redirection?

  /// Where an answer came from instead of from the address that was asked.
  package struct Redirection: Sendable, Hashable {
    /// The address that answered, without credentials.
    package let address: String
    /// Whether the server said that it is so for good: 301 or 308.
    package let isPermanent: Bool
  }

  /// The size of the body in bytes; above `body.count` for one that is too large to be read.
  package let size: Int

  /// Makes a response that lies in a file.
  package init(
    name: String, body: [UInt8], status: Int? = nil, contentType: String? = nil, firstLine: Int = 1,
    size: Int? = nil, isAsRecorded: Bool? = nil
  ) {
    self.init(
      from: .file(name), body: body, status: status, contentType: contentType,
      firstLine: firstLine, size: size, isAsRecorded: isAsRecorded)
  }

  /// Makes a response.
  package init(
    from source: DocumentSource, body: [UInt8], status: Int? = nil, contentType: String? = nil,
    firstLine: Int = 1, size: Int? = nil, isAsRecorded: Bool? = nil
  ) {
    self.isAsRecorded = isAsRecorded
    self.size = size ?? body.count
    self.source = source
    self.body = body
    self.status = status
    self.contentType = contentType
    self.firstLine = firstLine
  }

  /// The place in the file of a byte of the body, whose line and column in the body are known.
  func origin(of offset: Int, at location: SourceLocation) -> TextPieces.Origin {
    let place =
      pieces?.origin(of: offset, at: location, in: body)
      ?? TextPieces.Origin(offset: offset, location: location)
    return TextPieces.Origin(
      offset: place.offset + firstOffset,
      location: SourceLocation(
        line: place.location.line + firstLine - 1, column: place.location.column))
  }
}
