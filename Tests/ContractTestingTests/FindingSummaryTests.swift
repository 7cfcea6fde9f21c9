import ContractTesting
import Endpoints
import StrictJSON
import TestSupport
import Testing

/// Summaries of findings with room for few causes.
@Suite(.computing) struct FindingSummaryTests {
  private static let limits = FindingTally.Limits.summary(examples: 2, causes: 5)

  /// Findings of two rules at 60 paths, of which some come often.
  private static let findings: [Finding] = {
    var state: UInt64 = 7
    return (0..<3000).map { number in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let draw = Int(state >> 33)
      var finding = Finding(draw % 5 == 0 ? .nullSlot : .missingKey, "number \(number)")
      finding.path = "$.p\(draw / 5 % min(60, 2 + number / 20))"
      finding.source = .file("a")
      finding.documentOffset = 10 * number
      finding.offset = 10 * number
      return finding
    }
  }()

  private static func summary(_ findings: ArraySlice<Finding>, parts: Int = 1) -> FindingSummary {
    var tally = FindingTally(limits: limits)
    let size = max(1, (findings.count + parts - 1) / parts)
    for start in stride(from: findings.startIndex, to: findings.endIndex, by: size) {
      var part = tally.part()
      part.append(Array(findings[start..<min(start + size, findings.endIndex)]))
      tally.append(part)
    }
    var summary = FindingSummary(command: "validate", examples: 2, room: 5)
    summary.add(tally, redaction: .standard)
    return summary
  }

  private static func text(_ summary: FindingSummary) -> String {
    JSONWriter.compact(summary.document)
  }

  /// Which causes are told apart depends on nothing but the findings, and all are counted.
  @Test(arguments: [1, 3, 40])
  func choiceOfCausesDoesNotDependOnTheDivision(parts: Int) throws {
    let whole = Self.summary(Self.findings[...])
    #expect(Self.text(Self.summary(Self.findings[...], parts: parts)) == Self.text(whole))
    let size = (Self.findings.count + parts - 1) / parts
    var joined = FindingSummary(command: "validate", examples: 2, room: 5)
    for part in (0..<parts).reversed() {
      let range = part * size..<min((part + 1) * size, Self.findings.count)
      try joined.merge(Self.summary(Self.findings[range]))
    }
    #expect(Self.text(joined) == Self.text(whole))
    #expect(joined.total == Self.findings.count)
  }

  /// A cause that is told apart has its true count and its first findings.
  @Test func causesAreCountedToTheLast() throws {
    let root = try JSONDocument(Array(Self.text(Self.summary(Self.findings[...])).utf8)).root
    let causes = Array(try #require(root["causes"]).elements)
    #expect(causes.count == 10)
    for cause in causes {
      let same = Self.findings.filter {
        $0.rule.id == cause["rule"]?.string && $0.path == cause["path"]?.string
      }
      #expect(cause["count"]?.numberText == String(same.count))
      #expect(
        cause["examples"]?.elements.map { $0["message"]?.string } == same.prefix(2).map(\.message))
    }
    let others = try #require(root["others"]).elements.compactMap { $0["count"]?.numberText }
    let counts = causes.compactMap { $0["count"]?.numberText } + others
    #expect(counts.compactMap { Int($0) }.reduce(0, +) == Self.findings.count)
  }

  @Test func documentIsReadAsItIsWritten() throws {
    let text = Self.text(Self.summary(Self.findings[...]))
    let read = try #require(FindingSummary(try JSONDocument(Array(text.utf8))))
    #expect(Self.text(read) == text)
  }

  /// The same documents given twice are counted twice, in whatever order.
  @Test func joiningIsCommutativeForTheSameDocuments() throws {
    let one = Self.summary(Self.findings[..<300])
    let other = Self.summary(Self.findings[100..<400])
    var forwards = one
    try forwards.merge(other)
    try forwards.merge(one)
    var backwards = one
    try backwards.merge(one)
    try backwards.merge(other)
    #expect(Self.text(forwards) == Self.text(backwards))
  }
}
