import ContractReports
import ContractTesting
import StrictJSON

extension Subcommand {
  static let schema = Subcommand(
    name: "schema",
    summary: "Print the JSON Schema of a file that people write, or of a report.",
    explanation: """
      Prints the schema of Contracts/SUITE/suite.json, with which an editor completes and checks the \
      file: store it, and name it with "$schema" in the file. Or prints the schema of the report of \
      --format json, or of a line of --format ndjson, for a program that reads them.
      """,
    usage: [SchemaCommand.File.allCases.map(\.rawValue).joined(separator: "|")],
    arguments: [
      Argument(
        name: "FILE", help: "What to print the schema of: suite, report or findings.",
        completedBy: .words(SchemaCommand.File.allCases.map(\.rawValue)))
    ],
    argumentCount: 1...1,
    examples: [
      Example(arguments: "schema suite", help: "print the schema of suite.json"),
      Example(arguments: "schema report", help: "print the schema of a JSON report"),
    ],
    run: { try SchemaCommand(context: $0).run() })
}

/// `schema`: the JSON Schema of a file that people write, or that a program reads.
struct SchemaCommand {
  let context: CommandContext

  /// What has a schema.
  enum File: String, CaseIterable {
    case suite, report, findings

    var schema: JSONNode {
      switch self {
      case .suite: SuiteSchema.document
      case .report: ReportSchema.document
      case .findings: ReportSchema.line
      }
    }
  }

  func run() throws -> ExitCode {
    let name = context.arguments.positionals.first ?? ""
    guard let file = File(rawValue: name) else {
      let names = File.allCases.map(\.rawValue)
      throw context.arguments.error(
        "there is no schema of '\(name)'; there is one of \(names.joined(separator: ", "))"
          + Suggestion.words(for: name, in: names))
    }
    context.world.write(JSONWriter.pretty(file.schema))
    return .conforms
  }
}
