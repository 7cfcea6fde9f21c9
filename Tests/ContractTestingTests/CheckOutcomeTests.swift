import ContractTesting
import SchemaDrift
import Testing

@Suite struct CheckOutcomeTests {
  /// One row of the table: what a check saw, and the status that follows.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var couldNotRun = false
    var hasData = true
    var undecoded = 0
    var hasOutage = false
    var findings: [Finding] = []
    let status: CheckStatus

    var facts: CheckFacts {
      var facts = CheckFacts()
      facts.problem = couldNotRun ? "the contract cannot be used" : nil
      facts.hasData = hasData
      facts.undecoded = undecoded
      facts.outage = hasOutage ? .emptyBody : nil
      return facts
    }
  }

  private static func finding(
    _ rule: Rule, _ level: Level, waiver: String? = nil, isAgreed: Bool = false
  ) -> Finding {
    var finding = Finding(rule, "m")
    finding.suite = "shop"
    finding.endpoint = "order"
    finding.level = level
    finding.waiver = waiver
    finding.isAgreed = isAgreed
    return finding
  }

  static let rows: [Row] = [
    Row(testDescription: "nothing", status: .conforms),
    Row(testDescription: "no data", hasData: false, status: .unexercised),
    Row(testDescription: "an outage", hasOutage: true, status: .unreachable),
    Row(
      testDescription: "an outage of all", hasData: false, hasOutage: true, status: .unreachable),
    Row(testDescription: "not decoded", undecoded: 1, status: .failed),
    Row(testDescription: "not made", couldNotRun: true, hasData: false, status: .failed),
    Row(
      testDescription: "breaking", findings: [finding(.missingKey, .breaking)], status: .failed),
    Row(
      testDescription: "breaking without data", hasData: false,
      findings: [finding(.emptyBody, .breaking)], status: .failed),
    Row(
      testDescription: "breaking beside an outage", hasOutage: true,
      findings: [finding(.missingKey, .breaking)], status: .failed),
    Row(
      testDescription: "a warning", findings: [finding(.slotGap, .warning)], status: .conforms),
    Row(
      testDescription: "drift", findings: [finding(Rule(.keyRenamed), .warning)], status: .drifted),
    Row(
      testDescription: "drift of no matter", findings: [finding(Rule(.keyAdded), .info)],
      status: .conforms),
    Row(
      testDescription: "drift and breaking", undecoded: 2, hasOutage: true,
      findings: [finding(.missingKey, .breaking), finding(Rule(.keyRemoved), .breaking)],
      status: .drifted),
    Row(
      testDescription: "not made, though something is known", couldNotRun: true,
      findings: [finding(Rule(.keyRemoved), .breaking)], status: .failed),
    Row(
      testDescription: "waived", findings: [finding(.missingKey, .breaking, waiver: "known")],
      status: .conforms),
    Row(
      testDescription: "waived beside an outage", hasOutage: true,
      findings: [finding(Rule(.keyRemoved), .breaking, waiver: "known")], status: .unreachable),
    Row(
      testDescription: "waived without data", hasData: false,
      findings: [finding(.emptyBody, .breaking, waiver: "known")], status: .unexercised),
    Row(
      testDescription: "agreed", findings: [finding(.nullSlot, .breaking, isAgreed: true)],
      status: .conforms),
    Row(
      testDescription: "of the run", hasData: false, findings: [finding(.unexercised, .breaking)],
      status: .unexercised),
  ]

  @Test(arguments: rows) func statusFollowsFromFactsAndFindings(_ row: Row) {
    #expect(CheckStatus(row.facts, row.findings) == row.status)
    // A later step that changes levels or waivers comes to the same verdict.
    var report = Report(command: "check", findings: row.findings)
    report.checks = [
      CheckOutcome(
        suite: "shop", endpoint: "order", status: .conforms, samples: 1, facts: row.facts)
    ]
    report.restateChecks()
    #expect(report.checks.map(\.status) == [row.status])
  }
}
