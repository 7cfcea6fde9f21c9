import ContractTesting
import Testing

@Suite struct FindingTallyTests {
  /// A finding of a rule, at a path; its line says which one it is.
  private static func finding(_ number: Int, _ rule: Rule, _ path: String) -> Finding {
    var finding = Finding(rule, "number \(number)")
    finding.path = path
    finding.line = number
    return finding
  }

  /// Findings of four rules at up to 40 paths, in an order that looks like chance.
  private static let findings: [Finding] = {
    var state: UInt64 = 7
    return (0..<4000).map { number in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let draw = Int(state >> 33)
      let rule: Rule = [.typeMismatch, .nullSlot, .duplicateKey, .missingKey][draw % 4]
      // Some paths come late, and some only once.
      let path = draw % 97 == 0 ? "$.once\(number)" : "$.p\(min(draw / 4 % 40, number / 50))"
      return finding(number, rule, path)
    }
  }()

  private static let limits = FindingTally.Limits(first: 100, ofCause: 2, causes: 20)

  private static func tally(_ findings: [Finding]) -> FindingTally {
    var tally = FindingTally(limits: limits)
    tally.append(findings)
    return tally
  }

  /// The header's own example.
  @Test func exampleOfTheHeaderHolds() {
    var tally = FindingTally(limits: FindingTally.Limits(first: 2, ofCause: 1, causes: 1_000))
    for (number, path) in ["a", "a", "b", "a", "c", "b"].enumerated() {
      tally.append(Self.finding(number, .typeMismatch, path))
    }
    #expect(tally.findings.map { "\($0.path ?? "")+\($0.more)" } == ["a+0", "a+1", "b+1", "c+0"])
  }

  /// What the rule of the header says, said in the plainest way.
  @Test func choiceFollowsItsRule() {
    var causes: [String] = []
    var ofCause: [String: Int] = [:]
    var ofKind: [String: Int] = [:]
    var chosen: [Int] = []
    for (place, finding) in Self.findings.enumerated() {
      let cause = "\(finding.rule.id) \(finding.path ?? "")"
      if !causes.contains(cause) { causes.append(cause) }
      let isEarly = causes.prefix(Self.limits.causes).contains(cause)
      if place < Self.limits.first || ofKind[finding.rule.id, default: 0] < Self.limits.ofCause
        || isEarly && ofCause[cause, default: 0] < Self.limits.ofCause
      {
        chosen.append(place)
      }
      ofCause[cause, default: 0] += 1
      ofKind[finding.rule.id, default: 0] += 1
    }
    #expect(Self.tally(Self.findings).findings.compactMap(\.line) == chosen)
  }

  @Test func countsAreExact() {
    let tally = Self.tally(Self.findings)
    #expect(tally.total == Self.findings.count)
    #expect(tally.findings.count < Self.findings.count / 10)
    for rule in Set(Self.findings.map(\.rule)) {
      let kept = tally.findings.filter { $0.rule == rule }
      #expect(
        kept.reduce(0) { $0 + 1 + $1.more } == Self.findings.count { $0.rule == rule }, "\(rule.id)"
      )
    }
    let report = Report(command: "validate", findings: tally.findings)
    let all = Report(command: "validate", findings: Self.findings)
    var summary = report.summary
    #expect(summary.notShown == Self.findings.count - tally.findings.count)
    summary.notShown = 0
    #expect(summary == all.summary && report.worstLevel == all.worstLevel)
  }

  /// However the findings are divided, and whatever each part knows of those before it, the parts
  /// give what the whole gives.
  @Test(arguments: [1, 3, 50, 700, 3999], [0, 1, 5])
  func partsGiveWhatTheWholeGives(size: Int, lag: Int) {
    let whole = Self.tally(Self.findings)
    var tally = FindingTally(limits: Self.limits)
    var waiting: [FindingTally] = []
    for start in stride(from: 0, to: Self.findings.count, by: size) {
      // A part may be begun before the ones in front of it are added.
      var part = tally.part()
      part.append(Array(Self.findings[start..<min(start + size, Self.findings.count)]))
      waiting.append(part)
      if waiting.count > lag { tally.append(waiting.removeFirst()) }
    }
    for part in waiting { tally.append(part) }
    #expect(tally.total == whole.total && tally.findings == whole.findings)
  }

  /// A part that knows of many findings keeps few: its memory does not depend on their number.
  @Test func partKeepsWhatTheWholeHasRoomFor() {
    let tally = Self.tally(Self.findings)
    var part = tally.part()
    part.append(Self.findings)
    // Causes of which the whole has one finding only have room for one more.
    #expect(part.findings.count < Self.limits.causes && part.total == Self.findings.count)
  }

  /// Whoever asks first makes no finding without need, and the counts are the same.
  @Test func askingFirstIsTheSame() {
    var tally = FindingTally(limits: Self.limits)
    var made = 0
    for finding in Self.findings {
      let cause = FindingCause(finding.rule, path: finding.path)
      guard tally.wants(cause) else { continue }
      made += 1
      tally.append(finding, of: cause)
    }
    #expect(made == tally.findings.count && tally.findings == Self.tally(Self.findings).findings)
  }

  /// A finding that stands for others brings their number with it, wherever it comes to.
  @Test func findingsThatStandForOthersKeepTheirCount() {
    let first = Self.tally(Self.findings)
    var second = FindingTally(limits: FindingTally.Limits(first: 3, ofCause: 1, causes: 2))
    second.append(first.findings)
    #expect(second.findings.count < first.findings.count)
    #expect(second.findings.reduce(0) { $0 + 1 + $1.more } == Self.findings.count)
    #expect(second.total == Self.findings.count)
  }

  /// Names may be as long as a document; what is kept of them is not.
  @Test func longTextsAreCut() throws {
    let name = String(repeating: "ä", count: 5000)
    var finding = Self.finding(1, .typeMismatch, "$.\(name)")
    finding.pointer = "/\(name)"
    finding.found = "b"
    var tally = FindingTally(limits: .stream)
    tally.append(finding)
    let kept = try #require(tally.findings.first)
    #expect(kept.path?.utf8.count ?? 0 < 2100 && kept.path?.hasSuffix("…") == true)
    #expect(kept.pointer == nil && kept.found == "b" && kept.line == 1)
  }
}
