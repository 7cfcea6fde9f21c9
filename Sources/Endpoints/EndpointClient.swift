public import Foundation

/// Sends the requests of endpoints and receives the answers.
///
/// A client keeps nothing between requests: no cache, no cookies. Each request ends in bounded
/// time and space, whatever the server does. Redirections are followed; the credential, and all
/// header fields but `Accept`, `Accept-Language`, `Content-Type` and `User-Agent`, do not follow to
/// another origin.
public struct EndpointClient: Sendable {
  /// Where all requests go instead of to the hosts of their endpoints; nil for no change.
  ///
  /// It replaces scheme, host and port; its path, if any, comes before the endpoint's path.
  public let origin: URL?

  /// How much time and space a request may cost.
  public let limits: RequestLimits

  /// Which requests are sent again.
  public let retries: RetryPolicy

  private let authorization: Authorization?
  private let transport: any Transport
  private let timing: RetryTiming

  /// How servers are treated, and when requests to them may begin; without a pace they begin at once.
  private var politeness = Politeness()
  private var pace: RequestPace?

  /// Makes a client.
  ///
  /// On Linux the environment chooses proxies (`http_proxy`, `https_proxy`, `ALL_PROXY`, `NO_PROXY`)
  /// and trusted authorities (`SSL_CERT_FILE`, `SSL_CERT_DIR`); elsewhere the system does.
  ///
  /// - Parameters:
  ///   - origin: Where all requests go, such as `http://127.0.0.1:8080`.
  ///   - authorization: The credential that is added to each request.
  ///   - limits: How much time and space a request may cost.
  ///   - retries: Which requests are sent again; none by default.
  ///   - certificateAuthority: A PEM file with the only authorities that are trusted; nil for those
  ///     of the system.
  public init(
    origin: URL? = nil, authorization: Authorization? = nil,
    limits: RequestLimits = RequestLimits(), retries: RetryPolicy = .none,
    certificateAuthority: URL? = nil
  ) {
    self.init(
      origin: origin, authorization: authorization, limits: limits, retries: retries,
      transport: PlatformTransport(certificateAuthority: certificateAuthority))
  }

  /// Makes a client that sends its requests through another transport, such as a stub of a test.
  public init(
    origin: URL? = nil, authorization: Authorization? = nil,
    limits: RequestLimits = RequestLimits(), retries: RetryPolicy = .none,
    transport: any Transport
  ) {
    self.init(
      origin: origin, authorization: authorization, limits: limits, retries: retries,
      transport: transport, timing: .real)
  }

  /// Makes a client with its own clocks.
  package init(
    origin: URL? = nil, authorization: Authorization? = nil,
    limits: RequestLimits = RequestLimits(), retries: RetryPolicy, transport: any Transport,
    timing: RetryTiming
  ) {
    self.origin = origin
    self.authorization = authorization
    self.limits = limits
    self.retries = retries
    self.transport = transport
    self.timing = timing
  }

  /// The same client, which begins no repetition later than a time after the first request.
  package func repeating(within time: Duration) -> EndpointClient {
    var retries = retries
    retries.totalTime = min(retries.totalTime, time)
    var client = EndpointClient(
      origin: origin, authorization: authorization, limits: limits, retries: retries,
      transport: transport, timing: timing)
    client.politeness = politeness
    client.pace = pace
    return client
  }

  /// The same client, which treats servers by a rule; the clients that are made of one such client share
  /// the times at which requests may begin.
  public func treatingServers(by politeness: Politeness) -> EndpointClient {
    var client = self
    client.politeness = politeness
    client.pace = pace ?? RequestPace()
    return client
  }

  /// The address that the client asks for an endpoint, without the credential.
  ///
  /// - Throws: `invalidURL` where the parts make no address.
  public func url(for endpoint: some Endpoint) throws(EndpointError) -> URL {
    let url = try endpoint.url()
    guard let origin else { return url }
    return try RequestURL.url(url, movedTo: origin)
  }

  /// The answer to a request, whatever its status.
  ///
  /// - Throws: Why there is no answer: `invalidURL`, `invalidHeader`, `noAnswer`.
  public func response(for endpoint: some Endpoint) async throws(EndpointError)
    -> EndpointResponse
  {
    var request = try endpoint.request()
    request.url = try url(for: endpoint)
    if let name = politeness.userAgent, request.header("User-Agent") == nil {
      try request.setHeader("User-Agent", to: name)
    }
    try authorization?.apply(to: &request)
    let run = RequestRun(
      transport: transport, limits: limits, retries: retries, timing: timing,
      authorization: authorization, politeness: politeness, pace: pace)
    return try await run.response(to: request)
  }

  /// The body of an answer whose status is in 200–299.
  ///
  /// - Throws: `unexpectedStatus` for another status, and what `response(for:)` throws.
  public func data(for endpoint: some Endpoint) async throws(EndpointError) -> Data {
    Data(try await success(for: endpoint).body)
  }

  /// A value that is decoded from the JSON body of an answer.
  ///
  /// - Throws: `undecodable` where the body does not fit, and what `data(for:)` throws.
  public func decode<Value: Decodable>(
    _ type: Value.Type, for endpoint: some Endpoint
  ) async throws(EndpointError) -> Value {
    try await result(of: PlainParsing<Value>(), for: endpoint)
  }

  /// The result of a parsing of the body of an answer.
  ///
  /// - Throws: `undecodable` where the body does not fit, and what `data(for:)` throws.
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
