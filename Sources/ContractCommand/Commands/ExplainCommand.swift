import ContractReports
import ContractTesting
import StrictJSON

extension Subcommand {
  static let explain = Subcommand(
    name: "explain",
    summary: "Explain a rule, with an example, its fix, and how to accept it.",
    explanation: """
      Prints what a rule means, what happens in the app, how to fix it, a small input that raises it, \
      what the formats make of a finding, and a waiver for who accepts it.
      """,
    usage: ["RULE"],
    arguments: [
      Argument(name: "RULE", help: "The id of a rule, as reports print it.", completedBy: .rules)
    ],
    argumentCount: 1...1,
    options: [.listFormat],
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
    let page = RulePage(rule, program: context.program, today: context.world.today)
    try ReportPublisher(context).publish([rule], text: page.text) { _ in
      [
        JSONNode.Member("example", .string(page.exampleText)),
        JSONNode.Member(
          "formats", .object(page.forms.map { JSONNode.Member($0.format, .string($0.line)) })),
        JSONNode.Member("waiver", page.waiver),
      ]
    }
    return .conforms
  }
}
