import JSONSchema
import SchemaDrift
import StrictJSON
import TestSupport
import Testing

/// A claim carries its proof: what may be chance is a guess or nothing.
@Suite(.computing) struct ProofTests {
  private static func side(_ text: String) throws -> Drift.Side {
    Drift.Side(documents: [try JSONDocument(Array(text.utf8))])
  }

  private static func rules(_ old: String, _ new: String) throws -> [String] {
    Drift.between(try side(old), try side(new)).changes.map { change in
      "\(change.rule) \(change.from?.description ?? "-") \(change.to?.description ?? "-")"
        + (change.confidence.map { " \($0)" } ?? "")
        + (change.evidence.isSignificant ? "" : "?")
    }
  }

  /// Each species evolves from the one before, whose name it holds.
  private static func species(_ numbers: Range<Int>) -> String {
    let records = numbers.map { number in
      let parent = number % 3 == 0 ? "null" : #"{"name": "species \#(number - 1)"}"#
      return
        #"{"name": "species \#(number)", "parent": \#(parent), "text": "family \#(number / 3)"}"#
    }
    return "[" + records.joined(separator: ",") + "]"
  }

  @Test(arguments: [1, 2, 4, 9, 20])
  func aRecordThatNamesAnotherIsNotIt(count: Int) throws {
    let old = Self.species(0..<count)
    let new = Self.species(count..<2 * count)
    let rules = try Self.rules(old, new).filter { !$0.hasSuffix("?") && !$0.hasPrefix("key-added") }
    #expect(rules == [])
  }

  @Test func oneRecordIsAGuessAtMost() throws {
    let rules = try Self.rules(
      #"[{"id": "sub_123456789", "plan": "gold membership", "start": 1234567890}]"#,
      #"[{"id": "sub_123456789", "plan": "gold membership", "cancel_at": 1234567890}]"#)
    #expect(rules.allSatisfy { !$0.contains("certain") && !$0.contains("likely") }, "\(rules)")
  }

  @Test func aTextForAListIsOneChange() throws {
    let meal = #"{"idMeal": "52772", "strMeal": "Teriyaki", "strArea": "Japanese", "strTags": "a"}"#
    let rules = try Self.rules(#"{"meals": [\#(meal)]}"#, #"{"meals": "Invalid ID"}"#)
    #expect(rules == ["array-to-scalar $.meals $.meals"])
  }

  @Test func aListOfAddressesBecameMembers() throws {
    let old = (0..<4).map {
      #"{"id": \#($0), "flags": ["https://f.io/\#($0).svg", "https://f.io/\#($0).png"]}"#
    }
    let new = (4..<8).map {
      #"{"id": \#($0), "flags": {"svg": "https://f.io/\#($0).svg", "png": "https://f.io/\#($0).png", "alt": "Two bars"}}"#
    }
    let drift = Drift.between(
      try Self.side("[" + old.joined(separator: ",") + "]"),
      try Self.side("[" + new.joined(separator: ",") + "]"))
    let images = drift.mapping.filter { $0.from?.description == "$[*].flags[*]" }
    #expect(
      Set(images.compactMap { $0.to?.description }) == ["$[*].flags.svg", "$[*].flags.png"])
  }

  @Test func aKeyOfNullsHasANewName() throws {
    let old = (0..<5).map {
      #"{"strMeal": "meal \#($0)", "strDrinkAlternate": null, "strTags": "t\#($0)"}"#
    }
    let new = (5..<10).map {
      #"{"strMeal": "meal \#($0)", "strMealAlternate": null, "strTags": "t\#($0)"}"#
    }
    let rules = try Self.rules(
      "[" + old.joined(separator: ",") + "]", "[" + new.joined(separator: ",") + "]")
    #expect(rules == ["key-renamed $[*].strDrinkAlternate $[*].strMealAlternate guess"])
  }

  /// A random document of a few keys: no key that the new records have is said to be gone.
  @Test(arguments: 0..<60)
  func nothingIsGoneThatIsThere(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    func value(_ depth: Int) -> String {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: return "null"
      case 1: return "\(Int.random(in: 0..<20, using: &random))"
      case 2, 3: return "\"w\(Int.random(in: 0..<12, using: &random))\""
      case 4 where depth > 0: return "[\(value(depth - 1))]"
      case 5 where depth > 0: return object(depth - 1)
      default: return "true"
      }
    }
    func object(_ depth: Int) -> String {
      let keys = ["name", "id", "text", "parent", "kind"].shuffled(using: &random).prefix(4)
      return "{" + keys.map { "\"\($0)\": \(value(depth))" }.joined(separator: ",") + "}"
    }
    let sides = (0..<2).map { _ in "[" + (0..<6).map { _ in object(2) }.joined(separator: ",") + "]"
    }
    let old = try Self.side(sides[0])
    let new = try Self.side(sides[1])
    for change in Drift.between(old, new).changes where change.rule == .keyRemoved {
      let steps = change.from?.steps ?? []
      #expect(new.shape.part(at: steps) == nil, "\(change.from?.description ?? "")")
    }
  }
}

extension Shape {
  /// The shape at a path, by names and lists.
  fileprivate func part(at steps: [ShapePath.Step]) -> Shape? {
    steps.reduce(self as Shape?) { shape, step in
      switch step {
      case .member(let name): shape?.object?[name]?.shape
      case .elements: shape?.element
      case .values: shape?.object?.mapValue
      }
    }
  }

  // MARK: Rivals

  /// Two new keys hold what an old one held, and no value says which of them it is.
  @Test(arguments: [3, 12], [["origin", "parent"], ["parent", "origin"]])
  func ofTwoKeysWithTheSameValuesNoneIsCertain(count: Int, keys: [String]) throws {
    let side = { (keys: [String]) in
      let records = (0..<count).map { number in
        let members = keys.map { #""\#($0)": "r-\#(number * 18013 + 7947)-x""# }
        return #"{"n": \#(number), \#(members.joined(separator: ", "))}"#
      }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
    }
    let drift = Drift.between(try side(["ref"]), try side(keys))
    #expect(
      drift.changes.map {
        "\($0.rule) \($0.to?.description ?? "") \($0.confidence?.rawValue ?? "")"
      }
        == ["key-renamed $[*].origin guess", "key-added $[*].parent "])
  }

  /// Where the names do not say it either, only the order of the keys does: that is a guess, with its rival.
  @Test(arguments: [
    (["price_gross", "price_net"], "price_gross", "price_net", Change.Confidence.guess),
    (["weight", "price_total"], "price_total", "weight", .likely),
  ])
  func theOrderOfKeysIsNoProof(
    keys: [String], told: String, rival: String, confidence: Change.Confidence
  ) throws {
    let side = { (keys: [String]) in
      let records = (0..<12).map { number in
        let members = keys.map { #""\#($0)": \#(number * 18013 + 7947)"# }
        return #"{"n": "a-\#(number * 31)", \#(members.joined(separator: ", "))}"#
      }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
    }
    let drift = Drift.between(try side(["price"]), try side(keys))
    let change = try #require(drift.changes.first { $0.rule == .keyRenamed })
    #expect(change.to?.description == "$[*].\(told)" && change.confidence == confidence)
    let others = Change.State.places([ShapePath(steps: [.member(rival)])])
    #expect(change.evidence.basis == .shared(matched: 12, compared: 12, others: others))
  }

  /// The number became the text that stood beside it, and a further key holds it, too.
  @Test(arguments: [3, 4, 12])
  func theNameDecidesBetweenKeysWithTheSameValues(count: Int) throws {
    let side = { (record: (Int, String) -> String) in
      let records = (0..<count).map { "{" + record($0, "8055998890389\(10_000 + $0 * 977)") + "}" }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
    }
    let drift = Drift.between(
      try side { #""id": \#($1), "id_str": "\#($1)", "t": "a text of \#($0)""# },
      try side { #""id": "\#($1)", "t": "a text of \#($0)", "conversation_id": "\#($1)""# })
    #expect(
      drift.changes.map { "\($0.rule) \($0.from?.description ?? "") \($0.to?.description ?? "")" }
        == [
          "number-to-numeric-string $[*].id $[*].id", "key-renamed $[*].id_str $[*].id",
          "key-added  $[*].conversation_id",
        ])
  }
}
