import Foundation

/// The credential that a client adds to each request.
///
/// The secret is in no description, no dump, no error and no URL that a response carries. After
/// a redirection to another origin it is not sent.
public enum Authorization: Sendable, Hashable {
  /// `Authorization: Bearer TOKEN`, of RFC 6750.
  case bearer(_ token: String)

  /// A header field such as `X-API-Key`.
  case header(name: String, value: String)

  /// A query parameter such as `api_key`.
  case query(name: String, value: String)

  /// Adds the credential to a request.
  func apply(to request: inout HTTPRequest) throws(EndpointError) {
    switch self {
    case .bearer(let token): try request.setHeader("Authorization", to: "Bearer \(token)")
    case .header(let name, let value): try request.setHeader(name, to: value)
    case .query(let name, let value):
      request.url = try RequestURL.url(request.url, with: URLQueryItem(name: name, value: value))
    }
  }

  /// The query parameter that holds the secret.
  var queryName: String? {
    if case .query(let name, _) = self { name } else { nil }
  }
}

extension Authorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of the credential without its secret.
  public var description: String {
    switch self {
    case .bearer: "bearer token"
    case .header(let name, _): "header \(name)"
    case .query(let name, _): "query parameter \(name)"
    }
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror without children, so that a dump holds no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
