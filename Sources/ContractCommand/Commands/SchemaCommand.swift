import ContractTesting
import StrictJSON

extension Subcommand {
  static let schema = Subcommand(
    name: "schema",
    summary: "Print the JSON Schema of a file that people write.",
    explanation: """
      Prints the schema of Contracts/SUITE/suite.json, with which an editor completes and checks the \
      file: store it, and name it with "$schema" in the file.
      """,
    usage: ["suite"],
    arguments: [Argument(name: "suite", help: "The file: suite, for suite.json.")],
    argumentCount: 1...1,
    examples: [Example(arguments: "schema suite", help: "print the schema of suite.json")],
    run: { try SchemaCommand(context: $0).run() })
}

/// `schema`: the JSON Schema of a file that people write.
struct SchemaCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    let name = context.arguments.positionals.first ?? ""
    guard name == "suite" else {
      throw context.arguments.error(
        "there is no schema of '\(name)'" + Suggestion.words(for: name, in: ["suite"]))
    }
    context.world.write(JSONWriter.pretty(SuiteSchema.document))
    return .conforms
  }
}
