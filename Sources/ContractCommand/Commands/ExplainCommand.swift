import ContractReports
import ContractTesting

extension Subcommand {
  static let explain = Subcommand(
    name: "explain",
    summary: "Explain a rule, with an example.",
    explanation: """
      Prints what a rule means, what happens in the app, how to fix it, and a small input that \
      raises it.
      """,
    usage: ["RULE"],
    arguments: [
      Argument(name: "RULE", help: "The id of a rule, as reports print it.", completedBy: .rules)
    ],
    argumentCount: 1...1,
    examples: [Example(arguments: "explain missing-key", help: "explain one rule")],
    run: { try ExplainCommand(context: $0).run() })
}

/// `explain`: what a rule means, and how to fix what it finds.
struct ExplainCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    let id = context.arguments.positionals.first ?? ""
    guard let rule = Rule[id] else {
      let suggestion = Suggestion.words(for: id, in: Rule.all.map(\.id))
      throw context.arguments.error(
        "unknown rule '\(id)'"
          + (suggestion.isEmpty ? "; '\(context.program) rules' lists them" : suggestion))
    }
    try ReportPublisher(context).publish([rule], text: RulePage.text(rule))
    return .conforms
  }
}
