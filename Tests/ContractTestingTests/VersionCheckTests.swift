import JSONSchema
import SchemaDrift
import StrictJSON
import Testing

@testable import ContractTesting

@Suite struct VersionCheckTests {
  private struct Recipe: Decodable {
    let id: String
    let name: String
  }

  private struct RecipesDTO: Decodable {
    let meals: [Recipe]
  }

  private static let old = #"{"id": "@", "name": "x@", "area": "a"}"#
  private static let new = #"{"id": "@", "title": "x@", "area": "a", "score": 4}"#

  private static func document(_ records: [String], _ key: String = "meals") -> String {
    let texts = records.enumerated().map { $1.replacing("@", with: String($0)) }
    return #"{"\#(key)": [\#(texts.joined(separator: ", "))]}"#
  }

  private static func contract(_ text: String, _ name: String) throws -> Contract {
    var summary = ShapeSummary()
    summary.add(try JSONDocument(Array(text.utf8)))
    let schema = JSONWriter.pretty(SchemaWriter.contract(for: Shape(inferredFrom: summary)))
    return try Contract(name: "Contracts/food/\(name)", bytes: Array(schema.utf8))
  }

  private func result(
    _ texts: [String], newKey: String = "meals", dto: Bool = true
  ) throws -> EndpointCheck.Result {
    let endpoint = WatchedEndpoint(
      name: "recipe", dto: dto ? DTOBinding(RecipesDTO.self) : nil, samples: [])
    let expected = try Self.contract(
      Self.document(Array(repeating: Self.old, count: 20)), "recipe.schema.json")
    var check = EndpointCheck(suite: "food", endpoint: endpoint, contract: expected)
    check.otherVersions = [
      try Self.contract(
        Self.document(Array(repeating: Self.new, count: 20), newKey), "recipe.v2.schema.json")
    ]
    return check.run(
      on: texts.enumerated().map { Response(name: "\($0).json", body: Array($1.utf8)) },
      source: "")
  }

  private func told(_ result: EndpointCheck.Result) -> [String] {
    result.findings.filter { !$0.isAgreed && $0.rule != .unreadKey }
      .map { "\($0.rule.id) \($0.path ?? "")" }.sorted()
  }

  @Test func expectedVersionIsNoNews() throws {
    let result = try result([Self.document([Self.old, Self.old])])
    #expect(told(result) == [] && result.outcome.status == .conforms)
  }

  @Test func otherVersionIsOneFinding() throws {
    let result = try result([Self.document([Self.new, Self.new]), Self.document([Self.new])])
    #expect(told(result) == ["version-changed $.meals[*]"])
    let finding = try #require(result.findings.first { $0.rule.drift == .versionChanged })
    #expect(finding.message == "all 3 records speak recipe.v2.schema.json, not recipe.schema.json")
    #expect(finding.level == .breaking && finding.pointer == "/meals/0")
    #expect(finding.file == "0.json" && finding.found == "recipe.v2.schema.json")
    let missing = finding.consequences.first { $0.rule == .missingKey }
    #expect(missing?.count == 3 && missing?.dto?.property == "name")
    #expect(missing?.places.map(\.source.name) == ["0.json", "0.json", "1.json"])
    #expect(
      finding.consequences.contains { $0.rule.drift == .keyRenamed || $0.rule.drift == .keyRemoved }
    )
    #expect(result.outcome.status == .drifted)
  }

  @Test func mixedRecordsAreCounted() throws {
    let mixed = Self.document([Self.old, Self.new, Self.old, Self.new, Self.old])
    let result = try result([mixed])
    #expect(told(result) == ["version-changed $.meals[*]"])
    let finding = try #require(result.findings.first { $0.rule.drift == .versionChanged })
    #expect(
      finding.message
        == "2 of 5 records speak recipe.v2.schema.json, 3 recipe.schema.json: "
        + "the server sends several versions at once")
    #expect(finding.pointer == "/meals/1")
    #expect(finding.consequences.first { $0.rule == .missingKey }?.count == 2)
  }

  @Test func driftIsToldAgainstTheSpokenVersion() throws {
    let further = Self.new.replacing(#""score": 4"#, with: #""score": "4""#)
    let result = try result([Self.document(Array(repeating: further, count: 12))], dto: false)
    #expect(
      told(result) == ["number-to-numeric-string $.meals[*].score", "version-changed $.meals[*]"])
  }

  @Test func envelopeBelongsToTheVersion() throws {
    let result = try result([Self.document([Self.new], "recipes")], newKey: "recipes")
    #expect(told(result) == ["version-changed $.recipes[*]"])
  }

  @Test func recordThatFitsNoVersionIsLeftToTheDrift() throws {
    let other = #"{"id": 5, "name": null, "area": 7}"#
    let result = try result([Self.document(Array(repeating: other, count: 6))], dto: false)
    #expect(!told(result).contains { $0.hasPrefix("version-changed") })
    #expect(told(result).count == 3)
  }
}
