import Endpoints
import Foundation
import HTTPFixtures

/// The endpoint of a suite that a request is of, and the case that it is, as its samples show them.
///
///     sample launch/7        GET /v3/launches/7
///     request                GET /v3/launches/66        is launch/66
///     sample recipes/c-Beef  GET /filter.php?c=Beef
///     request                GET /filter.php?a=Thai     is recipes/a-Thai
///
/// A request is like a sample where it has the same method, the same names in the query, and the same path
/// but for segments that are parameters: those in which samples differ, and numbers. A request with
/// content is like the sample that sends the same content to the same address, and like no other one.
struct RequestMatch {
  let suite: APISuite
  let endpoint: WatchedEndpoint

  /// The request itself, at the address of the API.
  let sample: Sample

  /// Finds the endpoint; nil where no sample is like the request.
  init?(
    _ request: ReceivedRequest,
    in endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)]
  ) {
    // A sample of another endpoint may be the very request: launches/latest is no launch of a number.
    for wantsSame in [true, false] {
      for (suite, endpoint) in endpoints {
        let targets = [
          RequestTarget(request.target), RequestTarget(request.target, below: suite.name),
        ]
        for target in targets.compactMap(\.self) {
          guard let like = Likeness(target, request, suite, endpoint, isSame: wantsSame)
          else { continue }
          self.suite = suite
          self.endpoint = endpoint
          sample = Sample(like.caseName, like.request)
          return
        }
      }
    }
    return nil
  }
}

/// How a request is like a sample of an endpoint.
private struct Likeness {
  let caseName: String
  let request: any Endpoint

  /// Looks for a sample that the request is like, or for one that is the same request.
  init?(
    _ target: RequestTarget, _ received: ReceivedRequest, _ suite: APISuite,
    _ endpoint: WatchedEndpoint, isSame: Bool
  ) {
    let samples = endpoint.samples.compactMap { sample in
      (try? sample.endpoint.url()).map {
        (name: sample.caseName, endpoint: sample.endpoint, target: RequestTarget($0))
      }
    }
    guard received.method == .get || received.method == .head else {
      let same = samples.first { sample in
        sample.endpoint.method == received.method && sample.target == target
          && (try? sample.endpoint.request()).map {
            received.hasContent(of: $0, redaction: suite.redaction)
          } ?? false
      }
      guard isSame, let same else { return nil }
      request = same.endpoint
      caseName = same.name
      return
    }
    for sample in samples where sample.endpoint.method == .get {
      let known = sample.target
      if isSame {
        guard known == target else { continue }
        request = ForwardedRequest(target, like: sample.endpoint)
        caseName = sample.name
        return
      }
      guard known.segments.count == target.segments.count,
        known.items.map(Self.name) == target.items.map(Self.name)
          || samples.count > 1 && known.items.count == target.items.count
            && known.segments == target.segments
      else { continue }
      let differing = target.segments.indices.filter { target.segments[$0] != known.segments[$0] }
      let areParameters = differing.allSatisfy { index in
        Set(samples.map { $0.target.segments.dropFirst(index).first }).count > 1
          || Self.isNumber(target.segments[index]) && Self.isNumber(known.segments[index])
      }
      guard areParameters else { continue }
      request = ForwardedRequest(target, like: sample.endpoint)
      caseName = Self.caseName(target, like: (sample.name, known), suite.redaction)
      return
    }
    return nil
  }

  /// The values of the parameters, without credentials; with their names in front where the sample's case
  /// has them.
  private static func caseName(
    _ target: RequestTarget, like sample: (name: String, target: RequestTarget),
    _ redaction: Redaction
  ) -> String {
    let named = redaction.named(segments: target.segments.map(decoded))
    let segments = target.segments.indices
      .filter { target.segments[$0] != sample.target.segments[$0] }.map { named[$0] }
    let values = target.items.map { redaction.named(value($0), ofParameter: decoded(name($0))) }
    let knownValues = sample.target.items.map(value)
    let isBare = !knownValues.isEmpty && sample.name == knownValues.joined(separator: "-")
    let items =
      isBare ? values : zip(target.items, values).map { "\(decoded(name($0)))-\($1)" }
    let parts = segments + items
    return parts.isEmpty ? "all" : parts.joined(separator: "-")
  }

  private static func name(_ item: String) -> Substring { item.prefix { $0 != "=" } }

  private static func value(_ item: String) -> String {
    decoded(item.drop { $0 != "=" }.dropFirst())
  }

  private static func decoded(_ text: some StringProtocol) -> String {
    text.removingPercentEncoding ?? String(text)
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

/// A request that came to the server, as a request to the API.
private struct ForwardedRequest: Endpoint {
  let baseURL: URL
  let path: String
  let queryItems: [URLQueryItem]
  let headers: [String: String]

  /// Takes what the sample has and the path does not say: the address of the API and header fields.
  init(_ target: RequestTarget, like sample: any Endpoint) {
    baseURL = sample.baseURL
    headers = sample.headers
    let base = RequestTarget(sample.baseURL).segments.filter { !$0.isEmpty }.count
    path = target.segments.dropFirst(base).map { $0.removingPercentEncoding ?? $0 }
      .joined(separator: "/")
    queryItems = target.items.map { item in
      let name = item.prefix { $0 != "=" }
      let value = item.dropFirst(name.utf8.count + 1)
      return URLQueryItem(
        name: name.removingPercentEncoding ?? String(name),
        value: value.removingPercentEncoding ?? String(value))
    }
  }
}
