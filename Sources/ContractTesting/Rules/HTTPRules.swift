// What status and headers of a response say.

extension Rule {
  static let httpRules: [Rule] = [
    .unexpectedStatus, .unexpectedContentType,
  ]

  /// The status is no success.
  public static let unexpectedStatus = Rule(
    id: "unexpected-status", level: .breaking, family: .http,
    summary: "the status of the response is not 200 to 299",
    explanation: """
      The server answered, but not with success. An app that looks at the status shows an error; \
      one that does not tries to decode an error message. Look at the status and the beginning of \
      the body: 404 means that the address changed, 401 and 403 that a key is missing, 429 that \
      requests come too fast, 500 and above that the server has a fault.
      """,
    example: .exchange(
      status: 404, contentType: "application/json", body: #"{"error": "Not Found"}"#))

  /// The content type is not JSON.
  public static let unexpectedContentType = Rule(
    id: "unexpected-content-type", level: .warning, family: .http,
    summary: "the content type of the response is not a JSON one",
    explanation: """
      The body is labelled as something other than application/json or a type that ends in +json. \
      A decoder that only sees the bytes does not mind, but clients that look at the label refuse \
      the response, and a changed label is often the first sign of a changed server.
      """,
    example: .exchange(status: 200, contentType: "text/html", body: #"{"id": "1001"}"#))
}
