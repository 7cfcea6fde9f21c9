import ContractTesting

extension ReportFormat {
  /// For a pull request or the summary of a job: GitHub Flavored Markdown.
  package static let markdown = ReportFormat(
    name: "markdown", write: { MarkdownReport(style: $1).render($0) })
}

/// Writes a report as GitHub Flavored Markdown, for the summary of a job or a pull request.
///
///     ### mealdb-contract check: 1 breaking, 2 info
///
///     | check | status | |
///     | --- | --- | --- |
///     | ` themealdb/recipe ` | **failed** | ` 12 fixtures, RecipesDTO, contract recipe.schema.json ` |
///
///     - **breaking** `missing-key` in ` themealdb/recipe `, 12 times: ` the key "strMeal" is missing `
///       - at ` Fixtures/themealdb/recipe/52958.json:1:11 `, property ` RecipeDetailDTO.name `
///
/// Whatever an API sent is put in a code span, where nothing of it is markup, a link or a mention.
struct MarkdownReport {
  let style: ReportStyle

  /// The most UTF-8 bytes of a report: a comment holds 65,536 characters, a job's summary 1 MiB.
  private static let room = 60_000

  /// The most scalars of a text of the API, so that one finding leaves room for others.
  private static let textLimit = 400

  func render(_ report: Report) -> String {
    var text =
      "### \(style.program) \(Escaping.markdownCode(report.command)): \(counts(report))\n\n"
    text += table(report.checks)
    let causes = FindingGroups(report).groups.flatMap { group in
      FindingGroups.causes(of: group, showing: 1) { $0.waiver == nil }
    }
    let sorted = causes.enumerated().sorted { left, right in
      let levels = (level(left.element), level(right.element))
      return levels.0 == levels.1 ? left.offset < right.offset : levels.0 > levels.1
    }
    var written = 0
    for (_, cause) in sorted {
      let entry = self.entry(cause)
      guard text.utf8.count + entry.utf8.count < Self.room else { break }
      text += entry
      written += 1
    }
    if written < causes.count { text += "- … and \(causes.count - written) more causes\n" }
    for fixed in report.fixed.prefix(50) {
      text += "- **fixed** \(Escaping.markdownCode(AgeText.line(fixed), limit: Self.textLimit))\n"
    }
    for outage in report.outages.prefix(50) {
      let line = Escaping.markdownCode(OutageText.line(outage), limit: Self.textLimit)
      text += "- **unreachable**: \(line)\n"
    }
    let notes = report.notes.map { "> \(Escaping.markdownCode($0, limit: Self.textLimit))\n" }
    if !notes.isEmpty { text += "\n" + notes.prefix(20).joined(separator: ">\n") }
    return text
  }

  private func counts(_ report: Report) -> String {
    let summary = report.summary
    let parts =
      [
        (summary.breaking, "breaking"),
        (summary.warning, summary.warning == 1 ? "warning" : "warnings"),
        (summary.info, "info"), (summary.waived, "waived"), (summary.unexercised, "unexercised"),
        (report.checks.count { $0.status == .unreachable }, "unreachable"),
        (report.checks.count(where: \.facts.couldNotRun), "not checked"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" } + AgeText.counts(report)
    let notListed =
      summary.notShown > 0 ? "; \(summary.notShown) of them are counted and not listed" : ""
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ") + notListed
  }

  private func table(_ checks: [CheckOutcome]) -> String {
    guard !checks.isEmpty else { return "" }
    let rows = checks.prefix(200).map { check in
      let name = Escaping.markdownCode(
        "\(check.suite)/\(check.endpoint)", limit: Self.textLimit, inTable: true)
      let status = check.status == .conforms ? "conforms" : "**\(check.status.rawValue)**"
      let detail =
        check.detail.map {
          Escaping.markdownCode($0, limit: Self.textLimit, inTable: true)
        } ?? ""
      return "| \(name) | \(status) | \(detail) |\n"
    }
    let more = checks.count > 200 ? "| … and \(checks.count - 200) more checks | | |\n" : ""
    return "| check | status | |\n| --- | --- | --- |\n" + rows.joined() + more + "\n"
  }

  private func entry(_ cause: FindingGroups.Cause) -> String {
    guard let finding = cause.shown.first else { return "" }
    let code = { (text: String) in Escaping.markdownCode(text, limit: Self.textLimit) }
    let new = finding.age?.state == .new ? "**new** " : ""
    var line = "- \(new)**\(finding.level.rawValue)** `\(finding.rule.id)`"
    if let name = FindingText.checkName(suite: finding.suite, endpoint: finding.endpoint) {
      line += " in \(code(name))"
    }
    if cause.more > 0 { line += ", \(cause.more + 1) times" }
    line += ": \(code(finding.message))\n"
    var facts = [finding.file.flatMap { _ in FindingText.place(finding) }.map { "at \(code($0))" }]
    facts.append(finding.pointer.flatMap { $0.isEmpty ? nil : code($0) })
    facts.append(
      finding.dto.map { dto in
        "property \(code(dto.nameWithPlace))"
      })
    let known = facts.compactMap { $0 }
    if !known.isEmpty { line += "  - \(known.joined(separator: ", "))\n" }
    if !finding.statesValues {
      let values = [
        finding.expected.map { "expected \(code($0))" }, finding.found.map { "found \(code($0))" },
      ].compactMap { $0 }
      if !values.isEmpty { line += "  - \(values.joined(separator: ", "))\n" }
    }
    if let age = finding.age, age.state != .new {
      line += "  - \(AgeText.fact(age, in: nil))\n"
    }
    if !cause.elsewhere.isEmpty {
      let names = FindingText.endpoints(of: cause).map(code).joined(separator: ", ")
      line += "  - also in \(names)\n"
    }
    if let step = finding.nextStep {
      let text = step.text(program: style.program)
      line += "  - next: \(Escaping.markdownCode(text, limit: FindingText.limit(of: step)))\n"
    }
    return line
  }

  private func level(_ cause: FindingGroups.Cause) -> Level {
    cause.shown.first?.level ?? .info
  }
}
