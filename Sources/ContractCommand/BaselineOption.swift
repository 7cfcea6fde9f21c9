import ContractReports
import ContractTesting
import Foundation
import StrictJSON

extension OptionSpec {
  static let against = OptionSpec(
    name: "against", value: .text(placeholder: "REF"),
    help: """
      Tell what is new and what is fixed against the fixtures and contracts of a git revision, such as \
      main, or of a folder, checked with the types of this program. A report of an earlier run (json or \
      ndjson) may be named as well, for changes of the types themselves.
      """)
}

/// The state that `--against` names, and what a check finds in it.
///
///     check --against main            git archive main Contracts Fixtures, checked in a temporary folder
///     check --against ../before       the folder as it is
///     check --against before.ndjson   what another program, such as the one of the base, has reported
struct BaselineOption {
  private let name: String

  /// What the state has and people see, by fingerprint.
  private let findings: [String: KnownFinding]
  private let isLive: Bool

  /// Checks the state that `--against` names; nil without the option.
  ///
  /// Throws a ``UsageError`` where the name is none, and a ``CommandFailure`` where its state cannot be read.
  init?(_ context: CommandContext, root: URL) async throws {
    guard let name = context.arguments.value("against") else { return nil }
    self.name = name
    isLive = context.arguments.flag("live")
    let url = context.world.url(name)
    switch url.isFolder {
    case true?: findings = try await Self.findings(in: url, named: name, context)
    case false?:
      findings = Self.findings(
        of: try InputReader(world: context.world).bytes(url, named: name))
      if findings.isEmpty, try !Self.isReport(url, named: name, context) {
        throw CommandFailure(
          message: "\(name) is no report; write one with --format ndjson=\(name)")
      }
    case nil:
      findings = try await Revision(name, root: root, context).withFiles { folder in
        try await Self.findings(in: folder, named: name, context)
      }
    }
  }

  /// Marks the findings of a report as new or known, and adds what is fixed.
  ///
  /// Only what people see is news: where the contract agrees with a finding, it is neither new nor fixed.
  func mark(_ report: inout Report) {
    report.comparison = .state(name)
    var present: Set<String> = []
    for index in report.findings.indices {
      let finding = report.findings[index]
      present.insert(finding.fingerprint)
      guard !finding.isAgreed else { continue }
      let isKnown = findings[finding.fingerprint].map { $0.level >= finding.level } ?? false
      report.findings[index].age = FindingAge(isKnown ? .known : .new)
    }
    // Of what did not answer nothing is known.
    let looked = Set(
      report.checks.filter { !$0.facts.couldNotRun && $0.facts.outage == nil }.map {
        [$0.suite, $0.endpoint]
      })
    report.fixed = findings.values.filter { finding in
      guard let suite = finding.suite, let endpoint = finding.endpoint else { return false }
      return !present.contains(finding.fingerprint) && looked.contains([suite, endpoint])
        && !(isLive && Self.rulesOfFixtures.contains(finding.rule))
    }.sorted { ($0.level, $1.fingerprint) > ($1.level, $0.fingerprint) }.map { FixedFinding($0) }
  }

  /// The rules about the files of fixtures, which a live check does not look at.
  private static let rulesOfFixtures = Set(
    [Rule.fixtureChanged, .fixtureStale, .missingFixture, .orphanFixture].map(\.id))

  // MARK: The findings of the state

  /// Runs the same check over a folder.
  private static func findings(
    in folder: URL, named name: String, _ context: CommandContext
  ) async throws -> [String: KnownFinding] {
    do {
      guard let state = try state(of: folder, context) else { return [:] }
      let (report, problems) = try await CheckCommand(context: state).judged()
      guard problems.isEmpty else {
        throw CommandFailure(message: problems.joined(separator: "\n"))
      }
      return highest(report.findings.filter { !$0.isAgreed }.map { KnownFinding($0) })
    } catch let error as UsageError {
      throw error
    } catch {
      throw CommandFailure(
        message: "'\(name)', the state of --against, cannot be checked; in it:\n\(error)")
    }
  }

  /// The options that say which findings there are, and of which level; both sides are judged by them.
  private static let judgingOptions = ["levels", "require-coverage", "stale-after"]

  /// The same command over a folder, with the suites that lie there; nil where none is named that it has.
  private static func state(
    of folder: URL, _ context: CommandContext
  ) throws -> CommandContext? {
    // A suite of Swift code may have begun as a file.
    let tool = try context.tool.withSuites(of: folder, context.world, namedAlike: .predecessors)
    var arguments = ParsedArguments(command: .check)
    arguments.add("root", folder.path)
    for name in judgingOptions where context.arguments.flag(name) {
      arguments.add(name, context.arguments.value(name))
    }
    let named = context.arguments.positionals
    // What the change adds was not there, so all of it is new.
    arguments.positionals = named.filter {
      !EndpointSelection.names($0, in: tool.suites).isEmpty
    }
    guard named.isEmpty || !arguments.positionals.isEmpty else { return nil }
    var world = context.world
    // What the state says is not said to those who ask for a comparison.
    world.write = { _ in }
    world.writeError = { _ in }
    return CommandContext(tool: tool, arguments: arguments, world: world)
  }

  /// The findings of a report in JSON or NDJSON.
  private static func findings(of bytes: [UInt8]) -> [String: KnownFinding] {
    let values =
      (try? JSONDocument(bytes)).map { $0.root["findings"]?.elements.map { $0 } ?? [$0.root] }
      ?? bytes.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONDocument(Array($0)).root }
    return highest(values.filter { $0["agreed"]?.bool != true }.compactMap { KnownFinding($0) })
  }

  /// Findings by their fingerprints, each with the highest level that it has anywhere.
  private static func highest(_ list: [KnownFinding]) -> [String: KnownFinding] {
    Dictionary(list.map { ($0.fingerprint, $0) }) { first, second in
      first.level < second.level ? second : first
    }
  }

  /// Whether a file without findings is the report of a run that had none.
  private static func isReport(
    _ url: URL, named name: String, _ context: CommandContext
  ) throws -> Bool {
    let bytes = try InputReader(world: context.world).bytes(url, named: name)
    let last = bytes.split(separator: UInt8(ascii: "\n")).last.map(Array.init) ?? []
    return [bytes, last].contains { (try? JSONDocument($0).root["summary"]) != nil }
  }
}

/// The contracts and fixtures of a git revision, in a temporary folder for as long as somebody needs them.
private struct Revision {
  private let commit: String
  private let name: String
  private let root: URL

  /// Finds a revision.
  ///
  /// Throws a ``UsageError`` where there is none of the name, or no repository.
  init(_ name: String, root: URL, _ context: CommandContext) throws {
    let found = try? Self.git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"], in: root)
    guard let found, found.status == 0 else {
      throw context.arguments.error(
        "--against: '\(name)' is no folder, no file and no revision of the repository here")
    }
    commit = found.output.trimmingCharacters(in: .whitespacesAndNewlines)
    self.name = name
    self.root = root
  }

  /// Does something with the files, which are deleted after it.
  func withFiles<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("contract-baseline-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = try Self.git(["ls-tree", "--name-only", commit, "Contracts", "Fixtures"], in: root)
    let parts = names.output.split(separator: "\n").map(String.init)
    guard names.status == 0, !parts.isEmpty else {
      throw CommandFailure(message: "--against: \(name) has neither Contracts/ nor Fixtures/")
    }
    let archive = folder.appendingPathComponent("files.tar").path
    let made = try Self.git(["archive", "--format=tar", "-o", archive, commit] + parts, in: root)
    let unpacked = try Self.run("tar", ["-xf", archive], in: folder)
    guard made.status == 0, unpacked.status == 0 else {
      throw CommandFailure(message: "--against: git or tar cannot give the files of \(name)")
    }
    return try await body(folder)
  }

  private static func git(
    _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, output: String) {
    try run("git", arguments, in: folder)
  }

  private static func run(
    _ program: String, _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
