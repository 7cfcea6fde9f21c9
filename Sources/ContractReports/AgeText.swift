package import ContractTesting

/// What earlier runs say about a finding, in words.
package enum AgeText {
  /// The fact about a finding: `new since 2026-11-21`, `since 2026-11-03 (17 nights)`.
  static func fact(_ age: FindingAge, in comparison: Report.Comparison?) -> String {
    let state =
      switch age.state {
      case .new: new(in: comparison)
      case .known: age.span.map(span) ?? "known before"
      case .flaky:
        "comes and goes: seen on \((age.span?.nights ?? 1).counted("night"))"
          + (age.span.map { " since \($0.since)" } ?? "")
      }
    // The finding itself says what began with it.
    guard let member = age.member, member.day != age.span?.since, let words = words(member.share)
    else { return state }
    return "\(state); \(words) since \(member.day)"
  }

  /// How a member is not as usual: `null`, `null in 37 %`; nil where it is there and not null.
  static func words(_ share: MemberShare) -> String? {
    if share.present == 0 { return "gone" }
    if share.null == share.present { return "null" }
    let parts = [
      share.null > 0 ? "null in \(share.null) %" : nil,
      share.present < 100 ? "missing in \(100 - share.present) %" : nil,
    ]
    let words = parts.compactMap { $0 }.joined(separator: " and ")
    return words.isEmpty ? nil : words
  }

  private static func new(in comparison: Report.Comparison?) -> String {
    switch comparison {
    case .runs(let last?): "new since \(last)"
    case .runs(nil), nil: "new, in the first run of the history"
    case .state(let name): "new against \(name)"
    }
  }

  private static func span(_ span: FindingAge.Span) -> String {
    "since \(span.since) (\(span.nights.counted("night")))"
  }

  /// What is fixed, in one line without colours: `fixed key-renamed in themealdb/recipe at $.a, …`.
  static func line(_ fixed: FixedFinding) -> String {
    let finding = fixed.finding
    let place = [
      FindingText.checkName(suite: finding.suite, endpoint: finding.endpoint).map { " in \($0)" },
      finding.path.map { " at \(Escaping.terminal($0, limit: FindingText.nameLimit))" },
      fixed.span.map { ", \(span($0))" },
    ]
    let rule = Escaping.terminal(finding.rule, limit: FindingText.nameLimit)
    return rule + place.compactMap { $0 }.joined()
  }

  /// The number of findings that count and are new, those included that are not listed.
  package static func newCount(_ report: Report, from level: Level = .info) -> Int {
    report.findings.reduce(0) { count, finding in
      finding.age?.state == .new && finding.waiver == nil && finding.level >= level
        ? count + 1 + finding.more : count
    }
  }

  /// The counts for a summary, such as `2 new` and `1 fixed`; empty where nothing was compared.
  static func counts(_ report: Report) -> [String] {
    guard report.comparison != nil else { return [] }
    let flaky = report.findings.count { $0.age?.state == .flaky && $0.waiver == nil }
    return [
      "\(newCount(report)) new", flaky > 0 ? "\(flaky) flaky" : nil,
      report.fixed.isEmpty ? nil : "\(report.fixed.count) fixed",
    ].compactMap { $0 }
  }
}
