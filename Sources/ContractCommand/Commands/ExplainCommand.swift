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
    arguments: [Argument(name: "RULE", help: "The id of a rule, as reports print it.")],
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
    try ReportPublisher(context).publish([rule], text: Self.page(rule))
    return .conforms
  }

  private static func page(_ rule: Rule) -> String {
    var text = "\(rule.id): \(rule.summary)\n"
    text += "level \(rule.level.rawValue), family \(rule.family.rawValue)\n\n"
    text += TextColumns.wrap(rule.explanation, 80).map { $0 + "\n" }.joined()
    text += "\nexample:\n"
    text += example(rule.example).split(separator: "\n").map {
      "  " + Escaping.terminal(String($0), limit: 400) + "\n"
    }.joined()
    return text
  }

  private static func example(_ example: RuleExample) -> String {
    switch example {
    case .document(let text): "a response of\n\(text)"
    case .bytes(let bytes):
      "a response of the bytes\n"
        + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    case .decode(let type, let text): "the response\n\(text)\nread by a DTO with\n\(type)"
    case .contract(let contract, let document):
      "the contract\n\(contract)\nand the response\n\(document)"
    case .agreement(let type, let contract):
      "the contract\n\(contract)\nand a DTO with\n\(type)"
    case .drift(let old, let new): "before\n\(old)\nand now\n\(new)"
    case .exchange(let status, let contentType, let body):
      "status \(status), content type \(contentType), body\n\(body)"
    case .run(let words): words
    }
  }
}
