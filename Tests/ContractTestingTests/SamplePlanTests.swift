import Endpoints
import Foundation
import HTTPFixtures
import StrictJSON
import TestSupport
import Testing

@testable import ContractTesting

@Suite struct SamplePlanTests {
  private struct Request: Endpoint {
    let baseURL = URL(string: "https://a.example") ?? URL(fileURLWithPath: "/")
    var path: String
  }

  private static func suite(limit: Int = 0) -> APISuite {
    APISuite(
      name: "shop",
      endpoints: [
        WatchedEndpoint(name: "orders", samples: [Sample("all", Request(path: "orders"))]),
        WatchedEndpoint(
          name: "order", samples: [Sample("7", Request(path: "orders/7"))],
          sampling: Sampling(discoveries: [
            Discovery(from: "orders", at: "$.orders[*].id", limit: limit) {
              Sample($0, Request(path: "orders/\($0)"))
            }
          ])),
        WatchedEndpoint(
          name: "random", samples: [Sample("all", Request(path: "random"))],
          sampling: Sampling(paging: .page(), pages: 2, isRandom: true, repeats: 2)),
      ])
  }

  private static let answer = {
    let ids = (1...20).map { #"{"id": \#($0)}"# }.joined(separator: ",")
    return #"{"orders": [\#(ids), {"id": "7"}, {"id": null}, {"id": ""}]}"#
  }()

  private func cases(_ plan: SamplePlan, _ endpoint: Int, limit: Int = 0) -> [String] {
    let suite = Self.suite(limit: limit)
    return plan.samples(of: suite.endpoints[endpoint], in: suite).map(\.caseName)
  }

  private func noted(_ plan: SamplePlan) throws -> SamplePlan {
    var plan = plan
    let suite = Self.suite()
    let url = try #require(URL(string: "https://a.example/orders"))
    plan.note(
      SampleAnswer(
        of: suite.endpoints[0].samples[0],
        archived: EndpointResponse(
          status: 200, headers: [:], body: Array(Self.answer.utf8), url: url),
        redaction: .standard), of: "orders", in: suite)
    return plan
  }

  private let nowhere = URL(fileURLWithPath: "/nowhere")

  @Test func fixedSamplesAreAskedAloneByDefault() throws {
    #expect(cases(try noted(SamplePlan(root: nowhere)), 1) == ["7"])
    #expect(cases(SamplePlan(root: nowhere), 2) == ["all", "all-2"])
    #expect(SamplePlan(root: nowhere).pages(of: Self.suite().endpoints[2]) == 2)
  }

  /// What an element lacks is not taken from the next one, and what is there once belongs to all of them.
  @Test(arguments: [
    (
      #"{"shop": "x", "orders": [{"id": 1}, {"id": 2, "slug": "b"}, {"id": 3, "slug": "c"}]}"#,
      ["$.orders[*].id", "$.orders[*].slug"], ["2-b", "3-c"]
    ),
    (
      #"{"shop": "x", "orders": [{"id": 1}, {"id": 2}]}"#, ["$.shop", "$.orders[*].id"],
      ["x-1", "x-2"]
    ),
    (#"{"ids": [1, 2, 3], "slugs": ["a", "b"]}"#, ["$.ids[*]", "$.slugs[*]"], ["1-a", "2-b"]),
    (#"{"ids": [1, 2]}"#, ["$.ids[*]", "$.slugs[*]"], []),
  ])
  func valuesOfOneElementBelongTogether(
    _ answer: String, _ places: [String], _ expected: [String]
  ) throws {
    #expect(try discovered(in: answer, at: places) == expected)
  }

  /// A request that is fixed under another name is not sent again.
  @Test func requestIsSentOnce() throws {
    let answer = #"{"ids": [1, 2, 3]}"#
    let fixed = [Sample("first", Request(path: "2"))]
    #expect(try discovered(in: answer, at: ["$.ids[*]"], fixed: fixed) == ["first", "1", "3"])
  }

  /// The cases of an endpoint whose requests follow from places of an answer.
  private func discovered(
    in answer: String, at places: [String], fixed: [Sample] = []
  ) throws -> [String] {
    let discovery = Discovery(
      from: "orders", at: try places.map { try #require(ShapePath($0)) }, limit: 9
    ) {
      Sample($0.joined(separator: "-"), Request(path: $0.joined(separator: "/")))
    }
    let suite = APISuite(
      name: "shop",
      endpoints: [
        WatchedEndpoint(name: "orders", samples: [Sample("all", Request(path: "orders"))]),
        WatchedEndpoint(
          name: "order", samples: fixed, sampling: Sampling(discoveries: [discovery])),
      ])
    var plan = SamplePlan(root: nowhere)
    let url = try #require(URL(string: "https://a.example/orders"))
    plan.note(
      SampleAnswer(
        of: suite.endpoints[0].samples[0],
        archived: EndpointResponse(
          status: 200, headers: [:], body: Array(answer.utf8), url: url),
        redaction: .standard), of: "orders", in: suite)
    return plan.samples(of: suite.endpoints[1], in: suite).map(\.caseName)
  }

  @Test func choiceIsBoundedAndSeeded() throws {
    let chosen = cases(try noted(SamplePlan(root: nowhere, count: 4, seed: 1)), 1)
    #expect(chosen.count == 5 && Set(chosen).count == 5 && chosen[0] == "7")
    #expect(cases(try noted(SamplePlan(root: nowhere, count: 4, seed: 1)), 1) == chosen)
    let others = try (2...6).map { seed in
      cases(try noted(SamplePlan(root: nowhere, count: 4, seed: seed)), 1)
    }
    #expect(others.contains { $0 != chosen })
    // In the order of the answer, and each once.
    #expect(
      chosen.dropFirst().compactMap(Int.init) == chosen.dropFirst().compactMap(Int.init).sorted())
    let all = cases(try noted(SamplePlan(root: nowhere, count: 100)), 1)
    #expect(all.count == 20 && Set(all) == Set((1...20).map(String.init)))
  }

  @Test func suiteSaysHowManyWhereTheCommandLineDoesNot() throws {
    #expect(cases(try noted(SamplePlan(root: nowhere)), 1, limit: 2).count == 3)
    #expect(cases(try noted(SamplePlan(root: nowhere, count: 0)), 1, limit: 2).count == 1)
    #expect(cases(SamplePlan(root: nowhere, count: 5), 2).count == 5)
  }

  @Test func storedAnswersServeWhereTheSourceWasNotAsked() async throws {
    try await TestFolders.withTemporaryFolder { root in
      let url = try #require(URL(string: "https://a.example/orders"))
      try FixtureStore(root: root.appendingPathComponent("Fixtures")).write(
        Exchange(
          method: .get, url: url, status: 200, headers: [:], body: Array(Self.answer.utf8),
          recordedAt: Date()), as: FixtureID(suite: "shop", endpoint: "orders", caseName: "all"))
      #expect(cases(SamplePlan(root: root, count: 3), 1).count == 4)
    }
  }
}
