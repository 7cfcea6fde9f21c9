import ContractTesting
import StrictJSON

extension ReportFormat {
  /// For data tools: one object a line, a finding each, and the counts at the end.
  package static let ndjson = ReportFormat(
    name: "ndjson", hasAgreedFindings: true, write: { report, _ in NDJSONReport.render(report) })
}

/// Writes each finding as a JSON object on one line, with the members that it has in the JSON report, and
/// a last line with the totals.
///
///     {"rule":"missing-key","level":"breaking","suite":"themealdb","endpoint":"recipe","file":…}
///     {"version":1,"command":"check","summary":{"breaking":1,"warning":0,…}}
///
/// The last line also has the checks that could not be made, as `notChecked`, if there are any.
/// A reader that wants the findings alone takes the lines that have a `rule`.
enum NDJSONReport {
  static func render(_ report: Report) -> String {
    var total: JSONNode = [
      "version": .number(String(Report.version)), "command": .string(report.command),
      "summary": JSONReport.counts(report),
    ]
    let notChecked = report.checks.filter { OutageText.reason($0) != nil }
    if !notChecked.isEmpty { total["notChecked"] = .array(notChecked.map(JSONReport.node)) }
    let causes = FindingCauses(report.findings).numbers
    return zip(report.findings, causes).lazy.map { line(JSONReport.node($0, cause: $1)) }.joined()
      + line(total)
  }

  private static func line(_ node: JSONNode) -> String {
    Escaping.json(JSONWriter.compact(node)) + "\n"
  }
}
