import ContractTesting
import Foundation
import JSONSchema
import StrictJSON
import Testing
import WireDates

/// A contract and a type, compared without any response.
@Suite struct AgreementCheckTests {
  private struct Answer: Decodable {
    let items: [Item]
    let next: String?
  }

  private struct Item: Decodable {
    let id: Int
    let name: String
    let at: UnixSecondsDate?
    let tags: [String: Double]?
  }

  private func contract(_ item: String, required: String) throws -> Contract {
    let text = """
      {"type": "object", "required": ["items"],
       "properties": {
         "items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
         "next": {"type": ["string", "null"]}},
       "$defs": {
         "item": {"type": "object", "required": [\(required)], "properties": {\(item)}}}}
      """
    return try Contract(name: "c.schema.json", bytes: Array(text.utf8))
  }

  private func told(_ item: String, required: String = #""id", "name""#) throws -> [String] {
    let shape = StrictDecoder().reads(Answer.self)
    return AgreementCheck(try contract(item, required: required), shape).findings().map {
      "\($0.rule.id) \($0.path ?? "") \($0.pointer ?? "") \($0.dto?.property ?? "-")"
    }
  }

  private static let sound =
    #""id": {"type": "integer"}, "name": {"type": "string"}, "at": {"type": ["integer", "null"]}, "tags": {"type": "object", "additionalProperties": {"type": "number"}}"#

  @Test func contractAndTypeThatAgreeAreNotMentioned() throws {
    #expect(try told(Self.sound).isEmpty)
    #expect(try told(Self.sound + #", "other": {"type": "string"}"#).isEmpty)
  }

  @Test(arguments: [
    (
      #""integer""#, #"["string", "null"]"#,
      "dto-requires-nullable-key $.items[*].name /$defs/item/properties/name name"
    ),
    (
      #"["integer", "string"]"#, #""string""#,
      "dto-type-mismatch $.items[*].id /$defs/item/properties/id id"
    ),
    (
      #""number""#, #""string""#, "dto-type-mismatch $.items[*].id /$defs/item/properties/id id"
    ),
  ])
  func typesAreCompared(_ id: String, _ name: String, _ expected: String) throws {
    let item = Self.sound.replacing(#""id": {"type": "integer"}"#, with: #""id": {"type": \#(id)}"#)
      .replacing(#""name": {"type": "string"}"#, with: #""name": {"type": \#(name)}"#)
    #expect(try told(item) == [expected])
  }

  @Test func keysAreCompared() throws {
    #expect(
      try told(Self.sound, required: #""id""#) == [
        "dto-requires-optional-key $.items[*].name /$defs/item/properties/name name"
      ])
    let title = Self.sound.replacing(#""name""#, with: #""title""#)
    #expect(
      try told(title, required: #""id""#) == [
        "dto-reads-absent-key $.items[*].name /$defs/item name"
      ])
  }

  @Test(arguments: [
    (#"{"type": "integer", "x-date-format": "unix-milliseconds"}"#, true),
    (#"{"type": "string", "format": "date-time"}"#, true),
    (#"{"type": "integer", "x-date-format": "unix-seconds"}"#, false),
    (#"{"type": "integer"}"#, false),
  ])
  func datesAreCompared(_ schema: String, _ isMismatch: Bool) throws {
    let item = Self.sound.replacing(#"{"type": ["integer", "null"]}"#, with: schema)
    #expect(
      try told(item)
        == (isMismatch ? ["dto-date-mismatch $.items[*].at /$defs/item/properties/at at"] : []))
  }

  @Test func valuesOfAMapAreCompared() throws {
    let item = Self.sound.replacing(#"{"type": "number"}"#, with: #"{"type": "string"}"#)
    #expect(
      try told(item) == [
        "dto-type-mismatch $.items[*].tags.* /$defs/item/properties/tags/additionalProperties tags"
      ])
  }

  @Test func findingPointsAtTheLineOfTheContract() throws {
    let check = AgreementCheck(
      try contract(Self.sound, required: #""id""#), StrictDecoder().reads(Answer.self))
    let finding = try #require(check.findings().first)
    #expect(finding.file == "c.schema.json" && finding.line == 6 && finding.level == .breaking)
    #expect(finding.dto == DTOReference(type: "Item", property: "name"))
    var known = Finding(.missingKey, "told by a response")
    known.path = finding.path
    #expect(check.findings(beside: [known]).isEmpty)
  }

  /// A contract from a few samples cannot show that a key never comes.
  @Test(arguments: [(3, false), (40, true)])
  func fewSamplesDoNotShowThatAKeyNeverComes(_ count: Int, _ isTold: Bool) throws {
    var summary = ShapeSummary()
    let records = Array(repeating: #"{"id": 1, "name": "n"}"#, count: count)
    summary.add(
      try JSONDocument(
        Array(#"{"items": [\#(records.joined(separator: ","))], "next": null}"#.utf8)))
    let schema = JSONWriter.pretty(SchemaWriter.contract(for: Shape(inferredFrom: summary)))
    let contract = try Contract(name: "c.schema.json", bytes: Array(schema.utf8))
    let found = AgreementCheck(contract, StrictDecoder().reads(Answer.self)).findings()
    #expect(found.map(\.rule) == (isTold ? [.dtoReadsAbsentKey, .dtoReadsAbsentKey] : []))
    #expect(found.allSatisfy { $0.level == .warning })
  }

  /// Where the type's own code decides what it reads, nothing is guessed.
  @Test func typeThatCannotBeFollowedIsNotJudged() throws {
    struct Anything: Decodable {
      let number: Int?
      init(from decoder: any Decoder) throws {
        number = try? decoder.singleValueContainer().decode(Int.self)
      }
    }
    let contract = try Contract(
      name: "c.schema.json", bytes: Array(#"{"type": ["string", "null"]}"#.utf8))
    #expect(AgreementCheck(contract, StrictDecoder().reads(Anything.self)).findings().isEmpty)
    #expect(
      AgreementCheck(contract, StrictDecoder().reads(Int.self)).findings().map(\.rule) == [
        .dtoRequiresNullableKey, .dtoTypeMismatch,
      ])
  }

  /// A type of the app's own may be named like Foundation's, and reads what it reads.
  @Test func dateIsKnownByWhatItReadsAndNotByItsName() throws {
    struct Own {
      struct Date: Decodable {
        let seconds: Double
        init(from decoder: any Decoder) throws {
          seconds = try decoder.singleValueContainer().decode(Double.self)
        }
      }
    }
    let contract = try Contract(
      name: "c.schema.json",
      bytes: Array(#"{"type": "integer", "x-date-format": "unix-seconds"}"#.utf8))
    let foundation = AgreementCheck(contract, StrictDecoder().reads(Date.self)).findings()
    #expect(foundation.map(\.rule) == [.dtoDateMismatch])
    #expect(foundation.first?.found == "seconds since 2001-01-01T00:00:00Z as a number")
    #expect(AgreementCheck(contract, StrictDecoder().reads(Own.Date.self)).findings().isEmpty)
  }
}
