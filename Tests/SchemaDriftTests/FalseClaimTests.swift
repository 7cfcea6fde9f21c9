import StrictJSON
import Testing

@testable import SchemaDrift

/// What a comparison must not claim although something speaks for it.
@Suite struct FalseClaimTests {
  /// Records of an invented format, old and new; `#` is the number of a record.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    /// Pairs that must be told, and pairs that must not.
    var told: [String] = []
    var refused: [String] = []
    var records = 6

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "the end of an address is not the number that is elsewhere",
      old: #""n": "a-#", "id": 5#, "gid": "gid://s/Image/5#""#,
      new: #""n": "a-#", "id": "gid://s/Image/5#", "legacyId": "5#""#,
      refused: ["$[*].gid $[*].legacyId"], records: 3),
    Case(
      name: "what has its id elsewhere is there",
      old: #""n": "a-#", "backups": [{"id": 5#, "os": "System #"}]"#,
      new: #""n": "a-#", "backup_ids": [5#], "image": {"os": "System #", "arch": "x64"}"#,
      told: ["$[*].backups[*].id $[*].backup_ids[*]"],
      refused: ["$[*].backups[*] $[*].image", "$[*].backups $[*].image"], records: 3),
    Case(
      name: "neither of two objects is the one that has members of both",
      old: #""n": "a-#", "title": {"t": "Title #"}, "text": {"t": "Text # it is"}"#,
      new: #""n": "a-#", "snippet": {"title": "Title #", "text": "Text # it is"}"#,
      told: ["$[*].title.t $[*].snippet.title", "$[*].text.t $[*].snippet.text"],
      refused: ["$[*].title $[*].snippet", "$[*].text $[*].snippet"]),
    Case(
      name: "an object in an element is not the element of another list",
      old: #""n": "a-#", "media": [{"images": {"std": {"url": "http://a/#.jpg"}}}]"#,
      new: #""n": "a-#", "children": {"data": [{"id": "9", "media_url": "http://a/#.jpg"}]}"#,
      refused: ["$[*].media[*].images.std $[*].children.data[*]"]),
    Case(
      name: "records are the same although their counters and times are not",
      old: #""id": 4#, "views": 7#3, "likes": 31#2, "at": "2014-05-1# 10:00:00", "mail": "m#@x""#,
      new:
        #""id": 4#, "views": 7#4, "likes": 31#5, "at": "2014-05-1#T10:00:00Z", "contact": "m#@x""#,
      told: ["$[*].mail $[*].contact"], records: 9),
    Case(
      name: "what an object is in went where most of it is, and not what is in lists there",
      old:
        #""n": "a-#", "issue": {"title": "Title #", "link": "Link # it", "marks": {"cve": ["v-#-c"], "cwe": ["w-#-c"]}}"#,
      new:
        #""n": "a-#", "body": {"title": "Title #", "link": "Link # it", "problems": [{"id": "v-#-c"}], "classes": [{"id": "w-#-c"}]}"#,
      told: [
        "$[*].issue.marks.cve[*] $[*].body.problems[*].id", "$[*].issue.title $[*].body.title",
      ],
      refused: ["$[*].issue.marks $[*].body"]),
    Case(
      name: "what an object is in is not the object of its own name",
      old:
        #""n": "a-#", "data": {"a": "A #", "b": "B #", "place": {"lat": "v-#-c", "lon": "g-#-c"}}"#,
      new: #""n": "a-#", "place": {"lat": "v-#-c", "lon": "g-#-c", "a": "A #", "b": "B #"}"#,
      told: ["$[*].data.place $[*].place"], refused: ["$[*].data $[*].place"]),
    Case(
      name: "an object of which a text is in a map is no text",
      old:
        #""n": "a-#", "talks": [{"id": 5#, "tongue": {"name": "Word # it"}}, {"id": 6#, "tongue": {"name": "Word # at"}}]"#,
      new:
        #""n": "a-#", "talks": [{"id": 5#, "label": {"localized": {"k#-#": "Word # it"}}}, {"id": 6#, "label": {"localized": {"de": "Word # at"}}}]"#,
      told: ["$[*].talks[*].tongue.name $[*].talks[*].label.localized.*"],
      refused: ["$[*].talks[*].tongue $[*].talks[*].label.localized.*"], records: 12),
    Case(
      name: "amounts that are others say so of the currency beside them",
      old:
        #""n": "a-#", "tax": {"amount": 37#, "currency": "USD"}, "rounding": {"amount": 0, "currency": "USD"}"#,
      new:
        #""n": "a-#", "net": {"vat": {"amount": 37#, "currency": "USD"}, "discount": {"amount": 9#1, "currency": "USD"}}"#,
      told: ["$[*].tax.amount $[*].net.vat.amount"],
      refused: [
        "$[*].rounding $[*].net.discount", "$[*].rounding.amount $[*].net.discount.amount",
        "$[*].rounding.currency $[*].net.discount.currency",
      ], records: 9),
    Case(
      name: "times that are written in another way where they were are there",
      old: #""id": "a-#", "created_at": "2019-07-1#T22:29:31Z", "total": 4#7"#,
      new:
        #""id": "a-#", "created_at": "2019-07-1#T22:29:31.000Z", "total": 4#7, "parts": [{"created_at": "2019-07-1#T22:29:31Z", "size": 1#}]"#,
      told: ["$[*].created_at $[*].created_at"],
      refused: ["$[*].created_at $[*].parts[*].created_at"], records: 9),
    Case(
      name: "the name of a device is not that of a source",
      old:
        #""n": "a-#", "device": {"id": "d-#-x", "name": "Register #"}, "total": 4#7, "item": {"name": "Tea #"}"#,
      new:
        #""n": "a-#", "source": {"name": "Point of Sale"}, "total": 4#7, "item": {"name": "Tea #"}"#,
      refused: ["$[*].device $[*].source", "$[*].device.name $[*].source.name"], records: 9),
    Case(
      name: "the numbers of the elements of a list are those of any list",
      old:
        #""n": "a-#", "total": 4#7, "works": [{"id": 1, "text": "w-#-a"}, {"id": 2, "text": "w-#-b"}, {"id": 3, "text": "w-#-c"}]"#,
      new:
        #""n": "a-#", "total": 4#7, "parts": [{"rank": 1, "size": 7#1}, {"rank": 2, "size": 7#3}]"#,
      refused: ["$[*].works[*].id $[*].parts[*].rank"], records: 12),
    Case(
      name: "no name alone says which element a record kept",
      old:
        #""n": "a-#", "notes": [{"author_kind": "staff", "t": "x #"}, {"author_kind": "bot", "t": "y #"}]"#,
      new: #""n": "a-#", "author_kind": "guest", "size": 7#"#,
      refused: ["$[*].notes[*].author_kind $[*].author_kind"]),
  ]

  private func side(_ record: String, _ count: Int) throws -> Drift.Side {
    let records = (0..<count).map { number in
      let text = record.replacing("#", with: String(number))
      return "{\(text)}"
    }
    return Drift.Side(
      documents: [try JSONDocument("[\(records.joined(separator: ","))]")])
  }

  @Test(arguments: cases)
  func onlyWhatIsShownIsTold(_ sample: Case) throws {
    let drift = Drift.between(
      try side(sample.old, sample.records), try side(sample.new, sample.records))
    let pairs = drift.mapping.compactMap { entry in
      entry.from.flatMap { from in entry.to.map { "\(from) \($0)" } }
    }
    for pair in sample.told { #expect(pairs.contains(pair)) }
    for pair in sample.refused { #expect(!pairs.contains(pair)) }
    for change in drift.changes where change.rule == .keyRenamed || change.rule == .keyMoved {
      let pair = "\(change.from?.description ?? "") \(change.to?.description ?? "")"
      #expect(!sample.refused.contains(pair))
      if sample.told.contains(pair) { #expect(change.confidence == .certain) }
    }
  }

  /// One text for all answers is an error; texts of their own are what was in the object.
  @Test(arguments: [(true, [String]()), (false, ["$.message.text $.message"])])
  func textInTheSteadOfTheAnswer(isError: Bool, told: [String]) throws {
    let side = { (text: (Int) -> String) in
      Drift.Side(documents: try (0..<6).map { try JSONDocument(#"{"message": \#(text($0))}"#) })
    }
    let drift = Drift.between(
      try side { #"{"text": "Hello \#($0 * 7919 % 997)"}"# },
      try side { isError ? #""down""# : #""Hello \#($0 * 7919 % 997)""# })
    let pairs = drift.mapping.compactMap { entry in
      entry.from.flatMap { from in entry.to.map { "\(from) \($0)" } }
    }
    #expect(pairs.filter { $0.contains("text") } == told)
  }

  /// A key whose name another one has now is gone, and is told to be nowhere.
  @Test func keyWhoseNameIsTakenIsNowhere() throws {
    let drift = Drift.between(
      try side(#""n": "a-#", "image": {"id": 5#, "gid": "gid://s/Image/5#"}"#, 3),
      try side(#""n": "a-#", "pic": {"id": "gid://s/Image/5#"}"#, 3))
    let entry = try #require(drift.mapping.first { $0.from?.description == "$[*].image.id" })
    #expect(entry.to == nil && entry.kind == .removed)
    #expect(drift.changes.contains { $0.evidence.basis == .nameTaken })
  }

  /// The range of numbers has a length, however large they are.
  @Test func endlessNumbersHaveARange() throws {
    var profile = ColumnProfile()
    for value in try JSONDocument("[1e999, -1e999, 1]").root.elements { profile.add(value) }
    let range = try #require(profile.range)
    #expect((range.upperBound - range.lowerBound).isFinite)
  }

  /// Ten players of each match have won or not: that is in any numbers of theirs, too.
  @Test(arguments: 1...8) func truthsOfAListAreNotItsNumbers(seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    var matches: (old: [String], new: [String]) = ([], [])
    for match in 0..<60 {
      var players: (old: [String], new: [String]) = ([], [])
      for player in 0..<10 {
        let counts = ["kills", "deaths", "assists"].map {
          #""\#($0)": \#(Int.random(in: 0..<25, using: &generator))"#
        }.joined(separator: ", ")
        players.old.append(#"{"stats": {"win": \#((player < 5) != (match % 3 == 0)), \#(counts)}}"#)
        let casts = Int.random(in: 0..<7, using: &generator)
        players.new.append(#"{\#(counts), "casts": \#(casts)}"#)
      }
      let id = #""id": "\#(GuessTests.code(match, 9))""#
      matches.old.append("{\(id), \"players\": [\(players.old.joined(separator: ", "))]}")
      matches.new.append("{\(id), \"players\": [\(players.new.joined(separator: ", "))]}")
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "[\(matches.old.joined(separator: ", "))]", "[\(matches.new.joined(separator: ", "))]"))
    #expect(mapping.contains("players[*].stats.kills players[*].kills"), "\(mapping)")
    #expect(!mapping.contains { $0.contains("win") }, "\(mapping)")
  }

  /// The address of an event and its id elsewhere both hold its id, which is where it was.
  @Test func whatHoldsTheIDThatIsThereStillIsNothingElse() throws {
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(20) {
            #""id": "\#(GuessTests.code($0, 9))", "name": "\#(SampleRecords.title($0))", "self": "https://www.calendar.example/feeds/private/full/\#(GuessTests.code($0, 9))""#
          } + "]",
        "["
          + SampleRecords.records(20) {
            #""id": "\#(GuessTests.code($0, 9))", "name": "\#(SampleRecords.title($0))", "external": "\#(GuessTests.code($0, 9))@calendar.example""#
          } + "]"))
    #expect(!mapping.contains("self external"), "\(mapping)")
  }

  /// A key of several types, of which other ones come, is there all the same.
  @Test(arguments: [
    (
      [#""id": 1, "n": "a""#, #""id": 2, "n": "b""#, #""id": "x", "n": "c""#],
      [#""id": "u", "n": 4"#, #""id": "v", "n": 5"#, #""id": "w", "n": "f""#]
    ),
    ([#""id": [1, 2]"#, #""id": {"z": 1}"#], [#""id": [1, 2]"#]),
    ([#""in": {"id": [1, 2]}"#, #""in": {"id": {"z": 1}}"#], [#""in": {"id": [1, 2]}"#]),
  ])
  func keyOfSeveralTypesStaysWhereItIs(_ old: [String], _ new: [String]) throws {
    let side = { (records: [String]) in
      Drift.Side(documents: try records.map { try JSONDocument("{\($0)}") })
    }
    let drift = Drift.between(try side(old), try side(new))
    let claims: Set<DriftRule> = [.keyRemoved, .keyRenamed, .keyMoved]
    #expect(drift.changes.filter { claims.contains($0.rule) }.isEmpty, "\(drift.changes)")
  }

  /// Of ten videos of eight categories not all are of one kind now, and a branch is not its address.
  @Test func varietyBecomesNoConstant() throws {
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(20) {
            #""id": \#($0 * 7919), "name": "\#(SampleRecords.title($0))", "category": "\#(["Music", "Film", "Sports", "News"][$0 * 7 % 4])""#
          } + "]",
        "["
          + SampleRecords.records(20) {
            #""id": \#(($0 + 50) * 7919), "name": "\#(SampleRecords.title($0 + 50))", "kind": "video""#
          } + "]"))
    #expect(!mapping.contains("category kind"), "\(mapping)")
  }

  @Test func wordIsNotTheAddressOfAnObject() throws {
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(20) {
            #""id": \#($0 * 7919), "name": "\#(SampleRecords.title($0))", "branch": "\#(GuessTests.code($0 % 7, 6))""#
          } + "]",
        "["
          + SampleRecords.records(20) {
            let number = $0 + 50
            let branch = GuessTests.code(number % 7, 6)
            return
              #""id": \#(number * 7919), "name": "\#(SampleRecords.title(number))", "branch": {"@href": "/repo/4417326/branch/\#(branch)", "label": "\#(branch)"}"#
          } + "]"))
    #expect(!mapping.contains("branch branch['@href']"), "\(mapping)")
  }

  /// The team that was at home in one match is the visitor of another one.
  @Test func homeTeamIsNotTheVisitor() throws {
    let team = { (number: Int) in
      #"{"team_id": \#(number * 313), "team_name": "\#(SampleRecords.title(number))", "logo": "https://logos.example/\#(number * 313).png"}"#
    }
    let side = { (number: Int) in
      #"{"id": \#(number * 313), "name": "\#(SampleRecords.title(number))", "logo": "https://logos.example/\#(number * 313).png"}"#
    }
    let league =
      #""league": {"name": "Premier League", "country": "England", "logo": "https://logos.example/leagues/39.png", "flag": "https://logos.example/flags/gb.svg"}"#
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records(3) {
            #""fixture_id": \#($0 * 7919 + 100000), \#(league), "homeTeam": \#(team($0 + 1)), "awayTeam": \#(team($0 + 11))"#
          } + "]",
        "["
          + SampleRecords.records(3) {
            #""fixture": {"id": \#($0 * 7919 + 900001)}, \#(league), "teams": {"home": \#(side($0 + 21)), "away": \#(side($0 + 3))}"#
          } + "]"))
    #expect(!mapping.contains { $0.contains("homeTeam") && $0.contains("away") }, "\(mapping)")
    #expect(mapping.contains("homeTeam.team_name teams.home.name"), "\(mapping)")
  }

  /// Of a text that is always empty nobody knows what it was.
  @Test func emptyTextIsNoDescription() throws {
    let record = { (number: Int) in
      #""id": \#(number * 7919), "name": "\#(SampleRecords.title(number))""#
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "[" + SampleRecords.records(20) { record($0) + #", "title_text_color": """# } + "]",
        "["
          + SampleRecords.records(20) {
            record($0)
              + #", "description": {"text": "\#((1...12).map { GuessTests.code($0, $0) }.joined(separator: " "))"}"#
          } + "]"))
    #expect(!mapping.contains("title_text_color description.text"), "\(mapping)")
  }

  /// A key whose values another key has now, and which holds other ones, is not gone, and means something else.
  @Test func keyWhoseValuesWereTakenOverMeansSomethingElse() throws {
    let text = { (number: Int, salt: Int) in
      (0...5).map { GuessTests.code(number * 10 + $0, salt) }.joined(separator: " ")
    }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records {
          #""id": \#($0 * 7919), "summary": "\#(text($0, 1))", "description": "\#(text($0, 2))""#
        } + "]",
      "["
        + SampleRecords.records {
          #""id": \#($0 * 7919), "summary": "\#(text($0, 3))", "description": "\#(text($0, 1))""#
        } + "]")
    let rules = drift.changes.map(\.rule)
    #expect(rules.contains(.meaningChanged) && !rules.contains(.keyRemoved), "\(rules)")
  }
}
