import ContractReports
import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures

/// `check`: response, contract and DTO of each endpoint against each other.
struct CheckCommand {
  private let tool: CommandLineTool
  private let arguments: ParsedArguments
  private let world: CommandWorld

  init(tool: CommandLineTool, _ arguments: ParsedArguments, _ world: CommandWorld) {
    self.tool = tool
    self.arguments = arguments
    self.world = world
  }

  func run() async throws -> ExitCode {
    let selection = try EndpointSelection(tool.suites, arguments)
    let source = try source()
    let root = try ProjectRoot(arguments, world).url
    let levels = try arguments.levels(world)
    let waivers = try WaiverDesk(selection.suites, root: root, today: world.today)
    var check = Check(root: root, source: source)
    var report = Report(command: "check")
    let types = TypeRunner(
      world, startsAtOnce: selection.endpoints.contains { $0.endpoint.dto != nil })
    check.runner = types.runner
    // An endpoint that cannot be checked is no reason to leave the others out.
    var problems: [String] = []
    var outages = OutageLog(redaction: world.redaction)
    for (suite, endpoint) in selection.endpoints {
      do {
        let result = try await check.run(suite: suite, endpoint: endpoint, outages: &outages)
        report.checks.append(result.outcome)
        report.findings += result.findings
        report.mapping += result.mapping
        report.notes += result.notes
      } catch let error as ContractError {
        report.checks.append(Self.failure(suite, endpoint, "the contract cannot be used"))
        problems += error.lines
      } catch let error as FixtureError {
        report.checks.append(Self.failure(suite, endpoint, "a fixture cannot be read"))
        problems.append(error.description)
      } catch let error as EndpointError {
        report.checks.append(Self.failure(suite, endpoint, "a sample cannot be asked for"))
        problems.append(error.description)
      }
    }
    report.outages = outages.outages
    problems += types.finish()
    if case .fixtures = source, arguments.positionals.isEmpty {
      report.findings += try check.orphans(of: tool.suites)
    }
    let failed = report.checks.filter { $0.status == .failed && $0.samples == 0 }
    waivers.apply(
      to: &report,
      checked: report.checks.filter { $0.status != .unreachable && !failed.contains($0) })
    levels.apply(to: &report)
    report.restateChecks()
    if arguments.flag("require-coverage") { report.requireCoverage() }
    if arguments.flag("waive") {
      try waivers.write(&report, from: min(arguments.failLevel, .warning))
    }
    report.notes += nextSteps(report, ContractStore(root: root))
    let code = try finish(report, arguments, world)
    let told = report.outages.map { "unreachable: \(OutageText.line($0))" }
    for problem in problems + told {
      world.writeError(tool.lines("\(programName): \(problem)"))
    }
    guard code == .conforms else { return code }
    guard problems.isEmpty, !told.isEmpty, arguments.flag("allow-unreachable") else {
      return problems.isEmpty && told.isEmpty ? .conforms : .failure
    }
    world.writeError(
      "\(programName): exit code 0 because of --allow-unreachable; of what was unreachable nothing is "
        + "known\n")
    return .conforms
  }

  private static func failure(
    _ suite: APISuite, _ endpoint: WatchedEndpoint, _ detail: String
  ) -> CheckOutcome {
    CheckOutcome(
      suite: suite.name, endpoint: endpoint.name, status: .failed, samples: 0, detail: detail)
  }

  private func source() throws(UsageError) -> Check.Source {
    guard arguments.flag("live") else {
      for name in ["base-url", "allow-unreachable", "timeout"] where arguments.flag(name) {
        throw arguments.error("'--\(name)' goes with --live; without it nothing is sent")
      }
      return .fixtures
    }
    return .live(try client(for: arguments, in: world))
  }

  /// What to do about the contracts, said once and not at each finding.
  private func nextSteps(_ report: Report, _ contracts: ContractStore) -> [String] {
    // What the next command needs to find the same server and the same files.
    let place = arguments.value("root").map { " --root \($0)" } ?? ""
    let server = arguments.value("base-url").map { " --base-url \($0)" } ?? ""
    let first =
      arguments.flag("live") ? ["record\(place)\(server)", "infer\(place)"] : ["infer\(place)"]
    let commands = { (checks: [CheckOutcome]) in
      let names = checks.map { "\($0.suite)/\($0.endpoint)" }.joined(separator: " ")
      return first.map { "'\(programName) \($0) \(names)'" }.joined(separator: ", then ")
    }
    var steps: [String] = []
    let changed = report.checks.filter { check in
      report.findings.contains {
        $0.suite == check.suite && $0.endpoint == check.endpoint && $0.level > .info
          && $0.waiver == nil && [.drift, .contract].contains($0.rule.family)
      }
    }
    if !changed.isEmpty {
      steps.append("if the new format is right, refresh the contract: \(commands(changed))")
    }
    let missing = report.checks.filter { check in
      let file = contracts.file(suite: check.suite, endpoint: check.endpoint)
      return check.samples > 0 && !FileManager.default.fileExists(atPath: file.path)
    }
    if !missing.isEmpty {
      steps.append("without a contract no drift is seen; make one: \(commands(missing))")
    }
    return steps
  }
}

extension Report {
  /// Makes a check without data a failure.
  fileprivate mutating func requireCoverage() {
    for index in findings.indices where findings[index].rule == .unexercised {
      findings[index].level = .breaking
    }
  }
}

/// Makes the client for `--base-url` and `--timeout`.
///
/// Throws a ``UsageError`` where that is no address of a server, or no time.
func client(
  for arguments: ParsedArguments, in world: CommandWorld
) throws(UsageError) -> EndpointClient {
  let limits = try requestLimits(for: arguments, in: world)
  guard let text = arguments.value("base-url") else {
    return EndpointClient(limits: limits, retries: .standard)
  }
  guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
    ["http", "https"].contains(scheme), url.host?.isEmpty == false
  else {
    throw arguments.error(
      "'\(text)' is no address of a server; write it as http://127.0.0.1:8080")
  }
  return EndpointClient(origin: url, limits: limits, retries: .standard)
}

/// The limits for `--timeout`, which lifts the shorter limits within an answer, too: who waits for a
/// slow server waits for its first byte.
private func requestLimits(
  for arguments: ParsedArguments, in world: CommandWorld
) throws(UsageError) -> RequestLimits {
  var limits = RequestLimits(wholeAnswer: world.timeout)
  guard let text = arguments.value("timeout") else { return limits }
  // `Double` alone would take "inf", "nan", "0x1p3" and "1e3", too.
  guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
    let seconds = Double(text), seconds >= 0.001, seconds <= 86_400
  else {
    throw arguments.error(
      "'\(text)' is no time limit; write seconds from 0.001 to 86400, such as 60 or 2.5")
  }
  limits.wholeAnswer = .seconds(seconds)
  limits.connecting = limits.wholeAnswer
  limits.silence = limits.wholeAnswer
  return limits
}
