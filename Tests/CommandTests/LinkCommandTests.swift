import ContractTesting
import Endpoints
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Addresses in answers, which `check --live --check-links` asks for.
@Suite(
  .waiting,
  .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)))
struct LinkCommandTests {
  private struct Request: Endpoint {
    let baseURL: URL
    var path: String { "meals" }
    var headers: [String: String] { ["X-Api-Key": "swordfish"] }
  }

  private struct MealsDTO: Decodable {
    struct MealDTO: Decodable { let thumb: URL? }
    let meals: [MealDTO]
  }

  /// A server of pictures that is down costs three requests, and the addresses of others are asked for.
  @Test func serverThatIsDownIsAskedThreeTimes() async throws {
    let down = try await LoopbackServer(answers: ["*": LoopbackServer.Answer(status: 503)])
    let server = try await LoopbackServer()
    let addresses =
      (0..<6).map { "\(down.url)/\($0).png" } + ["\(server.url)/gone.png"]
    let list = addresses.map { "\"\($0)\"" }.joined(separator: ", ")
    try server.setAnswers(["/meals": LoopbackServer.Answer(body: "[\(list)]")])
    let request = Request(baseURL: server.url)
    let suite = APISuite(
      name: "food",
      endpoints: ["first", "second"].map {
        WatchedEndpoint(name: $0, samples: [Sample("all", request)])
      })
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let report = try await CommandRun.report(
        ["check", "--live", "--check-links"], in: project.root, suites: [suite])
      let dead = report.findings(of: "dead-link")
      #expect(dead.map { $0["endpoint"] } == ["first", "second"])
      #expect(Set(try down.requests().map(\.target)) == ["/0.png", "/1.png", "/2.png"])
    }
  }

  @Test func whatTheAppReadsIsAskedForOnceAndWithoutCredentials() async throws {
    let server = try await LoopbackServer()
    let url = server.url.absoluteString
    try server.setAnswers([
      "/meals": LoopbackServer.Answer(
        body: """
          {"meals": [{"thumb": "\(url)/a.png", "source": "\(url)/unread"}, {"thumb": "\(url)/gone.png"},
                     {"thumb": "\(url)/gone.png"}, {"thumb": "\(url)/busy.png"}, {"thumb": null},
                     {"thumb": "http://no-such-host.invalid/x.png"}]}
          """),
      "/a.png": LoopbackServer.Answer(body: "x"), "/busy.png": LoopbackServer.Answer(status: 503),
    ])
    let suite = { (dto: DTOBinding?) in
      APISuite(
        name: "food",
        endpoints: [
          WatchedEndpoint(
            name: "meals", dto: dto, samples: [Sample("all", Request(baseURL: server.url))])
        ])
    }
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let report = try await CommandRun.report(
        ["check", "--live", "--check-links"], in: project.root,
        suites: [suite(DTOBinding(MealsDTO.self))])
      let dead = report.findings(of: "dead-link")
      #expect(dead.map { $0["pointer"] } == ["/meals/1/thumb", "/meals/5/thumb"])
      #expect(dead.allSatisfy { $0.level == "warning" && $0["endpoint"] == "meals" })
      let requests = try server.requests().filter { $0.target.hasSuffix("gone.png") }
      #expect(requests.map(\.method) == ["HEAD", "GET"])
      #expect(requests.allSatisfy { $0.headers["x-api-key"] == nil })
      #expect(try !server.requests().contains { $0.target == "/unread" })
      // Without a type every address is one that may be shown.
      let all = try await CommandRun.report(
        ["check", "--live", "--check-links"], in: project.root, suites: [suite(nil)])
      #expect(all.findings(of: "dead-link").count == 3)
      let offline = await CommandRun(
        ["check", "--check-links"], in: project.root, suites: [suite(nil)])
      #expect(offline.code == .usage && offline.errors.contains("goes with --live"))
    }
  }
}
