import JSONSchema
import StrictJSON
import TestSupport
import Testing

/// What stays of a person's work when a contract is inferred anew.
@Suite(.computing) struct ContractMergeTests {
  private func contract(_ texts: [String]) throws -> JSONNode {
    SchemaWriter.contract(for: Shape(inferredFrom: try Samples.summary(texts)))
  }

  private func document(_ node: JSONNode) throws -> JSONDocument {
    try Samples.document(JSONWriter.compact(node))
  }

  /// Joins a contract of some samples, edited by hand, with a new one of more samples.
  private func merge(
    _ old: [String], _ new: [String], edit: (inout JSONNode) -> Void = { _ in }
  ) throws -> ContractMerge {
    var oldContract = try contract(old)
    edit(&oldContract)
    let samples = old + new
    return ContractMerge(
      old: try document(oldContract), new: try contract(samples),
      samples: try samples.map(Samples.document))
  }

  @Test(arguments: Array(UInt64(1)...40))
  func withoutEditsTheNewInferenceIsTheResult(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    let texts = (0..<10).map { _ in random.document() }
    let new = try contract(texts)
    let merge = try merge(Array(texts[..<5]), Array(texts[5...])) { _ in }
    #expect(JSONWriter.pretty(merge.contract) == JSONWriter.pretty(new))
    let same = ContractMerge(old: try document(new), new: new, samples: [])
    #expect(same.changes == [])
    #expect(same.contract == new)
  }

  @Test(
    .enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"),
    arguments: [
      "themealdb/search/2020_search-empty-name_25meals_trybe.json",
      "spacex/v4/docs/rockets_all.json",
    ])
  func withoutEditsARecordedContractIsReplaced(file: String) throws {
    let samples = try Samples.corpusSamples(file).map(\.source)
    let half = max(1, samples.count / 2)
    let merge = try merge(Array(samples[..<half]), Array(samples[half...])) { _ in }
    #expect(JSONWriter.pretty(merge.contract) == JSONWriter.pretty(try contract(samples)))
  }

  static let people = (1...4).map { "{\"id\": \"\($0)\", \"name\": \"n\", \"age\": \($0)}" }

  @Test func keywordsThatInferenceNeverWritesStay() throws {
    let merge = try merge(Array(Self.people[..<2]), Array(Self.people[2...])) { contract in
      contract["description"] = "A person."
      contract["x-owner"] = ["name": "Team A"]
      contract["properties"]?["name"]?["minLength"] = 1
      contract["properties"]?["email"] = ["type": "string", "description": "Soon."]
      contract["$defs"] = ["a": true]
    }
    let result = merge.contract
    #expect(result["description"] == "A person.")
    #expect(result["x-owner"]?["name"] == "Team A")
    #expect(result["properties"]?["name"]?["minLength"] == 1)
    #expect(result["properties"]?["email"]?["description"] == "Soon.")
    #expect(result["$defs"] == ["a": true])
    #expect(result["required"] == ["id", "name", "age"])
    #expect(result["x-observed"]?["samples"] == 4)
    #expect(result["properties"]?["id"]?["x-format"] == "numeric")
  }

  @Test func decisionsAgainstTheEvidenceStay() throws {
    let merge = try merge(Array(Self.people[..<2]), Array(Self.people[2...])) { contract in
      contract["required"] = ["id", "age", "email"]
      contract["properties"]?["id"]?["type"] = ["string", "null"]
      contract["properties"]?["name"]?["type"] = ["string", "object"]
      contract["properties"]?["name"]?["x-format"] = "postcode"
      contract["additionalProperties"] = false
    }
    let result = merge.contract
    #expect(result["properties"]?["id"]?["type"] == ["string", "null"])
    #expect(result["properties"]?["name"]?["type"] == ["object", "string"])
    #expect(result["properties"]?["name"]?["x-format"] == "postcode")
    #expect(result["additionalProperties"] == false)
    // No sample has an `email`, but that it is required is for a person to take back.
    #expect(result["required"] == ["id", "age", "email"])
    #expect(
      merge.conflicts.map(\.description) == [
        #"/required: 4 samples break it: expected the member "email", found no such member"#
      ])
  }

  @Test func decisionsThatASampleBreaksStayAndAreTold() throws {
    let more = [#"{"id": "a", "age": 5.5, "extra": true}"#]
    let merge = try merge(Self.people, more) { contract in
      contract["properties"]?["id"]?["format"] = "ipv4"
      contract["properties"]?["id"]?["x-format"] = nil
      contract["properties"]?["name"]?["x-observed"] = nil
      contract["properties"]?["age"]?["minimum"] = 0
      contract["additionalProperties"] = false
    }
    let result = merge.contract
    #expect(result["properties"]?["id"]?["format"] == "ipv4")
    #expect(result["properties"]?["age"]?["type"] == "number")
    #expect(result["properties"]?["age"]?["minimum"] == 0)
    // The new member is known now, so that no others come still holds.
    #expect(result["additionalProperties"] == false)
    #expect(result["required"] == ["id", "name", "age"])
    #expect(
      merge.conflicts.map(\.pointer.description).sorted() == ["/properties/id/format", "/required"])
    #expect(merge.conflicts.first { $0.pointer.tokens.count == 3 }?.samples == 5)
    #expect(
      merge.changes.map(\.description).contains(#"/properties/extra/type: added "boolean""#)
        == false)
    #expect(merge.changes.map(\.pointer.description).contains("/properties/extra"))
    #expect(
      merge.changes.map(\.description).contains(
        #"/properties/age/type: "integer" → "number""#))
  }

  /// What a person took away, or wrote in another way, does not come back.
  @Test func whatAPersonLoosenedStaysLoose() throws {
    let merge = try merge(Array(Self.people[..<2]), Array(Self.people[2...])) { contract in
      contract["properties"]?["id"]?["type"] = nil
      contract["properties"]?["id"]?["anyOf"] = [["type": "integer"], ["type": "string"]]
    }
    #expect(merge.contract["properties"]?["id"]?["type"] == nil)
    #expect(merge.contract["properties"]?["id"]?["anyOf"] != nil)
    let null = [#"{"next": null}"#]
    let nothing = try self.merge(null, null) { contract in
      contract["properties"]?["next"]?["type"] = "null"
    }
    #expect(nothing.contract["properties"]?["next"]?["type"] == "null")
    let counts = [#"{"counts": {"a": 1, "b": 2}}"#, #"{"counts": {"a": 3, "c": 2}}"#]
    let map = try self.merge(counts, counts) { contract in
      contract["properties"]?["counts"]?["properties"] = nil
      contract["properties"]?["counts"]?["required"] = nil
      contract["properties"]?["counts"]?["additionalProperties"] = ["type": "integer"]
    }
    #expect(map.contract["properties"]?["counts"]?["properties"] == nil)
    #expect(map.contract["properties"]?["counts"]?["required"] == nil)
    #expect(map.contract["properties"]?["counts"]?["additionalProperties"] == ["type": "integer"])
  }

  @Test func elementsOfAListAreToldOneByOne() throws {
    let merge = try merge(
      Self.people, [#"{"id": "a", "name": "n", "age": null}"#, #"{"id": "a", "name": "n"}"#])
    let changes = merge.changes.map(\.description)
    #expect(changes.contains(#"/required: removed "age""#), "\(changes)")
  }

  /// A format that inference knows may be its own of last time, so the samples decide.
  @Test func formatThatInferenceMayHaveWrittenGoesWithTheSamples() throws {
    let merge = try merge(Self.people, [#"{"id": "a", "name": "n", "age": 5}"#]) { contract in
      contract["properties"]?["id"] = ["type": "string", "format": "uuid", "x-observed": [:]]
    }
    #expect(merge.contract["properties"]?["id"]?["format"] == nil)
    #expect(merge.conflicts == [])
    #expect(merge.changes.map(\.description) == [#"/properties/id/format: removed "uuid""#])
  }

  @Test func whatAPersonWroteAsAReferenceIsLeft() throws {
    let merge = try merge(Array(Self.people[..<2]), Array(Self.people[2...])) { contract in
      contract["$defs"] = ["name": ["type": "string"]]
      contract["properties"]?["name"] = ["$ref": "#/$defs/name"]
      contract["properties"]?["age"] = true
    }
    #expect(merge.contract["properties"]?["name"] == ["$ref": "#/$defs/name"])
    #expect(merge.contract["properties"]?["age"] == true)
    #expect(merge.changes == [])
  }

  @Test func emptiesThatAPersonCalledNormalStay() throws {
    let slots = #"{"s1": "a", "s2": "", "s3": ""}"#
    let merge = try merge([slots], [slots]) { contract in
      contract["x-slots"] = [
        ["name": "s{n}", "range": [1, 3], "empties": ["", .null], "note": "x"]
      ]
    }
    #expect(
      merge.contract["x-slots"] == [
        ["name": "s{n}", "range": [1, 3], "empties": ["", .null], "note": "x"]
      ])
  }

  // MARK: Evidence that stays

  /// Joins the contract of old samples with that of new ones alone, as when the old ones are gone.
  private func mergeAlone(
    _ old: JSONNode, _ new: [String], keepsEvidence: Bool = true
  ) throws -> ContractMerge {
    ContractMerge(
      old: try document(old), new: try contract(new), samples: try new.map(Samples.document),
      keepsEvidence: keepsEvidence)
  }

  @Test(arguments: Array(UInt64(1)...40))
  func whatOldSamplesShowedIsStillAllowed(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    let texts = (0..<10).map { _ in random.document() }
    let merge = try mergeAlone(try contract(Array(texts[..<5])), Array(texts[5...]))
    let schema = try Schema(try document(merge.contract))
    for text in texts {
      // A member that no old sample had and each new one has is a change, and no evidence to keep.
      let violations = schema.validate(try Samples.document(text), formats: .asserted)
        .filter { $0.keyword != "required" }
      #expect(violations.isEmpty, "\(text): \(violations)")
    }
    let again = try mergeAlone(merge.contract, Array(texts[5...]))
    #expect(again.changes == [])
  }

  private static func prices(_ codes: String...) -> String {
    "{" + codes.map { "\"\($0)\": 1" }.joined(separator: ", ") + "}"
  }

  private static let manyPrices = prices(
    "EUR", "USD", "GBP", "JPY", "CHF", "SEK", "NOK", "DKK", "PLN")

  private static func tuples(_ last: String) -> [String] {
    (0..<12).map { "{\"a\": [\($0).5, \($0 < 3 ? last : "\"x\"")]}" }
  }

  struct Kept: Sendable, CustomTestStringConvertible {
    let old: [String]
    let new: [String]
    let pointer: [String]
    let kept: JSONNode?
    var forgotten: JSONNode?

    var testDescription: String { "\(old) \(new)" }
  }

  @Test(arguments: [
    // Null alone says nothing of the type.
    Kept(
      old: [#"{"a": "2026-07-01"}"#, #"{"a": "2026-07-02"}"#, #"{"a": "2026-07-03"}"#],
      new: [#"{"a": null}"#], pointer: ["properties", "a", "type"], kept: ["string", "null"]),
    Kept(
      old: [#"{"a": "2026-07-01"}"#, #"{"a": "2026-07-02"}"#, #"{"a": "2026-07-03"}"#],
      new: [#"{"a": null}"#], pointer: ["properties", "a", "x-date-format"],
      kept: "yyyy-MM-dd", forgotten: "yyyy-MM-dd"),
    Kept(
      old: [#"{"a": null}"#], new: [#"{"a": 1}"#], pointer: ["properties", "a", "type"],
      kept: ["integer", "null"], forgotten: "integer"),
    Kept(
      old: [#"{"a": 1.5}"#], new: [#"{"a": 1}"#], pointer: ["properties", "a", "type"],
      kept: "number", forgotten: "integer"),
    Kept(
      old: [#"{"a": [{"b": 1}]}"#], new: [#"{"a": []}"#],
      pointer: ["properties", "a", "items", "type"], kept: "object"),
    Kept(
      old: [#"{"a": 1}"#, #"{"a": 1, "b": 2}"#], new: [#"{"a": 1}"#],
      pointer: ["properties", "b", "type"], kept: "integer"),
    Kept(
      old: [#"{"a": 1}"#, #"{"a": 1, "b": 2}"#], new: [#"{"a": 1, "b": 2}"#],
      pointer: ["required"], kept: ["a"], forgotten: ["a", "b"]),
    Kept(
      old: [#"{"a": {"b": 1}}"#, #"{"a": "x"}"#], new: [#"{"a": "x"}"#],
      pointer: ["properties", "a", "properties", "b", "type"], kept: "integer"),
    // A member that no new sample has.
    Kept(
      old: [#"{"a": 1, "b": 2, "c": 3}"#], new: [#"{"a": 1, "c": 3}"#], pointer: ["required"],
      kept: ["a", "c"], forgotten: ["a", "c"]),
    Kept(
      old: [#"{"a": 1, "b": 2, "c": 3}"#], new: [#"{"a": 1, "c": 3}"#],
      pointer: ["properties", "b", "x-observed"],
      kept: ["samples": 2, "present": 1, "null": 0, "empty": 0, "numbers": [2, 2]]),
    // Names that are data, of which a sample has two.
    Kept(
      old: [manyPrices], new: [prices("EUR", "USD")], pointer: ["additionalProperties", "type"],
      kept: "integer"),
    Kept(
      old: [manyPrices], new: [prices("EUR", "USD")], pointer: ["required"], kept: nil,
      forgotten: ["EUR", "USD"]),
    Kept(
      old: [#"{"CNY": null, "EUR": 1.5}"#], new: [manyPrices],
      pointer: ["additionalProperties", "type"], kept: ["number", "null"], forgotten: "integer"),
    Kept(
      old: [#"{"CNY": null, "EUR": 1.5}"#], new: [manyPrices], pointer: ["properties"],
      kept: nil),
    // What was empty once is asserted by no keyword, and no keyword is null.
    Kept(
      old: [#"{"a": "2026-07-01"}"#, #"{"a": ""}"#, #"{"a": "2026-07-02"}"#],
      new: (3...5).map { "{\"a\": \"2026-07-0\($0)\"}" },
      pointer: ["properties", "a", "x-date-format"], kept: nil, forgotten: "yyyy-MM-dd"),
    Kept(
      old: tuples("null"), new: tuples("\"x\""), pointer: ["properties", "a", "prefixItems"],
      kept: [["type": "number"], ["type": ["string", "null"]]],
      forgotten: [["type": "number"], ["type": "string"]]),
    Kept(
      old: tuples("null, 1"), new: tuples("\"x\""), pointer: ["properties", "a", "prefixItems"],
      kept: nil, forgotten: [["type": "number"], ["type": "string"]]),
  ])
  func whatOnlyOldSamplesShowedStays(_ sample: Kept) throws {
    for keepsEvidence in [true, false] {
      let merge = try mergeAlone(
        try contract(sample.old), sample.new, keepsEvidence: keepsEvidence)
      let value = sample.pointer.reduce(merge.contract as JSONNode?) { $0?[$1] }
      #expect(value == (keepsEvidence ? sample.kept : sample.forgotten))
    }
  }

  /// Other counts and ranges of as many samples are no reason to write a contract.
  @Test func countersAreNoNews() throws {
    let old = try contract([#"{"count": 9, "tags": ["x"]}"#])
    let other = try mergeAlone(old, [#"{"count": 1234, "tags": ["y", "z"]}"#])
    #expect(other.changes == [] && !other.hasMoreEvidence)
    let more = try mergeAlone(old, [#"{"count": 1}"#, #"{"count": 2, "tags": []}"#])
    #expect(more.hasMoreEvidence)
  }

  /// Texts of which each answer has others are no vocabulary, however few come at a time.
  @Test func textsThatAreAlwaysOthersAreNotListed() throws {
    func words(_ letter: String) -> [String] {
      (0..<60).map { #"{"word": "\#(letter)\#($0 % 6)"}"# }
    }
    let first = try contract(words("a"))
    #expect(first["properties"]?["word"]?["x-values"] != nil)
    #expect(try mergeAlone(first, words("a")).contract == first)
    let last = try ["b", "c", "d", "e", "f"].reduce(first) {
      try mergeAlone($0, words($1)).contract
    }
    #expect(last["properties"]?["word"]?["x-values"] == nil)
  }

  struct Turns: Sendable, CustomTestStringConvertible {
    let samples: [[String]]
    /// The members and those that are required after the last of them.
    let properties: [String]
    let required: JSONNode

    var testDescription: String { "\(samples)" }
  }

  private static func records(_ record: (Int) -> String) -> [String] {
    ["[" + (0..<30).map(record).joined(separator: ", ") + "]"]
  }

  /// What older samples showed stays over all turns; and goes when it is forgotten, whatever was rewritten since.
  @Test(arguments: [
    Turns(
      samples: [[#"{"id": 1, "a": "x"}"#], [#"{"id": 1}"#], [#"{"id": 1, "a": "x"}"#]],
      properties: ["id", "a"], required: ["id"]),
    Turns(
      samples: [[#"{"id": 1, "a": "x"}"#], [#"{"id": 1}"#], [#"{"id": 1, "a": null}"#]],
      properties: ["id", "a"], required: ["id"]),
    Turns(
      samples: [
        [#"{"id": 1, "a": "x"}"#], [#"{"id": 1, "a": null}"#], [#"{"id": "q", "a": "x"}"#],
      ],
      properties: ["id", "a"], required: ["id", "a"]),
    Turns(
      samples: [
        [#"{"a": "x", "b": 1}"#], [#"{"a": null, "b": 1}"#], [#"{"a": true, "b": "s"}"#],
        [#"{"a": [1], "b": "s"}"#],
      ], properties: ["a", "b"], required: ["a", "b"]),
    Turns(
      samples: [
        records { #"{"id": \#($0), "a": "x"}"# }, records { #"{"id": \#($0)}"# },
        records { #"{"id": \#($0), "a": "x"}"# },
      ], properties: ["id", "a"], required: ["id"]),
    Turns(
      samples: [
        records { $0 % 2 == 0 ? #"{"id": \#($0), "a": "x"}"# : #"{"id": \#($0)}"# },
        records { #"{"id": \#($0), "a": "x", "n": 1}"# }, records { #"{"id": \#($0), "n": 1}"# },
      ], properties: ["id", "a", "n"], required: ["id", "n"]),
  ])
  func whatOlderSamplesShowedIsForgottenOnlyWhenAsked(_ turns: Turns) throws {
    var contract = try contract(turns.samples[0])
    for samples in turns.samples.dropFirst() {
      contract = try mergeAlone(contract, samples).contract
      let schema = try Schema(try document(contract))
      for text in samples {
        #expect(schema.validate(try Samples.document(text), formats: .asserted) == [])
      }
    }
    let object = contract["items"] ?? contract
    guard case .object(let members)? = object["properties"] else { return #expect(Bool(false)) }
    #expect(members.map(\.key) == turns.properties)
    #expect(object["required"] == turns.required)
    let last = try #require(turns.samples.last)
    #expect(try mergeAlone(contract, last).changes == [])
    let forgotten = try mergeAlone(contract, last, keepsEvidence: false).contract
    #expect(JSONWriter.pretty(forgotten) == JSONWriter.pretty(try self.contract(last)))
  }
}
