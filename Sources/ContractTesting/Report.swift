package import SchemaDrift

/// What one run of a command says: the checks it made and the findings of them.
public struct Report: Sendable, Hashable {
  /// The version of the JSON form of the report.
  package static let version = 1

  /// The command that ran, such as `check`.
  package var command: String

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

  /// The counts of the report.
  public var summary: ReportSummary {
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
public struct ReportSummary: Sendable, Hashable {
  /// The number of breaking findings.
  public var breaking = 0

  /// The number of warnings.
  public var warning = 0

  /// The number of findings that an app lives with.
  public var info = 0

  /// The number of findings that a waiver covers.
  public var waived = 0

  /// The number of checks that saw no data.
  public var unexercised = 0

  /// The number of findings in these counts that the report does not list; see ``Finding/more``.
  public var notShown = 0
}

extension Report {
  /// Gives each check the status that follows from its findings, as their levels and waivers are now.
  ///
  /// A waived finding counts for nothing. A check that could not be made has no finding and stays as
  /// it is.
  package mutating func restateChecks() {
    for index in checks.indices {
      let check = checks[index]
      guard [.conforms, .drifted, .failed].contains(check.status) else { continue }
      let about = findings.filter {
        $0.suite == check.suite && $0.endpoint == check.endpoint && !$0.isAgreed
          && $0.rule.family != .run
      }
      guard !about.isEmpty else { continue }
      let counting = about.filter { $0.waiver == nil }
      checks[index].status =
        counting.contains { $0.rule.family == .drift && $0.level > .info }
        ? .drifted
        : counting.contains { $0.level == .breaking } || check.undecoded > 0 ? .failed : .conforms
    }
  }
}

/// What came out of the check of one endpoint.
public struct CheckOutcome: Sendable, Hashable {
  /// The API under watch.
  public var suite: String

  /// The kind of request.
  public var endpoint: String

  /// The verdict.
  public var status: CheckStatus

  /// The number of documents that were read.
  public var samples: Int

  /// What was done, in one line: `12 fixtures, RecipesDTO, contract recipe.schema.json`.
  public var detail: String?

  /// Why requests of an unreachable endpoint were not answered.
  package var outage: Outage.Reason?

  /// The number of documents that the DTO was not run on, because its code did not come back from
  /// others; where there are any, the check does not conform.
  package var undecoded = 0

  /// Makes an outcome.
  package init(
    suite: String, endpoint: String, status: CheckStatus, samples: Int, detail: String? = nil
  ) {
    self.suite = suite
    self.endpoint = endpoint
    self.status = status
    self.samples = samples
    self.detail = detail
  }
}

/// The verdict on one endpoint.
public enum CheckStatus: String, Sendable, Hashable, CaseIterable {
  /// Response, contract and DTO agree.
  case conforms

  /// The format of the responses changed.
  case drifted

  /// A response cannot be read, or breaks the contract or the DTO.
  case failed

  /// The check saw no data.
  case unexercised

  /// The server did not answer, or with nothing that tells of the format.
  case unreachable
}
