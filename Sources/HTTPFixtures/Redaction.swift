import Endpoints
import Foundation

/// Keeps secrets out of fixtures.
///
/// What is not known to be harmless is dropped or replaced: header fields outside a list are
/// dropped, and in URLs the user, the fragment and the values of parameters whose names sound
/// like credentials are replaced by `REDACTED`.
enum Redaction {
  static let replacement = "REDACTED"

  /// The header fields that are kept, with the URLs in them redacted.
  static func kept(_ headers: HTTPHeaders) -> HTTPHeaders {
    var result = headers.filter { keptHeaders.contains($0) || isRateLimit($0) }
    for name in result.names {
      result[name] = result[name].map(redactedParameters)
    }
    return result
  }

  /// A URL without its user and password, its fragment and the values of its credentials.
  static func redacted(_ url: URL) -> URL {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url
    }
    if components.user != nil || components.password != nil {
      components.user = replacement
      components.password = nil
    }
    components.fragment = nil
    let text = components.url?.absoluteString ?? url.absoluteString
    return URL(string: redactedParameters(text)) ?? url
  }

  /// Replaces the values of credentials in the queries of all URLs in a text.
  private static func redactedParameters(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(where: { $0 == "?" || $0 == "&" }) {
      let nameStart = rest.index(after: mark)
      result += rest[..<nameStart]
      rest = rest[nameStart...]
      let end = rest.firstIndex(where: "?&#<>\"', ;".contains) ?? rest.endIndex
      guard let equals = rest[..<end].firstIndex(of: "=") else { continue }
      let name = String(rest[..<equals])
      if isCredential(name.removingPercentEncoding ?? name) {
        result += "\(name)=\(replacement)"
        rest = rest[end...]
      }
    }
    return result + rest
  }

  /// Whether a parameter's name sounds like a credential: `api_key`, `accessToken`, `X-Signature`.
  static func isCredential(_ name: String) -> Bool {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    return credentialNames.contains(letters)
      || credentialParts.contains { letters.contains($0) }
  }

  private static func isRateLimit(_ name: String) -> Bool {
    name.hasPrefix("x-ratelimit-") || name.hasPrefix("ratelimit-") || name == "ratelimit"
  }

  private static let keptHeaders: Set<String> = [
    "api-version", "cache-control", "content-language", "content-type", "date", "deprecation",
    "etag", "expires", "last-modified", "link", "retry-after", "sunset", "warning",
    "x-api-version",
  ]

  private static let credentialNames: Set<String> = [
    "key", "auth", "authorization", "sig", "pwd", "pass", "passwd", "passphrase", "jwt", "session",
    "sessionid", "sid", "appid", "code", "user", "username",
  ]

  private static let credentialParts = [
    "apikey", "token", "secret", "password", "signature", "credential", "accesskey", "privatekey",
  ]
}
