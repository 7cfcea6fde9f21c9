import Foundation

/// Builds and changes the addresses of requests.
enum RequestURL {
  static func url(
    base: URL, path: String, queryItems: [URLQueryItem]
  ) throws(EndpointError) -> URL {
    let whole = "\(base.absoluteString) + \(path)"
    var components = try checkedComponents(of: base)
    let segments = path.split(separator: "/", omittingEmptySubsequences: true)
    if segments.contains(where: { $0 == "." || $0 == ".." }) {
      throw .invalidURL(whole, reason: "the path has a segment . or ..")
    }
    if !path.isEmpty {
      let rest = path.hasPrefix("/") ? path.dropFirst() : path[...]
      components.percentEncodedPath =
        withoutFinalSlash(components.percentEncodedPath) + "/" + encoded(rest, also: "/")
    }
    append(queryItems, to: &components)
    guard let url = components.url else {
      throw .invalidURL(whole, reason: "it is no valid URL")
    }
    return url
  }

  /// Sends a request elsewhere: scheme, host and port of an origin, whose path comes first unless it is there.
  ///
  ///     https://api.example/v1/items moved to http://127.0.0.1:8080/copy is http://127.0.0.1:8080/copy/v1/items,
  ///     and moved to http://127.0.0.1:8080/v1 it is http://127.0.0.1:8080/v1/items
  static func url(_ url: URL, movedTo origin: URL) throws(EndpointError) -> URL {
    var components = try checkedComponents(of: url)
    let target = try checkedComponents(of: origin)
    components.scheme = target.scheme
    components.percentEncodedUser = target.percentEncodedUser
    components.percentEncodedPassword = target.percentEncodedPassword
    components.percentEncodedHost = target.percentEncodedHost
    components.port = target.port
    let prefix = withoutFinalSlash(target.percentEncodedPath)
    let path = components.percentEncodedPath
    let isThere = path == prefix || path.hasPrefix(prefix + "/")
    components.percentEncodedPath = isThere && !prefix.isEmpty ? path : prefix + path
    guard let moved = components.url else {
      throw .invalidURL(origin.absoluteString, reason: "it is no valid URL")
    }
    return moved
  }

  static func url(_ url: URL, with item: URLQueryItem) throws(EndpointError) -> URL {
    var components = try checkedComponents(of: url)
    append([item], to: &components)
    return components.url ?? url
  }

  /// A URL as it may be shown, without credentials and without the value of a query item.
  static func shown(_ url: URL, withoutQueryItem secret: String?) -> URL {
    Redaction(names: Set([secret].compactMap { $0 })).url(url)
  }

  /// Scheme, host and port, by which RFC 6454 tells servers apart.
  static func origin(of url: URL) -> [String] {
    let scheme = url.scheme?.lowercased() ?? ""
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    return [scheme, url.host()?.lowercased() ?? "", String(port)]
  }

  private static func checkedComponents(of url: URL) throws(EndpointError) -> URLComponents {
    let text = shown(url, withoutQueryItem: nil).absoluteString
    guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw .invalidURL(text, reason: "it is no valid URL")
    }
    guard let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw .invalidURL(text, reason: "its scheme is not http or https")
    }
    guard let host = components.host, !host.isEmpty else {
      throw .invalidURL(text, reason: "it has no host")
    }
    return components
  }

  /// `URLComponents.queryItems` leaves `+` alone, which servers read as a space.
  private static func append(_ items: [URLQueryItem], to components: inout URLComponents) {
    guard !items.isEmpty else { return }
    let added = items.map {
      URLQueryItem(name: encoded($0.name[...]), value: $0.value.map { encoded($0[...]) })
    }
    components.percentEncodedQueryItems = (components.percentEncodedQueryItems ?? []) + added
  }

  /// Percent-encodes all but the unreserved characters of RFC 3986 and those that are given.
  private static func encoded(_ text: Substring, also: String = "") -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where also.utf8.contains(byte):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  private static func withoutFinalSlash(_ path: String) -> Substring {
    path.hasSuffix("/") ? path.dropLast() : path[...]
  }
}
