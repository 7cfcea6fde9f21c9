import Endpoints
import Foundation

/// An invented API, to show that the protocol knows nothing of a certain one.
enum LibraryEndpoint: Endpoint {
  case book(id: Int)
  case search([URLQueryItem])
  case raw(String)

  var baseURL: URL { URL(filePath: "/").library }

  var path: String {
    switch self {
    case .book(let id): "books/\(id)"
    case .search: "search"
    case .raw(let path): path
    }
  }

  var queryItems: [URLQueryItem] {
    if case .search(let items) = self { items } else { [] }
  }
}

extension URL {
  /// `https://api.library.example/v2/`, or this URL if that were invalid.
  fileprivate var library: URL { URL(string: "https://api.library.example/v2/") ?? self }
}

/// An endpoint whose every part is given.
struct AnyEndpoint: Endpoint {
  var baseURL: URL
  var path = ""
  var queryItems: [URLQueryItem] = []
  var method = HTTPMethod.get
  var headers: [String: String] = [:]
}

struct BookDTO: Decodable, Hashable {
  let title: String
  let year: Int
}
