import ContractReports
import ContractTesting
import SchemaDrift
import StrictJSON
import Testing

@Suite struct JSONReportTests {
  private func document(_ report: Report) throws -> JSONDocument {
    try JSONDocument(
      Array(ReportFormat.json.render(report, style: ReportStyle(program: "mealdb-contract")).utf8))
  }

  @Test func reportSaysTheSameAsItsJSON() throws {
    let report = SampleReport.report
    let root = try document(report).root
    #expect(root["version"]?.source == "1")
    #expect(root["command"]?.string == "check")
    #expect(root["summary"]?["breaking"]?.source == String(report.summary.breaking))
    #expect(root["summary"]?["waived"]?.source == "1")
    #expect(
      root["checks"]?.elements.map { $0["status"]?.string } == report.checks.map(\.status.rawValue))
    #expect(
      root["findings"]?.elements.map { $0["fingerprint"]?.string }
        == report.findings.map(\.fingerprint))
    #expect(root["findings"]?.elements.map { $0["path"]?.string } == report.findings.map(\.path))
  }

  @Test func membersOfAFullFindingStandInTheDocumentedOrder() throws {
    var finding = Finding(.typeChanged, "m")
    for path: WritableKeyPath<Finding, String?> in [
      \.suite, \.endpoint, \.pointer, \.path, \.expected, \.found, \.waiver,
    ] {
      finding[keyPath: path] = "x"
    }
    finding.source = .file("x")
    finding.line = 1
    finding.column = 1
    finding.dto = DTOReference(type: "T", property: nil)
    finding.change = PathMapping(from: "$.a", to: nil, kind: .removed, matched: 1, compared: 2)
    let root = try document(Report(command: "check", findings: [finding])).root
    let node = try #require(root["findings"]?[0])
    #expect(
      node.members.map(\.key) == [
        "rule", "level", "suite", "endpoint", "file", "pointer", "line", "column", "path",
        "message", "expected", "found", "cause", "dto", "change", "fingerprint", "waiver",
      ])
    #expect(node["dto"]?.source.filter { !$0.isWhitespace } == #"{"type":"T"}"#)
    #expect(
      node["change"]?.source.filter { !$0.isWhitespace }
        == #"{"from":"$.a","to":null,"kind":"removed","matched":1,"compared":2}"#)
  }

  @Test func absentFieldsAreLeftOut() throws {
    let root = try document(Report(command: "check", findings: [Finding(.notJSON, "m")])).root
    #expect(
      root["findings"]?[0]?.members.map(\.key) == [
        "rule", "level", "message", "cause", "fingerprint",
      ])
    #expect(root["mapping"] == nil)
  }

  /// A program gets the text of the API as it was sent, though it is escaped on the way.
  @Test(arguments: HostileReport.texts.keys.sorted())
  func hostileTextComesBackUnchanged(_ name: String) throws {
    let text = try #require(HostileReport.texts[name])
    let root = try document(HostileReport.report(text)).root
    for key in ["suite", "endpoint", "file", "pointer", "path", "message", "expected", "found"] {
      let value = try #require(root["findings"]?[0]?[key]?.string)
      #expect(value.utf8.elementsEqual(text.utf8))
    }
  }
}
