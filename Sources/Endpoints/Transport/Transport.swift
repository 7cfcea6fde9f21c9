/// What sends a request and receives the answer: libcurl, URLSession, or a stub of a test.
///
/// A transport follows no redirection, repeats nothing, keeps no cookies and no cache, and ends each
/// request within the limits whatever the server does. An answer that is cut is a failure.
public protocol Transport: Sendable {
  /// The answer to a request, whatever its status.
  ///
  /// `limits.redirects` is not for the transport. A cancelled task ends with `.cancelled` at once.
  func response(
    to request: HTTPRequest, within limits: RequestLimits
  ) async throws(TransportFailure) -> HTTPResponse
}

/// An answer as it arrived: status, header fields and content.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code, such as 200.
  public let status: Int

  /// The header fields.
  public let headers: HTTPHeaders

  /// The content, with any content encoding undone.
  public let body: [UInt8]

  /// Makes an answer.
  public init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
