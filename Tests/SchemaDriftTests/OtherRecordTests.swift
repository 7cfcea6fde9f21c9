import SchemaDrift
import StrictJSON
import Testing

/// One answer a night, of the same thing or of another one.
@Suite struct OtherRecordTests {
  struct Nights: Sendable, CustomTestStringConvertible {
    let name: String
    let old: [String]
    let new: [String]
    let changes: [String]

    var testDescription: String { name }
  }

  private static let nights = [
    Nights(
      name: "a random record, by its id",
      old: [#"{"id": 7, "name": "Tea", "kind": "drink", "video": "https://example.org/7"}"#],
      new: [#"{"id": 9, "name": "Rice", "kind": "drink"}"#],
      changes: []),
    Nights(
      name: "a random record, by its texts",
      old: [#"{"name": "Black tea", "kind": "drink", "motto": "Hot", "video": "none at all"}"#],
      new: [#"{"name": "Fried rice", "kind": "dish", "motto": "Dry"}"#],
      changes: []),
    Nights(
      name: "the same thing, later",
      old: [#"{"status": "ok", "region": "eu", "uptime": 81, "build": "1.2"}"#],
      new: [#"{"status": "ok", "region": "eu", "uptime": 95}"#],
      changes: ["key-removed $.build"]),
    Nights(
      name: "the same record",
      old: [#"{"id": 7, "name": "Black tea", "price": 2.5, "video": "https://example.org/7"}"#],
      new: [#"{"id": 7, "name": "Black tea", "price": 3.0}"#],
      changes: ["key-removed $.video"]),
    Nights(
      name: "a random record with an object that only some have",
      old: [
        #"{"common": "Mali", "official": "The Republic of Mali", "native": {"fra": {"official": "The Republic of Mali", "common": "Mali"}}}"#
      ],
      new: [
        #"{"common": "Cuba", "official": "The Republic of Cuba", "native": {"spa": {"official": "La República de Cuba", "common": "Isla"}}}"#
      ],
      changes: []),
    Nights(
      name: "names in another script",
      old: [#"[{"id": 1, "name": "茶"}, {"id": 2, "name": "飯"}, {"id": 3, "name": "汁"}]"#],
      new: [#"[{"id": 4, "name": "Tea"}, {"id": 5, "name": "Rice"}, {"id": 6, "name": "Soup"}]"#],
      changes: []),
  ]

  @Test(arguments: nights)
  func onlyTheSameThingLosesAKey(nights: Nights) throws {
    let side = { (texts: [String]) in
      Drift.Side(documents: try texts.map { try JSONDocument(Array($0.utf8)) })
    }
    let drift = Drift.between(try side(nights.old), try side(nights.new))
    let told = drift.changes.filter { $0.evidence.isSignificant && $0.rule != .keyAdded }.map {
      "\($0.rule) \($0.from?.description ?? "")"
    }
    #expect(told == nights.changes)
  }

  /// What breaks the contract is a change, so that it is graded by its evidence.
  @Test func aNullInThePlaceOfAnObjectIsToldAsAChange() throws {
    let old = try JSONDocument(Array(#"{"id": 1, "name": "Tea", "maker": {"name": "A"}}"#.utf8))
    let new = try JSONDocument(Array(#"{"id": 2, "name": "Rice", "maker": null}"#.utf8))
    let drift = Drift.between(Drift.Side(documents: [old]), Drift.Side(documents: [new]))
    #expect(drift.changes.map(\.rule).contains(.becameNullable))
  }
}
