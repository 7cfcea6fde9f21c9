import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// `check --against`: what a change makes better or worse.
@Suite(.waiting) struct BaselineOptionTests {
  private static let fixture = "Fixtures/themealdb/recipe/52958.json"

  /// A repository whose last commit has one problem; the working folder has another one instead.
  private func withChange(_ body: (Project) async throws -> Void) async throws {
    try await Project.ofRepository { project in
      let good = try project.text(Self.fixture)
      try project.edit(Self.fixture, #""strMeal""#, #""strTitle""#)
      let status = try await Program.shell(
        """
        git init -q . && git add -A && \
        git -c user.name=a -c user.email=a@b.test commit -q -m before
        """, in: project.root)
      try #require(status == 0)
      try project.write(good, to: Self.fixture)
      try project.edit(Self.fixture, #""strCategory""#, #""strKind""#)
      try await body(project)
    }
  }

  private func states(_ report: ReadReport) -> [String: String] {
    Dictionary(
      report.findings.filter { $0.level == "breaking" }.map {
        ($0["path"] ?? "", $0.value["history"]?["state"]?.string ?? "")
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func revisionTellsWhatIsNewAndWhatIsFixed() async throws {
    try await withChange { project in
      let report = try await CommandRun.report(
        ["check", "themealdb", "--against", "HEAD", "--fail-on", "new"], in: project.root)
      #expect(report.code == 1)
      #expect(states(report) == ["$.meals[*].strCategory": "new"])
      let fixed = report.document.root["fixed"]?.elements.map { $0["path"]?.string }
      #expect(fixed?.contains("$.meals[*].strMeal") == true)
      #expect(report.document.root["comparison"]?["against"]?.string == "HEAD")
    }
  }

  @Test func sameStateHasNothingNew() async throws {
    try await withChange { project in
      let status = try await Program.shell("git checkout -q -f HEAD", in: project.root)
      #expect(status == 0)
      let run = await CommandRun(
        ["check", "themealdb", "--against", "HEAD", "--fail-on", "new"], in: project.root)
      #expect(run.code == .conforms, "\(run.output)\(run.errors)")
      #expect(run.output.contains("known before") && run.output.contains("; 0 new"))
    }
  }

  @Test(arguments: ["json", "ndjson"])
  func reportOfAnotherProgramIsAState(_ format: String) async throws {
    try await withChange { project in
      _ = await CommandRun(
        ["check", "themealdb", "--format", "\(format)=before"], in: project.root)
      let same = await CommandRun(
        ["check", "themealdb", "--against", "before", "--fail-on", "new"], in: project.root)
      #expect(same.code == .conforms)
      try project.edit(Self.fixture, #""idMeal""#, #""id""#)
      let worse = await CommandRun(
        ["check", "themealdb", "--against", "before", "--fail-on", "new"], in: project.root)
      #expect(worse.code == .findings && worse.output.contains("new against before"))
    }
  }

  @Test func folderIsAState() async throws {
    try await withChange { project in
      let status = try await Program.shell(
        "mkdir before && git archive HEAD | tar -x -C before", in: project.root)
      #expect(status == 0)
      let report = try await CommandRun.report(
        ["check", "themealdb", "--against", "before"], in: project.root)
      #expect(states(report) == ["$.meals[*].strCategory": "new"])
    }
  }

  @Test(arguments: [
    (["--against", "nowhere"], "'nowhere' is no folder, no file and no revision", ExitCode.usage),
    (["--against", "--output=x"], "needs a value", .usage),
    (["--against=--output=x"], "is no folder, no file and no revision", .usage),
    (["--against", "HEAD", "--history", "h"], "exclude each other", .usage),
    (["--against", "text"], "text is no report", .failure),
  ])
  func whatIsNoStateIsNamed(
    _ options: [String], _ words: String, _ code: ExitCode
  ) async throws {
    try await withChange { project in
      try project.write("hello\n", to: "text")
      let run = await CommandRun(["check", "themealdb"] + options, in: project.root)
      #expect(run.code == code && run.errors.contains(words), "\(run.errors)")
    }
  }
}
