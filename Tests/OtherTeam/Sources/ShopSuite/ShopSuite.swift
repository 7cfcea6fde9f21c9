import ContractTesting
import Foundation

/// The API of the shop.
public let shop = APISuite(
  name: "shop",
  endpoints: [
    WatchedEndpoint(
      name: "order", dto: DTOBinding(OrderDTO.self, decoder: shopDecoder),
      samples: [Sample("1001", ShopEndpoint.order(id: 1001))])
  ])

enum ShopEndpoint: Endpoint {
  case order(id: Int)

  private static let api: URL = {
    var address = URLComponents()
    address.scheme = "https"
    address.host = "api.shop.example"
    address.path = "/v1"
    return address.url ?? URL(filePath: "/")
  }()

  var baseURL: URL { Self.api }
  var path: String { "order.php" }

  var queryItems: [URLQueryItem] {
    switch self {
    case .order(let id): [URLQueryItem(name: "id", value: String(id))]
    }
  }
}

struct OrderDTO: Codable {
  let id: Int
  let placed: Date
}

/// The strategies of the app's `JSONDecoder`.
let shopDecoder: StrictDecoder = {
  var decoder = StrictDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return decoder
}()
