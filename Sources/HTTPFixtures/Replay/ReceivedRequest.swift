package import Endpoints

/// A request that a client sent, whole and well-formed.
package struct ReceivedRequest: Sendable, Hashable {
  /// The method.
  package let method: HTTPMethod

  /// The path with the query as they were sent, or `*`; visible ASCII only.
  package let target: String

  /// The content; empty for none.
  package let body: [UInt8]

  /// The header fields that a server acts on.
  let fields: RequestFields

  /// Whether the connection stays open after the answer.
  let isKeptAlive: Bool

  init(
    method: HTTPMethod, target: String, body: [UInt8], fields: RequestFields, isKeptAlive: Bool
  ) {
    self.method = method
    self.target = target
    self.body = body
    self.fields = fields
    self.isKeptAlive = isKeptAlive
  }

  /// Makes a request without header fields.
  package init(method: HTTPMethod, target: String, body: [UInt8] = []) {
    self.init(
      method: method, target: target, body: body, fields: RequestFields(), isKeptAlive: true)
  }

  /// Whether the content is the one that another request is to be sent with.
  package func hasContent(of other: HTTPRequest, redaction: Redaction) -> Bool {
    RequestContent(body, mediaType: nil, redaction: redaction)?.sha256
      == RequestContent(other, redaction: redaction)?.sha256
  }
}

/// The header fields of a request that a server acts on; all others are checked and dropped.
struct RequestFields: Sendable, Hashable {
  enum Name: String, CaseIterable {
    case host, connection, expect, range
    case contentLength = "content-length"
    case contentType = "content-type"
    case transferEncoding = "transfer-encoding"
    case ifMatch = "if-match"
    case ifNoneMatch = "if-none-match"
    case ifModifiedSince = "if-modified-since"
    case ifUnmodifiedSince = "if-unmodified-since"
    case ifRange = "if-range"
  }

  private struct Field: Hashable {
    let name: Name
    let value: String
  }

  private var fields: [Field] = []

  /// The value; the values of a field that was sent more than once are joined with a comma.
  subscript(name: Name) -> String? {
    let values = fields.filter { $0.name == name }
    return values.isEmpty ? nil : values.map(\.value).joined(separator: ", ")
  }

  /// How often a field was sent.
  func count(of name: Name) -> Int { fields.count { $0.name == name } }

  /// The words of a comma-separated list, in lower case.
  func list(_ name: Name) -> [String] {
    (self[name] ?? "").split(separator: ",").map {
      $0.drop { $0 == " " || $0 == "\t" }.lowercased()
    }.map { String($0.reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
  }

  mutating func add(_ name: Name, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  var isEmpty: Bool { fields.isEmpty }
}

/// Why a request cannot be answered as what it asks for; the connection ends after the refusal.
///
/// https://www.rfc-editor.org/rfc/rfc9112
enum RequestFault: Error, Hashable {
  /// The first line is not `METHOD TARGET HTTP/1.1`.
  case requestLine
  /// The target is longer than a limit.
  case targetTooLong
  /// The target has none of the forms of section 3.2, or bytes that are no visible ASCII.
  case target
  /// A major version other than 1.
  case version
  /// CR and LF do not stand together (section 2.2).
  case lineEnd
  /// A header field without a colon, with white space before it, or with control characters.
  case headerField
  /// A header field that goes on in the next line (section 5.2).
  case foldedField
  /// The request line and the header fields together are larger than a limit, or too many.
  case headTooLarge
  /// No `Host`, several, or one that names no host (section 3.2).
  case host
  /// Several lengths, or one that is no number (section 6.3).
  case contentLength
  /// `Content-Length` and `Transfer-Encoding` together, by which requests are smuggled (section 6.1).
  case bothLengths
  /// Content whose last coding is not `chunked`, or a coding in HTTP/1.0.
  case transferEncoding
  /// A coding that is not known.
  case unknownCoding
  /// Chunks that section 7.1 does not allow.
  case chunk
  /// The content is larger than a limit.
  case bodyTooLarge
  /// An `Expect` other than `100-continue`.
  case expectation
  /// A method that asks for a tunnel.
  case tunnel
  /// The request did not come to its end in time.
  case timeout

  /// The status code of the refusal.
  var status: Int {
    switch self {
    case .requestLine, .target, .lineEnd, .headerField, .foldedField, .host, .contentLength,
      .bothLengths, .transferEncoding, .chunk:
      400
    case .timeout: 408
    case .bodyTooLarge: 413
    case .targetTooLong: 414
    case .expectation: 417
    case .headTooLarge: 431
    case .unknownCoding, .tunnel: 501
    case .version: 505
    }
  }

  /// What is wrong, for the body of the refusal.
  var reason: String {
    switch self {
    case .requestLine: "the first line is not METHOD TARGET HTTP/1.1"
    case .targetTooLong: "the target is longer than \(RequestParser.longestTarget) bytes"
    case .target: "the target is no path, no URL and no *"
    case .version: "only HTTP/1.1 and HTTP/1.0 are spoken here"
    case .lineEnd: "a line does not end with CR LF"
    case .headerField: "a header field is malformed"
    case .foldedField: "a header field goes on in the next line"
    case .headTooLarge:
      "the header fields are more than \(RequestParser.mostFields) or larger than \(RequestParser.largestHead) bytes"
    case .host: "there is no one valid Host"
    case .contentLength: "Content-Length is not one number"
    case .bothLengths: "there are Content-Length and Transfer-Encoding"
    case .transferEncoding: "the last transfer coding is not chunked"
    case .unknownCoding: "only the transfer coding chunked is known"
    case .chunk: "the chunks of the content are malformed"
    case .bodyTooLarge: "the content is larger than \(RequestParser.largestBody) bytes"
    case .expectation: "only 100-continue can be expected"
    case .tunnel: "this server makes no tunnels"
    case .timeout: "the request did not end in time"
    }
  }
}
