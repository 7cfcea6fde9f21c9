import ContractTesting
import SchemaDrift
import StrictJSON

/// Writes many changes between two formats on one page: a table, and a line for what it lacks.
///
///     31 changes of the format, as a cautious client reads it
///
///       old                       new
///     ! $[*].mission_name         $[*].name            renamed 93/100
///     ! $[*].launch_year          –                    removed
///       52 paths are as they were
///
///     where a row does not say all:
///
///     breaking became-nullable  reused: boolean became boolean or null (never null in 74 …)
struct DriftPage {
  /// The parts of the page, each with its line feeds.
  let sections: [String]

  /// With fewer changes each one is shown with its source.
  private static let fewestChanges = 9

  /// Makes a page; nil for a report that is no comparison, or a short one.
  init?(_ report: Report, style: ReportStyle) {
    let drift = report.findings.filter { $0.rule.family == .drift }
    guard report.comparesFormats, drift.count >= Self.fewestChanges,
      drift.count == report.findings.count
    else { return nil }
    let table = MappingView(style: style).lines(report.mapping, findings: drift)
    let rest = table.isEmpty ? drift : drift.filter { !Self.isInTable($0) }
    let paint = Paint(isOn: style.usesColor)
    let reader = table.isEmpty ? "" : ", as a cautious client reads it"
    var sections = [paint("\(drift.count) changes of the format", .bold) + reader + "\n"]
    if !table.isEmpty { sections.append(table.map { $0 + "\n" }.joined()) }
    if !table.isEmpty, !rest.isEmpty {
      sections.append(paint("where a row does not say all:", .dim) + "\n")
    }
    let lines = rest.sorted { $0.level > $1.level }.flatMap { Self.lines($0, style) }
    if !lines.isEmpty { sections.append(lines.map { $0 + "\n" }.joined()) }
    self.sections = sections
  }

  /// Whether a row of the table tells all: from here to there, gone, or new.
  private static func isInTable(_ finding: Finding) -> Bool {
    guard let change = finding.change, change.from != change.to else { return false }
    return finding.rule.drift?.isAboutPlaces ?? false
  }

  private static func lines(_ finding: Finding, _ style: ReportStyle) -> [String] {
    let paint = Paint(isOn: style.usesColor)
    let level = finding.waiver == nil ? finding.level.rawValue : "waived"
    let label = paint(level, Paint.color(of: finding)) + " " + finding.rule.id
    let path = finding.change?.to?.description ?? finding.path ?? ""
    let message = Escaping.terminal("\(finding.message)", limit: FindingText.textLimit)
    let place = Escaping.terminal(path, limit: FindingText.nameLimit)
    return
      ([label + "  " + paint(place, .dim)]
      + TextColumns.wrap(message, max(style.width - 4, 30)).map { "    " + $0 })
      .map { Escaping.logLine($0) }
  }
}
