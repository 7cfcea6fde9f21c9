import Foundation

/// Where an answer sends a request on, and what of the request goes with it.
///
/// The credential, and every header field that is not known to be harmless, stays with the origin
/// that it was meant for. What was left behind once is not sent again on later hops.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-15.4
struct Redirection {
  let authorization: Authorization?

  /// The next request; nil where the answer is no redirection that says where to.
  func request(
    after response: HTTPResponse, to request: HTTPRequest
  ) throws(TransportFailure) -> HTTPRequest? {
    guard Self.statuses.contains(response.status),
      let location = response.headers["location"], !location.isEmpty
    else { return nil }
    guard let url = URL(string: location, relativeTo: request.url)?.absoluteURL,
      let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      url.host()?.isEmpty == false
    else { throw .redirectRefused(to: String(location.prefix(200))) }
    var next = request
    next.url = url
    if response.status == 303 && request.method != .head
      || [301, 302].contains(response.status) && request.method == .post
    {
      next.method = .get
      next.body = nil
      next.removeHeaders { $0.lowercased().hasPrefix("content-") }
    }
    if RequestURL.origin(of: url) != RequestURL.origin(of: request.url) {
      next.url = withoutCredential(url)
      next.removeHeaders { !Self.harmlessHeaders.contains($0.lowercased()) }
    }
    return next
  }

  /// The address without the parameter of the credential, which a server may have copied.
  private func withoutCredential(_ url: URL) -> URL {
    guard case .query(let name, let value) = authorization,
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let items = components.percentEncodedQueryItems
    else { return url }
    let kept = items.filter {
      $0.name.removingPercentEncoding != name && $0.value?.removingPercentEncoding != value
    }
    components.percentEncodedQueryItems = kept.isEmpty ? nil : kept
    return components.url ?? url
  }

  private static let statuses: Set<Int> = [301, 302, 303, 307, 308]

  private static let harmlessHeaders: Set<String> = [
    "accept", "accept-language", "content-type", "user-agent",
  ]
}
