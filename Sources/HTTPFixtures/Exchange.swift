public import Endpoints
public import Foundation

/// A request and the response to it, without secrets.
///
/// The initialiser redacts, so there is no exchange with a secret in its details. The body is
/// kept byte for byte.
public struct Exchange: Sendable, Hashable {
  /// All but the body.
  public let details: ExchangeDetails

  /// The body of the response, byte for byte.
  public let body: [UInt8]

  /// Makes an exchange from what was sent and received.
  ///
  /// Header fields outside a short list are dropped, and credentials in the URL are replaced by
  /// `REDACTED`. The time is rounded down to a second.
  public init(
    method: HTTPMethod, url: URL, status: Int, headers: HTTPHeaders, body: [UInt8],
    recordedAt: Date, redaction: Redaction = .standard
  ) {
    details = ExchangeDetails(
      method: method.rawValue, url: redaction.url(url), status: status,
      headers: redaction.kept(headers),
      recordedAt: Date(timeIntervalSince1970: recordedAt.timeIntervalSince1970.rounded(.down)),
      sha256: SHA256.hexadecimalDigest(of: body))
    self.body = body
  }

  /// Makes an exchange from a request and what the server answered to it, whatever its status.
  public init(
    method: HTTPMethod, url: URL, received: EndpointResponse, recordedAt: Date = Date(),
    redaction: Redaction = .standard
  ) {
    self.init(
      method: method, url: url, status: received.status, headers: received.headers,
      body: received.body, recordedAt: recordedAt, redaction: redaction)
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

  /// The status code of the response.
  public let status: Int

  /// The header fields of the response that are kept.
  public let headers: HTTPHeaders

  /// When the response was received, to a second.
  public let recordedAt: Date

  /// The SHA-256 of the body, as 64 hexadecimal digits in lower case.
  public let sha256: String
}

extension ExchangeDetails {
  /// The same details of another time.
  func at(_ time: Date) -> ExchangeDetails {
    ExchangeDetails(
      method: method, url: url, status: status, headers: headers, recordedAt: time, sha256: sha256)
  }

  /// Reads a `.http.json` file.
  init(json: [UInt8]) throws {
    let decoder = JSONDecoder()
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
