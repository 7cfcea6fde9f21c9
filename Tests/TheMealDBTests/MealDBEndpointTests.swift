import EndpointRequests
import Endpoints
import Foundation
import TestSupport
import Testing

@testable import TheMealDB

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct MealDBEndpointTests {
  /// An endpoint, the end of its address, and the name of its fixture case.
  struct RequestCase: CustomTestStringConvertible {
    let endpoint: MealDBEndpoint
    let address: String
    let caseName: String

    var testDescription: String { address }
  }

  @Test(arguments: [
    RequestCase(endpoint: .categories, address: "categories.php", caseName: "all"),
    RequestCase(
      endpoint: .recipes(.category("Dessert")), address: "filter.php?c=Dessert",
      caseName: "c-Dessert"),
    RequestCase(
      endpoint: .recipes(.area("Canadian")), address: "filter.php?a=Canadian",
      caseName: "a-Canadian"),
    RequestCase(
      endpoint: .recipes(.ingredient("chicken_breast")), address: "filter.php?i=chicken_breast",
      caseName: "i-chicken_breast"),
    RequestCase(endpoint: .recipe(id: "52958"), address: "lookup.php?i=52958", caseName: "52958"),
    RequestCase(
      endpoint: .search(name: "soup"), address: "search.php?s=soup", caseName: "soup"),
    RequestCase(endpoint: .search(name: ""), address: "search.php?s=", caseName: "all"),
    RequestCase(endpoint: .random, address: "random.php", caseName: "all"),
    RequestCase(endpoint: .names(.categories), address: "list.php?c=list", caseName: "c-list"),
    RequestCase(endpoint: .names(.areas), address: "list.php?a=list", caseName: "a-list"),
    RequestCase(endpoint: .names(.ingredients), address: "list.php?i=list", caseName: "i-list"),
  ])
  func endpointBecomesARequest(expected: RequestCase) throws {
    let request = try expected.endpoint.urlRequest()
    #expect(
      request.url?.absoluteString
        == "https://www.themealdb.com/api/json/v1/1/" + expected.address)
    #expect(request.httpMethod == "GET")
    #expect(request.value(forHTTPHeaderField: "Accept") == "application/json")
    #expect(expected.endpoint.caseName == expected.caseName)
  }

  @Test(arguments: ["pea soup", "mac & cheese", "a=b&c=d", "rosół", "50%", "a#b"])
  func parameterComesBackOutOfTheAddress(name: String) throws {
    let request = try MealDBEndpoint.search(name: name).urlRequest()
    let url = try #require(request.url)
    let components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
    #expect(components.queryItems == [URLQueryItem(name: "s", value: name)])
    #expect(components.fragment == nil)
  }

  @Test(arguments: [
    ("pea soup", "pea%20soup"), ("../../secret", "%2E%2E%2F%2E%2E%2Fsecret"), ("a/b", "a%2Fb"),
    ("rosół", "ros%C3%B3%C5%82"), ("soup.pending", "soup%2Epending"), ("50%", "50%25"),
  ])
  func caseNameIsAPlainFileName(name: String, expected: String) {
    #expect(MealDBEndpoint.search(name: name).caseName == expected)
  }

  @Test(arguments: [
    ("categories", MealDBEndpoint.categories), ("recipes", .recipes(.category("Dessert"))),
    ("recipes", .recipes(.ingredient("unicorn"))), ("recipe", .recipe(id: "52958")),
    ("recipe", .recipe(id: "abc")), ("search", .search(name: "chicken")), ("random", .random),
    ("names", .names(.ingredients)),
  ])
  func fixtureWasAnsweredToTheSameAddress(folder: String, endpoint: MealDBEndpoint) throws {
    struct Head: Decodable {
      let method: String
      let url: URL
      let status: Int
    }
    let file = TestFolders.packageRoot.appendingPathComponent(
      "Fixtures/themealdb/\(folder)/\(endpoint.caseName).http.json")
    let head = try JSONDecoder().decode(Head.self, from: try Data(contentsOf: file))
    let request = try endpoint.urlRequest()
    #expect(head.url == request.url)
    #expect(head.method == request.httpMethod)
    #expect(head.status == 200)
  }
}
