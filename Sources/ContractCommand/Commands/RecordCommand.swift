import ContractReports
import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import StrictJSON

extension Subcommand {
  static let record = Subcommand(
    name: "record",
    summary: "Fetch responses and store them as fixtures.",
    explanation: """
      Sends the sample requests of each endpoint and stores body, status and headers under \
      Fixtures/. A JSON body keeps its tokens and is laid out one member a line, so that a change \
      of it can be reviewed. An answer of another shape replaces no fixture: it waits beside it for 'review', \
      or is accepted at once with --accept. Every file is written in one step, so an interrupted \
      run leaves no broken file.
      """,
    usage: ["[SUITE[/ENDPOINT]…]"], arguments: [.suites], argumentCount: 0...Int.max,
    options: [
      .baseURL, .timeout, .samples, .seed, .atOnce, .rate,
      OptionSpec(
        name: "exact", help: "Store every byte as received, also the white space between tokens."),
      OptionSpec(
        name: "accept", help: "Accept answers of another shape, and bring the contracts up to date."
      ),
      OptionSpec(
        name: "dry-run",
        help: """
          Print the requests, and neither send nor write anything; those that follow from answers as far as \
          fixtures have them.
          """),
    ],
    readsSuites: true,
    examples: [
      Example(arguments: "record {endpoint}", help: "record the samples of one endpoint"),
      Example(arguments: "record --dry-run", help: "show what would be requested"),
    ],
    run: { context in
      try await Interruption.watched(context.world) {
        try await RecordCommand(context: context).run()
      }
    })
}

/// `record`: fetches the samples of each endpoint and stores them as fixtures.
struct RecordCommand {
  let context: CommandContext
  private let progress: RequestProgress

  init(context: CommandContext) {
    self.context = context
    progress = RequestProgress(context.world, isQuiet: context.arguments.flag("quiet"))
  }

  func run() async throws -> ExitCode {
    let selection = try EndpointSelection(context)
    let client = try context.client()
    if context.arguments.flag("dry-run") {
      // The requests that follow from answers are known as far as there are fixtures.
      let root = (try? ProjectRoot(context).url) ?? context.world.workingFolder
      return try listRequests(selection, client, try context.samplePlan(root: root))
    }
    try context.requireVariables(of: selection.suites)
    let root = try ProjectRoot(context, content: .toBeWritten).url
    var plan = try context.samplePlan(root: root)
    var report = Report(command: "record")
    // An endpoint that cannot be recorded is no reason to leave the others out.
    var problems: [String] = []
    var outages = OutageLog(redaction: context.world.redaction)
    progress.expect(
      selection.endpoints.reduce(0) { $0 + plan.samples(of: $1.endpoint, in: $1.suite).count })
    for (suite, endpoint) in selection.endpoints where !Task.isCancelled {
      outages.begin("\(suite.name)/\(endpoint.name)")
      report.checks.append(
        try await record(
          suite, endpoint, in: root, client, &plan, &outages, &report, &problems))
    }
    progress.end()
    problems += outages.unsent.map(\.description)
    report.outages = outages.outages
    let pending = report.pending
    if pending > 0, context.arguments.flag("accept") {
      let waiting = selection.endpoints.filter { suite, endpoint in
        report.checks.contains {
          $0.facts.pending > 0 && $0.suite == suite.name && $0.endpoint == endpoint.name
        }
      }
      problems += try accept(waiting, in: root, &report)
    } else if pending > 0 {
      report.notes.append(Review.invitation(pending, context))
    }
    return try context.finish(
      report, problems: problems + Interruption.problems,
      outages: report.outages.map { "not recorded: \(OutageText.line($0))" })
  }

  /// Accepts what waits in some endpoints, and returns what could not be done; what waits all the same is noted.
  private func accept(
    _ endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)], in root: URL,
    _ report: inout Report
  ) throws -> [String] {
    let recorded = report.checks
    let problems = try Review(context, root: root).acceptAll(of: endpoints, &report)
    for index in report.checks.indices {
      let check = report.checks[index]
      let before = recorded.first { $0.suite == check.suite && $0.endpoint == check.endpoint }
      guard let before, before.facts.pending > 0 else { continue }
      report.checks[index].samples = before.samples
      report.checks[index].detail =
        [before.detail, check.detail].compactMap { $0 }.joined(separator: "; ")
    }
    let store = FixtureSource(root: root).store
    for (suite, endpoint) in endpoints {
      report.notes += try store.pending(suite: suite.name, endpoint: endpoint.name).map(Self.waits)
    }
    return problems
  }

  private static func waits(_ id: FixtureID) -> String {
    "\(id.with(.stored)): of another shape, waits for a review"
  }

  /// Records the samples of an endpoint, and adds to the report.
  ///
  /// An error page or object must not replace a good fixture, nor an answer without any record one that
  /// has some; they are reported and not stored.
  private func record(
    _ suite: APISuite, _ endpoint: WatchedEndpoint, in root: URL, _ client: EndpointClient,
    _ plan: inout SamplePlan, _ outages: inout OutageLog, _ report: inout Report,
    _ problems: inout [String]
  ) async throws -> CheckOutcome {
    // A contract helps to tell an error from an answer, and a new shape from new values.
    let versions = try? ContractStore(root: root).versions(
      suite: suite.name, endpoint: endpoint.name)
    let store = FixtureSource(root: root).store
    var requests = SampleRequests(
      client: client, redaction: suite.redaction, politeness: try context.politeness(of: suite))
    requests.willAsk = { [progress, name = "\(suite.name)/\(endpoint.name)"] sample in
      progress.willAsk("\(name)/\(sample.caseName)")
    }
    if client.origin == nil, !endpoint.sampling.isRandom, !context.arguments.flag("exact") {
      requests.stored = { sample in
        let id = FixtureID(suite: suite.name, endpoint: endpoint.name, caseName: sample.caseName)
        return store.contains(id) ? try? store.read(id) : nil
      }
    }
    var update = FixtureUpdate(
      suite: suite.name, endpoint: endpoint, versions: versions ?? [], root: root,
      keepsLayout: context.arguments.flag("exact"))
    var facts = CheckFacts()
    var refused: [Finding] = []
    // What is stored all the same, and a check will tell of.
    var doubtful = FindingTally(limits: .endpoint)
    var fault: FixtureError?
    let isAccepting = context.arguments.flag("accept")
    let judge = { (sample: Sample) in
      let id = FixtureID(suite: suite.name, endpoint: endpoint.name, caseName: sample.caseName)
      let old = store.contains(id) ? try? store.body(of: id) : nil
      let known = old.flatMap { try? JSONDocument($0, byteOrderMark: .skip) }
      return AnswerJudge(
        contract: versions?.last, known: known.map { [$0] } ?? [], replaced: known)
    }
    do {
      try await requests.ask(
        plan.samples(of: endpoint, in: suite), paging: endpoint.sampling.paging,
        pages: plan.pages(of: endpoint), judge: judge, outages: &outages
      ) { answer in
        if var finding = answer.reading.faults.first {
          finding.suite = suite.name
          finding.endpoint = endpoint.name
          finding.nextStep = .fixtureKept
          refused.append(finding)
          return
        }
        answer.reading.report(to: &doubtful)
        plan.note(answer, of: endpoint.name, in: suite)
        try update.add(answer)
      }
    } catch let error as FixtureError {
      fault = error
    }
    // What came before a fault is stored all the same.
    do { try update.finish() } catch let error as FixtureError { fault = fault ?? error }
    if let fault {
      problems.append(fault.description)
      facts.problem = fault.statement
    }
    for (id, outcome) in update.outcomes {
      switch outcome {
      case .new, .changed: report.notes.append("\(id): \(outcome.rawValue)")
      case .pending: if !isAccepting { report.notes.append(Self.waits(id)) }
      case .unchanged: break
      }
    }
    let outcomes = update.outcomes.map(\.outcome)
    report.findings += refused
    report.findings += doubtful.findings.filter { $0.level > .info }.map { finding in
      var finding = finding
      finding.suite = suite.name
      finding.endpoint = endpoint.name
      return finding
    }
    report.notes += context.leftOut(of: endpoint, in: suite, plan)
    facts.outage = outages.reasonOfEndpoint
    facts.pending = outcomes.count { $0 == .pending }
    facts.problem =
      facts.problem
      ?? (Task.isCancelled ? CheckOutcome.interrupted(nil) : outages.unsentOfEndpoint)
    if outcomes.isEmpty, refused.isEmpty, facts.outage == nil, !facts.couldNotRun {
      facts.hasData = false
      report.findings.append(Check.withoutSample(suite, endpoint))
    }
    // What is accepted next is counted there.
    let counted = FixtureUpdate.Outcome.allCases.filter { $0 != .pending || !isAccepting }
    let counts = counted.compactMap { outcome in
      let count = outcomes.count { $0 == outcome }
      return count == 0 ? nil : "\(count) \(outcome.rawValue)"
    }
    let stored =
      !counts.isEmpty
      ? "fixtures: " + counts.joined(separator: ", ")
      : outcomes.isEmpty ? "no fixture stored" : nil
    let parts = [outages.unsentOfEndpoint, stored].compactMap { $0 }
    let detail = parts.isEmpty ? nil : parts.joined(separator: "; ")
    return CheckOutcome(
      suite: suite.name, endpoint: endpoint.name, status: CheckStatus(facts, refused),
      samples: outcomes.count,
      detail: Task.isCancelled ? CheckOutcome.interrupted(detail) : detail, facts: facts)
  }

  /// Prints the requests that are known, and how many at most may follow.
  private func listRequests(
    _ selection: EndpointSelection, _ client: EndpointClient, _ plan: SamplePlan
  ) throws -> ExitCode {
    var lines: [String] = []
    var requests: [JSONNode] = []
    var later: [JSONNode] = []
    var problems: [String] = []
    for (suite, endpoint) in selection.endpoints {
      for sample in plan.samples(of: endpoint, in: suite) {
        let method = sample.endpoint.method.rawValue
        let url: String
        do throws(EndpointError) {
          let address = try client.url(for: sample.endpoint)
          url = context.world.redaction.url(address).absoluteString
        } catch {
          problems.append(error.redacted(by: context.world.redaction).description)
          continue
        }
        let id = FixtureID(suite: suite.name, endpoint: endpoint.name, caseName: sample.caseName)
        lines.append("\(id): \(method) \(url)")
        requests.append([
          "suite": .string(suite.name), "endpoint": .string(endpoint.name),
          "case": .string(id.caseName), "method": .string(method), "url": .string(url),
        ])
      }
      for more in plan.later(of: endpoint, in: suite) {
        let what =
          more.source.map { "for what \(suite.name)/\($0) answers" } ?? "for the pages that follow"
        lines.append(
          "\(suite.name)/\(endpoint.name): up to \(more.atMost.counted("request")) more, \(what)")
        var node: JSONNode = [
          "suite": .string(suite.name), "endpoint": .string(endpoint.name),
          "atMost": .number(String(more.atMost)),
        ]
        node["source"] = more.source.map { JSONNode.string($0) }
        later.append(node)
      }
    }
    try ReportPublisher(context).publishList(
      text: lines.map { context.world.lines($0) }.joined(),
      json: [
        JSONNode.Member("requests", .array(requests)), JSONNode.Member("later", .array(later)),
      ])
    for problem in problems { context.world.writeProblem(problem) }
    return problems.isEmpty ? .conforms : .failure
  }
}
