import HTTPFixtures
import JSONSchema
import SchemaDrift
import StrictJSON
import Synchronization
import Testing

@testable import ContractTesting

/// A check goes over the responses once and lets each of them go.
@Suite struct EndpointPassTests {
  private struct Tea: Decodable {
    let id: Int
    let name: String
  }

  /// Which responses were read, in their order.
  private final class Reads: Sendable {
    private let numbers = Mutex<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }
    func note(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  private static func source(
    _ count: Int, _ reads: Reads, _ text: @escaping @Sendable (Int) -> String
  ) -> ReadingSource {
    ReadingSource(count: count) { number in
      reads.note(number)
      return ResponseReading(
        Response(name: "\(number).json", body: Array(text(number).utf8)))
    }
  }

  private static func check(contract: String?) throws -> EndpointCheck {
    EndpointCheck(
      suite: "shop",
      endpoint: WatchedEndpoint(name: "tea", dto: DTOBinding(Tea.self), samples: []),
      contract: try contract.map {
        try Contract(name: "tea.schema.json", bytes: Array($0.utf8))
      })
  }

  private static let schema = """
    {"type": "object", "required": ["id", "name"], "properties": {
      "id": {"type": "integer"}, "name": {"type": "string"}, "note": {"type": "string"}}}
    """

  @Test func eachResponseIsReadOnceWhereNothingChanged() throws {
    let reads = Reads()
    let result = try Self.check(contract: Self.schema).run(
      on: Self.source(200, reads) { #"{"id": \#($0), "name": "x", "note": "y"}"# })
    #expect(result.outcome.status == .conforms && result.outcome.samples == 200)
    #expect(reads.all == Array(0..<200))
  }

  /// A new key is at the first response that has it; what is read again ends there.
  @Test func changeIsShownWhereItIsSeenFirst() throws {
    let reads = Reads()
    let result = try Self.check(contract: Self.schema).run(
      on: Self.source(100, reads) {
        #"{"id": \#($0), "name": "x", "note": "y"\#($0 < 7 ? "" : #", "new": 1"#)}"#
      })
    let added = try #require(result.findings.first { $0.rule.drift == .keyAdded })
    #expect(added.file == "7.json" && added.pointer == "/new" && added.column == 44)
    #expect(reads.all == Array(0..<100) + Array(0...7))
  }

  /// Values that are only counted still say how often they came, and to which change they belong.
  @Test func consequencesAreCountedBeyondThoseThatAreKept() throws {
    let count = FindingTally.Limits.endpoint.first + 50
    let result = try Self.check(contract: Self.schema).run(
      on: Self.source(count, Reads()) { #"{"id": \#($0), "title": "x", "note": "y"}"# })
    let renamed = try #require(result.findings.first { $0.rule.drift == .keyRenamed })
    #expect(renamed.consequences.map(\.count) == [count])
    #expect(!result.findings.contains { $0.rule == .missingKey })
  }

  /// What the type says of a value, the contract does not say again, also in the last of many documents.
  @Test func violationIsToldByTheTypeOnly() throws {
    let result = try Self.check(contract: Self.schema).run(
      on: Self.source(90, Reads()) {
        #"{"id": \#($0 == 89 ? #""z""# : String($0)), "name": "x", "note": \#($0 == 5 ? "1" : "\"\"")}"#
      })
    let told = result.findings.filter { !$0.isAgreed }
    #expect(told.filter { $0.path == "$.id" }.map(\.file) == ["89.json"])
    #expect(told.filter { $0.path == "$.note" }.map(\.file) == ["5.json"])
  }

  @Test func aResponseThatCannotBeReadEndsTheCheck() throws {
    struct Broken: Error {}
    let source = ReadingSource(count: 3) { number -> ResponseReading in
      if number == 2 { throw Broken() }
      return ResponseReading(Response(name: "", body: Array("{}".utf8)))
    }
    #expect(throws: Broken.self) { try Self.check(contract: nil).run(on: source) }
  }

  /// One fixture that cannot be read hides nothing of what the others show.
  @Test func whatCannotBeReadIsToldAndTheRestIsChecked() throws {
    let source = ReadingSource(count: 4) { number -> ResponseReading in
      if number == 1 { throw FixtureError.unreadable(path: "1.json", reason: "it is a folder") }
      let name = number == 3 ? "5" : "\"x\""
      return ResponseReading(
        Response(
          name: "\(number).json",
          body: Array("{\"id\": \(number), \"name\": \(name), \"note\": \"y\"}".utf8)))
    }
    let result = try Self.check(contract: Self.schema).run(on: source)
    #expect(result.outcome.status == .failed && result.outcome.samples == 3)
    #expect(result.outcome.facts.problem == "1.json cannot be read: it is a folder")
    #expect(
      result.outcome.detail?.hasPrefix("1.json cannot be read: it is a folder; 3 fixtures") == true)
    #expect(result.faults.map(\.path) == ["1.json"])
    #expect(result.findings.contains { $0.file == "3.json" && $0.path == "$.name" })
  }

  @Test func notesAreBounded() {
    var notes = BoundedNotes()
    for number in 0..<250 { notes.append(["\(number)"]) }
    #expect(notes.lines.count == 101 && notes.lines[99] == "99")
    #expect(notes.lines.last == "150 more places were not checked to their end")
  }
}
