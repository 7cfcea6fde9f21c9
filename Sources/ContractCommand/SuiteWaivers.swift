import ContractTesting
import Foundation
import HTTPFixtures

/// The waivers of the suites that a check looks at.
struct SuiteWaivers {
  private let files: [WaiverFile]
  private let suites: [APISuite]
  private let root: URL
  private let today: Day
  private let source: Waiver.Source

  /// The days that a new waiver holds, unless somebody writes another day.
  private static let term = 90

  /// Reads the waivers of some suites.
  ///
  /// Throws a ``CommandFailure`` that names each fault of a file with its place.
  init(
    _ suites: [APISuite], root: URL, today: Day, source: Waiver.Source
  ) throws {
    self.source = source
    self.suites = suites
    self.root = root
    self.today = today
    do {
      files = try suites.map { try WaiverFile(suite: $0.name, root: root) }
    } catch let fault as SettingsError {
      throw CommandFailure(message: fault.description)
    }
  }

  /// Marks what is waived, and adds what is wrong with the waivers.
  ///
  /// What a check could not look at says nothing about its waivers; `checked` leaves it out.
  func apply(to report: inout Report, checked: [CheckOutcome]) {
    for (suite, file) in zip(suites, files) {
      var run = WaiverRun(file, today: today)
      run.apply(to: &report.findings)
      let names = checked.filter { $0.suite == suite.name }.map(\.endpoint)
      report.findings += run.findings(
        endpoints: suite.endpoints.map(\.name), checked: Set(names), in: source)
    }
  }

  /// Marks what is waived, and nothing else.
  func mark(_ findings: inout [Finding]) {
    for file in files {
      var run = WaiverRun(file, today: today)
      run.apply(to: &findings)
    }
  }

  /// Writes waivers with a reason and an owner; returns the names of the files.
  func write(_ findings: [Finding], reason: String, owner: String) throws -> [String] {
    try files.filter { file in
      try file.add(
        findings, seenIn: source, until: today.adding(days: Self.term), reason: reason,
        owner: owner, root: root)
        > 0
    }.map(\.name)
  }

  /// Writes a waiver to be filled in for each finding that counts, and says so.
  func write(_ report: inout Report, from level: Level) throws {
    for file in files {
      let findings = report.findings.filter { $0.level >= level }
      let count = try file.add(
        findings, seenIn: source, until: today.adding(days: Self.term), root: root)
      guard count > 0 else { continue }
      report.notes.append(
        "wrote \(count.counted("waiver")) into \(file.name); fill in reason and owner, until then nothing is waived"
      )
    }
  }
}
