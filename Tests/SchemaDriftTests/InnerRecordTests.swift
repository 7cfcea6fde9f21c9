import SchemaDrift
import StrictJSON
import Testing

/// Records that lie in a list of a list, or beside other objects, are found all the same.
@Suite struct InnerRecordTests {
  private static func record(_ number: Int) -> String {
    let code = GuessTests.code(number, 1)
    return
      #""key": "\#(code)", "wind": \#(number * 7 % 40), "visibility_km": \#(number * 3 % 20), "sky": "s\#(number % 4)", "seen": "2020-11-\#(10 + number % 18)T06:00:00Z""#
  }

  private static func renamed(_ number: Int) -> String {
    record(number).replacing("\"wind\"", with: "\"windSpeed\"")
      .replacing("visibility_km", with: "visibility").replacing("\"sky\"", with: "\"skyCode\"")
      .replacing("\"seen\"", with: "\"seenAt\"").replacing("\"key\"", with: "\"stationKey\"")
  }

  private static func list(_ numbers: Range<Int>, _ record: (Int) -> String) -> String {
    "[" + numbers.map { "{\(record($0))}" }.joined(separator: ", ") + "]"
  }

  private static func mapping(_ old: String, _ new: String) throws -> [String] {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(Array(text.utf8))]) }
    return GuessTests.mapping(Drift.between(try side(old), try side(new)))
  }

  @Test(arguments: [3, 20])
  func recordsMoveIntoTheOneElementOfAList(count: Int) throws {
    let mapping = try Self.mapping(
      Self.list(0..<count, Self.record),
      #"{"data": {"lines": [{"step": "1h", "begin": "2020-11-20", "rows": \#(Self.list(47..<47 + count, Self.renamed))}]}}"#
    )
    #expect(mapping.contains("$[*] $.data.lines[*].rows[*]"), "\(mapping)")
    #expect(mapping.contains("wind $.data.lines[*].rows[*].windSpeed"), "\(mapping)")
    #expect(mapping.contains("visibility_km $.data.lines[*].rows[*].visibility"), "\(mapping)")
  }

  @Test func recordsAreGroupedByTheirDay() throws {
    let days = [0..<7, 7..<15].map { #"{"day": "2020", "rows": \#(Self.list($0, Self.record))}"# }
    let mapping = try Self.mapping(
      Self.list(0..<15, Self.record), #"{"days": [\#(days.joined(separator: ", "))]}"#)
    #expect(mapping.contains("$[*] $.days[*].rows[*]"), "\(mapping)")
    #expect(mapping.contains("wind $.days[*].rows[*].wind"), "\(mapping)")
  }

  @Test func recordsMoveFromTheOneElementOfAListIntoThatOfAnother() throws {
    let mapping = try Self.mapping(
      #"{"routes": [{"summary": "a", "legs": [{"note": "n", "steps": \#(Self.list(0..<9, Self.record))}]}], "status": "OK"}"#,
      #"{"plan": {"ways": [{"transfers": 2, "legs": \#(Self.list(47..<56, Self.renamed))}]}}"#)
    #expect(
      mapping.contains("$.routes[*].legs[*].steps[*] $.plan.ways[*].legs[*]"), "\(mapping)")
    #expect(
      mapping.contains("$.routes[*].legs[*].steps[*].wind $.plan.ways[*].legs[*].windSpeed"),
      "\(mapping)")
  }

  /// The hours of a forecast have the names of the hours of before, the present has fewer of them.
  @Test func listUnderAnotherNameIsFoundByWhatItHolds() throws {
    let hour = { (number: Int) in
      #""dt": 16\#(1000 + number), "main": {"temp": \#(number).5, "pressure": 10\#(number), "humidity": \#(number)}, "rain": 0.\#(number)"#
    }
    let flat = { (number: Int) in
      #""dt": 16\#(1000 + number), "temp": \#(number).5, "pressure": 10\#(number), "humidity": \#(number), "uvi": 1, "rain": 0.\#(number)"#
    }
    let mapping = try Self.mapping(
      #"{"city": {"id": 7, "name": "Kyiv"}, "list": \#(Self.list(10..<13, hour))}"#,
      #"{"lat": 50.45, "lon": 30.5, "zone": "Europe/Kyiv", "offset": 7200, "current": {"dt": 161001, "temp": 4.5, "sunrise": 1, "sunset": 2, "clouds": 3}, "hourly": \#(Self.list(40..<43, flat))}"#
    )
    #expect(mapping.contains("$.list[*] $.hourly[*]"), "\(mapping)")
    #expect(mapping.contains("$.list[*].main.temp $.hourly[*].temp"), "\(mapping)")
  }

  /// One meal with its ingredients is one record, and no list of ingredients.
  @Test func theListOfOneRecordIsNotTheRecords() throws {
    let items = (0..<4).map { #"{"name": "n\#($0)", "amount": \#($0)}"# }.joined(separator: ", ")
    let mapping = try Self.mapping(
      #"{"meals": [{"id": 7, "title": "Tea", "area": "Japan", "items": [\#(items)]}]}"#,
      #"{"recipes": [{"id": 7, "title": "Tea", "region": "Japan", "parts": [\#(items)]}]}"#)
    #expect(mapping.contains("$.meals[*].title $.recipes[*].title"), "\(mapping)")
  }

  @Test func anObjectBesideAListHoldsNoRecords() throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(Array(text.utf8))]) }
    let old = Self.list(0..<12) {
      #""station_wind": \#($0 * 7), "hue": \#($0 % 5), "lane": \#($0 % 7), "at": "\#(GuessTests.code($0, 2))""#
    }
    let new = Self.list(0..<12) {
      #""Speed": \#($0 * 7), "Color": \#($0 % 5), "Track": \#($0 % 7), "Name": "\#(GuessTests.code($0, 2))""#
    }
    let drift = Drift.between(
      try side(
        #"{"counts": {"all": 9, "fuels": {"ELEC": {"all": 4, "stops": {"all": 3}}}}, "stations": \#(old)}"#
      ), try side(new))
    let entry = drift.mapping.first { $0.from?.description == "$.stations[*].at" }
    #expect(entry?.to?.description == "$[*].Name")
    #expect(entry?.matched == 12)
  }

  /// A forecast is one document, of which nothing is where it was.
  @Test func theLargestListOfOneDocumentHoldsRecords() throws {
    let side = { (text: String) in Drift.Side(documents: [try JSONDocument(Array(text.utf8))]) }
    let drift = Drift.between(
      try side(
        #"{"lat": 4, "now": {\#(Self.record(1))}, "hourly": {"summary": "s", "data": \#(Self.list(0..<9, Self.record))}, "daily": {"data": [{"high": 4}]}}"#
      ),
      try side(
        #"{"current": {"name": "n", \#(Self.renamed(1))}, "byHour": {"name": "h", "hours": \#(Self.list(0..<9, Self.renamed))}}"#
      ))
    let entry = drift.mapping.first { $0.from?.description == "$.hourly.data[*].wind" }
    #expect(entry?.to?.description == "$.byHour.hours[*].windSpeed")
    #expect(entry?.matched == 9)
  }

  /// What three other records lack is not said to be where nobody saw it.
  @Test func whatIsNotSeenInANewEnvelopeHasNoPlace() throws {
    let mapping = try Self.mapping(
      #"{"jobs": \#(Self.list(0..<3) { #""id": \#($0), \#(Self.record($0)), "rank": \#($0), "team": "t""# }), "meta": {"total": 3}}"#,
      Self.list(40..<43) {
        #""id": "\#(GuessTests.code($0, 5))", "text": "T \#($0)", "lists": [], "kind": {"a": "b"}, "site": "s", "opened": true, "plain": "p""#
      })
    #expect(!mapping.contains { $0.hasSuffix(" rank") || $0.hasSuffix(" team") }, "\(mapping)")
  }

  /// The teams of the only division are the records where one team came, too, as their names say.
  @Test func namesSayThatTheInnerListHoldsTheRecords() throws {
    let teams = (1...8).map {
      #"{"team": {"id": \#($0), "name": "team \#($0 * 37 % 11)"}, "gamesPlayed": 82, "points": \#(70 + $0 * 7 % 31), "divisionRank": "\#($0)", "leagueRank": "\#($0 * 3)"}"#
    }.joined(separator: ", ")
    let drift = try SampleRecords.drift(
      #"{"records": [{"standings": "regular", "division": {"id": 18}, "teamRecords": [\#(teams)]}]}"#,
      #"[{"gamesPlayed": 82, "points": 114, "divisionSequence": 1, "leagueSequence": 1, "seasonId": 20232024, "teamName": {"default": "team 90"}}]"#
    )
    let mapping = drift.mapping.compactMap { pair in
      pair.from.flatMap { from in pair.to.map { "\(from) \($0)" } }
    }
    for name in ["gamesPlayed", "points"] {
      #expect(mapping.contains("$.records[*].teamRecords[*].\(name) $[*].\(name)"), "\(mapping)")
    }
  }
}
