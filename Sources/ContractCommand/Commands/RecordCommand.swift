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
      of it can be reviewed. Every file is written in one step, so an interrupted run leaves no \
      broken file.
      """,
    usage: ["[SUITE[/ENDPOINT]…]"], arguments: [.suites], argumentCount: 0...Int.max,
    options: [
      .baseURL, .timeout,
      OptionSpec(
        name: "exact", help: "Store every byte as received, also the white space between tokens."),
      OptionSpec(name: "dry-run", help: "Print the requests, and neither send nor write anything."),
    ],
    examples: [
      Example(arguments: "record spacex/launch", help: "record the samples of one endpoint"),
      Example(arguments: "record --dry-run", help: "show what would be requested"),
    ],
    run: { try await RecordCommand(context: $0).run() })
}

/// `record`: fetches the samples of each endpoint and stores them as fixtures.
struct RecordCommand {
  let context: CommandContext

  /// What became of an answer.
  private enum Outcome {
    case stored(State, bytes: Int)
    case refused(Finding)
  }

  /// What the answer is to the fixture that was there.
  private enum State: String, CaseIterable {
    case new, changed, unchanged
  }

  func run() async throws -> ExitCode {
    let selection = try EndpointSelection(context)
    let client = try context.client()
    if context.arguments.flag("dry-run") { return try listRequests(selection, client) }
    let root = try ProjectRoot(context, content: .toBeWritten).url
    let store = FixtureStore(root: root.appendingPathComponent("Fixtures", isDirectory: true))
    var report = Report(command: "record")
    let contracts = ContractStore(root: root)
    var outages = OutageLog(redaction: context.world.redaction)
    for (suite, endpoint) in selection.endpoints {
      // A contract only helps to tell an error from an answer.
      let contract = try? contracts.contract(suite: suite.name, endpoint: endpoint.name)
      outages.begin("\(suite.name)/\(endpoint.name)")
      let check = try await record(
        suite, endpoint,
        Recording(
          client, suite.redaction, store, contract, keepsLayout: context.arguments.flag("exact")),
        &outages, &report)
      report.checks.append(check)
    }
    report.outages = outages.outages
    if !report.notes.isEmpty {
      let names = report.checks.map { "\($0.suite)/\($0.endpoint)" }.joined(separator: " ")
      report.notes.append(
        "stored as received; '\(context.program) check \(names)' holds the answers against the contracts"
      )
    }
    return try context.finish(
      report, outages: report.outages.map { "not recorded: \(OutageText.line($0))" })
  }

  /// What the recording of an endpoint needs.
  private struct Recording {
    let requests: SampleRequests
    let redaction: Redaction
    let store: FixtureStore
    let contract: Contract?
    /// Whether bodies are stored byte for byte.
    let keepsLayout: Bool

    init(
      _ client: EndpointClient, _ redaction: Redaction, _ store: FixtureStore,
      _ contract: Contract?, keepsLayout: Bool
    ) {
      self.keepsLayout = keepsLayout
      requests = SampleRequests(client: client, redaction: redaction)
      self.redaction = redaction
      self.store = store
      self.contract = contract
    }
  }

  /// Records the samples of an endpoint, one after the other, and adds to the report.
  private func record(
    _ suite: APISuite, _ endpoint: WatchedEndpoint, _ recording: Recording,
    _ outages: inout OutageLog, _ report: inout Report
  ) async throws -> CheckOutcome {
    var states: [State] = []
    var check = CheckOutcome(
      suite: suite.name, endpoint: endpoint.name, status: .conforms, samples: 0)
    for sample in endpoint.samples {
      let id = FixtureID(suite: suite.name, endpoint: endpoint.name, caseName: sample.caseName)
      switch try await record(sample, as: id, recording, &outages) {
      case .stored(let state, let bytes):
        states.append(state)
        if state != .unchanged { report.notes.append("\(id): \(state.rawValue), \(bytes) bytes") }
      case .refused(let finding):
        check.status = .failed
        report.findings.append(finding)
      case nil: break
      }
    }
    check.outage = outages.reasonOfEndpoint
    if check.status == .conforms, check.outage != nil { check.status = .unreachable }
    let counts = State.allCases.compactMap { state in
      let count = states.count { $0 == state }
      return count == 0 ? nil : "\(count) \(state.rawValue)"
    }
    check.samples = states.count
    check.detail =
      counts.isEmpty ? "no fixture stored" : "fixtures stored: \(counts.joined(separator: ", "))"
    return check
  }

  /// Asks once, and stores the answer if it is a JSON document with a status of success.
  ///
  /// An error page or object must not replace a good fixture, nor an answer without any record one that
  /// has some; they are reported and not stored. Returns nil for an outage.
  private func record(
    _ sample: Sample, as id: FixtureID, _ recording: Recording, _ outages: inout OutageLog
  ) async throws -> Outcome? {
    let old = recording.store.contains(id) ? try? recording.store.read(id).body : nil
    let known = old.flatMap { try? JSONDocument($0, byteOrderMark: .skip) }
    let judge = AnswerJudge(
      contract: recording.contract, known: known.map { [$0] } ?? [], replaced: known)
    guard
      let answer = try await recording.requests.answer(
        to: sample, judge: judge, outages: &outages)
    else { return nil }
    if var finding = answer.reading.faults.first {
      finding.suite = id.suite
      finding.endpoint = id.endpoint
      finding.nextStep = .fixtureKept
      return .refused(finding)
    }
    // The address is the API's own, so that a recording from a mirror equals one from the API.
    let exchange = Exchange(
      method: sample.endpoint.method, url: try sample.endpoint.url(), received: answer.received,
      stored: recording.keepsLayout ? nil : answer.reading.document.map(JSONLayout.bytes),
      redaction: recording.redaction)
    try recording.store.write(exchange, as: id)
    let state = old.map { $0 == exchange.body ? State.unchanged : .changed } ?? .new
    return .stored(state, bytes: exchange.body.count)
  }

  private func listRequests(
    _ selection: EndpointSelection, _ client: EndpointClient
  ) throws -> ExitCode {
    var lines: [String] = []
    var requests: [JSONNode] = []
    for (suite, endpoint) in selection.endpoints {
      for sample in endpoint.samples {
        let method = sample.endpoint.method.rawValue
        let url = context.world.redaction.url(try client.url(for: sample.endpoint)).absoluteString
        lines.append("\(suite.name)/\(endpoint.name)/\(sample.caseName): \(method) \(url)")
        requests.append([
          "suite": .string(suite.name), "endpoint": .string(endpoint.name),
          "case": .string(sample.caseName), "method": .string(method), "url": .string(url),
        ])
      }
    }
    try ReportPublisher(context).publishList(
      text: lines.map { context.world.lines($0) }.joined(),
      json: [JSONNode.Member("requests", .array(requests))])
    return .conforms
  }
}
