import ContractReports
import ContractTesting
import StrictJSON

/// `rules` and `explain`: what the tool can find, and what it means.
struct RulesCommand {
  private let arguments: ParsedArguments
  private let world: CommandWorld

  init(_ arguments: ParsedArguments, _ world: CommandWorld) {
    self.arguments = arguments
    self.world = world
  }

  func list() throws -> ExitCode {
    try publish(Rule.all, text: Self.table(Rule.all))
    return .conforms
  }

  func explain() throws -> ExitCode {
    let id = arguments.positionals.first ?? ""
    guard let rule = Rule[id] else {
      let suggestion = Suggestion.words(for: id, in: Rule.all.map(\.id))
      throw arguments.error(
        "unknown rule '\(id)'"
          + (suggestion.isEmpty ? "; '\(programName) rules' lists them" : suggestion))
    }
    try publish([rule], text: Self.page(rule))
    return .conforms
  }

  private func publish(_ rules: [Rule], text: String) throws {
    let nodes = rules.map { rule -> JSONNode in
      [
        "id": .string(rule.id), "level": .string(rule.level.rawValue),
        "family": .string(rule.family.rawValue), "summary": .string(rule.summary),
        "explanation": .string(rule.explanation),
      ]
    }
    try ReportPublisher(arguments, world).publishList(
      text: text, json: [JSONNode.Member("rules", .array(nodes))])
  }

  private static func table(_ rules: [Rule]) -> String {
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
    return text + "\n'\(programName) explain RULE' tells what a rule means and how to fix it.\n"
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
    case .decode(let dto, let text): "a response read as \(dto)\n\(text)"
    case .contract(let contract, let document):
      "the contract\n\(contract)\nand the response\n\(document)"
    case .agreement(let dto, let contract): "\(dto) and the contract\n\(contract)"
    case .drift(let old, let new): "before\n\(old)\nand now\n\(new)"
    case .exchange(let status, let contentType, let body):
      "status \(status), content type \(contentType), body\n\(body)"
    case .run(let words): words
    }
  }
}
