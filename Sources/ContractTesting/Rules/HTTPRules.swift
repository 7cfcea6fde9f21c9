// What status and headers of a response say.

extension Rule {
  static let httpRules: [Rule] = [
    .unexpectedStatus, .unexpectedContentType, .deprecationHeader, .redirected, .deadLink,
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

  /// The server announces the end of an address.
  public static let deprecationHeader = Rule(
    id: "deprecation-header", level: .warning, family: .http,
    summary: "the server announces that the address will end",
    explanation: """
      The response has the header field Deprecation (RFC 9745), Sunset (RFC 8594), or a Warning about \
      the address. It still works today. Find out what takes its place, often named by a Link field \
      with the relation deprecation, sunset or successor-version, and plan the change before the day.
      """,
    example: .run("a response with the header field Sunset: Sat, 31 Dec 2033 23:59:59 GMT"))

  /// Another address answered.
  public static let redirected = Rule(
    id: "redirected", level: .info, family: .http,
    summary: "another address answered than the one that was asked",
    explanation: """
      The server sent the request on. An app that follows redirections lives with it, at the cost of \
      one more request each time; credentials and most header fields do not follow to another server. \
      A permanent redirection (301, 308) is a warning: the old address may go. Ask the new address.
      """,
    example: .run("a live request for /v1/orders that is answered with 302 and a Location"))

  /// A URL in an answer leads nowhere.
  public static let deadLink = Rule(
    id: "dead-link", level: .warning, family: .http,
    summary: "an address in an answer leads nowhere",
    explanation: """
      The app reads an address, such as that of a picture, and its server answers 404 or 410, or there \
      is no such server. People see a hole where the picture was. Only `check --live --check-links` \
      looks. Tell the owner of the API, or show something else where there is no picture.
      """,
    example: .run("an answer with the address of a picture, for which the server has 404"))
}
