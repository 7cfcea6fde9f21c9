package import Endpoints
package import Foundation

/// An answer that is replayed: what was asked, and what the server sent.
package struct ReplayAnswer: Sendable {
  /// The fixture that it comes from.
  package let id: FixtureID

  /// The method of the request.
  package let method: HTTPMethod

  /// The path and the query of the request, without credentials.
  package let target: RequestTarget

  /// The content of the request; nil where it had none, or nobody knows it.
  package let content: RequestContent?

  /// The status code.
  package let status: Int

  /// The body.
  package private(set) var body: [UInt8]

  /// Header fields that were recorded.
  let headers: HTTPHeaders

  /// The entity tag with its quotes: the recorded one, or the SHA-256 of the body.
  private(set) var entityTag: String

  /// When the response was received, in seconds since 1970; nil where nothing says that.
  let lastModified: Int64?

  /// The status line and the header fields of the whole answer, which most requests get.
  private(set) var wholeHead: [UInt8] = []

  /// Makes an answer.
  ///
  /// `recordedTag` is the entity tag of the very bytes of the body.
  package init(
    id: FixtureID, method: HTTPMethod, url: URL, content: RequestContent? = nil, status: Int,
    headers: HTTPHeaders, body: [UInt8], recordedAt: Date? = nil, recordedTag: String? = nil
  ) {
    self.id = id
    self.method = method
    target = RequestTarget(url)
    self.content = content
    self.status = status
    self.headers = headers
    self.body = body
    entityTag = recordedTag ?? "\"\(SHA256.hexadecimalDigest(of: body))\""
    // Section 8.8.2.1 of RFC 9110: no time in the future.
    lastModified = recordedAt.map { Int64(min($0, Date()).timeIntervalSince1970) }
    wholeHead = ReplayResponse(whole: self).head
  }

  /// Makes the answer of a fixture; one without details needs the request that it is the answer to.
  ///
  /// The body is the one that was received wherever that is known, and else as it is stored. Nil where that is missing, and for a status code that no answer has.
  package init?(_ fixture: Fixture, request: HTTPRequest? = nil, redaction: Redaction = .standard) {
    guard let details = fixture.details else {
      guard let request else { return nil }
      self.init(
        id: fixture.id, method: request.method, url: request.url,
        content: RequestContent(request, redaction: redaction), status: 200,
        headers: ["content-type": "application/json"], body: fixture.body)
      return
    }
    guard (200...599).contains(details.status) else { return nil }
    let received = fixture.receivedBody
    self.init(
      id: fixture.id, method: HTTPMethod(rawValue: details.method), url: details.url,
      content: details.request, status: details.status, headers: details.headers,
      body: received ?? fixture.body,
      recordedAt: details.recordedAt, recordedTag: received == nil ? nil : details.headers["etag"])
  }

  /// The same answer with another body, whose entity tag is its SHA-256.
  package func with(body: [UInt8]) -> ReplayAnswer {
    if body == self.body { return self }
    var answer = self
    answer.body = body
    answer.entityTag = "\"\(SHA256.hexadecimalDigest(of: body))\""
    answer.wholeHead = ReplayResponse(whole: answer).head
    return answer
  }
}
