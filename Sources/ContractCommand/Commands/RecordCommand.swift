import ContractReports
import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import StrictJSON

/// `record`: fetches the samples of each endpoint and stores them as fixtures.
struct RecordCommand {
  private let tool: CommandLineTool
  private let arguments: ParsedArguments
  private let world: CommandWorld

  init(tool: CommandLineTool, _ arguments: ParsedArguments, _ world: CommandWorld) {
    self.tool = tool
    self.arguments = arguments
    self.world = world
  }

  /// What became of one sample.
  private enum Outcome {
    case stored(State, bytes: Int)
    case refused(Finding)
    case unreachable(Outage.Reason)
  }

  /// What the answer is to the fixture that was there.
  private enum State: String, CaseIterable {
    case new, changed, unchanged
  }

  func run() async throws -> ExitCode {
    let selection = try EndpointSelection(tool.suites, arguments)
    let client = try client(for: arguments, in: world)
    if arguments.flag("dry-run") { return try listRequests(selection, client) }
    let root = try ProjectRoot(arguments, world, content: .toBeWritten).url
    let store = FixtureStore(root: root.appendingPathComponent("Fixtures", isDirectory: true))
    var report = Report(command: "record")
    let contracts = ContractStore(root: root)
    var outages = OutageLog(redaction: world.redaction)
    for (suite, endpoint) in selection.endpoints {
      // A contract only helps to tell an error from an answer.
      let contract = try? contracts.contract(suite: suite.name, endpoint: endpoint.name)
      outages.begin("\(suite.name)/\(endpoint.name)")
      let check = try await record(
        suite, endpoint, Recording(client, suite.redaction, store, contract), &outages, &report)
      report.checks.append(check)
    }
    report.outages = outages.outages
    if !report.notes.isEmpty {
      let names = report.checks.map { "\($0.suite)/\($0.endpoint)" }.joined(separator: " ")
      report.notes.append(
        "stored as received; '\(programName) check \(names)' holds the answers against the contracts"
      )
    }
    let code = try finish(report, arguments, world)
    for outage in report.outages {
      world.writeError(tool.lines("\(programName): not recorded: \(OutageText.line(outage))"))
    }
    return code == .conforms && !report.outages.isEmpty ? .failure : code
  }

  /// What the recording of an endpoint needs.
  private struct Recording {
    let client: EndpointClient
    let store: FixtureStore
    let contract: Contract?
    let redaction: Redaction

    init(
      _ client: EndpointClient, _ redaction: Redaction, _ store: FixtureStore,
      _ contract: Contract?
    ) {
      self.client = client
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
      let url = try recording.client.url(for: sample.endpoint)
      if outages.isSilent(url) {
        outages.skipped(url)
        continue
      }
      let id = FixtureID(suite: suite.name, endpoint: endpoint.name, caseName: sample.caseName)
      let start = ContinuousClock.now
      let client = outages.client(recording.client, for: url)
      switch try await record(sample, as: id, recording, through: client) {
      case .stored(let state, let bytes):
        outages.succeeded(url)
        states.append(state)
        if state != .unchanged { report.notes.append("\(id): \(state.rawValue), \(bytes) bytes") }
      case .refused(let finding):
        outages.succeeded(url)
        check.status = .failed
        report.findings.append(finding)
      case .unreachable(let reason):
        outages.failed(url, reason, after: ContinuousClock.now - start)
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
  /// has some; they are reported and not stored.
  private func record(
    _ sample: Sample, as id: FixtureID, _ recording: Recording, through client: EndpointClient
  ) async throws -> Outcome {
    let recorder = Recorder(client: client, redaction: recording.redaction)
    let exchange: Exchange
    do throws(EndpointError) {
      exchange = try await recorder.record(sample.endpoint)
    } catch {
      return .unreachable(.noAnswer(error))
    }
    let details = exchange.details
    // The address that was asked, which is not the API's own with another base.
    let asked = recording.redaction.url(try recording.client.url(for: sample.endpoint))
    let response = Response(
      name: asked.absoluteString, body: exchange.body, status: details.status,
      contentType: details.headers["content-type"])
    let old = recording.store.contains(id) ? try? recording.store.read(id).body : nil
    let known = old.flatMap { try? JSONDocument($0, byteOrderMark: .skip) }
    let judge = AnswerJudge(contract: recording.contract, known: known.map { [$0] } ?? [])
    if let reason = judge.outage(response) { return .unreachable(reason) }
    let reading = ResponseReading(response)
    if var finding = reading.faults.first {
      finding.suite = id.suite
      finding.endpoint = id.endpoint
      finding.hint = "the answer was not stored; an older fixture, if there is one, is untouched"
      return .refused(finding)
    }
    if let known, let document = reading.document {
      let presence = recording.contract.map(DataPresence.init) ?? DataPresence(like: known)
      if presence.holdsData(known), !presence.holdsData(document) { return .unreachable(.noRecord) }
    }
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
        let url = world.redaction.url(try client.url(for: sample.endpoint)).absoluteString
        lines.append("\(suite.name)/\(endpoint.name)/\(sample.caseName): \(method) \(url)")
        requests.append([
          "suite": .string(suite.name), "endpoint": .string(endpoint.name),
          "case": .string(sample.caseName), "method": .string(method), "url": .string(url),
        ])
      }
    }
    try ReportPublisher(arguments, world).publishList(
      text: lines.map { tool.lines($0) }.joined(),
      json: [JSONNode.Member("requests", .array(requests))])
    return .conforms
  }
}
