import ContractTesting
import Testing

@testable import ContractCommand

@Suite struct LineVerdictsTests {
  private static let lines = (1...2000).map { number in
    if number % 97 == 0 { return #"{"id": 1,}"# }
    if number % 89 == 0 { return #"{"id": 1, "id": 2}"# }
    return number % 83 == 0 ? "" : #"{"id": \#(number)}"#
  }

  /// Many batches, with a fault now and then: what is wrong comes in the order of the lines.
  @Test(arguments: [1, 2, 5])
  func findingsComeInTheOrderOfTheLines(workers: Int) throws {
    let reader = LineReader(.text(Self.lines.joined(separator: "\n")), pieceSize: 300)
    let verdicts = try LineVerdicts(reader, named: "a", check: nil, workers: workers)
    #expect(
      verdicts.findings.all.map(\.line)
        == (1...2000).filter { $0.isMultiple(of: 97) || $0.isMultiple(of: 89) })
    #expect(verdicts.documents == Self.lines.count { !$0.isEmpty })
    #expect(verdicts.findings.omitted == 0)
  }

  /// What has no room is counted, whoever found it, and the worst finding is kept.
  @Test(arguments: [1, 3])
  func findingsWithoutRoomAreCounted(workers: Int) throws {
    let duplicates = String(repeating: "{\"a\":1,\"a\":2}\n", count: FindingList.most + 5)
    let reader = LineReader(.text(duplicates + "{\n"), pieceSize: 5000)
    let verdicts = try LineVerdicts(reader, named: "a", check: nil, workers: workers)
    #expect(verdicts.findings.all.count == FindingList.most + 1)
    #expect(verdicts.findings.omitted == 5)
    #expect(verdicts.findings.all.last?.line == FindingList.most + 6)
  }

  @Test func faultOfTheStreamIsThrown() {
    struct Fault: Error {}
    let reader = LineReader(ByteStream { _, _ in throw Fault() })
    #expect(throws: Fault.self) {
      try LineVerdicts(reader, named: "-", check: nil, workers: 2)
    }
  }
}
