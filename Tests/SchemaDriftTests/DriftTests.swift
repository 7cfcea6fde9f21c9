import JSONSchema
import StrictJSON
import Testing

@testable import SchemaDrift

@Suite struct DriftTests {
  private func shape(_ text: String) throws -> Shape {
    var summary = ShapeSummary()
    summary.add(try JSONDocument(Array(text.utf8)))
    return Shape(inferredFrom: summary)
  }

  private func contract(_ text: String) throws -> Shape {
    try Schema(JSONDocument(Array(text.utf8))).shape
  }

  // MARK: Answers without data

  static let emptyAnswers = [#"{"meals": null}"#, #"{"meals": []}"#]

  @Test(arguments: emptyAnswers)
  func anAnswerWithoutRecordsIsNoDrift(answer: String) throws {
    let old = try shape(#"{"meals": [{"a": 1, "b": {"c": 2}}]}"#)
    let drift = Drift.between(old, try shape(answer))
    #expect(drift.changes == [])
    #expect(drift.unexercised.map(\.description) == ["$.meals"])
    #expect(drift.mapping.allSatisfy { $0.kind == .same })
  }

  @Test func aTextThatTheContractKnowsIsAnAnswerWithoutRecords() throws {
    var summary = ShapeSummary()
    for text in [#"{"meals": [{"a": 1}]}"#, #"{"meals": "Invalid ID"}"#] {
      summary.add(try JSONDocument(Array(text.utf8)))
    }
    let drift = Drift.between(Shape(inferredFrom: summary), try shape(#"{"meals": "Invalid ID"}"#))
    #expect(drift.changes == [])
    #expect(drift.unexercised.map(\.description) == ["$.meals"])
  }

  @Test func anErrorTextInTheOldPlaceIsDrift() throws {
    let drift = Drift.between(try shape(#"{"meals": [{"a": 1}]}"#), try shape(#"{"meals": "no"}"#))
    #expect(drift.changes.map(\.rule) == [.arrayToScalar])
    #expect(drift.unexercised == [])
  }

  /// With few samples the keys of a map look like names.
  @Test func aMapThatLooksLikeARecordIsTheSameMap() throws {
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
    let records = (0..<10).map { index in
      "{\"m\": {\"\(letters[index])\": 1, \"\(letters[(index + 1) % 10])\": 2}}"
    }
    let map = try DriftRuleTests.shape(records)
    let record = try DriftRuleTests.shape([#"{"m": {"a": 1, "z": 2}}"#])
    let texts = try DriftRuleTests.shape([#"{"m": {"a": "x", "z": "y"}}"#])
    try #require(map.element?.object?["m"]?.shape.object?.mapValue != nil)
    #expect(Drift.between(map, record).changes == [])
    #expect(Drift.between(record, map).changes == [])
    #expect(DriftRuleTests.described(Drift.between(map, texts)) == ["type-changed $[*].m.*"])
  }

  // MARK: Contracts by hand

  static let handWritten = """
    {"type": "array", "items": {"$ref": "#/$defs/meal"}, "$defs": {"meal": {
      "type": "object", "required": ["id", "made"], "properties": {
        "id": {"type": "string"}, "made": {"type": "string", "format": "date"},
        "note": {"type": ["string", "null"]}, "extra": {}}}}}
    """

  struct HandCase: Sendable, CustomTestStringConvertible {
    let records: String
    let changes: [String]
    var testDescription: String { records }
  }

  static let handCases = [
    HandCase(
      records: #"{"id": "a", "made": "2006-03-24", "note": "x", "extra": [1]}"#, changes: []),
    HandCase(records: #"{"id": "a", "made": "2006-03-24"}"#, changes: []),
    HandCase(records: #"{"id": 1, "made": "2006-03-24"}"#, changes: ["type-changed $[*].id"]),
    HandCase(records: #"{"made": "2006-03-24"}"#, changes: ["key-removed $[*].id"]),
    HandCase(
      records: #"{"id": "a", "made": "2006-03-24T22:30:00Z"}"#,
      changes: ["date-format-changed $[*].made"]),
    HandCase(
      records: #"{"id": null, "made": "2006-03-24"}, {"id": "a", "made": "2006-03-24"}"#,
      changes: ["became-nullable $[*].id"]),
    HandCase(
      records: #"{"id": "a", "made": "2006-03-24"}, {"id": "a"}"#,
      changes: ["became-optional $[*].made"]),
    HandCase(
      records: #"{"id": null, "made": "2006-03-24"}"#, changes: ["became-always-null $[*].id"]),
  ]

  /// A contract without counts is certain.
  @Test(arguments: handCases)
  func aContractByHandIsComparedWithoutCounts(testCase: HandCase) throws {
    let drift = Drift.between(try contract(Self.handWritten), try shape("[\(testCase.records)]"))
    #expect(DriftRuleTests.described(drift) == testCase.changes)
  }

  /// What the look of a value cannot tell is for validation to say.
  @Test(arguments: [
    ("unix-seconds", "1143239400"), ("unix-seconds", "5"),
    ("dd/MM/yyyy", #""03/04/2006""#), ("yyyy-MM-dd'T'HH:mm:ssXXX", #""2006-03-24T22:30:00Z""#),
  ])
  func aDateFormatThatInferenceCannotSeeIsNoDrift(format: String, value: String) throws {
    let old = try contract("{\"properties\": {\"a\": {\"x-date-format\": \"\(format)\"}}}")
    #expect(Drift.between(old, try shape("{\"a\": \(value)}")).changes == [])
  }

  // MARK: Mapping

  @Test func everyPathIsMapped() throws {
    let old =
      #"{"same": [{"a": 1}], "gone": {"b": 1}, "list": "x", "s1": "a", "s2": "b", "s3": "c"}"#
    let new =
      #"{"same": [{"a": 1}], "list": [1], "s1": "a", "s2": "b", "s3": "c", "new": {"d": 1}}"#
    let mapping = Drift.between(try shape(old), try shape(new)).mapping
    let lines = mapping.map { line in
      "\(line.from?.description ?? "-") \(line.to?.description ?? "-") \(line.kind.rawValue)"
    }
    #expect(
      lines == [
        "$ $ same", "$.same $.same same", "$.same[*] $.same[*] same",
        "$.same[*].a $.same[*].a same", "$.gone - removed", "$.gone.b - removed",
        "$.list $.list[*] scalar-to-array", "$.s1 $.s1 same",
        "$.s2 $.s2 same", "$.s3 $.s3 same", "- $.new added", "- $.new.d added",
      ])
  }

  @Test func changesTellTheirEvidence() throws {
    let old = try DriftRuleTests.shape(Array(repeating: #"{"a": "x"}"#, count: 284))
    let new = try DriftRuleTests.shape(
      Array(repeating: #"{"a": "x"}"#, count: 37) + Array(repeating: #"{"a": null}"#, count: 3))
    let change = try #require(Drift.between(old, new).changes.first)
    #expect(change.evidence.basis == .appeared(.onlyNull, count: 3, of: 40, before: 284))
    #expect(change.old == .types([.string], isNullable: false))
    #expect(change.new == .types([.string], isNullable: true))
    #expect(change.evidence.old?.present == 284)
    #expect(change.evidence.new?.null == 3)
  }

  @Test func slotsAreNamedTogether() throws {
    let old = try shape(#"{"s1": "a", "s2": "b", "s3": "c", "s10": "d"}"#)
    let drift = Drift.between(old, try shape(#"{"s10": "d"}"#))
    let change = try #require(drift.changes.first)
    #expect(drift.changes.count == 1)
    #expect(change.slots?.description == "s1…3")
    #expect(change.places.map(\.description) == ["$.s1", "$.s2", "$.s3"])
  }

  /// Payloads of one launch are null together: they are one piece of evidence.
  @Test func valuesOfOneRecordAreOnePieceOfEvidence() throws {
    let filled = #"{"list": [{"a": 1}, {"a": 2}, {"a": 3}]}"#
    let nulls =
      "{\"list\": [" + Array(repeating: #"{"a": null}"#, count: 30).joined(separator: ",") + "]}"
    let old = try DriftRuleTests.shape(Array(repeating: filled, count: 20))
    let new = try DriftRuleTests.shape(Array(repeating: filled, count: 3) + [nulls])
    #expect(
      DriftRuleTests.described(Drift.between(old, new)) == ["became-nullable $[*].list[*].a?"])
  }

  /// A value that every record had and many have lost, once for all that went with it.
  @Test(arguments: [
    (#""text""#, #""""#, 40, 20, ["became-empty $[*].note"]),
    (#"["a"]"#, "[]", 40, 20, ["became-empty $[*].note"]),
    (#""text""#, #""""#, 40, 3, []),
    (#""text""#, #""""#, 3, 2, []),
    (#""2026-07-01""#, #""""#, 40, 20, ["became-empty $[*].note"]),
    (
      #"{"by": "me", "at": 4}"#, "{}", 40, 20,
      ["became-optional $[*].note.by", "became-optional $[*].note.at"]
    ),
    (#"{"by": "me", "at": 4}"#, "null", 40, 20, ["became-nullable $[*].note"]),
    (
      #"{"by": {"name": "me", "at": 4}}"#, #"{"by": null}"#, 40, 20,
      ["became-nullable $[*].note.by"]
    ),
    (#"[{"by": "me", "at": 4}]"#, "[]", 40, 20, ["became-empty $[*].note"]),
  ])
  func valuesThatAreEmptyInManyRecordsAreTold(
    value: String, empty: String, count: Int, emptied: Int, told: [String]
  ) throws {
    let side = { (emptied: Int) in
      let records = (0..<count).map {
        #"{"id": \#($0), "name": "n\#($0)", "note": \#($0 < emptied ? empty : value)}"#
      }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ", "))]".utf8))])
    }
    #expect(DriftRuleTests.described(Drift.between(try side(0), try side(emptied))) == told)
  }

  /// Products with their variants, of which the last few have none in stock: all of their variants say so.
  private static func products(_ count: Int, without: Int, from first: Int) -> [String] {
    (first..<first + count).map { number in
      let stock = number >= first + count - without ? "null" : #""ours""#
      let variants = (0...number % 6).map { #"{"sku": "\#(number)-\#($0)", "stock": \#(stock)}"# }
      return #"{"id": \#(number), "title": "P \#(number)", "vendor": "V\#(number % 3)", "#
        + #""status": "active", "variants": [\#(variants.joined(separator: ", "))]}"#
    }
  }

  @Test(arguments: [
    (20, 20, 4, ["became-nullable $.variants[*].stock?"]),
    (2, 2, 1, ["became-nullable $.variants[*].stock?"]),
    (60, 60, 30, ["became-nullable $.variants[*].stock"]),
    (40, 40, 40, ["became-always-null $.variants[*].stock"]),
  ])
  func elementsOfOneDocumentAreOnePieceOfEvidence(
    old: Int, new: Int, without: Int, told: [String]
  ) throws {
    let shape = { (texts: [String]) in
      var summary = ShapeSummary()
      for text in texts { summary.add(try JSONDocument(Array(text.utf8))) }
      return Shape(inferredFrom: summary)
    }
    let drift = Drift.between(
      try shape(Self.products(old, without: 0, from: 1)),
      try shape(Self.products(new, without: without, from: 500)))
    #expect(DriftRuleTests.described(drift) == told)
  }

  /// All slots of one record are null together: they are one piece of evidence, too.
  @Test func slotsOfOneRecordAreOnePieceOfEvidence() throws {
    let record = { (value: String) in
      "{" + (1...10).map { "\"s\($0)\": \(value)" }.joined(separator: ",") + "}"
    }
    let old = try DriftRuleTests.shape(Array(repeating: record(#""a""#), count: 20))
    let new = try DriftRuleTests.shape(
      Array(repeating: record(#""a""#), count: 4) + Array(repeating: record("null"), count: 2))
    #expect(DriftRuleTests.described(Drift.between(old, new)) == ["became-nullable $[*].s1?"])
  }

  // MARK: Chance

  struct Chance: Sendable {
    let marked: Int
    let group: Int
    let rest: Int
    let chance: Double
  }

  @Test(arguments: [
    Chance(marked: 1, group: 1, rest: 1, chance: 0.5),
    Chance(marked: 3, group: 40, rest: 284, chance: 9880.0 / 5_616_324.0),
    Chance(marked: 2, group: 2, rest: 3, chance: 0.1),
    Chance(marked: 5, group: 5, rest: 0, chance: 1),
    Chance(marked: 0, group: 5, rest: 5, chance: 1),
    Chance(marked: 6, group: 5, rest: 5, chance: 0),
    Chance(marked: 1_000_000, group: 1_000_000, rest: 1_000_000, chance: 0),
  ])
  func chanceIsExact(testCase: Chance) {
    let chance = Evidence.chance(
      thatAll: testCase.marked, fallInto: testCase.group, outOf: testCase.rest)
    #expect(abs(chance - testCase.chance) < 1e-12)
  }

  // MARK: Paths

  @Test func pathsAreJSONPath() {
    let path = ShapePath(steps: [
      .member("meals"), .elements, .member("strMeal"), .values, .member("seco-1"), .member("1a"),
      .member("é_9"), .member("it's\\\n"), .member(""),
    ])
    #expect(
      path.description == #"$.meals[*].strMeal.*['seco-1']['1a'].é_9['it\'s\\\u000a']['']"#)
  }
}
