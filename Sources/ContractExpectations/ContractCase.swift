public import ContractTesting
public import Foundation
import HTTPFixtures
public import Testing

/// A fixture of a suite, or what is left to say about one of its endpoints, as an argument of a test.
///
///     @Test(arguments: try ContractCase.all(of: shop))
///     func shopConforms(_ contract: ContractCase) async throws {
///       try await expectConforms(contract)
///     }
///
/// A test has a case for each fixture, so that one that fails can be run alone. The check behind them is
/// the one of the command; it runs once for all cases of a suite, and waivers are kept.
public struct ContractCase: Sendable, CustomTestStringConvertible {
  /// The name of the endpoint, such as `order`.
  public let endpoint: String

  /// The name of the fixture, such as `1001`; nil for the endpoint as a whole.
  public let fixture: String?

  /// The file of the fixture; nil for the endpoint as a whole.
  let file: String?

  let run: SuiteRun

  /// The endpoint and the fixture: `order/1001`.
  public var testDescription: String { fixture.map { "\(endpoint)/\($0)" } ?? "\(endpoint), all" }

  /// All cases of a suite: each fixture of each endpoint, and behind them the endpoint itself.
  ///
  /// - Parameters:
  ///   - suite: The suite.
  ///   - filePath: A file of the package whose `Contracts/` and `Fixtures/` are meant.
  /// - Returns: The cases, in the order of the suite.
  /// - Throws: An ``ExpectationError`` where there is no `Contracts/` and no `Fixtures/` above the file, and a
  ///   `FixtureError` where a folder cannot be read.
  public static func all(
    of suite: APISuite, filePath: StaticString = #filePath
  ) throws -> [ContractCase] {
    let folders = ["Fixtures", "Contracts"].compactMap {
      RecordedResponse.folder(with: $0, above: "\(filePath)")
    }
    guard let root = folders.first else {
      throw ExpectationError(
        description: "there is no Fixtures/ and no Contracts/ in a folder above \(filePath)")
    }
    return try all(of: suite, root: root)
  }

  /// All cases of a suite whose files lie elsewhere.
  ///
  /// - Parameters:
  ///   - suite: The suite.
  ///   - root: The folder that holds `Contracts/` and `Fixtures/`.
  /// - Returns: The cases, in the order of the suite.
  /// - Throws: A `FixtureError` where a folder cannot be read.
  public static func all(of suite: APISuite, root: URL) throws -> [ContractCase] {
    let run = SuiteRun(suite, root: root)
    return try suite.endpoints.flatMap { endpoint in
      let fixtures = try FixtureSource(root: root).store
        .fixtures(suite: suite.name, endpoint: endpoint.name)
      return fixtures.map { fixture in
        ContractCase(
          endpoint: endpoint.name, fixture: fixture.caseName, file: "Fixtures/\(fixture.file)",
          run: run)
      } + [ContractCase(endpoint: endpoint.name, fixture: nil, file: nil, run: run)]
    }
  }
}

/// Expects that a case of a suite conforms: each breaking finding is an issue at its place in the fixture.
///
/// A warning is an issue that fails no test. The fixture and the report of it are attached.
///
/// - Parameters:
///   - contract: The case.
///   - sourceLocation: The line that issues are shown at where they have no place in a fixture.
/// - Throws: What `Check.run(_:)` throws, and an error where the waivers cannot be read.
public func expectConforms(
  _ contract: ContractCase, sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
  let report = try await contract.run.report(of: contract)
  FindingIssues(root: contract.run.root, place: ExpectationPlace(sourceLocation))
    .record(report, attaching: [contract.file].compactMap { $0 })
}

/// The check of a suite, which runs when the first of its cases asks.
actor SuiteRun {
  private let suite: APISuite
  nonisolated let root: URL
  private var running: Task<Report, any Error>?

  init(_ suite: APISuite, root: URL) {
    self.suite = suite
    self.root = root
  }

  /// What the check says about one case.
  func report(of contract: ContractCase) async throws -> Report {
    let whole = try await wholeReport()
    var report = Report(command: "check")
    report.checks = whole.checks.filter { $0.endpoint == contract.endpoint }
    let findings = whole.findings.filter { $0.endpoint == contract.endpoint }
    // What is about no fixture, or about a file that is none, belongs to the endpoint.
    let fixtures = Set(findings.compactMap(\.file).filter(isFixture))
    report.findings = findings.filter { finding in
      guard let file = finding.file, fixtures.contains(file) else { return contract.file == nil }
      return file == contract.file
    }
    return report
  }

  private func isFixture(_ file: String) -> Bool {
    file.hasPrefix("Fixtures/") && file.hasSuffix(".json") && !file.hasSuffix(".http.json")
  }

  private func wholeReport() async throws -> Report {
    if let running { return try await running.value }
    let task = Task { [suite, root] in
      var report = try await Check(root: root).run(suite)
      var waivers = WaiverRun(
        try WaiverFile(suite: suite.name, root: root), today: Day(Date()))
      waivers.apply(to: &report.findings)
      return report
    }
    running = task
    return try await task.value
  }
}
