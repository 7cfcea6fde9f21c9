import ContractReports
import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import StrictJSON

extension Subcommand {
  static let check = Subcommand(
    name: "check",
    summary: "Check responses against their contracts and their DTOs.",
    explanation: """
      Reads every fixture, or with --live the answer of the server, and holds it against the \
      contract of its endpoint and against the DTO that the app decodes. All problems are \
      reported in one pass, each with its place and its level. Inside GitHub Actions annotations \
      and the summary of the job are written as well.
      """,
    usage: ["[SUITE[/ENDPOINT]…]"], arguments: [.suites], argumentCount: 0...Int.max,
    options: [
      OptionSpec(
        name: "live", help: "Ask the server for every sample, instead of reading the fixtures."),
      .baseURL, .timeout, .samples, .seed, .atOnce, .rate,
      OptionSpec(
        name: "fail-on",
        value: .choice(
          placeholder: "LEVEL", Level.allCases.reversed().map(\.rawValue) + [FailCondition.new]),
        isRepeatable: true,
        help: """
          Exit with 1 from this level on: breaking (the default), warning or info. With new, and \
          --history or --against, only for what the run or the state before did not have; a level may be \
          given beside it.
          """),
      .history, .outageLimit, .against, .sources,
      OptionSpec(
        name: "check-links",
        help: """
          With --live, ask for pictures and other addresses in the answers that the app reads, at most 20 \
          of an endpoint, and report those that lead nowhere.
          """),
      OptionSpec(
        name: "stale-after", value: .text(placeholder: "DAYS"),
        help: "Report fixtures that were recorded longer ago than that."),
      OptionSpec(
        name: "allow-unreachable",
        help: """
          Exit with 0 where outages alone kept endpoints from being checked, and warn; without it \
          they give 3.
          """),
      OptionSpec(
        name: "require-coverage",
        help: "Count an endpoint that was checked without data as breaking."
      ),
      OptionSpec(
        name: "save-pending",
        help: """
          Store each live answer of another shape beside its fixture, as <case>.pending.json, for review.
          """),
      .levels,
      OptionSpec(
        name: "waive",
        help: """
          Write a waiver for each warning and each breaking finding into Contracts/SUITE/waivers.json. \
          It waives nothing until reason and owner are filled in.
          """),
    ],
    readsSuites: true,
    examples: [
      Example(arguments: "check", help: "check all fixtures, offline"),
      Example(
        arguments: "check --live --format text --format junit=report.xml {suite}",
        help: "ask the server, and leave a report for the CI server"),
    ],
    run: { context in
      // An offline check keeps nothing that a signal could lose, and ends at once.
      guard context.arguments.flag("live") else {
        return try await CheckCommand(context: context).run()
      }
      return try await Interruption.watched(context.world) {
        try await CheckCommand(context: context).run()
      }
    })
}

/// `check`: response, contract and DTO of each endpoint against each other.
struct CheckCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let selection = try EndpointSelection(context)
    let source = try source()
    if case .live = source { try context.requireVariables(of: selection.suites) }
    let root = try ProjectRoot(context).url
    let levels = try context.levels()
    let kind: Waiver.Source = context.arguments.flag("live") ? .live : .fixtures
    let waivers = try SuiteWaivers(
      selection.suites, root: root, today: context.world.today, source: kind)
    let outageLimit = try outageLimit()
    let history = try HistoryOption(context, source: kind)
    let sources = try SourcesOption(context, root: root)
    let baseline = try await BaselineOption(context, root: root)
    var check = Check(root: root, source: source)
    var report = Report(command: "check")
    let types = TypeRunner(
      context.world, startsAtOnce: selection.endpoints.contains { $0.endpoint.dto != nil })
    check.runner = types.runner
    check.savesPending = context.arguments.flag("save-pending")
    check.countsMembers = history != nil
    // An endpoint that cannot be checked is no reason to leave the others out.
    var problems: [String] = []
    var results: [EndpointCheck.Result] = []
    var outages = OutageLog(redaction: context.world.redaction)
    var plan = try context.samplePlan(root: root)
    check.oldestDay = try context.number("stale-after", in: 0...100_000).map {
      context.world.today.adding(days: -$0)
    }
    let progress = RequestProgress(context.world, isQuiet: context.arguments.flag("quiet"))
    if case .live = source {
      try context.checkPoliteness()
      check.politeness = { [context] suite in
        (try? context.politeness(of: suite)) ?? suite.politeness
      }
      check.willAsk = { progress.willAsk($0) }
      if context.arguments.flag("check-links") { check.links = try context.linkCheck() }
      progress.expect(
        selection.endpoints.reduce(0) { $0 + plan.samples(of: $1.endpoint, in: $1.suite).count })
    }
    for (suite, endpoint) in selection.endpoints where !Task.isCancelled {
      do {
        results.append(
          try await check.run(suite: suite, endpoint: endpoint, plan: &plan, outages: &outages))
      } catch let error as ContractError {
        results.append(Self.failure(suite, endpoint, "the contract cannot be used"))
        // A folder that cannot be read is one problem, however many endpoints it has.
        problems += error.lines.filter { !problems.contains($0) }
      } catch let error as FixtureError {
        results.append(Self.failure(suite, endpoint, "a fixture cannot be read"))
        problems.append(error.description)
      } catch let error as EndpointError {
        results.append(Self.failure(suite, endpoint, "a sample cannot be asked for"))
        problems.append(error.description)
      }
    }
    for result in NeighbourDrift(results).results { report.add(result) }
    progress.end()
    problems += Interruption.problems
    report.outages = outages.outages
    problems += types.finish()
    if case .fixtures = source, context.arguments.positionals.isEmpty {
      report.findings += try check.orphans(of: context.tool.suites)
    }
    waivers.apply(
      to: &report,
      checked: report.checks.filter { !$0.facts.couldNotRun && $0.facts.outage == nil })
    levels.apply(to: &report)
    report.restateChecks()
    if context.arguments.flag("require-coverage") { report.requireCoverage() }
    if context.arguments.flag("waive") {
      try waivers.write(&report, from: min(context.arguments.failCondition.level, .warning))
    }
    report.notes += nextSteps(report, ContractStore(root: root))
    sources?.locate(&report.findings)
    if context.arguments.showsMaterial {
      report.material.slotTables = selection.endpoints.flatMap { slotTables($0, $1, root) }
    }
    baseline?.mark(&report)
    try history?.add(&report, isWhole: context.arguments.positionals.isEmpty)
    problems += report.outages.compactMap { outage in
      guard let limit = outageLimit, let nights = outage.nights, nights > limit else { return nil }
      return
        "\(outage.origin) is silent for \(nights.counted("night")), and --outage-limit is \(limit)"
    }
    return try context.finish(
      report, problems: problems,
      outages: report.outages.map { "unreachable: \(OutageText.line($0))" })
  }

  private static func failure(
    _ suite: APISuite, _ endpoint: WatchedEndpoint, _ detail: String
  ) -> EndpointCheck.Result {
    var facts = CheckFacts()
    facts.couldNotRun = true
    return EndpointCheck.Result(
      outcome: CheckOutcome(
        suite: suite.name, endpoint: endpoint.name, status: CheckStatus(facts, []), samples: 0,
        detail: detail, facts: facts))
  }

  private func source() throws(UsageError) -> Check.Source {
    guard context.arguments.flag("live") else {
      for name in [
        "base-url", "allow-unreachable", "timeout", "save-pending", "samples", "seed", "at-once",
        "rate", "check-links",
      ]
      where context.arguments.flag(name) {
        throw context.arguments.error("'--\(name)' goes with --live; without it nothing is sent")
      }
      return .fixtures
    }
    return .live(try context.client())
  }

  /// Which slots the fixtures of an endpoint use; none where they cannot be read, which the check has told.
  private func slotTables(
    _ suite: APISuite, _ endpoint: WatchedEndpoint, _ root: URL
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
  private func outageLimit() throws(UsageError) -> Int? {
    let hasHistory = context.arguments.flag("history")
    let hasBaseline = context.arguments.flag("against")
    if context.arguments.failCondition.isNewOnly, !hasHistory, !hasBaseline {
      throw context.arguments.error(
        "'--fail-on new' needs --history or --against, which know what is not new")
    }
    if hasHistory, hasBaseline {
      throw context.arguments.error("'--history' and '--against' exclude each other")
    }
    guard let text = context.arguments.value("outage-limit") else { return nil }
    guard hasHistory else {
      throw context.arguments.error("'--outage-limit' needs --history, which counts the nights")
    }
    guard let limit = Int(text), limit >= 0 else {
      throw context.arguments.error("'\(text)' is no number of nights")
    }
    return limit
  }

  /// What to do about the contracts, said once and not at each finding.
  private func nextSteps(_ report: Report, _ contracts: ContractStore) -> [String] {
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
