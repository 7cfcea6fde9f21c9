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

  @Test func anotherAPITeachesNothing() throws {
    let one = try Self.one(suite: "library")
    #expect(told(NeighbourDrift([try Self.all(), one]).results[1]) == told(one))
  }
}
