import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// `check --history`: three nights whose reports a reader compares.
@Suite(.computing) struct HistoryCommandTests {
  private static let fixture = "Fixtures/themealdb/recipe/52958.json"
  private static let check = ["check", "themealdb", "--history", "nights.ndjson"]

  private func breakFixture(_ project: Project) throws {
    try project.edit(Self.fixture, #""strMeal""#, #""strTitle""#)
  }

  @Test func threeNightsTellWhatIsNewKnownAndFixed() async throws {
    try await Project.ofRepository { project in
      let good = try project.text(Self.fixture)
      let first = await CommandRun(Self.check, in: project.root)
      #expect(first.code == .conforms && first.output.hasSuffix("; 0 new\n"))
      try breakFixture(project)
      let second = await CommandRun(Self.check, in: project.root)
      #expect(second.code == .findings)
      #expect(second.output.contains("history   new since 2026-11-21"))
      let third = await CommandRun(Self.check, in: project.root)
      #expect(third.output.contains("history   since 2026-11-21 (1 night)"))
      #expect(third.output.contains("; 0 new\n"))
      try project.write(good, to: Self.fixture)
      let fourth = await CommandRun(Self.check, in: project.root)
      #expect(fourth.code == .conforms)
      #expect(fourth.output.contains("fixed missing-key in themealdb/recipe"))
      #expect(try project.text("nights.ndjson").split(separator: "\n").count == 4)
    }
  }

  /// A quiet night costs a few hundred bytes; a member that is null in more answers is kept and shown.
  @Test func presenceOfMembersIsKeptSmallAndShown() async throws {
    try await Project.ofRepository { project in
      let lines = { try project.text("nights.ndjson").split(separator: "\n").map(String.init) }
      for _ in 0..<2 { _ = await CommandRun(Self.check, in: project.root) }
      #expect(try lines()[0].contains(#""shares":{"#) && lines()[0].utf8.count < 6_000)
      #expect(try !lines()[1].contains("shares") && lines()[1].utf8.count < 400)
      let key = #""strInstructions": ""#
      for file in try project.files()
      where file.hasPrefix("Fixtures/themealdb/recipe/") && !file.hasSuffix(".http.json") {
        guard try project.text(file).contains(key) else { continue }
        try project.edit(file, key, #""strInstructions": null, "was": ""#)
      }
      _ = await CommandRun(Self.check, in: project.root)
      #expect(try lines()[2].contains(##""$.meals[*].strInstructions":[100,100]"##))
      let page = await CommandRun(
        ["report", "--history", "nights.ndjson", "--format", "html"], in: project.root)
      #expect(page.output.contains("Presence of each member over time"))
      #expect(page.output.contains("<code>$.meals[*].strInstructions</code>"))
      #expect(page.output.contains("null since 2026-11-21"))
    }
  }

  @Test func onlyWhatIsNewFails() async throws {
    try await Project.ofRepository { project in
      _ = await CommandRun(Self.check, in: project.root)
      try breakFixture(project)
      let arguments = Self.check + ["--fail-on", "new"]
      let junit = arguments + ["--format", "junit"]
      let new = await CommandRun(junit, in: project.root)
      #expect(new.code == .findings && new.output.contains("<failure"))
      let known = await CommandRun(junit, in: project.root)
      #expect(known.code == .conforms && !known.output.contains("<failure"))
      let report = try await CommandRun.report(arguments, in: project.root)
      #expect(report.code == 0)
      let finding = try #require(report.findings(of: "missing-key").first)
      #expect(finding.level == "breaking")
      #expect(finding.value["history"]?["state"]?.string == "known")
      #expect(report.document.root["summary"]?["new"]?.numberText == "0")
      #expect(report.document.root["comparison"]?["lastRun"]?.string == "2026-11-21")
      try project.edit(Self.fixture, #""strCategory""#, #""strKind""#)
      let more = await CommandRun(arguments, in: project.root)
      #expect(more.code == .findings)
    }
  }

  @Test(arguments: [
    (["--fail-on", "new"], "'--fail-on new' needs --history"),
    (["--outage-limit", "3"], "'--outage-limit' needs --history"),
    (["--history", "h", "--outage-limit", "three"], "'three' is no value of '--outage-limit'"),
  ])
  func wrongUsageIsNamed(_ options: [String], _ words: String) async throws {
    try await Project.ofRepository { project in
      let run = await CommandRun(["check"] + options, in: project.root)
      #expect(run.code == .usage && run.output.isEmpty)
      #expect(run.errors.contains(words))
    }
  }

  /// What is no history is not written over.
  @Test(arguments: ["\n{}\n", "my notes", #"{"title":1}"#, #"{"version":99}"#])
  func anotherFileStaysAsItIs(_ text: String) async throws {
    try await Project.ofRepository { project in
      try project.write(text, to: "notes")
      let run = await CommandRun(["check", "--history", "notes"], in: project.root)
      #expect(run.code == .failure && run.output.isEmpty && run.errors.contains("notes:"))
      #expect(try project.text("notes") == text)
    }
  }

  /// The run of a job that was stopped is lost, and that is said.
  @Test func unfinishedRunIsReplacedAndTold() async throws {
    try await Project.ofRepository { project in
      let arguments = ["check", "--history", "runs", "themealdb/names"]
      _ = await CommandRun(arguments, in: project.root)
      let whole = try project.text("runs")
      try project.write(whole + whole.prefix(40), to: "runs")
      let run = await CommandRun(arguments, in: project.root)
      #expect(run.code == .conforms && run.errors.contains("runs:2: the run that stood here"))
      #expect(try project.text("runs").split(separator: "\n").count == 2)
      let again = await CommandRun(arguments, in: project.root)
      #expect(again.errors.isEmpty)
    }
  }

  @Test func runsThatEndAtOnceAreAllKept() async throws {
    try await Project.ofRepository { project in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { _ = await CommandRun(Self.check, in: project.root) }
        }
      }
      let lines = try project.text("nights.ndjson").split(separator: "\n")
      #expect(lines.count == 4)
    }
  }

  /// An outage is allowed for some nights, and then it is news.
  @Test func longSilenceFails() async throws {
    try await Project.ofRepository { project in
      // Each line is a night without an answer.
      let nights = (18...20).map { day in
        #"{"version":1,"day":"2026-11-\#(day)","source":"live","whole":true,"#
          + #""checks":{"themealdb/random":"unreachable"},"new":[],"gone":[]}"# + "\n"
      }
      try project.write(nights.joined(), to: "nights.ndjson")
      let arguments = [
        "check", "themealdb/random", "--live", "--base-url", "http://127.0.0.1:9",
        "--allow-unreachable", "--history", "nights.ndjson",
      ]
      let patient = await CommandRun(arguments + ["--outage-limit", "4"], in: project.root)
      #expect(patient.code == .conforms && patient.output.contains("silent for 4 nights"))
      let impatient = await CommandRun(arguments + ["--outage-limit", "3"], in: project.root)
      #expect(impatient.code == .failure)
      #expect(impatient.errors.contains("is silent for 4 nights, and --outage-limit is 3"))
    }
  }
}
