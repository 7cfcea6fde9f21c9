import SchemaDrift
import StrictJSON
import Testing

/// Names that several members of the same records have, and what the values beside them say of these.
@Suite struct NamesOfSeveralTests {
  /// Records of an invented format, old and new, from the number of a record.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var records = 40
    /// Pairs that must be told, and pairs that must not.
    var told: [String] = []
    var refused: [String] = []
    let old: @Sendable (Int) -> String
    let new: @Sendable (Int) -> String

    var testDescription: String { name }
  }

  /// A number of up to three digits that says nothing of the number of its record, nor of one of another seed.
  private static func number(_ record: Int, _ seed: Int = 1) -> Int {
    (record * record * 7919 + record * seed * 104_729 + seed * 31) % 991 + 1
  }

  static let cases = [
    Case(
      name: "one value of two objects is in both of them still, whatever its name is", records: 1,
      told: ["projects[*].id projects[*].gid 1"],
      refused: [
        "projects[*].id members[*].project.gid 1", "members[*].project.id projects[*].gid 1",
      ],
      old: {
        #""members": [{"project": {"id": 17811\#(number($0))456, "name": "P\#(number($0, 2))"}}], "projects": [{"id": 17811\#(number($0))456, "name": "P\#(number($0, 2))"}]"#
      },
      new: {
        #""members": [{"project": {"gid": "17811\#(number($0))456", "name": "P\#(number($0, 2))"}}], "projects": [{"gid": "17811\#(number($0))456", "name": "P\#(number($0, 2))"}]"#
      }),
    Case(
      name: "the price of a sale is what it was, although it is the price where there is none",
      told: ["sale.price sale_price 3"],
      old: {
        #""price": \#(number($0)), "sale": \#($0 % 13 == 5 ? "{\"price\": \(number($0, 2)), \"ends\": \"2024-0\($0 % 9 + 1)-01\"}" : "null")"#
      },
      new: {
        #""price": \#(number($0)), "sale_price": \#(number($0, $0 % 13 == 5 ? 2 : 1))"#
      }),
    Case(
      name:
        "what an object held that is an id now is no member of another object, and no copy of what stayed",
      told: ["amount amount 40"],
      refused: [
        "dispute.amount amount_captured", "dispute.reason refunds[*].reason",
        "dispute.charge refunds[*].charge",
      ],
      old: { record in
        let amount = number(record) * 10
        let dispute =
          #"{"id": "dp_\#(number(record, 2))x", "amount": \#(amount), "charge": "ch_\#(number(record, 3))x", "reason": "fraudulent"}"#
        return
          #""amount": \#(amount), "dispute": \#(record % 13 == 5 ? dispute : "null"), "refunds": [{"id": "re_\#(number(record, 4))x", "sum": \#(number(record, 5))}]"#
      },
      new: { record in
        let amount = number(record) * 10
        let dispute = record % 13 == 5 ? #""dp_\#(number(record, 2))x""# : "null"
        return
          #""amount": \#(amount), "amount_captured": \#(record % 8 == 0 ? 0 : amount), "dispute": \#(dispute), "refunds": [{"id": "re_\#(number(record, 4))x", "sum": \#(number(record, 5)), "charge": "ch_\#(number(record, 6))x", "reason": "duplicate"}]"#
      }),
    Case(
      name: "a member that was counted anew says nothing beside one that is the same",
      told: [
        "price.amount offer.amount 40", "price.currency offer.currency 40",
        "fee.currency charge.currency 40",
      ],
      old: {
        #""price": {"amount": \#(number($0)), "stock": \#(number($0, 2)), "currency": "EUR"}, "fee": {"amount": \#(number($0, 4)), "stock": \#(number($0, 8)), "currency": "EUR"}"#
      },
      new: {
        #""offer": {"amount": \#(number($0)), "stock": \#(number($0, 3)), "currency": "EUR"}, "charge": {"amount": \#(number($0, 4)), "stock": \#(number($0, 7)), "currency": "EUR"}"#
      }),
    Case(
      name: "an amount in another currency is the amount",
      told: [
        "total_money.amount amounts.total.amount",
        "total_money.currency amounts.total.currency",
      ],
      old: {
        #""total_money": {"amount": \#(number($0) * 37), "currency": "X"}, "tip_money": {"amount": \#(number($0, 2)), "currency": "X"}"#
      },
      new: {
        #""amounts": {"total": {"amount": \#(number($0) * 37 * 92 / 100), "currency": "X"}, "tip": {"amount": \#(number($0, 2) * 92 / 100), "currency": "X"}}"#
      }),
    Case(
      name: "the currency of one amount is not that of another, which is mostly 0",
      refused: [
        "net_sales_money net_amounts.tip_money",
        "net_sales_money.currency net_amounts.tip_money.currency",
      ],
      old: {
        #""net_sales_money": {"amount": \#(number($0) * 37), "currency": "X"}, "tax_money": {"amount": \#(number($0, 2)), "currency": "X"}"#
      },
      new: {
        #""net_amounts": {"tip_money": {"amount": \#($0 % 4 == 0 ? number($0, 5) : 0), "currency": "X"}, "tax_money": {"amount": \#(number($0, 2)), "currency": "X"}}"#
      }),
    Case(
      name: "names that were translated are the names", records: 12,
      told: ["genre.name category.name"],
      old: {
        let word = ["Drama", "Crime", "Comedy", "War"][$0 * 7 % 4]
        return
          #""genre": {"name": "\#(word)", "slug": "\#(word)"}, "maker": {"name": "m\#(number($0))"}"#
      },
      new: {
        let word = ["Schauspiel", "Krimi", "Lustspiel", "Krieg"][$0 * 7 % 4]
        return
          #""category": {"name": "\#(word)", "label": "\#(word)"}, "maker": {"name": "m\#(number($0))"}"#
      }),
    Case(
      name: "the object of a name with a word more that says nothing is the object", records: 12,
      told: ["genre.name genre_info.name"],
      refused: ["device.name device_source.name"],
      old: {
        #""genre": {"name": "c\#(number($0, 4))-a"}, "device": {"name": "d\#(number($0, 6))"}, "maker": {"name": "m\#(number($0))-a"}"#
      },
      new: {
        #""genre_info": {"name": "k\#(number($0, 5)) it"}, "device_source": {"name": "s\#(number($0, 7))"}, "maker": {"name": "m\#(number($0))-a"}"#
      }),
    Case(
      name: "counters that begin anew are the counters",
      told: ["stats.views statistics.views"],
      old: {
        #""stats": {"views": \#(number($0, 6))}, "shop": {"views": \#(number($0, 7))}"#
      },
      new: { #""statistics": {"views": 0}, "shop": {"views": \#(number($0, 7))}"# }),
    Case(
      name: "a counter of something else that begins at 0 is none",
      refused: ["likes.count reports.count", "likes.unit reports.unit"],
      old: {
        #""likes": {"count": \#(number($0, 6)), "unit": "x"}, "other": {"count": \#(number($0, 7)), "unit": "x"}"#
      },
      new: {
        #""reports": {"count": 0, "unit": "x"}, "other": {"count": \#(number($0, 7)), "unit": "x"}"#
      }),
    Case(
      name: "a net price is no gross one, nor a largest one the price",
      refused: ["price_gross.currency price_net.currency", "width max_width", "total subtotal"],
      old: {
        #""price_gross": {"amount": \#(number($0) * 119), "currency": "X"}, "fee": {"currency": "X"}, "width": \#(number($0, 3)), "total": \#(number($0, 5) * 10)"#
      },
      new: {
        #""price_net": {"amount": \#(number($0) * 100 + $0 % 7), "currency": "X"}, "fee": {"currency": "X"}, "max_width": \#(number($0, 3) + 10 + $0 % 3), "subtotal": \#(number($0, 5) * 9 + $0 % 5)"#
      }),
    Case(
      name: "the picture of a user is no key of it, although each has its own",
      refused: ["portrait user.resource_key"],
      old: { #""portrait": "https://a.example/p/\#(3570 * ($0 % 7) + 11)_75.jpg""# },
      new: {
        #""user": {"resource_key": "650d77c240e0818ed16ea9bae67\#(10007 * ($0 % 7) + 10000)d3b7bc02"}"#
      }),
    Case(
      name: "a counter that has gone on is the counter, where its name says so",
      told: ["cited cited_by"],
      old: { #""cited": \#(number($0)), "year": \#(1990 + $0 % 30)"# },
      new: { #""cited_by": \#(number($0) + $0 % 4 + 1), "published_year": \#(1990 + $0 % 30)"# }),
  ]

  /// The pairs with the number of the records that were compared.
  private static func compared(_ drift: Drift) -> [String] {
    zip(GuessTests.mapping(drift), drift.mapping.filter { $0.from != nil && $0.to != nil }).map {
      "\($0) \($1.compared ?? 0)"
    }
  }

  @Test(arguments: cases) func membersOfOneNameAreToldApart(_ sample: Case) throws {
    let side = { (record: (Int) -> String) in
      let records = (0..<sample.records).map {
        #"{"id": "r\#($0)x", "text": "Text \#(Self.number($0, 9)) of \#(Self.number($0, 11))", \#(record($0))}"#
      }
      return Drift.Side(documents: [try JSONDocument("[\(records.joined(separator: ", "))]")])
    }
    let drift = Drift.between(try side(sample.old), try side(sample.new))
    let mapping = GuessTests.mapping(drift) + Self.compared(drift)
    for pair in sample.told { #expect(mapping.contains(pair), "\(mapping)") }
    for pair in sample.refused { #expect(!mapping.contains(pair), "\(mapping)") }
    let added = drift.mapping.filter { $0.from == nil }.compactMap(\.to)
    #expect(Set(added).isDisjoint(with: drift.mapping.filter { $0.from != nil }.compactMap(\.to)))
  }

  /// Of numbers of one name in several objects two that neither rise together nor against each other are two.
  @Test(arguments: [(true, ["score topic.score"]), (false, [])])
  func numbersOfOneNameRiseTogether(doRise: Bool, told: [String]) throws {
    let score = { (number: Int) in number * number * 7919 % 997 }
    let other = { (number: Int) in number * number * number * 104_729 % 991 }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records(30) { number in
          #""name": "\#(SampleRecords.title(number))", "text": "\#(SampleRecords.title(number + 300))", "score": \#(score(number)), "seller": {"score": \#(number * 37 % 101)}"#
        } + "]",
      "["
        + SampleRecords.records(30) { number in
          let now = doRise ? score(number) * 11 / 10 + number % 3 + 1 : other(number)
          return
            #""name": "\#(SampleRecords.title(number))", "text": "\#(SampleRecords.title(number + 300))", "topic": {"score": \#(now), "label": "t\#(number * 13 % 7)"}, "seller": {"score": \#(number * 37 % 101)}"#
        } + "]")
    #expect(GuessTests.mapping(drift).filter { $0.contains("topic.score") } == told)
  }

  /// Where an object is a text now, an object that is new may hold its members.
  @Test func membersAreInANewObject() throws {
    let spot = { (number: Int) in
      #""lat": \#(Double(Self.number(number, 3)) / 20 + 10), "lon": \#(Double(Self.number(number, 4)) / 20)"#
    }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records(20) { number in
          #""id": \#(number + 1), "name": "\#(SampleRecords.title(number))", "location": {"city": "\#(SampleRecords.title(number + 30))", \#(spot(number))}"#
        } + "]",
      "["
        + SampleRecords.records(20) { number in
          #""id": \#(number + 100), "name": "\#(SampleRecords.title(number + 100))", "location": "\#(SampleRecords.title(number + 130))", "geo": {\#(spot(number + 100))}"#
        } + "]")
    let mapping = GuessTests.mapping(drift).filter { $0.hasPrefix("location.lat") }
    #expect(mapping == ["location.lat geo.lat"], "\(GuessTests.mapping(drift))")
  }
}
