import ContractTesting
import Endpoints
import Foundation
import TestSupport
import Testing
import TheMealDB
import TheMealDBSuite

@testable import ContractExpectations

/// Tests whose clients ask a server that replays fixtures.
@Suite(.waiting) struct RecordingTests {
  @Test(.recording(.replay, of: .theMealDB))
  func fixturesAnswerAClient() async throws {
    let recording = try Recording.running()
    let client = EndpointClient(origin: recording.origin)
    let answer = try await client.response(for: MealDBEndpoint.recipe(id: "52958"))
    #expect(answer.status == 200)
    #expect(expectDecodes(RecipesDTO.self, Data(answer.body)) != nil)
    let address = try Recording.baseURL(of: .theMealDB)
    #expect(address.host() == "127.0.0.1" && address.path() == "/api/json/v1/1")
  }

  @Test func requestWithoutFixtureIsTold() async throws {
    let recording = try Recording([.theMealDB], mode: .replay, root: TestFolders.packageRoot)
    let client = EndpointClient(origin: recording.origin)
    let answer = try await client.response(for: MealDBEndpoint.recipe(id: "1"))
    #expect(answer.status == 404)
    let told = recording.end()
    #expect(told.count == 1)
    #expect(
      told.first?.hasPrefix("GET /api/json/v1/1/lookup.php?i=1: no fixture answers it") == true)
    #expect(told.first?.contains("themealdb/recipe/") == true, "the nearest fixtures are named")
  }

  @Test func requestWithoutFixtureIsAnIssueOfTheTest() async throws {
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await RecordingTrait(.replay, [.theMealDB], filePath: #filePath)
        .provideScope(for: test, testCase: nil) {
          let client = EndpointClient(origin: try Recording.running().origin)
          _ = try await client.response(for: MealDBEndpoint.recipe(id: "1"))
        }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("no fixture answers it") }
    }
  }

  @Test(
    .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)))
  func missingAnswerIsRecordedOnceAndReplayed() async throws {
    let server = try await LoopbackServer(answers: [
      "/orders/7": LoopbackServer.Answer(body: #"{"id": 7}"#)
    ])
    let shop = Self.shop(server.url)
    try await TestFolders.withTemporaryFolder { root in
      for mode in [Recording.Mode.record, .replay] {
        // Other tests keep the processors busy, so nobody may give up early.
        let limits = RequestLimits(silence: .seconds(60), wholeAnswer: .seconds(60))
        let recording = try Recording(
          [shop], mode: mode, root: root, client: EndpointClient(limits: limits))
        let client = EndpointClient(origin: recording.origin, limits: limits)
        for _ in 0..<2 {
          let answer = try await client.response(for: Self.Order(baseURL: server.url, id: 7))
          #expect(answer.status == 200)
        }
        #expect(recording.end() == [])
      }
      let file = root.appendingPathComponent("Fixtures/shop/order/7.json")
      #expect(try String(contentsOf: file, encoding: .utf8).contains("\"id\": 7"))
      #expect(try server.requests().count == 1)
    }
  }

  @Test func liveTestAsksTheRealServer() throws {
    let recording = try Recording([.theMealDB], mode: .live, root: TestFolders.packageRoot)
    #expect(recording.origin == nil)
    try Recording.$current.withValue(recording) {
      let address = try Recording.baseURL(of: .theMealDB)
      #expect(address == MealDBEndpoint.random.baseURL)
    }
  }

  @Test func suiteOutsideOfTheTraitIsTold() throws {
    #expect(throws: ExpectationError.self) { try Recording.running() }
    let recording = try Recording([.theMealDB], mode: .live, root: TestFolders.packageRoot)
    Recording.$current.withValue(recording) {
      #expect(throws: ExpectationError.self) {
        try Recording.baseURL(of: Self.shop(MealDBEndpoint.random.baseURL))
      }
    }
  }

  // MARK: A shop

  private struct Order: Endpoint {
    var baseURL: URL
    var id: Int
    var path: String { "orders/\(id)" }
  }

  private struct OrderDTO: Decodable {
    var id: Int
  }

  private static func shop(_ url: URL) -> APISuite {
    APISuite(
      name: "shop",
      endpoints: [
        WatchedEndpoint(
          name: "order", dto: DTOBinding(OrderDTO.self),
          samples: [
            Sample("7", Order(baseURL: url, id: 7)), Sample("8", Order(baseURL: url, id: 8)),
          ])
      ])
  }
}
