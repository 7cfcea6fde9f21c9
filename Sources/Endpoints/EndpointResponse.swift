public import Foundation

/// What a server answered, whatever its status.
public struct EndpointResponse: Sendable, Hashable {
  /// The status code, such as 200.
  public let status: Int

  /// The header fields.
  public let headers: HTTPHeaders

  /// The bytes of the body, with any content encoding undone.
  public let body: [UInt8]

  /// The address that answered, after redirections and without secrets.
  public let url: URL

  /// The number of redirections that were followed.
  public let redirectCount: Int

  /// Whether one of the redirections is permanent: 301 or 308.
  public let isMovedForGood: Bool

  /// When it came, where it comes out of an archive; nil for one that came just now.
  package var receivedAt: Date?

  /// Makes a response.
  public init(
    status: Int, headers: HTTPHeaders, body: [UInt8], url: URL, redirectCount: Int = 0,
    isMovedForGood: Bool = false
  ) {
    self.isMovedForGood = isMovedForGood
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.redirectCount = redirectCount
  }

  /// Whether the status is in 200–299.
  public var isSuccess: Bool { (200...299).contains(status) }
}

extension EndpointResponse {
  /// The same response with other header fields.
  package func with(_ headers: HTTPHeaders) -> EndpointResponse { with(headers, body) }

  /// The same response with no credential that a redaction knows in its body; the header fields stay.
  package func redacted(by redaction: Redaction) -> EndpointResponse {
    with(headers, redaction.body(body))
  }

  private func with(_ headers: HTTPHeaders, _ body: [UInt8]) -> EndpointResponse {
    var response = EndpointResponse(
      status: status, headers: headers, body: body, url: url, redirectCount: redirectCount,
      isMovedForGood: isMovedForGood)
    response.receivedAt = receivedAt
    return response
  }
}
