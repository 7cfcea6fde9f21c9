import ContractTesting
import JSONSchema
import SchemaDrift
import StrictJSON
import Testing

/// How one cause becomes one finding, and what the DTO has to say about its level.
@Suite struct EndpointCheckTests {
  private struct RecipesDTO: Decodable {
    let meals: [Recipe]
  }

  private struct Recipe: Decodable {
    let id: String
    let name: String
    let tags: String?
    let slot1: String?
    let slot2: String?
    let slot3: String?
  }

  private static let record =
    #"{"id": "1", "name": "x", "tags": "a", "unread": "b", "slot1": "c", "slot2": "", "slot3": null}"#

  private static func document(_ count: Int, _ change: (Int, String) -> String) -> String {
    let records = (0..<count).map { change($0, record) }
    return #"{"meals": [\#(records.joined(separator: ", "))]}"#
  }

  private func result(
    _ change: (Int, String) -> String = { $1 }, count: Int = 20, dto: Bool = true
  ) throws -> EndpointCheck.Result {
    var summary = ShapeSummary()
    summary.add(try JSONDocument(Array(Self.document(20) { $1 }.utf8)))
    let schema = JSONWriter.pretty(SchemaWriter.contract(for: Shape(inferredFrom: summary)))
    let endpoint = WatchedEndpoint(
      name: "recipe", dto: dto ? DTOBinding(RecipesDTO.self) : nil, samples: [])
    let contract = try Contract(name: "recipe.schema.json", bytes: Array(schema.utf8))
    return EndpointCheck(suite: "food", endpoint: endpoint, contract: contract).run(
      on: [Response(name: "a.json", body: Array(Self.document(count, change).utf8))],
      source: "1 fixture")
  }

  private func told(_ result: EndpointCheck.Result) -> Set<String> {
    Set(
      result.findings.filter { !$0.isAgreed }.map { "\($0.rule.id) \($0.level) \($0.path ?? "")" })
  }

  private static let item =
    #"{"id": "1", "name": "a", "price": 3, "state": "new", "city": "Oslo", "rank": 4}"#
  private static let page = #"{"items": [\#(item), \#(item)], "total": 2, "next": "x"}"#
  private static let counted = #"{"docs": [\#(item)], "totalDocs": 2, "hasNextPage": false}"#
  private static let gone = [
    "city", "id", "name", "price", "rank", "state",
  ].map { "key-removed breaking $.data.\($0)" }

  /// Of answers without records, empty lists may be so for now; what is no list, or no object, is lost.
  ///
  /// What stands beside the records comes with them, as the link to the next page does.
  @Test(arguments: [
    (page, #"{"items": [], "total": 0}"#, CheckStatus.unexercised, [String]()),
    (page, #"{"total": 0}"#, .drifted, ["key-removed breaking $.items"]),
    (counted, #"{"docs": [], "totalDocs": 2, "hasNextPage": false}"#, .unexercised, []),
    (
      #"{"facets": {"red": 1}, "items": [\#(item)]}"#, #"{"facets": null, "items": []}"#,
      .unexercised, []
    ),
    (
      #"{"facets": {"red": 1}, "items": [\#(item)]}"#, #"{"facets": [], "items": []}"#,
      .unexercised, []
    ),
    (#"{"data": \#(item)}"#, #"{"data": null}"#, .drifted, ["became-nullable breaking $.data"]),
    (
      #"{"data": \#(item), "meta": {"page": 1}}"#, #"{"meta": {"page": 1}, "data": null}"#,
      .drifted,
      ["became-nullable breaking $.data"]
    ),
    (#"{"data": \#(item)}"#, #"{}"#, .drifted, ["key-removed breaking $.data"]),
    (#"{"data": \#(item)}"#, #"{"data": []}"#, .drifted, ["type-changed breaking $.data"]),
    (#"{"data": \#(item)}"#, #"{"data": {}}"#, .drifted, gone),
    (#"{"data": \#(item)}"#, #"{"data": "down"}"#, .drifted, ["type-changed breaking $.data"]),
    (#"{"data": [\#(item)]}"#, #"{"data": {}}"#, .drifted, ["type-changed breaking $.data"]),
    (#"[\#(item)]"#, "{}", .drifted, ["array-to-scalar breaking $"]),
    (item, "null", .drifted, ["became-nullable breaking $"]),
    (item, "[]", .drifted, ["type-changed breaking $"]),
    (item, #""down""#, .drifted, ["type-changed breaking $"]),
  ])
  func answersWithoutRecords(
    known: String, body: String, status: CheckStatus, findings: [String]
  ) throws {
    var summary = ShapeSummary()
    for _ in 0..<6 { summary.add(try JSONDocument(Array(known.utf8))) }
    let schema = JSONWriter.pretty(SchemaWriter.contract(for: Shape(inferredFrom: summary)))
    let contract = try Contract(name: "list.schema.json", bytes: Array(schema.utf8))
    let endpoint = WatchedEndpoint(name: "list", dto: nil, samples: [])
    let check = EndpointCheck(suite: "food", endpoint: endpoint, contract: contract)
    let response = { (number: Int) in Response(name: "\(number).json", body: Array(body.utf8)) }
    let result = check.run(on: (0..<6).map(response), source: "6 fixtures")
    #expect(result.outcome.status == status)
    #expect(told(result).filter { !$0.contains(" info ") }.sorted() == findings)
    // One answer may say that there is nothing just now.
    if body.hasSuffix("null}") || body == "null" {
      let single = check.run(on: [response(1)], source: "1 fixture")
      #expect(single.outcome.status == .unexercised)
    }
  }

  /// An endpoint with more findings than a report holds: all are counted, and those that are not
  /// listed get the levels and waivers of their cause.
  @Test func findingsAreCountedBeyondTheReport() throws {
    let count = FindingTally.Limits.endpoint.first + 60
    let endpoint = WatchedEndpoint(name: "recipe", dto: DTOBinding(RecipesDTO.self), samples: [])
    let body = Array(#"{"meals": [{"id": 1, "name": "x", "unread": 2}]}"#.utf8)
    let result = EndpointCheck(suite: "food", endpoint: endpoint, contract: nil).run(
      on: (0..<count).map { Response(name: "\($0).json", body: body) }, source: "fixtures")
    var report = Report(command: "check", findings: result.findings.filter { !$0.isAgreed })
    #expect(report.findings.count < count && report.summary.breaking == count)
    #expect(report.summary.notShown == count - report.findings.count)
    for index in report.findings.indices { report.findings[index].waiver = "known" }
    #expect(report.summary.waived == count && report.summary.breaking == 0)
    // What is no news is listed once, however many documents have it.
    #expect(result.findings.count { $0.rule == .unreadKey } == 1)
  }

  @Test func unchangedFormatConforms() throws {
    let result = try result()
    #expect(told(result).isEmpty && result.outcome.status == .conforms)
    #expect(result.outcome.detail == "1 fixture, RecipesDTO, contract recipe.schema.json")
    #expect(result.mapping.isEmpty)
    // The null slots are there, and a key that nothing reads, but the contract has them too.
    #expect(result.findings.count == 21 && result.findings.allSatisfy(\.isAgreed))
    #expect(result.findings.allSatisfy { $0.suite == "food" && $0.endpoint == "recipe" })
  }

  /// Ends on documents of its choice and is not run behind them.
  private struct EndingRunner: DTORunner {
    let ends: Set<Int>
    let notRun: Set<Int>

    func decode(
      _ documents: [JSONDocument], as dto: DTOBinding, at target: DTOTarget
    ) -> [DTOResult<DecodingReport>] {
      documents.enumerated().map { position, document in
        if ends.contains(position) { return .ended(.signal(4), lastWords: "\u{7}words") }
        if notRun.contains(position) { return .notRun(.lateBefore(count: 3)) }
        return .value(dto.decode(document))
      }
    }

    func reads(
      _ dto: DTOBinding, at target: DTOTarget, samples: [JSONDocument]
    ) -> DTOResult<DTOShape> {
      #expect(target == .endpoint(suite: "food", endpoint: "recipe"))
      return .ended(.exit(status: 0), lastWords: nil)
    }
  }

  private static let endings: [(ends: Set<Int>, notRun: Set<Int>, status: CheckStatus)] = [
    ([], [], .conforms), ([1], [], .failed), ([], [0, 2], .failed), ([0], [1, 2], .failed),
  ]

  @Test(arguments: endings)
  func codeThatDoesNotComeBackIsTold(_ ends: Set<Int>, _ notRun: Set<Int>, _ status: CheckStatus)
    throws
  {
    let contract = try Contract(name: "recipe.schema.json", bytes: Array("{}".utf8))
    var check = EndpointCheck(
      suite: "food",
      endpoint: WatchedEndpoint(name: "recipe", dto: DTOBinding(RecipesDTO.self), samples: []),
      contract: contract)
    check.runner = EndingRunner(ends: ends, notRun: notRun)
    let body = Array(Self.document(2) { $1 }.utf8)
    let result = check.run(
      on: (0..<3).map { Response(name: "\($0).json", body: body) }, source: "3 fixtures")
    let refused = result.findings.filter { $0.rule == .invalidValue }
    #expect(refused.map(\.file) == ends.sorted().map { "\($0).json" })
    #expect(
      refused.allSatisfy { $0.level == .breaking && $0.found?.contains(#""\u0007words""#) == true })
    #expect(result.outcome.status == status && result.outcome.facts.undecoded == notRun.count)
    #expect(result.notes.contains { $0.contains("was not compared with its contract") })
    let left = result.notes.filter { $0.contains("not decoded as RecipesDTO") }
    #expect(left.isEmpty == notRun.isEmpty)
    // A waiver for what was told says nothing of what was not looked at.
    var report = Report(command: "check", checks: [result.outcome], findings: result.findings)
    for index in report.findings.indices { report.findings[index].waiver = "known" }
    report.restateChecks()
    #expect((report.checks[0].status == .conforms) == notRun.isEmpty)
  }

  @Test func unreadKeyIsNoNewsInACheck() throws {
    let known = try result().findings.filter { $0.rule == .unreadKey }
    #expect(known.map(\.path) == ["$.meals[*].unread"])
    #expect(known.first?.message.hasSuffix("; 20 objects have it") == true)
    #expect(known.first?.dto?.type == "Recipe")
    // A new key is told once, as a change of the format.
    let new = try result { $1.replacing(#""unread": "b""#, with: #""unread": "b", "new": 1"#) }
    #expect(told(new) == ["key-added info $.meals[*].new"])
    #expect(new.findings.count { $0.rule == .unreadKey } == 1)
  }

  @Test func contractAndTypeAreComparedOnce() throws {
    // The response shows the null already.
    let shown = try result { $1.replacing(#""name": "x""#, with: #""name": null"#) }
    #expect(!shown.findings.contains { $0.rule.family == .agreement })
    let schema = #"{"type": "object", "properties": {"meals": {"type": ["array", "null"]}}}"#
    let endpoint = WatchedEndpoint(name: "recipe", dto: DTOBinding(RecipesDTO.self), samples: [])
    let contract = try Contract(name: "c.schema.json", bytes: Array(schema.utf8))
    let check = EndpointCheck(suite: "food", endpoint: endpoint, contract: contract)
    let found = check.run(on: [], source: "").findings
    #expect(found.map(\.rule) == [.dtoRequiresOptionalKey, .dtoRequiresNullableKey])
    #expect(found.allSatisfy { $0.suite == "food" && $0.path == "$.meals" })
    #expect(check.run(on: [], source: "").outcome.status == .failed)
  }

  @Test func requiredKeyThatIsGoneBreaks() throws {
    let result = try result {
      $1.replacing(#""name": "x", "#, with: "").replacing("}", with: #", "new": 1}"#)
    }
    #expect(
      told(result) == [
        "key-removed breaking $.meals[*].name", "key-added info $.meals[*].new",
      ])
    // The key is missing in each record: one cause, which counts what follows.
    let removed = try #require(result.findings.first { $0.rule.drift == .keyRemoved })
    #expect(removed.consequences.map(\.rule) == [.missingKey])
    #expect(removed.consequences.first?.count == 20)
    #expect(removed.consequences.first?.places.first?.pointer == "/meals/0/name")
    #expect(removed.dto?.property == "name")
    #expect(result.outcome.status == .drifted && !result.mapping.isEmpty)
  }

  @Test func keyWithAnotherNameIsGuessedFromItsPlace() throws {
    let result = try result { $1.replacing(#""name""#, with: #""title""#) }
    #expect(told(result) == ["key-renamed breaking $.meals[*].name"])
    let renamed = try #require(result.findings.first { $0.rule.drift == .keyRenamed })
    #expect(renamed.message.contains("a guess"))
    #expect(renamed.consequences.map(\.count) == [20])
    #expect(
      renamed.nextStep?.lines == [
        "enum CodingKeys: String, CodingKey { case id, name = \"title\", tags, slot1, slot2, slot3 }"
      ])
  }

  /// The contract has no values, so the name of the list speaks for it; the new key is no news then.
  @Test(arguments: [
    (#"["c"]"#, ["let slots: [String]"]),
    (
      #"[{"value": "c"}]"#,
      ["let slots: [Slot]", "struct Slot: Decodable { let value: String? }"]
    ),
    (
      #"[{"slot-id": "c"}]"#,
      [
        "let slots: [Slot]",
        "struct Slot: Decodable { let slotID: String?; "
          + "enum CodingKeys: String, CodingKey { case slotID = \"slot-id\" } }",
      ]
    ),
  ])
  func slotsThatBecameAListAreOneFinding(_ list: String, hint: [String]) throws {
    let result = try result {
      $1.replacing(#""slot1": "c", "slot2": "", "slot3": null"#, with: #""slots": \#(list)"#)
    }
    #expect(told(result).count == 1)
    let finding = try #require(result.findings.first { !$0.isAgreed })
    #expect(finding.rule.drift == .slotsToArray && finding.level == .breaking)
    #expect(finding.message.contains("a guess") && finding.nextStep?.lines == hint)
  }

  @Test func optionalKeyThatIsGoneIsLostData() throws {
    let result = try result { $1.replacing(#""tags": "a", "#, with: "") }
    #expect(told(result) == ["key-removed breaking $.meals[*].tags"])
    #expect(result.findings.first { !$0.isAgreed }?.dto?.property == "tags")
  }

  @Test func unreadKeyThatIsGoneIsInformation() throws {
    let change = { (_: Int, text: String) in text.replacing(#""unread": "b", "#, with: "") }
    #expect(told(try result(change)) == ["key-removed info $.meals[*].unread"])
    let withoutType = told(try result(change, dto: false))
    #expect(withoutType == ["key-removed breaking $.meals[*].unread"])
  }

  @Test func singleRecordIsToldByTheTypeOnly() throws {
    let result = try result {
      $0 == 3 ? $1.replacing(#""name": "x""#, with: #""name": 5"#) : $1
    }
    #expect(told(result) == ["type-mismatch breaking $.meals[*].name"])
    #expect(result.outcome.status == .failed)
  }

  @Test func violationThatNobodyElseTellsIsShown() throws {
    var schema = #"{"$schema": "https://json-schema.org/draft/2020-12/schema","#
    schema += #""properties": {"meals": {"type": "array", "maxItems": 1}}}"#
    let endpoint = WatchedEndpoint(name: "recipe", dto: DTOBinding(RecipesDTO.self), samples: [])
    let contract = try Contract(name: "c.schema.json", bytes: Array(schema.utf8))
    let result = EndpointCheck(suite: "food", endpoint: endpoint, contract: contract).run(
      on: [Response(name: "a.json", body: Array(Self.document(2) { $1 }.utf8))], source: "")
    let violations = result.findings.filter { $0.rule == .schemaViolation }
    #expect(violations.map(\.path) == ["$.meals"] && violations.first?.line == 1)
    #expect(
      violations.first?.message.hasSuffix("(c.schema.json#/properties/meals/maxItems)") == true)
  }

  @Test func slotsAreJudgedByTheirNeighbours() throws {
    // A used slot behind a null one: the null is no unused slot of the usual kind.
    let gap = try result {
      $0 == 0
        ? $1.replacing(#""slot1": "c", "slot2": """#, with: #""slot1": null, "slot2": "d""#) : $1
    }
    #expect(
      told(gap) == ["null-slot info $.meals[*].slot1", "slot-gap warning $.meals[*].slot2"])
    let other = try result {
      $0 == 0 ? $1.replacing(#""slot2": """#, with: #""slot2": null"#) : $1
    }
    #expect(told(other).isEmpty)
  }

  @Test func answerWithoutRecordsIsUnexercised() throws {
    #expect(try result(count: 0).outcome.status == .unexercised)
  }
}
