import SchemaDrift
import StrictJSON
import Testing

/// Records that were taken apart or put together in other ways, on invented APIs.
@Suite struct StructureTests {
  /// A side of a comparison: records in an envelope.
  private static func side(
    _ numbers: Range<Int>, _ envelope: String = "[#]", _ record: (Int) -> String
  ) throws -> Drift.Side {
    let records = numbers.map(record).joined(separator: ",")
    return Drift.Side(
      documents: [try JSONDocument(Array(envelope.replacing("#", with: records).utf8))])
  }

  private static func word(_ number: Int) -> String {
    let mixed = UInt64(number + 7) &* 0x9E37_79B9_7F4A_7C15
    return "w" + String(mixed >> 24, radix: 36)
  }

  /// Where the old places went that are not where they were: `old new`.
  private static func moves(_ drift: Drift) -> [String] {
    drift.mapping.compactMap { mapping in
      guard let from = mapping.from, let to = mapping.to, from != to else { return nil }
      return "\(from) \(to)"
    }.sorted()
  }

  // MARK: Maps

  /// A map of records that are a list beside other members now: what lies around it is no entry.
  @Test(arguments: [8..<16, 0..<8]) func anEnvelopeAroundEntriesIsNoMap(_ numbers: Range<Int>)
    throws
  {
    let record = { (number: Int) in
      #"{"ref": "\#(Self.word(number))", "total": \#(number * 7).5, "base_total": \#(number * 7).5, "note": "n \#(Self.word(number + 50))"}"#
    }
    let drift = Drift.between(
      try Self.side(0..<8, "{#}") { #""2\#($0)1": \#(record($0))"# },
      try Self.side(numbers, #"{"items": [#], "total_count": 8, "search": {"page": 1}}"#) {
        record($0)
      })
    #expect(
      Self.moves(drift).contains("$.* $.items[*]"), "\(drift.mapping)")
    for name in ["ref", "total", "base_total", "note"] {
      #expect(
        drift.mapping.contains {
          $0.from?.description == "$.*.\(name)" && $0.to?.description == "$.items[*].\(name)"
        }, "\(name): \(drift.mapping)")
    }
  }

  // MARK: Values beside the records

  /// What an answer says once may be said by each of its records now, and may be said in several places.
  @Test(arguments: [
    (
      #"{"data": {"name": "Kaldheim", "date": "2021-02-05", "cards": [#]}}"#, #"{"data": [#]}"#,
      #", "set_name": "Kaldheim", "released": "2021-02-05""#,
      ["$.data.name $.data[*].set_name", "$.data.date $.data[*].released"]
    ),
    (
      #"{"count": 58214, "cards": [#]}"#, #"{"search": {"cardCount": 58214, "nodes": [#]}}"#,
      "", ["$.count $.search.cardCount"]
    ),
    (
      #"{"latitude": 42.36, "cards": [#]}"#,
      #"{"now": {"meta": {"latitude": 42.36}}, "day": {"meta": {"latitude": 42.36}, "cards": [#]}}"#,
      "", ["$.latitude $.now.meta.latitude"]
    ),
  ])
  func valuesBesideTheRecordsAreFound(
    old: String, new: String, members: String, moves: [String]
  ) throws {
    let record = { (number: Int) in
      #""id": \#(number * 7_919), "title": "\#(Self.word(number))", "cost": \#(number % 11)"#
    }
    let drift = Drift.between(
      try Self.side(0..<20, old) { "{\(record($0))}" },
      try Self.side(20..<40, new) { "{\(record($0))\(members)}" })
    let found = Self.moves(drift)
    #expect(Set(moves).subtracting(found) == [], "\(found)")
  }

  /// A number beside the records is none that each record has another one of.
  @Test func aCountOfAllIsNoCountOfEach() throws {
    let drift = Drift.between(
      try Self.side(0..<20, #"{"total_count": 58214, "items": [#]}"#) {
        #"{"id": \#($0 * 7_919), "title": "\#(Self.word($0))"}"#
      },
      try Self.side(20..<40, #"{"data": {"search": {"nodes": [#]}}}"#) {
        #"{"id": \#($0 * 7_919), "title": "\#(Self.word($0))", "likes": {"totalCount": \#($0 * 37 % 101)}}"#
      })
    #expect(!Self.moves(drift).contains { $0.hasPrefix("$.total_count") }, "\(Self.moves(drift))")
  }

  /// The name of the list that holds all records is on the way to each place, and says nothing of two truths.
  @Test func aTruthOfTheRecordIsNoneOfItsShop() throws {
    let drift = Drift.between(
      try Self.side(0..<30, #"{"results": [#]}"#) {
        #"{"id": \#($0 * 7_919), "title": "\#(Self.word($0))", "is_digital": \#($0 % 2 == 0)}"#
      },
      try Self.side(30..<60, #"{"results": [#]}"#) {
        #"{"id": \#($0 * 7_919), "title": "\#(Self.word($0))", "shop": {"shop_id": \#($0 * 31), "is_vacation": \#($0 % 3 == 0)}}"#
      })
    #expect(Self.moves(drift) == [])
  }

  // MARK: Records beside the records

  private static func member(_ number: Int) -> String {
    let member = number % 7
    return """
      "name": "\(word(member + 900))", "town": "\(word(member + 950))", "joined": \(1990 + member)
      """
  }

  @Test(arguments: [0, 200])
  func objectsInAListBesideTheRecordsKeepTheirMembers(first: Int) throws {
    let old = try Self.side(0..<40) { number in
      """
      {"id": \(number), "title": "\(Self.word(number))",
       "reader": {"key": \(number % 7 + 3000), \(Self.member(number)),
                  "alias": "\(Self.word(number % 7 + 970))"}}
      """
    }
    let readers = (0..<7).map {
      #"{"key": \#($0 + 3000), \#(Self.member($0)), "nick": "\#(Self.word($0 + 970))"}"#
    }.joined(separator: ",")
    let new = try Self.side(
      first..<first + 40, #"{"loans": [#], "readers": [\#(readers)]}"#
    ) { number in
      #"{"id": \#(number), "title": "\#(Self.word(number))", "reader_key": \#(number % 7 + 3000)}"#
    }
    let moves = Self.moves(Drift.between(old, new))
    for move in ["name name", "town town", "joined joined", "alias nick"] {
      let names = move.split(separator: " ")
      #expect(moves.contains("$[*].reader.\(names[0]) $.readers[*].\(names[1])"))
    }
  }

  // MARK: Names that became values

  @Test func membersBecameTheEntriesOfAList() throws {
    let names = ["depth", "width", "weight", "pages"]
    let old = try Self.side(0..<30) { number in
      let members = names.enumerated().map { #""\#($1)": \#(number * ($0 + 3) % 90 + 10)"# }
      return
        #"{"id": \#(number), "title": "\#(Self.word(number))", \#(members.joined(separator: ", "))}"#
    }
    let new = try Self.side(100..<130) { number in
      let entries = names.enumerated().map {
        #"{"measure": "\#($1)", "amount": \#(number * ($0 + 3) % 90 + 10), "checked": true}"#
      }
      return
        #"{"id": \#(number), "title": "\#(Self.word(number))", "measures": [\#(entries.joined(separator: ", "))]}"#
    }
    let drift = Drift.between(old, new)
    #expect(Self.moves(drift) == names.map { "$[*].\($0) $[*].measures[*].amount" }.sorted())
    let told = drift.changes.filter { $0.rule != .keyAdded }
    #expect(!told.contains { $0.confidence != .guess })
  }

  @Test(arguments: [0, 200])
  func aListOfKeysAndValuesBecameAnObject(first: Int) throws {
    let shelves = ["adult", "child", "youth", "staff"]
    let old = try Self.side(0..<30) { number in
      let rules = shelves.enumerated().map {
        #"{"group": "\#($1)", "allowed": "\#((number + $0) % 3 == 0 ? "no" : "yes")"}"#
      }
      return
        #"{"id": \#(number), "title": "\#(Self.word(number))", "rules": [\#(rules.joined(separator: ","))]}"#
    }
    let new = try Self.side(first..<first + 30) { number in
      let rules = shelves.enumerated().map {
        #""\#($1)": "\#((number + $0) % 3 == 0 ? "no" : "yes")""#
      }
      return
        #"{"id": \#(number), "title": "\#(Self.word(number))", "rules": {\#(rules.joined(separator: ","))}}"#
    }
    let drift = Drift.between(old, new)
    #expect(drift.changes.map(\.rule) == [.arrayToMap])
    #expect(Self.moves(drift).contains("$[*].rules[*].allowed $[*].rules.*"))
  }

  // MARK: One member of an object

  @Test func aValueIsTheNameInTheObjectUnderItsKey() throws {
    let old = try Self.side(0..<30) {
      #"{"id": \#($0), "town": "\#(Self.word($0)) upon \#(Self.word($0 + 1))"}"#
    }
    let new = try Self.side(100..<130) {
      """
      {"id": \($0), "town": {"name": "\(Self.word($0)) upon \(Self.word($0 + 1))",
        "motto": "\(Self.word($0 + 2)) over \(Self.word($0 + 3))"}}
      """
    }
    let drift = Drift.between(old, new)
    #expect(Self.moves(drift) == ["$[*].town $[*].town.name"])
    #expect(drift.changes.first?.confidence == .guess)
  }

  // MARK: What is not claimed

  @Test func aConstantIsNotAnotherConstant() throws {
    let old = try Self.side(0..<30) {
      #"{"id": \#($0), "title": "\#(Self.word($0))", "object": "book"}"#
    }
    let new = try Self.side(0..<30) {
      #"{"id": \#($0), "title": "\#(Self.word($0))", "medium": "x", "origin": {"via": "book"}}"#
    }
    #expect(Self.moves(Drift.between(old, new)) == [])
  }

  @Test func aTextTwinIsGoneWithItsNumber() throws {
    let old = try Self.side(0..<30) {
      #"{"id": \#($0 + 71000), "id_str": "\#($0 + 71000)", "title": "\#(Self.word($0))"}"#
    }
    let new = try Self.side(0..<30) {
      #"{"id": "\#($0 + 71000)", "title": "\#(Self.word($0))", "history": ["\#($0 + 71000)"]}"#
    }
    #expect(Self.moves(Drift.between(old, new)) == ["$[*].id_str $[*].id"])
  }

  @Test func aDefaultIsNotWhereTheValueWent() throws {
    let old = try Self.side(0..<40) { number in
      let answer = number % 5 == 0 ? "\"\(Self.word(number + 500))\"" : "null"
      return #"{"id": \#(number), "title": "\#(Self.word(number))", "quotes": \#(answer)}"#
    }
    let new = try Self.side(0..<40) { number in
      let thread = Self.word(number % 5 == 0 ? number + 500 : number + 800)
      return #"{"id": \#(number), "title": "\#(Self.word(number))", "thread": "\#(thread)"}"#
    }
    #expect(Self.moves(Drift.between(old, new)) == [])
  }

  @Test func aGeneralNameElsewhereIsNotTheSame() throws {
    let old = try Self.side(0..<30) {
      #"{"id": \#($0), "title": "\#(Self.word($0))", "cover": {"type": "\#($0 % 2 == 0 ? "hard" : "soft")", "year": \#($0 + 1950)}}"#
    }
    let new = try Self.side(100..<130) {
      #"{"id": \#($0), "title": "\#(Self.word($0))", "cover": {"year": \#($0 + 1950)}, "loan": {"type": "\#($0 % 2 == 0 ? "home" : "room")"}}"#
    }
    #expect(Self.moves(Drift.between(old, new)) == [])
  }

  @Test func aKeyOfNullsIsNotAFlagOfNearlyItsName() throws {
    let old = try Self.side(0..<30) {
      #"{"id": \#($0), "title": "\#(Self.word($0))", "dispute": null}"#
    }
    let new = try Self.side(0..<30) {
      #"{"id": \#($0), "title": "\#(Self.word($0))", "disputed": \#($0 % 9 == 0)}"#
    }
    #expect(Self.moves(Drift.between(old, new)) == [])
  }

  @Test func keysTellTheNeighboursOfAlikeNamesApart() throws {
    let old = try Self.side(0..<60) { number in
      let blurb =
        number % 2 == 0 ? #", "blurb": "\#(Self.word(number)) so \#(Self.word(number + 1))""# : ""
      return
        #"{"id": \#(number), "text": "\#(Self.word(number)) or \#(Self.word(number + 2))"\#(blurb)}"#
    }
    let new = try Self.side(100..<160) { number in
      let blurb =
        number % 2 == 0
        ? #", "blurb_text": "\#(Self.word(number)) so \#(Self.word(number + 1))""# : ""
      return
        #"{"id": \#(number), "main_text": "\#(Self.word(number)) or \#(Self.word(number + 2))"\#(blurb)}"#
    }
    #expect(
      Self.moves(Drift.between(old, new)) == [
        "$[*].blurb $[*].blurb_text", "$[*].text $[*].main_text",
      ])
  }

  @Test func ofTwoObjectsOnlyTheLargerBecameTheNewOne() throws {
    let old = try Self.side(0..<40) { number in
      """
      {"id": \(number), "title": "\(Self.word(number))",
       "place": {"hall": "\(Self.word(number + 100))", "shelf": "\(Self.word(number + 200))",
                 "row": "\(Self.word(number + 300))"},
       "intake": {"clerk": "\(Self.word(number + 400))", "day": "\(Self.word(number + 600))"}}
      """
    }
    let new = try Self.side(0..<40) { number in
      """
      {"id": \(number), "title": "\(Self.word(number))",
       "stock": {"hall": "\(Self.word(number + 100))", "shelf": "\(Self.word(number + 200))",
                 "row": "\(Self.word(number + 300))", "clerk": "\(Self.word(number + 400))",
                 "day": "\(Self.word(number + 600))"}}
      """
    }
    let moves = Self.moves(Drift.between(old, new))
    #expect(moves.contains("$[*].place $[*].stock"))
    #expect(!moves.contains("$[*].intake $[*].stock"))
    #expect(moves.contains("$[*].intake.clerk $[*].stock.clerk"))
  }
}
