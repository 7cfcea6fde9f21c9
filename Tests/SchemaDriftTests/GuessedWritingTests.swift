import SchemaDrift
import StrictJSON
import Testing

/// What the writing of values tells where no record is on both sides: numbers in addresses, codes, days in digits,
/// sizes, and what only one place of an object holds.
@Suite struct GuessedWritingTests {
  private typealias Form = GuessTests.Form

  private static let days = (0..<80).map { 10 + $0 * 7 % 18 }

  static let forms: [GuessTests.Form] = [
    Form(
      "a number at the end of an address",
      [
        "_links.self.href id", "_links.homeTeam.href homeTeam.id",
        "_links.awayTeam.href awayTeam.id",
      ],
      not: ["_links.homeTeam.href awayTeam.id", "_links.self.href homeTeam.id"]
    ) { number in
      let teams = (100 + number * 7 % 61, 100 + number * 11 % 67)
      let link = { (kind: String, id: Int) in
        #"{"href": "https://api.example.org/v1/\#(kind)/\#(id)"}"#
      }
      return (
        #""_links": {"self": \#(link("matches", 4_000 + number * 17)), "homeTeam": \#(link("teams", teams.0)), "awayTeam": \#(link("teams", teams.1))}"#,
        #""id": \#(4_000 + number * 17), "homeTeam": {"id": \#(teams.0)}, "awayTeam": {"id": \#(teams.1)}"#
      )
    },
    Form(
      "a number that became the end of an id", ["items[*].product_id items[*].product.id"]
    ) { number in
      (
        #""items": [{"product_id": \#(number * 7_919 + 100_000), "count": \#(number % 5)}]"#,
        #""items": [{"product": {"id": "gid://shop/Product/\#(number * 7_919 + 100_000)"}, "count": \#(number % 5)}]"#
      )
    },
    Form("the numbers of words", ["status_id status"], not: ["status_id via", "rank status"]) {
      number in
      (
        #""status_id": \#(number % 4), "rank": \#(number * 31 % 977)"#,
        #""status": "\#(["new", "open", "pending", "solved"][number % 4])", "via": "\#(["mail", "web"][number % 2])""#
      )
    },
    Form("a day in digits", ["date pub_date"]) { number in
      (
        #""date": "200\#(number % 9)11\#(days[number])""#,
        #""pub_date": "200\#(number % 9)-11-\#(days[number])T00:00:00Z""#
      )
    },
    Form("the only time of an object", ["now.tick now.asOf"]) { number in
      (
        #""now": {"tick": \#(1_500_000_000 + number * 86_400), "degrees": \#(number % 30), "mood": "\#(code(number, 5))"}"#,
        #""now": {"asOf": "2021-02-\#(days[number])T08:00:00Z", "degrees": \#(number % 30), "tone": "\#(code(number, 6))"}"#
      )
    },
    Form(
      "one picture in several sizes",
      [
        "thumbnail_small pictures.sizes[*].link", "thumbnail_large pictures.sizes[*].link",
        "portrait_small user.pictures.sizes[*].link", "portrait_large user.pictures.sizes[*].link",
      ]
    ) { number in
      let picture = { (kind: String, width: Int) in
        "https://i.example.org/\(kind)/\(code(number, 1))_\(width).jpg"
      }
      let list = { (kind: String) in
        let button =
          kind == "video"
          ? #", "link_with_play_button": "https://i.example.org/filter/\#(code(number, 2)).png""#
          : ""
        return
          #"{"sizes": [{"width": 100, "link": "\#(picture(kind, 100))"\#(button)}, {"width": 640, "link": "\#(picture(kind, 640))"\#(button)}]}"#
      }
      return (
        #""thumbnail_small": "\#(picture("video", 100))", "thumbnail_large": "\#(picture("video", 640))", "portrait_small": "\#(picture("user", 100))", "portrait_large": "\#(picture("user", 640))""#,
        #""pictures": \#(list("video")), "user": {"pictures": \#(list("user"))}"#
      )
    },
    Form(
      "members of which a record has but one",
      ["regular_title title", "quote_title title"]
    ) { number in
      let title = "About the \(code(number, 2)) and other things"
      return (
        #""\#(number % 2 == 0 ? "regular" : "quote")_title": "\#(title)""#, #""title": "\#(title)""#
      )
    },
    Form("the type of what holds a record", [], not: ["type parentType"]) { number in
      (
        #""type": "\#(["page", "post", "note"][number % 3])""#,
        #""parentType": "\#(["space", "folder"][number % 2])""#
      )
    },
    Form(
      "another word, which ends as a plural does", ["synopsis description"],
      not: ["note description"]
    ) { number in
      let text = { (salt: Int) in
        "The \(code(number, salt)) was seen at the other side of the \(code(number, salt + 1))"
      }
      return (
        #""synopsis": "\#(text(3))", "note": "\#(text(5))""#,
        #""description": "\#(text(3))", "gloss": "\#(text(5))""#
      )
    },
    Form(
      "members of an object that is in another list now, under its name",
      [
        "deals[*].amount.total units[*].amount.value",
        "deals[*].amount.coin units[*].amount.coin_code",
      ]
    ) { number in
      let amount = "\(number * 7 % 90).50"
      let coin = ["EUR", "USD", "GBP"][number % 3]
      return (
        #""deals": [{"text": "\#(code(number, 7)) of it", "note": "\#(code(number, 8))", "amount": {"total": "\#(amount)", "coin": "\#(coin)"}}]"#,
        #""units": [{"text": "\#(code(number, 7)) of it", "note": "\#(code(number, 8))", "amount": {"value": "\#(amount)", "coin_code": "\#(coin)"}, "net": {"value": "\#(number % 80).25", "coin_code": "\#(coin)"}, "fee": {"value": "\#(number % 9).50", "coin_code": "\#(coin)"}}]"#
      )
    },
    Form(
      "members whose names are keys of a map now",
      [
        "cf_7a21 custom.*.value", "cf_7a21_unit custom.*.unit", "cf_93b0 custom.*.value",
        "cf_93b0_unit custom.*.unit",
      ]
    ) { number in
      let units = ["kg", "lb", "st"]
      let field = { (salt: Int) in "\(number * salt % 900 + 100)" }
      let fields = (0..<40).map { key in
        #""cf_\#(key)c0d": {"value": \#(field(key + 3)), "unit": "\#(units[(number + key) % 3])"}"#
      }
      return (
        #""cf_7a21": \#(field(31)), "cf_7a21_unit": "\#(units[number % 3])", "cf_93b0": \#(field(17)), "cf_93b0_unit": "\#(units[number % 2])""#,
        #""custom": {"cf_7a21": {"value": \#(field(31)), "unit": "\#(units[number % 3])"}, "cf_93b0": {"value": \#(field(17)), "unit": "\#(units[number % 2])"}, \#(fields.joined(separator: ", "))}"#
      )
    },
    Form(
      "members whose names are hashes, of any kind",
      [
        "b451bc47f520a98c8495c928656671209dc89f23 fields.*",
        "ebaf8e42810a97c563c2a242bb429923873540d6 fields.*.value",
        "ebaf8e42810a97c563c2a242bb429923873540d6_unit fields.*.unit",
      ]
    ) { number in
      let (note, weight) = ("Note \(code(number, 6)) of all", number * 31 % 900 + 100)
      let keys = (
        "b451bc47f520a98c8495c928656671209dc89f23", "ebaf8e42810a97c563c2a242bb429923873540d6"
      )
      let others = (0..<40).map { key in
        #""\#(key)c2f2026b621de6d6bf05374f6ae55260cb7a137a": \#(key % 3 == 0 ? "[\(number), 3]" : "\(number * key)")"#
      }
      return (
        #""\#(keys.0)": "\#(note)", "\#(keys.1)": \#(weight), "\#(keys.1)_unit": "kg""#,
        #""fields": {"\#(keys.0)": "\#(note)", "\#(keys.1)": {"value": \#(weight), "unit": "kg"}, \#(others.joined(separator: ", "))}"#
      )
    },
    Form(
      "an object with a copy of what is beside it", ["Shop shop", "Shop.user_id shop.user_id"],
      not: ["Shop.user_id user_id"]
    ) { number in
      let user = number * 7_919 % 90_001 + 10_000
      let shop = #""user_id": \#(user), "shop_name": "\#(code(number, 9))""#
      return (
        #""title": "\#(code(number, 7))", "user_id": \#(user), "Shop": {\#(shop), "creation_tsz": \#(1_400_000_000 + user)}"#,
        #""title": "\#(code(number, 7))", "user_id": \#(user), "shop": {\#(shop), "created_timestamp": \#(1_400_000_000 + user), "digital": true}"#
      )
    },
    Form("numbers for truths", ["watchdog watchdog_enabled"]) { number in
      (#""watchdog": \#(number % 2)"#, #""watchdog_enabled": \#(number % 3 == 0)"#)
    },
    Form("a span of time in another form", ["track.duration track.length"]) { number in
      (
        #""track": {"duration": "\#(number % 7 + 2):\#(number + 10)"}"#,
        #""track": {"length": \#(number * 3_001 + 100_000)}"#
      )
    },
    Form("the first time is not the last one", [], not: ["firstTradeDate lastTradeTime"]) {
      number in
      (
        #""firstTradeDate": \#(800_000_000 + number * 86_400)"#,
        #""lastTradeTime": \#(1_500_000_000 + number * 86_400)"#
      )
    },
    Form("a code is no note", [], not: ["invoice invoice_note"]) { number in
      (
        #""invoice": "in_\#(code(number, 4))""#,
        #""invoice_note": "The \#(code(number, 5)) of all that was ordered and sent to us last \#(number)""#
      )
    },
    Form(
      "the numbers of a text", ["score.full score.full.home", "score.full score.full.away"]
    ) { number in
      (
        #""score": {"full": "\#(number % 5)-\#(number % 3)"}"#,
        #""score": {"full": {"home": \#(number % 5), "away": \#(number % 3)}}"#
      )
    },
    Form("the numbers of words in an object", ["moon_phase.value values.moonPhase"]) { number in
      (
        #""moon_phase": {"value": "\#(["full", "new", "waxing_gibbous"][number % 3])"}"#,
        #""values": {"moonPhase": \#(number % 3), "humidity": \#(number * 7 % 90).5}"#
      )
    },
    Form(
      "slots that came up out of an object", ["stats['item{n}'] $[*]['item{n}']"]
    ) { number in
      let slots = (0..<7).map { #""item\#($0)": \#(number * ($0 + 3) * 31 % 977)"# }
        .joined(separator: ", ")
      return (
        #""stats": {\#(slots), "kills": \#(number % 9)}"#, #"\#(slots), "kills": \#(number % 9)"#
      )
    },
    Form("a share is no count", [], not: ["upvote_ratio upvotes"]) { number in
      (#""upvote_ratio": 0.\#(number + 10)"#, #""upvotes": \#(number * 71)"#)
    },
    Form(
      "from and to for origin and destination", ["origin.lat from.lat", "destination.lat to.lat"]
    ) {
      number in
      let place = { (salt: Int) in #"{"lat": \#(40 + number * salt % 17).\#(number + 11)}"# }
      return (
        #""origin": \#(place(3)), "destination": \#(place(5))"#,
        #""to": \#(place(5)), "from": \#(place(3))"#
      )
    },
    Form(
      "an amount in an object of money", ["subtotal_price subtotalPriceSet.shopMoney.amount"]
    ) { number in
      (
        #""subtotal_price": "\#(number * 7 % 90).50""#,
        #""subtotalPriceSet": {"shopMoney": {"amount": "\#(number * 7 % 90).50", "code": "EUR"}}, "netSet": {"shopMoney": {"amount": "\#(number * 5 % 90).50", "code": "EUR"}}"#
      )
    },
  ]

  private static func code(_ number: Int, _ salt: Int) -> String { GuessTests.code(number, salt) }

  @Test(arguments: forms) func pairsOfOtherRecordsAreGuessed(form: GuessTests.Form) throws {
    let drift = Drift.between(
      try GuessTests.side(1..<25) { form.members($0).old },
      try GuessTests.side(25..<49) { form.members($0).new })
    let mapping = GuessTests.mapping(drift)
    #expect(Set(form.told).subtracting(mapping) == [], "\(mapping)")
    #expect(Set(form.untold).isDisjoint(with: mapping), "\(mapping)")
  }

  /// The words of names are without a final `s`, and so are those that they are compared with.
  @Test(arguments: [("previous_price", "next_price"), ("prev_price", "next_price")])
  func whatWasBeforeIsNeverWhatComesNext(old: String, new: String) throws {
    let records = { (name: String, shift: Int) in
      "["
        + SampleRecords.records {
          #""code": "\#(GuessTests.code($0 + shift, 7))", "\#(name)": \#(300 + $0 * 37 % 101)"#
        } + "]"
    }
    let mapping = GuessTests.mapping(try SampleRecords.drift(records(old, 0), records(new, 90)))
    #expect(!mapping.contains("\(old) \(new)"), "\(mapping)")
  }

  /// A text that has an object's place now is the member of its own name, whatever its last letter.
  @Test(arguments: ["color", "status", "orderStatus"])
  func textIsTheMemberOfItsOwnName(name: String) throws {
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        #"{"id": "a1", "\#(name)": "shipped today"}"#,
        #"{"id": "a1", "\#(name)": {"\#(name)": "shipped late", "reason": "none known", "by": "ann b"}}"#
      ))
    #expect(mapping.contains("$.\(name) $.\(name).\(name)"), "\(mapping)")
  }
}
