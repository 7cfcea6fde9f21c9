import EndpointRequests
import Endpoints
import Foundation
import TestSupport
import Testing

@testable import SpaceX

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct SpaceXEndpointTests {
  /// An endpoint, the end of its address, and the name of its fixture case.
  struct RequestCase: CustomTestStringConvertible {
    let endpoint: SpaceXEndpoint
    let address: String
    let caseName: String

    var testDescription: String { address }
  }

  @Test(arguments: [
    RequestCase(endpoint: .launches(limit: nil, offset: nil), address: "launches", caseName: "all"),
    RequestCase(
      endpoint: .launches(limit: 5, offset: nil), address: "launches?limit=5", caseName: "limit-5"),
    RequestCase(
      endpoint: .launches(limit: nil, offset: 10), address: "launches?offset=10",
      caseName: "offset-10"),
    RequestCase(
      endpoint: .launches(limit: 5, offset: 10), address: "launches?limit=5&offset=10",
      caseName: "limit-5-offset-10"),
    RequestCase(endpoint: .launch(flightNumber: 7), address: "launches/7", caseName: "7"),
    RequestCase(endpoint: .latest, address: "launches/latest", caseName: "all"),
    RequestCase(endpoint: .rockets, address: "rockets", caseName: "all"),
  ])
  func endpointBecomesARequest(expected: RequestCase) throws {
    let request = try expected.endpoint.urlRequest()
    #expect(
      request.url?.absoluteString == "https://api.spacexdata.com/v3/" + expected.address)
    #expect(request.httpMethod == "GET")
    #expect(request.value(forHTTPHeaderField: "Accept") == "application/json")
    #expect(expected.endpoint.caseName == expected.caseName)
  }

  @Test(arguments: [
    ("launches", SpaceXEndpoint.launches(limit: 14, offset: nil)),
    ("launch", .launch(flightNumber: 1)), ("launch", .launch(flightNumber: 104)),
    ("latest", .latest), ("rockets", .rockets),
  ])
  func fixtureWasAnsweredToTheSameAddress(folder: String, endpoint: SpaceXEndpoint) throws {
    struct Head: Decodable {
      let method: String
      let url: URL
      let status: Int
    }
    let file = TestFolders.packageRoot.appendingPathComponent(
      "Fixtures/spacex/\(folder)/\(endpoint.caseName).http.json")
    let head = try JSONDecoder().decode(Head.self, from: try Data(contentsOf: file))
    let request = try endpoint.urlRequest()
    #expect(head.url == request.url)
    #expect(head.method == request.httpMethod)
    #expect(head.status == 200)
  }
}
