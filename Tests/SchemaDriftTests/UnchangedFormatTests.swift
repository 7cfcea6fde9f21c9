import SchemaDrift
import StrictJSON
import Testing

/// Answers of one format of which nothing is to be said that an app must know.
@Suite struct UnchangedFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "pages keyed by their numbers, with optional members",
      old:
        #"{"pages": {"3201": {"id": 3201, "c": "x", "d": "y"}, "8737": {"id": 8737, "c": "z"}, "-3": {"id": 5, "d": "u"}}}"#,
      new:
        #"{"pages": {"4748": {"id": 4748, "b": "x"}, "1150": {"id": 1150, "c": "z"}, "9644": {"id": 9644, "d": "v"}}}"#
    ),
    Case(
      name: "one entity each, keyed by its id",
      old:
        #"{"entities": {"Q515856": {"claims": {"P570": [{"rank": "normal"}]}, "type": "item"}}}"#,
      new:
        #"{"entities": {"Q2337633": {"claims": {"P106": [{"rank": "normal"}]}, "type": "item"}}}"#
    ),
    Case(
      name: "versions with tools of their own",
      old: #"[{"versions": {"0.1.1": {"tag": "a", "size": 4}, "0.2.0-beta.1": {"tag": "b"}}}]"#,
      new: #"[{"versions": {"2.1.1": {"tag": "c", "size": 9}}}]"#),
    Case(
      name: "one coin each, keyed by its name and number",
      old: #"{"name-coin-51": {"last_updated_at": 1749995932, "usd": 1.5}}"#,
      new: #"{"other-coin-12": {"last_updated_at": 1749995999, "usd": 7.25}}"#),
    Case(
      name: "rooms keyed by ids that a machine made, of which one has nobody typing now",
      old:
        #"{"-Oke7FTzPAyh5vuwx1A5": {"title": "a", "typing": {"LoMADZdNxN4G6fc58YRTtbwTr5pR": 1}}, "-OKtGPZ9orpaTzqFf7gX": {"title": "b"}}"#,
      new:
        #"{"-Oke7FTzPAyh5vuwx1A5": {"title": "a"}, "-OKtGPZ9orpaTzqFf7gX": {"title": "b"}}"#),
    Case(
      name: "members of a set, keyed by their ids",
      old: #"[{"id": 1, "in": {"yyi2i1ZN3JV8H5DiUn1PBb4QnDEu": true}}]"#,
      new: #"[{"id": 2, "in": {"pGPVQ0yV6Hwg3gUold0xNzeJ4HTM": true}}]"#),
    Case(
      name: "reactions, keyed by emoji",
      old: #"{"text": "a", "by": {"❤️": {"n": 1}, "👍": {"n": 2}}}"#,
      new: #"{"text": "a", "by": {"🎉": {"n": 2}}}"#),
    Case(
      name: "other pairs of currencies",
      old:
        #"{"error": [], "result": {"XXBTZUSD": {"a": ["1.5", "1"], "p": ["2.5"]}, "ADAUSD": {"a": ["2.5", "1"], "p": ["2.5"]}, "DOTEUR": {"a": ["3.5", "1"], "p": ["2.5"]}}}"#,
      new:
        #"{"error": [], "result": {"SOLUSD": {"a": ["7.5", "2"], "p": ["8.5"]}, "XETHZUSD": {"a": ["7.5", "2"], "p": ["8.5"]}, "USDTUSD": {"a": ["7.5", "2"], "p": ["8.5"]}}}"#
    ),
    Case(
      name: "a list and an object in one list, the other way round",
      old:
        #"{"value": [[{"title": "x", "url": "y"}], {"legend": false, "tooltip": false, "viz": true}]}"#,
      new:
        #"{"value": [{"legend": false, "tooltip": false, "viz": true}, [{"title": "x", "url": "y"}]]}"#
    ),
    Case(
      name: "one record each, of two kinds",
      old:
        #"{"entry": [{"resource": {"resourceType": "Patient", "maritalStatus": {"coding": [{"system": "http://loinc.org", "code": "20044-1", "display": "Blue"}]}}}]}"#,
      new:
        #"{"entry": [{"resource": {"resourceType": "Observation", "code": {"coding": [{"code": "34037-4"}]}}}]}"#
    ),
    Case(
      name: "rooms by their addresses",
      old: #"{"next": "s1", "rooms": {"!KHjFnsDlrB:ember.org": {"limited": true, "events": [1]}}}"#,
      new:
        #"{"next": "s2", "rooms": {"!VGLilJB8ny:yarrow.org": {"summary": {"n": 2}, "events": [3]}}}"#
    ),
    Case(
      name: "headers, of which one came twice",
      old:
        #"{"n": 1, "headers": {"ann": "va", "bob": "vb", "cid": "vc", "dan": "vd", "eve": "ve", "fay": "vf", "gus": "vg", "hal": "vh"}}"#,
      new: #"{"n": 2, "headers": {"ann": "x", "bob": "y", "cookie": ["a", "b"]}}"#),
    Case(
      name: "days of which only the month is known",
      old: #"[{"id": 1, "start": "2025-08-05"}, {"id": 2, "start": "2025-09-17"}]"#,
      new: #"[{"id": 3, "start": "2023-01"}]"#),
    Case(
      name: "a member of an object beside records of another answer",
      old:
        #"{"server": {"base": "2026-01-02", "areas": "2026-01-01"}, "elements": [{"id": 4, "lat": 1.5}, {"id": 9, "lat": 2.5}]}"#,
      new:
        #"{"server": {"base": "2026-01-03"}, "elements": [{"id": 5, "lat": 7.5}, {"id": 6, "lat": 8.5}]}"#
    ),
    Case(
      name: "words of a dictionary, with members that not all have",
      old:
        #"{"oak": {"n": 1, "kind": "tree", "tall": true, "from": "eu", "seen": "p", "leaf": "l"}, "fir": {"n": 2, "kind": "tree", "tall": true, "from": "eu"}, "ivy": {"n": 3, "kind": "vine", "tall": false, "from": "as", "host": "oak"}}"#,
      new:
        #"{"elm": {"n": 4, "kind": "tree", "tall": true, "from": "eu"}, "rye": {"n": 5, "kind": "grass", "tall": false, "from": "as", "ear": "x"}, "hop": {"n": 6, "kind": "vine", "tall": true, "from": "eu"}}"#
    ),
    Case(
      name: "entries of a dictionary in capitals",
      old:
        #"{"Rules": {"DISK_TAGGED": {"Area": "eu", "Trigger": "t", "Types": "Disk", "Parameters": []}}}"#,
      new:
        #"{"Rules": {"USER_HAS_KEY": {"Area": "us", "Trigger": "t", "Types": "User", "Parameters": []}, "LOG_ON": {"Area": "us", "Trigger": "u", "Types": "Log", "Parameters": []}, "KEY_ROTATED": {"Area": "eu", "Trigger": "u", "Types": "Key", "Parameters": []}}}"#
    ),
    Case(
      name: "an optional member of one of many entries of a dictionary",
      old: dictionary(["oak", "fir", "ivy", "elm"], #""evoMove": "Bloom""#),
      new: dictionary(["rye", "hop", "fig", "yew"], #""evoItem": "Stone""#)),
    Case(
      name: "updates, each with one of several parts",
      old: updates(
        #""message": \#(message(1))"#,
        #""edited": \#(message(2, #""photo": {"file": "a", "width": 7, "height": 9, "size": 8}"#))"#,
        #""message": \#(message(3))"#,
        #""query": {"from": {"id": 5, "name": "x"}, "data": "d", "message": \#(message(4))}"#),
      new: updates(
        #""message": \#(message(5, #""photo": {"file": "b", "width": 5, "height": 4, "size": 3}"#))"#,
        #""message": \#(message(6, #""reply_to": \#(message(7))"#))"#,
        #""message": \#(message(8))"#, #""poll": {"id": "q", "text": "why"}"#)),
    Case(
      name: "a quote, and before that a boost in one of many posts",
      old: list(
        (1...12).map { #"{"id": \#($0), "text": "t\#($0)", "boost": null, "quote": null}"# }
          + [
            #"{"id": 13, "text": "u", "boost": {"id": 4, "uri": "https://a.example/4", "at": "2026-01-02", "likes": 3}, "quote": null}"#
          ]),
      new: list([
        #"{"id": 20, "text": "v", "boost": null, "quote": {"state": "ok", "post": {"id": 9, "uri": "https://a.example/9", "at": "2026-03-02", "likes": 1}}}"#,
        #"{"id": 21, "text": "w", "boost": null, "quote": null}"#,
      ])),
    Case(
      name: "numbers that are texts at times, in entries of a map",
      old:
        #"[{"id": 1, "images": {"1": {"at": 17, "by": "a"}, "front": {"at": "18", "by": "b"}, "back": {"at": 19, "by": "c"}, "side": {"at": "20", "by": "c"}}}]"#,
      new:
        #"[{"id": 2, "images": {"1": {"at": "21", "by": "d"}, "front": {"at": 22, "by": "e"}, "back": {"at": 23, "by": "f"}, "side": {"at": "24", "by": "f"}}}]"#
    ),
    Case(
      name: "the last page",
      old: #"{"items": [{"id": 1, "n": "a"}, {"id": 2, "n": "b"}], "next": "https://api/2"}"#,
      new: #"{"items": [{"id": 3, "n": "c"}, {"id": 4, "n": "d"}]}"#),
    Case(
      name: "the same records, with a page behind them",
      old:
        #"{"items": [{"id": 1, "n": "abcdefgh"}, {"id": 2, "n": "bcdefghi"}], "paging": {"after": "x7"}}"#,
      new: #"{"items": [{"id": 1, "n": "abcdefgh"}, {"id": 2, "n": "bcdefghi"}]}"#),
    Case(
      name: "another token on the last page",
      old: #"{"items": [{"id": 1, "n": "a"}], "nextPageToken": "1fCwjYBU09uG0xTQ"}"#,
      new: #"{"items": [{"id": 3, "n": "c"}], "nextSyncToken": "vrYlAdftNAL1bQmA"}"#),
    Case(
      name: "a part that is like the whole, and has the poll this time",
      old:
        #"[{"reblog": {"poll": null}, "poll": null}, {"reblog": null, "poll": {"options": [{"votes_count": 24}]}}, {"reblog": {"poll": null}, "poll": null}]"#,
      new:
        #"[{"reblog": null, "poll": null}, {"reblog": {"poll": {"options": [{"votes_count": 52}]}}, "poll": null}, {"reblog": null, "poll": null}, {"reblog": null, "poll": null}, {"reblog": null, "poll": null}, {"reblog": null, "poll": null}, {"reblog": {"poll": null}, "poll": null}, {"reblog": {"poll": null}, "poll": null}, {"reblog": {"poll": null}, "poll": null}, {"reblog": null, "poll": null}]"#
    ),
    Case(
      name: "a part of itself that did not come",
      old: #"[{"reblog": {"reblog": null}}, {"reblog": null}]"#,
      new: #"[{"reblog": null}, {"reblog": null}, {"reblog": null}]"#),
    Case(
      name: "an answer about other pages, that is not complete",
      old:
        #"{"batchcomplete": "", "query": {"normalized": [{"from": "a", "to": "A"}], "pages": {"3201": {"pageid": 3201, "title": "Line body change", "extract": "Golden time 7919", "ns": 0, "globe": "earth", "lang": "en", "model": "wikitext"}, "8737": {"pageid": 8737, "title": "Parser force", "extract": "Green team 15838", "ns": 0, "globe": "earth", "lang": "en", "model": "wikitext"}, "5512": {"pageid": 5512, "title": "Green garden", "extract": "Ruby member 23757", "ns": 0, "globe": "earth", "lang": "en", "model": "wikitext"}}}}"#,
      new:
        #"{"query": {"pages": {"4748": {"pageid": 4748, "title": "Server friend", "extract": "Water car 31676", "ns": 0, "globe": "earth", "lang": "en", "model": "wikitext"}, "1150": {"pageid": 1150, "title": "Old winter mode", "extract": "Crash level 39595", "ns": 0, "globe": "earth", "lang": "en", "model": "wikitext"}, "9644": {"pageid": 9644, "title": "Party cache", "extract": "Mode reason 47514", "ns": 0, "globe": "earth", "lang": "en", "model": "wikitext"}}}}"#
    ),
    Case(
      name: "rates of other currencies",
      old: #"{"base": "USD", "rates": {"AFN": 2.722715, "AZN": 1, "KRW": 6.538007}}"#,
      new: #"{"base": "USD", "rates": {"BAM": 379.65816, "CNH": 355, "AZN": 291.96369}}"#),
    Case(
      name: "links in two directions",
      old: #"{"issues": [{"fields": {"issuelinks": [{"inwardIssue": {"fields": {}}}]}}]}"#,
      new: #"{"issues": [{"fields": {"issuelinks": [{"outwardIssue": {"fields": {}}}]}}]}"#),
  ]

  /// What may be said: that a member does not always come, or is new.
  private static let harmless: Set<DriftRule> = [
    .keyAdded, .becameOptional, .becameNullable,
  ]

  private static func list(_ records: [String]) -> String { "[\(records.joined(separator: ","))]" }

  private static func updates(_ parts: String...) -> String {
    list(parts.enumerated().map { #"{"update_id": \#($0), \#($1)}"# })
  }

  private static func message(_ id: Int, _ more: String = #""text": "hello""#) -> String {
    #"{"message_id": \#(id), "from": {"id": \#(id + 40), "name": "N\#(id)"}, "date": \#(1_700_000_000 + id * 977), \#(more)}"#
  }

  private static func post(_ number: Int) -> String {
    #"{"id": \#(number), "title": "Post about \#(number * 7)", "body": "Text \#(number) is long", "likes": \#(number * 3)}"#
  }

  /// Pictures of three sizes, of which each third record lacks one.
  private static func pictures(_ number: Int, _ sizes: [String]) -> String {
    let all = sizes.enumerated().map { index, size in
      #""\#(size)": {"url": "https://a.example/\#(number)-\#(index).jpg", "width": \#(index * 100 + 40), "height": \#(number + 30), "alt": "Picture \#(number)", "bytes": \#(number * 977 + index)}"#
    }
    let kept = all.enumerated().filter { ($0.offset + number) % 3 != 0 || number % 2 == 0 }
    return
      #"{"id": \#(number), "images": {\#(kept.map(\.element).joined(separator: ", "))}}"#
  }

  /// Sections of a page, of which one has a member that the others lack.
  private static func sections(_ names: [String]) -> String {
    let all = names.enumerated().map { index, name in
      #""\#(name)": {"title": "Title \#(index)", "text": "Words of \#(index * 31)", "order": \#(index * 7 + 100), "author": "By \#(index * 3)"\#(index == 1 ? #", "note": "n""# : "")}"#
    }
    return #"{"page": {\#(all.joined(separator: ", "))}}"#
  }

  private static func order(_ number: Int, _ roles: [String]) -> String {
    let parts = roles.map {
      #""\#($0)": {"id": \#(number), "name": "n\#(number)", "mail": "m\#(number)", "city": "c", "phone": "1"}"#
    }
    return #"{"order": \#(number), "parts": {\#(parts.joined(separator: ", "))}}"#
  }

  /// Entries of which the last one has one more member.
  private static func dictionary(_ words: [String], _ more: String) -> String {
    let entries = words.enumerated().map { number, word in
      let number = number + 40 * word.utf8.reduce(0) { $0 + Int($1) }
      return
        #""\#(word)": {"n": \#(number), "kind": "k\#(number)", "tall": true, "from": "f\#(number)", "seen": "s\#(number)"\#(word == words.last ? ", " + more : "")}"#
    }
    return "{\(entries.joined(separator: ","))}"
  }

  @Test(arguments: cases)
  func nothingHasGone(_ sample: Case) throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
    for (old, new) in [(sample.old, sample.new), (sample.new, sample.old)] {
      let drift = Drift.between(try side(old), try side(new))
      let claims = drift.changes.filter {
        // Of what was always null nothing was known.
        !Self.harmless.contains($0.rule) && $0.old != .nothing(.null)
          && $0.evidence.isSignificant
      }
      #expect(claims.isEmpty, "\(claims.map { "\($0.rule) \($0.from?.description ?? "")" })")
      let moves = drift.mapping.filter { $0.from != nil && $0.to != nil && $0.from != $0.to }
      #expect(moves.isEmpty, "\(moves)")
    }
  }

  /// Nothing, written as an empty text, is in no member of an object that came.
  @Test func nothingIsInNoMember() throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
    let drift = Drift.between(
      try side(#"{"children": [{"name": "t1_abc", "body": "Line body", "replies": ""}]}"#),
      try side(
        #"{"children": [{"name": "t1_xyz", "body": "Other one", "replies": {"kind": "Listing"}}]}"#)
    )
    #expect(
      drift.mapping.allSatisfy { $0.from == nil || $0.to == nil || $0.from == $0.to })
  }

  /// A text that still comes alone has not gone into the object that comes beside it.
  @Test func textThatStillComesIsWhereItWas() throws {
    let records = { (range: Range<Int>, note: (Int) -> String) in
      Drift.Side(
        documents: [
          try JSONDocument(
            "["
              + range.map { #"{"id": \#($0), "title": "abc \#($0 * 7919)", "note": \#(note($0))}"# }
              .joined(separator: ", ") + "]")
        ])
    }
    let drift = Drift.between(
      try records(1..<6) { "\"n\($0 * 31)\"" },
      try records(10..<50) { $0 % 2 == 0 ? "\"n\($0 * 37)\"" : "{\"value\": \"n\($0 * 41)\"}" })
    #expect(
      drift.mapping.allSatisfy { $0.from == nil || $0.to == nil || $0.from == $0.to })
  }

  /// The list of before with one more record is no other answer: what is gone around it is gone.
  @Test func listWithOneMoreRecordIsTheSame() throws {
    let records = { (numbers: Range<Int>) in
      "[" + numbers.map { #"{"id": \#($0), "title": "abc \#($0 * 7919)"}"# }.joined(separator: ", ")
        + "]"
    }
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
    let drift = Drift.between(
      try side(#"{"total": 10, "docs": \#(records(0..<10))}"#),
      try side(#"{"docs": \#(records(0..<11))}"#))
    #expect(
      drift.changes.contains {
        $0.rule == .keyRemoved && $0.from?.description == "$.total" && $0.evidence.isSignificant
      })
  }

  /// The elements of one record's list come together: twenty texts in one flag of ten are one flag, and not twenty.
  @Test func elementsOfOneEntryAreOneWitness() throws {
    let words = ["red", "green", "blue", "old", "new", "warm", "cold", "fast", "slow", "last"]
    let flags = { (first: Int, last: String) in
      Drift.Side(
        documents: [
          try JSONDocument(
            "{"
              + (0..<10).map { number in
                let value = number == 9 ? last : "true"
                let values = Array(repeating: value, count: 20).joined(separator: ", ")
                return
                  #""\#(words[number])-flag-\#(first + number)": {"on": true, "variations": [\#(values)]}"#
              }.joined(separator: ", ") + "}")
        ])
    }
    let drift = Drift.between(try flags(101, "true"), try flags(301, "\"a\""))
    let told = drift.changes.filter { $0.rule == .typeChanged }
    #expect(told.count == 1 && told.allSatisfy { !$0.evidence.isSignificant }, "\(told)")
  }

  /// What an answer is asked for does not come and go.
  @Test func tokenOfAnAccountIsGone() throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
    let drift = Drift.between(
      try side(#"{"access_token": "1fCwjYBU09uG0xTQ", "items": [{"id": 1, "n": "a"}]}"#),
      try side(#"{"items": [{"id": 1, "n": "a"}]}"#))
    #expect(
      drift.changes.contains {
        $0.rule == .keyRemoved && $0.from?.description == "$.access_token"
      })
  }

  /// Where the records are others in their form, the next page may have another name, too.
  @Test func nextPageOfAnotherFormatIsFound() throws {
    let records = { (name: String, numbers: Range<Int>) in
      "["
        + numbers.map { #"{"id": \#($0), "\#(name)": "abc \#($0 * 7919)"}"# }.joined(
          separator: ", ")
        + "]"
    }
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
    let drift = Drift.between(
      try side(#"{"items": \#(records("title", 1..<9)), "next_cursor": "1fCwjYBU09uG0xTQ"}"#),
      try side(#"{"items": \#(records("headline", 1..<9)), "nextPageToken": "vrYlAdftNAL1bQmA"}"#))
    #expect(
      drift.mapping.contains {
        $0.from?.description == "$.next_cursor" && $0.to?.description == "$.nextPageToken"
      })
  }

  /// Of what only `null` comes now, nothing that did not come either has taken the key.
  @Test func nothingIsNowWhereOnlyNullComes() throws {
    let blocks = { (isOld: Bool) in
      let records = (0..<20).map { number in
        let id = "\(isOld ? "a" : "b")\(number)"
        let caption = isOld ? #"{"text": {"content": "w\#(number)", "link": null}}"# : ""
        let code = number % 2 == 1 ? #"{"caption": [\#(caption)]}"# : "null"
        let link = isOld && number % 3 == 0 ? #"{"url": "https://x/\#(number)"}"# : "null"
        let text = #"{"text": [{"content": "t\#(id)", "link": \#(link)}]}"#
        return
          #"{"id": "\#(id)", "code": \#(code), "todo": \#(number % 2 == 0 ? text : "null")}"#
      }
      return Drift.Side(
        documents: [try JSONDocument("[" + records.joined(separator: ", ") + "]")])
    }
    let drift = Drift.between(try blocks(true), try blocks(false))
    #expect(!drift.changes.contains { $0.rule == .meaningChanged }, "\(drift.changes)")
  }

  static let changes = [
    Case(
      name: "a name that is as mixed as an id",
      old: #"{"c": {"publicIpv4DnsName": "a.b"}, "n": 1}"#,
      new: #"{"c": {}, "n": 1}"#),
    Case(
      name: "the same record, whose kind is written in another way",
      old:
        #"{"id": 7, "type": "user", "login": "bob", "email": "b@example.org", "site": "https://b.example"}"#,
      new: #"{"id": 7, "type": "User", "login": "bob"}"#),
    Case(
      name: "words in capitals",
      old: #"{"v": {"LEVEL": {"min": 1, "max": 2}, "SPEED": {"min": 3, "max": 4}}}"#,
      new: #"{"v": {"HEIGHT": {"min": 1, "max": 2}, "SPEED": {"min": 3, "max": 4}}}"#),
    Case(
      name: "days that are times in several records",
      old: list((1...9).map { #"{"id": \#($0), "start": "2025-08-0\#($0)"}"# }),
      new: list((1...9).map { #"{"id": 1\#($0), "start": "2025-08-0\#($0)T10:00:00Z"}"# })),
    Case(
      name: "a member of an object beside the same records",
      old: #"{"server": {"base": "b", "areas": "a"}, "elements": [{"id": 41, "lat": 1.5}]}"#,
      new: #"{"server": {"base": "c"}, "elements": [{"id": 41, "lat": 1.5}]}"#),
    Case(
      name: "times of days that were known alone, in two records",
      old: #"[{"id": 1, "start": "2025-08-05"}, {"id": 2, "start": "2025-09-17"}]"#,
      new:
        #"[{"id": 3, "start": "2025-08-05T10:00:00Z"}, {"id": 4, "start": "2025-08-09T10:00:00Z"}]"#
    ),
    Case(
      name: "a member of a user beside other records",
      old:
        #"{"user": {"id": 5, "name": "Ann", "mail": "a@x.io", "phone": "5-1"}, "orders": \#(list((1...4).map(post)))}"#,
      new:
        #"{"user": {"id": 5, "name": "Ann", "mail": "a@x.io"}, "orders": \#(list((51...54).map(post)))}"#
    ),
    Case(
      name: "sizes of pictures that are not all in each record",
      old: list((0..<12).map { pictures($0, ["small", "medium", "large"]) }),
      new: list((0..<12).map { pictures($0, ["thumb", "preview", "full"]) })),
    Case(
      name: "six sections of one page, with other names and the values that they had",
      old: sections(["intro", "usage", "notes", "links", "terms", "about"]),
      new: sections(["preface", "manual", "remarks", "more", "legal", "imprint"])),
    Case(
      name: "keys of one answer that are written in another way",
      old: sections(["first_part", "second_part", "last_part"]),
      new: sections(["firstPart", "secondPart", "lastPart"])),
    Case(
      name: "the two sides of a game",
      old:
        #"{"home": {"id": 1, "name": "a", "city": "b", "score": 2, "coach": "c"}, "away": {"id": 3, "name": "d", "city": "e", "score": 1, "coach": "f"}}"#,
      new:
        #"{"local": {"id": 5, "name": "g", "city": "h", "score": 0, "coach": "i"}, "visitor": {"id": 7, "name": "j", "city": "k", "score": 4, "coach": "l"}}"#
    ),
    Case(
      name: "the parts of several orders",
      old: list((0..<6).map { order($0, ["buyer", "payer", "seller"]) }),
      new: list((6..<12).map { order($0, ["customer", "account", "vendor"]) })),
    Case(
      name: "one of several cells of the same records",
      old: "["
        + (0..<12).map {
          #"{"id": \#($0), "t": {"value": \#($0).5, "unit": "C"}, "m": {"value": "eco\#($0)", "unit": ""}, "n": {"value": \#($0), "unit": "s"}}"#
        }.joined(separator: ", ") + "]",
      new: "["
        + (0..<12).map {
          #"{"id": \#($0), "t": {"value": "\#($0).5", "unit": "C"}, "m": {"value": "eco\#($0)", "unit": ""}, "n": {"value": \#($0), "unit": "s"}}"#
        }.joined(separator: ", ") + "]"),
  ]

  /// What looks like data, like another kind or like a map is a change all the same.
  @Test(arguments: changes)
  func changeThatLooksLikeNoneIsTold(_ sample: Case) throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
    let drift = Drift.between(try side(sample.old), try side(sample.new))
    let told = drift.changes.filter {
      [.keyRemoved, .keyRenamed, .numberToNumericString, .dateFormatChanged].contains($0.rule)
        && $0.evidence.isSignificant
    }
    #expect(!told.isEmpty, "\(drift.changes)")
  }

  /// A list in other records is one more type of what still comes alone in the record that is the same.
  @Test func textThatStillComesInTheSameRecordIsWhereItWas() throws {
    let policy = { (id: Int, resource: String) in
      #"{"id": "policy-\#(id)", "statements": [{"effect": "Allow", "resource": \#(resource)}]}"#
    }
    let side = { (policies: [String]) in
      Drift.Side(documents: [try JSONDocument("[\(policies.joined(separator: ","))]")])
    }
    let drift = Drift.between(
      try side([policy(1, #""*""#)]),
      try side(
        [policy(1, #""*""#)]
          + (2...9).map { policy($0, $0 % 2 == 0 ? #"["a:\#($0)", "b"]"# : #""*""#) }))
    #expect(drift.changes.map(\.rule) == [.typeChanged], "\(drift.changes)")
    #expect(drift.mapping.allSatisfy { $0.from == nil || $0.to == nil || $0.from == $0.to })
  }
}
