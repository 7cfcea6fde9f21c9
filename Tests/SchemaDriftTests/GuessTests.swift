import SchemaDrift
import StrictJSON
import Testing

/// What names and forms tell where no record is on both sides.
@Suite struct GuessTests {
  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    /// The pairs that must be told, and those that must not.
    let told: [String]
    let untold: [String]
    /// The members of a record in the old and the new format.
    let members: @Sendable (Int) -> (old: String, new: String)

    init(
      _ name: String, _ told: [String], not untold: [String] = [],
      _ members: @escaping @Sendable (Int) -> (old: String, new: String)
    ) {
      self.name = name
      self.told = told
      self.untold = untold
      self.members = members
    }

    var testDescription: String { name }
  }

  /// A text like an id: 12 letters and digits.
  static func code(_ number: Int, _ salt: Int) -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    var state = UInt64(number * 7919 + salt * 104_729 + 1)
    return String(
      (0..<12).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return letters[Int((state >> 33) % UInt64(letters.count))]
      })
  }

  static let forms = [
    Form(
      "whether there are some is not how many there are", ["is_gift gift_wrapped"],
      not: ["retweeted retweet_count"]
    ) { number in
      (
        #""retweeted": \#(number % 5 == 0), "is_gift": \#(number % 3 == 0)"#,
        #""retweet_count": \#(number % 6 == 1 ? 1 : 0), "gift_wrapped": \#(number % 4 == 0 ? 1 : 0)"#
      )
    },
    Form(
      "members that have the keys of a map in their names",
      [
        "price_usd quote.*.price", "price_eur quote.*.price", "volume_usd quote.*.volume",
        "volume_eur quote.*.volume",
      ]
    ) { number in
      let price = { (rate: Int) in "\(number * rate + 3).\(number % 89)" }
      let volume = { (rate: Int) in "\(number * 1_000 * rate + 77)" }
      return (
        #""price_usd": "\#(price(11))", "price_eur": "\#(price(9))", "volume_usd": "\#(volume(11))", "volume_eur": "\#(volume(9))""#,
        #""quote": {"USD": {"price": \#(price(11)), "volume": \#(volume(11))}, "EUR": {"price": \#(price(9)), "volume": \#(volume(9))}}"#
      )
    },
    Form(
      "a text that is a page under the plain key now",
      ["note note_text", "note_html note"], not: ["note_html note_text"]
    ) { number in
      let text = "Nothing works since Monday, number \(number) said: call \(code(number, 1)) back."
      return (
        #""note": "\#(text)", "note_html": "<p>\#(text)</p>""#,
        #""note": "<p>\#(text)</p>", "note_text": "\#(text)""#
      )
    },
    Form(
      "a name and a link, of which one is what stands alone",
      ["venue.name venue.default"], not: ["venue.link venue.default"]
    ) { number in
      (
        #""venue": {"name": "Park \#(code(number, 1))", "link": "/api/v1/venues/\#(number + 5000)"}"#,
        #""venue": {"default": "Park \#(code(number, 1))"}"#
      )
    },
    Form(
      "addresses of pages, and the way to a record on the server",
      ["url website"], not: ["url link"]
    ) { number in
      (
        #""url": "http://www.\#(code(number, 1)).com", "fax": \#(number * 7)"#,
        #""motto": "We sell \#(number) things", "link": "/v3/places/\#(code(number, 2))", "website": "http://www.\#(code(number, 1)).com""#
      )
    },
    Form(
      "a list of two numbers that became the ends of something",
      ["tags[*].indices[*] marks[*].start", "tags[*].indices[*] marks[*].end"]
    ) { number in
      let (start, end) = (number % 90, number % 90 + 4 + number % 7)
      return (
        #""tags": [{"tag": "\#(code(number, 1))", "indices": [\#(start), \#(end)]}]"#,
        #""marks": [{"start": \#(start), "end": \#(end), "tag": "\#(code(number, 1))"}]"#
      )
    },
    Form(
      "ids of another kind under the same key",
      ["node_id id", "id database_id"], not: ["id id"]
    ) { number in
      (
        #""id": \#(number * 7_919 % 509 * 40_021), "node_id": "R_kg\#(code(number, 2))""#,
        #""id": "R_kg\#(code(number, 2))", "database_id": \#(number * 7_919 % 509 * 40_021)"#
      )
    },
    Form(
      "addresses of another host under the same key", ["html_url url"], not: ["url url"]
    ) { number in
      (
        #""url": "https://api.example.org/repos/\#(code(number, 3))", "html_url": "https://example.org/\#(code(number, 3))""#,
        #""url": "https://example.org/\#(code(number, 3))""#
      )
    },
    Form(
      "addresses of other things", ["refunds_url refunds"], not: ["refunds_url receipt_url"]
    ) { number in
      (
        #""refunds_url": "/v1/charges/\#(code(number, 4))/refunds""#,
        #""receipt_url": "https://pay.example.org/receipts/\#(code(number, 5))", "refunds": "/v2/charges/\#(code(number, 4))/refunds""#
      )
    },
    Form(
      "a start and an end, each of which looks as the other one",
      ["aired.from start_date", "aired.to end_date"],
      not: ["aired.from end_date", "aired.to start_date"]
    ) { number in
      let day = { (shift: Int) in
        "20\(10 + number * 7 % 13)-0\(1 + (number + shift) % 9)-1\(number % 10)"
      }
      return (
        #""aired": {"to": "\#(day(3))", "from": "\#(day(0))"}"#,
        #""start_date": "\#(day(0))", "end_date": "\#(day(3))""#
      )
    },
    Form(
      "a latitude and a longitude in a list",
      ["lat geometry.coordinates[*]", "lon geometry.coordinates[*]"]
    ) { number in
      let (lat, lon) = (
        "\(number % 80).\(number * 331 % 9_973)", "-\(number % 120).\(number * 557 % 9_967)"
      )
      return (
        #""lat": \#(lat), "lon": \#(lon)"#, #""geometry": {"coordinates": [\#(lon), \#(lat)]}"#
      )
    },
    Form(
      "a list of votes, and a width and a height", [],
      not: ["votes[*] width", "votes[*] height"]
    ) { number in
      (
        #""votes": [\#(number % 9), \#(number % 7)]"#,
        #""width": \#(number * 31 % 700), "height": \#(number * 17 % 400)"#
      )
    },
    Form(
      "two maps with the same places",
      [], not: ["price_usd quote.*.price", "price_usd history.*.price"]
    ) { number in
      let map = #"{"USD": {"price": \#(number * 11 + 3)}, "EUR": {"price": \#(number * 9 + 3)}}"#
      return (
        #""price_usd": \#(number * 11 + 3), "price_eur": \#(number * 9 + 3)"#,
        #""quote": \#(map), "history": \#(map)"#
      )
    },
    Form(
      "one number of all records, and a number of each", [], not: ["portal_id id"]
    ) { number in
      (#""portal_id": 62515"#, #""id": \#(14_721_261 + number * 7_919 % 509 * 40_021)"#)
    },
    Form(
      "one of two places of the same looks, which is the main one",
      ["lat places.main.latitude", "lng places.main.longitude"]
    ) { number in
      let (lat, lng) = (
        "\(number % 80).\(number * 331 % 9_973)", "-\(number % 120).\(number * 557 % 9_967)"
      )
      let place = { (shift: Int) in
        #"{"latitude": \#(number % 80).\#(number * 331 % 9_973 + shift), "longitude": \#(lng)\#(shift)}"#
      }
      return (
        #""lat": \#(lat), "lng": \#(lng)"#,
        #""places": {"main": \#(place(0)), "roof": \#(place(1))}"#
      )
    },
    Form(
      "the only truth of an object", ["owner.isAuthenticatedUser owner.me"],
      not: ["isShared locked"]
    ) { number in
      (
        #""owner": {"isAuthenticatedUser": \#(number % 3 == 0), "handle": "\#(code(number, 6))"}, "isShared": \#(number % 4 == 0), "starred": \#(number % 5 == 0)"#,
        #""owner": {"me": \#(number % 3 == 0), "handle": "\#(code(number, 6))"}, "locked": \#(number % 7 == 0), "frozen": \#(number % 8 == 0)"#
      )
    },
    Form(
      "pages of one server, and pages of many", [], not: ["url homepage"]
    ) { number in
      (
        #""url": "http://shows.example/show/\#(code(number, 7))""#,
        #""homepage": "http://www.\#(code(number, 8).lowercased()).example/\#(number)""#
      )
    },
  ]

  static let formsOfSameRecords = [
    Form(
      "a size in words, whose key has what the bytes were", ["bytes size"], not: ["size size"]
    ) { number in
      let bytes = number * 40_021 + 7
      return (#""size": "\#(bytes / 1_000) KB", "bytes": \#(bytes)"#, #""size": \#(bytes)"#)
    },
    Form(
      "a time in seconds, whose key has another one as text", ["aired_utc aired"],
      not: ["aired aired"]
    ) { number in
      let (day, hour) = (10 + number % 18, number % 24)
      let seconds = 1_176_595_200 + (day - 15) * 86_400 + hour * 3_600
      return (
        #""aired": \#(seconds - 18_000), "aired_utc": \#(seconds)"#,
        #""aired": "2007-04-\#(day)T\#(hour < 10 ? "0" : "")\#(hour):00:00.000Z""#
      )
    },
    Form(
      "a name, and the address of a page about it", [], not: ["fullName shopLink"]
    ) { number in
      let (first, last) = (code(number, 16).lowercased(), code(number, 17).lowercased())
      return (
        #""fullName": "\#(first) \#(last)""#,
        #""shopLink": "https://shop.example/\#(first)-\#(last)""#
      )
    },
    Form(
      "the end of an address", ["url ids.slug"], not: ["url homepage"]
    ) { number in
      let slug = code(number, 18).lowercased()
      return (
        #""url": "http://shows.example/show/\#(slug)""#,
        #""homepage": "http://www.\#(code(number, 19).lowercased()).example/\#(slug)", "ids": {"slug": "\#(slug)", "number": \#(number * 40_021)}"#
      )
    },
    Form(
      "a picture on another server, in several sizes", ["images.poster images.poster.full"]
    ) { number in
      let name = code(number, 20)
      return (
        #""images": {"poster": "http://old.example/posters/\#(name).jpg"}"#,
        #""images": {"poster": {"full": "https://new.example/posters/\#(name)-full.jpg", "thumb": "https://new.example/posters/\#(name)-thumb.jpg"}}"#
      )
    },
    Form(
      "two lists that became one", ["topics[*] terms[*]", "places[*] terms[*]"]
    ) { number in
      let words = (21..<25).map { #""\#(code(number, $0))""# }
      let all = words.joined(separator: ", ")
      return (
        #""topics": [\#(words[0]), \#(words[1])], "places": [\#(words[2]), \#(words[3])]"#,
        #""terms": [\#(all)]"#
      )
    },
    Form(
      "addresses of a few things for those of others", [],
      not: ["links.competition area.flag"]
    ) { number in
      let names = ["eng", "esp", "ita"]
      return (
        #""links": {"competition": "http://api.example/competitions/\#(445 + number % 3 * 10)"}"#,
        #""area": {"flag": "https://crests.example/\#(names[number % 3]).svg"}"#
      )
    },
    Form(
      "a truth that is always the opposite of another one", [], not: ["isFolder isFile"]
    ) { number in
      (#""isFolder": false"#, #""isFile": true"#)
    },
  ]

  static func side(_ numbers: Range<Int>, _ members: (Int) -> String) throws -> Drift.Side {
    let records = numbers.map {
      #"{"key": "\#(code($0, 9))", "name": "the \#(code($0, 11)) of \#($0)", \#(members($0))}"#
    }
    return Drift.Side(
      documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
  }

  static func mapping(_ drift: Drift) -> [String] {
    drift.mapping.compactMap { entry in
      guard let from = entry.from, let to = entry.to else { return nil }
      return "\(from) \(to)".replacing("$[*].", with: "")
    }
  }

  @Test(arguments: forms) func pairsOfOtherRecordsAreGuessed(form: Form) throws {
    let drift = Drift.between(
      try Self.side(1..<25) { form.members($0).old },
      try Self.side(25..<49) { form.members($0).new })
    let mapping = Self.mapping(drift)
    #expect(Set(form.told).subtracting(mapping) == [], "\(mapping)")
    #expect(Set(form.untold).isDisjoint(with: mapping), "\(mapping)")
    // What took a key says nothing of what had it.
    #expect(!drift.changes.contains { $0.rule == .idFormatChanged })
  }

  @Test(arguments: formsOfSameRecords) func pairsOfTheSameRecordsAreFound(form: Form) throws {
    let drift = Drift.between(
      try Self.side(1..<41) { form.members($0).old }, try Self.side(1..<41) { form.members($0).new }
    )
    let mapping = Self.mapping(drift)
    #expect(Set(form.told).subtracting(mapping) == [], "\(mapping)")
    #expect(Set(form.untold).isDisjoint(with: mapping), "\(mapping)")
  }

  /// What was in a list that is gone is gone as well, though one of its members is elsewhere.
  @Test func membersOfWhatIsGoneAreGone() throws {
    let album = { (number: Int, text: (String) -> String) in
      number % 7 == 0
        ? #", \#(text((0..<3).map { Self.code(number, $0) }.joined(separator: "/")))"# : ""
    }
    let drift = Drift.between(
      try Self.side(0..<20) { number in
        #""likes": \#(number)\#(album(number) { #""album": [{"pages": \#(number + 2), "url": "https://a.example/\#($0).jpg"}]"# })"#
      },
      try Self.side(21..<41) { number in
        #""likes": \#(number)\#(album(number) { #""children": {"data": [{"media_url": "https://a.example/\#($0).jpg"}]}"# })"#
      })
    #expect(!Self.mapping(drift).contains("album[*].pages album[*].pages"))
    #expect(
      !drift.changes.contains { $0.from?.description == "$[*].album[*].pages" && $0.to == $0.from })
  }

  /// A country is at the end of each address, and so is the list of which the address is made.
  @Test func aPartOfAValueIsLessThanAll() throws {
    let towns = ["Osaka", "Lyon", "Leeds", "Bonn", "Cork"]
    let countries = ["Japan", "France", "England", "Germany", "Ireland"]
    let side = { (members: (Int, String, String) -> String) in
      try Self.side(0..<30) { members($0, towns[$0 % 5], countries[$0 % 5]) }
    }
    let drift = Drift.between(
      try side { number, town, country in
        #""place": {"country": "\#(country)", "formattedAddress": ["\#(number) High Street", "\#(town)", "\#(country)"]}"#
      },
      try side { number, town, country in
        #""place": {"formatted_address": "\#(number) High Street, \#(town), \#(country)"}"#
      })
    #expect(
      Self.mapping(drift).contains("place.formattedAddress[*] place.formatted_address"),
      "\(Self.mapping(drift))")
    let only = Drift.between(
      try side { _, _, country in #""country": "\#(country)""# },
      try side { number, town, country in
        #""address": "\#(number) High Street, \#(town), \#(country)""#
      })
    #expect(!only.changes.contains { $0.to != nil && $0.from != nil && $0.confidence == .certain })
  }

  /// The members of a source went into two objects below the charge, so the charge is not the source.
  @Test func anObjectIsNotWhatHoldsTheNewHoldersOfItsMembers() throws {
    let drift = Drift.between(
      try Self.side(0..<24) {
        #""source": {"brand": "b\#($0)", "last": "l\#($0 * 7)", "city": "c\#($0 * 3)", "street": "s\#($0)"}"#
      },
      try Self.side(0..<24) {
        #""charge": {"made": \#($0 * 13), "card": {"brand": "b\#($0)", "last": "l\#($0 * 7)"}, "address": {"city": "c\#($0 * 3)", "street": "s\#($0)"}}"#
      })
    let mapping = Self.mapping(drift)
    #expect(!mapping.contains("source charge"), "\(mapping)")
    #expect(mapping.contains("source.brand charge.card.brand"), "\(mapping)")
  }

  /// The only truths of two formats are one only if one may be as often true as the other: every so many records, or none.
  @Test(arguments: [(1, 0, false), (3, 0, false), (3, 4, true)])
  func onlyTruthsAreOneIfTheyMayBe(_ old: Int, _ new: Int, _ isOne: Bool) throws {
    let isTrue = { (every: Int, number: Int) in every > 0 && number.isMultiple(of: every) }
    let side = { (list: String, numbers: Range<Int>, members: (Int) -> String) in
      let records = numbers.map { number in
        #"{"title": "t\#(number)", "state": "\#(number % 2 == 0 ? "passed" : "failed")", "number": \#(number * 7), \#(members(number))}"#
      }
      return Drift.Side(documents: [
        try JSONDocument("{\"\(list)\": [\(records.joined(separator: ","))]}")
      ])
    }
    let drift = Drift.between(
      try side("contacts", 0..<30) { "\"confirmed\": \(isTrue(old, $0)), \"vid\": \($0)" },
      try side("results", 30..<60) { "\"archived\": \(isTrue(new, $0)), \"id\": \($0)" })
    let isFound = drift.mapping.contains {
      $0.from?.description == "$.contacts[*].confirmed"
        && $0.to?.description == "$.results[*].archived"
    }
    #expect(isFound == isOne)
  }

  /// A price in a text is the amount of the object that is there in other records.
  @Test func numberInATextIsTheAmount() throws {
    let cents = { (number: Int) in 100 + number * 7919 % 4703 }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records(20) { number in
          #""id": \#(number + 1), "title": "\#(SampleRecords.title(number))", "price": "\#(Double(cents(number)) / 100)""#
        } + "]",
      "["
        + SampleRecords.records(20) { number in
          #""id": \#(number + 100), "title": "\#(SampleRecords.title(number + 100))", "price": {"amount": \#(cents(number + 100)), "divisor": 100, "currency_code": "USD"}"#
        } + "]")
    #expect(Self.mapping(drift).contains("price price.amount"), "\(Self.mapping(drift))")
  }

  /// The name of an object and that of its member make the name of a value: no address beside it has that one.
  @Test func anIDIsTheIDOfWhatItNames() throws {
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records { number in
          #""id": \#(number + 1), "state": "\#(number % 2)", "repository_id": 7482913"#
        } + "]",
      "["
        + SampleRecords.records { number in
          #""id": \#(number + 100), "state": "\#(number % 2)", "repository": {"@type": "repository", "@href": "/repo/7482913", "id": 7482913, "name": "kit"}"#
        } + "]")
    #expect(Self.mapping(drift).contains("repository_id repository.id"), "\(Self.mapping(drift))")
  }

  /// Of one record each a mail is no address of a page, and of two the kind of a reference is no name.
  @Test(arguments: [1, 2, 3])
  func whatIsOfAnotherKindIsAnother(count: Int) throws {
    let kept = { (number: Int) in
      #""id": "\#(Self.code(number, 1))", "html_url": "https://a.example/users/\#(number)""#
    }
    let names = ["Ann Lee", "Bob Ray", "Cy Dunn", "Di Fox", "Ed Moss", "Flo Hart"]
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records(count) { number in
          #""number": \#(number), "owner": {\#(kept(number)), "name": "\#(names[number])", "email": "\#(Self.code(number, 2))@a.example"}"#
        } + "]",
      "["
        + SampleRecords.records(count) { number in
          let other = number + 3
          return
            #""number": \#(other), "owner": {\#(kept(other)), "type": "user_reference", "summary": "\#(names[other])", "self": "https://b.example/users/\#(other)"}"#
        } + "]")
    let mapping = Self.mapping(drift)
    for wrong in ["owner.email owner.self", "owner.email owner.type", "owner.name owner.type"] {
      #expect(!mapping.contains(wrong), "\(mapping)")
    }
  }

  /// The id of an object in a record is not another id of that record, and a time is not the zone that it is in.
  @Test func anInnerIDIsNoneOfTheRecord() throws {
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records(3) { number in
          #""id": "\#(Self.code(number, 1))", "caption": {"id": "\#(444_702_236_725 + number * 371_931)", "text": "\#(SampleRecords.title(number))"}, "air_time": "\#(number + 7):00pm", "likes": \#(number)"#
        } + "]",
      "["
        + SampleRecords.records(3) { number in
          let other = number + 5
          return
            #""id": "\#(Self.code(other, 1))", "ig_id": "\#(918_699_882_628 + other * 371_931)", "caption": "\#(SampleRecords.title(other))", "airs": {"timezone": "America/New_York"}, "likes": \#(other)"#
        } + "]")
    let mapping = Self.mapping(drift)
    #expect(!mapping.contains("caption.id ig_id"), "\(mapping)")
    #expect(!mapping.contains("air_time airs.timezone"), "\(mapping)")
  }

  /// What a key still holds is not another one in an object as well; nor is a page a plain text, and what a service was
  /// called not what its incident is.
  @Test(arguments: [1, 3, 12])
  func whatIsStillThereIsNothingElse(count: Int) throws {
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records(count) { number in
          #""id": \#(number + 1), "requester_id": \#(50_017 + number * 37), "display_id": \#(901 + number), "owner_id": \#(70_003 + number * 11), "note_html": "<p>\#(SampleRecords.title(number))</p>", "service": {"id": \#(number % 3), "summary": "s", "description": "\#(SampleRecords.title(number % 3)) alerts"}"#
        } + "]",
      "["
        + SampleRecords.records(count) { number in
          let other = number + 40
          return
            #""id": \#(other + 1), "requester_id": \#(50_017 + other * 37), "requester": {"id": \#(50_017 + other * 37), "name": "\#(SampleRecords.title(other))"}, "note_text": "\#(SampleRecords.title(other))", "description": "\#(SampleRecords.title(other * 7)) failed", "service": {"id": \#(other % 3), "summary": "s"}"#
        } + "]")
    let mapping = Self.mapping(drift)
    for wrong in [
      "owner_id requester.id", "display_id requester.id", "note_html note_text",
      "service.description description",
    ] {
      #expect(!mapping.contains(wrong), "\(mapping)")
    }
  }
}
