import ContractTesting
import SchemaDrift

extension ReportFormat {
  /// For a browser: one page without anything outside of it.
  package static let html = ReportFormat(
    name: "html", showsMaterial: true, write: { HTMLReport(style: $1).render($0) })
}

/// Writes a report as one HTML page: what was checked, where each path went, each cause with its evidence
/// and its patch, the documents with their findings in place, the slots, and the nights before.
///
/// Everything that a person decides on stands in the page without script. A cause shows a few of its
/// findings and lists the places of the others, so that a page of ten thousand findings stays readable.
struct HTMLReport {
  let style: ReportStyle

  /// The number of causes that are shown; the rest is counted.
  private static let shownCauses = 2_000

  func render(_ report: Report) -> String {
    let causes = causes(report)
    let documents = HTMLDocuments(report)
    let sections: [Section] = [
      Section(id: "checks", title: "Checks", body: checks(report)),
      Section(id: "changes", title: "Where each path went", body: changes(report)),
      Section(id: "causes", title: "Findings", body: list(causes, documents, report)),
      Section(id: "outages", title: "Outages", body: outages(report)),
      Section(id: "fixed", title: "Fixed", body: fixed(report)),
      Section(id: "documents", title: "Documents", body: documents.body),
      Section(id: "slots", title: "Slots", body: HTMLSlots.body(report.material.slotTables)),
      Section(id: "nights", title: "Nights", body: HTMLTimeline.body(report.material.timeline)),
      Section(id: "notes", title: "Notes", body: notes(report)),
    ].filter { !$0.body.markup.isEmpty }
    let title = "\(style.program) \(report.command)"
    let links: [HTML] = sections.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>\n" }
    let parts: [HTML] = sections.map { section in
      """
      <section id="\(section.id)" aria-labelledby="\(section.id)-title">
      <h2 id="\(section.id)-title">\(section.title)</h2>
      \(section.body)</section>

      """
    }
    return HTMLPage.render(
      title: title,
      """
      <a class="skip" href="#main">Skip to the report</a>
      <header>
      <h1>\(title)</h1>
      <p>\(verdict(report))</p>
      <nav aria-label="Sections"><ul>
      \(links)</ul></nav>
      </header>
      <main id="main">
      \(parts)</main>
      """)
  }

  private struct Section {
    let id: String
    let title: String
    let body: HTML
  }

  private func verdict(_ report: Report) -> HTML {
    let summary = report.summary
    let counts: [(Int, String, String)] = [
      (summary.breaking, "breaking", "breaking"),
      (summary.warning, summary.warning == 1 ? "warning" : "warnings", "warning"),
      (summary.info, "info", "info"), (summary.waived, "waived", ""),
      (summary.unexercised, "unexercised", ""),
      (report.checks.count { $0.status == .unreachable }, "unreachable", "warning"),
      (summary.notShown, "counted and not listed", ""),
    ]
    var parts: [HTML] = counts.filter { $0.0 > 0 }.map { count, noun, level in
      "<span class=\"level \(level)\">\(count) \(noun)</span> "
    }
    if parts.isEmpty { parts = ["<span class=\"level good\">no findings</span> "] }
    parts += AgeText.counts(report).map { "<span class=\"tag\">\($0)</span> " }
    return "\(parts)"
  }

  private func checks(_ report: Report) -> HTML {
    guard !report.checks.isEmpty else { return "" }
    let rows: [HTML] = report.checks.map { check in
      let level =
        switch check.status {
        case .conforms: "good"
        case .drifted, .failed: "breaking"
        case .unexercised, .unreachable: "warning"
        }
      return """
        <tr><th scope="row">\(check.suite)/\(check.endpoint)</th>\
        <td><span class="level \(level)">\(check.status.rawValue)</span></td>\
        <td>\(check.samples)</td><td>\(check.detail ?? "")</td></tr>

        """
    }
    return """
      <div class="wide"><table><caption>One row an endpoint</caption>
      <thead><tr><th scope="col">endpoint</th><th scope="col">verdict</th>\
      <th scope="col">samples</th><th scope="col">what was read</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div>

      """
  }

  private func changes(_ report: Report) -> HTML {
    let causes = MappingView.rows(report.mapping, report.findings)
    let legend: [HTML] = MappingView.legend(causes).map { "<li>\($0)</li>\n" }
    let rows: [HTML] = causes.map { row in
      let mark: HTML = row.isBreaking ? "! " : ""
      let place: HTML = "\(mark)<code>\(row.old)</code></td><td><code>\(row.new)</code>"
      let kind: HTML =
        row.finding.map { "<a href=\"#\(Self.anchor($0))\">\(row.kind)</a>" } ?? "\(row.kind)"
      let level: HTML =
        row.finding.map { "<span class=\"level \($0.level.rawValue)\">\($0.level.rawValue)</span>" }
        ?? ""
      return "<tr><td>\(place)</td><td>\(kind)</td><td>\(level)</td></tr>\n"
    }
    guard !rows.isEmpty else { return "" }
    return """
      <div class="wide"><table><caption>Old beside new; \(MappingView.count(ofKept: report.mapping))</caption>
      <thead><tr><th scope="col">old</th><th scope="col">new</th><th scope="col">change</th>\
      <th scope="col">level</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div>
      \(legend.isEmpty ? "" : "<ul>\n\(legend)</ul>\n")
      """
  }

  private func outages(_ report: Report) -> HTML {
    let items: [HTML] = report.outages.map { "<li>\(OutageText.line($0))</li>\n" }
    return items.isEmpty ? "" : "<ul>\n\(items)</ul>\n"
  }

  private func fixed(_ report: Report) -> HTML {
    let items: [HTML] = report.fixed.map { "<li>\(AgeText.line($0))</li>\n" }
    return items.isEmpty ? "" : "<ul>\n\(items)</ul>\n"
  }

  private func notes(_ report: Report) -> HTML {
    let items: [HTML] = report.notes.filter { !$0.isEmpty }.map { "<li>\($0)</li>\n" }
    return items.isEmpty ? "" : "<ul>\n\(items)</ul>\n"
  }

  // MARK: Causes

  /// The causes over all endpoints, the worst first and what is new before what is known.
  private func causes(_ report: Report) -> [FindingGroups.Cause] {
    let causes = FindingGroups(report).groups.flatMap {
      FindingGroups.causes(of: $0, showing: HTMLCause.keptFindings)
    }
    return causes.enumerated().sorted { left, right in
      let ranks = (Self.rank(left.element), Self.rank(right.element))
      return ranks.0 == ranks.1 ? left.offset < right.offset : ranks.0 > ranks.1
    }.map(\.element)
  }

  private static func rank(_ cause: FindingGroups.Cause) -> Int {
    guard let finding = cause.shown.first, finding.waiver == nil else { return 0 }
    let level =
      switch finding.level {
      case .breaking: 3
      case .warning: 2
      case .info: 1
      }
    return level * 2 + (finding.age?.state == .new ? 1 : 0)
  }

  private func list(
    _ causes: [FindingGroups.Cause], _ documents: HTMLDocuments, _ report: Report
  ) -> HTML {
    guard !causes.isEmpty else { return "" }
    let text = HTMLCause(style: style, comparison: report.comparison, documents: documents)
    var anchors: Set<String> = []
    let articles: [HTML] = causes.prefix(Self.shownCauses).map { cause in
      let anchor = cause.shown.first.map(Self.anchor) ?? ""
      return text.article(cause, anchor: anchors.insert(anchor).inserted ? anchor : nil)
    }
    let more = causes.count - articles.count
    let rest: HTML = more > 0 ? "<p>… and \(more) more causes; the JSON report has them</p>\n" : ""
    return "<div id=\"filter\" class=\"filter\"></div>\n\(articles)\(rest)"
  }

  /// The name of a cause in the page.
  static func anchor(_ finding: Finding) -> String { "cause-\(finding.fingerprint)" }
}
