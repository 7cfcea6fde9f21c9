import Endpoints
import Foundation
import TestSupport
import Testing

/// What the platform's transport makes of answers that are odd, and of those that are broken.
@Suite(
  .waiting,
  .enabled(if: MisbehavingServer.isAvailable, "\(MisbehavingServer.unavailableReason)"),
  .timeLimit(.minutes(5)))
struct TransportTests {
  static let content = #"{"title":"Ulysses","year":1922}"#

  /// The content that the server compresses.
  static let longContent =
    "[" + (0..<20000).map { #"{"id": \#($0), "name": "book \#($0 * $0)"}"# }.joined(separator: ", ")
    + "]"

  static func failure(
    of path: String, at server: MisbehavingServer, within limits: RequestLimits = RequestLimits()
  ) async -> TransportFailure? {
    await failure(of: AnyEndpoint(baseURL: server.url, path: path), within: limits)
  }

  static func failure(
    of endpoint: AnyEndpoint, within limits: RequestLimits = RequestLimits(),
    certificateAuthority: URL? = nil
  ) async -> TransportFailure? {
    let client = EndpointClient(limits: limits, certificateAuthority: certificateAuthority)
    do throws(EndpointError) {
      let response = try await client.response(for: endpoint)
      Issue.record("\(endpoint.path) answered \(response.status), \(response.body.count) bytes")
      return nil
    } catch {
      #expect(!error.description.contains("\n") && error.description.contains("; "))
      if case .noAnswer(_, let failure, attempts: 1) = error { return failure }
      Issue.record("unexpected error \(error)")
      return nil
    }
  }

  @Test(
    arguments: [
      ("good", 200, nil), ("latin1", 200, "café"), ("utf8", 200, "café"), ("bare-lf", 200, "a"),
      ("no-reason", 200, nil), ("latin1-reason", 200, nil), ("http10", 200, nil),
      ("until-close", 200, nil), ("interim", 200, "yes"), ("chunked", 200, nil),
      ("trailers", 200, nil), ("folded", 200, "a, b"), ("twice", 200, "a, b"),
      ("partial-content", 206, nil), ("challenge", 401, nil), ("status-599", 599, nil),
      ("without-location", 302, nil), ("relative", 200, nil),
    ] as [(String, Int, String?)])
  func oddAnswerIsRead(path: String, status: Int, name: String?) async throws {
    let server = try await MisbehavingServer.shared()
    let response = try await EndpointClient().response(
      for: AnyEndpoint(baseURL: server.url, path: path))
    #expect(response.status == status)
    #expect(response.headers["X-Name"] == name)
    #expect(String(decoding: response.body, as: UTF8.self) == Self.content)
  }

  @Test func answersOfIPv6AndWithoutContentAreRead() async throws {
    let server = try await MisbehavingServer.shared()
    let empty = try await EndpointClient().response(
      for: AnyEndpoint(baseURL: server.url, path: "no-content"))
    #expect(empty.status == 204 && empty.body.isEmpty)
    guard let url = server.ipv6URL else { return }
    let response = try await EndpointClient().response(
      for: AnyEndpoint(baseURL: url, path: "good"))
    #expect(response.status == 200 && !response.body.isEmpty)
    #expect(response.url.absoluteString == "\(url.absoluteString)/good")
  }

  @Test(arguments: [
    "gzip", "gzip-stored", "gzip-fixed", "gzip-named", "gzip-members", "deflate", "deflate-raw",
    "deflate-gzip", "identity",
  ])
  func bodyThatIsCompressedUnaskedIsInflated(path: String) async throws {
    let server = try await MisbehavingServer.shared()
    let response = try await EndpointClient().response(
      for: AnyEndpoint(baseURL: server.url, path: "\(path)/unasked"))
    #expect(String(decoding: response.body, as: UTF8.self) == Self.longContent)
    let request = try server.requests(with: "/\(path)/unasked").first
    #expect(request?.headers["accept-encoding"] == "identity")
  }

  @Test(arguments: [
    ("gzip-cut", "gzip"), ("gzip-without-trailer", "gzip"), ("gzip-cut-trailer", "gzip"),
    ("gzip-wrong-sum", "gzip"), ("gzip-wrong-byte", "gzip"), ("gzip-rest", "gzip"),
    ("gzip-is-json", "gzip"), ("deflate-cut", "deflate"), ("brotli", "br"),
  ])
  func bodyThatCannotBeInflatedWholeIsAFailure(path: String, name: String) async throws {
    let server = try await MisbehavingServer.shared()
    #expect(await Self.failure(of: path, at: server) == .contentEncoding(name))
  }

  @Test(
    arguments: [
      ("close-at-once", .closedWithoutAnswer), ("close-in-status-line", .closedWithoutAnswer),
      ("close-after-status-line", .closedInHeader),
      ("close-in-field", .closedInHeader), ("close-before-empty-line", .closedInHeader),
      ("short-body", .closedEarly(received: 31, expected: 62)),
      ("cut-chunk", .closedEarly(received: 9, expected: nil)),
      ("cut-between-chunks", .closedEarly(received: 31, expected: nil)),
      ("reset", .reset(.nothing)), ("reset-in-body", .reset(.body)),
      ("loop", .tooManyRedirects(limit: 10)),
      ("to-file", .redirectRefused(to: "file:///etc/passwd")),
      ("to-ftp", .redirectRefused(to: "ftp://127.0.0.1/x")),
      ("to-nothing", .redirectRefused(to: "http://")),
    ] as [(String, TransportFailure)])
  func brokenAnswerIsAFailure(path: String, failure: TransportFailure) async throws {
    let server = try await MisbehavingServer.shared()
    #expect(await Self.failure(of: path, at: server) == failure)
  }

  @Test(arguments: ["http09", "ssh", "zeros", "bad-chunk", "no-colon"])
  func whatIsNotHTTPIsSaidToBeSo(path: String) async throws {
    let server = try await MisbehavingServer.shared()
    let failure = await Self.failure(of: path, at: server)
    guard case .invalidResponse(let detail) = failure else {
      Issue.record("unexpected failure \(failure.debugDescription)")
      return
    }
    #expect(!detail.isEmpty)
  }

  @Test(arguments: ["large-header", "endless-fields", "endless-field", "endless-interim"])
  func headerThatIsTooLargeEndsTheRequest(path: String) async throws {
    let server = try await MisbehavingServer.shared()
    #expect(await Self.failure(of: path, at: server) == .headerTooLarge(limit: 64 << 10))
  }

  @Test(arguments: [("huge-length", 1_000_000), ("endless-body", 1_000_000), ("bomb", 1_000_000)])
  func bodyThatIsTooLargeEndsTheRequest(path: String, limit: Int) async throws {
    let server = try await MisbehavingServer.shared()
    let limits = RequestLimits(bodySize: limit)
    #expect(await Self.failure(of: path, at: server, within: limits) == .bodyTooLarge(limit: limit))
  }

  @Test(arguments: ["silent", "silent-in-header", "silent-in-body"])
  func silenceIsToldFromTheWholeLimit(path: String) async throws {
    let server = try await MisbehavingServer.shared()
    let limits = RequestLimits(
      connecting: .seconds(60), silence: .seconds(2), wholeAnswer: .seconds(120))
    #expect(await Self.failure(of: path, at: server, within: limits) == .silent(for: .seconds(2)))
    let short = RequestLimits(silence: .seconds(120), wholeAnswer: .seconds(1))
    #expect(
      await Self.failure(of: path, at: server, within: short) == .timedOut(after: .seconds(1)))
  }

  @Test func dripIsTooSlow() async throws {
    let server = try await MisbehavingServer.shared()
    let limits = RequestLimits(
      silence: .seconds(4), wholeAnswer: .seconds(120), slowestSpeed: 1_000)
    let failure = await Self.failure(of: "drip", at: server, within: limits)
    guard case .tooSlow(let speed, .seconds(4)) = failure else {
      Issue.record("unexpected failure \(failure.debugDescription)")
      return
    }
    #expect(speed < 1_000)
    // Without a slowest speed it may drip as long as the whole answer may take.
    let patient = RequestLimits(silence: .seconds(60), wholeAnswer: .seconds(2), slowestSpeed: 0)
    let late = await Self.failure(of: "drip", at: server, within: patient)
    #expect(late == .timedOut(after: .seconds(2)))
  }

  @Test(
    arguments: [
      ("http://127.0.0.1:1", .refused), ("http://no-such-host.invalid", .unresolvedName),
    ] as [(String, TransportFailure)])
  func serverThatIsNotThereIsToldApart(base: String, failure: TransportFailure) async throws {
    let endpoint = AnyEndpoint(baseURL: try #require(URL(string: base)), path: "x")
    #expect(await Self.failure(of: endpoint) == failure)
  }

  @Test func connectionThatHangsIsToldFromSilence() async throws {
    let server = try await MisbehavingServer.shared()
    // A server that waits for the request of HTTP never answers the greeting of TLS.
    var components = try #require(URLComponents(url: server.url, resolvingAgainstBaseURL: true))
    components.scheme = "https"
    let endpoint = AnyEndpoint(baseURL: try #require(components.url), path: "x")
    let limits = RequestLimits(
      connecting: .seconds(2), silence: .seconds(120), wholeAnswer: .seconds(120))
    #expect(
      await Self.failure(of: endpoint, within: limits) == .connectTimedOut(after: .seconds(2)))
  }

  @Test func methodHeadersAndContentAreSent() async throws {
    let server = try await MisbehavingServer.shared()
    var endpoint = AnyEndpoint(
      baseURL: server.url, path: "good/sent", method: .post,
      headers: ["X-Empty": "", "Accept": "a/b", "user-agent": "me"])
    _ = try await EndpointClient().response(for: endpoint)
    endpoint.method = .head
    let head = try await EndpointClient().response(for: endpoint)
    #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "31")
    endpoint.method = HTTPMethod(rawValue: "OPTIONS")
    endpoint.headers = [:]
    _ = try await EndpointClient().response(for: endpoint)
    let requests = try server.requests(with: "/good/sent")
    #expect(requests.map(\.method) == ["POST", "HEAD", "OPTIONS"])
    #expect(requests[0].headers["x-empty"] == "")
    #expect(requests[0].headers["accept"] == "a/b" && requests[0].headers["user-agent"] == "me")
    #expect(requests[0].headers["content-length"] == "0" && requests[0].headers["expect"] == nil)
    #expect(requests[2].headers["user-agent"]?.isEmpty == false)
  }
}
