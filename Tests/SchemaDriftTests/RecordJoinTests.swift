import SchemaDrift
import StrictJSON
import Testing

/// By what records are known to be on both sides: titles, times, lists among others.
@Suite struct RecordJoinTests {

  /// One title in a list is the title, and says of a record which one it is, although most else is another thing now.
  @Test func articlesAreJoinedByTheirTitles() throws {
    let press = { (number: Int) in
      #""volume": "v\#(number % 2)", "%": "Press \#(number / 2 % 2)""#
    }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records(40) { number in
          #""title": ["\#(SampleRecords.title(number))"], "text": "Of \#(number * 31 + 7) at \#(number)", "mark": "m\#(number * 17)-\#(number)", \#(press(number).replacing("%", with: "press"))"#
        } + "]",
      "["
        + SampleRecords.records(40) { number in
          #""title": "\#(SampleRecords.title(number))", "work": "W\#(number * 991 + 100000)", "page": "p\#(number * 3)-\#(number)", "host": {\#(press(number).replacing("%", with: "name"))}"#
        } + "]")
    let entry = drift.mapping.first { $0.from?.description == "$[*].press" }
    #expect(entry?.to?.description == "$[*].host.name" && entry?.compared == 40, "\(drift.mapping)")
  }

  /// Times in another form are where they were, unless a copy of the old ones is in more of the records.
  @Test(arguments: [(0, "created created"), (2, "created published")])
  func timesAreWhereMostOfThemAre(others: Int, told: String) throws {
    let minute = { (number: Int) in 10 + number * 37 % 49 }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records(60) { number in
          #""name": "\#(SampleRecords.title(number))", "created": "2024-03-11T03:\#(minute(number)):00Z""#
        } + "]",
      "["
        + SampleRecords.records(60) { number in
          let seconds = 1_710_126_000 + 60 * minute(number) + (number < others ? 5000 : 0)
          return
            #""name": "\#(SampleRecords.title(number))", "created": \#(seconds), "published": "2024-03-11T03:\#(minute(number)):00Z""#
        } + "]")
    #expect(GuessTests.mapping(drift).contains(told), "\(drift.mapping)")
  }

  // MARK: Times

  /// The time of one of twelve days, at some second of a minute.
  private static func time(_ number: Int, _ form: String) -> String {
    let second = number * 17 % 40
    let text = "2020-03-\(17 + number)?13:08:\(20 + second)"
    return switch form {
    case "seconds": "\(1_584_450_500 + 86_400 * number + second)"
    case "milliseconds": "\(1_584_450_500 + 86_400 * number + second)000"
    case "blank": "\"\(text.replacing("?", with: " "))\""
    default: "\"\(text.replacing("?", with: "T"))Z\""
    }
  }

  /// A forecast has no other key than its times: these are the same in whatever form they are written, if another
  /// number says so, and at the same hours of another place it does not.
  @Test(arguments: ["seconds", "milliseconds", "blank"], [0, 5])
  func timesAreTheKeysOfForecasts(form: String, place: Int) throws {
    let degrees = { (number: Int) in Double((number * 7919 + 13) % 997) / 10 }
    let drift = try SampleRecords.drift(
      #"{"daily": {"data": ["#
        + SampleRecords.records {
          #""sunriseTime": \#(Self.time($0, form)), "high": \#(degrees($0)), "moon": 0.\#($0 + 3)"#
        } + "]}}",
      #"{"forecastDaily": {"days": ["#
        + SampleRecords.records {
          #""sunrise": \#(Self.time($0, "iso")), "max": \#(degrees($0 + place)), "night": {"wind": \#($0 * 37 % 11)}"#
        } + "]}}")
    let pair = drift.mapping.first { $0.from?.lastName == "high" && $0.to != nil }
    #expect(pair?.compared == (place == 0 ? 12 : nil), "\(drift.mapping)")
    if place == 0 { #expect(pair?.to?.lastName == "max") }
  }

  // MARK: Lists

  /// The records are in one of two lists now, beside an object that tells more than they do.
  @Test func recordsAreInOneOfSeveralLists() throws {
    let kept = { (number: Int) in
      #""id": \#(4000 + number), "seriesId": 7, "overview": "\#(SampleRecords.title(number))", "isMovie": 0, "updated": \#(90_000 + number * 37), "number": \#(number), "after": \#(number * 3), "minutes": \#(20 + number * 7 % 13)"#
    }
    let old = (0..<9).map { #""old\#($0)": "o\#($0)""# }.joined(separator: ", ")
    let series = (0..<12).map { #""part\#($0)": "p\#($0)""# }.joined(separator: ", ")
    let drift = try SampleRecords.drift(
      #"{"data": ["#
        + SampleRecords.records { #"\#(kept($0)), "file": "e/\#($0 * 91).jpg", \#(old)"# }
        + "]}",
      #"{"data": {"series": {"id": 7, \#(series), "aliases": [{"language": "deu", "name": "Hafen"}]}, "episodes": ["#
        + SampleRecords.records {
          #"\#(kept($0)), "image": "https://a.example/b/e/\#($0 * 91).jpg""#
        }
        + "]}}")
    let pair = drift.mapping.first { $0.from?.lastName == "file" }
    #expect(
      pair?.to?.description == "$.data.episodes[*].image" && pair?.compared == 12,
      "\(drift.mapping.map { "\($0.from?.description ?? "-") \($0.to?.description ?? "-") \($0.compared ?? 0)" })"
    )
  }

  /// The answer is a list now, without the sums that were around its entries, and hardly a name is the same.
  @Test func recordsAreTheWholeAnswer() throws {
    let drift = try SampleRecords.drift(
      #"{"total_grand": 219073000, "total_count": 12, "sums": [{"currency": "EUR", "amount": 2987.3}], "data": ["#
        + SampleRecords.records {
          #""id": \#(7000 + $0), "uid": \#(300 + $0 * 7), "description": "\#(SampleRecords.title($0))", "start": "2021-05-\#(10 + $0)T16:18:00+02:00", "project": "p\#($0 * 31)", "project_color": "\#($0 % 6)", "dur": \#(($0 * 7919 % 9973) * 1000), "tid": \#(900 + $0 * 13), "end": "2021-05-\#(10 + $0)T16:35:10+02:00", "user": "James \#($0 % 5)", "use_stop": true, "client": "c\#($0 % 4)", "task": "t\#($0 % 3)", "cur": "EUR", "billable": \#($0 * 17).75"#
        } + "]}",
      "["
        + SampleRecords.records {
          #""user_id": \#(300 + $0 * 7), "description": "\#(SampleRecords.title($0))", "row_number": \#($0 + 1), "time_entries": [{"id": \#(7000 + $0), "seconds": \#($0 * 7919 % 9973), "start": "2021-05-\#(10 + $0)T16:18:00+02:00"}], "project_name": "p\#($0 * 31)", "project_color": "\#($0 % 6)", "task_id": \#(900 + $0 * 13), "username": "James \#($0 % 5)", "client_name": "c\#($0 % 4)", "task_name": "t\#($0 % 3)", "currency": "EUR", "rate": 9000"#
        } + "]")
    let pair = drift.mapping.first { $0.from?.lastName == "dur" }
    #expect(
      pair?.to?.description == "$[*].time_entries[*].seconds" && pair?.compared == 12,
      "\(GuessTests.mapping(drift))")
  }

  /// A launch is joined by its times with the name of a month, and each has its own.
  @Test func timesWithTheNamesOfMonthsAreTimes() throws {
    let day = { (number: Int) in 10 + number * 7 % 18 }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records {
          #""id": \#($0 * 37), "name": "\#(SampleRecords.title($0))", "windowstart": "May \#(day($0)), 2018 02:05:00 UTC", "isostart": "201805\#(day($0))T020500Z""#
        } + "]",
      "["
        + SampleRecords.records {
          #""id": \#($0 * 37), "name": "\#(SampleRecords.title($0))", "window_start": "2018-05-\#(day($0))T02:05:00Z""#
        } + "]")
    #expect(
      GuessTests.mapping(drift).contains("windowstart window_start"), "\(GuessTests.mapping(drift))"
    )
  }

  /// Users beside the posts of a page have the members of each post's user, or are the same ones, and the posts are
  /// elsewhere.
  @Test(arguments: [
    (
      100,
      #""meta": {"newest": "n7", "oldest": "o7", "result_count": 6, "next_token": "b26v89c1"}, "#
    ),
    (0, ""),
  ])
  func recordsAreNotInTheListOfWhatTheyHold(firstUser: Int, meta: String) throws {
    let user = { (number: Int) in
      #"{"user_id": \#(7000 + number), "handle": "h\#(number)", "bio": "\#(SampleRecords.title(number + 300))", "town": "\#(SampleRecords.title(number + 400))", "followers": \#(number * 37 % 911), "friends": \#(number * 91 % 701), "lists": \#(number % 7), "site": "https://u\#(number).example"}"#
    }
    let drift = try SampleRecords.drift(
      #"{"statuses": ["#
        + SampleRecords.records(6) {
          #""id": \#(500 + $0), "text": "\#(SampleRecords.title($0))", "lang": "en", "likes": \#($0 * 13 % 101), "user": \#(user($0))"#
        } + "]}",
      #"{"data": ["#
        + SampleRecords.records(6) {
          #""id": \#(900 + $0), "text": "\#(SampleRecords.title($0 + 50))", "lang": "en", "metrics": {"likes": \#($0 * 17 % 101)}, "author_id": \#(7100 + $0)"#
        }
        + "], \(meta)" + #""includes": {"users": ["#
        + (0..<6).map { user($0 + firstUser) }.joined(separator: ", ") + "]}}")
    let mapping = GuessTests.mapping(drift)
    #expect(
      mapping.contains("$.statuses[*] $.data[*]")
        && mapping.contains { $0.hasSuffix("user.handle $.includes.users[*].handle") },
      "\(mapping)")
  }

  /// The same records are where their values are, although another list has all of their names.
  @Test func recordsAreWhereTheirValuesAre() throws {
    let names = ["id", "name", "url", "image", "summary", "rating"]
    let renamed = ["id", "title", "link", "picture", "overview", "score"]
    let record = { (names: [String], number: Int) in
      names.enumerated().map { place, name in
        #""\#(name)": "\#(SampleRecords.title(number * 7 + place * 1009))x\#(number * 31)""#
      }.joined(separator: ", ")
    }
    let drift = try SampleRecords.drift(
      #"{"data": ["# + SampleRecords.records { record(names, $0) } + "]}",
      #"{"data": {"cast": ["# + SampleRecords.records(5) { record(names, $0 + 700) }
        + #"], "episodes": ["# + SampleRecords.records { record(renamed, $0) } + "]}}")
    let pair = drift.mapping.first { $0.from?.description == "$.data[*].summary" }
    #expect(pair?.to?.description == "$.data.episodes[*].overview" && pair?.compared == 12)
  }
}
