import ContractTesting
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// Waivers, levels and versions on the command line.
@Suite(.computing) struct WaiverCommandTests {
  private static let waivers = "Contracts/themealdb/waivers.json"
  private static let fixture = "Fixtures/themealdb/recipe/52958.json"

  private func withBrokenFixture(_ body: (Project) async throws -> Void) async throws {
    try await Project.ofRepository { project in
      try project.edit(Self.fixture, #""strMeal""#, #""strTitle""#)
      try await body(project)
    }
  }

  @Test func waiverIsWrittenFilledInAndUsed() async throws {
    try await withBrokenFixture { project in
      let before = await CommandRun(["check", "themealdb"], in: project.root)
      #expect(before.code == .findings)
      let written = await CommandRun(["check", "themealdb", "--waive"], in: project.root)
      #expect(written.code == .findings)
      #expect(written.output.contains("wrote 1 waiver into \(Self.waivers); fill in reason"))
      #expect(try project.text(Self.waivers).contains(#""rule": "missing-key""#))
      #expect(try project.text(Self.waivers).contains(#""expires": "2027-02-19""#))

      let empty = try await CommandRun.report(["check", "themealdb"], in: project.root)
      #expect(empty.code == 1)
      let incomplete = try #require(empty.findings(of: "waiver-incomplete").first)
      #expect(incomplete["file"] == Self.waivers && incomplete.place == "2:3")

      try project.edit(Self.waivers, #""reason": """#, #""reason": "the server repairs it""#)
      try project.edit(Self.waivers, #""owner": """#, #""owner": "Ada""#)
      let waived = try await CommandRun.report(["check", "themealdb"], in: project.root)
      #expect(waived.code == 0)
      let finding = try #require(waived.findings(of: "missing-key").first)
      #expect(finding["waiver"] == "the server repairs it" && finding.level == "breaking")
      #expect(waived.status("themealdb", "recipe") == "conforms")
      #expect(waived.document.root["summary"]?["waived"]?.numberText == "1")
      #expect(waived.document.root["summary"]?["breaking"]?.numberText == "0")
      let text = await CommandRun(["check", "themealdb"], in: project.root)
      #expect(text.output.contains("waived missing-key") && text.output.contains("1 waived"))
      #expect(text.output.contains("the server repairs it"))
      let again = await CommandRun(["check", "themealdb", "--waive"], in: project.root)
      #expect(again.code == .conforms && !again.output.contains("wrote"))

      try project.edit(Self.waivers, "2027-02-19", "2026-01-31")
      let late = try await CommandRun.report(["check", "themealdb"], in: project.root)
      #expect(late.code == 1 && late.findings(of: "waiver-expired").count == 1)
    }
  }

  @Test func brokenFileStopsTheRun() async throws {
    try await withBrokenFixture { project in
      try project.write("[\n  {\"rule\": \"missing-keys\"}\n]", to: Self.waivers)
      let run = await CommandRun(["check", "themealdb"], in: project.root)
      #expect(run.code == .failure && run.output.isEmpty)
      #expect(
        run.errors == "mealdb-contract: \(Self.waivers):2:12: there is no rule 'missing-keys'; "
          + "did you mean 'missing-key'?\n")
      // Another suite is not concerned.
      let other = await CommandRun(["check", "spacex/latest"], in: project.root)
      #expect(other.code == .conforms)
    }
  }

  @Test func levelsOfTheTeamCount() async throws {
    try await withBrokenFixture { project in
      try project.write(#"{"missing-key": "warning"}"#, to: "levels.json")
      let run = try await CommandRun.report(
        ["check", "themealdb", "--levels", "levels.json"], in: project.root)
      #expect(run.code == 0 && run.findings(of: "missing-key").first?.level == "warning")
      try project.write(#"{"missing-kee": "warning"}"#, to: "levels.json")
      for command in [["check"], ["diff", Self.fixture, Self.fixture]] {
        let wrong = await CommandRun(command + ["--levels", "levels.json"], in: project.root)
        #expect(wrong.code == .usage && wrong.output.isEmpty)
        #expect(
          wrong.errors.hasPrefix(
            "mealdb-contract: levels.json:1:17: there is no rule 'missing-kee'; "
              + "did you mean 'missing-key'?\n"))
      }
      let missing = await CommandRun(["check", "--levels", "nowhere.json"], in: project.root)
      #expect(missing.code == .failure)
      #expect(missing.errors.contains("--levels: there is no file nowhere.json"))
    }
  }

  @Test func levelsOfADiffCount() async throws {
    try await Project.with([
      "old.json": #"{"id": 1}"#, "new.json": #"{"id": 1, "more": 2}"#,
      "levels.json": #"{"key-added": "breaking"}"#,
    ]) { project in
      let plain = await CommandRun(["diff", "old.json", "new.json"], in: project.root)
      #expect(plain.code == .conforms)
      let strict = await CommandRun(
        ["diff", "old.json", "new.json", "--levels", "levels.json"], in: project.root)
      #expect(strict.code == .findings)
    }
  }

  @Test func responseOfAnotherVersionIsNamed() async throws {
    try await Project.ofRepository { project in
      let folder = "Contracts/spacex"
      try project.write(try project.text("\(folder)/latest.schema.json"), to: "v3.json")
      try project.write(
        try project.text("\(folder)/latest.schema.json")
          .replacing(#""flight_number""#, with: #""number""#),
        to: "\(folder)/latest.schema.json")
      try project.write(try project.text("v3.json"), to: "\(folder)/latest.v3.schema.json")
      let report = try await CommandRun.report(["check", "spacex/latest"], in: project.root)
      let finding = try #require(report.findings(of: "version-changed").first)
      #expect(
        finding["message"] == "the record speaks latest.v3.schema.json, not latest.schema.json")
      #expect(report.findings.filter { $0.level != "info" }.count == 1)
    }
  }
}
