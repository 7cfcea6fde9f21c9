import ContractTesting
import StrictJSON
import Testing

@testable import ContractReports

/// A document in which much is wrong: a list of the faults, and not pages of its source.
@Suite struct LongListTests {
  private static func report(_ count: Int) -> Report {
    var report = Report(command: "decode")
    report.findings = (1...count).map { number in
      var finding = Finding(.nullValue, "expected a string, found null")
      finding.source = .file("a.json")
      (finding.line, finding.column) = (number + 1, 12)
      finding.pointer = "/m\(number)"
      finding.path = "$.m\(number)"
      finding.dto = DTOReference(type: "OrderDTO", property: "m\(number)")
      let line = Array("\"m\(number)\": null,".utf8)
      finding.excerpt = Excerpt(bytes: line, range: line.count - 5..<line.count - 1)
      return finding
    }
    return report
  }

  private static func lines(_ report: Report, isVerbose: Bool = false) -> [Substring] {
    ReportFormat.text.render(report, style: ReportStyle(program: "p", isVerbose: isVerbose))
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// pydantic has three lines for each error, and one in front.
  @Test(arguments: [11, 17, 200]) func listIsNoLongerThanThatOfPydantic(count: Int) {
    let lines = Self.lines(Self.report(count))
    #expect(lines.count <= 3 * count + 1, "\(lines.joined(separator: "\n"))")
    #expect(lines[0] == "a.json:2:12: breaking null-value: expected a string, found null")
    #expect(lines[1] == "    /m1, OrderDTO.m1")
  }

  @Test func fewFaultsAndVerboseReportsHaveTheirSource() {
    for lines in [Self.lines(Self.report(10)), Self.lines(Self.report(11), isVerbose: true)] {
      #expect(lines.count { $0.contains("^~~~") } >= 10)
    }
  }

  @Test func summaryCountsCausesWhereTheyAreFewer() {
    var report = Self.report(3)
    #expect(Self.lines(report).contains("3 breaking"))
    for index in report.findings.indices {
      report.findings[index].path = "$.m[*]"
      report.findings[index].dto = DTOReference(type: "OrderDTO", property: "m")
    }
    #expect(Self.lines(report).contains("3 breaking of 1 cause"))
  }

  /// What a limit kept back is said, whatever the reader takes.
  @Test(arguments: ReportFormat.allCases.map(\.name))
  func countedFindingsAreSaid(_ name: String) throws {
    var report = Self.report(3)
    report.findings[1].more = 4_711
    let format = try #require(ReportFormat.named(name))
    let text = format.render(report, style: ReportStyle(program: "p"))
    // SARIF counts the one that it lists, too.
    #expect(text.contains("4711") || text.contains("4712"), "\(text)")
  }
}
