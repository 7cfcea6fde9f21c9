import SchemaDrift
import StrictJSON
import Testing

/// One answer a night, of the same thing or of another one.
@Suite struct OtherRecordTests {
  struct Nights: Sendable, CustomTestStringConvertible {
    let name: String
    let old: [String]
    let new: [String]
    let changes: [String]

    var testDescription: String { name }
  }

  private static let nights = [
    Nights(
      name: "a random record, by its id",
      old: [#"{"id": 7, "name": "Tea", "kind": "drink", "video": "https://example.org/7"}"#],
      new: [#"{"id": 9, "name": "Rice", "kind": "drink"}"#],
      changes: []),
    Nights(
      name: "a random record, by its texts",
      old: [#"{"name": "Black tea", "kind": "drink", "motto": "Hot", "video": "none at all"}"#],
      new: [#"{"name": "Fried rice", "kind": "dish", "motto": "Dry"}"#],
      changes: []),
    Nights(
      name: "the same thing, later",
      old: [#"{"status": "ok", "region": "eu", "uptime": 81, "build": "1.2"}"#],
      new: [#"{"status": "ok", "region": "eu", "uptime": 95}"#],
      changes: ["key-removed $.build"]),
    Nights(
      name: "the same record",
      old: [#"{"id": 7, "name": "Black tea", "price": 2.5, "video": "https://example.org/7"}"#],
      new: [#"{"id": 7, "name": "Black tea", "price": 3.0}"#],
      changes: ["key-removed $.video"]),
    Nights(
      name: "a random record with an object that only some have",
      old: [
        #"{"common": "Mali", "official": "The Republic of Mali", "native": {"fra": {"official": "The Republic of Mali", "common": "Mali"}}}"#
      ],
      new: [
        #"{"common": "Cuba", "official": "The Republic of Cuba", "native": {"spa": {"official": "La República de Cuba", "common": "Isla"}}}"#
      ],
      changes: []),
    Nights(
      name: "names in another script",
      old: [#"[{"id": 1, "name": "茶"}, {"id": 2, "name": "飯"}, {"id": 3, "name": "汁"}]"#],
      new: [#"[{"id": 4, "name": "Tea"}, {"id": 5, "name": "Rice"}, {"id": 6, "name": "Soup"}]"#],
      changes: []),
    Nights(
      name: "the same record, whose id has another form",
      old: [
        #"{"id": "black-tea", "name": "Black tea", "city": "Hangzhou", "image": "https://a.example/s.jpg", "url": "http://a.example/tea", "video": "https://a.example/7"}"#
      ],
      new: [
        #"{"id": "efa2eebacfdc354fbe312d", "name": "Black tea", "city": "Hangzhou", "image": "https://a.example/o.jpg", "url": "https://a.example/tea"}"#
      ],
      changes: ["key-removed $.video"]),
    Nights(
      name: "users with the settings that all begin with",
      old: [user(1_146_786_346, "Ada", #", "banner": "https://example.org/b/1""#)],
      new: [user(1_886_570_281, "Grace")],
      changes: []),
    Nights(
      name: "an object that one of three answers has",
      old: [
        launch(99, "null"), launch(91, "null"), launch(11, #"{"liftoff": 1, "fairing": 220}"#),
      ],
      new: [launch(32, #"{"liftoff": 2}"#), launch(102, "null"), launch(87, "null")],
      changes: []),
    Nights(
      name: "two keys that one of three records has",
      old: [list(mission(1), mission(2, #""first_stage_boostback_burn": 372"#), mission(3))],
      new: [list(mission(4), mission(5), mission(6, #""first_stage_landing_burn": 502"#))],
      changes: []),
    Nights(
      name: "the same beside a record that is the same",
      old: [list(mission(1), mission(2, #""first_stage_boostback_burn": 372"#), mission(3))],
      new: [list(mission(1), mission(5), mission(6, #""first_stage_landing_burn": 502"#))],
      changes: []),
    Nights(
      name: "three records with nothing in common",
      old: [#"[{"a": {"x": 1}}, {"a": {"x": 2}}, {"a": {"x": 3}}]"#],
      new: [#"[{"foo": true}, {"foo": false}, {"foo": true}]"#],
      changes: ["key-removed $[*].a"]),
    Nights(
      name: "three records with one key in common",
      old: [#"[{"k": "u", "a": 1}, {"k": "v", "a": 2}, {"k": "w", "a": 3}]"#],
      new: [#"[{"k": "x", "foo": true}, {"k": "y", "foo": false}, {"k": "z", "foo": true}]"#],
      changes: []),
    Nights(
      name: "a film, and then a person",
      old: [
        list(
          found(
            7, "movie",
            #""title": "Alien", "original_title": "Alien", "votes": 26, "day": "1979-05-25""#))
      ],
      new: [
        list(
          found(
            9, "person", #""name": "Ana", "original_name": "Ana", "gender": 2, "role": "Acting""#))
      ],
      changes: []),
    Nights(
      name: "an event of another kind",
      old: [event(#"{"forkee": {"id": 31, "full_name": "a/b", "size": 12, "private": false}}"#)],
      new: [event(#"{"comment": {"id": 44, "body": "Thanks", "place": 3, "edited": true}}"#)],
      changes: []),
    Nights(
      name: "a key of all records",
      old: [list(loading(1...3, "rp1_loading", besides: 0))],
      new: [list(loading(4...6, "stage1_rp1_loading", besides: 0))],
      changes: ["key-renamed $[*].line.rp1_loading"]),
    Nights(
      name: "the same among ten that come and go",
      old: [list(loading(1...3, "rp1_loading", besides: 10))],
      new: [list(loading(4...6, "stage1_rp1_loading", besides: 10))],
      changes: []),
  ]

  private static func user(_ id: Int, _ name: String, _ more: String = "") -> String {
    #"{"id": \#(id), "name": "\#(name)", "color": "C0DEED", "fill": "DDEEF6", "theme": "https://example.org/themes/1/bg.png", "client": "Client for telephones"\#(more)}"#
  }

  private static func found(_ id: Int, _ kind: String, _ members: String) -> String {
    #"{"id": \#(id), "media_type": "\#(kind)", "adult": false, \#(members)}"#
  }

  private static func event(_ payload: String) -> String {
    #"{"id": "\#(payload.utf8.count * 7_919)", "public": true, "day": "2022-06-\#(payload.utf8.count % 20 + 10)", "payload": \#(payload)}"#
  }

  private static func launch(_ flight: Int, _ line: String) -> String {
    #"{"flight": \#(flight), "rocket": "Falcon 9", "site": "Cape Canaveral", "line": \#(line)}"#
  }

  private static func mission(_ id: Int, _ times: String...) -> String {
    let line = [#""liftoff": \#(id % 7 + 1), "meco": \#(150 + id)"#] + times
    return
      #"{"id": \#(id), "name": "Mission \#(id * 37)", "line": {\#(line.joined(separator: ", "))}}"#
  }

  /// Missions with keys of their own, and some of a number of keys that come and go.
  private static func loading(
    _ ids: ClosedRange<Int>, _ own: String..., besides rare: Int
  ) -> [String] { loading(ids, own, besides: rare) }

  private static func loading(
    _ ids: ClosedRange<Int>, _ own: [String], besides rare: Int
  ) -> [String] {
    let names = [
      "fairing", "restart", "dragon", "solar", "entry", "seco", "side", "web", "bay", "go",
    ]
    return ids.map { id in
      let times = names.prefix(rare).enumerated().filter { (id * 5 + $0.offset * 3) % 4 < 2 }
      let line =
        times.map { #""\#($0.element)": \#(100 + id * 7 + $0.offset)"# }
        + own.enumerated().map { #""\#($0.element)": \#(-2100 - id - 400 * $0.offset)"# }
      return mission(id, line.joined(separator: ", "))
    }
  }

  private static func list(_ records: String...) -> String { list(records) }

  private static func list(_ records: [String]) -> String {
    "[\(records.joined(separator: ", "))]"
  }

  @Test(arguments: nights)
  func onlyTheSameThingLosesAKey(nights: Nights) throws {
    let side = { (texts: [String]) in
      Drift.Side(documents: try texts.map { try JSONDocument(Array($0.utf8)) })
    }
    let drift = Drift.between(try side(nights.old), try side(nights.new))
    let told = drift.changes.filter { $0.evidence.isSignificant && $0.rule != .keyAdded }.map {
      "\($0.rule) \($0.from?.description ?? "")"
    }
    #expect(told == nights.changes)
  }

  /// Where most of a record is elsewhere one is enough to guess by its names where.
  @Test func aSingleRecordOfAnotherFormatIsRecognised() throws {
    let old = #"""
      [{"id": "a17", "title": "Tea for two", "publish_date": "2021-03-01", "author_name": "Ada Byron",
        "page_count": 310, "cover_url": "https://covers.example/a17.jpg", "rating": 4.5}]
      """#
    let new = #"""
      [{"id": "b93", "title": "Rice again", "publishedDate": "2022-11-07", "author": {"name": "Grace Hall"},
        "pages": 212, "coverURL": "https://covers.example/b93.jpg", "averageRating": 3.5}]
      """#
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(Array(text.utf8))]) }
    let drift = Drift.between(try side(old), try side(new))
    let moves = drift.mapping.compactMap { mapping in
      mapping.from.flatMap { from in mapping.to.map { "\(from) \($0)" } }
    }
    #expect(moves.contains("$[*].publish_date $[*].publishedDate"), "\(moves)")
    #expect(moves.contains("$[*].author_name $[*].author.name"), "\(moves)")
  }

  /// Where half of all values are elsewhere the format is another one, though the records kept their own members.
  @Test func aSingleRecordOfWhichThePartsChangedIsRecognised() throws {
    let old = #"""
      [{"id": "PAY-1", "intent": "sale", "state": "approved", "create_time": "2020-01-02T03:04:05Z", "links": [],
        "payer": {"payment_method": "card", "payer_info": {"email": "ada@example.org", "first_name": "Ada",
          "last_name": "Byron", "payer_id": "G4BNO6UG7VIB1"}},
        "transactions": [{"soft_descriptor": "PAPERCO", "invoice_number": "INV-5618",
          "amount": {"total": "226.65", "currency": "GBP"},
          "item_list": {"items": [{"sku": "DL-3", "name": "Lamp", "quantity": 4}]}}]}]
      """#
    let new = #"""
      [{"id": "7RT1", "intent": "CAPTURE", "status": "COMPLETED", "create_time": "2021-05-06T07:08:09Z", "links": [],
        "payer": {"payer_id": "GYCBNX0Z7MN65", "email_address": "ruth@example.org",
          "name": {"given_name": "Ruth", "surname": "Hall"}},
        "purchase_units": [{"soft_descriptor": "CHAIRS", "invoice_id": "INV-0052",
          "amount": {"value": "72.48", "currency_code": "EUR"},
          "items": [{"sku": "WS-01", "name": "Scarf", "quantity": "1"}]}]}]
      """#
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(Array(text.utf8))]) }
    let drift = Drift.between(try side(old), try side(new))
    let moves = drift.mapping.compactMap { mapping in
      mapping.from.flatMap { from in mapping.to.map { "\(from) \($0)" } }
    }
    for pair in [
      "$[*].transactions[*].amount.currency $[*].purchase_units[*].amount.currency_code",
      "$[*].transactions[*].item_list.items[*].sku $[*].purchase_units[*].items[*].sku",
      "$[*].payer.payer_info.payer_id $[*].payer.payer_id",
    ] {
      #expect(moves.contains(pair), "\(moves)")
    }
  }

  /// Telling values under keys that only one format knows show that two records are one, whatever
  /// their ids; those of a user who is in two events do not.
  @Test(arguments: [
    (
      #"{"id": "EFv6ip4qMSgp", "merchant": "LTYH7K89MG9K0", "creator": "itnLWvEf7EvYzn", "fee": 721, "tax": {"code": "USD"}}"#,
      #"{"id": "IR1Fw3FxQdmQ", "location": "LTYH7K89MG9K0", "employee": "itnLWvEf7EvYzn", "charge": 721, "status": "COMPLETED"}"#,
      ["$.creator $.employee", "$.merchant $.location"]
    ),
    (
      #"{"id": "EFv6ip4qMSgp", "type": "issue", "at": "2024-02-03T04:05:06Z", "issue": {"login": "ada-lovelace", "image": "https://a.example/u/17.png", "body": "No answer"}}"#,
      #"{"id": "IR1Fw3FxQdmQ", "type": "review", "at": "2024-05-01T14:25:16Z", "review": {"name": "ada-lovelace", "avatar": "https://a.example/u/17.png", "text": "Fine"}}"#,
      []
    ),
  ])
  func recordsOfOtherIDsAreOneByWhatTheyHold(_ old: String, _ new: String, _ moved: [String]) throws
  {
    let drift = Drift.between(
      Drift.Side(documents: [try JSONDocument(old)]),
      Drift.Side(documents: [try JSONDocument(new)]))
    let told = drift.mapping.compactMap { entry in
      entry.from.flatMap { from in entry.to.map { (from: from, to: $0, entry.matched) } }
    }.filter { $0.from != $0.to && $0.2 == 1 }.map { "\($0.from) \($0.to)" }.sorted()
    #expect(Set(told).isSuperset(of: moved) && told.isEmpty == moved.isEmpty, "\(drift.mapping)")
  }

  /// A key that one of many records has by mistake takes no new key from the one that the others had.
  @Test func outlierOfOneRecordIsNoOldKey() throws {
    let side = { (maps: (Int) -> [String]) in
      let records = (1...40).map { id in
        #"{"id": \#(id), "name": "Land \#(id * 7)", "maps": {\#(maps(id).joined(separator: ", "))}}"#
      }
      return Drift.Side(
        documents: [try JSONDocument(Array("[\(records.joined(separator: ","))]".utf8))])
    }
    let old = try side { id in
      [
        #""gmaps": "https://www.google.com/maps/place/Land/@33.85,\#(id)""#,
        #""\#(id == 7 ? "maps" : "openstreetmap")": "https://www.openstreetmap.org/\#(id * 31)""#,
      ]
    }
    let new = try side { id in
      [
        #""googleMaps": "https://goo.gl/maps/8hopbQq\#(id * 977)""#,
        #""openStreetMaps": "https://www.openstreetmap.org/\#(id * 31)""#,
      ]
    }
    let drift = Drift.between(old, new)
    let from = drift.mapping.first { $0.to?.description == "$[*].maps.googleMaps" }?.from
    #expect(from?.description == "$[*].maps.gmaps", "\(drift.mapping)")
  }

  /// Keys that three records had are gone by chance where many come and go; more than these at once are not.
  @Test(arguments: [(1, 10, 0), (6, 10, 0), (12, 10, 12)])
  func keysThatWentTogetherAreNoChance(_ count: Int, besides rare: Int, _ found: Int) throws {
    let words = [
      "created", "modified", "viewed", "shared", "moved", "checked", "printed", "starred", "signed",
      "locked",
      "indexed", "mailed",
    ].prefix(count)
    let side = { (ids: ClosedRange<Int>, ending: String) in
      try SketchDriftTests.Form.documents.side(
        Self.loading(ids, words.map { "\($0)\(ending)" }, besides: rare))
    }
    let drift = Drift.between(try side(1...3, "Date"), try side(4...6, "Time"))
    let renamed = drift.changes.filter { $0.rule == .keyRenamed }.compactMap { $0.to?.description }
    #expect(renamed.count == found, "\(renamed)")
  }

  /// A sketch has no values of most places, so it does not say which of its records had a key.
  @Test func aContractDoesNotKnowWhichRecordHadAKey() throws {
    let old = [Self.mission(1), Self.mission(2, #""first_stage_boostback_burn": 372"#)]
    let new = [Self.mission(1), Self.mission(6, #""first_stage_landing_burn": 502"#)]
    let drift = Drift.between(
      try SketchDriftTests.Form.contract.side(old + [Self.mission(3)]),
      try SketchDriftTests.Form.documents.side(new + [Self.mission(5)]))
    #expect(!drift.changes.contains { $0.rule == .keyRenamed })
  }

  /// What breaks the contract is a change, so that it is graded by its evidence.
  @Test func aNullInThePlaceOfAnObjectIsToldAsAChange() throws {
    let old = try JSONDocument(Array(#"{"id": 1, "name": "Tea", "maker": {"name": "A"}}"#.utf8))
    let new = try JSONDocument(Array(#"{"id": 2, "name": "Rice", "maker": null}"#.utf8))
    let drift = Drift.between(Drift.Side(documents: [old]), Drift.Side(documents: [new]))
    #expect(drift.changes.map(\.rule).contains(.becameNullable))
  }

  /// Members that went out of their object under their names are no keys that one record lacks.
  @Test func membersOfAnUnwrappedObjectOfOtherRecordAreFound() throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
    let drift = Drift.between(
      try side(
        #"{"data": [{"type": "event_types", "id": "X7", "attributes": {"name": "Talk", "duration": 20, "slug": "talk", "color": "red", "active": true}, "owner": {"type": "users", "id": "U4"}}]}"#
      ),
      try side(
        #"{"collection": [{"active": true, "admin_managed": false, "color": "blue", "custom": [{"enabled": true, "type": "phone"}], "deleted_at": null, "duration": 90, "kind": "solo", "name": "Hours", "pooling": null, "position": 8, "profile": {"name": "F", "type": "User"}, "secret": false, "slug": "hours", "type": "StandardEventType", "uri": "/event_types/5"}], "pagination": {"count": 1}}"#
      ))
    let moved = Set(
      drift.mapping.filter { $0.kind != .same && $0.from != nil }.compactMap { $0.to?.description })
    #expect(
      moved.isSuperset(of: [
        "$.collection[*].slug", "$.collection[*].color", "$.collection[*].duration",
      ]), "\(moved)")
  }

  /// A key that several objects have lost, all for the same new one, is no chance in one record.
  @Test func keyThatIsAnotherOneInSeveralObjectsOfOneOtherRecordIsFound() throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
    let drift = Drift.between(
      try side(
        #"{"data": [{"id": 685766342890655, "name": "Call", "notes": "", "due": null, "done": false, "hours": 4, "owner": {"id": 548363190152, "name": "Ann", "mail": "a@x.org"}, "project": {"id": 10840826108181, "name": "P", "color": "red"}, "workspace": {"id": 498346170860, "name": "W", "plan": "free"}}]}"#
      ),
      try side(
        #"{"data": [{"gid": "172214616241451", "kind": "task", "name": "Pay", "notes": "b", "due": null, "done": true, "hours": 2, "owner": {"gid": "694996170204", "kind": "user", "name": "Bob", "mail": "b@x.org"}, "project": {"gid": "93377660573195", "kind": "project", "name": "Q", "color": "blue"}, "workspace": {"gid": "298346170861", "kind": "workspace", "name": "V", "plan": "paid"}}]}"#
      ))
    let moved = Set(
      drift.mapping.filter { $0.kind != .same && $0.from != nil }.compactMap { $0.to?.description })
    #expect(
      moved.isSuperset(of: [
        "$.data[*].gid", "$.data[*].owner.gid", "$.data[*].project.gid", "$.data[*].workspace.gid",
      ]), "\(moved)")
  }

  /// Two keys that are written in another way, or three that are parts of objects now, are no chance in one record.
  @Test(arguments: [
    (#""dueBy": 7, "isOpen": true"#, #""due_by": 9, "is_open": false"#),
    (
      #""place_id": 7, "team_id": 8, "shop_id": 9"#,
      #""place": {"id": 3}, "team": {"id": 4}, "shop": {"id": 5}"#
    ),
  ])
  func keysThatAreWrittenInAnotherWayTellOfAnotherFormat(_ old: String, _ new: String) throws {
    let side = { (number: Int, text: String) in
      Drift.Side(documents: [
        try JSONDocument(
          #"[{"key": \#(number), "priority": \#(number % 5), "status": \#(number % 3), "subject": "s\#(number)", "tags": ["x"], "source": \#(number % 7), \#(text)}]"#
        )
      ])
    }
    let drift = Drift.between(
      try side(74, old + #", "mails": {"to": "c@x.org", "reply": "a@x.org"}"#),
      try side(93, new + #", "mails": {"to": "d@x.org"}, "reply_mail": "b@y.net""#))
    #expect(
      drift.mapping.contains {
        $0.from?.description == "$[*].mails.reply"
          && $0.to?.description == "$[*].reply_mail"
      }, "\(drift.mapping)")
  }

  /// A list of objects beside the records that is an object in each record now, as its name and members say.
  @Test(arguments: [1, 12])
  func objectThatMovedWholeIsFound(_ count: Int) throws {
    let commit = { (number: Int) in
      #""sha": "\#(GuessTests.code(number, 3))", "message": "m \#(number)", "made_at": "2026-01-\#(10 + number % 18)T10:00:00Z""#
    }
    let side = { (numbers: Range<Int>, isOld: Bool) in
      let builds = numbers.map { number in
        #"{"id": \#(number), "number": \#(number * 7), "state": "passed", "event": "push", "queue": "default", "started": \#(number * 977), "duration": \#(number * 3), "retries": 0, "config": {"os": "linux", "sudo": false, "timeout": 50}, "owner": {"login": "o\#(number)", "plan": "free", "seats": 4}\#(isOld ? "" : #", "commit": {\#(commit(number)), "author": {"name": "A\#(number)"}}"#)}"#
      }
      let commits = numbers.map { #"{\#(commit($0)), "author_name": "A\#($0)"}"# }
      let beside = isOld ? #", "commits": [\#(commits.joined(separator: ","))]"# : ""
      return Drift.Side(documents: [
        try JSONDocument(#"{"builds": [\#(builds.joined(separator: ","))]\#(beside)}"#)
      ])
    }
    let drift = Drift.between(try side(0..<count, true), try side(count..<2 * count, false))
    let moved = Set(
      drift.mapping.compactMap { $0.from != nil && $0.from != $0.to ? $0.to?.description : nil })
    // Where several records had it, the name of the author tells, too.
    let leaves = ["sha", "message", "made_at"] + (count > 1 ? ["author.name"] : [])
    let names = leaves.map { "$.builds[*].commit.\($0)" }
    #expect(moved.isSuperset(of: names), "\(moved)")
  }

  /// Of two lists that came the one is meant that has the leaves of the records, however deep they lie.
  @Test func recordsAreFoundBesideAnotherListByWhatLiesInThem() throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
    let list = { (records: (Int) -> String) in
      "[\((0..<9).map(records).joined(separator: ","))]"
    }
    let old = list {
      #"{"name": "N\#($0)", "handle": "h\#($0)@x.org", "icon": "https://x.org/\#($0).png"}"#
    }
    let new = list {
      #"{"type": "users", "id": "\#(GuessTests.code($0, 5))", "attributes": {"name": "N\#($0)", "handle": "h\#($0)@x.org", "icon": "https://x.org/\#($0).png"}}"#
    }
    let included = list {
      #"{"type": "roles", "id": "\#(GuessTests.code($0, 6))", "attributes": {"name": "Role \#($0)", "icon": "https://x.org/r\#($0).png", "restricted": false}}"#
    }
    let drift = Drift.between(
      try side(#"{"users": \#(old)}"#),
      try side(#"{"included": \#(included), "data": \#(new), "meta": {"total": 9}}"#))
    let moved = Set(drift.mapping.compactMap { $0.from != nil ? $0.to?.description : nil })
    let names = ["name", "handle", "icon"].map { "$.data[*].attributes.\($0)" }
    #expect(moved.isSuperset(of: names), "\(drift.mapping)")
  }

  /// What one record has in an artist may be in the album of another one, and two references be asked for in full.
  @Test(arguments: [
    (
      #""artist": {"id": 1, "name": "a", "image": {"url": "u", "width": 4, "height": 3}}, "album": {"id": 5, "title": "t"}"#,
      #""artist": {"id": 2, "name": "b"}, "album": {"id": 6, "title": "v", "image": {"url": "w", "width": 5, "height": 4}}"#
    ),
    (
      #""user_id": 4, "team_id": 5, "year": 1971, "pages": 90, "lang": "en", "isbn": "1-2", "title": "t", "format": "a", "stock": 4, "shelf": "c", "rating": 3"#,
      #""user": {"id": 7, "name": "n"}, "team": {"id": 8, "name": "m"}, "year": 1999, "pages": 70, "lang": "de", "isbn": "3-4", "title": "v", "format": "b", "stock": 9, "shelf": "d", "score": 88"#
    ),
  ])
  func partsOfOneOtherRecordAreNotMoved(_ old: String, _ new: String) throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument("[{\(text)}]")]) }
    let drift = Drift.between(try side(old), try side(new))
    let moved = drift.mapping.filter { $0.from != nil && $0.to != nil && $0.from != $0.to }
    #expect(
      moved.allSatisfy {
        !($0.to?.description ?? "").contains("image") && $0.to?.description != "$[*].score"
      },
      "\(moved)")
  }

  /// One leaf in common says of no list that it holds the records.
  @Test func listWithoutTheLeavesOfTheRecordsIsAnotherOne() throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(text)]) }
    let drift = Drift.between(
      try side(
        #"{"users": [{"id": 1, "name": "a", "email": "a@x.org"}, {"id": 2, "name": "b", "email": "b@x.org"}]}"#
      ),
      try side(
        #"{"orders": [{"order": {"id": 9, "total": 5}}], "products": [{"product": {"name": "c", "sku": "s"}}]}"#
      ))
    #expect(
      !drift.mapping.contains {
        $0.from?.description == "$.users[*]" && $0.to != $0.from && $0.to != nil
      })
  }

  /// A record has an id of another length now, and its old one under another key; a checksum that became longer has not.
  @Test(arguments: [("id", "legacy_id", true), ("checksum", "trace", false)])
  func idOfTheOldLengthIsTheOldID(_ key: String, _ added: String, _ isTold: Bool) throws {
    let record = { (number: Int) in #""name": "\#(SampleRecords.title(number))""# }
    let id = { (number: Int, length: Int) in
      String((1...3).map { GuessTests.code(number, $0 * 7) }.joined().lowercased().prefix(length))
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(12) { #""\#(key)": "\#(id($0, 24))", \#(record($0))"# } + "]",
        "["
          + SampleRecords.records(12) {
            #""\#(key)": "\#(id($0 + 90, 32))", "\#(added)": "\#(id($0 + 50, 24))", \#(record($0 + 50))"#
          } + "]"))
    #expect(mapping.contains("\(key) \(added)") == isTold, "\(mapping)")
  }
}
