import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import TestSupport
import TheMealDB

/// Servers that send the fixtures of the repository, without white space.
enum FixtureServer {
  /// A server as `serve` starts it.
  static func replay(_ suites: [APISuite]) throws -> ReplayServer {
    let store = FixtureStore(root: TestFolders.packageRoot.appendingPathComponent("Fixtures"))
    let answers = try suites.flatMap { suite in
      try suite.endpoints.flatMap { endpoint in
        try store.fixtures(suite: suite.name, endpoint: endpoint.name).map { try store.read($0) }
      }
    }
    return try ReplayServer(ReplayTable(answers.compactMap { ReplayAnswer($0) }))
  }

  /// The fixtures of suites, by the path, the query and the content that ask for them.
  static func answers(
    _ suites: [APISuite], change: (String, inout String) -> Void = { _, _ in }
  ) throws -> [String: LoopbackServer.Answer] {
    var answers: [String: LoopbackServer.Answer] = [:]
    for suite in suites {
      for endpoint in suite.endpoints {
        for sample in endpoint.samples {
          let name = "\(suite.name)/\(endpoint.name)/\(sample.caseName)"
          let file = TestFolders.packageRoot.appendingPathComponent("Fixtures/\(name).json")
          var text = minifiedJSON(try String(contentsOf: file, encoding: .utf8))
          change(name, &text)
          let url = try sample.endpoint.url()
          let target = url.path + (url.query.map { "?\($0)" } ?? "")
          let content = sample.endpoint.body.map { " " + String(decoding: $0, as: UTF8.self) }
          answers[target + (content ?? "")] = LoopbackServer.Answer(body: text)
        }
      }
    }
    return answers
  }
}
