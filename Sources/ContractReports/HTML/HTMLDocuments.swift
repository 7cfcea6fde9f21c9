import ContractTesting

/// The documents of a report with their findings in place: the lines around each finding, marked.
struct HTMLDocuments {
  /// The list of documents; empty where the report has none.
  let body: HTML

  private let numbers: [String: Int]
  private let lines: [String: Set<Int>]

  /// The number of lines before and behind a finding that are shown.
  private static let context = 3

  /// The number of lines of a document that are shown.
  private static let shownLines = 400

  init(_ report: Report) {
    var findings: [String: [Int: [Finding]]] = [:]
    for finding in report.findings where finding.waiver == nil {
      guard case .file(let name)? = finding.source, let line = finding.line else { continue }
      findings[name, default: [:]][line, default: []].append(finding)
    }
    var numbers: [String: Int] = [:]
    var lines: [String: Set<Int>] = [:]
    var parts: [HTML] = []
    for document in report.material.documents {
      guard let own = findings[document.name], numbers[document.name] == nil else { continue }
      let number = numbers.count + 1
      let shown = Self.shown(own.keys.sorted())
      numbers[document.name] = number
      lines[document.name] = shown
      parts.append(Self.part(document, number, shown, own))
    }
    self.numbers = numbers
    self.lines = lines
    body = parts.isEmpty ? "" : "\(parts)"
  }

  /// The anchor of a finding's line; nil where the page does not show it.
  func anchor(of finding: Finding) -> String? {
    guard case .file(let name)? = finding.source, let line = finding.line,
      let number = numbers[name], lines[name]?.contains(line) == true
    else { return nil }
    return Self.anchor(number, line)
  }

  private static func anchor(_ number: Int, _ line: Int) -> String { "d\(number)-\(line)" }

  /// The numbers of the lines around those with findings.
  private static func shown(_ lines: [Int]) -> Set<Int> {
    var shown: Set<Int> = []
    for line in lines where shown.count < shownLines {
      shown.formUnion(max(1, line - context)...(line + context))
    }
    return shown
  }

  private static func part(
    _ document: ReportMaterial.Document, _ number: Int, _ shown: Set<Int>,
    _ findings: [Int: [Finding]]
  ) -> HTML {
    var items: [HTML] = []
    var isGap = false
    for (index, line) in document.text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard shown.contains(index + 1) else {
        isGap = true
        continue
      }
      if isGap { items.append("<li class=\"dim\">…</li>\n") }
      isGap = false
      items.append(item(String(line), index + 1, number, findings[index + 1] ?? []))
    }
    let open: HTML = number <= 3 ? " open" : ""
    return """
      <details\(open)><summary><span class="place">\(document.name)</span></summary>
      <ul class="lines">
      \(items)</ul></details>

      """
  }

  private static func item(
    _ line: String, _ lineNumber: Int, _ number: Int, _ findings: [Finding]
  ) -> HTML {
    let text: HTML = "<code><span class=\"number\">\(lineNumber) </span>"
    guard !findings.isEmpty else { return "<li>\(text)\(line)</code></li>\n" }
    var seen: Set<String> = []
    let notes: [HTML] = findings.filter { seen.insert($0.fingerprint).inserted }.map { finding in
      """
       <a href="#\(HTMLReport.anchor(finding))"><span class="level \(finding.level.rawValue)">\
      \(finding.level.rawValue)</span> \(finding.rule.id)</a>
      """
    }
    let marked: HTML = line.isEmpty ? "" : "<mark>\(line)</mark>"
    return """
      <li id="\(anchor(number, lineNumber))">\(text)\(marked)</code>\(notes)</li>

      """
  }
}
