import ContractTesting
import Endpoints
import Foundation
import TestSupport
import TheMealDB

/// The answers of a loopback server that sends the fixtures of the repository, without white space.
enum FixtureServer {
  /// The fixtures of suites, by the path and the query that ask for them.
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
          answers[target] = LoopbackServer.Answer(body: text)
        }
      }
    }
    return answers
  }
}
