import ContractTesting
import SchemaDrift

/// A report in which every text comes from somebody who means harm.
enum HostileReport {
  /// One text with everything that some format acts on, by what it is.
  static let texts: [String: String] = [
    "colour": "\u{1B}[31mred\u{1B}[0m",
    "C1 control": "\u{9B}2J\u{85}",
    "line feeds": "a\r\nb\n::error::c\u{B}\u{C}d\u{8}",
    "wrapped command": String(repeating: "word ", count: 30) + "::add-mask::secret ::stop",
    "command": "::add-mask::secret",
    "command after space": "\u{A0} ::add-mask::secret",
    "old command": "##[add-mask]secret \u{D4E}##[add-mask]secret",
    "direction": "\u{202E}gnp.exe\u{202C}\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}",
    "separators": "a\u{2028}b\u{2029}c",
    "markup": #"]]></failure><script a="1">&'<!--"#,
    "property": "a,b:c=d::e%0Af",
    "noncharacters": "\u{FFFE}\u{FFFF}\u{1FFFF}\u{FFFD}",
    "nul": "\u{0}\u{7F}",
    "invisible": "\u{200B}\u{FEFF}\u{E0041}",
    "long": String(repeating: "🍪\u{1B}", count: 5_000),
    "one character": "e" + String(repeating: "\u{301}", count: 5_000),
    "empty": "",
  ]

  /// A report with the text in every field that can hold one.
  static func report(_ text: String) -> Report {
    var finding = Finding(.nullValue, text)
    finding.suite = text
    finding.endpoint = text
    finding.source = .file(text)
    finding.pointer = text
    finding.line = 1
    finding.column = 1
    finding.path = text
    finding.expected = text
    finding.found = text
    finding.dto = DTOReference(type: text, property: text)
    finding.change = PathMapping(from: text, to: text + "b", kind: .typeChanged)
    finding.nextStep = .changeType(
      TypePatch(edits: [
        TypePatch.Edit(place: .type(text), replaced: [text], lines: [text]),
        TypePatch.Edit(
          place: .initializer(of: text, isSure: true),
          tasks: [.readFrom(properties: [text], keys: [text])]),
      ]))
    let bytes = Array(text.utf8)
    finding.excerpt = Excerpt(bytes: bytes, range: (bytes.count / 3)..<bytes.count)

    var waived = finding
    waived.suite = nil
    waived.endpoint = nil
    waived.waiver = text

    var report = Report(
      command: text,
      checks: [
        CheckOutcome(suite: text, endpoint: text, status: .failed, samples: 1, detail: text)
      ],
      findings: [finding, waived, Finding(.invalidJSON, text)],
      mapping: [PathMapping(from: text, to: nil, kind: .removed)], notes: [text])
    report.outages = [Outage(origin: text, reason: .page, sample: text, endpoint: text)]
    return report
  }
}
