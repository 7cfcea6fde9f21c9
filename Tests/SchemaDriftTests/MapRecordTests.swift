import SchemaDrift
import StrictJSON
import Testing

/// Records that lie in a map: under keys that became ids, one in each element of a list, or in place of an envelope.
@Suite struct MapRecordTests {
  private static func pairs(_ old: String, _ new: String) throws -> [String] {
    try SampleRecords.drift(old, new).mapping.compactMap { entry in
      guard let from = entry.from, let to = entry.to else { return nil }
      return "\(from) \(to)"
    }
  }

  private static func key(_ number: Int) -> String {
    ["alpha", "bravo", "carol", "delta", "echo", "fox"][number]
  }

  private static func joined(_ count: Int, _ record: (Int) -> String) -> String {
    (0..<count).map(record).joined(separator: ", ")
  }

  /// The keys of the answer are told with the records, wherever these went.
  @Test(arguments: [2, 6]) func keysOfRecordsAreAMemberNow(count: Int) throws {
    let hash = { (number: Int) in String(UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 16) }
    let old = Self.joined(count) {
      #""1.0.\#($0)": {"author": "user", "hash": "\#(hash($0))", "note": "note \#($0)"}"#
    }
    let new = Self.joined(count) { #"{"name": "1.0.\#($0)", "target": {"hash": "\#(hash($0))"}}"# }
    let drift = try SampleRecords.drift("{\(old)}", #"{"values": [\#(new)]}"#)
    let pairs = drift.mapping.map {
      "\($0.from?.description ?? "-") \($0.to?.description ?? "-")"
    }
    #expect(pairs.contains("$.* $.values[*].name"), "\(pairs)")
    #expect(!pairs.contains("- $.values[*].name"), "\(pairs)")
    let added = drift.changes.filter { $0.rule == .keyAdded }.compactMap(\.to?.description)
    #expect(!added.contains("$.values[*].name"), "\(added)")
  }

  /// What lies alone under a key of its own in each element is the record.
  @Test(arguments: [2, 3, 6]) func elementsOfOneKeyAreTheirValues(count: Int) throws {
    let old = Self.joined(count) {
      #"{"\#(Self.key($0))_usdt": {"decimal_places": \#($0 % 5 + 1), "least": \#($0 + 1).5, "fee": 0.2, "off": 0}}"#
    }
    let new = Self.joined(count) {
      #"{"id": "\#(Self.key($0))_usdt", "fee": "0.2", "least_base": "\#($0 + 1).5", "precision": \#($0 % 5 + 1)}"#
    }
    let pairs = try Self.pairs(#"{"pairs": [\#(old)]}"#, "[\(new)]")
    #expect(pairs.contains("$.pairs[*].* $[*]"), "\(pairs)")
    #expect(pairs.contains("$.pairs[*].* $[*].id"), "\(pairs)")
    #expect(pairs.contains("$.pairs[*].*.fee $[*].fee"), "\(pairs)")
    #expect(pairs.contains("$.pairs[*].*.least $[*].least_base"), "\(pairs)")
  }

  /// The parts of a text are of kinds, which have members of their own.
  @Test func elementsOfOneKindEachAreNoMap() throws {
    let blocks =
      #"{"text": {"body": "a", "size": 4}}, {"image": {"src": "b", "alt": "c"}}, {"quote": {"body": "d", "by": "e"}}"#
    let drift = try SampleRecords.drift(
      #"{"id": 7, "blocks": [\#(blocks)]}"#, #"{"id": 7, "blocks": [\#(blocks)]}"#)
    #expect(drift.changes.isEmpty)
    #expect(drift.mapping.contains { $0.from?.description == "$.blocks[*].image.src" })
  }

  private static let regions = joined(6) {
    #"{"id": "\#(key($0).prefix(3))", "city": "\#(key($0))", "country": "C\#($0 % 3)", "continent": "Europe", "options": [\#($0 % 2 == 0 ? #""ddos_protection", "block_storage""# : #""ddos_protection""#)]}"#
  }

  private static let map = joined(6) {
    #""\#($0 * 3 + 2)": {"DCID": "\#($0 * 3 + 2)", "name": "\#(key($0))", "country": "C\#($0 % 3)", "continent": "Europe", "block_storage": \#($0 % 2 == 0), "ddos_protection": true}"#
  }

  /// A list beside other members stands where the map was; all of both formats is in the mapping.
  @Test func mapOfRecordsIsAListInAnEnvelopeNow() throws {
    let drift = try SampleRecords.drift(
      "{\(Self.map)}", #"{"regions": [\#(Self.regions)], "meta": {"total": 32}}"#)
    let pairs = drift.mapping.map {
      "\($0.from?.description ?? "-") \($0.to?.description ?? "-")"
    }
    for pair in [
      "$.* $.regions[*]", "$.*.name $.regions[*].city", "$.*.country $.regions[*].country",
      "$.*.ddos_protection $.regions[*].options[*]", "$.*.block_storage $.regions[*].options[*]",
      "- $.meta.total",
    ] {
      #expect(pairs.contains(pair), "\(pair) of \(pairs)")
    }
  }

  /// And the other way.
  @Test func listInAnEnvelopeIsAMapOfRecordsNow() throws {
    let pairs = try Self.pairs(
      #"{"regions": [\#(Self.regions)], "meta": {"total": 32}}"#, "{\(Self.map)}")
    for pair in [
      "$.regions[*] $.*", "$.regions[*].city $.*.name", "$.regions[*].country $.*.country",
      "$.regions[*].options[*] $.*.ddos_protection", "$.regions[*].options[*] $.*.block_storage",
    ] {
      #expect(pairs.contains(pair), "\(pair) of \(pairs)")
    }
    #expect(!pairs.contains { $0.contains("$.*[*]") }, "\(pairs)")
  }

  /// An answer of errors in place of a map of records has none of its entries.
  @Test func entriesAreGoneWhereARecordIsNow() throws {
    let drift = try SampleRecords.drift(
      "{\(Self.map)}", #"{"error": "Rate limit exceeded", "code": 429, "retry": true}"#)
    let gone = drift.changes.filter { $0.rule == .keyRemoved }.compactMap(\.from?.description)
    #expect(gone == ["$.*"])
    let added = drift.changes.filter { $0.rule == .keyAdded }.compactMap(\.to?.description)
    #expect(added == ["$.error", "$.code", "$.retry"])
  }

  /// A list of pairs has no names; what is in them is in members now.
  @Test func listsOfTwoValuesAreRecordsNow() throws {
    let names = ["Afghani", "Lek", "Dinar", "Peso", "Dram", "Guilder"]
    let codes = ["AFN", "ALL", "DZD", "ARS", "AMD", "ANG"]
    let old = Self.joined(6) { #"["\#(names[$0]) (\#(codes[$0]))", "\#(codes[$0])"]"# }
    let new = Self.joined(5) { #"{"id": "\#(codes[$0])", "name": "\#(names[$0])", "min": "0.01"}"# }
    let pairs = try Self.pairs("[\(old)]", #"{"data": [\#(new)]}"#)
    #expect(pairs.contains("$[*] $.data[*]"), "\(pairs)")
    #expect(pairs.contains("$[*][*] $.data[*].id"), "\(pairs)")
    #expect(pairs.contains("$[*][*] $.data[*].name"), "\(pairs)")
  }

  /// Three kinds that come again and again are no keys, nor are kinds of the other side.
  @Test func kindsOfElementsAreRenamed() throws {
    let kinds = ["card", "bank", "cash"]
    let elements = { (write: (String) -> String) in
      Self.joined(20) { number in
        let members = (0..<4).map { #""m\#($0)": \#(number * 7 + $0)"# }.joined(separator: ", ")
        return #"{"\#(write(kinds[number % 3]))": {\#(members)}}"#
      }
    }
    let drift = try SampleRecords.drift(
      "[\(elements { $0 })]", "[\(elements { $0 + "Payment" })]")
    #expect(drift.changes.map(\.rule) == [.keyRenamed, .keyRenamed, .keyRenamed])
  }

  /// One of the values of a map may be a list tonight.
  @Test func oneListAmongTheValuesIsStillAMap() throws {
    let map = { (isListed: Bool) in
      let entries = (100..<112).map { number in
        let value = #"{"score": \#(number * 7), "label": "L \#(number)"}"#
        return #""\#(number)": \#(isListed && number == 103 ? "[\(value), \(value)]" : value)"#
      }
      return "{\(entries.joined(separator: ", "))}"
    }
    for (old, new) in [(map(true), map(false)), (map(false), map(true))] {
      let rules = try SampleRecords.drift(old, new).changes.map(\.rule)
      #expect(!rules.contains(.keyRemoved) && !rules.contains(.envelopeChanged), "\(rules)")
    }
  }

  /// A quiet night has rows without values.
  @Test(arguments: ["[[], [], []]", "[[]]", "[]"]) func emptyRowsAreRows(old: String) throws {
    #expect(try SampleRecords.drift(old, "[[1], [], [2, 3]]").changes.isEmpty)
  }

  @Test func rowsInAnEnvelopeAreTold() throws {
    let rows = Self.joined(6) { #"["\#(Self.key($0))", "\#($0 * 7919)x"]"# }
    let drift = try SampleRecords.drift("[\(rows)]", #"{"rows": [\#(rows)]}"#)
    #expect(drift.changes.map(\.rule) == [.envelopeChanged])
  }

  private static func features(_ count: Int, list: (Int) -> [String]) -> String {
    joined(count) {
      let names = list($0).map { #""\#($0)""# }.joined(separator: ", ")
      return #"{"id": \#($0 + 31), "name": "N \#($0 * 31)", "features": [\#(names)]}"#
    }
  }

  private static func flags(_ count: Int, _ names: (String, String) = ("wifi", "pool")) -> String {
    joined(count) {
      #"{"id": \#($0 + 31), "name": "N \#($0 * 31)", "\#(names.0)": \#($0 % 2 == 0), "\#(names.1)": \#($0 % 3 == 0)}"#
    }
  }

  private static func trueNames(_ number: Int) -> [String] {
    (number % 2 == 0 ? ["wifi"] : []) + (number % 3 == 0 ? ["pool"] : [])
  }

  /// Each of the same records must list what is true in it.
  @Test func truthsAreAListOfTheTrueOnes() throws {
    let found = try Self.pairs(
      "[\(Self.flags(6))]", "[\(Self.features(6, list: Self.trueNames))]")
    #expect(found.contains("$[*].wifi $[*].features[*]"), "\(found)")
    let contrary = Self.features(6) { number in
      ["wifi", "pool"].filter { !Self.trueNames(number).contains($0) }
    }
    let refused = try Self.pairs("[\(Self.flags(6))]", "[\(contrary)]")
    #expect(!refused.contains { $0.contains("features") }, "\(refused)")
  }

  /// Truths that were there under other names did not come of a list that is gone.
  @Test func renamedTruthsAreNoListThatIsGone() throws {
    let old = Self.joined(6) {
      #"{"id": \#($0 + 31), "wifi_available": \#($0 % 2 == 0), "pool_available": \#($0 % 3 == 0), "features": [\#(Self.trueNames($0).map { #""\#($0)""# }.joined(separator: ", "))]}"#
    }
    let pairs = try Self.pairs("[\(old)]", "[\(Self.flags(6))]")
    #expect(pairs.contains("$[*].wifi_available $[*].wifi"), "\(pairs)")
    #expect(!pairs.contains { $0.hasPrefix("$[*].features") }, "\(pairs)")
  }

  /// A list of what is denied to other records has the same words.
  @Test func truthsOfOtherRecordsAreInNoListOfCommonWords() throws {
    let others = Self.joined(6) {
      #"{"id": \#($0 + 91), "name": "M \#($0 * 17)", "denied": [\#($0 % 2 == 0 ? #""wifi""# : #""wifi", "pool""#)]}"#
    }
    let pairs = try Self.pairs("[\(Self.flags(6))]", "[\(others)]")
    #expect(!pairs.contains { $0.contains("denied") }, "\(pairs)")
  }
}
