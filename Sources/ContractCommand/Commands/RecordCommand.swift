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
    case unreachable(String)
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
    var unreachable: [String] = []
    for (suite, endpoint) in selection.endpoints {
      let outages = try await record(suite, endpoint, Recorder(client: client), store, &report)
      unreachable += outages.lines.map { "\(suite.name)/\(endpoint.name): \($0)" }
    }
    if !report.notes.isEmpty {
      let names = report.checks.map { "\($0.suite)/\($0.endpoint)" }.joined(separator: " ")
      report.notes.append(
        "stored as received; '\(programName) check \(names)' holds the answers against the contracts"
      )
    }
    let code = try finish(report, arguments, world)
    for line in unreachable {
      world.writeError(tool.lines("\(programName): not recorded: \(line)"))
    }
    return code == .conforms && !unreachable.isEmpty ? .failure : code
  }

  /// Records the samples of an endpoint, one after the other, and adds to the report.
  private func record(
    _ suite: APISuite, _ endpoint: WatchedEndpoint, _ recorder: Recorder, _ store: FixtureStore,
    _ report: inout Report
  ) async throws -> Outages {
    var outages = Outages()
    var states: [State] = []
    var check = CheckOutcome(
      suite: suite.name, endpoint: endpoint.name, status: .conforms, samples: 0)
    for (position, sample) in endpoint.samples.enumerated() {
      let id = FixtureID(suite: suite.name, endpoint: endpoint.name, caseName: sample.caseName)
      switch try await record(sample, as: id, recorder, store) {
      case .stored(let state, let bytes):
        outages.end()
        states.append(state)
        if state != .unchanged { report.notes.append("\(id): \(state.rawValue), \(bytes) bytes") }
      case .refused(let finding):
        outages.end()
        check.status = .failed
        report.findings.append(finding)
      case .unreachable(let reason):
        outages.add(sample.caseName, reason)
      }
      if outages.isLasting {
        outages.skip(endpoint.samples.count - position - 1)
        break
      }
    }
    if check.status == .conforms, !outages.lines.isEmpty { check.status = .unreachable }
    let counts = State.allCases.compactMap { state in
      let count = states.count { $0 == state }
      return count == 0 ? nil : "\(count) \(state.rawValue)"
    }
    check.samples = states.count
    check.detail =
      counts.isEmpty ? "no fixture stored" : "fixtures stored: \(counts.joined(separator: ", "))"
    report.checks.append(check)
    return outages
  }

  /// Asks once, and stores the answer if it is a JSON document with a status of success.
  ///
  /// An error page must not replace a good fixture, so it is reported and not stored.
  private func record(
    _ sample: Sample, as id: FixtureID, _ recorder: Recorder, _ store: FixtureStore
  ) async throws -> Outcome {
    let exchange: Exchange
    do throws(EndpointError) {
      exchange = try await recorder.record(sample.endpoint)
    } catch {
      return .unreachable(error.description)
    }
    let details = exchange.details
    let response = Response(
      name: details.url.absoluteString, body: exchange.body, status: details.status,
      contentType: details.headers["content-type"])
    if response.isOutage {
      return .unreachable("\(response.name) answered with status \(details.status)")
    }
    if var finding = ResponseReading(response).faults.first {
      finding.suite = id.suite
      finding.endpoint = id.endpoint
      finding.hint = "the answer was not stored; an older fixture, if there is one, is untouched"
      return .refused(finding)
    }
    let old = store.contains(id) ? try? store.read(id).body : nil
    try store.write(exchange, as: id)
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
        let url = try client.url(for: sample.endpoint).absoluteString
        lines.append("\(suite.name)/\(endpoint.name)/\(sample.caseName): \(method) \(url)")
        requests.append([
          "suite": .string(suite.name), "endpoint": .string(endpoint.name),
          "case": .string(sample.caseName), "method": .string(method), "url": .string(url),
        ])
      }
    }
    try world.publishList(
      arguments, text: lines.map { tool.lines($0) }.joined(),
      json: [JSONNode.Member("requests", .array(requests))])
    return .conforms
  }
}
