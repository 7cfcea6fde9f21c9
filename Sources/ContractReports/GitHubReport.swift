import ContractTesting

extension ReportFormat {
  /// For GitHub Actions: workflow commands that become annotations of a change.
  package static let github = ReportFormat(
    name: "github", isLog: true, write: { GitHubReport(style: $1).render($0) })
}

/// Writes one workflow command for each cause; GitHub shows them as annotations.
///
/// GitHub shows ten annotations of a kind in a step, so findings of the same cause share one.
///
/// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
struct GitHubReport {
  let style: ReportStyle

  func render(_ report: Report) -> String {
    FindingGroups(report).groups.flatMap { group in
      FindingGroups.causes(of: group, showing: 1) { $0.waiver == nil }
    }.map(command).joined() + report.checks.compactMap(Self.problem).joined()
      + report.outages.map(Self.command).joined() + Self.notShown(report.summary)
  }

  /// The number of findings where not all of them are listed; empty where all are.
  private static func notShown(_ summary: ReportSummary) -> String {
    summary.notShown == 0 ? "" : "::notice title=findings::\(FindingText.totals(summary))\n"
  }

  /// An outage is a warning: nothing is known of the format.
  private static func command(_ outage: Outage) -> String {
    let text = Escaping.terminal(OutageText.line(outage), limit: FindingText.textLimit)
    return "::warning title=unreachable::\(Escaping.workflowMessage(text))\n"
  }

  /// A check that could not be made; it has no finding that would say so.
  private static func problem(_ check: CheckOutcome) -> String? {
    guard let problem = check.facts.problem else { return nil }
    let text = Escaping.terminal("\(check.suite)/\(check.endpoint): \(problem)")
    return "::error title=not checked::\(Escaping.workflowMessage(text))\n"
  }

  private func command(_ cause: FindingGroups.Cause) -> String {
    guard let finding = cause.shown.first else { return "" }
    var properties: [(String, String)] = []
    // GitHub can point at files only.
    if let place = finding.placeToEdit {
      properties += [
        ("file", place.file), ("line", String(place.line)), ("col", String(place.column)),
      ]
    } else if case .file(let file)? = finding.source {
      properties.append(("file", file))
      if let line = finding.line { properties.append(("line", String(line))) }
      if let column = finding.column { properties.append(("col", String(column))) }
    }
    properties.append(("title", Self.title(finding)))
    let parameters = properties.map { name, value in
      "\(name)=\(Escaping.workflowProperty(Escaping.terminal(value, limit: FindingText.nameLimit)))"
    }
    var text = lines(cause, finding).map { Escaping.terminal($0, limit: FindingText.textLimit) }
    if let step = finding.nextStep {
      let words = "next: \(step.text(program: style.program))"
      text.append(Escaping.terminal(words, limit: FindingText.limit(of: step)))
    }
    let message = Escaping.workflowMessage(text.joined(separator: "\n"))
    return "::\(Self.name(finding.level)) \(parameters.joined(separator: ","))::\(message)\n"
  }

  private static func title(_ finding: Finding) -> String {
    let check = FindingText.checkName(suite: finding.suite, endpoint: finding.endpoint)
    let rule = (finding.age?.state == .new ? "new: " : "") + finding.rule.id
    return [rule, check].compactMap { $0 }.joined(separator: " in ")
  }

  private func lines(_ cause: FindingGroups.Cause, _ finding: Finding) -> [String] {
    var lines = [finding.message]
    if let pointer = finding.pointer, !pointer.isEmpty { lines.append("at \(pointer)") }
    if !finding.statesValues {
      if let expected = finding.expected { lines.append("expected: \(expected)") }
      if let found = finding.found { lines.append("found: \(found)") }
    }
    if let dto = finding.dto {
      lines.append("property: \(dto.name)")
    }
    if !cause.elsewhere.isEmpty {
      lines.append("also in: \(FindingText.endpoints(of: cause).joined(separator: ", "))")
    }
    if cause.more > 0 { lines.append("and \(cause.more) more like this") }
    return lines
  }

  private static func name(_ level: Level) -> String {
    switch level {
    case .breaking: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }
}
