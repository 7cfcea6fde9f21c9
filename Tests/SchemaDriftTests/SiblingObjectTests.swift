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
}
