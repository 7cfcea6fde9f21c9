/// Which findings make a run fail.
package struct FailCondition: Sendable, Hashable {
  /// The word that `--fail-on` takes for what is new.
  package static let new = "new"

  /// The lowest level that fails.
  package var level: Level

  /// Whether only what the run before did not have fails.
  package var isNewOnly: Bool

  /// Makes a condition.
  package init(level: Level = .breaking, isNewOnly: Bool = false) {
    self.level = level
    self.isNewOnly = isNewOnly
  }

  /// Whether a finding makes a run fail: one that no waiver covers, and that is news to the contract.
  package func covers(_ finding: Finding) -> Bool {
    finding.waiver == nil && !finding.isAgreed && finding.level >= level
      && (!isNewOnly || finding.age?.state == .new)
  }
}
