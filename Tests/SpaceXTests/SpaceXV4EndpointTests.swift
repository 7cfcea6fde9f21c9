import ContractTesting
import EndpointRequests
import Endpoints
import Foundation
import SpaceXSuite
import TestSupport
import Testing

@testable import SpaceX

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.waiting) struct SpaceXV4EndpointTests {
  /// An endpoint and the request that it becomes.
  struct RequestCase: CustomTestStringConvertible {
    let endpoint: SpaceXV4Endpoint
    let address: String
    let method: String
    let content: String?
    let caseName: String

    var testDescription: String { "\(method) \(address) \(caseName)" }
  }

  @Test(arguments: [
    RequestCase(
      endpoint: .launches, address: "launches", method: "GET", content: nil, caseName: "all"),
    RequestCase(
      endpoint: .latest, address: "launches/latest", method: "GET", content: nil, caseName: "all"),
    RequestCase(
      endpoint: .query(LaunchQuery()), address: "launches/query", method: "POST",
      content: #"{"query":{},"options":{"sort":{"flight_number":"asc"}}}"#, caseName: "all"),
    RequestCase(
      endpoint: .query(LaunchQuery(isUpcoming: false, limit: 2)), address: "launches/query",
      method: "POST",
      content:
        #"{"query":{"upcoming":false},"options":{"sort":{"flight_number":"asc"},"limit":2}}"#,
      caseName: "past-limit-2"),
    RequestCase(
      endpoint: .query(LaunchQuery(isUpcoming: true, limit: 5, page: 3)),
      address: "launches/query", method: "POST",
      content:
        #"{"query":{"upcoming":true},"options":{"sort":{"flight_number":"asc"},"limit":5,"page":3}}"#,
      caseName: "upcoming-limit-5-page-3"),
  ])
  func endpointBecomesARequest(expected: RequestCase) throws {
    let request = try expected.endpoint.urlRequest()
    #expect(request.url?.absoluteString == "https://api.spacexdata.com/v4/" + expected.address)
    #expect(request.httpMethod == expected.method)
    #expect(request.httpBody.map { String(decoding: $0, as: UTF8.self) } == expected.content)
    #expect(
      request.value(forHTTPHeaderField: "Content-Type")
        == expected.content.map { _ in "application/json" })
    #expect(expected.endpoint.caseName == expected.caseName)
  }

  @Test func everySampleHasAFixtureOfItsRequest() throws {
    struct Head: Decodable {
      let method: String
      let url: URL
      let status: Int
    }
    for endpoint in APISuite.spaceXV4.endpoints {
      for sample in endpoint.samples {
        let file = TestFolders.packageRoot.appendingPathComponent(
          "Fixtures/spacex-v4/\(endpoint.name)/\(sample.caseName).http.json")
        let head = try JSONDecoder().decode(Head.self, from: try Data(contentsOf: file))
        #expect(head.url == (try sample.endpoint.url()))
        #expect(head.method == sample.endpoint.method.rawValue && head.status == 200)
      }
    }
  }
}

/// The pages of a query, followed on a server that tells them by the content of the request.
@Suite(
  .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)))
struct LaunchQueryPagingTests {
  /// The pages of three launches and the requests for them, one launch on a page.
  private static func answers() -> [String: LoopbackServer.Answer] {
    var answers: [String: LoopbackServer.Answer] = [:]
    for page in 1...3 {
      let query = LaunchQuery(limit: 1, page: page)
      let text = { (number: Int, isThere: Bool) in isThere ? String(number) : "null" }
      let body = #"""
        {"docs":[{"flight_number":\#(page)}],"totalDocs":3,"limit":1,"totalPages":3,"page":\#(page),
        "pagingCounter":\#(page),"hasPrevPage":\#(page > 1),"hasNextPage":\#(page < 3),
        "prevPage":\#(text(page - 1, page > 1)),"nextPage":\#(text(page + 1, page < 3))}
        """#
      for query in page == 1 ? [query, LaunchQuery(limit: 1)] : [query] {
        let content = SpaceXV4Endpoint.query(query).body.map { String(decoding: $0, as: UTF8.self) }
        answers["/v4/launches/query \(content ?? "")"] = LoopbackServer.Answer(body: body)
      }
    }
    return answers
  }

  private func numbers(
    of query: LaunchQuery, limit: Int, on server: LoopbackServer
  ) async throws -> [Int] {
    struct Page: Decodable {
      let page: Int
    }
    let client = EndpointClient(origin: server.url)
    var numbers: [Int] = []
    let pages = client.pages(of: SpaceXV4Endpoint.query(query), by: .launchQuery, limit: limit)
    for try await page in pages {
      numbers.append(try JSONDecoder().decode(Page.self, from: Data(page.body)).page)
    }
    return numbers
  }

  @Test func pagesAreFollowedToTheLastOneOrTheLimit() async throws {
    let server = try await LoopbackServer(answers: Self.answers())
    #expect(try await numbers(of: LaunchQuery(limit: 1), limit: 10, on: server) == [1, 2, 3])
    // Behind the last page nothing is asked.
    #expect(try server.requests().map(\.method) == ["POST", "POST", "POST"])
    #expect(try await numbers(of: LaunchQuery(limit: 1), limit: 2, on: server) == [1, 2])
    #expect(try await numbers(of: LaunchQuery(limit: 1, page: 2), limit: 9, on: server) == [2, 3])
  }

  /// Pages are of queries alone, and what is no page has none behind it.
  @Test func otherRequestsAndAnswersHaveNoNextPage() throws {
    let url = try SpaceXV4Endpoint.latest.url()
    let next = { (request: SpaceXV4Endpoint, body: String) in
      Paging.launchQuery.next(
        request, EndpointResponse(status: 200, headers: [:], body: Array(body.utf8), url: url), 1)
        as? SpaceXV4Endpoint
    }
    let query = SpaceXV4Endpoint.query(LaunchQuery(isUpcoming: true, limit: 1))
    #expect(
      next(query, #"{"nextPage":2}"#)
        == .query(LaunchQuery(isUpcoming: true, limit: 1, page: 2)))
    for body in [#"{"nextPage":null}"#, "{}", "[]", "<html>", #"{"nextPage":"2"}"#, ""] {
      #expect(next(query, body) == nil, "\(body)")
    }
    #expect(next(.launches, #"{"nextPage":2}"#) == nil)
  }
}
