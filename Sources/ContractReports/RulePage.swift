package import ContractTesting
package import StrictJSON

/// A rule with its meaning, its cure, an example, what the formats make of it, and how to waive it, for
/// people.
package struct RulePage {
  private let rule: Rule
  private let program: String
  private let today: Day

  /// Makes the page of a rule for a program of some name; a waiver of today holds for three months.
  package init(_ rule: Rule, program: String, today: Day) {
    self.rule = rule
    self.program = program
    self.today = today
  }

  /// What a rule means, and its example, 80 columns wide, each line with its line feed.
  static func text(_ rule: Rule) -> String {
    var text = "\(rule.id): \(rule.summary)\n"
    text += "level \(rule.level.rawValue), family \(rule.family.rawValue)\n\n"
    text += TextColumns.wrap(rule.explanation, 80).map { $0 + "\n" }.joined()
    text += "\nexample:\n"
    text += example(rule.example).split(separator: "\n").map {
      "  " + Escaping.terminal(String($0), limit: 400) + "\n"
    }.joined()
    return text
  }

  /// The whole page, each line with its line feed.
  package var text: String {
    var text = Self.text(rule)
    text +=
      "\nin the formats, where it has its own level and is in Fixtures/shop/order/1001.json:\n"
    text += forms.map { "  \(TextColumns.padded($0.format, 10))\($0.line)\n" }.joined()
    text +=
      "\nto accept it, in Contracts/shop/waivers.json, with the reason and who answers for it:\n"
    text += JSONWriter.pretty([waiver]).split(separator: "\n").map { "  \($0)\n" }.joined()
    let advice = """
      'check --waive' writes one for each finding; --format json has the endpoint and the path, where a \
      finding has one.
      """
    return text + TextColumns.wrap(advice, 80).map { $0 + "\n" }.joined()
  }

  /// What the formats print for a finding of the rule: of each the line that names it.
  package var forms: [(format: String, line: String)] {
    var report = Report(command: "check")
    report.checks = [
      CheckOutcome(suite: "shop", endpoint: "order", status: .drifted, samples: 1)
    ]
    var finding = Finding(rule, rule.summary)
    finding.suite = "shop"
    finding.endpoint = "order"
    finding.source = .file("Fixtures/shop/order/1001.json")
    (finding.line, finding.column) = (4, 9)
    report.findings = [finding]
    let style = ReportStyle(program: program, width: 200)
    return ReportFormat.allCases.filter { !$0.showsMaterial }.compactMap { format in
      var lines = format.render(report, style: style).split(separator: "\n")
        .map { $0.drop { $0 == " " } }[...]
      // SARIF has a list of the rules in front, and a text for people ends with notes about them.
      let named = lines.indices.filter { lines[$0].contains(rule.id) }
      guard let first = format.isLog ? named.first : named.last else { return nil }
      lines = lines[first...]
      var line = String(lines.removeFirst())
      // A member a line says little.
      while line.hasSuffix(","), line.count < 60, let next = lines.popFirst() { line += " " + next }
      return (format.name, TextColumns.prefix(line, 110))
    }
  }

  /// A waiver of the rule; what nobody but its owner knows is empty.
  package var waiver: JSONNode {
    var waiver: JSONNode = ["rule": .string(rule.id), "endpoint": "order"]
    if hasPath { waiver["path"] = "$.name" }
    waiver["reason"] = ""
    waiver["owner"] = ""
    waiver["expires"] = .string(today.adding(days: 90).description)
    return waiver
  }

  /// Whether findings of the rule have a place in the shape of the documents.
  private var hasPath: Bool {
    switch rule.family {
    case .decoding, .contract, .agreement, .drift: true
    case .document, .http, .run: false
    }
  }

  /// The example in words.
  package var exampleText: String { Self.example(rule.example) }

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
