package import Endpoints
package import Foundation

/// A request that somebody has made or means to make, as a suite is drafted from it.
package struct ObservedRequest: Sendable {
  /// The whole address; `{name=value}` in its path or its query says what is a value of a sample.
  package let address: String

  /// What a server answered to it; nil where nobody asked yet.
  package var answer: EndpointResponse?

  /// Makes a request.
  package init(address: String, answer: EndpointResponse? = nil) {
    self.address = address
    self.answer = answer
  }
}

/// The requests that a file describes: an archive of a browser (HAR), a list of addresses, or an OpenAPI
/// document.
package struct RequestCollection: Sendable {
  /// The requests.
  package var requests: [ObservedRequest] = []

  /// The address that the requests begin with, as far as the file says it.
  package var baseURL: URL?

  /// What of the file is no request, in words.
  package var notes: [String] = []

  /// Collects requests that come from no file.
  package init(_ requests: [ObservedRequest]) { self.requests = requests }

  /// The address below which most of the requests lie: an origin, and the path that they share.
  package var commonBase: URL? {
    let urls = requests.compactMap { URL(string: $0.address) }.filter { $0.host() != nil }
    let origins = Dictionary(grouping: urls) { url in
      "\(url.scheme ?? "")://\(url.host() ?? "")\(url.port.map { ":\($0)" } ?? "")"
    }
    guard let origin = origins.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })
    else { return nil }
    var shared: [Substring]?
    for url in origin.value {
      let path = url.path(percentEncoded: true).split(separator: "/")
      // A number or an id belongs to a request, and so does the word in front of it: `orders/1001`.
      let end = path.firstIndex { SuiteDraft.isValue(String($0)) } ?? path.count
      let folders = path.prefix(max(0, end - 1))
      shared = zip(shared ?? Array(folders), folders).prefix { $0 == $1 }.map(\.0)
    }
    let path = (shared ?? []).map { "/\($0)" }.joined()
    return URL(string: origin.key + path)
  }
}
