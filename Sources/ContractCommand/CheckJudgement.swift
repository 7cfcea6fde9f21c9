import ContractReports
import ContractTesting
import Foundation
import HTTPFixtures
import StrictJSON

/// What the findings of a check meet on their way into its report, one after the other.
///
///     waivers    what is accepted, and what is wrong with that
///     levels     the levels of a team; a check without data fails where --require-coverage says so
///     --waive    new waivers for what still counts
///     notes      what to do next
///     places     the lines of properties, and the slots, for the formats that show them
///     ages       what is new against a state, or against the runs of a history, which keeps this one
///     silence    what was silent for longer than --outage-limit
///
/// All of it is read before the first request is sent, so that a wrong option costs no run.
struct CheckJudgement {
  private let context: CommandContext
  private let selection: EndpointSelection
  private let root: URL

  private let waivers: SuiteWaivers
  private let levels: LevelOverrides
  private let sources: SourcesOption?
  private let baseline: BaselineOption?
  private let history: HistoryOption?
  private let outageLimit: Int?

  /// Reads what the options name.
  ///
  /// Throws a ``UsageError`` where they make no sense, and a ``CommandFailure`` where a file cannot be used.
  init(_ context: CommandContext, _ selection: EndpointSelection, root: URL) async throws {
    self.context = context
    self.selection = selection
    self.root = root
    let kind: Waiver.Source = context.arguments.flag("live") ? .live : .fixtures
    levels = try context.levels()
    waivers = try SuiteWaivers(
      selection.suites, root: root, today: context.world.today, source: kind)
    outageLimit = try Self.outageLimit(context)
    history = try HistoryOption(context, source: kind)
    sources = try SourcesOption(context, root: root)
    baseline = try await BaselineOption(context, root: root)
  }

  /// Whether somebody wants to know how often each member was there.
  var countsMembers: Bool { history != nil }

  /// Judges the findings of a report; returns what makes the run fail beside them.
  func apply(to report: inout Report) throws -> [String] {
    report = report.redactingNames(by: context.world.redaction)
    waivers.apply(
      to: &report,
      checked: report.checks.filter { !$0.facts.couldNotRun && $0.facts.outage == nil })
    levels.apply(to: &report)
    report.restateChecks()
    if context.arguments.flag("require-coverage") { report.requireCoverage() }
    if context.arguments.flag("waive") {
      try waivers.write(&report, from: min(context.arguments.failCondition.level, .warning))
    }
    report.notes += nextSteps(report)
    sources?.locate(&report.findings)
    if context.arguments.showsMaterial {
      report.material.slotTables = selection.endpoints.flatMap { slotTables($0, $1) }
    }
    baseline?.mark(&report)
    try history?.add(&report, isWhole: context.arguments.positionals.isEmpty && !Task.isCancelled)
    return report.outages.compactMap { outage in
      guard let limit = outageLimit, let nights = outage.nights, nights > limit else { return nil }
      return
        "\(outage.origin) is silent for \(nights.counted("night")), and --outage-limit is \(limit)"
    }
  }

  /// Which slots the fixtures of an endpoint use; none where they cannot be read, which the check has told.
  private func slotTables(
    _ suite: APISuite, _ endpoint: WatchedEndpoint
  ) -> [SlotTable] {
    let name = "\(suite.name)/\(endpoint.name)"
    let responses = try? FixtureSource(root: root).responses(
      suite: suite.name, endpoint: endpoint.name)
    return SlotTable.tables(
      of: name,
      in: (responses ?? []).compactMap { response in
        guard let document = try? JSONDocument(response.body) else { return nil }
        let file = response.source.name.split(separator: "/").last.map(String.init) ?? name
        return (file, document.root)
      })
  }

  /// The number of nights of `--outage-limit`; nil without the option.
  private static func outageLimit(_ context: CommandContext) throws(UsageError) -> Int? {
    let hasHistory = context.arguments.flag("history")
    let hasBaseline = context.arguments.flag("against")
    if context.arguments.failCondition.isNewOnly, !hasHistory, !hasBaseline {
      throw context.arguments.error(
        "'--fail-on new' needs --history or --against, which know what is not new")
    }
    if hasHistory, hasBaseline {
      throw context.arguments.error("'--history' and '--against' exclude each other")
    }
    if context.arguments.flag("outage-limit"), !hasHistory {
      throw context.arguments.error("'--outage-limit' needs --history, which counts the nights")
    }
    return try context.number("outage-limit", in: 0...Int.max)
  }

  /// What to do about the contracts, said once and not at each finding.
  private func nextSteps(_ report: Report) -> [String] {
    let contracts = ContractStore(root: root)
    // What the next command needs to find the same server and the same files.
    let place = context.arguments.value("root").map { " --root \($0)" } ?? ""
    let server = context.arguments.value("base-url").map { " --base-url \($0)" } ?? ""
    let first = context.arguments.flag("live") ? ["record\(place)\(server)"] : []
    let commands = { (last: String, checks: [CheckOutcome]) in
      let names = checks.map { "\($0.suite)/\($0.endpoint)" }.joined(separator: " ")
      return (first + ["\(last)\(place)"]).map { "'\(context.program) \($0) \(names)'" }
        .joined(separator: ", then ")
    }
    var steps: [String] = []
    let pending = report.pending
    if pending > 0 { steps.append(Review.invitation(pending, context)) }
    let changed = report.checks.filter { check in
      report.findings.contains {
        $0.suite == check.suite && $0.endpoint == check.endpoint && $0.level > .info
          && $0.waiver == nil && !$0.isAccepted && [.drift, .contract].contains($0.rule.family)
      }
    }
    if !changed.isEmpty, pending == 0 {
      steps.append(
        "if the new format is right, refresh the contract: "
          + commands(first.isEmpty ? "infer" : "review", changed))
    }
    let declares = report.findings.contains { finding in
      guard finding.waiver == nil, case .changeType(let patch)? = finding.nextStep else {
        return false
      }
      return patch.edits.contains { !$0.lines.isEmpty }
    }
    if declares {
      steps.append(
        "lines of Swift: what they declare gets the access level of what it replaces, and another name "
          + "where the type has that one already")
    }
    let missing = report.checks.filter { check in
      let file = contracts.file(suite: check.suite, endpoint: check.endpoint)
      return check.samples > 0 && !FileManager.default.fileExists(atPath: file.path)
    }
    if !missing.isEmpty {
      steps.append("without a contract no drift is seen; make one: " + commands("infer", missing))
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
