import ContractReports
import ContractTesting
import Foundation
import Testing

/// Makes issues of findings.
struct FindingIssues {
  let root: URL
  let place: ExpectationPlace

  /// Records an issue for each finding that counts, and attaches the report and some files.
  ///
  /// A breaking finding fails the test; a warning is shown and fails nothing. What a waiver covers, or the
  /// contract agrees with, is in the report alone.
  func record(_ report: Report, attaching files: [String]) {
    let counting = report.findings.filter {
      $0.waiver == nil && !$0.isAgreed && $0.level >= .warning
    }
    for finding in counting {
      Issue.record(
        Comment(rawValue: text(finding)), severity: finding.level == .breaking ? .error : .warning,
        sourceLocation: sourceLocation(of: finding))
    }
    guard !counting.isEmpty else { return }
    Attachment.record(
      text(report), named: "report.txt", sourceLocation: place.sourceLocation)
    for file in files {
      guard let data = try? Data(contentsOf: root.appendingPathComponent(file)) else { continue }
      let name = URL(fileURLWithPath: file).lastPathComponent
      Attachment.record(Array(data), named: name, sourceLocation: place.sourceLocation)
    }
  }

  private func text(_ report: Report) -> String {
    ReportFormat.standard.render(report, style: ReportStyle(program: Self.program(report.findings)))
  }

  private func text(_ finding: Finding) -> String {
    var report = Report(command: "check")
    report.findings = [finding]
    let style = ReportStyle(program: Self.program([finding]), isQuiet: true)
    let text = ReportFormat.standard.render(report, style: style)
    return text.trimmingCharacters(in: .newlines)
  }

  /// The command that hints name: nobody here knows what a team calls its own, so it is named after the
  /// suite, as in the README.
  private static func program(_ findings: [Finding]) -> String {
    "\(findings.lazy.compactMap(\.suite).first ?? "your")-contract"
  }

  /// The place in the file that a finding is about; the line of the test where it has none.
  private func sourceLocation(of finding: Finding) -> Testing.SourceLocation {
    guard case .file(let name)? = finding.source, name.contains("/"), let line = finding.line else {
      return place.sourceLocation
    }
    return Testing.SourceLocation(
      fileID: name, filePath: root.appendingPathComponent(name).path, line: line,
      column: finding.column ?? 1)
  }
}
