public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends the requests of endpoints and receives the answers.
///
/// A client keeps nothing between requests: no cache, no cookies. Each request ends in bounded
/// time and space, whatever the server does. Copies share their connections.
public struct EndpointClient: Sendable {
  /// Where all requests go instead of to the hosts of their endpoints; nil for no change.
  ///
  /// It replaces scheme, host and port; its path, if any, comes before the endpoint's path.
  public let origin: URL?

  /// The time that a whole answer may take, redirections included.
  public let timeout: Duration

  /// The largest body that is accepted, in bytes.
  public let maximumBodySize: Int

  private let authorization: Authorization?
  private let transport: Transport

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - origin: Where all requests go, such as `http://127.0.0.1:8080`.
  ///   - authorization: The credential that is added to each request.
  ///   - timeout: The time that a whole answer may take.
  ///   - maximumBodySize: The largest body that is accepted, in bytes; 64 MiB by default.
  ///   - configuration: A session configuration; by default without cache and cookies.
  public init(
    origin: URL? = nil, authorization: Authorization? = nil, timeout: Duration = .seconds(30),
    maximumBodySize: Int = 64 << 20, configuration: URLSessionConfiguration? = nil
  ) {
    self.origin = origin
    self.authorization = authorization
    self.timeout = timeout
    self.maximumBodySize = maximumBodySize
    transport = Transport(configuration: configuration)
  }

  /// The address that the client asks for an endpoint, without the credential.
  ///
  /// Throws `invalidURL` where the parts make no address.
  public func url(for endpoint: some Endpoint) throws(EndpointError) -> URL {
    let url = try endpoint.url()
    guard let origin else { return url }
    return try RequestURL.url(url, movedTo: origin)
  }

  /// The answer to a request, whatever its status.
  ///
  /// Throws where there is no answer: `invalidURL`, `invalidHeader`, `unreachable`, `timedOut`,
  /// `tooLarge`, `cancelled`.
  public func response(for endpoint: some Endpoint) async throws(EndpointError)
    -> EndpointResponse
  {
    var request = try endpoint.urlRequest()
    request.url = try url(for: endpoint)
    try authorization?.apply(to: &request)
    return try await transport.response(
      to: request, timeout: timeout, maximumBodySize: maximumBodySize,
      authorization: authorization)
  }

  /// The body of an answer whose status is in 200–299.
  ///
  /// Throws `unexpectedStatus` for another status, and what `response(for:)` throws.
  public func data(for endpoint: some Endpoint) async throws(EndpointError) -> Data {
    Data(try await success(for: endpoint).body)
  }

  /// A value that is decoded from the JSON body of an answer.
  ///
  /// Throws `undecodable` where the body does not fit, and what `data(for:)` throws.
  public func decode<Value: Decodable>(
    _ type: Value.Type, for endpoint: some Endpoint
  ) async throws(EndpointError) -> Value {
    try await result(of: PlainParsing<Value>(), for: endpoint)
  }

  /// The result of a parsing of the body of an answer.
  ///
  /// Throws `undecodable` where the body does not fit, and what `data(for:)` throws.
  public func result<Parsing: ResponseParsing>(
    of parsing: Parsing, for endpoint: some Endpoint
  ) async throws(EndpointError) -> Parsing.Result {
    let response = try await success(for: endpoint)
    do {
      let body = try parsing.transform(Data(response.body))
      return try parsing.result(JSONDecoder().decode(Parsing.Decoded.self, from: body))
    } catch {
      throw EndpointError(undecodable: error, url: response.url)
    }
  }

  private func success(for endpoint: some Endpoint) async throws(EndpointError)
    -> EndpointResponse
  {
    let response = try await response(for: endpoint)
    guard response.isSuccess else {
      throw .unexpectedStatus(
        response.status, url: response.url, headers: response.headers,
        bodyStart: String(decoding: response.body.prefix(1024), as: UTF8.self))
    }
    return response
  }
}

private struct PlainParsing<Value: Decodable>: ResponseParsing {
  typealias Decoded = Value
}
