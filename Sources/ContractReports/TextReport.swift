import ContractTesting

extension ReportFormat {
  /// For people at a terminal.
  package static let text = ReportFormat(
    name: "text", isLog: true, list: .lines, write: { TextReport(style: $1).render($0) })
}

/// Writes a report for people: each check with its findings below it, and a summary line.
struct TextReport {
  let style: ReportStyle

  /// The number of findings of one cause that are shown in full.
  private static let shownPerCause = 3

  /// The number of causes in documents that are shown with their source; of more of them each is two lines.
  private static let mostWithSource = 10

  private var paint: Paint { Paint(isOn: style.usesColor) }

  func render(_ report: Report) -> String {
    let groups = FindingGroups(report).groups
    let nameWidth = report.checks.map { TextColumns.width(Self.name(of: $0)) }.max()
    var sections: [String] = []
    // The headings of checks without findings stand together, without empty lines between them.
    var headings = ""
    let page = DriftPage(report, style: style)
    for group in groups {
      headings += heading(group, nameWidth: min(nameWidth ?? 0, 40)) ?? ""
      headings += group.toldElsewhere.sorted { $0.key < $1.key }.map { position, findings in
        pointer(to: groups[position], findings)
      }.joined()
      let findings = page.map { $0.sections } ?? findings(of: group, report.comparison)
      if !findings.isEmpty {
        sections.append(contentsOf: [headings] + findings)
        headings = ""
      }
    }
    sections.append(headings)
    sections += report.outages.map { outage in
      OutageText.lines(outage, style: style).map { $0 + "\n" }.joined()
    }
    if !style.isQuiet {
      if report.comparesFormats, page == nil {
        let rows = MappingView(style: style).lines(report.mapping, findings: report.findings)
        sections.append(rows.map { $0 + "\n" }.joined())
      }
      sections.append(fixed(report))
      if !report.notes.isEmpty {
        sections.append(report.notes.map { note($0) }.joined())
      }
      sections.append(summary(report))
    }
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func heading(_ group: FindingGroups.Group, nameWidth: Int) -> String? {
    guard !style.isQuiet else { return nil }
    guard let check = group.check else {
      return FindingText.checkName(suite: group.suite, endpoint: group.endpoint)
        .map { Escaping.logLine(paint($0, .bold)) + "\n" }
    }
    let name = TextColumns.padded(Self.name(of: check), nameWidth)
    let status = TextColumns.padded(check.status.rawValue, 11)
    let detail = Escaping.terminal(
      check.detail ?? check.samples.counted("sample"), limit: FindingText.textLimit)
    let color: Paint.Color =
      switch check.status {
      case .conforms: .green
      case .drifted, .failed: .red
      case .unexercised, .unreachable: .yellow
      }
    let line = paint(name, .bold) + "  " + paint(status, color) + "  " + detail
    return Escaping.logLine(line) + "\n"
  }

  /// A line that says at which endpoint a cause is told.
  private func pointer(to group: FindingGroups.Group, _ findings: [Finding]) -> String {
    guard !style.isQuiet else { return "" }
    var rules: [String] = []
    for finding in findings where !rules.contains(finding.rule.id) { rules.append(finding.rule.id) }
    let name = FindingText.checkName(suite: group.suite, endpoint: group.endpoint) ?? ""
    let text = "\(rules.joined(separator: ", ")): as told at \(name)"
    return TextColumns.wrap(text, max(style.width - 4, 30))
      .map { Escaping.logLine("    " + paint($0, .dim)) + "\n" }.joined()
  }

  private func findings(
    of group: FindingGroups.Group, _ comparison: Report.Comparison?
  ) -> [String] {
    let isShown = { (finding: Finding) in !style.isQuiet || finding.waiver == nil }
    let text = FindingText(style: style, comparison: comparison)
    // What an app lives with is written shortly, unless the run fails on it.
    let isBrief = { (finding: Finding) in
      !style.isVerbose && finding.level == .info && finding.waiver == nil
        && !style.failCondition.covers(finding)
    }
    let causes = FindingGroups.causes(
      of: group, showing: style.isVerbose ? .max : Self.shownPerCause
    ) {
      isShown($0) && !isBrief($0)
    }
    // Where so much is wrong with a document, a list of it says more than pages with its source.
    let isList =
      !style.isVerbose && causes.count(where: Self.isOfADocument) > Self.mostWithSource
    let listed = isList ? causes.filter(Self.isOfADocument) : []
    let brief = InfoLines(style: style, isList: isList).lines(of: group) {
      isShown($0) && isBrief($0)
    }.map { $0 + "\n" }.joined()
    let list = listed.flatMap { text.listLines($0) }.map { $0 + "\n" }.joined()
    let rest = isList ? causes.filter { !Self.isOfADocument($0) } : causes
    return (list.isEmpty ? [] : [list])
      + rest.flatMap { cause in
        var blocks = cause.shown.enumerated().map { position, finding in
          text.lines(finding, after: position == 0 ? nil : cause.shown.first)
            .map { $0 + "\n" }.joined()
        }
        if !cause.elsewhere.isEmpty {
          let lines = text.elsewhere(cause).map { $0 + "\n" }.joined()
          blocks[blocks.count - 1] += lines
        }
        if cause.more > 0 { blocks.append(paint("… and \(cause.more) more like this\n", .dim)) }
        return blocks
      } + (brief.isEmpty ? [] : [brief])
  }

  /// Whether a cause is a fault at a place of a document, without a step of its own to do next.
  private static func isOfADocument(_ cause: FindingGroups.Cause) -> Bool {
    guard let finding = cause.shown.first, finding.waiver == nil else { return false }
    return finding.pointer != nil && finding.nextStep == nil && finding.change == nil
      && finding.consequences.isEmpty && cause.elsewhere.isEmpty
  }

  /// The most fixed findings that are shown.
  private static let shownFixed = 20

  private func fixed(_ report: Report) -> String {
    let lines = report.fixed.prefix(Self.shownFixed).map { fixed in
      Escaping.logLine(paint("fixed ", .green) + AgeText.line(fixed)) + "\n"
    }
    let more = report.fixed.count - lines.count
    return lines.joined() + (more > 0 ? paint("… and \(more) more\n", .dim) : "")
  }

  private func note(_ text: String) -> String {
    let lines = TextColumns.wrap(
      Escaping.terminal(text, limit: FindingText.textLimit), style.width - 6)
    return lines.enumerated().map { position, line in
      Escaping.logLine((position == 0 ? paint("note: ", .dim) : "      ") + line) + "\n"
    }.joined()
  }

  private func summary(_ report: Report) -> String {
    let summary = report.summary
    var counts: [String] = []
    if summary.breaking > 0 {
      counts.append(
        paint("\(summary.breaking) breaking", .red)
          + causes(of: .breaking, summary.breaking, report))
    }
    if summary.warning > 0 {
      counts.append(
        paint(summary.warning.counted("warning"), .yellow)
          + causes(of: .warning, summary.warning, report))
    }
    if summary.info > 0 { counts.append(paint("\(summary.info) info", .blue)) }
    let unreachable = report.checks.count { $0.status == .unreachable }
    let notChecked = report.checks.count(where: \.facts.couldNotRun)
    let isSilent = unreachable + notChecked > 0 && unreachable + notChecked == report.checks.count
    let nothing = isSilent ? paint("nothing is known", .yellow) : paint("no findings", .green)
    if counts.isEmpty, report.checks.isEmpty, !report.looksForFindings { return "" }
    var line = counts.isEmpty ? nothing : counts.joined(separator: ", ")
    if !report.checks.isEmpty {
      let samples = report.checks.reduce(0) { $0 + $1.samples }
      line += " in \(report.checks.count.counted("check"))"
      line += " of \(samples.counted("sample"))"
    }
    if unreachable > 0 { line += ", " + paint("\(unreachable) unreachable", .yellow) }
    if notChecked > 0 { line += ", " + paint("\(notChecked) not checked", .red) }
    if summary.unexercised > 0 { line += ", \(summary.unexercised) unexercised" }
    if summary.waived > 0 { line += ", \(summary.waived) waived" }
    let ages = AgeText.counts(report)
    if !ages.isEmpty { line += "; \(ages.joined(separator: ", "))" }
    if summary.notShown > 0 { line += "; \(summary.notShown) of them are counted and not listed" }
    return line + "\n"
  }

  /// How many causes the findings of a level have; empty where each has its own.
  private func causes(of level: Level, _ count: Int, _ report: Report) -> String {
    let findings = report.findings.filter { $0.level == level && $0.waiver == nil }
    let causes = Set(FindingCauses(findings).numbers).count
    return causes < count ? " of \(causes.counted("cause"))" : ""
  }

  private static func name(of check: CheckOutcome) -> String {
    FindingText.checkName(suite: check.suite, endpoint: check.endpoint) ?? ""
  }
}
