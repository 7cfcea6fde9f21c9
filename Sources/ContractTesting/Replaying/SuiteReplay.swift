import Endpoints
package import Foundation
package import HTTPFixtures

/// What a replay server answers for the endpoints of suites, and where an app finds each suite on it.
package struct SuiteReplay: Sendable {
  /// The fixtures that can be replayed, in the order of the endpoints.
  package private(set) var answers: [ReplayAnswer] = []

  /// The fixtures that cannot be replayed, and why: nil where nothing says what request they answer.
  package private(set) var unserved: [(id: FixtureID, error: (any Error)?)] = []

  /// Reads the fixtures of endpoints.
  ///
  /// Throws `FixtureError` where a folder cannot be read.
  package init(
    _ endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)], in store: FixtureStore
  ) throws(FixtureError) {
    for (suite, endpoint) in endpoints {
      let samples = Dictionary(
        endpoint.samples.map { sample in
          let id = FixtureID(
            suite: suite.name, endpoint: endpoint.name, caseName: sample.caseName)
          return (id.caseName, sample.endpoint)
        },
        uniquingKeysWith: { first, _ in first })
      for id in try store.fixtures(suite: suite.name, endpoint: endpoint.name) {
        do {
          let answer = ReplayAnswer(
            try store.read(id), request: try samples[id.caseName]?.request(),
            redaction: suite.redaction)
          if let answer {
            answers.append(answer)
          } else {
            unserved.append((id, nil))
          }
        } catch {
          unserved.append((id, error))
        }
      }
    }
  }

  /// The address that an app takes for the base URL of a suite.
  ///
  /// A suite whose paths another one has, too, is found below its name only (``ReplayTable/hiddenSuites``).
  package static func baseURL(of suite: APISuite, on server: URL, isHidden: Bool) -> String {
    let base = suite.endpoints.lazy.compactMap { $0.samples.first?.endpoint.baseURL.path }.first
    let own = (base ?? "").split(separator: "/")
    return server.absoluteString
      + ((isHidden ? [suite.name[...]] : []) + own).map { "/\($0)" }.joined()
  }
}
