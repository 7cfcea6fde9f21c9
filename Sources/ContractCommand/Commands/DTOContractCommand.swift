import ContractTesting
import Foundation
import StrictJSON

extension Subcommand {
  static let contract = Subcommand(
    name: "contract",
    summary: "Write the contract that a DTO implies.",
    explanation: """
      Writes what a type reads as a contract: its keys, which of them it cannot do without, types, date \
      formats, the words of enumerations. A team that has code and no contract can start so; 'check' then \
      finds where code and server disagree, and 'infer' adds what the fixtures show. A contract that is \
      there already stays; name another file with --output.
      """,
    usage: ["SUITE/ENDPOINT [--from DTO] [-o FILE]", "NAME --from DTO [-o FILE]"],
    arguments: [
      Argument(
        name: "SUITE/ENDPOINT",
        help:
          "The endpoint whose contract is written, such as {endpoint}; its own type without --from.",
        completedBy: .suites),
      Argument(name: "NAME", help: "Any other name; the contract goes to standard output."),
    ],
    argumentCount: 1...1,
    options: [
      OptionSpec(
        name: "from", value: .dto(placeholder: "DTO"),
        help: "The name of the type, such as {dto}; 'decode --list' prints them."),
      OptionSpec(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        help: "Write into this file."),
    ],
    readsSuites: true,
    examples: [
      Example(
        arguments: "contract order --from {dto} -o order.schema.json",
        help: "a contract from a type of the app"),
      Example(arguments: "contract {endpoint}", help: "the first contract of an endpoint"),
    ],
    run: { try DTOContractCommand(context: $0).run() })
}

/// `contract`: the contract that a type implies.
struct DTOContractCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    let name = context.arguments.positionals[0]
    let endpoint = context.tool.suites.flatMap { suite in
      suite.endpoints.map { (suite: suite.name, endpoint: $0) }
    }.first { "\($0.suite)/\($0.endpoint.name)" == name }
    if endpoint == nil, name.contains("/") {
      let names = context.tool.suites.flatMap { suite in
        suite.endpoints.map { "\(suite.name)/\($0.name)" }
      }
      throw context.arguments.error(
        "unknown suite or endpoint '\(name)'" + Suggestion.words(for: name, in: names))
    }
    let dto = try dto(endpoint?.endpoint)
    var report = Report(command: "contract")
    report.looksForFindings = false
    let text = JSONWriter.pretty(DTOContract.contract(for: try shape(of: dto, &report)))
    let origin = ": what \(dto.name) reads"
    guard let endpoint, !context.arguments.flag("output") else {
      return try context.finish(writing: text, report, origin: origin)
    }
    let store = ContractStore(root: try ProjectRoot(context, content: .toBeWritten).url)
    let file = store.name(suite: endpoint.suite, endpoint: endpoint.endpoint.name)
    let url = store.file(suite: endpoint.suite, endpoint: endpoint.endpoint.name)
    guard !FileManager.default.fileExists(atPath: url.path) else {
      throw CommandFailure(
        message: "\(file) is there already and stays",
        next: "'\(context.program) contract \(name) -o FILE' writes another file")
    }
    try context.world.writeFile(text, to: url, named: file)
    report.notes.append("wrote \(file)\(origin)")
    return try context.finish(report)
  }

  private func dto(_ endpoint: WatchedEndpoint?) throws -> DTOBinding {
    let names = context.tool.dtos.map(\.name)
    guard let name = context.arguments.value("from") else {
      if let dto = endpoint?.dto { return dto }
      throw context.arguments.error(
        endpoint == nil
          ? "missing option '--from DTO'; 'decode --list' prints the names"
          : "the endpoint has no type; name one with '--from DTO'")
    }
    guard let dto = context.tool.dtos.first(where: { $0.name == name }) else {
      throw context.arguments.error(
        "unknown DTO '\(name)'" + Suggestion.words(for: name, in: names))
    }
    return dto
  }

  /// What the type reads; its code runs where that of all types does.
  private func shape(of dto: DTOBinding, _ report: inout Report) throws -> DTOShape {
    let types = TypeRunner(context.world)
    let result = types.runner.reads(dto, at: .named(dto.name), samples: [])
    let problems = types.finish()
    switch result {
    case .value(let shape):
      guard !shape.forms.isEmpty else {
        throw CommandFailure(
          message:
            "nothing is known of what \(dto.name) reads: \(shape.doubts.joined(separator: "; "))"
        )
      }
      report.notes += problems
      return shape
    case .ended(let end, _):
      throw CommandFailure(message: "without a document the code of \(dto.name) \(end.words)")
    case .notRun(let reason):
      throw CommandFailure(message: "\(dto.name) was not run: \(reason.words)")
    }
  }
}
