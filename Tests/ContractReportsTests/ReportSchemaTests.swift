import ContractTesting
import JSONSchema
import StrictJSON
import Testing

@testable import ContractReports

/// The reports of the other tests keep the schema that readers are given.
@Suite struct ReportSchemaTests {
  private static let reports: [String: Report] = [
    "sample": SampleReport.report, "history": SampleReport.withHistory,
    "hostile": HostileReport.report("\u{1B}[31m<b>"), "empty": Report(command: "validate"),
  ]

  private func violations(_ text: String, _ schema: JSONNode) throws -> [String] {
    let schema = try Schema(try JSONDocument(Array(JSONWriter.pretty(schema).utf8)))
    let document = try JSONDocument(Array(text.utf8))
    return schema.validate(document.root, formats: .asserted).map { "\($0.instance) \($0.message)" }
  }

  @Test(arguments: Self.reports.keys.sorted())
  func reportKeepsItsSchema(_ name: String) throws {
    let report = try #require(Self.reports[name])
    let text = ReportFormat.json.render(report, style: ReportStyle(program: "mealdb-contract"))
    #expect(try violations(text, ReportSchema.document) == [])
  }

  @Test(arguments: Self.reports.keys.sorted())
  func eachLineKeepsItsSchema(_ name: String) throws {
    let report = try #require(Self.reports[name])
    let text = ReportFormat.ndjson.render(report, style: ReportStyle(program: "mealdb-contract"))
    for line in text.split(separator: "\n") {
      #expect(try violations(String(line), ReportSchema.line) == [])
    }
  }

  /// A schema that takes everything would pass as well.
  @Test(arguments: [
    #"{"version": 1, "command": "check", "summary": {}, "checks": [], "findings": []}"#,
    #"{"version": 2}"#,
    #"{"version": 1, "command": "c", "summary": {"breaking": 0, "warning": 0, "info": 0, "waived": 0, "unexercised": 0}, "checks": [], "findings": [{"rule": "r"}]}"#,
  ])
  func whatIsNoReportDoesNot(_ text: String) throws {
    #expect(try !violations(text, ReportSchema.document).isEmpty)
  }
}
