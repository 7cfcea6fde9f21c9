import SchemaDrift
import StrictJSON
import Testing

/// Objects of one kind that were beside each other: together in one list now, or gone.
@Suite struct SiblingObjectTests {
  private static let cities = ["BOS", "MAD", "LHR", "JFK", "CDG", "FRA", "MUC", "ZRH", "VIE"]

  private static func flight(_ number: Int, _ form: (String, String, String, String, Int) -> String)
    -> String
  {
    form(
      cities[number % 9], cities[(number + 1 + number / 9 % 8) % 9],
      "2019-0\(1 + number % 9)-1\(number % 10)T0\(number % 10):3\(number % 7)",
      GuessTests.code(number, 5), number * 7919 % 9000 + 100)
  }

  private static func before(_ number: Int) -> String {
    flight(number) {
      #"{"departs_at": "\#($2)", "origin": {"airport": "\#($0)"}, "destination": {"airport": "\#($1)"}, "flight_number": "\#($4)", "locator": "\#($3)"}"#
    }
  }

  private static func now(_ number: Int) -> String {
    flight(number) {
      #"{"departure": {"at": "\#($2):00", "airport": "\#($0)"}, "arrival": {"airport": "\#($1)"}, "number": "\#($4)", "locator": "\#($3)", "stops": 0}"#
    }
  }

  /// The flights out and back are in one list now, also where no record is on both sides.
  @Test(arguments: [0, 200])
  func objectsOfOneKindAreInOneListNow(shift: Int) throws {
    let drift = try SampleRecords.drift(
      #"{"results": ["#
        + SampleRecords.records(20) {
          #""price": "\#($0 * 53 % 907).\#(10 + $0)", "outbound": {"flights": [\#(Self.before($0 * 2))]}, "inbound": {"flights": [\#(Self.before($0 * 2 + 1))]}"#
        } + "]}",
      #"{"results": ["#
        + SampleRecords.records(20) { number in
          let number = number + shift
          return
            #""price": "\#(number * 53 % 907).\#(10 + number)", "itineraries": [{"segments": [\#(Self.now(number * 2))]}, {"segments": [\#(Self.now(number * 2 + 1))]}]"#
        } + "]}")
    let mapping = GuessTests.mapping(drift)
    for side in ["outbound", "inbound"] {
      #expect(
        mapping.contains(
          "$.results[*].\(side).flights[*].locator $.results[*].itineraries[*].segments[*].locator"),
        "\(mapping)")
      #expect(
        mapping.contains(
          "$.results[*].\(side).flights[*].origin.airport $.results[*].itineraries[*].segments[*].departure.airport"
        ), "\(mapping)")
    }
  }

  /// Many objects hold an amount and its currency: of these the others are gone.
  @Test func smallObjectsAreNotMerged() throws {
    let money = { (name: String, amount: Int) in
      #""\#(name)": {"amount": \#(amount), "currency": "USD"}"#
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records {
            #""id": \#($0), "name": "\#(SampleRecords.title($0))", \#(money("total_money", $0 * 37 + 900)), \#(money("change_money", $0 * 3 + 1)), \#(money("refund_money", $0 * 5 + 2))"#
          } + "]",
        "["
          + SampleRecords.records {
            #""id": \#($0), "name": "\#(SampleRecords.title($0))", \#(money("amount_money", $0 * 37 + 900))"#
          } + "]"))
    #expect(mapping.contains("total_money amount_money"), "\(mapping)")
    #expect(!mapping.contains { $0.contains("change_money") && $0.contains("amount_money") })
    #expect(!mapping.contains { $0.contains("refund_money") && $0.contains("amount_money") })
  }

  /// A record has a card or a bank account; the card is the payment now, and the account is gone.
  @Test func whatIsGoneIsNotMergedWithWhatItExcluded() throws {
    let part = { (name: String, number: Int) in
      #", "\#(name)": {"holder": "\#(SampleRecords.title(number))", "ref": "\#(GuessTests.code(number, 4))", "bank": "b \#(number % 7)", "month": \#(number % 12)}"#
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(20) {
            #""id": "\#(GuessTests.code($0, 9))"\#(part($0 % 2 == 0 ? "card" : "account", $0))"#
          } + "]",
        "["
          + SampleRecords.records(20) {
            #""id": "\#(GuessTests.code($0, 9))"\#($0 % 2 == 0 ? part("payment", $0) : "")"#
          } + "]"))
    #expect(mapping.contains("card.holder payment.holder"), "\(mapping)")
    #expect(!mapping.contains { $0.contains("account") }, "\(mapping)")
  }

  private static func side(_ number: Int, _ keys: [String]) -> String {
    let values = [
      #""\#(SampleRecords.title(number))""#, "\(number * 31 % 7)",
      #""\#(GuessTests.code(number, 3))""#,
      ##""#\##(number * 7919 % 900_000 + 100_000)""##, "\(1880 + number * 17 % 120)",
    ]
    return "{" + zip(keys, values).map { #""\#($0)": \#($1)"# }.joined(separator: ", ") + "}"
  }

  private static let sideBefore = [
    "team_name", "goals_scored", "coach_id", "shirt_color", "founded_in",
  ]
  private static let sideNow = ["team", "goals", "coach", "shirt", "founded"]

  /// The pairs where a record of `host` and `guest` is another one in a new format, of no record in common.
  private static func mapping(
    _ names: (String, String) = ("host", "guest"), _ now: (Int) -> String
  ) throws -> [String] {
    GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(30) {
            #""round": \#($0 % 9), "\#(names.0)": \#(side($0 * 2, sideBefore)), "\#(names.1)": \#(side($0 * 2 + 1, sideBefore))"#
          } + "]",
        "[" + SampleRecords.records(30) { #""round": \#($0 % 9), \#(now($0 + 200))"# } + "]"))
  }

  /// The members of a side, without what makes them an object.
  private static func flat(_ number: Int, _ keys: [String]) -> Substring {
    side(number, keys).dropFirst().dropLast()
  }

  /// A new list that may hold both.
  private static func goals(_ number: Int) -> String {
    let goals = (0..<3).map {
      #"{"minute": \#((number * 7 + $0 * 31) % 90), "kind": "\#($0 == 0 ? "penalty" : "header")", "body": "\#($0)"}"#
    }
    return #""goals": [\#(goals.joined(separator: ", "))]"#
  }

  /// Two that are one list now are no rivals for its members, and what is known of one is said of the other.
  @Test(arguments: 0...4, [false, true])
  func siblingsAreNoRivals(member: Int, isMap: Bool) throws {
    let mapping = try Self.mapping { number in
      let one = Self.side(number * 2, Self.sideNow)
      let two = Self.side(number * 2 + 1, Self.sideNow)
      return #""sides": \#(isMap ? #"{"one": \#(one), "two": \#(two)}"# : "[\(one), \(two)]")"#
    }
    for side in ["host", "guest"] {
      let pair =
        "\(side).\(Self.sideBefore[member]) sides\(isMap ? ".*" : "[*]").\(Self.sideNow[member])"
      #expect(mapping.contains(pair), "\(mapping)")
    }
  }

  /// Two that are apart in the new format, by the names of their members, are each looked for, whatever list is new.
  @Test(arguments: ["host", "guest"])
  func siblingsThatAreApartByNameAreEachLookedFor(side: String) throws {
    let mapping = try Self.mapping { number in
      let sides = [("host", number * 2), ("guest", number * 2 + 1)].map { side, number in
        Self.flat(number, Self.sideNow.map { "\($0)_of_\(side)" })
      }
      return #""result": {\#(sides.joined(separator: ", "))}, \#(Self.goals(number))"#
    }
    #expect(mapping.contains("\(side).team_name result.team_of_\(side)"), "\(mapping)")
    #expect(mapping.contains("\(side).goals_scored result.goals_of_\(side)"), "\(mapping)")
  }

  /// Where two objects of one kind are new, each is one of the old ones, whatever list is new.
  @Test func siblingsAreEachLookedForWhereTwoAreNew() throws {
    let mapping = try Self.mapping { number in
      let (one, two) = (
        Self.side(number * 2, Self.sideNow), Self.side(number * 2 + 1, Self.sideNow)
      )
      return
        #""result": {"winner": "\#(SampleRecords.title(number))", "one": \#(one), "two": \#(two)}, \#(Self.goals(number))"#
    }
    #expect(mapping.contains("host.team_name result.one.team"), "\(mapping)")
    #expect(mapping.contains("guest.team_name result.two.team"), "\(mapping)")
  }

  /// Where no list is new that may hold both, each is looked for under whatever short name it has.
  @Test func siblingsThatWereFlattenedAreEachLookedFor() throws {
    let mapping = try Self.mapping(("billing", "shipping")) { number in
      let sides = [("b", number * 2), ("s", number * 2 + 1)].map { side, number in
        Self.flat(number, Self.sideBefore.map { "\(side)_\($0)" })
      }
      return sides.joined(separator: ", ")
    }
    #expect(mapping.contains("billing.coach_id b_coach_id"), "\(mapping)")
    #expect(mapping.contains("shipping.coach_id s_coach_id"), "\(mapping)")
  }

  /// A result that did not come goes as the one beside it, from as few records as there are.
  @Test(arguments: [1, 12]) func resultThatDidNotComeGoesAsThoseBesideIt(count: Int) throws {
    let match = { (number: Int) in
      #""id": \#(number * 7919), "place": "\#(SampleRecords.title(number))""#
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(count) {
            match($0)
              + #", "score": {"full": "\#($0 % 4)-\#($0 % 3)", "extra": null}"#
          } + "]",
        "["
          + SampleRecords.records(count) {
            match($0 + 50)
              + #", "score": {"full": {"home": \#($0 % 3), "away": \#($0 % 4)}, "extra": {"home": null, "away": null}}"#
          } + "]"))
    for side in ["home", "away"] {
      #expect(mapping.contains("score.full score.full.\(side)"), "\(mapping)")
      #expect(mapping.contains("score.extra score.extra.\(side)"), "\(mapping)")
    }
  }
}
