import SchemaDrift
import StrictJSON
import Testing

@testable import ContractTesting

@Suite struct RunHistoryTests {
  /// A run of a test: the findings of `shop/order` by their paths, and the endpoint's fate.
  private struct Night {
    let day: String
    let paths: [String]
    var level = Level.breaking
    var status = CheckStatus.drifted
    var isWhole = true
  }

  private static func report(_ night: Night) -> Report {
    var report = Report(command: "check")
    report.checks = [
      CheckOutcome(suite: "shop", endpoint: "order", status: night.status, samples: 1)
    ]
    report.findings = night.paths.map { path in
      var finding = Finding(Rule(.keyRenamed), "m")
      finding.suite = "shop"
      finding.endpoint = "order"
      finding.path = path
      finding.level = night.level
      return finding
    }
    return report
  }

  /// Runs the nights one after another, each with what a new process would read; returns the reports.
  private static func run(_ nights: [Night]) throws -> (reports: [Report], file: String) {
    var file = ""
    var reports: [Report] = []
    for night in nights {
      var history = try RunHistory(of: .live, name: "h.ndjson", bytes: Array(file.utf8))
      var report = report(night)
      let day = try #require(Day(night.day))
      file += history.mark(&report, day: day, isWhole: night.isWhole).line
      reports.append(report)
    }
    return (reports, file)
  }

  private static func ages(_ report: Report) -> [String] {
    report.findings.map { finding in
      let age = finding.age
      let span = age?.span.map { " \($0.since) \($0.nights)" } ?? ""
      return "\(finding.path ?? "") \(age?.state.rawValue ?? "")\(span)"
    }
  }

  /// The contract was refreshed on the third night, so the finding is younger than the change.
  @Test func presenceIsKeptWhereItChangesAndToldOfFindings() throws {
    let shares: [(day: String, tags: MemberShare)] = [
      ("2026-11-01", MemberShare(present: 100, null: 4)),
      ("2026-11-02", MemberShare(present: 100, null: 40)),
      ("2026-11-03", MemberShare(present: 100, null: 43)),
      ("2026-11-04", MemberShare(present: 100, null: 100)),
    ]
    var file = ""
    var ages: [FindingAge?] = []
    for (day, tags) in shares {
      var history = try RunHistory(of: .live, name: "h", bytes: Array(file.utf8))
      var report = Self.report(Night(day: day, paths: []))
      var finding = Finding(Rule(.becameNullable), "m")
      finding.suite = "shop"
      finding.endpoint = "order"
      finding.path = "$.tags"
      if day > "2026-11-02" { report.findings = [finding] }
      report.material.shares["shop/order"] = [
        try #require(ShapePath("$.tags")): tags,
        try #require(ShapePath("$.id")): MemberShare(present: 100, null: 0),
      ]
      file += history.mark(&report, day: try #require(Day(day)), isWhole: true).line
      ages += report.findings.map(\.age)
    }
    let lines = file.split(separator: "\n").map { $0.contains("shares") }
    #expect(lines == [false, true, false, true])
    #expect(file.contains(#""shares":{"shop/order":{"$.tags":[100,40]}}"#))
    #expect(ages.map { $0?.member?.day.description } == ["2026-11-02", "2026-11-04"])
    #expect(ages[0]?.state == .new && ages[0]?.member?.share.null == 40)
    let history = try RunHistory(of: .live, name: "h", bytes: Array(file.utf8))
    #expect(history.timeline.members.members.map(\.changes.count) == [2])
    #expect(history.report.findings.first?.age?.member?.share.null == 100)
  }

  @Test(arguments: ["[]", #"{"a":{"b":[1]}}"#, #"{"a":{"b":[1,200]}}"#, #"{"a":{"b":["1",2]}}"#])
  func sharesThatAreNoneAreRefused(_ shares: String) {
    let line =
      #"{"version":1,"day":"2026-11-01","source":"live","whole":true,"checks":{},"new":[],"#
      + #""gone":[],"shares":\#(shares)}"# + "\n"
    #expect(throws: SettingsError.self) {
      try RunHistory(of: .live, name: "h", bytes: Array(line.utf8))
    }
  }

  @Test func findingIsNewThenKnownThenFixed() throws {
    let (reports, _) = try Self.run([
      Night(day: "2026-11-01", paths: []), Night(day: "2026-11-02", paths: ["$.a"]),
      Night(day: "2026-11-03", paths: ["$.a", "$.b"]), Night(day: "2026-11-04", paths: ["$.b"]),
    ])
    #expect(Self.ages(reports[1]) == ["$.a new 2026-11-02 1"])
    #expect(reports[1].comparison == .runs(last: Day("2026-11-01")))
    #expect(Self.ages(reports[2]) == ["$.a known 2026-11-02 2", "$.b new 2026-11-03 1"])
    #expect(Self.ages(reports[3]) == ["$.b known 2026-11-03 2"])
    #expect(reports[3].fixed.map(\.finding.path) == ["$.a"])
    #expect(reports[3].fixed.first?.span?.nights == 2)
  }

  @Test func whatReturnsSoonIsFlakyAndWhatReturnsLateIsNew() throws {
    let (reports, _) = try Self.run([
      Night(day: "2026-11-01", paths: ["$.a"]), Night(day: "2026-11-02", paths: []),
      Night(day: "2026-11-15", paths: ["$.a"]), Night(day: "2026-11-16", paths: ["$.a"]),
      Night(day: "2026-11-17", paths: []), Night(day: "2026-12-01", paths: ["$.a"]),
    ])
    #expect(Self.ages(reports[2]) == ["$.a flaky 2026-11-01 2"])
    #expect(Self.ages(reports[3]) == ["$.a known 2026-11-15 2"])
    #expect(Self.ages(reports[5]) == ["$.a new 2026-12-01 1"])
  }

  @Test func silentEndpointFixesNothing() throws {
    let (reports, _) = try Self.run([
      Night(day: "2026-11-01", paths: ["$.a"]),
      Night(day: "2026-11-02", paths: [], status: .unreachable),
      Night(day: "2026-11-03", paths: ["$.a"]),
    ])
    #expect(reports[1].fixed.isEmpty)
    #expect(Self.ages(reports[2]) == ["$.a known 2026-11-01 2"])
  }

  @Test func nightsOfSilenceAreCountedOnceADay() throws {
    var history = RunHistory(of: .live)
    var nights: [Int?] = []
    for day in ["2026-11-01", "2026-11-02", "2026-11-02", "2026-11-03"] {
      var report = Self.report(Night(day: day, paths: [], status: .unreachable))
      report.outages = [
        Outage(origin: "https://a.test", reason: .page, sample: "s", endpoint: "shop/order")
      ]
      let day = try #require(Day(day))
      _ = history.mark(&report, day: day, isWhole: true)
      nights.append(report.outages.first?.nights)
    }
    #expect(nights == [1, 2, 2, 3])
  }

  /// What becomes worse is news, though the place is known.
  @Test func findingOfAHigherLevelIsNew() throws {
    let (reports, _) = try Self.run([
      Night(day: "2026-11-01", paths: ["$.a"], level: .info),
      Night(day: "2026-11-02", paths: ["$.a"], level: .breaking),
      Night(day: "2026-11-03", paths: ["$.a"], level: .info),
      Night(day: "2026-11-04", paths: ["$.a"], level: .breaking),
    ])
    #expect(
      reports.map { $0.findings.first?.age?.state } == [.new, .new, .known, .known])
  }

  /// Findings of no endpoint, such as orphans, are fixed only by a run that looks at everything.
  @Test(arguments: [true, false])
  func findingOfNoEndpointNeedsAWholeRun(_ isWhole: Bool) throws {
    var history = RunHistory(of: .fixtures)
    let day = try #require(Day("2026-11-01"))
    var first = Report(command: "check", findings: [Finding(.orphanFixture, "m")])
    _ = history.mark(&first, day: day, isWhole: true)
    var second = Report(command: "check")
    _ = history.mark(&second, day: day, isWhole: isWhole)
    #expect(second.fixed.count == (isWhole ? 1 : 0))
  }

  @Test func runsOfTheOtherKindAreNotCompared() throws {
    let (_, file) = try Self.run([Night(day: "2026-11-01", paths: ["$.a"])])
    let history = try RunHistory(of: .fixtures, name: "h", bytes: Array(file.utf8))
    #expect(history.runs == 0 && history.lastDay == nil)
  }

  @Test func lineThatAWriterLeftUnfinishedIsPassedOver() throws {
    let (_, file) = try Self.run([
      Night(day: "2026-11-01", paths: ["$.a"]), Night(day: "2026-11-02", paths: ["$.a"]),
    ])
    for length in 0...file.utf8.count {
      let history = try RunHistory(
        of: .live, name: "h", bytes: Array(Array(file.utf8).prefix(length)))
      // A line is whole without its line feed as well.
      let whole = Array(file.utf8).indices.count { index in
        Array(file.utf8)[index] == UInt8(ascii: "\n") && index <= length
      }
      #expect(history.runs == whole)
      #expect(history.wholeLines.isEmpty || history.wholeLines.last == UInt8(ascii: "\n"))
      #expect((history.unfinishedLine == nil) == (history.wholeLines.count >= length))
    }
  }

  @Test(arguments: [
    ("{\n", "h:1:2: "), ("my notes", "h:1:1: "), ("{\"title\":1}", "h:1: this is no line"),
    ("{\"version\":99}", "version 99, of a later version"),
    ("\n[]\n", "h:2: this is no line of a history"),
    ("{\"version\":2}\n", "version 2, of a later version"),
    ("{\"version\":1,\"day\":\"2026-02-30\",\"source\":\"live\"}\n", "h:1: this is no line"),
  ])
  func brokenLineIsNamed(_ text: String, _ words: String) throws {
    let error = #expect(throws: SettingsError.self) {
      try RunHistory(of: .live, name: "h", bytes: Array(text.utf8))
    }
    #expect(error?.description.contains(words) == true)
  }

  /// A line with a wrong value would make ages of nothing.
  @Test(arguments: [
    (#""whole":true"#, #""whole":"yes""#), (#""drifted""#, "7"), (#""drifted""#, #""zzz""#),
    (#""gone":[]"#, #""gone":[{}]"#), (#""new":["#, #""new":[1,"#),
    (#""version":1"#, #""version":0"#),
    (#""checks""#, #""cheks""#),
  ])
  func lineWithAWrongValueIsNone(_ good: String, _ wrong: String) throws {
    let (_, file) = try Self.run([Night(day: "2026-11-01", paths: ["$.a"])])
    let bad = file.replacing(good, with: wrong)
    try #require(bad != file)
    #expect(throws: SettingsError.self) {
      try RunHistory(of: .live, name: "h", bytes: Array(bad.utf8))
    }
  }

  /// A year of quiet nights with one change in it stays small.
  @Test func quietNightIsAShortLine() throws {
    let nights = (1...30).map { Night(day: "2026-11-\($0 < 10 ? "0" : "")\($0)", paths: ["$.a"]) }
    let (_, file) = try Self.run(nights)
    let lines = file.split(separator: "\n")
    #expect(lines.count == 30)
    #expect(lines.dropFirst().allSatisfy { $0.utf8.count < 130 })
  }
}
