#if !canImport(Darwin)
  import Endpoints
  import Foundation
  import TestSupport
  import Testing

  /// What the environment says about proxies and authorities, in processes that have it.
  @Suite(
    .waiting,
    .enabled(if: MisbehavingServer.isAvailable, "\(MisbehavingServer.unavailableReason)"),
    .timeLimit(.minutes(5)))
  struct EnvironmentTests {
    static func endpoint(_ address: String) throws -> AnyEndpoint {
      AnyEndpoint(baseURL: try #require(URL(string: address)))
    }

    @Test func proxyOfHTTPIsAskedForTheWholeAddress() async {
      await #expect(processExitsWith: .success) {
        let server = try await MisbehavingServer()
        unsafe setenv("http_proxy", server.url.absoluteString, 1)
        let endpoint = try Self.endpoint("http://api.library.example/good")
        #expect(try await EndpointClient().response(for: endpoint).status == 200)
        let targets = try server.requests().map(\.target)
        #expect(targets == ["http://api.library.example/good"])
      }
    }

    @Test func tunnelThatIsRefusedIsToldAsTheProxy() async {
      await #expect(processExitsWith: .success) {
        let server = try await MisbehavingServer()
        unsafe setenv("https_proxy", server.url.absoluteString, 1)
        var endpoint = try Self.endpoint("https://api.library.example/good")
        endpoint.headers = ["X-Api-Key": "hunter2"]
        #expect(await TransportTests.failure(of: endpoint) == .proxyRefused(status: 403))
        let request = try server.requests().first
        #expect(request?.method == "CONNECT" && request?.headers["x-api-key"] == nil)
      }
    }

    @Test func proxyThatIsNotThereIsAFailure() async {
      await #expect(processExitsWith: .success) {
        unsafe setenv("ALL_PROXY", "http://no-such-proxy.invalid:3128", 1)
        let endpoint = try Self.endpoint("https://api.library.example/good")
        #expect(await TransportTests.failure(of: endpoint) == .unresolvedProxy)
      }
    }

    @Test func hostWithoutProxyIsAskedItself() async {
      await #expect(processExitsWith: .success) {
        let server = try await MisbehavingServer()
        unsafe setenv("ALL_PROXY", "http://no-such-proxy.invalid:3128", 1)
        unsafe setenv("NO_PROXY", "library.example,127.0.0.1", 1)
        let endpoint = AnyEndpoint(baseURL: server.url, path: "good")
        #expect(try await EndpointClient().response(for: endpoint).status == 200)
      }
    }

    @Test func authoritiesOfTheEnvironmentAreTrusted() async {
      await #expect(processExitsWith: .success) {
        let server = try await MisbehavingServer.shared()
        guard server.hasCertificates else { return }
        unsafe setenv("SSL_CERT_FILE", server.authority.path, 1)
        let endpoint = AnyEndpoint(baseURL: try server.url(.good), path: "good")
        #expect(try await EndpointClient().response(for: endpoint).status == 200)
        unsafe setenv("SSL_CERT_FILE", "", 1)
        guard case .tls(.unknownAuthority, _) = await TransportTests.failure(of: endpoint) else {
          Issue.record("an authority is trusted that nobody named")
          return
        }
      }
    }
  }
#endif
