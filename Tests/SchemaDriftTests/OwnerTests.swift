import SchemaDrift
import StrictJSON
import Testing

/// Whose a member is: what an object held is not guessed in another one, of which it is known that it is not that object.
@Suite struct OwnerTests {
  private static func day(_ number: Int, _ salt: Int) -> String {
    let day = 10 + (number * 7 + salt * 5) % 19
    return "2014-0\(1 + (number + salt) % 9)-\(day)T0\(number % 9):1\(salt):\(10 + number * 3 % 49)"
  }

  private static func todos(_ first: Int, _ members: (Int) -> String) -> String {
    let records = SampleRecords.records { number in
      let number = number + first
      return
        #""id": \#(12000 + number), "content": "\#(SampleRecords.title(number))", \#(members(number))"#
    }
    return "[\(records)]"
  }

  private static func person(_ number: Int) -> String {
    #""id": \#(500 + number % 5), "name": "Ann Lee \#(number % 5)""#
  }

  /// The list is the `parent` now and has lost its times; those of the creator, who is as before, are new.
  @Test func timesOfAnObjectAreNotThoseOfAnother() throws {
    let drift = try SampleRecords.drift(
      Self.todos(0) { number in
        #""creator": {\#(Self.person(number))}, "todolist": {"id": \#(40 + number), "name": "\#(SampleRecords.title(number + 300))", "description": "\#(SampleRecords.title(number + 600))", "created_at": "\#(Self.day(number, 1)).000-05:00", "updated_at": "\#(Self.day(number, 2)).000-05:00"}"#
      },
      Self.todos(0) { number in
        #""description": "note \#(number % 3)", "creator": {\#(Self.person(number)), "created_at": "\#(Self.day(number % 5, 3)).611Z", "updated_at": "\#(Self.day(number % 5, 4)).611Z"}, "parent": {"id": \#(40 + number), "title": "\#(SampleRecords.title(number + 300))", "type": "Todolist"}"#
      })
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains("todolist.name parent.title"), "\(mapping)")
    for name in ["created_at", "updated_at"] {
      #expect(!mapping.contains("todolist.\(name) creator.\(name)"), "\(mapping)")
    }
    #expect(!mapping.contains("todolist.description description"), "\(mapping)")
  }

  /// What an account has is beside its transactions, and none of each of them.
  @Test(arguments: [0, 50])
  func whatIsBesideTheRecordsIsNotInEach(shift: Int) throws {
    let side = { (first: Int, beside: String, list: String, members: (Int) -> String) in
      let records = SampleRecords.records { number in
        let number = number + first
        return
          #""id": "\#(GuessTests.code(number, 1))", "note": "\#(SampleRecords.title(number))", "amount": {"amount": "\#(number * 37 % 101).\#(10 + number % 80)", "currency": "BTC"}\#(members(number))"#
      }
      return #"{\#(beside)"\#(list)": [\#(records)]}"#
    }
    let drift = try SampleRecords.drift(
      side(
        0,
        #""balance": {"amount": "16.98822921", "currency": "BTC"}, "native_balance": {"amount": "2672.90", "currency": "USD"}, "total_count": 60, "#,
        "transactions"
      ) { _ in "" },
      side(shift, #""pagination": {"limit": 100, "order": "desc"}, "#, "data") { number in
        #", "native_amount": {"amount": "\#(number * 53 % 907).\#(10 + number % 80)", "currency": "USD"}, "network": {"fee": {"amount": "0.0001\#(number)", "currency": "BTC"}}"#
      })
    let wrong = GuessTests.mapping(drift).filter {
      ($0.hasPrefix("$.balance") || $0.hasPrefix("$.native_balance")) && $0.contains("$.data[*]")
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  /// All of a night is in `sleep` now, and its levels are only a part of that.
  @Test func anObjectIsNotTheOneThatHoldsTheWholeRecordNow() throws {
    let night = { (number: Int) in
      (
        #""asleep": \#(number * 37 % 401), "awake": \#(number * 53 % 307), "efficiency": \#(70 + number * 7 % 29)"#,
        #""data": \#(number * 11 % 97), "short": \#(number * 17 % 89)"#
      )
    }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records {
          #""log": \#(4000 + $0), \#(night($0).0), "levels": {\#(night($0).1)}"#
        } + "]",
      "["
        + SampleRecords.records {
          #""log": \#(4000 + $0), "sleep": {\#(night($0).0), \#(night($0).1)}"#
        } + "]")
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains("levels.data sleep.data"), "\(mapping)")
    #expect(!mapping.contains("levels sleep"), "\(mapping)")
  }

  /// A member of the only name of its kind may go from one object that is still there to another one.
  @Test func aNameThatNothingElseHasMayMove() throws {
    let picture = { (number: Int) in
      #", "avatar_url": "https://img.a.example/\#(GuessTests.code(number, 2)).png""#
    }
    let side = { (first: Int, user: (Int) -> String, profile: (Int) -> String) in
      Self.todos(first) { number in
        #""user": {\#(Self.person(number)), "login": "u\#(number)"\#(user(number))}, "profile": {"motto": "\#(SampleRecords.title(number + 700))", "size": \#(number * 3)\#(profile(number))}"#
      }
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        side(0, picture, { _ in "" }), side(50, { _ in "" }, picture)))
    #expect(mapping.contains("user.avatar_url profile.avatar_url"), "\(mapping)")
  }

  /// What is said once of all records, and who made them, is in each record now.
  @Test func whatIsTrueOfAllRecordsIsInEach() throws {
    let records = { (member: String) in
      SampleRecords.records {
        #""id": \#($0), "name": "\#(SampleRecords.title($0))"\#(member)"#
      }
    }
    let user =
      #"{"id": 4711, "name": "Ann Lee", "screen_name": "annlee", "followers": 3127}"#
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        #"{"meta": {"unit": "C", "version": 3}, "user": \#(user), "posts": [\#(records(""))]}"#,
        #"{"meta": {"version": 3}, "posts": [\#(records(#", "unit": "C", "author": \#(user)"#))]}"#)
    )
    #expect(mapping.contains("$.meta.unit $.posts[*].unit"), "\(mapping)")
    #expect(mapping.contains("$.user $.posts[*].author"), "\(mapping)")
  }

  /// An object that took in what was beside it is still that object, while the rest of the record is where it was.
  @Test func anObjectThatTookInAFewIsThatObject() throws {
    let address = { (number: Int) in
      #""street": "\#(SampleRecords.title(number))", "city": "City \#(number * 7)""#
    }
    let place = { (number: Int) in
      #""lat": 4\#(number).\#(number * 37 % 91), "lng": 1\#(number).5\#(number)"#
    }
    let rest = { (number: Int) in
      #""id": \#(number), "name": "\#(SampleRecords.title(number + 40))", "rank": \#(number * 37 % 101)"#
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        "["
          + SampleRecords.records {
            #"\#(rest($0)), "address": {\#(address($0))}, \#(place($0)), "country": "C\#($0)""#
          } + "]",
        "["
          + SampleRecords.records {
            #"\#(rest($0)), "location": {\#(address($0)), \#(place($0)), "country": "C\#($0)"}"#
          } + "]"))
    #expect(mapping.contains("address location"), "\(mapping)")
  }

  /// A value that repeats a member of an object under the names of both is that member now.
  @Test func theIDOfAnObjectBesideItGoesWithIt() throws {
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        Self.todos(0) { number in
          #""todolist_id": \#(40 + number), "todolist": {"id": \#(40 + number), "name": "\#(SampleRecords.title(number + 300))", "color": "c\#(number % 5)"}"#
        },
        Self.todos(50) { number in
          #""parent": {"id": \#(40 + number), "title": "\#(SampleRecords.title(number + 300))", "color": "c\#(number % 5)", "type": "Todolist"}"#
        }))
    #expect(mapping.contains("todolist.id parent.id"), "\(mapping)")
    #expect(mapping.contains("todolist_id parent.id"), "\(mapping)")
  }

  /// Where an object is known to be the elements of a list, its name is theirs, whatever looks more like it.
  @Test func aNameIsTheNameOfWhatHoldsIt() throws {
    let company = #""company": {"id": 1033447817, "name": "Honcho Design"}"#
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        """
        [{"id": 120769157, "assignee": {"id": 29967544, "name": "Stephanie Ramírez"}},
         {"id": 122019842, "assignee": {"id": 145608159, "name": "Chloé Ramírez"}},
         {"id": 122497542, "assignee": {"id": 87673397, "name": "Steven Davis"}}]
        """,
        """
        [{"id": 121233319, "title": "Update the press kit with new logo", "creator": {\(company)}, "assignees": []},
         {"id": 121296822, "title": "Book flights for December", "creator": {\(company)}, "assignees":
           [{"id": 111326332, "name": "Jennifer Lewis", "title": "Copywriter", \(company)}]},
         {"id": 121663549, "title": "Translate landing page to Spanish", "creator": {\(company)}, "assignees":
           [{"id": 94920953, "name": "Michelle Wright", "title": "Project Manager", \(company)}]}]
        """))
    #expect(mapping.contains("assignee.name assignees[*].name"), "\(mapping)")
  }

  /// Two members held the same, and one of them is there under a longer name: the other one is no third thing.
  @Test func aCopyOfWhatWasFoundIsNothingElse() throws {
    let old = SampleRecords.records(20) { number in
      let figi = GuessTests.code(number, 3)
      return
        #""ticker": "\#(GuessTests.code(number, 1))", "codes": {"scfigi": "BBG\#(GuessTests.code(number, 4))", "cfigi": "BBG\#(figi)", "figi": "BBG\#(figi)"}"#
    }
    let new = SampleRecords.records(20) { number in
      let number = number + 60
      return
        #""ticker": "\#(GuessTests.code(number, 1))", "composite_figi": "BBG\#(GuessTests.code(number, 3))", "share_class_figi": "BBG\#(GuessTests.code(number, 4))""#
    }
    let drift = try SampleRecords.drift(#"{"tickers": [\#(old)]}"#, #"{"results": [\#(new)]}"#)
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains("$.tickers[*].codes.cfigi $.results[*].composite_figi"), "\(mapping)")
    #expect(
      mapping.contains("$.tickers[*].codes.scfigi $.results[*].share_class_figi"), "\(mapping)")
  }
}
