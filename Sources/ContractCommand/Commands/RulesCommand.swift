import ContractReports
import ContractTesting
import StrictJSON

extension Subcommand {
  static let rules = Subcommand(
    name: "rules",
    summary: "List the rules with their levels.",
    explanation: "Prints every rule that the tool knows, by family, with its default level.",
    usage: [""],
    options: [.listFormat],
    examples: [Example(arguments: "rules", help: "print all rules")],
    run: { try RulesCommand(context: $0).run() })
}

/// `rules`: what the tool can find.
struct RulesCommand {
  let context: CommandContext

  func run() throws -> ExitCode {
    try ReportPublisher(context).publish(Rule.all, text: table(Rule.all))
    return .conforms
  }

  private func table(_ rules: [Rule]) -> String {
    let width = (rules.map(\.id.count).max() ?? 0) + 2
    var text = ""
    for family in RuleFamily.allCases {
      let members = rules.filter { $0.family == family }
      guard !members.isEmpty else { continue }
      text += (text.isEmpty ? "" : "\n") + family.rawValue + "\n"
      for rule in members {
        text +=
          "  " + TextColumns.padded(rule.id, width) + TextColumns.padded(rule.level.rawValue, 10)
          + rule.summary + "\n"
      }
    }
    return text + "\n'\(context.program) explain RULE' says what a rule means and how to fix it.\n"
  }
}

extension ReportPublisher {
  /// Publishes rules as a list, as text or inside of the JSON envelope.
  func publish(
    _ rules: [Rule], text: String, more: (Rule) -> [JSONNode.Member] = { _ in [] }
  ) throws {
    let nodes = rules.map { rule in
      JSONNode.object(
        [
          JSONNode.Member("id", .string(rule.id)),
          JSONNode.Member("level", .string(rule.level.rawValue)),
          JSONNode.Member("family", .string(rule.family.rawValue)),
          JSONNode.Member("summary", .string(rule.summary)),
          JSONNode.Member("explanation", .string(rule.explanation)),
        ] + more(rule))
    }
    try publishList(
      text: text, json: [JSONNode.Member("rules", .array(nodes))])
  }
}
