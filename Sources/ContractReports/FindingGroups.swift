import ContractTesting
import SchemaDrift

/// The findings of a report, in the order and the groups in which people read them.
///
/// One cause is told once: at the endpoint that shows it best, which is the surest one or else the first.
/// The other endpoints of the API are listed there, and their own groups only name it.
struct FindingGroups {
  /// The findings of one endpoint, or of no endpoint at all.
  struct Group {
    /// The outcome of the check; nil when the report has none for these findings.
    let check: CheckOutcome?
    let suite: String?
    let endpoint: String?
    /// The findings, without those that are told at another endpoint.
    var findings: [Finding] = []
    /// What is told at other endpoints, by the position of their groups.
    fileprivate(set) var toldElsewhere: [Int: [Finding]] = [:]
    /// The findings of other endpoints that are told here, one for each endpoint.
    fileprivate var alsoElsewhere: [FindingCauseKey: [Finding]] = [:]
  }

  /// Findings of the same cause.
  struct Cause {
    /// The findings that are shown, the first ones.
    var shown: [Finding]
    /// The number of the other ones, whether the report lists them or not.
    var more = 0
    /// The first finding of each other endpoint that shows the cause.
    var elsewhere: [Finding] = []
  }

  /// One group for each check, and after them one for each endpoint without a check.
  private(set) var groups: [Group]

  /// Groups findings; `foldingEndpoints` tells a cause once, and not at each endpoint.
  init(_ report: Report, foldingEndpoints: Bool = true) {
    groups = report.checks.map { Group(check: $0, suite: $0.suite, endpoint: $0.endpoint) }
    var positions: [[String?]: Int] = [:]
    for (position, group) in groups.enumerated() {
      positions[[group.suite, group.endpoint]] = position
    }
    var entries: [(finding: Finding, position: Int)] = []
    for finding in report.findings {
      let key = [finding.suite, finding.endpoint]
      let position = positions[key] ?? groups.count
      if position == groups.count {
        positions[key] = position
        groups.append(Group(check: nil, suite: finding.suite, endpoint: finding.endpoint))
      }
      entries.append((finding, position))
    }
    guard foldingEndpoints else {
      for entry in entries { groups[entry.position].findings.append(entry.finding) }
      return
    }
    fold(entries)
  }

  /// Puts each finding where its cause is told.
  private mutating func fold(_ entries: [(finding: Finding, position: Int)]) {
    let numbers = FindingCauses(entries.map(\.finding)).numbers
    var leads: [Int: (finding: Finding, position: Int)] = [:]
    for (entry, number) in zip(entries, numbers) where entry.finding.isToldOnce {
      if let lead = leads[number], lead.finding.sureness >= entry.finding.sureness { continue }
      leads[number] = entry
    }
    var listed = Set<[Int]>()
    for (entry, number) in zip(entries, numbers) {
      guard let lead = leads[number], lead.position != entry.position, entry.finding.isToldOnce
      else {
        groups[entry.position].findings.append(entry.finding)
        continue
      }
      guard listed.insert([number, entry.position]).inserted else { continue }
      groups[entry.position].toldElsewhere[lead.position, default: []].append(entry.finding)
      groups[lead.position].alsoElsewhere[FindingCauseKey(lead.finding), default: []]
        .append(entry.finding)
    }
  }

  /// Brings the findings of each file of a group together and folds those of the same cause.
  ///
  /// A fault of the format is in every document; the first few of its findings tell all of it.
  static func causes(
    of group: Group, showing limit: Int, where isWanted: (Finding) -> Bool = { _ in true }
  ) -> [Cause] {
    let findings = group.findings.filter(isWanted)
    var files: [String?: Int] = [:]
    for finding in findings where files[finding.file] == nil {
      files[finding.file] = files.count
    }
    let sorted = findings.enumerated().sorted { left, right in
      (files[left.element.file] ?? 0, left.offset) < (files[right.element.file] ?? 0, right.offset)
    }

    var causes: [Cause] = []
    var positions: [FindingCauseKey: Int] = [:]
    for (_, finding) in sorted {
      let key = FindingCauseKey(finding)
      if let position = positions[key] {
        causes[position].more += finding.more
        if causes[position].shown.count < limit {
          causes[position].shown.append(finding)
        } else {
          causes[position].more += 1
        }
      } else {
        positions[key] = causes.count
        causes.append(
          Cause(
            shown: [finding], more: finding.more, elsewhere: group.alsoElsewhere[key] ?? []))
      }
    }
    return causes
  }
}

extension Finding {
  /// Whether the finding is told once for all endpoints that have it.
  ///
  /// What an app lives with is counted at each endpoint, in one line; a fault of a document is its own.
  fileprivate var isToldOnce: Bool {
    suite != nil && endpoint != nil && path != nil && (level > .info || rule.family == .drift)
  }

  /// How much a finding of drift proves, compared with another one of its cause.
  fileprivate var sureness: Int {
    switch change?.confidence {
    case .certain?: 3
    case .likely?: 2
    case .guess?: 1
    case nil: 0
    }
  }
}
