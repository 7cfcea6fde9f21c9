public import Foundation

/// One kind of request to an API.
///
/// An API is an enum with a case for each kind of request, which conforms to this protocol:
///
/// ```swift
/// enum LibraryEndpoint: Endpoint {
///   case book(id: Int)
///   case search(title: String)
///
///   var baseURL: URL { Self.base }  // https://api.library.example/v2
///   var path: String {
///     switch self {
///     case .book(let id): "books/\(id)"
///     case .search: "search"
///     }
///   }
///   var queryItems: [URLQueryItem] {
///     switch self {
///     case .book: []
///     case .search(let title): [URLQueryItem(name: "title", value: title)]
///     }
///   }
/// }
/// ```
public protocol Endpoint: Sendable {
  /// The address that all endpoints of the API begin with, with the scheme http or https.
  var baseURL: URL { get }

  /// The path below the base URL, not percent-encoded: `lookup.php`.
  ///
  /// It has no `.` or `..` segments.
  var path: String { get }

  /// The parameters in their order, not percent-encoded; none by default.
  var queryItems: [URLQueryItem] { get }

  /// The method; GET by default.
  var method: HTTPMethod { get }

  /// The header fields; `Accept: application/json` by default.
  var headers: [String: String] { get }

  /// The content of the request, such as a query in JSON; nil, for none, by default.
  var body: [UInt8]? { get }
}

extension Endpoint {
  /// No parameters.
  public var queryItems: [URLQueryItem] { [] }

  /// GET.
  public var method: HTTPMethod { .get }

  /// `Accept: application/json`.
  public var headers: [String: String] { ["Accept": "application/json"] }

  /// No content.
  public var body: [UInt8]? { nil }

  /// Builds the address of the request.
  ///
  /// Everything but RFC 3986's unreserved characters is percent-encoded in names and values of
  /// the query, so that `+`, `&` and `=` arrive as they are.
  ///
  /// - Throws: `EndpointError.invalidURL`.
  public func url() throws(EndpointError) -> URL {
    try RequestURL.url(base: baseURL, path: path, queryItems: queryItems)
  }

  /// Builds the request; content is JSON where the header fields do not say otherwise.
  ///
  /// - Throws: `EndpointError.invalidURL`, and `.invalidHeader` for a header field that could break
  ///   the request apart.
  public func request() throws(EndpointError) -> HTTPRequest {
    var request = HTTPRequest(method: method, url: try url(), body: body)
    if body != nil { try request.setHeader("Content-Type", to: "application/json") }
    for (name, value) in headers {
      try request.setHeader(name, to: value)
    }
    return request
  }
}
