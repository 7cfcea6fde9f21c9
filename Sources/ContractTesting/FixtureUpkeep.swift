package import Foundation
package import HTTPFixtures

/// What is missing and what is old among the fixtures of an endpoint.
package struct FixtureUpkeep: Sendable {
  private let suite: APISuite
  private let endpoint: WatchedEndpoint
  private let store: FixtureStore

  /// Looks at an endpoint under a root folder.
  package init(suite: APISuite, endpoint: WatchedEndpoint, root: URL) {
    self.suite = suite
    self.endpoint = endpoint
    store = FixtureSource(root: root).store
  }

  /// The fixed samples without a fixture.
  package var missingCases: [FixtureID] {
    endpoint.samples.map {
      FixtureID(suite: suite.name, endpoint: endpoint.name, caseName: $0.caseName)
    }.filter { !store.contains($0) }
  }

  /// A finding for each sample without a fixture.
  var missing: [Finding] {
    missingCases.map { id in
      var finding = finding(
        .missingFixture, "the suite has the sample \(id.caseName), and there is no fixture of it",
        id)
      finding.nextStep = .record(suite: suite.name, endpoint: endpoint.name)
      return finding
    }
  }

  /// The days on which the fixtures were recorded, as far as something says it, and the fixtures that cannot be
  /// read.
  ///
  /// Throws a `FixtureError` where the folder cannot be read.
  package func days() throws -> (known: [(id: FixtureID, day: Day)], unreadable: [FixtureID]) {
    let listing = try store.listing(suite: suite.name, endpoint: endpoint.name)
    var known: [(id: FixtureID, day: Day)] = []
    var unreadable = listing.unnamed
    for id in listing.stored {
      do {
        if let details = try store.read(id).details { known.append((id, Day(details.recordedAt))) }
      } catch {
        unreadable.append(id)
      }
    }
    return (known, unreadable)
  }

  /// A finding for each fixture that was recorded before a day.
  func stale(before oldest: Day) throws -> [Finding] {
    try days().known.filter { $0.day < oldest }.map { id, day in
      var finding = finding(.fixtureStale, "the fixture was recorded on \(day)", id)
      finding.expected = "a fixture of \(oldest) or later"
      finding.found = day.description
      finding.nextStep = .record(suite: suite.name, endpoint: endpoint.name)
      return finding
    }
  }

  private func finding(_ rule: Rule, _ message: String, _ id: FixtureID) -> Finding {
    var finding = Finding(rule, message)
    finding.suite = suite.name
    finding.endpoint = endpoint.name
    finding.source = .file("Fixtures/\(id.file)")
    return finding
  }
}
