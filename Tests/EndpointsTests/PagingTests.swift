import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Endpoints

@Suite struct PagingTests {
  /// A transport that answers from a table of targets and notes what it was asked.
  private final class Book: Transport {
    private let answers: [String: (status: Int, headers: HTTPHeaders, body: String)]
    private let seen = Mutex<[String]>([])

    init(_ answers: [String: (status: Int, headers: HTTPHeaders, body: String)]) {
      self.answers = answers
    }

    var targets: [String] { seen.withLock { $0 } }

    func response(
      to request: HTTPRequest, within limits: RequestLimits
    ) async throws(TransportFailure) -> HTTPResponse {
      let target = request.url.path + (request.url.query.map { "?\($0)" } ?? "")
      seen.withLock { $0.append(target) }
      let answer = answers[target] ?? (404, [:], "{}")
      return HTTPResponse(
        status: answer.status, headers: answer.headers, body: Array(answer.body.utf8))
    }
  }

  private struct List: Endpoint {
    var baseURL: URL { URL(string: "https://a.example/v1") ?? URL(fileURLWithPath: "/") }
    let path = "list"
    let queryItems = [URLQueryItem(name: "q", value: "a b")]
  }

  private func targets(
    _ paging: Paging, limit: Int = 5,
    _ answers: [String: (status: Int, headers: HTTPHeaders, body: String)]
  ) async throws -> [String] {
    let book = Book(answers)
    let client = EndpointClient(transport: book)
    var pages = 0
    for try await _ in client.pages(of: List(), by: paging, limit: limit) { pages += 1 }
    return book.targets + ["\(pages) pages"]
  }

  private let first = "/v1/list?q=a%20b"

  @Test func numbersEndWithAPageWithoutItems() async throws {
    let answers: [String: (status: Int, headers: HTTPHeaders, body: String)] = [
      first: (200, [:], #"{"items": [1], "total": 2}"#),
      "\(first)&page=2": (200, [:], #"{"items": [2]}"#),
      "\(first)&page=3": (200, [:], #"{"items": []}"#),
    ]
    #expect(
      try await targets(.page(), answers)
        == [first, "\(first)&page=2", "\(first)&page=3", "3 pages"])
    #expect(try await targets(.page(), limit: 2, answers) == [first, "\(first)&page=2", "2 pages"])
    #expect(
      try await targets(.page(items: "/data"), answers) == [first, "1 pages"],
      "where the items are said to be, there are none")
  }

  @Test func offsetsEndWithTheFirstStatusThatIsNoSuccess() async throws {
    let seen = try await targets(
      .offset(step: 2),
      [first: (200, [:], "[1, 2]"), "\(first)&offset=2": (200, [:], "[3]")])
    #expect(seen == [first, "\(first)&offset=2", "\(first)&offset=4", "2 pages"])
  }

  /// A server that knows no such parameter sends the first page for ever.
  @Test func samePageAgainIsTheEnd() async throws {
    let seen = try await targets(
      .page(), [first: (200, [:], "[1]"), "\(first)&page=2": (200, [:], "[1]")])
    #expect(seen == [first, "\(first)&page=2", "1 pages"])
  }

  @Test(arguments: ["null", #""""#, "false", "{}"])
  func cursorEndsWhereThereIsNone(_ end: String) async throws {
    let seen = try await targets(
      .cursor("after", at: "/meta/next"),
      [
        first: (200, [:], #"{"meta": {"next": "x+/y"}}"#),
        "\(first)&after=x%2B%2Fy": (200, [:], #"{"meta": {"next": 7}}"#),
        "\(first)&after=7": (200, [:], #"{"meta": {"next": \#(end)}}"#),
      ])
    #expect(seen == [first, "\(first)&after=x%2B%2Fy", "\(first)&after=7", "3 pages"])
  }

  @Test(arguments: [
    "<https://a.example/v1/list?cursor=2>; rel=\"next\"",
    "<https://a.example/v1/list?cursor=1>; rel=prev, </v1/list?cursor=2>; title=\"a, b\"; rel=next",
    "<?cursor=2>;rel=\"last next\"",
  ])
  func linksAreFollowed(_ link: String) async throws {
    let seen = try await targets(
      .link, [first: (200, ["Link": link], "[1]"), "/v1/list?cursor=2": (200, [:], "[2]")])
    #expect(seen == [first, "/v1/list?cursor=2", "2 pages"])
  }

  @Test func addressInThePageIsFollowedOnTheSameServerOnly() async throws {
    let answers: (String) -> [String: (status: Int, headers: HTTPHeaders, body: String)] = { next in
      [self.first: (200, [:], #"{"next": "\#(next)"}"#), "/v1/list?p=a%20b": (200, [:], "{}")]
    }
    for next in ["https://a.example/v1/list?p=a+b", "/v1/list?p=a%20b", "list?p=a+b"] {
      #expect(
        try await targets(.nextAddress(at: "/next"), answers(next))
          == [first, "/v1/list?p=a%20b", "2 pages"])
    }
    for next in ["https://b.example/v1/list?p=a+b", "http://a.example/x", "ftp://a.example/x"] {
      #expect(try await targets(.nextAddress(at: "/next"), answers(next)) == [first, "1 pages"])
    }
  }

  private struct Query: Endpoint {
    var baseURL: URL { URL(string: "https://a.example/v1") ?? URL(fileURLWithPath: "/") }
    let path = "query"
    let method = HTTPMethod.post
    let body: [UInt8]?

    init(_ text: String) { body = Array(text.utf8) }
  }

  @Test(arguments: [
    (#"{"options": {"limit": 2}}"#, #"{"options": {"limit": 2,"page":2}}"#),
    (#"{"options": {}}"#, #"{"options": {"page":2}}"#), ("{}", #"{"options":{"page":2}}"#),
    ("{ }", #"{"options":{"page":2} }"#),
    (
      #" {"q": "a}\"{", "options": { "page" : 4, "x": [1, {}] } } "#,
      #" {"q": "a}\"{", "options": { "page" : 5, "x": [1, {}] } } "#
    ),
    (#"{"opt\u0069ons": {"page": 1e0}}"#, #"{"opt\u0069ons": {"page": 2}}"#),
    (#"{"options": [1]}"#, nil), (#"{"options": null}"#, nil), ("[]", nil), ("{", nil), ("", nil),
  ])
  func numberIsSetInTheContent(_ content: String, next: String?) {
    let page = EndpointResponse(
      status: 200, headers: [:], body: Array("[1]".utf8), url: URL(fileURLWithPath: "/"))
    let body = Paging.page(parameter: "/options/page").next(Query(content), page, 1)?.body
    #expect(body.map { String(decoding: $0, as: UTF8.self) } == next)
  }

  @Test(arguments: [
    (#""x\"y""#, #"{"after":"x\"y"}"#), ("7", #"{"after":7}"#), ("null", nil), ("{}", nil),
  ])
  func markIsSetInTheContentAsThePageHasIt(_ mark: String, next: String?) {
    let page = EndpointResponse(
      status: 200, headers: [:], body: Array(#"{"next": \#(mark)}"#.utf8),
      url: URL(fileURLWithPath: "/"))
    let body = Paging.cursor("/after", at: "/next").next(Query("{}"), page, 1)?.body
    #expect(body.map { String(decoding: $0, as: UTF8.self) } == next)
  }

  @Test(arguments: [
    (Paging.page(parameter: "/page"), #"{"page": 3}"#, 3, #"{"page": 4}"#),
    (.page(parameter: "/page", first: 0), #"{"page": 3}"#, 4, #"{"page": 4}"#),
    (.page(parameter: "/page", first: 0), "{}", 1, #"{"page":1}"#),
    (.offset(parameter: "/skip", step: 20), #"{"skip": 40}"#, 3, #"{"skip": 60}"#),
    (.offset(parameter: "/skip", step: 20), #"{"skip": "x"}"#, 1, #"{"skip": 20}"#),
  ])
  func requestMaySayItsOwnPage(_ paging: Paging, content: String, number: Int, next: String) {
    let page = EndpointResponse(
      status: 200, headers: [:], body: Array("[1]".utf8), url: URL(fileURLWithPath: "/"))
    #expect(paging.number(Query(content)) == number)
    let body = paging.next(Query(content), page, number)?.body
    #expect(body.map { String(decoding: $0, as: UTF8.self) } == next)
  }

  @Test func failureOfThePageIsThrown() async throws {
    let client = EndpointClient(
      transport: Book([first: (200, ["Link": "</../..>; rel=next"], "[1]")]))
    var iterator = client.pages(of: List(), by: .link, limit: 3).makeAsyncIterator()
    #expect(try await iterator.next()?.status == 200)
  }
}

@Suite struct PolitenessTests {
  private final class Clocked: Transport {
    private let times = Mutex<[ContinuousClock.Instant]>([])

    var gaps: [Duration] {
      times.withLock { times in zip(times, times.dropFirst()).map { $1 - $0 } }
    }

    func response(
      to request: HTTPRequest, within limits: RequestLimits
    ) async throws(TransportFailure) -> HTTPResponse {
      times.withLock { $0.append(.now) }
      let agent = request.header("User-Agent") ?? ""
      return HTTPResponse(status: 200, headers: [:], body: Array(agent.utf8))
    }
  }

  private struct Item: Endpoint {
    let baseURL: URL
    var path: String { "x" }
  }

  @Test func requestsBeginAtTheirRateHoweverManyClientsAsk() async throws {
    let transport = Clocked()
    let client = EndpointClient(transport: transport)
      .treatingServers(by: Politeness(perSecond: 20, userAgent: "me"))
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<5 {
        group.addTask {
          try await client.treatingServers(by: Politeness(perSecond: 20, userAgent: "me"))
            .response(for: Item(baseURL: url)).body
        }
      }
      for try await body in group { #expect(body == Array("me".utf8)) }
    }
    #expect(transport.gaps.reduce(.zero, +) >= .milliseconds(190))
  }

  @Test func rateIsTenElsewhereAndNoneOnThisMachine() throws {
    let interval = { (text: String, rate: Double?) in
      URL(string: text).map { Politeness(perSecond: rate).interval(at: $0) }
    }
    #expect(interval("https://a.example/x", nil) == .milliseconds(100))
    for host in ["127.0.0.1:80", "localhost", "[::1]:80", "a.localhost"] {
      #expect(interval("http://\(host)/x", nil) == .zero)
    }
    #expect(interval("http://127.0.0.1/x", 4) == .milliseconds(250))
  }

  @Test func waitingEndsWithItsTask() async throws {
    let client = EndpointClient(transport: Clocked())
      .treatingServers(by: Politeness(perSecond: 0.000_1))
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    _ = try await client.response(for: Item(baseURL: url))
    await #expect(throws: EndpointError.self) {
      try await cancelling(after: {}) { try await client.response(for: Item(baseURL: url)) }
    }
  }
}
