import SchemaDrift
import StrictJSON
import Testing

/// What the same records tell, although no value of theirs is equal: how they are divided, and what is in what.
@Suite struct SameRecordTests {
  private typealias Form = GuessTests.Form

  private static let regions = ["us-central", "us-east", "ap-south", "eu-west", "eu-north"]

  /// Of 400 pairs of records some two have a third of their values in common: they are no record of both sides.
  @Test func twoThatShareAThirdOfTheirValuesAreTwo() throws {
    let words = ["amber", "basin", "cedar", "delta", "ember", "fjord", "grove", "heron"]
    let word = { (number: Int) in
      "\(words[number % 8])\(words[number * 7 % 5])\(number * 7919 % 997)"
    }
    let side = { (key: String, records: Int, from: Int, shared: [Int: Int]) in
      let rows = (0..<records).map { row in
        let members = (0..<10).map { column in
          let number = row == 3 ? shared[column] ?? from + 30 + column : from + row * 10 + column
          return "\"\(key)\(column)\": \"\(word(number))\""
        }
        return "{" + members.joined(separator: ", ") + "}"
      }
      return Drift.Side(
        documents: [try JSONDocument("[" + rows.joined(separator: ", ") + "]")])
    }
    let drift = Drift.between(
      try side("a", 40, 0, [:]), try side("b", 10, 5000, [0: 90, 5: 92, 6: 93, 7: 94]))
    #expect(drift.mapping.allSatisfy { $0.compared == nil }, "\(drift.mapping)")
  }

  /// One record of the same id is that one, with a third of its values.
  @Test func oneRecordOfTheSameIDIsTheSame() throws {
    let text = { (number: Int) in "\"w\(number * 7919 % 99991)-x\"" }
    let side = { (names: (Int) -> String, from: Int) in
      let members = (0..<12).map { "\"\(names($0))\": \(text($0 < 4 ? $0 : from + $0))" }
      return Drift.Side(
        documents: [
          try JSONDocument("[{\"id\": \"r-51\", \(members.joined(separator: ", "))}]")
        ])
    }
    let drift = Drift.between(
      try side({ "a\($0)x" }, 100), try side({ $0 < 4 ? "b\($0)y" : "c\($0)z" }, 200))
    #expect(drift.mapping.contains { $0.compared == 1 && $0.matched == 1 && $0.from != $0.to })
  }

  /// Records that hold an id and a number: what the number counts in now says that they are the same ones.
  @Test(arguments: [
    ("price", "price", DriftRule.meaningChanged), ("price", "price_cents", .keyRenamed),
  ])
  func numberInAnotherUnitProvesTheRecords(old: String, new: String, rule: DriftRule) throws {
    // The digits of 4.5 are not those of 450.
    let prices = (0..<20).map { Double($0 * 7 % 20) * 1.5 + 3 }
    func side(_ record: (Int, Double) -> String) throws -> Drift.Side {
      let records = prices.enumerated().map { record($0, $1) }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ", "))]".utf8))])
    }
    let drift = Drift.between(
      try side { #"{"id": "a\#($0)", "\#(old)": \#($1)}"# },
      try side { #"{"id": "a\#($0)", "\#(new)": \#(Int($1 * 100))}"# })
    #expect(drift.changes.map(\.rule) == [rule])
    #expect(
      drift.changes.first?.evidence.basis
        == .scaled(UnitChange(power: 2), matched: 20, compared: 20))
  }

  /// Numbers that follow from the ids are those of other records, too.
  @Test(arguments: ["xp", "offset"])
  func numberThatFollowsFromTheIDProvesNothing(new: String) throws {
    let side = { (name: String, factor: Int, word: String) in
      let records = (1...40).map {
        #"{"id": \#($0), "\#(name)": \#($0 * factor), "note": "\#(word) \#($0 * 7919 % 97)"}"#
      }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ", "))]".utf8))])
    }
    let drift = Drift.between(try side("xp", 100, "old"), try side(new, 1000, "other"))
    #expect(!drift.changes.contains { $0.matched ?? 0 > 0 || $0.rule == .meaningChanged })
  }

  /// Ids without digits have an order, too.
  @Test func numberThatFollowsFromTheOrderOfTheIDsProvesNothing() throws {
    let drift = Drift.between(
      try ranks { $0 * 10 }, try ranks(named: "place", by: { $0 }))
    #expect(!drift.changes.contains { $0.matched ?? 0 > 0 })
  }

  private func ranks(named name: String = "rank", by number: (Int) -> Int) throws -> Drift.Side {
    let records = (1...10).map {
      #"{"id": "\#(String(repeating: Character(Unicode.Scalar(UInt8(96 + $0))), count: 3))", "\#(name)": \#(number($0))}"#
    }
    return Drift.Side(
      documents: [try JSONDocument(Array("[\(records.joined(separator: ", "))]".utf8))])
  }

  /// Times rise with the ids as well, but by steps of their own.
  @Test(arguments: [("at", DriftRule.epochUnitChanged), ("created", .keyRenamed)])
  func numbersThatRiseWithTheIDsProveTheirUnit(name: String, rule: DriftRule) throws {
    let side = { (name: String, factor: Int) in
      let records = (1...20).map {
        #"{"id": \#(100 + $0), "\#(name)": \#((1_600_000_000 + $0 * 90_000 + $0 * 7919 % 977) * factor)}"#
      }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ", "))]".utf8))])
    }
    let drift = Drift.between(try side("at", 1), try side(name, 1000))
    #expect(drift.changes.map(\.rule) == [rule])
    #expect(drift.changes.first?.confidence != .guess)
  }

  static let forms: [GuessTests.Form] = [
    Form("numbers of places for their names", ["CENTERID region"], not: ["CENTERID plan"]) {
      number in
      let center = number * 7 % 5
      return (
        #""CENTERID": \#(center + 2)"#,
        #""region": "\#(regions[center])", "plan": "p\#(number * 3 % 4)""#
      )
    },
    Form("a word for a truth", ["mode isOpen"], not: ["mode isNew"]) { number in
      (
        #""mode": "\#(number % 3 == 0 ? "CLOSED" : "REGULAR")""#,
        #""isOpen": \#(number % 3 != 0), "isNew": \#(number % 4 == 0)"#
      )
    },
    Form("the name and the code of what is still there", [], not: ["country zone"]) { number in
      let center = number * 7 % 5
      return (
        #""region": "\#(regions[center])", "country": "C\#(center)""#,
        #""region": "\#(regions[center])", "zone": "+0\#(center):00""#
      )
    },
    Form("the page of a thing for its kind", [], not: ["page kind"]) { number in
      (
        #""page": "https://a.example/teams/\#(number * 7 % 5)""#,
        #""kind": "k\#(number * 7 % 5)""#
      )
    },
    Form("a span of time in digits", ["duration length"]) { number in
      let seconds = 61 + number * 37
      let digits = { (count: Int) in count < 10 ? "0\(count)" : "\(count)" }
      return (
        #""duration": "\#(seconds / 60):\#(digits(seconds % 60))""#,
        #""length": \#(seconds * 1000 + number)"#
      )
    },
    Form("a span of time as a period", ["seconds runtime"]) { number in
      let seconds = 61 + number * 37
      return (
        #""seconds": "\#(seconds)""#, #""runtime": "PT\#(seconds / 60)M\#(seconds % 60)S""#
      )
    },
    Form("a part of a code that is found already", [], not: ["prefix ids.doi"]) { number in
      let code = "10.\(2000 + number * 7 % 40)/j.granite.\(number * 131)"
      return (
        #""DOI": "\#(code)", "prefix": "\#(code.prefix(7))""#,
        #""doi": "https://doi.org/\#(code)", "ids": {"doi": "https://doi.org/\#(code)"}"#
      )
    },
    Form("a name in the address of a page about it", [], not: ["pages[*] setup.name"]) { number in
      let name = "Soyuz" + ["abc", "def", "ghi", "jkl"][number % 4]
      return (
        #""pages": ["https://a.example/wiki/\#(name.lowercased())/\#(number)"]"#,
        #""setup": {"name": "\#(name)"}"#
      )
    },
    Form(
      "a range of pages, which may be one", ["page first_page", "page last_page"]
    ) { number in
      let first = 100 + number * 17
      let last = number % 5 == 0 ? first : first + 9
      return (
        #""page": "\#(first)\#(last == first ? "" : "-\(last)")""#,
        #""first_page": "\#(first)", "last_page": "\#(last)""#
      )
    },
    Form(
      "the names of the members of a list",
      ["authors[*].given writers[*].name", "authors[*].family writers[*].name"]
    ) { number in
      let names = (0...1 + number % 3).map { ("G\(number * 3 + $0)a", "F\(number * 5 + $0)b") }
      return (
        #""authors": [\#(names.map { #"{"given": "\#($0)", "family": "\#($1)"}"# }.joined(separator: ", "))]"#,
        #""writers": [\#(names.map { #"{"name": "\#($0) \#($1)"}"# }.joined(separator: ", "))]"#
      )
    },
    Form(
      "an amount of an order and of its only payment",
      ["captures.sum amount.value", "sales[*].total.sum payments.captures[*].amount.value"],
      not: ["captures.sum payments.captures[*].amount.value"]
    ) { number in
      let sum = "\(number * 13 % 97).\(10 + number)"
      return (
        #""captures": {"sum": "\#(sum)"}, "sales": [{"total": {"sum": "\#(sum)"}, "key2": "s\#(number)"}]"#,
        #""amount": {"value": "\#(sum)"}, "payments": {"captures": [{"amount": {"value": "\#(sum)"}, "id2": "s\#(number)"}]}"#
      )
    },
    Form(
      "a constant that is in a list now, too", [], not: ["tax.coin fees[*].money.coin"]
    ) { number in
      let amount = { (salt: Int) in #"{"sum": \#(number * salt % 97), "coin": "USD"}"# }
      return (
        #""fee": \#(amount(7)), "tax": \#(amount(5)), "net": \#(amount(3))"#,
        #""fees": [\#(number % 6 == 0 ? "" : #"{"money": \#(amount(7)), "from": "\#(number)"}"#)], "kept": true"#
      )
    },
    Form(
      "what few records put into a list", [], not: ["assigned.page acknowledgements[*].page"]
    ) { number in
      let page = #""https://a.example/u/\#(GuessTests.code(number, 3))""#
      let other = #""https://a.example/u/\#(GuessTests.code(number, 4))""#
      return (
        #""assigned": {"page": \#(page)}, "acknowledged": [\#(number % 5 == 0 ? #"{"page": \#(other)}, {"page": \#(page)}"# : "")]"#,
        #""acknowledgements": [\#(number % 5 == 0 ? #"{"page": \#(other)}, {"page": \#(page)}"# : "")]"#
      )
    },
  ]

  @Test(arguments: forms) func pairsAreFound(form: GuessTests.Form) throws {
    let drift = Drift.between(
      try GuessTests.side(1..<41) { form.members($0).old },
      try GuessTests.side(1..<41) { form.members($0).new })
    let mapping = GuessTests.mapping(drift)
    #expect(Set(form.told).subtracting(mapping) == [], "\(mapping)")
    #expect(Set(form.untold).isDisjoint(with: mapping), "\(mapping)")
  }

  /// Of ten records with an owner two have him as their reader: that the one is the other now is a guess.
  @Test func whatMostRecordsHaveNoLongerIsAGuess() throws {
    let name = { (number: Int) in "\"\(GuessTests.code(number, 3))\"" }
    let drift = Drift.between(
      try GuessTests.side(1..<41) { #""owner": {"code": \#(name($0))}"# },
      try GuessTests.side(1..<41) {
        $0 % 5 == 0 ? #""reader": {"code": \#(name($0))}"# : #""rank": \#($0)"#
      })
    let entry = drift.mapping.first { $0.to?.description == "$[*].reader.code" && $0.from != nil }
    #expect(entry?.confidence == .guess)
  }

  /// The page of an event and its place in the API end in one number: that they are one is a guess.
  @Test func addressesOfTwoServersAreAGuess() throws {
    let drift = Drift.between(
      try GuessTests.side(1..<41) { #""url": "http://www.a.example/event/\#(7_919 * $0)""# },
      try GuessTests.side(1..<41) {
        #""page_uri": "https://api.b.example/v3/events/\#(7_919 * $0)/""#
      })
    let change = drift.changes.first { $0.from?.lastStep == "url" }
    #expect(change?.confidence ?? .guess == .guess)
  }
}

extension ShapePath {
  fileprivate var lastStep: String? {
    if case .member(let name)? = last { return name }
    return nil
  }

  /// A value that is in two objects of one kind now is in both.
  @Test func valueThatTwoObjectsOfOneKindHaveIsInBoth() throws {
    let zone = { (number: Int) in "zone \(GuessTests.code(number % 17, 7))" }
    let record = { (number: Int) in
      #""id": \#(number * 7919), "name": "\#(SampleRecords.title(number))""#
    }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records(20) {
          record($0)
            + #", "start_date": "2014-05-\#($0 + 10)", "end_date": "2014-06-\#($0 + 10)", "timezone": "\#(zone($0))""#
        } + "]",
      "["
        + SampleRecords.records(20) {
          record($0)
            + #", "start": {"local": "2014-05-\#($0 + 10)", "timezone": "\#(zone($0))"}, "end": {"local": "2014-06-\#($0 + 10)", "timezone": "\#(zone($0))"}"#
        } + "]")
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains("timezone start.timezone"), "\(mapping)")
    #expect(mapping.contains("timezone end.timezone"), "\(mapping)")
  }

  /// What all the items of an order have is no part of one of them: the currency of the order is not that of its items.
  @Test func valueOfAllItemsIsNoneOfThem() throws {
    let currency = { (number: Int) in ["USD", "EUR", "GBP", "JPY", "CHF"][number * 7 % 5] }
    let order = { (number: Int, items: [String]) in
      #""id": \#(number * 7919), "name": "\#(SampleRecords.title(number))", "items": [\#(items.joined(separator: ", "))]"#
    }
    let item = { (number: Int, place: Int) in #""price": \#((number * 31 + place * 17) % 97).25"# }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(20) { number in
            order(
              number,
              (0..<3).map { #"{\#(item(number, $0)), "currency": "\#(currency(number))"}"# })
          } + "]",
        "["
          + SampleRecords.records(20) { number in
            order(
              number,
              (0..<3).map {
                #"{"cost": {\#(item(number, $0)), "currency": "\#(currency(number))"}}"#
              }) + #", "currency": "\#(currency(number))""#
          } + "]"))
    #expect(mapping.contains("items[*].currency items[*].cost.currency"), "\(mapping)")
    #expect(!mapping.contains("items[*].currency currency"), "\(mapping)")
  }

  /// Of two new amounts that hold what an old one held, it is the one that is in all records, and its currency is beside it.
  @Test func amountIsTheOneThatAllRecordsHave() throws {
    let amount = { (number: Int) in "\(number * 31 % 97).25" }
    let record = { (number: Int) in
      #""id": \#(number * 7919), "name": "\#(SampleRecords.title(number))""#
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(20) {
            record($0) + #", "CurrentPrice": {"Value": \#(amount($0)), "CurrencyID": "USD"}"#
          } + "]",
        "["
          + SampleRecords.records(20) {
            let price = #"{"value": "\#(amount($0))", "currency": "USD"}"#
            return record($0) + #", "price": \#(price)"#
              + ($0 % 3 == 0 ? "" : #", "currentBidPrice": \#(price)"#)
          } + "]"))
    #expect(mapping.contains("CurrentPrice.Value price.value"), "\(mapping)")
    #expect(mapping.contains("CurrentPrice.CurrencyID price.currency"), "\(mapping)")
  }
}
