import Endpoints
import Foundation
import TestSupport
import Testing

@Suite(
  .waiting,
  .enabled(if: MisbehavingServer.isAvailable, "\(MisbehavingServer.unavailableReason)"),
  .timeLimit(.minutes(5)))
struct TLSTests {
  /// A server with certificates; nil where there is no `openssl` to make them.
  static func server() async throws -> MisbehavingServer? {
    let server = try await MisbehavingServer.shared()
    return server.hasCertificates ? server : nil
  }

  @Test func ownAuthorityIsTrusted() async throws {
    guard let server = try await Self.server() else { return }
    let client = EndpointClient(certificateAuthority: server.authority)
    let endpoint = AnyEndpoint(baseURL: try server.url(.good), path: "good")
    #expect(try await client.response(for: endpoint).status == 200)
  }

  @Test(
    arguments: [
      (.good, false, .unknownAuthority), (.selfSigned, true, .selfSigned),
      (.expired, true, .expired), (.future, true, .notYetValid), (.wrongHost, true, .wrongHost),
    ] as [(MisbehavingServer.Certificate, Bool, TransportFailure.TLSFailure)])
  func badCertificateIsToldByItsFault(
    certificate: MisbehavingServer.Certificate, isTrusted: Bool,
    fault: TransportFailure.TLSFailure
  ) async throws {
    guard let server = try await Self.server() else { return }
    let endpoint = AnyEndpoint(baseURL: try server.url(certificate), path: "good/\(fault)")
    let failure = await TransportTests.failure(
      of: endpoint, certificateAuthority: isTrusted ? server.authority : nil)
    guard case .tls(fault, let detail) = failure else {
      Issue.record("unexpected failure \(failure.debugDescription)")
      return
    }
    #expect(!detail.isEmpty)
    #expect(try server.requests(with: "/good/\(fault)").isEmpty)
  }

  @Test func authorityThatCannotBeReadIsAFailure() async throws {
    guard let server = try await Self.server() else { return }
    let endpoint = AnyEndpoint(baseURL: try server.url(.good), path: "good")
    let failure = await TransportTests.failure(
      of: endpoint, certificateAuthority: URL(fileURLWithPath: "/nowhere/ca.pem"))
    guard case .tls(.unreadableAuthorities, _) = failure else {
      Issue.record("unexpected failure \(failure.debugDescription)")
      return
    }
  }

  @Test func plainRequestToAServerOfTLSIsAFailure() async throws {
    guard let server = try await Self.server() else { return }
    let plain = AnyEndpoint(baseURL: try server.url(.good), path: "good")
    var components = try #require(URLComponents(url: plain.baseURL, resolvingAgainstBaseURL: true))
    components.scheme = "http"
    let endpoint = AnyEndpoint(baseURL: try #require(components.url), path: "good")
    let failure = await TransportTests.failure(of: endpoint)
    #expect(failure == .closedWithoutAnswer || failure == .reset(.nothing))
  }

  @Test func secretsDoNotFollowFromHTTPSToHTTP() async throws {
    guard let server = try await Self.server() else { return }
    let client = EndpointClient(
      authorization: .bearer("hunter2"), certificateAuthority: server.authority)
    let endpoint = AnyEndpoint(
      baseURL: try server.url(.good), path: "redirect",
      queryItems: [URLQueryItem(name: "to", value: "\(server.url.absoluteString)/good/down")])
    #expect(try await client.response(for: endpoint).redirectCount == 1)
    let authorizations = try server.requests(with: "down").map { $0.headers["authorization"] }
    #expect(authorizations == ["Bearer hunter2", nil])
  }
}
