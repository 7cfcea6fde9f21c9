import StrictJSON
import Testing
import WireDates

@testable import ContractTesting

/// Reports come out of a connection as they went in.
@Suite struct ReportCodingTests {
  private struct Meal: Decodable {
    enum Kind: String, Decodable { case soup, pie }
    var id: Int
    var name: String
    var kind: Kind
    var cooked: ISO8601Date?
    var sizes: [String: [Double]]
    var first: Int
    var second: Refusing

    struct Refusing: Decodable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "\(text) \u{1F370}\u{0}"))
      }
    }
  }

  private static let texts = [
    #"[]"#, #"[{}]"#, #"[{"id": "x", "name": null, "other": 7}, {"kind": "stew", "a/b~c": []}]"#,
    #"[{"id": 1e400, "cooked": "2026-02-30T00:00:00Z", "sizes": {"\u0000": [1, "2"]}}]"#,
    #"[{"id": 1, "name": "n", "kind": "pie", "sizes": {}, "first": 1, "second": "s"}]"#,
    #"{"meals": 7}"#, #"[[[]]]"#,
  ]

  private func reports() throws -> [DecodingReport] {
    try (Self.texts + Self.texts).map {
      StrictDecoder().check([Meal].self, in: try JSONDocument(Array($0.utf8)))
    }
  }

  @Test func reportsOfOneConnectionAreTheSameBehindIt() throws {
    var writer = WorkerWriter()
    var reader = WorkerReader()
    for report in try reports() {
      writer.write(.report(report))
      guard case .report(let read) = try reader.reply(writer.take().dropFirst(4)) else {
        Issue.record("no report")
        return
      }
      #expect(read.issues == report.issues)
      #expect(read.unexplored == report.unexplored)
      #expect(read.reads == report.reads)
      #expect(read.unread == report.unread)
    }
  }

  /// A message that states the two values holds them, and some messages do.
  @Test func messagesHoldTheValuesThatTheyState() throws {
    let issues = try reports().flatMap(\.issues)
    #expect(Set(issues.map(\.statesValues)) == [false, true])
    for issue in issues where issue.statesValues {
      #expect(issue.message.contains(issue.expected.description), "\(issue.message)")
      #expect(issue.message.contains(issue.found), "\(issue.message)")
    }
  }

  @Test func everyReasonIsTheSame() throws {
    let reasons: [UnexploredPart.Reason] = [
      .notAllowed, .endedChild, .late, .noChild, .childNotSeen, .branch, .stopped(before: []),
      .stopped(before: [
        UnexploredPart.Key(name: "a", property: "b"), UnexploredPart.Key(name: "c", property: nil),
      ]), .endlessLoop, .refusedPlaceholder, .otherForm, .strayDecoder(readsValueOf: "Meal"),
    ]
    for reason in reasons {
      var wire = WireWriter()
      wire.reason(reason)
      var reader = WireReader(wire.bytes[...], names: WireNames())
      #expect(try reader.reason() == reason)
    }
  }

  @Test func shapesAreTheSame() throws {
    struct Tree: Decodable {
      var at: UnixSecondsDate
      var day: ISO8601Date
      var children: [Tree]
      var kinds: [String: Meal.Kind]?
      var flag: Bool
      var share: Double
    }
    var shape = StrictDecoder().reads([Tree].self)
    shape.element?.members[0].shape.forms = [
      .date(.pattern("no pattern")), .date(nil), .referenceDate, .map,
    ]
    var wire = WireWriter()
    wire.shape(shape)
    var reader = WireReader(wire.bytes[...], names: WireNames())
    #expect(try reader.shape() == shape)
  }

  /// What code of a type writes to a descriptor that is not its own is refused, and never trusted.
  @Test func brokenAnswersAreRefused() throws {
    for report in try reports().suffix(Self.texts.count) {
      var writer = WorkerWriter()
      writer.write(.report(report))
      let bytes = Array(writer.take().dropFirst(4))
      for end in stride(from: 0, to: bytes.count, by: 7) {
        var reader = WorkerReader()
        #expect(throws: WireError.self) { _ = try reader.reply(bytes[..<end]) }
        var changed = bytes
        changed[end] ^= 0xFF
        // It may be another report; it is no trap.
        _ = try? reader.reply(changed[...])
      }
    }
  }

  @Test func tableOfNamesHasAnEnd() throws {
    var wire = WireWriter()
    let names = (0..<3).flatMap { _ in (0..<5_000).map { "name \($0)" } }
    for name in names { wire.name(name) }
    var reader = WireReader(wire.bytes[...], names: WireNames())
    for name in names { #expect(try reader.name() == name) }
  }
}
