import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import JSONSchema
import StrictJSON

extension Subcommand {
  static let export = Subcommand(
    name: "export",
    summary: "Write contracts and fixtures for other tools.",
    explanation: """
      'export openapi SUITE' writes an OpenAPI 3.1 document: the requests of the suite as paths and \
      parameters, its contracts as schemas, its fixtures as examples. 'export jsonschema' writes one \
      contract as plain JSON Schema, without the x- keywords that hold evidence.
      """,
    usage: [
      "openapi SUITE [-o FILE]", "jsonschema CONTRACT [-o FILE]",
      "jsonschema SUITE/ENDPOINT [-o FILE]",
    ],
    arguments: [
      Argument(
        name: "openapi|jsonschema", help: "What to write.",
        completedBy: .words(["openapi", "jsonschema"])),
      Argument(name: "SUITE", help: "The suite, such as {suite}.", completedBy: .suites),
      Argument(
        name: "SUITE/ENDPOINT", help: "The endpoint whose contract is wanted, such as {endpoint}."),
      Argument(name: "CONTRACT", help: "The file of a contract."),
    ],
    argumentCount: 2...2,
    options: [
      OptionSpec(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        help: "Write into this file instead of standard output."),
      OptionSpec(
        name: "no-examples", help: "Leave the fixtures out of an OpenAPI document."),
    ],
    readsSuites: true,
    examples: [
      Example(arguments: "export openapi {suite} -o openapi.json", help: "a suite for other tools"),
      Example(arguments: "export jsonschema {endpoint}", help: "a contract without evidence"),
    ],
    run: { try ExportCommand(context: $0).run() })
}

/// `export`: contracts and fixtures for other tools.
struct ExportCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    let arguments = context.arguments
    let form = arguments.positionals[0]
    let name = arguments.positionals[1]
    switch form {
    case "openapi": return try write(try openAPI(name), of: "suite \(name)")
    case "jsonschema":
      return try write(PlainSchema.schema(try contract(name)), of: "contract \(name)")
    default:
      throw arguments.error(
        "there is no export '\(form)'" + Suggestion.words(for: form, in: ["openapi", "jsonschema"]))
    }
  }

  private func write(_ document: JSONNode, of words: String) throws -> ExitCode {
    var report = Report(command: "export")
    report.looksForFindings = false
    return try context.finish(
      writing: JSONWriter.pretty(document), report, origin: " from the \(words)")
  }

  // MARK: JSON Schema

  private func contract(_ name: String) throws -> JSONNode {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    let endpoint = context.tool.suites.first { $0.name == parts.first }?.endpoints
      .first { parts.count == 2 && $0.name == parts[1] }
    if let suite = context.tool.suites.first(where: { $0.name == name }) {
      let names = suite.endpoints.map { "\(name)/\($0.name)" }
      throw context.arguments.error(
        "'\(name)' is a suite; a JSON Schema is of one endpoint: \(names.joined(separator: ", "))")
    }
    guard let endpoint, let suite = parts.first else {
      let contract = try ContractReader(context).contract(name)
      return JSONNode(contract.document.root)
    }
    let store = ContractStore(root: try ProjectRoot(context).url)
    guard let contract = try store.contract(suite: suite, endpoint: endpoint.name) else {
      throw missing(name)
    }
    return JSONNode(contract.document.root)
  }

  private func missing(_ name: String) -> CommandFailure {
    CommandFailure(
      message: "\(name): there is no contract",
      next: "'\(context.program) infer \(name)' makes one of the fixtures")
  }

  // MARK: OpenAPI

  private func openAPI(_ name: String) throws -> JSONNode {
    guard let suite = context.tool.suites.first(where: { $0.name == name }) else {
      throw context.arguments.error(
        "unknown suite '\(name)'"
          + Suggestion.words(for: name, in: context.tool.suites.map(\.name)))
    }
    let root = try ProjectRoot(context).url
    let contracts = ContractStore(root: root)
    let described = try suite.endpoints.map { endpoint in
      let schema = try contracts.contract(suite: name, endpoint: endpoint.name)
      let fixtures = try fixtures(suite: name, endpoint: endpoint.name, root)
      let sampled = try endpoint.samples.map { sample in
        (sample.endpoint.method.rawValue, suite.redaction.url(try sample.endpoint.url()))
      }
      let recorded = fixtures.compactMap { fixture in
        fixture.details.map { ($0.method, $0.url) }
      }
      return OpenAPIWriter.Described(
        name: endpoint.name, requests: sampled.isEmpty ? recorded : sampled,
        schema: schema.map { JSONNode($0.document.root) },
        examples: context.arguments.flag("no-examples") ? [] : examples(fixtures))
    }
    guard described.contains(where: { $0.schema != nil }) else { throw missing(name) }
    return OpenAPIWriter(suite: name, endpoints: described).document
  }

  private func fixtures(suite: String, endpoint: String, _ root: URL) throws -> [Fixture] {
    let store = FixtureSource(root: root).store
    return try store.fixtures(suite: suite, endpoint: endpoint).map { try store.read($0) }
  }

  /// The fixtures that are JSON.
  private func examples(
    _ fixtures: [Fixture]
  ) -> [(name: String, status: Int, body: JSONNode)] {
    fixtures.compactMap { fixture in
      guard let document = try? JSONDocument(fixture.body) else { return nil }
      return (fixture.id.caseName, fixture.details?.status ?? 200, JSONNode(document.root))
    }
  }
}
