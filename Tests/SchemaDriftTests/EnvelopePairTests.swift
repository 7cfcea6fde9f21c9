import SchemaDrift
import StrictJSON
import Testing

/// What stands beside the records of an answer, and records in other lists than before.
@Suite struct EnvelopePairTests {
  /// The size of a page and a total of five digits are equal on both sides.
  @Test func totalsArePairedByTheirNumbers() throws {
    let records = SampleRecords.records {
      #""name": "\#(SampleRecords.title($0))", "rank": \#($0 * 37 % 101)"#
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        #"{"message": {"items-per-page": 60, "total-results": 21887, "items": [\#(records)]}}"#,
        #"{"meta": {"per_page": 60, "count": 21887}, "results": [\#(records)]}"#))
    #expect(mapping.contains("$.message['items-per-page'] $.meta.per_page"), "\(mapping)")
    #expect(mapping.contains("$.message['total-results'] $.meta.count"), "\(mapping)")
  }

  /// The last id of a page may be as high as the total was, and the total another one now.
  @Test func anIDIsNoTotal() throws {
    let records = SampleRecords.records {
      #""name": "\#(SampleRecords.title($0))", "rank": \#($0 * 37 % 101)"#
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        #"{"total": 1234, "items": [\#(records)]}"#,
        #"{"meta": {"total_records": 1240}, "last_id": 1234, "items": [\#(records)]}"#))
    #expect(mapping.contains("$.total $.meta.total_records"), "\(mapping)")
  }

  /// What all records had alike may be in an object of links or of the page, unless its name is that of a link.
  @Test func whatAllRecordsHaveIsBesideThem() throws {
    let records = SampleRecords.records {
      #""name": "\#(SampleRecords.title($0))", "rank": \#($0 * 37 % 101)"#
    }
    let withAll = SampleRecords.records {
      #""name": "\#(SampleRecords.title($0))", "rank": \#($0 * 37 % 101), "license": "CC-BY-4.0", "source": "osm", "next": "https://a.example/p/\#($0)""#
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        #"{"items": [\#(withAll)]}"#,
        #"{"links": {"source": "osm", "next": "https://a.example/p?page=2"}, "page": {"license": "CC-BY-4.0"}, "items": [\#(records)]}"#
      ))
    #expect(mapping.contains("$.items[*].license $.page.license"), "\(mapping)")
    #expect(mapping.contains("$.items[*].source $.links.source"), "\(mapping)")
    #expect(!mapping.contains("$.items[*].next $.links.next"), "\(mapping)")
  }

  /// An object that held the records is not the one that has the totals now.
  @Test func theObjectOfTheRecordsIsNoneOfTotals() throws {
    let records = SampleRecords.records {
      #""name": "\#(SampleRecords.title($0))", "rank": \#($0 * 37 % 101)"#
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        #"{"data": {"updated": "2014", "totalItems": 58, "itemsPerPage": 25, "items": [\#(records)]}}"#,
        #"{"etag": "x", "pageInfo": {"totalResults": 58, "resultsPerPage": 25}, "items": [\#(records)]}"#
      ))
    #expect(mapping.contains("$.data.totalItems $.pageInfo.totalResults"), "\(mapping)")
    #expect(!mapping.contains("$.data $.pageInfo"), "\(mapping)")
  }

  /// Where the members of an object are in `attributes` now, its id is beside that, in other records as well.
  @Test func theIDIsBesideTheWrapper() throws {
    let author = { (number: Int) in
      #""name": "\#(SampleRecords.title(number * 13))", "mail": "m\#(number * 91)@x.example""#
    }
    let drift = try SampleRecords.drift(
      "["
        + SampleRecords.records { number in
          #""id": \#(number), "title": "\#(SampleRecords.title(number))", "author": {"id": \#(number % 5 + 4), \#(author(number))}"#
        } + "]",
      #"{"data": ["#
        + SampleRecords.records { number in
          #""id": \#(number + 50), "attributes": {"title": "\#(SampleRecords.title(number + 50))", "author": {"data": {"id": \#(number % 6 + 7), "attributes": {\#(author(number + 50))}}}}"#
        } + "]}")
    let pair = "author.id attributes.author.data.id"
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains { $0.replacing("$.data[*].", with: "") == pair }, "\(mapping)")
  }

  /// The author of a calendar is not the organizer of each of its events.
  @Test func whatIsBesideTheRecordsIsNotWhatEachHas() throws {
    let person = { (number: Int) in
      #"{"displayName": "\#(SampleRecords.title(number))", "email": "\#(GuessTests.code(number, 4))@mail.example"}"#
    }
    let records = { (organizer: Bool) in
      SampleRecords.records(20) {
        #""code": "\#(GuessTests.code($0, 9))", "creator": \#(person($0 % 7))\#(organizer ? #", "organizer": \#(person($0 % 5))"# : "")"#
      }
    }
    let mapping = GuessTests.mapping(
      try SampleRecords.drift(
        #"{"data": {"author": \#(person(3)), "items": [\#(records(false))]}}"#,
        #"{"items": [\#(records(true))]}"#))
    #expect(!mapping.contains { $0.contains("author") && $0.contains("organizer") }, "\(mapping)")
  }

  /// What each of several answers had beside its records is in the records of one answer for all.
  @Test func oneAnswerForAllHasInItsRecordsWhatWasBesideThem() throws {
    let hours = { (station: Int, rest: String) in
      (0..<6).map {
        #"{"time": "2026-03-0\#(1 + $0)T0\#(station):00:00Z", "temp": \#(station * 31 % 17 + $0).5\#(rest)}"#
      }.joined(separator: ", ")
    }
    let facts = { (station: Int) in
      #""station": "\#(GuessTests.code(station, 5))", "elevation": \#(station * 7919 % 997 + 100)"#
    }
    let drift = Drift.between(
      Drift.Side(
        documents: try (0..<5).map {
          try JSONDocument(#"{\#(facts($0)), "hours": [\#(hours($0, ""))]}"#)
        }),
      Drift.Side(
        documents: [
          try JSONDocument(
            #"{"page": 1, "hours": [\#((0..<5).map { hours($0, ", " + facts($0)) }.joined(separator: ", "))]}"#
          )
        ]))
    let pairs = drift.mapping.compactMap { entry in
      entry.from.flatMap { from in entry.to.map { "\(from) \($0)" } }
    }
    #expect(pairs.contains("$.station $.hours[*].station"), "\(pairs)")
    #expect(pairs.contains("$.elevation $.hours[*].elevation"), "\(pairs)")
  }
}
