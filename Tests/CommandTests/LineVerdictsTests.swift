import ContractTesting
import JSONSchema
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

@Suite(.computing) struct LineVerdictsTests {
  private static let lines = (1...2000).map { number in
    if number % 97 == 0 { return #"{"id": 1,}"# }
    if number % 89 == 0 { return #"{"id": 1, "id": 2}"# }
    return number % 83 == 0 ? "" : #"{"id": \#(number)}"#
  }

  /// Many batches, with a fault now and then: what is wrong comes in the order of the lines.
  @Test(arguments: [1, 2, 5])
  func findingsComeInTheOrderOfTheLines(workers: Int) throws {
    let reader = LineReader(.text(Self.lines.joined(separator: "\n")), pieceSize: 300)
    let verdicts = try LineVerdicts(reader, of: LineInput(name: "a"), check: nil, workers: workers)
    #expect(
      verdicts.findings.findings.map(\.line)
        == (1...2000).filter { $0.isMultiple(of: 97) || $0.isMultiple(of: 89) })
    #expect(verdicts.counts.documents == Self.lines.count { !$0.isEmpty })
    #expect(verdicts.findings.findings.allSatisfy { $0.more == 0 })
  }

  /// What has no room is counted, whoever found it, and the worst finding is kept.
  @Test(arguments: [1, 3])
  func findingsWithoutRoomAreCounted(workers: Int) throws {
    let limits = FindingTally.Limits(first: 100, ofCause: 2)
    let duplicates = String(repeating: "{\"a\":1,\"a\":2}\n", count: limits.first + 5)
    let reader = LineReader(.text(duplicates + "{\n"), pieceSize: 500)
    let verdicts = try LineVerdicts(
      reader, of: LineInput(name: "a"), check: nil, workers: workers,
      after: FindingTally(limits: limits))
    let findings = verdicts.findings.findings
    #expect(findings.map(\.line) == (1...100) + [106])
    #expect(findings[99].more == 5 && findings.reduce(0) { $0 + $1.more } == 5)
    #expect(findings.last?.rule == .invalidJSON)
  }

  /// Lines that fail in several ways: who had which of them changes nothing of what is kept.
  @Test func choiceIsTheSameForAnyNumberOfWorkers() throws {
    let lines = (0..<3000).map { number in
      number % 7 == 0
        ? #"{"id": "\#(number)", "id": 2, "tags": [1, "a", 2], "k\#(number)": 1}"#
        : number % 11 == 0 ? "{" : #"{"tags": {"a": \#(number)}}"#
    }
    let contract = try Contract(
      name: "c",
      document: JSONDocument(
        Array(
          #"""
          {"required": ["id"], "additionalProperties": false, "properties": {
            "id": {"type": "integer"},
            "tags": {"items": {"type": "string"}, "additionalProperties": {"type": "null"}}}}
          """#.utf8)))
    let limits = FindingTally.Limits(first: 50, ofCause: 2, causes: 5)
    let results = try [1, 2, 7].map { workers in
      try LineVerdicts(
        LineReader(.text(lines.joined(separator: "\n")), pieceSize: 1000), of: LineInput(name: "a"),
        check: ContractCheck(contract, formats: .asserted), workers: workers,
        after: FindingTally(limits: limits)
      ).findings
    }
    #expect(results[0].total > 5000 && results[0].findings.count < 80)
    for result in results {
      #expect(result.total == results[0].total && result.findings == results[0].findings)
    }
    var offset = 0
    let all = lines.enumerated().flatMap { number, line in
      var response = Response(name: "a", body: Array(line.utf8), firstLine: number + 1)
      response.firstOffset = offset
      offset += line.utf8.count + 1
      let reading = ResponseReading(response)
      return reading.findings + ContractCheck(contract, formats: .asserted).run(on: reading)
    }
    #expect(results[0].total == all.count)
    #expect(
      Report(command: "validate", findings: results[0].findings).summary.breaking
        == all.count { $0.level == .breaking })
    for (kept, finding) in zip(results[0].findings, all.prefix(limits.first)) {
      var kept = kept
      kept.more = 0
      #expect(kept == finding)
    }
  }

  @Test func faultOfTheStreamIsThrown() {
    struct Fault: Error {}
    let reader = LineReader(ByteStream { _, _ in throw Fault() })
    #expect(throws: Fault.self) {
      try LineVerdicts(reader, of: LineInput(name: "-"), check: nil, workers: 2)
    }
  }
}
