import ContractReports
import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import SchemaDrift
import StrictJSON

extension Subcommand {
  static let serve = Subcommand(
    name: "serve",
    summary: "Replay the fixtures over HTTP on this machine, for development and UI tests.",
    explanation: """
      Answers requests on 127.0.0.1 and ::1 with the recorded status, header fields and body. The \
      paths are those of the API, and the same below the name of the suite. HEAD, conditional and \
      range requests work as HTTP has them; what no fixture answers gets 404 with the nearest \
      fixtures. x-replay-fixture names the fixture of an answer. Ctrl-C ends the server.
      """,
    usage: ["[SUITE[/ENDPOINT]…]"], arguments: [.suites], argumentCount: 0...Int.max,
    options: [
      OptionSpec(
        name: "port", value: .text(placeholder: "N"),
        help: "The port; 0 for any free one. Without it 8080."),
      OptionSpec(
        name: "fault", value: .text(placeholder: "KIND[=VALUE]"), isRepeatable: true,
        help: """
          Do something wrong: latency[=500ms], status[=503] (or 503 alone), reset, cut (the \
          connection ends in the body), garbage (a body that is no text), drip[=50ms] (some bytes \
          at a time). Of several kinds each request meets one.
          """),
      OptionSpec(
        name: "fault-rate", value: .text(placeholder: "SHARE"),
        help: "The share of the requests that meet a fault, from 0 to 1. Without it all do."),
      OptionSpec(
        name: "drift", value: .text(placeholder: "RULE[:PATH]"),
        help: """
          Answer in a changed format that check reports by this rule, such as key-renamed, or \
          key-renamed:$.meals[*].strMeal to name the place. Without a place it is one that the DTO \
          reads.
          """),
      OptionSpec(
        name: "seed", value: .text(placeholder: "N"),
        help: "What chance depends on; the same number gives the same choices. Without it 0."),
      OptionSpec(
        name: "record-missing", value: .text(placeholder: "URL"),
        help: """
          Ask this server for what no fixture answers, store the answer as record does, and replay \
          it.
          """),
      .timeout,
      OptionSpec(name: "list", help: "Print the requests that have an answer, and serve nothing."),
      OptionSpec(
        name: "verbose", short: "v", help: "Print each request and its status to standard error."),
    ],
    readsSuites: true,
    examples: [
      Example(arguments: "serve {suite}", help: "replay one suite on http://127.0.0.1:8080"),
      Example(
        arguments: "serve --port 0 --fault latency=2s --fault 503 --fault-rate 0.3",
        help: "replay everything on a free port, with trouble in a third of the answers"),
      Example(
        arguments: "serve {suite} --drift key-renamed",
        help: "see what the app does on the day on which the server renames a key"),
    ],
    run: { try await ServeCommand(context: $0).run() })
}

/// `serve`: replays fixtures over HTTP until a signal ends it.
struct ServeCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let selection = try EndpointSelection(context)
    let faults = try context.faults()
    let port = try port()
    let client = try recordingClient()
    let root = try ProjectRoot(context, content: client == nil ? .needed : .toBeWritten).url
    let store = FixtureStore(root: root.appendingPathComponent("Fixtures", isDirectory: true))
    let contracts = ContractStore(root: root)
    var answers = try answers(of: selection, in: store)
    guard !answers.isEmpty || client != nil || context.arguments.flag("list") else {
      throw CommandFailure(
        message: "there is no fixture to replay",
        next: "'\(context.program) record' fetches them")
    }
    let rehearsal = try context.rehearsal(of: answers, selection, contracts)
    if let rehearsal { answers = answers.map(rehearsal.answer) }
    if context.arguments.flag("list") { return try list(answers) }
    let table = ReplayTable(
      answers,
      redactions: Dictionary(
        selection.suites.map { ($0.name, $0.redaction) }, uniquingKeysWith: { $1 }))

    var options = ReplayServer.Options()
    options.faults = faults
    if let client {
      let recorder = MissingRecorder(
        selection.endpoints, client: client, store: store, contracts: contracts,
        redaction: context.world.redaction)
      options.missing = Self.recording(recorder, context.world)
    }
    if context.arguments.flag("verbose") {
      options.log = { [world = context.world] in world.writeError(world.lines(Self.line($0))) }
    }
    let server: ReplayServer
    do throws(POSIXError) {
      server = try ReplayServer(table, port: port, options: options)
    } catch {
      throw CommandFailure(
        message: "cannot listen on port \(port): \(SystemError.reason(of: error))",
        next: "name another one with '--port N', or take any free one with '--port 0'")
    }
    let signals = StopSignals(stopping: server)
    try announce(server, selection, table, rehearsal)
    await server.ended()
    signals.restore()
    return .conforms
  }

  // MARK: Options

  private func port() throws(UsageError) -> UInt16 {
    guard let text = context.arguments.value("port") else { return 8080 }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text) else {
      throw context.arguments.error("'\(text)' is no port; write a number from 0 to 65535")
    }
    return port
  }

  /// The client that asks the real server; nil without `--record-missing`.
  private func recordingClient() throws(UsageError) -> EndpointClient? {
    guard context.arguments.flag("record-missing") else {
      guard !context.arguments.flag("timeout") else {
        throw context.arguments.error(
          "'--timeout' goes with --record-missing; nothing else is sent")
      }
      return nil
    }
    return try context.client(origin: "record-missing")
  }

  // MARK: Answers

  /// The fixtures that can be replayed; what cannot is said, and no reason to leave out the others.
  private func answers(
    of selection: EndpointSelection, in store: FixtureStore
  ) throws -> [ReplayAnswer] {
    let replay = try SuiteReplay(selection.endpoints, in: store)
    for (id, error) in replay.unserved {
      let reason = error.map { "\($0)" }
      context.world.writeProblem(
        "\(id) is not served: \(reason ?? "nothing says what request it answers; record it again")")
    }
    return replay.answers
  }

  /// What the server does with a request that no fixture answers: asks the real one and tells of it.
  private static func recording(
    _ recorder: MissingRecorder, _ world: CommandWorld
  ) -> @Sendable (ReceivedRequest) async -> ReplayServer.Missing {
    { request in
      switch await recorder.answer(to: request) {
      case .found(let answer, let isNew):
        if isNew { world.writeError(world.lines("recorded \(answer.id)")) }
        return .found(answer)
      case .refused(let refusal):
        let line = RefusalText.line(refusal)
        if RefusalText.isProblem(refusal) { world.writeProblem(line) }
        return .refused(line)
      }
    }
  }

  private func list(_ answers: [ReplayAnswer]) throws -> ExitCode {
    let lines = answers.map { "\($0.id): \($0.method.rawValue) \($0.target) \($0.status)" }
    try ReportPublisher(context).publishList(
      text: lines.map { context.world.lines($0) }.joined(),
      json: [
        JSONNode.Member(
          "answers",
          .array(
            answers.map { answer in
              [
                "suite": .string(answer.id.suite), "endpoint": .string(answer.id.endpoint),
                "case": .string(answer.id.caseName), "method": .string(answer.method.rawValue),
                "target": .string(answer.target.description),
                "status": .number(String(answer.status)),
              ]
            }))
      ])
    return .conforms
  }

  // MARK: Words

  /// Says where the server listens, and what address an app takes for each suite.
  private func announce(
    _ server: ReplayServer, _ selection: EndpointSelection, _ table: ReplayTable,
    _ rehearsal: DriftRehearsal?
  ) throws {
    let suites = selection.suites
    let bases = suites.map { suite in
      SuiteReplay.baseURL(
        of: suite, on: server.url, isHidden: table.hiddenSuites.contains(suite.name))
    }
    let counts = suites.map { suite in table.answers.count { $0.id.suite == suite.name } }
    var text = "serving \(suites.map(\.name).joined(separator: ", ")) on \(server.url)\n"
    if !context.arguments.flag("quiet") {
      for ((suite, base), count) in zip(zip(suites, bases), counts) {
        text += "  \(suite.name): \(base), \(count) \(count == 1 ? "answer" : "answers")\n"
      }
      if let rehearsal { text += "  \(rehearsal.line)\n" }
    }
    try ReportPublisher(context).publishList(
      text: text.split(separator: "\n").map { context.world.lines(String($0)) }.joined(),
      json: [
        JSONNode.Member("url", .string(server.url.absoluteString)),
        JSONNode.Member(
          "suites",
          .array(
            zip(zip(suites, bases), counts).map { entry, count in
              [
                "name": .string(entry.0.name), "baseURL": .string(entry.1),
                "answers": .number(String(count)),
              ]
            })),
      ] + (rehearsal.map { [JSONNode.Member("drift", Self.node($0))] } ?? []))
  }

  private static func node(_ rehearsal: DriftRehearsal) -> JSONNode {
    [
      "rule": .string(rehearsal.rule.rawValue), "path": .string(rehearsal.place.description),
      "suite": .string(rehearsal.suite),
      "endpoints": .array(rehearsal.endpoints.map(JSONNode.string)),
      "change": .string(rehearsal.words),
    ]
  }

  /// The line of the log about a request.
  private static func line(_ event: ReplayServer.Event) -> String {
    let status = event.status.map(String.init) ?? "-"
    let fixture = event.fixture.map { " \($0)" } ?? ""
    return
      "\(event.method) \(event.target) \(status)\(fixture)\(event.fault.map { " (\($0.name))" } ?? "")"
  }
}
