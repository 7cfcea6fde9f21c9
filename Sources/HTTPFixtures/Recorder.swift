public import Endpoints
public import Foundation

/// Fetches exchanges to be stored as fixtures.
public struct Recorder: Sendable {
  private let client: EndpointClient
  private let redaction: Redaction
  private let now: @Sendable () -> Date

  /// Makes a recorder that asks through a client.
  ///
  /// - Parameters:
  ///   - client: The client, which may send the requests to another origin.
  ///   - redaction: What is secret in the exchanges.
  ///   - now: The clock, for `recordedAt`.
  public init(
    client: EndpointClient, redaction: Redaction = .standard,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.client = client
    self.redaction = redaction
    self.now = now
  }

  /// Asks once, and gives the exchange whatever its status.
  ///
  /// The URL is the endpoint's own, so that a recording from a mirror equals one from the API.
  /// Throws what `EndpointClient.response(for:)` throws.
  public func record(_ endpoint: some Endpoint) async throws(EndpointError) -> Exchange {
    let url = try endpoint.url()
    let response = try await client.response(for: endpoint)
    return Exchange(
      method: endpoint.method, url: url, status: response.status, headers: response.headers,
      body: response.body, recordedAt: now(), redaction: redaction)
  }
}
