import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import StrictJSON

extension Subcommand {
  static let `import` = Subcommand(
    name: "import",
    summary: "Take contracts from an OpenAPI document.",
    explanation: """
      Writes the contract of each endpoint of a suite whose requests the document describes. Where there \
      is no suite of the name, it writes one into Contracts/SUITE/suite.json, with an endpoint for each GET \
      that is answered in JSON. Nothing is asked over the network, and no contract that is there is written \
      over. With --schema it takes one schema, or the answer of one operation.
      """,
    usage: ["openapi FILE SUITE [--base-url URL]", "openapi FILE --schema NAME [-o FILE]"],
    arguments: [
      Argument(
        name: "openapi", help: "What FILE is: OpenAPI 3.1, 3.0 or Swagger 2.0 in JSON.",
        completedBy: .words(["openapi"])),
      Argument(name: "FILE", help: "The document."),
      Argument(name: "SUITE", help: "A suite, such as {suite}, or the name of a new one."),
    ],
    argumentCount: 2...3,
    options: [
      OptionSpec(
        name: "schema", value: .text(placeholder: "NAME"),
        help: "Take the schema of this name, or the answer of the operation with this id."),
      OptionSpec(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        help: "Write the contract of --schema into this file instead of standard output."),
      OptionSpec(
        name: "base-url", value: .text(placeholder: "URL"),
        help: "The address of a new suite's API, where the document names no server."),
    ],
    readsSuites: true,
    examples: [
      Example(
        arguments: "import openapi openapi.json shop", help: "contracts, and a suite if needed"),
      Example(
        arguments: "import openapi openapi.json --schema Order -o order.schema.json",
        help: "one contract"),
    ],
    run: { try ImportCommand(context: $0).run() })
}

/// `import`: contracts out of the description that an API's owner wrote.
struct ImportCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    let arguments = context.arguments
    guard arguments.positionals[0] == "openapi" else {
      throw arguments.error("there is no import '\(arguments.positionals[0])'; there is 'openapi'")
    }
    let path = arguments.positionals[1]
    let root = try document(path)
    guard let openAPI = OpenAPIOperations(root) else {
      throw CommandFailure(
        message: "\(path): this is no OpenAPI document of version 3 and none of Swagger 2.0",
        next: "a JSON Schema is a contract as it is; samples are read by '\(context.program) infer'"
      )
    }
    if let name = arguments.value("schema") {
      guard arguments.positionals.count == 2 else {
        throw arguments.error("'--schema' takes one schema, and no suite")
      }
      return try writeSchema(name, openAPI, root, path)
    }
    guard arguments.positionals.count == 3 else {
      throw arguments.error("missing argument: SUITE, or --schema NAME")
    }
    guard !arguments.flag("output") else {
      throw arguments.error("'--output' goes with --schema; a suite's contracts have their places")
    }
    return try writeSuite(arguments.positionals[2], openAPI, root, path)
  }

  // MARK: One schema

  private func writeSchema(
    _ name: String, _ openAPI: OpenAPIOperations, _ root: JSONNode, _ path: String
  ) throws -> ExitCode {
    let schemas = root["components"]?["schemas"]?.members ?? root["definitions"]?.members ?? []
    let answers = openAPI.operations.compactMap { operation in
      operation.id.flatMap { id in operation.answer.map { JSONNode.Member(id, $0) } }
    }
    guard let schema = (schemas + answers).first(where: { $0.key == name })?.value else {
      throw context.arguments.error(
        "\(path) has no schema '\(name)'"
          + Suggestion.words(for: name, in: (schemas + answers).map(\.key)))
    }
    let text: String
    switch contract(schema, root, named: name) {
    case .success(let contract): text = contract
    case .failure(let error): throw CommandFailure(message: "\(path): \(error.reason)")
    }
    var report = Report(command: "import")
    report.looksForFindings = false
    return try context.finish(
      writing: text, report, origin: ": what \(path) says of \(name)")
  }

  // MARK: A suite

  private func writeSuite(
    _ name: String, _ openAPI: OpenAPIOperations, _ root: JSONNode, _ path: String
  ) throws -> ExitCode {
    guard FixtureID.safeName(name) == name, !name.isEmpty else {
      throw context.arguments.error(
        "'\(name)' is no name of a suite; take letters, digits, - and _")
    }
    let folder = try ProjectRoot(context, content: .toBeMade).url
    var report = Report(command: "import")
    report.looksForFindings = false
    var files: [WrittenFile] = []
    var problems: [String] = []
    let described: [(endpoint: String, operation: OpenAPIOperations.Operation)]
    if let suite = context.tool.suites.first(where: { $0.name == name }) {
      described = matches(of: suite, openAPI, path, &report)
    } else {
      let draft = try draft(openAPI, name, path)
      problems = draft.problems
      let file = SuiteFile.name(of: name)
      let text = JSONWriter.pretty(draft.document)
      _ = try SuiteFile(
        suite: name, file: file, bytes: Array(text.utf8), environment: context.world.environment)
      files.append(
        WrittenFile(
          name: file, url: folder.appendingPathComponent(file), text: text,
          notes: ["wrote \(file): \(draft.endpoints.count.counted("endpoint"))"] + draft.notes))
      described = draft.endpoints.map { ($0.name, $0.operation) }
    }
    guard !described.isEmpty else {
      throw CommandFailure(
        message: "\(path) describes no answer in JSON of an endpoint of \(name)",
        next: "'\(context.program) import openapi \(path) --schema NAME' takes one schema of it")
    }
    let unwritten = addContracts(of: described, name, root, path, in: folder, to: &files)
    problems += unwritten
    // A suite without any contract looks as if there were no more to do.
    guard unwritten.count < described.count else {
      throw CommandFailure(
        message: problems.joined(separator: "\n"),
        next: "nothing was written, because no schema of \(path) can be a contract")
    }
    for file in files {
      if let text = file.text {
        try context.world.writeFile(text, to: file.url, named: file.name)
      }
      report.notes += file.notes
    }
    if problems.isEmpty {
      report.notes.append(
        "next: '\(context.program) record \(name)' fetches fixtures, and '\(context.program) check \(name)' "
          + "finds where they and the document disagree")
    }
    let leftOut = problems.count - unwritten.count
    if leftOut > 0 {
      report.notes.append(
        "\(leftOut.counted("request")) \(leftOut == 1 ? "is" : "are") left out; add \(leftOut == 1 ? "it" : "them") "
          + "to \(SuiteFile.name(of: name)), or mend \(path), delete that file and import again")
    }
    if !unwritten.isEmpty {
      report.notes.append(
        "\(unwritten.count) of \(described.count.counted("contract")) \(unwritten.count == 1 ? "is" : "are") "
          + "missing; mend \(path) and import it again, which writes what is missing")
    }
    return try context.finish(report, problems: problems)
  }

  /// A file that is written once all of them are known, and what is said of it.
  private struct WrittenFile {
    let name: String
    let url: URL
    /// The text; nil for one that stays as it is.
    let text: String?
    let notes: [String]
  }

  /// Adds the contracts of endpoints; returns why some of them are none.
  private func addContracts(
    of described: [(endpoint: String, operation: OpenAPIOperations.Operation)], _ suite: String,
    _ root: JSONNode, _ path: String, in folder: URL, to files: inout [WrittenFile]
  ) -> [String] {
    let store = ContractStore(root: folder)
    var problems: [String] = []
    for (endpoint, operation) in described {
      let file = store.name(suite: suite, endpoint: endpoint)
      let url = store.file(suite: suite, endpoint: endpoint)
      let request = "\(operation.method.uppercased()) \(operation.path)"
      guard !FileManager.default.fileExists(atPath: url.path) else {
        let note = "\(file): stays as it is; \(path) describes it as \(request)"
        files.append(WrittenFile(name: file, url: url, text: nil, notes: [note]))
        continue
      }
      switch contract(operation.answer ?? .object([]), root, named: file) {
      case .success(let text):
        let note = "wrote \(file): the answer to \(request)"
        files.append(WrittenFile(name: file, url: url, text: text, notes: [note]))
      case .failure(let error): problems.append("\(file) is not written: \(error.reason)")
      }
    }
    return problems
  }

  /// The endpoints of a suite whose requests an operation describes.
  private func matches(
    of suite: APISuite, _ openAPI: OpenAPIOperations, _ path: String, _ report: inout Report
  ) -> [(endpoint: String, operation: OpenAPIOperations.Operation)] {
    var matches: [(endpoint: String, operation: OpenAPIOperations.Operation)] = []
    for endpoint in suite.endpoints {
      let operation = endpoint.samples.lazy.compactMap { sample in
        openAPI.operation(of: sample.endpoint)
      }.first
      if let operation {
        matches.append((endpoint.name, operation))
      } else {
        report.notes.append("\(suite.name)/\(endpoint.name): \(path) describes no such request")
      }
    }
    return matches
  }

  private func draft(
    _ openAPI: OpenAPIOperations, _ name: String, _ path: String
  ) throws -> OpenAPISuiteDraft {
    var base = openAPI.baseURL
    if let text = context.arguments.value("base-url") {
      guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""),
        url.host()?.isEmpty == false
      else { throw context.arguments.error("'\(text)' is no address of a server") }
      base = url
    }
    guard let base else {
      throw context.arguments.error(
        "\(path) names no server; name it: --base-url https://api.example.com/v1")
    }
    let draft = OpenAPISuiteDraft(
      openAPI, suite: name, baseURL: base, redaction: context.world.redaction,
      environment: context.world.environment)
    guard !draft.endpoints.isEmpty else {
      let none = "\(path) describes no GET that is answered in JSON"
      throw CommandFailure(
        message: (draft.problems.isEmpty ? [none] : draft.problems).joined(separator: "\n"))
    }
    return draft
  }

  // MARK: Contracts

  /// The text of a contract, or why the schema is none.
  private func contract(
    _ schema: JSONNode, _ root: JSONNode, named name: String
  ) -> Result<String, OpenAPIContract.Unreadable> {
    do throws(OpenAPIContract.Unreadable) {
      let text = JSONWriter.pretty(try OpenAPIContract.contract(for: schema, in: root))
      do throws(ContractError) {
        _ = try Contract(name: name, bytes: Array(text.utf8))
      } catch {
        throw OpenAPIContract.Unreadable(reason: error.faults.joined(separator: "; "))
      }
      return .success(text)
    } catch {
      return .failure(error)
    }
  }

  private func document(_ path: String) throws -> JSONNode {
    try InputReader(world: context.world).document(
      path, next: "an OpenAPI document is read as JSON; YAML has to be converted first")
  }
}
