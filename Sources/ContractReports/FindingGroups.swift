import ContractTesting

/// The findings of a report, in the order and the groups in which people read them.
struct FindingGroups {
  /// The findings of one endpoint, or of no endpoint at all.
  struct Group {
    /// The outcome of the check; nil when the report has none for these findings.
    let check: CheckOutcome?
    let suite: String?
    let endpoint: String?
    var findings: [Finding]
  }

  /// Findings of the same cause.
  struct Cause {
    /// The findings that are shown, the first ones.
    var shown: [Finding]
    /// The number of the other ones, whether the report lists them or not.
    var more = 0
  }

  /// One group for each check, and after them one for each endpoint without a check.
  let groups: [Group]

  init(_ report: Report) {
    var groups: [Group] = []
    var positions: [[String?]: Int] = [:]
    for check in report.checks {
      positions[[check.suite, check.endpoint]] = groups.count
      groups.append(
        Group(check: check, suite: check.suite, endpoint: check.endpoint, findings: []))
    }
    for finding in report.findings {
      let key = [finding.suite, finding.endpoint]
      if let position = positions[key] {
        groups[position].findings.append(finding)
      } else {
        positions[key] = groups.count
        groups.append(
          Group(
            check: nil, suite: finding.suite, endpoint: finding.endpoint, findings: [finding]))
      }
    }
    self.groups = groups
  }

  /// Brings the findings of each file together and folds those of the same cause.
  ///
  /// A fault of the format is in every document; the first few of its findings tell all of it.
  static func causes(of findings: [Finding], showing limit: Int) -> [Cause] {
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
        causes.append(Cause(shown: [finding], more: finding.more))
      }
    }
    return causes
  }
}
