package import ContractTesting

/// A rule with its meaning, its cure and an example, as text for people.
package enum RulePage {
  /// The whole page, 80 columns wide, each line with its line feed.
  package static func text(_ rule: Rule) -> String {
    var text = "\(rule.id): \(rule.summary)\n"
    text += "level \(rule.level.rawValue), family \(rule.family.rawValue)\n\n"
    text += TextColumns.wrap(rule.explanation, 80).map { $0 + "\n" }.joined()
    text += "\nexample:\n"
    text += example(rule.example).split(separator: "\n").map {
      "  " + Escaping.terminal(String($0), limit: 400) + "\n"
    }.joined()
    return text
  }

  /// The input that raises the rule, with what it is.
  static func example(_ example: RuleExample) -> String {
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
