import JSONSchema
import SchemaDrift
import StrictJSON
import Testing

@testable import ContractTesting

/// An endpoint with one record learns from those that have many where a value went.
@Suite struct NeighbourDriftTests {
  private struct Order: Decodable {
    let id: Int
    let first: String
    let second: String
  }

  private static func record(_ id: Int, _ first: String, _ second: String) -> String {
    #"{"id": \#(id), "\#(first)": "word \#(id * 7919 % 1009)", "\#(second)": "word \#(id * 6007 % 997)"}"#
  }

  private static func list(_ ids: ClosedRange<Int>, _ first: String, _ second: String) -> String {
    "[" + ids.map { record($0, first, second) }.joined(separator: ", ") + "]"
  }

  private static func result(
    suite: String = "shop", _ endpoint: String, _ dto: DTOBinding?, old: [String], new: [String]
  ) throws -> EndpointCheck.Result {
    var summary = ShapeSummary()
    for text in old { summary.add(try JSONDocument(Array(text.utf8))) }
    let schema = JSONWriter.pretty(SchemaWriter.contract(for: Shape(inferredFrom: summary)))
    let contract = try Contract(name: "\(endpoint).schema.json", bytes: Array(schema.utf8))
    let watched = WatchedEndpoint(name: endpoint, dto: dto, samples: [])
    let responses = { (texts: [String]) in
      texts.enumerated().map { Response(name: "\($0.offset).json", body: Array($0.element.utf8)) }
    }
    return EndpointCheck(suite: suite, endpoint: watched, contract: contract).run(
      on: responses(new), source: "fixtures", known: responses(old))
  }

  private static func all(_ first: String = "zeta", _ second: String = "eta") throws
    -> EndpointCheck.Result
  {
    try result(
      "orders", DTOBinding([Order].self), old: [list(1...40, "first", "second")],
      new: [list(1...40, first, second)])
  }

  private static func one(
    suite: String = "shop", dto: DTOBinding? = DTOBinding(Order.self), _ first: String = "zeta",
    _ second: String = "eta"
  ) throws -> EndpointCheck.Result {
    try result(
      suite: suite, "latest", dto, old: (41...60).map { record($0, "first", "second") },
      new: [record(99, first, second)])
  }

  private func told(_ result: EndpointCheck.Result) -> [String] {
    result.findings.filter { !$0.isAgreed && $0.level > .info }.map {
      "\($0.rule.id) \($0.level) \($0.path ?? "") \($0.change?.to?.description ?? "-")"
    }.sorted()
  }

  @Test func aMoveIsLearntWhereTheKeyIsGone() throws {
    let alone = try Self.one()
    #expect(!told(alone).contains { $0.hasPrefix("key-renamed") })
    let results = NeighbourDrift([alone, try Self.all()]).results
    #expect(
      told(results[0]) == [
        "key-renamed breaking $.first $.zeta", "key-renamed breaking $.second $.eta",
      ])
    let finding = try #require(results[0].findings.first { $0.path == "$.first" })
    #expect(
      finding.message
        == "first is now zeta (as in orders: 40 of 40 compared records agree)")
    #expect(finding.change?.confidence == .likely)
    #expect(finding.dto == DTOReference(type: "Order", property: "first"))
    #expect(finding.consequences.map(\.rule) == [.missingKey])
    #expect(finding.line == 1)
    #expect(results[0].outcome.status == .drifted)
    // The new keys are no news of their own, and the mapping says where they came from.
    #expect(!results[0].findings.contains { $0.rule.id == "key-added" })
    #expect(
      Set(results[0].mapping.map { "\($0.from?.description ?? "-") \($0.to?.description ?? "-")" })
        == ["$ $", "$.id $.id", "$.first $.zeta", "$.second $.eta"])
  }

  @Test func withoutATypeTheSamePlaceIsEnough() throws {
    let results = NeighbourDrift([try Self.all(), try Self.one(dto: nil)]).results
    #expect(results[1].changes.filter { $0.rule == .keyRenamed }.count == 2)
  }

  @Test func whatAnEndpointSeesIsNotOverruled() throws {
    // The key is still there, or the new one is not.
    for (first, second) in [("first", "second"), ("other", "more")] {
      let one = try Self.one(first, second)
      let results = NeighbourDrift([try Self.all(), one]).results
      #expect(told(results[1]) == told(one))
      #expect(results[1].mapping == one.mapping)
    }
  }

  /// The times of events, of which no id and no text says whether they are those of the same launch.
  private static func times(_ number: Int, _ names: String...) -> String {
    let own = names.map { #", "\#($0)": \#(300 + number)"# }.joined()
    return
      #"{"go": -2280, "load": -2100, "chill": -420, "ignition": -3, "meco": \#(150 + number)\#(own)}"#
  }

  struct Doubt: CustomTestStringConvertible {
    let name: String
    /// The records of the list, in the contract and now.
    let old: [String]
    let new: [String]
    var told: [String] = []

    var testDescription: String { name }
  }

  @Test(arguments: [
    Doubt(
      name: "keys that come and go",
      old: [times(1), times(2, "fairing"), times(3, "entry_burn"), times(4, "landing_burn")],
      new: [times(1), times(5)]),
    Doubt(name: "a key that none has", old: [times(1), times(2)], new: [times(1), times(5)]),
    Doubt(
      name: "a key that all have still",
      old: [times(1, "fairing"), times(2, "fairing")],
      new: [times(1, "fairing"), times(5, "fairing")]),
    Doubt(
      name: "a key that none has any more",
      old: [times(1, "fairing"), times(2, "fairing")], new: [times(1), times(2)],
      told: ["key-removed breaking $.fairing -"]),
    Doubt(
      name: "other objects",
      old: [#"{"go": 1, "fairing": 7, "price": 8}"#, #"{"go": 2, "price": 9}"#],
      new: [#"{"go": 1, "fairing": 7, "price": 8}"#, #"{"go": 2, "price": 9}"#],
      told: ["key-removed breaking $.fairing -"]),
  ])
  func whatIsOnlyGuessedIsLeftToThoseWhoKnow(doubt: Doubt) throws {
    let list = { (records: [String]) in "[\(records.joined(separator: ", "))]" }
    let all = try Self.result("launches", nil, old: [list(doubt.old)], new: [list(doubt.new)])
    let one = try Self.result(
      "random", nil, old: [Self.times(7, "fairing")], new: [Self.times(9)])
    #expect(told(one) == ["key-removed breaking $.fairing -"])
    let results = NeighbourDrift([all, one]).results
    #expect(told(results[1]) == doubt.told)
    #expect(results[1].outcome.status == (doubt.told.isEmpty ? .conforms : .drifted))
    let entry = try #require(results[1].mapping.first { $0.from?.description == "$.fairing" })
    #expect((entry.to == nil) == !doubt.told.isEmpty)
  }

  /// What values say of the same thing is not taken back.
  @Test func whatIsKnownOfTheSameThingStays() throws {
    let state = { (more: String) in
      #"{"status": "running well", "region": "Western Europe", "load": 7\#(more)}"#
    }
    let list = "[\(state("")), \(state(#", "build": 4"#))]"
    let all = try Self.result("states", nil, old: [list], new: [list])
    let one = try Self.result("state", nil, old: [state(#", "build": 4"#)], new: [state("")])
    let results = NeighbourDrift([all, one]).results
    #expect(told(results[1]) == ["key-removed breaking $.build -"])
  }

  @Test func anotherAPITeachesNothing() throws {
    let one = try Self.one(suite: "library")
    #expect(told(NeighbourDrift([try Self.all(), one]).results[1]) == told(one))
  }
}
