import Endpoints
import Foundation
import TestSupport
import Testing

@Suite(
  .waiting,
  .enabled(if: LoopbackServer.isAvailable, "\(LoopbackServer.unavailableReason)"),
  .timeLimit(.minutes(5)))
struct EndpointClientTests {
  typealias Answer = LoopbackServer.Answer

  static let book = #"{"title":"Ulysses","year":1922}"#

  @Test func answerHasStatusHeadersBodyAndAddress() async throws {
    let server = try await LoopbackServer(answers: [
      "/v2/books/7": Answer(status: 418, headers: ["X-Tea": "green"], body: "\u{0}é")
    ])
    let client = EndpointClient(origin: server.url)
    let response = try await client.response(for: LibraryEndpoint.book(id: 7))
    #expect(response.status == 418)
    #expect(!response.isSuccess)
    #expect(response.headers["x-tea"] == "green")
    #expect(response.body == Array("\u{0}é".utf8))
    #expect(response.url.absoluteString == "\(server.url.absoluteString)/v2/books/7")
    #expect(response.redirectCount == 0)
    let request = try #require(try server.requests().first)
    #expect(request.method == "GET")
    #expect(request.headers["accept"] == "application/json")
    #expect(request.headers["cookie"] == nil)
  }

  /// There is nobody who could be asked for a password, so the refusal is the answer.
  @Test(arguments: ["Basic realm=\"books\"", "Digest realm=\"b\", nonce=\"n\"", "Bearer"])
  func challengeIsAnAnswer(_ challenge: String) async throws {
    let server = try await LoopbackServer(answers: [
      "*": Answer(status: 401, headers: ["WWW-Authenticate": challenge], body: "{}")
    ])
    let client = EndpointClient(
      origin: server.url, limits: RequestLimits(wholeAnswer: .seconds(60)))
    let response = try await client.response(for: LibraryEndpoint.book(id: 7))
    #expect(response.status == 401)
    #expect(try server.requests().count == 1)
  }

  @Test(arguments: [
    ("", "/v2/search?q=a%20%26%2B"), ("/", "/v2/search?q=a%20%26%2B"),
    ("/mirror/", "/mirror/v2/search?q=a%20%26%2B"),
    // Whoever copies an address with its path means that path once.
    ("/v2", "/v2/search?q=a%20%26%2B"), ("/v2/", "/v2/search?q=a%20%26%2B"),
    ("/v", "/v/v2/search?q=a%20%26%2B"),
  ])
  func originReplacesTheServerAndGoesBeforeThePath(path: String, target: String) async throws {
    let server = try await LoopbackServer(answers: ["*": Answer(body: "[]")])
    let origin = try #require(URL(string: server.url.absoluteString + path))
    let endpoint = LibraryEndpoint.search([URLQueryItem(name: "q", value: "a &+")])
    _ = try await EndpointClient(origin: origin).data(for: endpoint)
    #expect(try server.requests().map(\.target) == [target])
  }

  @Test func originThatIsNotHTTPIsRefused() async throws {
    let origin = try #require(URL(string: "localhost:8080"))
    await #expect(throws: EndpointError.self) {
      try await EndpointClient(origin: origin).response(for: LibraryEndpoint.book(id: 1))
    }
  }

  @Test func valueIsDecoded() async throws {
    let server = try await LoopbackServer(answers: ["/v2/books/7": Answer(body: Self.book)])
    let client = EndpointClient(origin: server.url)
    let book = try await client.decode(BookDTO.self, for: LibraryEndpoint.book(id: 7))
    #expect(book == BookDTO(title: "Ulysses", year: 1922))
    #expect(try await client.data(for: LibraryEndpoint.book(id: 7)) == Data(Self.book.utf8))
  }

  @Test func bodyThatDoesNotFitIsAnError() async throws {
    let server = try await LoopbackServer(answers: [
      "*": Answer(body: #"[{"title":"Ulysses","year":1922},{"title":"Emma"}]"#)
    ])
    let error = await #expect(throws: EndpointError.self) {
      try await EndpointClient(origin: server.url)
        .decode([BookDTO].self, for: LibraryEndpoint.search([]))
    }
    let url = "\(server.url.absoluteString)/v2/search"
    #expect(
      error?.description
        == "the answer of \(url) is not as expected: $[1]: the key year is missing;"
        + " check it against the contract")
  }

  @Test func otherStatusIsAnErrorWithTheBeginningOfTheBody() async throws {
    let long = String(repeating: "<p>\u{1B}[2J</p>\n", count: 1000)
    let server = try await LoopbackServer(answers: [
      "*": Answer(status: 503, headers: ["Retry-After": "30"], body: long)
    ])
    let error = await #expect(throws: EndpointError.self) {
      try await EndpointClient(origin: server.url).data(for: LibraryEndpoint.book(id: 7))
    }
    guard case .unexpectedStatus(503, let url, let headers, let bodyStart) = error else {
      Issue.record("unexpected error \(error.debugDescription)")
      return
    }
    #expect(url.absoluteString == "\(server.url.absoluteString)/v2/books/7")
    #expect(headers["retry-after"] == "30")
    #expect(bodyStart.utf8.count == 1024 && long.hasPrefix(bodyStart))
    let description = error?.description ?? ""
    #expect(description.hasSuffix("…); try again after 30"))
    #expect(description.contains("status 503 (<p>\\u{1B}[2J</p> <p>"))
    #expect(description.count < 250)
  }

  /// Cuts a prefix that guards against script inclusion, and takes a title out of an envelope.
  struct TitleParsing: ResponseParsing {
    func transform(_ body: Data) throws -> Data {
      let prefix = Data(")]}'\n".utf8)
      return body.starts(with: prefix) ? body.dropFirst(prefix.count) : body
    }

    func result(_ decoded: [String: [BookDTO]]) throws -> String {
      guard let title = decoded["books"]?.first?.title else { throw Empty() }
      return title
    }
  }

  struct Empty: Error, CustomStringConvertible {
    let description = "no book was found"
  }

  struct BooksParsing: ResponseParsing {
    typealias Decoded = [BookDTO]
  }

  @Test func parsingTransformsAndGivesAnotherType() async throws {
    let server = try await LoopbackServer(answers: [
      "*": Answer(body: ")]}'\n{\"books\":[\(Self.book)]}")
    ])
    let client = EndpointClient(origin: server.url)
    let title = try await client.result(of: TitleParsing(), for: LibraryEndpoint.book(id: 7))
    #expect(title == "Ulysses")
    try server.setAnswers(["*": Answer(body: #"{"books":[]}"#)])
    let error = await #expect(throws: EndpointError.self) {
      try await client.result(of: TitleParsing(), for: LibraryEndpoint.book(id: 7))
    }
    #expect(error?.description.contains("no book was found") == true)
    try server.setAnswers(["*": Answer(body: "[\(Self.book)]")])
    let books = try await client.result(of: BooksParsing(), for: LibraryEndpoint.search([]))
    #expect(books.map(\.year) == [1922])
  }

  @Test func tokenIsSentInItsPlace() async throws {
    let server = try await LoopbackServer(answers: ["*": Answer(body: "{}")])
    let credentials: [Authorization] = [
      .bearer("t+k"), .header(name: "X-API-Key", value: "t+k"), .query(name: "key", value: "t+k"),
    ]
    for authorization in credentials {
      let client = EndpointClient(origin: server.url, authorization: authorization)
      let response = try await client.response(for: LibraryEndpoint.book(id: 7))
      #expect(!response.url.absoluteString.contains("t%2Bk"))
    }
    let requests = try server.requests()
    #expect(requests.map { $0.headers["authorization"] } == ["Bearer t+k", nil, nil])
    #expect(requests.map { $0.headers["x-api-key"] } == [nil, "t+k", nil])
    #expect(requests.map(\.target) == ["/v2/books/7", "/v2/books/7", "/v2/books/7?key=t%2Bk"])
  }

  @Test func redirectionIsFollowedAndCounted() async throws {
    let server = try await LoopbackServer(answers: [
      "/v2/books/7": Answer(status: 301, headers: ["Location": "/new/7"]),
      "/new/7": Answer(status: 302, headers: ["Location": "/newer/7"]),
      "/newer/7": Answer(body: Self.book),
    ])
    let client = EndpointClient(origin: server.url, authorization: .bearer("hunter2"))
    let response = try await client.response(for: LibraryEndpoint.book(id: 7))
    #expect(response.redirectCount == 2)
    #expect(response.url.path() == "/newer/7")
    #expect(response.body == Array(Self.book.utf8))
    #expect(try server.requests().allSatisfy { $0.headers["authorization"] == "Bearer hunter2" })
  }

  @Test func tokenDoesNotFollowARedirectionToAnotherServer() async throws {
    let stranger = try await LoopbackServer(answers: ["*": Answer(body: "{}")])
    let server = try await LoopbackServer(answers: [
      "*": Answer(status: 302, headers: ["Location": "\(stranger.url.absoluteString)/x"])
    ])
    for authorization in [
      Authorization.bearer("hunter2"), .header(name: "X-API-Key", value: "hunter2"),
      .query(name: "key", value: "hunter2"),
    ] {
      let client = EndpointClient(origin: server.url, authorization: authorization)
      let response = try await client.response(for: LibraryEndpoint.book(id: 7))
      #expect(response.redirectCount == 1)
    }
    let seen = try stranger.requests()
    #expect(seen.count == 3)
    #expect(!"\(seen)".contains("hunter2"))
    #expect(try "\(server.requests())".contains("hunter2"))
  }

  @Test func endlessRedirectionEnds() async throws {
    let server = try await LoopbackServer(answers: [
      "*": Answer(status: 302, headers: ["Location": "/again"])
    ])
    let error = await #expect(throws: EndpointError.self) {
      try await EndpointClient(origin: server.url).data(for: LibraryEndpoint.book(id: 7))
    }
    let url = "\(server.url.absoluteString)/again"
    #expect(error?.description == "\(url) redirects more than 10 times; check the address")
    #expect(try server.requests().count == 11)
  }

  @Test(arguments: [
    Answer(body: "{}", delay: 20),
    Answer(body: String(repeating: " ", count: 500), delay: 0.05, isDripping: true),
  ])
  func slowAnswerTimesOut(answer: Answer) async throws {
    let server = try await LoopbackServer(answers: ["*": answer])
    let client = EndpointClient(
      origin: server.url, authorization: .query(name: "key", value: "hunter2"),
      limits: RequestLimits(wholeAnswer: .milliseconds(300)))
    let error = await #expect(throws: EndpointError.self) {
      try await client.data(for: LibraryEndpoint.book(id: 7))
    }
    let url = "\(server.url.absoluteString)/v2/books/7?key=REDACTED"
    #expect(
      error?.description
        == "\(url) did not answer within 0.3 seconds; try again or allow more time")
  }

  @Test func bodyThatIsTooLargeIsNotKept() async throws {
    let server = try await LoopbackServer(answers: [
      "*": Answer(body: String(repeating: " ", count: 100_000))
    ])
    let client = EndpointClient(
      origin: server.url, limits: RequestLimits(bodySize: 99_999))
    let error = await #expect(throws: EndpointError.self) {
      try await client.data(for: LibraryEndpoint.book(id: 7))
    }
    guard case .noAnswer(_, .bodyTooLarge(limit: 99_999), attempts: 1) = error else {
      Issue.record("unexpected error \(error.debugDescription)")
      return
    }
    let larger = EndpointClient(
      origin: server.url, limits: RequestLimits(bodySize: 100_000))
    #expect(try await larger.data(for: LibraryEndpoint.book(id: 7)).count == 100_000)
  }

  @Test func cancelledTaskEndsAtOnce() async throws {
    let server = try await LoopbackServer(answers: ["*": Answer(body: "{}", delay: 20)])
    let client = EndpointClient(origin: server.url)
    let url = try #require(URL(string: "\(server.url.absoluteString)/v2/books/7"))
    await #expect(throws: EndpointError.noAnswer(url, .cancelled, attempts: 1)) {
      try await cancelling(after: { try await until { try !server.requests().isEmpty } }) {
        try await client.data(for: LibraryEndpoint.book(id: 7))
      }
    }
  }

  @Test func taskThatIsAlreadyCancelledAsksNothing() async throws {
    let server = try await LoopbackServer(answers: ["*": Answer(body: "{}")])
    let client = EndpointClient(origin: server.url)
    await #expect(throws: EndpointError.self) {
      try await cancelling(after: {}) {
        while !Task.isCancelled { await Task.yield() }
        return try await client.data(for: LibraryEndpoint.book(id: 7))
      }
    }
    #expect(try server.requests().isEmpty)
  }

  @Test func serverThatIsDownIsUnreachable() async throws {
    let server = try await LoopbackServer()
    let client = EndpointClient(origin: server.url)
    server.stop()
    let error = await #expect(throws: EndpointError.self) {
      try await client.response(for: LibraryEndpoint.book(id: 7))
    }
    guard case .noAnswer(let url, .refused, attempts: 1) = error else {
      Issue.record("unexpected error \(error.debugDescription)")
      return
    }
    #expect(url.absoluteString == "\(server.url.absoluteString)/v2/books/7")
  }

  @Test func manyRequestsAtOnceGetTheirOwnAnswers() async throws {
    var answers: [String: Answer] = [:]
    for id in 0..<40 { answers["/v2/books/\(id)"] = Answer(body: "\(id)") }
    let server = try await LoopbackServer(answers: answers)
    let client = EndpointClient(origin: server.url)
    let numbers = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for id in 0..<40 {
        group.addTask { (id, try await client.decode(Int.self, for: LibraryEndpoint.book(id: id))) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(numbers.count == 40 && numbers.allSatisfy { $0 == $1 })
  }
}
