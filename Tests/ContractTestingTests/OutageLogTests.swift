import ContractTesting
import Endpoints
import Foundation
import Testing

@Suite struct OutageLogTests {
  private let a = URL(string: "https://a.example/x?api_key=S") ?? URL(filePath: "/")
  private let b = URL(string: "https://b.example:8443/y") ?? URL(filePath: "/")

  @Test func threeFailuresInARowEndTheirOrigin() {
    var log = OutageLog()
    log.begin("s/one")
    log.failed(a, .status(503))
    log.failed(a, .status(503))
    log.succeeded(a)
    log.failed(a, .status(503))
    #expect(!log.isSilent(a))
    log.begin("s/two")
    log.failed(a, .status(502))
    log.failed(a, .status(503))
    #expect(log.isSilent(a) && !log.isSilent(b))
    log.begin("s/three")
    #expect(log.isSilent(a) && !log.isSilent(b), "an origin stays silent for the next endpoint")
    log.skipped(a)
    log.skipped(a)
    log.succeeded(b)
    #expect(log.outages.map(\.reason) == [.status(503), .status(502)])
    #expect(log.outages.map(\.failed) == [4, 1])
    #expect(log.outages.first?.notSent == 2, "the last failure was of this one")
    #expect(log.outages.map(\.endpoints) == [["s/one", "s/two", "s/three"], ["s/two"]])
    #expect(log.outages.first?.sample == "https://a.example/x?api_key=REDACTED")
    #expect(log.reasonOfEndpoint == .status(503))
  }

  /// A page or a refusal may concern one endpoint only, so the next one is asked.
  @Test(arguments: [
    Outage.Reason.page, .text, .bytes, .emptyBody, .cutBody, .errorObject, .partialContent,
    .accessRefused(403), .status(500), .noRecord, answer(.bodyTooLarge(limit: 9)),
    answer(.contentEncoding("gzip")), answer(.tooManyRedirects(limit: 10)),
  ])
  func failuresOfAnEndpointEndThatEndpoint(_ reason: Outage.Reason) {
    var log = OutageLog()
    log.begin("s/one")
    for _ in 0..<3 { log.failed(a, reason) }
    #expect(log.isSilent(a))
    log.begin("s/two")
    #expect(!log.isSilent(a) && log.reasonOfEndpoint == nil)
  }

  @Test(arguments: [TransportFailure.refused, .silent(for: .seconds(8)), .closedInHeader])
  func failuresOfAServerEndItsOrigin(_ failure: TransportFailure) {
    var log = OutageLog()
    for name in ["s/one", "s/two", "s/three"] {
      log.begin(name)
      #expect(!log.isSilent(a))
      log.failed(a, Self.answer(failure))
    }
    log.begin("s/four")
    #expect(log.isSilent(a) && !log.isSilent(b))
  }

  private static func answer(_ failure: TransportFailure) -> Outage.Reason {
    .noAnswer(.noAnswer(URL(filePath: "/"), failure, attempts: 1))
  }

  /// A server that redirects to one that is down has answered.
  @Test func originBehindARedirectionIsKept() {
    var log = OutageLog()
    log.begin("s/one")
    let error = EndpointError.noAnswer(b, .refused, attempts: 1)
    log.failed(a, .noAnswer(error))
    log.failed(b, .noAnswer(error))
    #expect(
      log.outages.map(\.reason) == [
        .noAnswerElsewhere(error, origin: "https://b.example:8443"), .noAnswer(error),
      ])
  }

  @Test func reasonsOfOneOriginAreToldApart() {
    var log = OutageLog()
    log.begin("s/one")
    log.failed(a, .page)
    log.failed(b, .page)
    log.failed(a, .emptyBody)
    log.failed(a, .page)
    #expect(
      log.outages.map(\.origin) == [
        "https://a.example", "https://b.example:8443", "https://a.example",
      ])
    #expect(log.outages.map(\.failed) == [2, 1, 1])
  }

  /// Each endpoint has the reason of its own requests, with what helps against that.
  @Test func reasonsOfOneKindAreToldApart() {
    var log = OutageLog()
    let reasons: [Outage.Reason] = [
      .status(429), .status(503), .status(304), Self.answer(.tooManyRedirects(limit: 10)),
      Self.answer(.headerTooLarge(limit: 9)), Self.answer(.tls(.expired, detail: "a")),
      Self.answer(.closedEarly(received: 5, expected: 9)),
    ]
    for (number, reason) in reasons.enumerated() {
      log.begin("s/\(number)")
      log.failed(a, reason)
      #expect(log.reasonOfEndpoint == log.outages.last?.reason)
      log.succeeded(a)
    }
    #expect(log.outages.count == reasons.count)
    log.failed(a, Self.answer(.closedEarly(received: 7, expected: nil)))
    log.failed(a, Self.answer(.tls(.expired, detail: "b")))
    #expect(log.outages.count == reasons.count)
  }

  /// A server that asks to wait at each request costs the time for repetitions once, not at each request.
  @Test func failuresInARowShareTheTimeForRepetitions() {
    let client = EndpointClient(retries: RetryPolicy(maximumRetries: 2, totalTime: .seconds(20)))
    var log = OutageLog()
    log.begin("s/one")
    #expect(log.client(client, for: a).retries.totalTime == .seconds(20))
    log.failed(a, .status(503), after: .seconds(18))
    #expect(log.client(client, for: a).retries.totalTime == .seconds(2))
    #expect(log.client(client, for: b).retries.totalTime == .seconds(20))
    log.failed(a, .status(503), after: .seconds(3))
    #expect(log.client(client, for: a).retries.totalTime == .zero)
    log.succeeded(a)
    #expect(log.client(client, for: a).retries == client.retries)
  }
}
