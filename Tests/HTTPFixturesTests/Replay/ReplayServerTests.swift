import Endpoints
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTPFixtures

@Suite(.waiting, .timeLimit(.minutes(5))) struct ReplayServerTests {
  private static let small = #"{"name":"small"}"#
  private static let large = String(repeating: "large and long; ", count: 100_000)

  private func server(_ options: ReplayServer.Options = ReplayServer.Options()) throws
    -> ReplayServer
  {
    let table = ReplayTable([
      try ReplayTableTests.answer(
        "shop/item/small", "https://a.example/v1/small", body: Self.small),
      try ReplayTableTests.answer(
        "shop/item/large", "https://a.example/v1/large", body: Self.large),
    ])
    return try ReplayServer(table, options: options)
  }

  private func options(_ faults: ReplayFault...) -> ReplayServer.Options {
    var options = ReplayServer.Options()
    options.faults = ReplayFaults(faults, rate: 1, seed: 1)
    return options
  }

  // MARK: Answers

  @Test func connectionServesRequestAfterRequest() throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    for _ in 0..<3 {
      let response = try #require(client.get("/v1/small"))
      #expect(response.status == 200 && response.text == Self.small)
      #expect(response.headers["x-replay-fixture"] == "shop/item/small")
      #expect(response.headers["content-type"] == "application/json")
      #expect(response.headers["connection"] == "keep-alive")
      #expect(response.headers["date"].flatMap(HTTPDate.seconds) != nil)
    }
    #expect(client.get("/v1/large")?.text == Self.large)
    client.send("HEAD /v1/large HTTP/1.1\r\nHost: a\r\n\r\n")
    let head = try #require(client.response(isHead: true))
    #expect(head.headers["content-length"] == String(Self.large.utf8.count))
    #expect(client.get("/v1/small", "Connection: close\r\n")?.headers["connection"] == "close")
    #expect(client.receiveAll().bytes.isEmpty)
  }

  @Test func conditionsAndRangesAreAnswered() throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    let tag = try #require(client.get("/v1/small")?.headers["etag"])
    let known = try #require(client.get("/v1/small", "If-None-Match: \(tag)\r\n"))
    #expect(known.status == 304 && known.body.isEmpty && known.headers["etag"] == tag)
    #expect(known.headers["content-length"] == nil)
    let part = try #require(client.get("/v1/small", "Range: bytes=2-5\r\n"))
    #expect(part.status == 206 && part.text == "name")
    #expect(part.headers["content-range"] == "bytes 2-5/16")
    let behind = try #require(client.get("/v1/small", "Range: bytes=99-\r\n"))
    #expect(behind.status == 416 && behind.headers["content-range"] == "bytes */16")
    #expect(client.get("/v1/small", "If-Match: \"x\"\r\n")?.status == 412)
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    let pair = "GET /v1/small HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/none HTTP/1.1\r\nHost: a\r\n\r\n"
    client.send(String(repeating: pair, count: 1000))
    client.endInput()
    for _ in 0..<1000 {
      #expect(client.response()?.text == Self.small)
      #expect(client.response()?.status == 404)
    }
    #expect(client.receiveAll().bytes.isEmpty)
  }

  @Test func contentIsAwaited() throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    client.send(
      "POST /v1/small HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    #expect(client.response()?.status == 100)
    client.send("abc")
    let response = try #require(client.response())
    #expect(response.status == 405 && response.headers["allow"] == "GET, HEAD, OPTIONS")
    client.send(
      "OPTIONS /v1/small HTTP/1.1\r\nHost: a\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.response()?.status == 204)
    #expect(client.response()?.headers["allow"] == "GET, HEAD, OPTIONS, POST")
  }

  @Test func unknownRequestIsToldTheNearestFixtures() throws {
    let server = try server()
    let response = try #require(try RawClient(port: server.port).get("/v1/smal?\"<>"))
    #expect(response.status == 404)
    struct Message: Decodable {
      struct Neighbour: Decodable { let fixture, request: String }
      let error: String
      let nearest: [Neighbour]
    }
    let message = try JSONDecoder().decode(Message.self, from: Data(response.body))
    #expect(message.error == "no fixture answers GET /v1/smal?\"<>")
    #expect(message.nearest.first?.fixture == "shop/item/small")
    #expect(message.nearest.first?.request == "GET /v1/small")
  }

  @Test func unknownContentIsToldTheNearestFixtures() throws {
    let server = try ReplayServer(
      ReplayTable([
        try ReplayTableTests.answer(
          "shop/query/tea", "https://a.example/query", method: .post, content: #"{"q": "tea"}"#,
          body: "[]")
      ]))
    let client = try RawClient(port: server.port)
    let answers = [#"{"q":"tea"}"#, #"{"q":"oil"}"#].map { content in
      client.send(
        "POST /query HTTP/1.1\r\nHost: a\r\nContent-Length: \(content.utf8.count)\r\n\r\n\(content)"
      )
      return client.response()
    }
    #expect(answers[0]?.status == 200 && answers[0]?.text == "[]")
    #expect(answers[1]?.status == 404)
    let text = try #require(answers[1]?.text)
    #expect(text.contains("shop/query/tea") && text.contains("and another content"))
  }

  @Test func refusalIsReceivedThoughMoreWasSent() throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    client.send(
      Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [UInt8](repeating: 0x41, count: 500_000))
    let (bytes, end) = client.receiveAll()
    #expect(String(decoding: bytes.prefix(12), as: UTF8.self) == "HTTP/1.1 431")
    #expect(end == .closed)
  }

  @Test func localhostIsServedOnBothAddresses() async throws {
    let server = try server()
    for host in ["127.0.0.1", "localhost"] {
      let url = try #require(URL(string: "http://\(host):\(server.port)"))
      let answer = try await EndpointClient().response(for: Small(baseURL: url))
      #expect(answer.body == Array(Self.small.utf8))
    }
  }

  private struct Small: Endpoint {
    let baseURL: URL
    let path = "v1/small"
  }

  // MARK: Many clients

  @Test func manyClientsAreServedAtOnce() throws {
    let server = try server()
    let clients = try (0..<200).map { _ in try RawClient(port: server.port) }
    for _ in 0..<10 {
      for client in clients { client.send("GET /v1/small HTTP/1.1\r\nHost: a\r\n\r\n") }
      for client in clients { #expect(client.response()?.text == Self.small) }
    }
  }

  @Test func clientThatDoesNotReadHoldsNobodyUp() throws {
    let server = try server()
    let lazy = try RawClient(port: server.port)
    for _ in 0..<5 { lazy.send("GET /v1/large HTTP/1.1\r\nHost: a\r\n\r\n") }
    let eager = try RawClient(port: server.port)
    for _ in 0..<50 { #expect(eager.get("/v1/small")?.status == 200) }
    for _ in 0..<5 { #expect(lazy.response()?.body.count == Self.large.utf8.count) }
  }

  @Test func clientBeyondTheMostWaitsForItsTurn() throws {
    var options = ReplayServer.Options()
    options.mostConnections = 2
    let server = try server(options)
    var held: [RawClient] = []
    for _ in 0..<2 {
      let client = try RawClient(port: server.port)
      #expect(client.get("/v1/small")?.status == 200)
      held.append(client)
    }
    let third = try RawClient(port: server.port)
    third.send("GET /v1/small HTTP/1.1\r\nHost: a\r\n\r\n")
    held.removeLast()
    #expect(third.response()?.status == 200)
  }

  @Test func clientThatTakesTooLongIsLeft() throws {
    var options = ReplayServer.Options()
    options.times.idle = .milliseconds(300)
    options.times.request = .milliseconds(300)
    let server = try server(options)
    let silent = try RawClient(port: server.port)
    let slow = try RawClient(port: server.port)
    slow.send("GET /v1/small HTTP/1.1\r\nHost: a\r\n")
    #expect(slow.response()?.status == 408)
    #expect(slow.receiveAll().end == .closed)
    #expect(silent.receiveAll().end == .closed)
    // Bytes that come one by one do not make the time longer.
    let drop = try RawClient(port: server.port)
    let start = ContinuousClock.now
    for _ in 0..<20 {
      drop.send("G")
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(drop.response()?.status == 408)
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test func answerThatIsNotTakenEndsItsConnection() throws {
    var options = ReplayServer.Options()
    options.times.stall = .milliseconds(300)
    options.times.idle = .seconds(60)
    let server = try server(options)
    let lazy = try RawClient(port: server.port)
    for _ in 0..<20 { lazy.send("GET /v1/large HTTP/1.1\r\nHost: a\r\n\r\n") }
    Thread.sleep(forTimeInterval: 2.5)
    #expect(lazy.receiveAll().bytes.count < 20 * Self.large.utf8.count)
    #expect(try RawClient(port: server.port).get("/v1/small")?.status == 200)
  }

  @Test func stoppedServerLeavesNoConnectionAndFreesItsPort() async throws {
    let first = try server()
    let client = try RawClient(port: first.port)
    #expect(client.get("/v1/small")?.status == 200)
    first.stop()
    await first.ended()
    #expect(client.get("/v1/small") == nil)
    let second = try ReplayServer(ReplayTable(), port: first.port)
    #expect(second.port == first.port)
    #expect(throws: POSIXError.self) { try ReplayServer(ReplayTable(), port: second.port) }
    second.stop()
    await second.ended()
    first.stop()
  }

  // MARK: Faults

  @Test func lateAnswerIsLate() throws {
    let server = try server(options(.latency(.milliseconds(200))))
    let client = try RawClient(port: server.port)
    let start = ContinuousClock.now
    #expect(client.get("/v1/small")?.text == Self.small)
    #expect(ContinuousClock.now - start >= .milliseconds(200))
  }

  @Test func statusIsTheOneAskedFor() throws {
    let server = try server(options(.status(503)))
    let client = try RawClient(port: server.port)
    #expect(client.get("/v1/small")?.status == 503 && client.get("/v1/none")?.status == 503)
  }

  @Test func resetConnectionHasNoAnswer() throws {
    let server = try server(options(.reset))
    let client = try RawClient(port: server.port)
    client.send("GET /v1/small HTTP/1.1\r\nHost: a\r\n\r\n")
    let (bytes, end) = client.receiveAll()
    #expect(bytes.isEmpty && end == .reset)
  }

  @Test func cutAnswerEndsInItsBody() throws {
    let server = try server(options(.cut))
    let client = try RawClient(port: server.port)
    client.send("GET /v1/small HTTP/1.1\r\nHost: a\r\n\r\n")
    let (bytes, end) = client.receiveAll()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(end == .closed && text.contains("Content-Length: 16\r\n"))
    #expect(text.hasSuffix("\r\n\r\n{\"name\":"))
  }

  @Test func garbageIsNoTextOfTheSameLength() throws {
    let server = try server(options(.garbage))
    let body = try #require(try RawClient(port: server.port).get("/v1/small")?.body)
    #expect(body.count == Self.small.utf8.count)
    #expect(String(validating: body, as: UTF8.self) == nil)
  }

  @Test func drippingAnswerComesWhole() throws {
    let server = try server(options(.drip(.milliseconds(20))))
    let client = try RawClient(port: server.port)
    let start = ContinuousClock.now
    let response = try #require(client.get("/v1/none"))
    let pieces = response.body.count / ReplayFault.dripSize
    #expect(pieces > 5 && ContinuousClock.now - start >= .milliseconds(20 * (pieces - 1)))
    #expect(client.get("/v1/small")?.text == Self.small)
  }

  @Test func rateAndSeedChooseTheRequestsWithAFault() throws {
    let statuses = { (seed: UInt64) in
      var faults = ReplayFaults([.status(500), .status(502)], rate: 0.3, seed: seed)
      return (0..<1000).map { _ in faults.next() }
    }
    #expect(statuses(1) == statuses(1) && statuses(1) != statuses(2))
    #expect((250..<350).contains(statuses(1).count { $0 != nil }))
    #expect(Set(statuses(1)).count == 3)
  }

  // MARK: Missing answers and the log

  @Test func missingAnswerIsLookedForOnceAndKept() async throws {
    let asked = Mutex(0)
    let events = Mutex<[Int?]>([])
    var options = ReplayServer.Options()
    options.missing = { request in
      asked.withLock { $0 += 1 }
      guard request.target == "/v1/new", let url = URL(string: "https://a.example/v1/new") else {
        return .refused("nobody has it")
      }
      return .found(
        ReplayAnswer(
          id: FixtureID(suite: "shop", endpoint: "item", caseName: "new"), method: .get, url: url,
          status: 200, headers: [:], body: Array("new".utf8)))
    }
    options.log = { event in events.withLock { $0.append(event.status) } }
    let server = try server(options)
    // The search needs a thread of the pool in which tests run, so the client has to wait elsewhere.
    let responses = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { [port = server.port] in
        continuation.resume(
          with: Result {
            let client = try RawClient(port: port)
            return ["/v1/new", "/v1/new", "/v1/old", "/v1/small"].map { client.get($0) }
          })
      }
    }
    #expect(responses.map { $0?.status } == [200, 200, 404, 200])
    #expect(responses[0]?.text == "new" && responses[1]?.text == "new")
    #expect(responses[2]?.text.contains("nobody has it") == true)
    #expect(asked.withLock { $0 } == 2)
    #expect(events.withLock { $0 } == [200, 200, 404, 200])
  }
}
