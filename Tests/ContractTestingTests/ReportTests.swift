import ContractTesting
import SchemaDrift
import Testing

@Suite struct ReportTests {
  private static func finding(_ rule: Rule, waiver: String? = nil) -> Finding {
    var finding = Finding(rule, rule.summary)
    finding.waiver = waiver
    return finding
  }

  @Test func levelsAreOrdered() {
    #expect(Level.allCases.sorted() == [.info, .warning, .breaking])
  }

  @Test func waivedFindingCountsAsWaivedOnly() {
    let report = Report(
      command: "check",
      checks: [
        CheckOutcome(suite: "spacex", endpoint: "launch", status: .unexercised, samples: 0),
        CheckOutcome(suite: "spacex", endpoint: "rockets", status: .conforms, samples: 2),
      ],
      findings: [
        Self.finding(.missingKey, waiver: "known"), Self.finding(.slotGap),
        Self.finding(.nullSlot), Self.finding(Rule(.keyAdded)),
      ])
    let summary = report.summary
    #expect(summary.breaking == 0)
    #expect(summary.warning == 1)
    #expect(summary.info == 2)
    #expect(summary.waived == 1)
    #expect(summary.unexercised == 1)
    #expect(report.worstLevel == .warning)
  }

  @Test func reportWithoutFindingsHasNoWorstLevel() {
    #expect(Report(command: "check").worstLevel == nil)
    #expect(
      Report(command: "check", findings: [Self.finding(.missingKey, waiver: "known")]).worstLevel
        == nil)
  }
}
