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
    let (report, problems) = try await judged()
    return try context.finish(
      report, problems: problems,
      outages: report.outages.map { "unreachable: \(OutageText.line($0))" })
  }

  /// What there is to report, and what could not be checked.
  func judged() async throws -> (report: Report, problems: [String]) {
    let selection = try EndpointSelection(context)
    let source = try source()
    if case .live = source { try context.requireVariables(of: selection.suites) }
    let root = try ProjectRoot(context).url
    let oldestDay = try context.number("stale-after", in: 0...100_000).map {
      context.world.today.adding(days: -$0)
    }
    let judgement = try await CheckJudgement(context, selection, root: root)
    let types = TypeRunner(
      context.world, startsAtOnce: selection.endpoints.contains { $0.endpoint.dto != nil })
    var check = Check(root: root, source: source)
    check.runner = types.runner
    check.savesPending = context.arguments.flag("save-pending")
    check.countsMembers = judgement.countsMembers
    check.oldestDay = oldestDay
    var report = Report(command: "check")
    report.notes += [selection.note].compactMap { $0 }
    var problems = try await run(&check, selection, &report)
    problems += Interruption.problems
    problems += types.finish()
    if case .fixtures = source, context.arguments.positionals.isEmpty {
      report.findings += try check.orphans(of: context.tool.suites)
    }
    problems += try judgement.apply(to: &report)
    return (report, problems)
  }

  /// Checks the endpoints of a selection, and adds to the report what came of it; returns what could not
  /// be checked.
  private func run(
    _ check: inout Check, _ selection: EndpointSelection, _ report: inout Report
  ) async throws -> [String] {
    // An endpoint that cannot be checked is no reason to leave the others out.
    var problems: [String] = []
    var results: [EndpointCheck.Result] = []
    var outages = OutageLog(redaction: context.world.redaction)
    var plan = try context.samplePlan(root: check.root)
    let progress = RequestProgress(context.world, isQuiet: context.arguments.flag("quiet"))
    if case .live = check.source {
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
        var result = try await check.run(
          suite: suite, endpoint: endpoint, plan: &plan, outages: &outages)
        if Task.isCancelled { Self.cutOff(&result) }
        if case .live = check.source {
          report.notes += context.leftOut(of: endpoint, in: suite, plan)
        }
        problems += result.faults.map(\.description)
        results.append(result)
      } catch let error as ContractError {
        results.append(
          Self.failure(
            suite, endpoint, "the contract cannot be used: \(error.lines.first ?? error.name)"))
        // A folder that cannot be read is one problem, however many endpoints it has.
        problems += error.lines.filter { !problems.contains($0) }
      } catch let error as FixtureError {
        results.append(Self.failure(suite, endpoint, error.statement))
        problems.append(error.description)
      }
    }
    problems += outages.unsent.map(\.description)
    for result in NeighbourDrift(results).results { report.add(result) }
    progress.end()
    report.outages = outages.outages
    return problems
  }

  /// Says of an endpoint that not all of it was asked: what did not come is neither missing nor mended.
  private static func cutOff(_ result: inout EndpointCheck.Result) {
    result.findings.removeAll { $0.rule == .unexercised }
    result.outcome.facts.problem = CheckOutcome.interrupted(nil)
    result.outcome.detail = CheckOutcome.interrupted(result.outcome.detail)
  }

  private static func failure(
    _ suite: APISuite, _ endpoint: WatchedEndpoint, _ reason: String
  ) -> EndpointCheck.Result {
    var outcome = CheckOutcome(
      suite: suite.name, endpoint: endpoint.name, status: .failed, samples: 0)
    outcome.stop(reason)
    return EndpointCheck.Result(outcome: outcome)
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
}
