import EndpointRequests
import Endpoints
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct EndpointTests {
  @Test func requestHasMethodAcceptHeaderAndAddress() throws {
    let request = try LibraryEndpoint.book(id: 7).urlRequest()
    #expect(request.url?.absoluteString == "https://api.library.example/v2/books/7")
    #expect(request.httpMethod == "GET")
    #expect(request.value(forHTTPHeaderField: "accept") == "application/json")
  }

  @Test(arguments: [
    ("Chicken & Leek", "Chicken%20%26%20Leek"), ("a=b+c", "a%3Db%2Bc"), ("crème", "cr%C3%A8me"),
    ("100%", "100%25"), ("a/b?c#d", "a%2Fb%3Fc%23d"), ("\r\nX: y", "%0D%0AX%3A%20y"), ("", ""),
    ("a-b._~", "a-b._~"), ("\u{1}", "%01"),
  ])
  func queryValueIsEncodedWhole(value: String, encoded: String) throws {
    let endpoint = LibraryEndpoint.search([
      URLQueryItem(name: "q&", value: value), URLQueryItem(name: "all", value: nil),
    ])
    #expect(
      try endpoint.url().absoluteString
        == "https://api.library.example/v2/search?q%26=\(encoded)&all")
  }

  @Test(arguments: [
    ("https://a.example", "x.php", "https://a.example/x.php"),
    ("https://a.example/", "/x.php", "https://a.example/x.php"),
    ("https://a.example/v1?key=1", "x", "https://a.example/v1/x?key=1"),
    ("https://a.example/v1/", "", "https://a.example/v1/"),
    ("https://a.example/v1", "a b/c?d#e", "https://a.example/v1/a%20b/c%3Fd%23e"),
    ("https://a.example:8443/caf%C3%A9", "x", "https://a.example:8443/caf%C3%A9/x"),
    ("http://[::1]:80", "x", "http://[::1]:80/x"),
  ])
  func pathFollowsTheBase(base: String, path: String, url: String) throws {
    let endpoint = AnyEndpoint(baseURL: try #require(URL(string: base)), path: path)
    #expect(try endpoint.url().absoluteString == url)
  }

  @Test(arguments: [
    ("ftp://a.example", "x", "its scheme is not http or https"),
    ("file:///etc", "passwd", "its scheme is not http or https"),
    ("a.example", "x", "its scheme is not http or https"), ("https:///v1", "x", "it has no host"),
    ("https://a.example", "books/../../admin", "the path has a segment . or .."),
    ("https://a.example", "./x", "the path has a segment . or .."),
  ])
  func addressThatIsNotHTTPIsRefused(base: String, path: String, reason: String) throws {
    let endpoint = AnyEndpoint(baseURL: try #require(URL(string: base)), path: path)
    let error = #expect(throws: EndpointError.self) { try endpoint.url() }
    guard case .invalidURL(_, let found) = error else {
      Issue.record("unexpected error \(error.debugDescription)")
      return
    }
    #expect(found == reason)
  }

  @Test(arguments: [
    ("X-A", "b\r\nX-B: c"), ("X-A", "b\nc"), ("X-A", "b\u{0}"), ("X A", "b"), ("X:", "b"),
    ("", "b"),
    ("X-Ä", "b"),
  ])
  func headerThatWouldBreakTheRequestApartIsRefused(name: String, value: String) throws {
    let endpoint = AnyEndpoint(
      baseURL: try #require(URL(string: "https://a.example")), headers: [name: value])
    #expect(throws: EndpointError.invalidHeader(name: name)) { try endpoint.urlRequest() }
  }

  @Test func passwordOfABaseIsNotInAnError() throws {
    let base = try #require(URL(string: "ftp://me:hunter2@a.example"))
    let error = #expect(throws: EndpointError.self) { try AnyEndpoint(baseURL: base).url() }
    #expect(error?.description.contains("hunter2") == false)
    #expect(error?.description.contains("REDACTED") == true)
  }
}
