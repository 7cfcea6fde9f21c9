import ContractReports
import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import StrictJSON

extension Subcommand {
  static let `init` = Subcommand(
    name: "init",
    summary: "Put an API under watch that no Swift code describes.",
    explanation: """
      Asks the server for each PATH, tells which of them are of one kind, and writes the suite \
      (Contracts/NAME/suite.json), the fixtures and the contracts. Numbers and ids in paths are \
      values of samples; write {name=value} where it is not seen: 'users/{name=ada}'. Parameters that \
      differ are values, too. A credential in a parameter is not written: the suite takes it from a \
      variable of the environment, such as SHOP_TOKEN for the token of the suite shop. With --from the requests come from a file, at most five \
      of a kind; the answers of an archive are taken as they are, and nothing is sent for them.
      """,
    usage: ["NAME --base-url URL PATH…", "NAME --from FILE [--base-url URL]"],
    arguments: [
      Argument(
        name: "NAME", help: "The name of the suite, which is also the name of its folders."),
      Argument(
        name: "PATH…",
        help: "Paths below the base URL, such as orders/1001 or 'search?q=tea'.", isAddress: true),
    ],
    argumentCount: 1...Int.max,
    options: [
      OptionSpec(
        name: "base-url", value: .text(placeholder: "URL"),
        help: "The address that all requests begin with, such as https://api.example.com/v1."),
      OptionSpec(
        name: "from", value: .text(placeholder: "FILE"),
        help: """
          Take the requests from this file: an archive of a browser (HAR), a list of addresses, or an \
          OpenAPI document in JSON.
          """),
      OptionSpec(
        name: "header", value: .text(placeholder: "NAME:VALUE"), isRepeatable: true,
        help: """
          A header field of every request. Credentials come from the environment: \
          'Authorization: Bearer ${SHOP_TOKEN}'.
          """),
      .timeout, .atOnce, .rate,
      OptionSpec(
        name: "dry-run", help: "Print the suite, and neither send nor write anything."),
    ],
    readsSuites: true,
    examples: [
      Example(
        arguments: "init shop --base-url https://api.example.com/v1 orders orders/1001",
        help: "watch the list of orders and single orders"),
      Example(
        arguments: "init shop --from recorded.har", help: "watch what a browser has asked for"),
    ],
    run: { try await InitCommand(context: $0).run() })
}

/// `init`: a suite, its fixtures and its contracts, from nothing but addresses.
struct InitCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let name = context.arguments.positionals[0]
    let root = try ProjectRoot(context, content: .toBeMade).url
    let file = SuiteFile.name(of: name)
    try checkName(name, file, root)
    var report = Report(command: "init")
    let requests = try requests(&report)
    let baseURL = try baseURL(requests)
    let headers = try headers()
    let draft = SuiteDraft(
      suite: name, baseURL: baseURL, addresses: requests.requests.map(\.address),
      redaction: context.world.redaction)
    report.notes += draft.leftOut.map { address, obstacle in
      "\(address) is left out: \(obstacle.words(baseURL))"
    }
    guard !draft.kinds.isEmpty else { throw nothingToWatch(draft, baseURL) }
    if context.arguments.flag("dry-run") {
      let known = draft.keeping(first: mostSamples)
      let text = JSONWriter.pretty(known.document(headers: headers))
      _ = try suite(name, file, text, known)
      context.world.write(text)
      for note in report.notes + draft.kinds.compactMap(surplus) {
        context.world.writeProblem(context.world.redaction.text(note))
      }
      return .conforms
    }
    let text = JSONWriter.pretty(draft.document(headers: headers))
    let suite = try suite(name, file, text, draft)
    try context.requireVariables(of: [suite])

    var outages = OutageLog(redaction: context.world.redaction.union(suite.redaction))
    let answers = try await answers(suite, draft, requests.requests, &outages, &report)
    report.outages = outages.outages
    let kept = draft.keeping { answers[$0] != nil }.suggesting(answers)
    guard !kept.kinds.isEmpty else {
      return try context.finish(
        report, problems: ["nothing was written, because no request brought an answer to watch"],
        outages: report.outages.map { "no answer: \(OutageText.line($0))" })
    }
    try write(kept, name, headers: headers, answers, in: root, &report)
    return try context.finish(
      report, outages: report.outages.map { "left out: \(OutageText.line($0))" })
  }

  // MARK: Arguments

  private func checkName(_ name: String, _ file: String, _ root: URL) throws {
    if let fault = NameFault(name) {
      throw context.arguments.error("'\(name.prefix(120))': \(fault.words("a suite"))")
    }
    let isThere = FileManager.default.fileExists(atPath: root.appendingPathComponent(file).path)
    if !isThere, context.tool.suites.contains(where: { $0.name == name }) {
      throw context.arguments.error(
        "the program itself has a suite \(name); take another name for this one")
    }
    guard !isThere else {
      throw CommandFailure(
        message: "there is a suite \(name) already",
        next: "edit \(file) and run '\(context.program) record \(name)', or take another name")
    }
  }

  private func nothingToWatch(_ draft: SuiteDraft, _ baseURL: URL) -> CommandFailure {
    if let (address, _) = draft.leftOut.first(where: { $0.obstacle == .credentialInPath }) {
      return CommandFailure(
        message: "the credential in the path of \(address) would be written into the suite",
        next: "only header fields and parameters can be taken from the environment")
    }
    let reasons = draft.leftOut.filter { $0.obstacle != .elsewhere }.map { address, obstacle in
      "\(address) is left out: \(obstacle.words(baseURL))"
    }
    let message = "there is no request below \(baseURL.absoluteString) to watch"
    return CommandFailure(
      message: ([message] + reasons).joined(separator: "\n"),
      next: "name paths, such as orders/1001, or a file with --from FILE")
  }

  private func requests(_ report: inout Report) throws -> RequestCollection {
    let paths = context.arguments.positionals.dropFirst()
    guard let file = context.arguments.value("from") else {
      guard !paths.isEmpty else {
        throw context.arguments.error("missing argument: PATH…, or --from FILE")
      }
      for path in paths {
        let query = path.firstIndex(of: "?") ?? path.endIndex
        // A parameter can be a variable of the environment, a part of the path cannot.
        let open = path.matches(of: /(\$?)\{([A-Za-z_][A-Za-z0-9_-]*)\}/).first {
          $0.output.1.isEmpty || $0.range.lowerBound < query
        }
        guard let name = open?.output.2 else { continue }
        throw context.arguments.error(
          "'\(path)': {\(name)} has no value to ask for; write {\(name)=VALUE}")
      }
      return RequestCollection(paths.map { ObservedRequest(address: $0) })
    }
    guard paths.isEmpty else {
      throw context.arguments.error("paths and --from do not go together")
    }
    let bytes = try InputReader(world: context.world).bytes(context.world.url(file), named: file)
    do {
      let collection = try RequestCollection(bytes)
      report.notes += collection.notes.map { "\(file): \($0)" }
      return collection
    } catch {
      throw CommandFailure(message: "\(file) holds no requests: \(error.reason)")
    }
  }

  private func baseURL(_ requests: RequestCollection) throws -> URL {
    guard let text = context.arguments.value("base-url") else {
      guard let url = requests.baseURL ?? requests.commonBase else {
        throw context.arguments.error("missing option: --base-url URL")
      }
      return try withoutCredential(url)
    }
    var trimmed = text
    while trimmed.hasSuffix("/") { trimmed.removeLast() }
    guard let url = URL(string: trimmed),
      ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
      url.host()?.isEmpty == false, url.query == nil, url.fragment == nil
    else {
      throw context.arguments.error(
        "'\(text)' is no address that requests begin with; write it as https://api.example.com/v1")
    }
    guard url.user == nil, url.password == nil else {
      throw context.arguments.error(
        "a password in the address would be written into the suite; use --header with a variable")
    }
    return try withoutCredential(url)
  }

  private func withoutCredential(_ url: URL) throws(UsageError) -> URL {
    guard context.world.redaction.secrets(in: Array(url.absoluteString.utf8)).isEmpty else {
      throw context.arguments.error(
        "a credential in the path of the address would be written into the suite; only header fields "
          + "and parameters can be taken from the environment")
    }
    return url
  }

  private func headers() throws(UsageError) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    for text in context.arguments.values("header") {
      let name = text.prefix { $0 != ":" }
      let value = text.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
      guard name.count < text.count, !name.isEmpty else {
        throw context.arguments.error("'\(text)' is no header field; write it as 'Name: value'")
      }
      guard !context.world.redaction.isCredential(headerNamed: String(name), template: value) else {
        throw context.arguments.error(
          "the value of \(name) would be written into the suite; put it into the environment and "
            + "write ${VARIABLE}")
      }
      headers.append((String(name), value))
    }
    return headers
  }

  private func suite(
    _ name: String, _ file: String, _ text: String, _ draft: SuiteDraft
  ) throws -> APISuite {
    // What was given with the requests goes with them, and is a secret wherever it comes back.
    var environment = context.world.environment
    for variable in draft.variables { environment[variable.name] = variable.value }
    do {
      return try SuiteFile(
        suite: name, file: file, bytes: Array(text.utf8), environment: environment
      ).suite
    } catch {
      throw CommandFailure(message: "no suite can be made of these requests: \(error)")
    }
  }

  // MARK: Answers

  /// The most requests of a kind: of a file five, because more show nothing new, and all that are named.
  private var mostSamples: Int { context.arguments.flag("from") ? 5 : Int.max }

  /// What is said of a kind that has more requests than are taken.
  private func surplus(of kind: SuiteDraft.Kind) -> String? {
    surplus(of: kind, max(0, kind.samples.count - mostSamples))
  }

  private func surplus(of kind: SuiteDraft.Kind, _ count: Int) -> String? {
    guard count > 0 else { return nil }
    return "\(count) more \(count == 1 ? "request" : "requests") of \(kind.words) "
      + "\(count == 1 ? "is" : "are") left out: \(mostSamples) show the format"
  }

  /// The answers by the number of their requests; those that cannot be watched are told.
  private func answers(
    _ suite: APISuite, _ draft: SuiteDraft, _ requests: [ObservedRequest],
    _ outages: inout OutageLog, _ report: inout Report
  ) async throws -> [Int: SampleAnswer] {
    let client = try context.client(origin: nil)
    let sender = SampleRequests(
      client: client, redaction: suite.redaction, politeness: try context.politeness(of: suite))
    let judge = AnswerJudge(contract: nil, known: [])
    var answers: [Int: SampleAnswer] = [:]
    for (endpoint, kind) in zip(suite.endpoints, draft.kinds) {
      outages.begin("\(suite.name)/\(endpoint.name)")
      var open = Array(zip(endpoint.samples, kind.samples.map(\.requests)))[...]
      var missing = mostSamples
      // Another request takes the place of one that failed.
      while missing > 0, !open.isEmpty, !Task.isCancelled {
        let turn = open.prefix(missing)
        open = open.dropFirst(turn.count)
        let archived = turn.map { sample, numbers in
          numbers.compactMap { number in
            requests[number].answer.map {
              (number, SampleAnswer(of: sample, archived: $0, redaction: suite.redaction))
            }
          }
        }
        var sent: [String: SampleAnswer] = [:]
        try await sender.ask(
          zip(turn, archived).filter { $1.isEmpty }.map { $0.0.0 }, judge: { _ in judge },
          outages: &outages
        ) { sent[$0.sample.caseName] = $0 }
        for ((sample, numbers), archived) in zip(turn, archived) {
          let given = archived + (sent[sample.caseName].map { [(numbers[0], $0)] } ?? [])
          // An archive may have a failure in front of the answer to the same request.
          let usable = given.first { $0.1.reading.faults.isEmpty } ?? given.first
          guard let (number, answer) = usable else { continue }
          if var fault = answer.reading.faults.first {
            fault.suite = suite.name
            fault.endpoint = endpoint.name
            report.findings.append(fault)
          } else {
            answers[number] = answer
            missing -= 1
          }
        }
      }
      if let surplus = surplus(of: kind, open.count) { report.notes.append(surplus) }
    }
    return answers
  }

  /// Writes suite, fixtures and contracts, and says what was understood.
  private func write(
    _ draft: SuiteDraft, _ name: String, headers: [(name: String, value: String)],
    _ answers: [Int: SampleAnswer], in root: URL, _ report: inout Report
  ) throws {
    let file = SuiteFile.name(of: name)
    let text = JSONWriter.pretty(draft.document(headers: headers))
    let suite = try suite(name, file, text, draft)
    let store = FixtureSource(root: root).store
    var added: [FixtureID] = []
    do {
      for (endpoint, kind) in zip(suite.endpoints, draft.kinds) {
        for (sample, requests) in zip(endpoint.samples, kind.samples.map(\.requests)) {
          guard let answer = requests.lazy.compactMap({ answers[$0] }).first else { continue }
          let id = FixtureID(suite: name, endpoint: endpoint.name, caseName: sample.caseName)
          if !store.contains(id) { added.append(id) }
          try store.write(answer.exchange(), as: id)
        }
      }
      try context.world.writeFile(text, to: root.appendingPathComponent(file), named: file)
    } catch {
      // Without its suite no check reads a fixture.
      for id in added { try? store.withdraw(id) }
      throw error
    }
    report.notes.append("\(file): \(draft.kinds.count.counted("endpoint"))")
    report.notes += draft.variables.map(\.note)
    for (endpoint, kind) in zip(suite.endpoints, draft.kinds) {
      report.checks.append(
        CheckOutcome(
          suite: name, endpoint: endpoint.name, status: .conforms,
          samples: endpoint.samples.count,
          detail: "GET \(kind.words), \(endpoint.samples.count.counted("fixture"))"))
      _ = try ContractRefresh(context: context).refresh(name, endpoint.name, in: root, &report)
    }
    for kind in draft.kinds {
      if let discovery = kind.discovery {
        report.notes.append(
          "\(kind.name): \"discover\" makes requests of the values that \(discovery.from) has at "
            + "\(discovery.path); take it out of \(file) where that is chance")
      }
      if kind.pages != nil {
        report.notes.append(
          "\(kind.name): \"pages\" follows the pages of an answer; take it out of \(file) to ask "
            + "for the first one alone")
      }
    }
    report.notes.append(
      "next: read \(file), then '\(context.program) check \(name)' checks the fixtures and "
        + "'\(context.program) check --live \(name)' the server")
  }
}

extension SuiteDraft.Obstacle {
  /// Why a request is left out.
  fileprivate func words(_ baseURL: URL) -> String {
    switch self {
    case .elsewhere: "it does not lie below \(baseURL.absoluteString)"
    case .credentialInPath: "a credential in a path would be written into the suite"
    case .credentialBesideVariable(let name):
      "the credential beside the variable in \(name) would be written into the suite"
    case .otherCredential(let name):
      "it differs from another request in \(name) alone, which is taken for a credential"
    case .encoding: "its percent-encoding is no text in UTF-8"
    case .segment(let segment): "no suite can say the segment '\(segment)' of a path"
    case .scattered(let name):
      "the parameters named \(name) do not stand side by side, and a suite can say no other order"
    case .part(let text): "\(text) has to be a whole segment, or all of a parameter's value"
    }
  }
}

extension SecretVariables.Variable {
  /// What is said where a suite is written with the variable in it.
  var note: String {
    "the value of \(parameter) is not stored; set \(name) to it for 'record' and 'check --live'"
  }
}
