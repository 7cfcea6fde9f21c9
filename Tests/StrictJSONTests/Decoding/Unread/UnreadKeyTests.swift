import Foundation
import TestSupport
import Testing

@testable import DecodingLaws
@testable import StrictJSON

/// What a type never asks for, and what a missing key may be called now.
@Suite(.computing) struct UnreadKeyTests {
  private func unread<Root: Decodable>(_ type: Root.Type, _ text: String) throws -> [String] {
    try report(type, text).unread.map { "\($0.pointer) \($0.count)" }
  }

  @Test func topmostMemberIsToldOnceForAllRecords() throws {
    let record =
      #"{"id": 1, "name": "n", "price": 1, "tags": [], "extra": {"deep": {"er": 1}}, "more": [1]}"#
    let report = try report(
      Items.self, #"{"total": 3, "items": [\#(record), \#(record), \#(record)], "page": 1}"#)
    #expect(report.issues.isEmpty)
    #expect(
      report.unread.map { "\($0.path) \($0.pointer) \($0.count) \($0.type) \($0.found)" } == [
        "$.page /page 1 Items a number",
        "$.items[*].extra /items/0/extra 3 Item an object",
        "$.items[*].more /items/0/more 3 Item an array",
      ])
    #expect(report.unread.first?.message == #"nothing reads the key "page""#)
  }

  @Test func dictionaryReadsAllOfItsMembers() throws {
    let unread = try unread(
      Scores.self,
      #"""
      {"scores": {"a": 1, "b": 2}, "owner": "o",
       "places": {"p": {"latitude": 1, "longitude": 2, "height": 3}, "q/r~": {"latitude": 1,
       "longitude": 2, "height": 3, "name": 4}}}
      """#)
    #expect(unread == ["/places/p/height 2", "/places/q~1r~0/name 1"])
  }

  @Test func valueThatWasAskedForAsAWholeIsRead() throws {
    struct Shallow: Decodable {
      var place: [String: Int]
      var isThere: Bool
      var isNull: Bool
      enum CodingKeys: String, CodingKey { case place, isThere, isNull, other }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        place = try container.decode([String: Int].self, forKey: .place)
        isThere = container.contains(.isThere)
        isNull = try container.decodeNil(forKey: .isNull)
      }
    }
    #expect(
      try unread(
        Shallow.self, #"{"place": {"a": 1}, "isThere": {"x": 1}, "isNull": [], "other": 1}"#)
        == ["/other 1"])
  }

  @Test func nestedContainersAndSuperclassesRead() throws {
    #expect(
      try unread(
        Launch.self,
        #"""
        {"flight_number": 1, "rocket": {"rocket_name": "r", "first_stage": {"block": 5, "x": 1},
         "y": 2}, "links": {"mission_patch": "https://a.b"}, "launch_site": "s"}
        """#) == ["/rocket/y 1", "/rocket/first_stage/x 1"])
    #expect(
      try unread(
        NestedChild.self,
        #"{"extra": "e", "size": 1, "super": {"id": 1, "kind": "k", "z": 1}, "y": 1}"#)
        == ["/y 1", "/super/z 1"])
    #expect(
      try unread(
        FlatChild.self, #"{"extra": "e", "size": 1, "id": 1, "kind": "k", "y": 1}"#) == ["/y 1"])
  }

  /// What an alternative read in vain nobody reads.
  @Test func alternativeThatWasGivenUpReadsNothing() throws {
    struct Bird: Decodable {
      var age: Int
      var wings: Int
    }
    enum Animal: Decodable {
      case bird(Bird), cat(Cat)
      init(from decoder: any Decoder) throws {
        if let bird = try? Bird(from: decoder) {
          self = .bird(bird)
        } else {
          self = .cat(try Cat(from: decoder))
        }
      }
    }
    struct Tried: Decodable {
      var animal: Animal
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let bird = try? container.decode(Bird.self) {
          animal = .bird(bird)
        } else {
          animal = .cat(try container.decode(Cat.self))
        }
      }
    }
    let cat = #"{"age": 3, "meow": "m", "lives": 9}"#
    for text in [try unread(Animal.self, cat), try unread(Tried.self, cat)] {
      #expect(text == ["/age 1"])
    }
    let bird = #"{"age": 3, "wings": 2, "lives": 9}"#
    for text in [try unread(Animal.self, bird), try unread(Tried.self, bird)] {
      #expect(text == ["/lives 1"])
    }
  }

  @Test func keysOfABrokenRecordAreAskedForAllTheSame() throws {
    let report = try report(
      [Item].self, #"[{"id": "x", "name": 1, "price": [], "tags": {}, "extra": 1}]"#)
    #expect(report.issues.count == 4)
    #expect(report.unread.map(\.path.description) == ["$[*].extra"])
  }

  /// A record that its initialiser left in the middle says nothing about the rest.
  @Test func objectThatWasLeftIsNotJudged() throws {
    let report = try report(
      [Figure].self, #"[{"type": null, "radius": 1, "width": 2, "name": "n", "other": 1}]"#)
    #expect(report.unexplored.count == 1 && report.unread.isEmpty)
  }

  @Test func duplicateIsNotToldAsUnread() throws {
    #expect(
      try unread(Coordinates.self, #"{"latitude": 1, "longitude": 2, "latitude": 3}"#).isEmpty)
  }

  /// The keys of a large object are looked up in another way.
  @Test func duplicateInALargeObjectIsNotToldAsUnread() throws {
    let others = (0..<100).map { #""other\#($0)": 1, "other\#($0 / 2)": 2"# }
    let members = ["\"motto\": 7"] + others
    let report = try report(User.Company.self, "{\(members.joined(separator: ", "))}")
    #expect(report.unread.count == 100 && Set(report.unread.map(\.count)) == [1])
  }

  @Test func memberBehindAnotherOfTheSameConvertedNameIsUnread() throws {
    var decoder = StrictDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct Name: Decodable { var userName: String }
    let report = decoder.check(
      Name.self, in: try document(#"{"user_name": "a", "userName": "b"}"#))
    #expect(
      report.unread.map(\.message) == [
        #"nothing reads the key "userName"; "user_name" before it is taken for the same key"#
      ])
  }

  @Test func optionalKeyOfSimilarSpellingIsNamed() throws {
    let report = try report(
      User.Company.self, #"{"name": "n", "Motto": "m", "slogan": "s"}"#)
    #expect(
      report.unread.map(\.message) == [
        #"nothing reads the key "Motto"; User.Company.motto asks for "motto", which is not there"#,
        #"nothing reads the key "slogan""#,
      ])
  }

  // MARK: Missing keys

  private struct Meal: Decodable {
    var strMeal: String
    var mealID: Int
    var note: String?
  }

  /// An object with thousands of keys is keyed by data: a spelling that is like one among them says nothing.
  @Test(arguments: [(20, true), (2_000, false)])
  func spellingIsLookedForAmongFewKeys(_ count: Int, _ isFound: Bool) throws {
    let keys = (0..<count).map { #""k\#($0)": "x""# }.joined(separator: ", ")
    let result = try report(Meal.self, #"{"mealID": 1, \#(keys), "strMael": "m"}"#)
    let slip = try #require(result.issues.first { $0.kind == .missingKey })
    #expect(slip.message.contains(#""strMael", which nothing reads"#) == isFound)
    #expect(result.unread.count == count + 1)
    let last = try #require(result.unread.last)
    #expect(last.message.contains("asks for") == isFound)
  }

  @Test(arguments: [
    // Another spelling, a slip, and the only new member of the type.
    (#"{"str_meal": "m", "mealID": 1, "zzz": "z"}"#, "str_meal"),
    (#"{"strMael": "m", "mealID": 1, "zzz": "z"}"#, "strMael"),
    (#"{"strTitle": "m", "mealID": 1, "zzz": 7}"#, "strTitle"),
  ])
  func missingKeyIsPairedWithItsNeighbour(_ text: String, _ name: String) throws {
    #expect(
      try report([Meal].self, "[\(text)]").issues.map(\.message) == [
        "the key \"strMeal\" is missing; \"\(name)\", which nothing reads, is beside it"
      ])
  }

  @Test(arguments: [
    // Two that may be meant, one of another type, one that is read, and one that is not new.
    #"[{"strTitle": "m", "strName": "n", "mealID": 1}]"#, #"[{"strTitle": 1, "mealID": 1}]"#,
    #"[{"note": "m", "mealID": 1}]"#,
    #"[{"other": "m", "mealID": 1}, {"other": "m", "mealID": 2, "strMeal": "n"}]"#,
  ])
  func missingKeyIsNotPairedAtRandom(_ text: String) throws {
    #expect(
      try report([Meal].self, text).issues.map(\.message) == [#"the key "strMeal" is missing"#])
  }

  @Test(arguments: [
    ("strMeal", "str_meal", true), ("homeURL", "home-url", true), ("strMeal", "strMael", true),
    ("line1", "line2", false), ("id", "it", false), ("name", "fame", true),
    ("name", "same1", false),
    ("category", "catagory", true), ("category", "title", false), ("straße", "strasse", false),
  ])
  func spellingsAreCompared(_ left: String, _ right: String, _ isSimilar: Bool) {
    #expect(Spelling(left).isSimilar(to: Spelling(right)) == isSimilar)
    #expect(Spelling(right).isSimilar(to: Spelling(left)) == isSimilar)
  }

  /// The law: what is told as unread can be taken away, and the type decodes the same.
  @Test(arguments: ShapeCase.all)
  func unreadMembersDoNotMatter(shape: ShapeCase) throws {
    var random = SeededRandom(seed: 7)
    let sample = JSONNode(try document(shape.sample).root)
    var removed = 0
    for round in 0..<24 {
      var node = sample
      for _ in 0...round % 3 {
        let place = node.places.filter { pointer in
          if case .object = node.node(at: pointer) { return true }
          return false
        }.randomElement(using: &random)
        guard let place else { continue }
        node = Mutation(
          pointer: place, change: .insert("odd key", "x", isFirst: .random(using: &random))
        )
        .apply(to: node)
      }
      let outcome = try shape.decode(Array(JSONWriter.compact(node).utf8))
      guard outcome.foundationAccepts else { continue }
      let without = outcome.report.unread.reduce(node) {
        Mutation(pointer: $1.pointer, change: .delete).apply(to: $0)
      }
      removed += outcome.report.unread.count
      let second = try shape.decode(Array(JSONWriter.compact(without).utf8))
      #expect(second.foundationAccepts, "\(outcome.report.unread.map(\.pointer))")
    }
    #expect(removed > 0)
  }

  // MARK: Fast passes and the engine

  private func expectSame<Root: Decodable>(
    _ type: Root.Type, _ text: String, _ unread: [String],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let document = try JSONDocument(Array(text.utf8))
    var slow = StrictDecoder()
    slow.usesFastPass = false
    for decoder in [StrictDecoder(), slow] {
      let report = decoder.check(type, in: document)
      #expect(
        report.unread.map { "\($0.path) ×\($0.count)" } == unread, sourceLocation: sourceLocation)
    }
  }

  /// The first type reads all elements in a fast pass, the second one some with the engine.
  @Test func readsOfTwoTypesAreOne() throws {
    try expectSame(
      ReadTwice.self,
      #"{"items": [{"id": 1, "q": 2, "extra": 0}, {"id": 1, "q": "x", "extra": 0}]}"#,
      ["$.items[*].extra ×2"])
  }

  @Test func keptContainerMayBeReadLater() throws {
    try expectSame([KeptOwner].self, #"[{"l": {"a": 1, "b": 2}}]"#, ["$[*].l.b ×1"])
  }
}

private struct ReadTwice: Decodable {
  struct Short: Decodable {
    let id: Int
  }

  struct Long: Decodable {
    let id: Int
    let q: Int
  }

  enum CodingKeys: String, CodingKey { case items }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    _ = try container.decode([Short].self, forKey: .items)
    _ = try container.decode([Long].self, forKey: .items)
  }
}

private struct Kept: Decodable {
  enum CodingKeys: String, CodingKey { case a }

  let container: KeyedDecodingContainer<CodingKeys>

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: CodingKeys.self)
  }
}

private struct KeptOwner: Decodable {
  enum CodingKeys: String, CodingKey { case l }

  let a: Int

  init(from decoder: any Decoder) throws {
    let kept = try decoder.container(keyedBy: CodingKeys.self).decode(Kept.self, forKey: .l)
    a = try kept.container.decode(Int.self, forKey: .a)
  }
}
