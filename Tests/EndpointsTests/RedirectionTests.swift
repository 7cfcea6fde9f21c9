import Endpoints
import Foundation
import TestSupport
import Testing

@Suite(
  .waiting,
  .enabled(if: MisbehavingServer.isAvailable, "\(MisbehavingServer.unavailableReason)"),
  .timeLimit(.minutes(5)))
struct RedirectionTests {
  /// A text that no other request has in its target.
  let mark = UUID().uuidString

  static func endpoint(
    at server: MisbehavingServer, to target: String, status: Int = 302
  ) -> AnyEndpoint {
    AnyEndpoint(
      baseURL: server.url, path: "redirect",
      queryItems: [
        URLQueryItem(name: "status", value: String(status)),
        URLQueryItem(name: "to", value: target),
      ])
  }

  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"),
    (308, "POST", "POST"), (301, "PUT", "PUT"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
    (302, "HEAD", "HEAD"),
  ])
  func statusDecidesTheNextMethod(status: Int, method: String, next: String) async throws {
    let server = try await MisbehavingServer.shared()
    var endpoint = Self.endpoint(at: server, to: "/good/\(mark)", status: status)
    endpoint.method = HTTPMethod(rawValue: method)
    _ = try await EndpointClient().response(for: endpoint)
    #expect(try server.requests(with: mark).map(\.method) == [method, next])
  }

  @Test(arguments: [300, 304, 305, 399])
  func statusThatSendsNobodyOnIsTheAnswer(status: Int) async throws {
    let server = try await MisbehavingServer.shared()
    let response = try await EndpointClient().response(
      for: Self.endpoint(at: server, to: "/good", status: status))
    #expect(response.status == status && response.redirectCount == 0)
  }

  /// Only what is known to be harmless goes to another origin, and what stayed behind does not come
  /// back with a later hop.
  @Test func ownHeadersDoNotFollowToAnotherOrigin() async throws {
    let stranger = try await MisbehavingServer()
    let server = try await MisbehavingServer.shared()
    let back = "\(server.url.absoluteString)/good/\(mark)"
    let target = "\(stranger.url.absoluteString)/redirect?to=\(back)&key=hunter2&other=1"
    var endpoint = Self.endpoint(at: server, to: target)
    endpoint.headers = [
      "Accept": "application/json", "Accept-Language": "nl", "X-Api-Key": "hunter3",
      "Cookie": "hunter4", "User-Agent": "me",
    ]
    let client = EndpointClient(authorization: .query(name: "key", value: "hunter2"))
    let response = try await client.response(for: endpoint)
    #expect(response.redirectCount == 2)
    let strange = try #require(try stranger.requests().first)
    #expect(strange.headers["accept"] == "application/json")
    #expect(strange.headers["accept-language"] == "nl")
    #expect(strange.headers["user-agent"] == "me")
    #expect(strange.target.hasSuffix("&other=1"))
    #expect(!"\(strange)".contains("hunter"))
    let requests = try server.requests(with: mark)
    #expect("\(requests[0])".contains("hunter3") && "\(requests[0])".contains("hunter2"))
    #expect(!"\(requests[1])".contains("hunter"))
  }

  @Test func ownHeadersFollowWithinTheOrigin() async throws {
    let server = try await MisbehavingServer.shared()
    var endpoint = Self.endpoint(at: server, to: "/good/\(mark)")
    endpoint.headers = ["X-Api-Key": "hunter3"]
    _ = try await EndpointClient().response(for: endpoint)
    #expect(
      try server.requests(with: mark).map { $0.headers["x-api-key"] } == ["hunter3", "hunter3"])
  }

  @Test func limitOfRedirectionsIsKept() async throws {
    let server = try await MisbehavingServer.shared()
    let none = RequestLimits(redirects: 0)
    let failure = await TransportTests.failure(
      of: Self.endpoint(at: server, to: "/good/\(mark)"), within: none)
    #expect(failure == .tooManyRedirects(limit: 0))
    #expect(try server.requests(with: mark).count == 1)
  }
}
