import Endpoints
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.waiting) struct RetryPolicyTests {
  static let now = Date(timeIntervalSince1970: 1_700_000_000)

  static func answer(_ status: Int, _ headers: HTTPHeaders = [:]) -> Result<
    HTTPResponse, TransportFailure
  > {
    .success(HTTPResponse(status: status, headers: headers, body: []))
  }

  static func delay(
    _ outcome: Result<HTTPResponse, TransportFailure>, method: HTTPMethod = .get, retries: Int = 0,
    elapsed: Duration = .zero, chance: Double = 0,
    policy: RetryPolicy = RetryPolicy(maximumRetries: 2)
  ) -> Duration? {
    policy.delay(
      after: outcome, to: method, retries: retries, elapsed: elapsed, chance: chance, now: now)
  }

  @Test(arguments: [
    (200, false), (400, false), (401, false), (403, false), (404, false), (408, true), (425, false),
    (429, true), (500, false), (501, false), (502, true), (503, true), (504, true),
  ])
  func statusIsRepeated(status: Int, isRepeated: Bool) {
    #expect((Self.delay(Self.answer(status)) != nil) == isRepeated)
  }

  @Test(
    arguments: [
      (.refused, true), (.unresolvedName, true), (.reset(.nothing), true), (.reset(.body), true),
      (.closedWithoutAnswer, true), (.closedInHeader, true),
      (.closedEarly(received: 1, expected: 2), true), (.silent(for: .seconds(8)), false),
      (.timedOut(after: .seconds(30)), false), (.connectTimedOut(after: .seconds(8)), false),
      (.tls(.expired, detail: ""), false), (.contentEncoding("gzip"), false),
      (.bodyTooLarge(limit: 1), false), (.cancelled, false), (.noNetworkLibrary(.missing), false),
    ] as [(TransportFailure, Bool)])
  func failureIsRepeated(failure: TransportFailure, isRepeated: Bool) {
    #expect((Self.delay(.failure(failure)) != nil) == isRepeated)
  }

  @Test(arguments: ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH"])
  func onlyIdempotentMethodsAreRepeated(method: String) {
    let delay = Self.delay(.failure(.refused), method: HTTPMethod(rawValue: method))
    #expect((delay == nil) == ["POST", "PATCH"].contains(method))
  }

  @Test func waitsGrowAndAreCutByChance() {
    let policy = RetryPolicy(maximumRetries: 4)
    let full = (0..<5).map { Self.delay(.failure(.refused), retries: $0, policy: policy) }
    #expect(full == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), nil])
    let half = (0..<2).map {
      Self.delay(.failure(.refused), retries: $0, chance: 1, policy: policy)
    }
    #expect(half == [.milliseconds(250), .milliseconds(500)])
    #expect(Self.delay(.failure(.refused), policy: .none) == nil)
  }

  @Test func totalTimeIsABound() {
    #expect(Self.delay(Self.answer(503), elapsed: .milliseconds(19_500)) != nil)
    #expect(Self.delay(Self.answer(503), elapsed: .milliseconds(19_501)) == nil)
  }

  @Test(
    arguments: [
      ("0", .zero), ("3", .seconds(3)), (" 10 ", .seconds(10)), ("11", nil),
      ("99999999999999999999", nil), ("Tue, 14 Nov 2023 22:13:25 GMT", .seconds(5)),
      ("Tuesday, 14-Nov-23 22:13:25 GMT", .seconds(5)), ("Tue Nov 14 22:13:25 2023", .seconds(5)),
      ("Sun Nov  5 22:13:25 2023", .zero), ("Tue, 14 Nov 2023 22:13:10 GMT", .zero),
      ("Tue, 14 Nov 2024 22:13:25 GMT", nil),
      // What cannot be read is as if it were not there.
      ("soon", .milliseconds(500)), ("-1", .milliseconds(500)), ("1.5", .milliseconds(500)),
      ("Tue, 14 Foo 2023 22:13:25 GMT", .milliseconds(500)), ("", .milliseconds(500)),
      ("Tue, 14 Nov 2023 99:13:25 GMT", .milliseconds(500)),
      ("Tue, 14 Nov 2023 22:13:25 CET", .milliseconds(500)),
    ] as [(String, Duration?)])
  func retryAfterReplacesTheWait(text: String, delay: Duration?) {
    #expect(Self.delay(Self.answer(429, ["Retry-After": text])) == delay)
  }

  @Test func dateIsHeldAgainstTheClockOfTheServer() {
    let headers: HTTPHeaders = [
      "Date": "Thu, 29 Feb 2024 23:59:59 GMT", "Retry-After": "Fri, 01 Mar 2024 00:00:03 GMT",
    ]
    #expect(Self.delay(Self.answer(503, headers)) == .seconds(4))
  }

  /// A transport that answers from a list.
  final class Script: Transport {
    private let outcomes: Mutex<[Result<HTTPResponse, TransportFailure>]>
    let requests = Mutex(0)

    init(_ outcomes: [Result<HTTPResponse, TransportFailure>]) { self.outcomes = Mutex(outcomes) }

    func response(
      to request: HTTPRequest, within limits: RequestLimits
    ) async throws(TransportFailure) -> HTTPResponse {
      requests.withLock { $0 += 1 }
      let next = outcomes.withLock { $0.isEmpty ? .failure(.cancelled) : $0.removeFirst() }
      return try next.get()
    }
  }

  /// A clock that a sleep moves on at once.
  final class Clock: Sendable {
    let sleeps = Mutex<[Duration]>([])

    var timing: RetryTiming {
      RetryTiming(
        elapsed: { self.sleeps.withLock { $0.reduce(.zero, +) } }, now: { RetryPolicyTests.now },
        chance: { 0 },
        sleep: { duration in
          try Task.checkCancellation()
          self.sleeps.withLock { $0.append(duration) }
        })
    }
  }

  @Test func clientAsksAgainUntilThereIsAnAnswer() async throws {
    let script = Script([
      .failure(.refused), Self.answer(429, ["Retry-After": "7"]), Self.answer(200),
    ])
    let clock = Clock()
    let client = EndpointClient(retries: .standard, transport: script, timing: clock.timing)
    #expect(try await client.response(for: LibraryEndpoint.book(id: 7)).status == 200)
    #expect(clock.sleeps.withLock { $0 } == [.milliseconds(500), .seconds(7)])
  }

  @Test func lastFailureStatesHowOftenItWasAsked() async throws {
    let script = Script(.init(repeating: .failure(.reset(.nothing)), count: 5))
    let client = EndpointClient(retries: .standard, transport: script, timing: Clock().timing)
    let error = await #expect(throws: EndpointError.self) {
      try await client.response(for: LibraryEndpoint.book(id: 7))
    }
    let url = try LibraryEndpoint.book(id: 7).url()
    #expect(error == .noAnswer(url, .reset(.nothing), attempts: 3))
    #expect(
      error?.description
        == "\(url.absoluteString) reset the connection without an answer, asked 3 times;"
        + " try again later")
    #expect(script.requests.withLock { $0 } == 3)
  }

  @Test func lastStatusIsTheAnswer() async throws {
    let script = Script([Self.answer(503), Self.answer(502), Self.answer(503)])
    let client = EndpointClient(retries: .standard, transport: script, timing: Clock().timing)
    #expect(try await client.response(for: LibraryEndpoint.book(id: 7)).status == 503)
  }

  @Test func nothingIsRepeatedUnlessAsked() async throws {
    let script = Script([.failure(.refused), Self.answer(200)])
    let client = EndpointClient(transport: script)
    await #expect(throws: EndpointError.self) {
      try await client.response(for: LibraryEndpoint.book(id: 7))
    }
    #expect(script.requests.withLock { $0 } == 1)
  }

  @Test func cancellationEndsTheWait() async throws {
    let script = Script([Self.answer(503), Self.answer(200)])
    var timing = Clock().timing
    timing.sleep = { _ in try await Task.sleep(for: .seconds(3600)) }
    let client = EndpointClient(retries: .standard, transport: script, timing: timing)
    let url = try LibraryEndpoint.book(id: 7).url()
    await #expect(throws: EndpointError.noAnswer(url, .cancelled, attempts: 1)) {
      try await cancelling(after: { try await until { script.requests.withLock { $0 } > 0 } }) {
        try await client.response(for: LibraryEndpoint.book(id: 7))
      }
    }
  }

  @Test(.enabled(if: MisbehavingServer.isAvailable, "\(MisbehavingServer.unavailableReason)"))
  func serverThatRecoversIsReached() async throws {
    let server = try await MisbehavingServer.shared()
    let policy = RetryPolicy(maximumRetries: 2, firstDelay: .milliseconds(10))
    let response = try await EndpointClient(retries: policy)
      .response(for: AnyEndpoint(baseURL: server.url, path: "flaky"))
    #expect(response.status == 200)
    #expect(try server.requests(with: "/flaky").count == 3)
  }
}
