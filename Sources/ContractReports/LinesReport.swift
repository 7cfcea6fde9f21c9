import ContractTesting

extension ReportFormat {
  /// For editors and `grep`: one line a finding.
  package static let lines = ReportFormat(
    name: "lines", write: { report, _ in LinesReport.render(report) })
}

/// Writes each finding as one line, as compilers write errors.
///
///     Fixtures/themealdb/recipe/52958.json:4:16: breaking null-value strMeal is null
///
/// What a waiver covers is left out, and so is everything that is no finding, but for a check that could not be
/// made: `themealdb/recipe: not checked: …`. A finding of no file has its endpoint in front.
enum LinesReport {
  static func render(_ report: Report) -> String {
    report.findings.lazy.filter { $0.waiver == nil }.map { line($0) + "\n" }.joined()
      + report.checks.compactMap(line).map { $0 + "\n" }.joined()
  }

  private static func line(_ check: CheckOutcome) -> String? {
    guard let reason = OutageText.reason(check) else { return nil }
    let name = FindingText.checkName(suite: check.suite, endpoint: check.endpoint) ?? ""
    let words = Escaping.terminal(reason, limit: FindingText.textLimit)
    return Escaping.logLine("\(name): not checked: \(words)")
  }

  private static func line(_ finding: Finding) -> String {
    let place = FindingText.place(finding).map { "\($0): " } ?? ""
    let message = Escaping.terminal(finding.message, limit: FindingText.textLimit)
    let more = finding.more > 0 ? " (and \(finding.more) more like this)" : ""
    let line = "\(place)\(finding.level.rawValue) \(finding.rule.id) \(message)\(more)"
    return Escaping.logLine(line)
  }
}
