import SchemaDrift
import StrictJSON
import Testing

/// What stands beside the records of an answer, and records in other lists than before.
@Suite struct EnvelopePairTests {
  private static func title(_ number: Int) -> String {
    "title \(number * 7919 % 997) of \(number * 31 % 89)"
  }

  /// The records, each with its braces, joined.
  private static func records(_ count: Int = 12, _ record: (Int) -> String) -> String {
    (0..<count).map { "{\(record($0))}" }.joined(separator: ", ")
  }

  private static func drift(_ old: String, _ new: String) throws -> Drift {
    Drift.between(
      Drift.Side(documents: [try JSONDocument(old)]), Drift.Side(documents: [try JSONDocument(new)])
    )
  }

  /// The size of a page and a total of five digits are equal on both sides.
  @Test func totalsArePairedByTheirNumbers() throws {
    let records = Self.records { #""name": "\#(Self.title($0))", "rank": \#($0 * 37 % 101)"# }
    let mapping = GuessTests.mapping(
      try Self.drift(
        #"{"message": {"items-per-page": 60, "total-results": 21887, "items": [\#(records)]}}"#,
        #"{"meta": {"per_page": 60, "count": 21887}, "results": [\#(records)]}"#))
    #expect(mapping.contains("$.message['items-per-page'] $.meta.per_page"), "\(mapping)")
    #expect(mapping.contains("$.message['total-results'] $.meta.count"), "\(mapping)")
  }

  /// The last id of a page may be as high as the total was, and the total another one now.
  @Test func anIDIsNoTotal() throws {
    let records = Self.records { #""name": "\#(Self.title($0))", "rank": \#($0 * 37 % 101)"# }
    let mapping = GuessTests.mapping(
      try Self.drift(
        #"{"total": 1234, "items": [\#(records)]}"#,
        #"{"meta": {"total_records": 1240}, "last_id": 1234, "items": [\#(records)]}"#))
    #expect(mapping.contains("$.total $.meta.total_records"), "\(mapping)")
  }

  /// What all records had alike may be in an object of links or of the page, unless its name is that of a link.
  @Test func whatAllRecordsHaveIsBesideThem() throws {
    let records = Self.records { #""name": "\#(Self.title($0))", "rank": \#($0 * 37 % 101)"# }
    let withAll = Self.records {
      #""name": "\#(Self.title($0))", "rank": \#($0 * 37 % 101), "license": "CC-BY-4.0", "source": "osm", "next": "https://a.example/p/\#($0)""#
    }
    let mapping = GuessTests.mapping(
      try Self.drift(
        #"{"items": [\#(withAll)]}"#,
        #"{"links": {"source": "osm", "next": "https://a.example/p?page=2"}, "page": {"license": "CC-BY-4.0"}, "items": [\#(records)]}"#
      ))
    #expect(mapping.contains("$.items[*].license $.page.license"), "\(mapping)")
    #expect(mapping.contains("$.items[*].source $.links.source"), "\(mapping)")
    #expect(!mapping.contains("$.items[*].next $.links.next"), "\(mapping)")
  }

  /// An object that held the records is not the one that has the totals now.
  @Test func theObjectOfTheRecordsIsNoneOfTotals() throws {
    let records = Self.records { #""name": "\#(Self.title($0))", "rank": \#($0 * 37 % 101)"# }
    let mapping = GuessTests.mapping(
      try Self.drift(
        #"{"data": {"updated": "2014", "totalItems": 58, "itemsPerPage": 25, "items": [\#(records)]}}"#,
        #"{"etag": "x", "pageInfo": {"totalResults": 58, "resultsPerPage": 25}, "items": [\#(records)]}"#
      ))
    #expect(mapping.contains("$.data.totalItems $.pageInfo.totalResults"), "\(mapping)")
    #expect(!mapping.contains("$.data $.pageInfo"), "\(mapping)")
  }

  /// One title in a list is the title, and says of a record which one it is, although most else is another thing now.
  @Test func articlesAreJoinedByTheirTitles() throws {
    let press = { (number: Int) in
      #""volume": "v\#(number % 2)", "%": "Press \#(number / 2 % 2)""#
    }
    let drift = try Self.drift(
      "["
        + Self.records(40) { number in
          #""title": ["\#(Self.title(number))"], "text": "Of \#(number * 31 + 7) at \#(number)", "mark": "m\#(number * 17)-\#(number)", \#(press(number).replacing("%", with: "press"))"#
        } + "]",
      "["
        + Self.records(40) { number in
          #""title": "\#(Self.title(number))", "work": "W\#(number * 991 + 100000)", "page": "p\#(number * 3)-\#(number)", "host": {\#(press(number).replacing("%", with: "name"))}"#
        } + "]")
    let entry = drift.mapping.first { $0.from?.description == "$[*].press" }
    #expect(entry?.to?.description == "$[*].host.name" && entry?.compared == 40, "\(drift.mapping)")
  }

  /// Of numbers of one name in several objects two that neither rise together nor against each other are two.
  @Test(arguments: [(true, ["score topic.score"]), (false, [])])
  func numbersOfOneNameRiseTogether(doRise: Bool, told: [String]) throws {
    let score = { (number: Int) in number * number * 7919 % 997 }
    let other = { (number: Int) in number * number * number * 104_729 % 991 }
    let drift = try Self.drift(
      "["
        + Self.records(30) { number in
          #""name": "\#(Self.title(number))", "text": "\#(Self.title(number + 300))", "score": \#(score(number)), "seller": {"score": \#(number * 37 % 101)}"#
        } + "]",
      "["
        + Self.records(30) { number in
          let now = doRise ? score(number) * 11 / 10 + number % 3 + 1 : other(number)
          return
            #""name": "\#(Self.title(number))", "text": "\#(Self.title(number + 300))", "topic": {"score": \#(now), "label": "t\#(number * 13 % 7)"}, "seller": {"score": \#(number * 37 % 101)}"#
        } + "]")
    #expect(GuessTests.mapping(drift).filter { $0.contains("topic.score") } == told)
  }

  /// Times in another form are where they were, unless a copy of the old ones is in more of the records.
  @Test(arguments: [(0, "created created"), (2, "created published")])
  func timesAreWhereMostOfThemAre(others: Int, told: String) throws {
    let minute = { (number: Int) in 10 + number * 37 % 49 }
    let drift = try Self.drift(
      "["
        + Self.records(60) { number in
          #""name": "\#(Self.title(number))", "created": "2024-03-11T03:\#(minute(number)):00Z""#
        } + "]",
      "["
        + Self.records(60) { number in
          let seconds = 1_710_126_000 + 60 * minute(number) + (number < others ? 5000 : 0)
          return
            #""name": "\#(Self.title(number))", "created": \#(seconds), "published": "2024-03-11T03:\#(minute(number)):00Z""#
        } + "]")
    #expect(GuessTests.mapping(drift).contains(told), "\(drift.mapping)")
  }

  /// Of four days the fifth is no new case, and neither is the page of another record; a licence by its address is one.
  @Test(arguments: [
    ("2024-03-1%T03:00:00Z", [DriftRule]()), ("https://a.example/stations/%", []),
    ("https://a.example/stations/KS%", []), ("https://a.example/items/a1b%c2d3", []),
    ("https://a.example/t/120%.png", []), ("https://a.example/t/120%/edit", []),
    ("https://a.example/licenses/by/%.0/", [.enumValueAdded]),
    ("https://a.example/InStock%", [.enumValueAdded]), ("kind-%", [.enumValueAdded]),
  ])
  func daysAndRecordsAreNoCases(form: String, rules: [DriftRule]) throws {
    let value = { (number: Int) in form.replacing("%", with: String(number)) }
    let drift = try Self.drift(
      "["
        + Self.records(60) { #""name": "\#(Self.title($0))", "at": "\#(value($0 % 4))""# } + "]",
      "["
        + Self.records(12) {
          #""name": "\#(Self.title($0 + 100))", "at": "\#(value($0 % 3 == 0 ? 1 : 9))""#
        }
        + "]")
    #expect(drift.changes.map(\.rule) == rules)
  }

  /// Where the members of an object are in `attributes` now, its id is beside that, in other records as well.
  @Test func theIDIsBesideTheWrapper() throws {
    let author = { (number: Int) in
      #""name": "\#(Self.title(number * 13))", "mail": "m\#(number * 91)@x.example""#
    }
    let drift = try Self.drift(
      "["
        + Self.records { number in
          #""id": \#(number), "title": "\#(Self.title(number))", "author": {"id": \#(number % 5 + 4), \#(author(number))}"#
        } + "]",
      #"{"data": ["#
        + Self.records { number in
          #""id": \#(number + 50), "attributes": {"title": "\#(Self.title(number + 50))", "author": {"data": {"id": \#(number % 6 + 7), "attributes": {\#(author(number + 50))}}}}"#
        } + "]}")
    let pair = "author.id attributes.author.data.id"
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains { $0.replacing("$.data[*].", with: "") == pair }, "\(mapping)")
  }
}
