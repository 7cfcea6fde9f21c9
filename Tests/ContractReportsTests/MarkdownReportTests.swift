import ContractTesting
import Testing

@testable import ContractReports

@Suite struct MarkdownReportTests {
  /// Whatever an API sent stands in code spans: outside of them there is only text of ours.
  @Test(arguments: HostileReport.texts.keys.sorted())
  func hostileTextStaysInCodeSpans(_ name: String) throws {
    let text = try #require(HostileReport.texts[name])
    let markdown = ReportFormat.markdown.render(
      HostileReport.report(text), style: ReportStyle(program: "mealdb-contract"))
    for line in markdown.split(separator: "\n") {
      // A note is a quotation, which begins in this way.
      let outside = Self.outsideOfCode(line.hasPrefix(">") ? line.dropFirst() : line)
      #expect(
        outside.unicodeScalars.allSatisfy { $0.isASCII || $0 == "…" }
          && !outside.contains { "<>@[]`".contains($0) }, "\(line)")
    }
  }

  /// Many causes of one run fit into a comment, and what has no room is counted.
  @Test func longReportsAreCutAtACause() {
    let findings = (0..<3_000).map { number in
      var finding = Finding(.nullValue, "the value number \(number) is null")
      finding.path = "$.meals[*].member\(number)"
      return finding
    }
    let report = Report(command: "check", findings: findings)
    let markdown = ReportFormat.markdown.render(
      report, style: ReportStyle(program: "mealdb-contract"))
    #expect(markdown.utf8.count < 65_000)
    let shown = markdown.split(separator: "\n").count { $0.hasPrefix("- **breaking**") }
    #expect(markdown.contains("- … and \(3_000 - shown) more causes\n"))
    #expect(markdown.hasPrefix("### mealdb-contract ` check `: 3000 breaking\n"))
  }

  @Test(arguments: [
    ("", ""), ("plain", "` plain `"), ("a`b", "`` a`b ``"), ("```", "```` ``` ````"),
    ("a|b", "` a|b `"), ("a\nb", #"` a\nb `"#),
  ])
  func codeSpansHoldTheirText(_ text: String, _ span: String) {
    #expect(Escaping.markdownCode(text) == span)
  }

  @Test func barInATableEndsNoCell() {
    #expect(Escaping.markdownCode("a|b", inTable: true) == #"` a\|b `"#)
  }

  /// Takes the code spans out of a line, by the rule of GitHub Flavored Markdown.
  private static func outsideOfCode(_ line: Substring) -> String {
    var outside = ""
    var rest = line
    while let start = rest.firstIndex(of: "`") {
      outside += rest[..<start]
      let fence = rest[start...].prefix { $0 == "`" }
      rest = rest[fence.endIndex...]
      var search = rest
      while let mark = search.firstIndex(of: "`") {
        let row = search[mark...].prefix { $0 == "`" }
        search = search[row.endIndex...]
        guard row.count == fence.count else { continue }
        rest = search
        break
      }
      if search.startIndex != rest.startIndex { return outside + "`" }
    }
    return outside + rest
  }
}
