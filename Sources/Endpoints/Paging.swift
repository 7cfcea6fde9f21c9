import Foundation

/// How an API divides a long answer into pages, and how the request of the next page follows from a page.
///
///     .page()                        ?page=1, ?page=2
///     .offset(step: 50)              ?offset=0, ?offset=50
///     .cursor("after", at: "/next")  ?after=…, with the value that the page before has at a place
///     .link                          Link: <https://…>; rel="next"  (RFC 8288)
///     .nextAddress(at: "/next")      the address that the page before has at a place
///
/// A page without items is the last one, and so is one that is the same as the page before it. Places are
/// JSON Pointers (RFC 6901). A parameter that begins with a slash is a place in the content of the request,
/// which is a JSON object: `.page(parameter: "/options/page")`.
public struct Paging: Sendable {
  /// Makes the request of the page after one; nil where that is the last one.
  ///
  /// `request` is the request of the page, and `number` the page's own, counted from 1.
  public let next:
    @Sendable (_ request: any Endpoint, _ page: EndpointResponse, _ number: Int) -> (any Endpoint)?

  /// The number of the page that a request asks for, counted from 1; 1 where it does not say it.
  public let number: @Sendable (_ request: any Endpoint) -> Int

  /// Makes a way of paging that none of the known ones is.
  public init(
    number: @escaping @Sendable (_ request: any Endpoint) -> Int = { _ in 1 },
    next:
      @escaping @Sendable (_ request: any Endpoint, _ page: EndpointResponse, _ number: Int)
      -> (any Endpoint)?
  ) {
    self.number = number
    self.next = next
  }

  /// Pages with numbers.
  ///
  /// - Parameters:
  ///   - parameter: The name of the parameter with the number.
  ///   - first: The number of the first page.
  ///   - items: Where the items of a page are; nil for any list near its root.
  /// - Returns: The way of paging.
  public static func page(
    parameter: String = "page", first: Int = 1, items: String? = nil
  ) -> Paging {
    Paging(
      number: { max(1, ($0.number(at: parameter) ?? first) - first + 1) },
      next: { request, page, _ in
        guard hasItems(page, at: items) else { return nil }
        let number = request.number(at: parameter) ?? first
        return request.setting(parameter, to: .number(String(number + 1)))
      })
  }

  /// Pages by the number of items in front of them.
  ///
  /// - Parameters:
  ///   - parameter: The name of the parameter with that number.
  ///   - step: The number of items on a page.
  ///   - items: Where the items of a page are; nil for any list near its root.
  /// - Returns: The way of paging.
  public static func offset(
    parameter: String = "offset", step: Int, items: String? = nil
  ) -> Paging {
    Paging(
      number: { max(0, $0.number(at: parameter) ?? 0) / max(1, step) + 1 },
      next: { request, page, _ in
        guard hasItems(page, at: items) else { return nil }
        let number = request.number(at: parameter) ?? 0
        return request.setting(parameter, to: .number(String(number + step)))
      })
  }

  /// Pages by a mark that each page gives for the next one; null or no text for the last one.
  public static func cursor(_ parameter: String, at pointer: String) -> Paging {
    Paging { request, page, _ in
      guard let cursor = PageValue(page.body)?[pointer], cursor.text != nil else { return nil }
      return request.setting(parameter, to: cursor)
    }
  }

  /// Pages by the header field `Link` with the relation `next`.
  ///
  /// https://www.rfc-editor.org/rfc/rfc8288#section-3
  public static let link = Paging { request, page, _ in
    guard let target = LinkField(page.headers["link"] ?? "").target(of: "next") else { return nil }
    return request.moved(to: target, from: page.url)
  }

  /// Pages by the address of the next one in each page; null or no text for the last one.
  ///
  /// An address on another server is not followed: the request may hold credentials.
  public static func nextAddress(at pointer: String) -> Paging {
    Paging { request, page, _ in
      guard let target = PageValue(page.body)?[pointer]?.text else { return nil }
      return request.moved(to: target, from: page.url)
    }
  }

  /// Whether a page has items at a place, or in any list near its root.
  package static func hasItems(_ page: EndpointResponse, at pointer: String?) -> Bool {
    guard let value = PageValue(page.body) else { return false }
    guard let pointer else { return value.hasItems }
    guard case .list(let count)? = value[pointer] else { return false }
    return count > 0
  }
}

extension Endpoint {
  /// The number that a parameter has; nil for none, and for what is no number.
  fileprivate func number(at parameter: String) -> Int? {
    let text =
      parameter.hasPrefix("/")
      ? body.flatMap { PageValue($0)?[parameter]?.text }
      : queryItems.last { $0.name == parameter }?.value
    return text.flatMap { Int($0) }
  }

  /// The request with another value of a parameter; nil where its content has no place for it.
  fileprivate func setting(_ parameter: String, to value: PageValue) -> (any Endpoint)? {
    if parameter.hasPrefix("/") {
      guard let content = body.flatMap({ JSONContent($0) })?.setting(parameter, to: value) else {
        return nil
      }
      return PageRequest(
        like: self, baseURL: baseURL, path: path, queryItems: queryItems, body: content)
    }
    var items = queryItems.filter { $0.name != parameter }
    items.append(URLQueryItem(name: parameter, value: value.text))
    return PageRequest(like: self, baseURL: baseURL, path: path, queryItems: items, body: body)
  }

  /// The request at an address that a page names; nil for an address on another server.
  fileprivate func moved(to target: String, from page: URL) -> (any Endpoint)? {
    guard let url = URL(string: target, relativeTo: page)?.absoluteURL,
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      [RequestURL.origin(of: baseURL), RequestURL.origin(of: page)]
        .contains(RequestURL.origin(of: url))
    else { return nil }
    // In a query a plus sign is a space, which Foundation leaves as it is.
    components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%20")
    let items = components.queryItems ?? []
    guard var root = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else { return nil }
    root.path = ""
    guard let base = root.url else { return nil }
    return PageRequest(
      like: self, baseURL: base, path: components.path, queryItems: items, body: body)
  }
}

/// The request of a page: like the first one, with another address.
private struct PageRequest: Endpoint {
  let baseURL: URL
  let path: String
  let queryItems: [URLQueryItem]
  let method: HTTPMethod
  let headers: [String: String]
  let body: [UInt8]?

  init(
    like first: any Endpoint, baseURL: URL, path: String, queryItems: [URLQueryItem],
    body: [UInt8]?
  ) {
    self.baseURL = baseURL
    self.path = path
    self.queryItems = queryItems
    method = first.method
    headers = first.headers
    self.body = body
  }
}

/// The links of a `Link` field.
struct LinkField {
  private let field: String

  init(_ field: String) { self.field = field }

  /// The target of the first link with a relation; nil where there is none.
  func target(of relation: String) -> String? {
    var rest = field[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let target = rest[rest.index(after: open)..<close]
      rest = rest[rest.index(after: close)...]
      // The parameters reach to the comma in front of the next target; quoted text may hold commas.
      let parameters = rest.prefix { $0 != "<" }
      let isWanted = parameters.split(separator: ";").contains { parameter in
        let parts = parameter.split(separator: "=", maxSplits: 1)
        guard parts.count == 2,
          parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "rel"
        else { return false }
        let value = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t,\""))
        return value.lowercased().split(separator: " ").contains { $0 == relation }
      }
      if isWanted { return String(target) }
    }
    return nil
  }
}
