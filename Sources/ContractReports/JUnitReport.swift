import ContractTesting

extension ReportFormat {
  /// For continuous integration servers: JUnit XML.
  package static let junit = ReportFormat(
    name: "junit", write: { JUnitReport(style: $1).render($0) })
}

/// Writes a report as JUnit XML: a test suite for each API, a test case for each endpoint.
///
/// A finding that makes the run fail is a failure of its case; the other findings stand in the
/// output of the case. Findings without a suite have one test suite, with a case for each file.
/// The number of failures counts cases, as the format has it, and one case may have several.
struct JUnitReport {
  let style: ReportStyle

  private struct Case {
    let suite: String
    let name: String
    let status: CheckStatus?
    let reason: String?
    let failures: [Finding]
    let others: [Finding]

    var findings: [Finding] { failures + others }
  }

  func render(_ report: Report) -> String {
    let cases = cases(report)
    var suites: [String] = []
    var casesOfSuite: [String: [Case]] = [:]
    for testCase in cases {
      if casesOfSuite[testCase.suite] == nil { suites.append(testCase.suite) }
      casesOfSuite[testCase.suite, default: []].append(testCase)
    }

    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    let name = Self.name("\(style.program) \(report.command)")
    text += "<testsuites name=\"\(name)\"\(Self.counts(cases))>\n"
    for suite in suites {
      let own = casesOfSuite[suite] ?? []
      text += "  <testsuite name=\"\(Self.name(suite))\"\(Self.counts(own))>\n"
      for testCase in own { write(testCase, into: &text) }
      let summary = Report(command: report.command, findings: own.flatMap(\.findings)).summary
      if summary.notShown > 0 {
        text += "    <system-out>\(Escaping.xml(FindingText.totals(summary)))</system-out>\n"
      }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func cases(_ report: Report) -> [Case] {
    // Each endpoint is a case of its own, which fails by its own findings.
    FindingGroups(report, foldingEndpoints: false).groups.flatMap { group in
      if let suite = group.suite {
        return [makeCase(suite, group.endpoint ?? suite, group.check, group.findings)]
      }
      var files: [String] = []
      var findingsOfFile: [String: [Finding]] = [:]
      for finding in group.findings {
        let file = finding.file ?? "input"
        if findingsOfFile[file] == nil { files.append(file) }
        findingsOfFile[file, default: []].append(finding)
      }
      return files.map { makeCase(report.command, $0, nil, findingsOfFile[$0] ?? []) }
    }
  }

  private func makeCase(
    _ suite: String, _ name: String, _ check: CheckOutcome?, _ findings: [Finding]
  ) -> Case {
    Case(
      suite: suite, name: name, status: check?.status, reason: check.flatMap(OutageText.reason),
      failures: findings.filter(style.failCondition.covers),
      others: findings.filter { !style.failCondition.covers($0) })
  }

  private static func counts(_ cases: [Case]) -> String {
    let failures = cases.count { !$0.failures.isEmpty }
    let errors = cases.count {
      $0.failures.isEmpty && ($0.status == .unreachable || $0.status == .failed)
    }
    let skipped = cases.count { $0.failures.isEmpty && $0.status == .unexercised }
    return " tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
      + " skipped=\"\(skipped)\""
  }

  private func write(_ testCase: Case, into text: inout String) {
    let suite = Self.name(testCase.suite)
    let start = "    <testcase classname=\"\(suite)\" name=\"\(Self.name(testCase.name))\""
    let body = body(testCase)
    text += body.isEmpty ? start + "/>\n" : start + ">\n" + body + "    </testcase>\n"
  }

  private static func name(_ text: String) -> String {
    Escaping.xml(Escaping.terminal(text, limit: FindingText.nameLimit))
  }

  private func body(_ testCase: Case) -> String {
    var body = ""
    for finding in testCase.failures {
      let message = Escaping.xml(Escaping.terminal(finding.message, limit: 300))
      body += "      <failure type=\"\(Escaping.xml(finding.rule.id))\" message=\"\(message)\">"
      body += lines([finding]) + "</failure>\n"
    }
    if testCase.failures.isEmpty {
      switch testCase.status {
      case .unreachable:
        body += error("unreachable", testCase.reason ?? "the server did not answer")
      case .unexercised: body += "      <skipped message=\"the check saw no data\"/>\n"
      case .failed:
        body += error("failed", testCase.reason ?? "the check could not be made")
      case .conforms, .drifted, nil: break
      }
    }
    let notChecked =
      testCase.status == .failed && !testCase.failures.isEmpty
      ? testCase.reason.map { "not checked: \($0)" } : nil
    if !testCase.others.isEmpty || notChecked != nil {
      let words = notChecked.map {
        Escaping.xml(Escaping.terminal($0, limit: FindingText.textLimit))
      }
      let parts = [words, testCase.others.isEmpty ? nil : lines(testCase.others)]
      body +=
        "      <system-out>\(parts.compactMap { $0 }.joined(separator: "\n"))</system-out>\n"
    }
    return body
  }

  private func error(_ type: String, _ reason: String) -> String {
    let message = Escaping.xml(Escaping.terminal(reason, limit: FindingText.textLimit))
    return "      <error type=\"\(type)\" message=\"\(message)\"/>\n"
  }

  private func lines(_ findings: [Finding]) -> String {
    let text = FindingText(style: ReportStyle(program: style.program, width: style.width))
    // Every line is safe for a terminal already; only the line feeds between them are ours.
    return findings.flatMap { finding in
      text.lines(finding, after: nil)
        + (finding.more > 0 ? ["… and \(finding.more) more like this"] : [])
    }.map { Escaping.xml($0) }.joined(separator: "\n")
  }
}
