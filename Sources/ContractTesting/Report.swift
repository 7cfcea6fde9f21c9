package import SchemaDrift

/// What one run of a command says: the checks it made and the findings of them.
public struct Report: Sendable, Hashable {
  /// The version of the JSON form of the report.
  package static let version = 1

  /// The command that ran, such as `check`.
  package var command: String

  /// Whether no finding is news: not for a command that only writes a file.
  package var looksForFindings = true

  /// Whether the report is about two formats as such, so that people see where each path went.
  package var comparesFormats = false

  /// One outcome for each endpoint that was looked at.
  public var checks: [CheckOutcome]

  /// The findings, in the order in which they are shown.
  public var findings: [Finding]

  /// Where each path of the old format went; empty when no formats were compared.
  package var mapping: [PathMapping]

  /// What a reader should know beside the findings, one line each.
  public var notes: [String]

  /// What kept requests from being answered; empty where nothing was asked.
  package var outages: [Outage] = []

  /// What this run is compared with; nil without a history.
  package var comparison: Comparison?

  /// What findings are new against.
  package enum Comparison: Sendable, Hashable {
    /// The runs of a history, of which the last was on this day; nil for the first run.
    case runs(last: Day?)
    /// The state of a revision or of a folder, by the name that was given.
    case state(String)
  }

  /// What ``comparison`` had and this run looked for in vain, the worst first.
  package var fixed: [FixedFinding] = []

  /// What a report for reading at leisure shows beside the findings.
  package var material = ReportMaterial()

  /// Makes a report.
  package init(
    command: String, checks: [CheckOutcome] = [], findings: [Finding] = [],
    mapping: [PathMapping] = [], notes: [String] = []
  ) {
    self.command = command
    self.checks = checks
    self.findings = findings
    self.mapping = mapping
    self.notes = notes
  }

  /// The highest level of the findings that count; nil when there are none.
  ///
  /// What a waiver covers does not count, nor what the contract agrees with.
  public var worstLevel: Level? {
    findings.lazy.filter { $0.waiver == nil && !$0.isAgreed }.map(\.level).max()
  }

  /// The number of answers of another shape that wait for a review.
  package var pending: Int { checks.reduce(0) { $0 + $1.facts.pending } }

  /// The counts of the report.
  package var summary: ReportSummary {
    var summary = ReportSummary()
    for finding in findings {
      let count = 1 + finding.more
      summary.notShown += finding.more
      if finding.waiver != nil {
        summary.waived += count
        continue
      }
      switch finding.level {
      case .breaking: summary.breaking += count
      case .warning: summary.warning += count
      case .info: summary.info += count
      }
    }
    summary.unexercised = checks.count { $0.status == .unexercised }
    return summary
  }
}

/// The counts of a report, of findings that are not listed too; a waived one counts as waived only.
package struct ReportSummary: Sendable, Hashable {
  /// The number of breaking findings.
  package var breaking = 0

  /// The number of warnings.
  package var warning = 0

  /// The number of findings that an app lives with.
  package var info = 0

  /// The number of findings that a waiver covers.
  package var waived = 0

  /// The number of checks that saw no data.
  package var unexercised = 0

  /// The number of findings in these counts that the report does not list; see ``Finding/more``.
  package var notShown = 0
}
