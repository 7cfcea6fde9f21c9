public import Endpoints
public import Foundation
import StrictJSON

/// A request and the response to it, without secrets.
///
/// The initialiser redacts, so there is no exchange with a secret in its details.
public struct Exchange: Sendable, Hashable {
  /// All but the body.
  public let details: ExchangeDetails

  /// The body of the response as it is stored: the tokens that were received, laid out for reviewers
  /// where it is JSON.
  public let body: [UInt8]

  /// Makes an exchange from what was sent and received.
  ///
  /// `received` is the body of the server where another layout of it is stored, and `content` what the
  /// request had for content. Header fields outside a short list are dropped, credentials in the URL are replaced by `REDACTED`, and those in the body by texts
  /// of the same form. The time is rounded down to a second.
  public init(
    method: HTTPMethod, url: URL, content: RequestContent? = nil, status: Int,
    headers: HTTPHeaders, body: [UInt8], received: [UInt8]? = nil, recordedAt: Date,
    redaction: Redaction = .standard
  ) {
    let body = redaction.body(body)
    // A digest of what was received would be one of its secrets, too.
    let received = received.map(redaction.body)
    details = ExchangeDetails(
      method: method.rawValue, url: redaction.url(url), request: content, status: status,
      headers: redaction.kept(headers),
      recordedAt: Date(timeIntervalSince1970: recordedAt.timeIntervalSince1970.rounded(.down)),
      sha256: SHA256.hexadecimalDigest(of: body),
      receivedSHA256: received.flatMap { $0 == body ? nil : SHA256.hexadecimalDigest(of: $0) })
    self.body = body
  }

  /// Makes an exchange from a request and what the server answered to it, whatever its status.
  ///
  /// `stored` is the body in the layout that goes to disk; without it the body is stored as received.
  /// Without a time it is the one at which the response came.
  public init(
    request: HTTPRequest, received: EndpointResponse, stored: [UInt8]? = nil,
    recordedAt: Date? = nil, redaction: Redaction = .standard
  ) {
    self.init(
      method: request.method, url: request.url,
      content: RequestContent(request, redaction: redaction), status: received.status,
      headers: received.headers, body: stored ?? received.body, received: received.body,
      recordedAt: recordedAt ?? received.receivedAt ?? Date(), redaction: redaction)
  }

  init(details: ExchangeDetails, body: [UInt8]) {
    self.details = details
    self.body = body
  }
}

/// What a `.http.json` file says about an exchange.
public struct ExchangeDetails: Sendable, Hashable, Codable {
  /// The method of the request, such as `GET`.
  public let method: String

  /// The URL of the request, without credentials.
  public let url: URL

  /// The content of the request; nil for none, and in files that older versions wrote.
  public let request: RequestContent?

  /// The status code of the response.
  public let status: Int

  /// The header fields of the response that are kept.
  public let headers: HTTPHeaders

  /// When the response was received, to a second.
  public let recordedAt: Date

  /// The SHA-256 of the body as it is stored, as 64 hexadecimal digits in lower case.
  public let sha256: String

  /// The SHA-256 of the body as it was received; nil where it is stored so.
  public let receivedSHA256: String?
}

extension ExchangeDetails {
  /// Whether two exchanges differ in their times at most, and in the white space of what was received.
  ///
  /// An answer without validators, as one from a mirror is, says nothing against those of the same body.
  func isUnchanged(from old: ExchangeDetails) -> Bool {
    method == old.method && url == old.url && request == old.request && status == old.status
      && (headers == old.headers || headers == old.headers.withoutValidators)
      && sha256 == old.sha256
  }

  /// Reads a `.http.json` file.
  init(json: [UInt8]) throws {
    var decoder = StrictDecoder()
    decoder.dateDecodingStrategy = .iso8601
    self = try decoder.decode(ExchangeDetails.self, from: Data(json))
  }

  /// Writes a `.http.json` file: the same details give the same bytes.
  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}
