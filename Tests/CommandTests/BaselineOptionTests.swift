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

  /// A suite in a file, with fixtures of some endpoints; those of `broken` are no JSON.
  private static func shop(_ endpoints: [String], broken: Set<String> = []) -> [String: String] {
    var files = [
      "Contracts/shop/suite.json":
        #"{"baseURL": "http://127.0.0.1:9", "endpoints": {\#(endpoints.map { #""\#($0)": {"path": "\#($0)"}"# }.joined(separator: ", "))}}"#
    ]
    for endpoint in endpoints {
      files["Fixtures/shop/\(endpoint)/all.json"] =
        broken.contains(endpoint) ? "[" : #"[{"id": 1}]"#
    }
    return files
  }

  /// The suites of the state are those of its own folder, beside those of the program.
  @Test(
    arguments: [
      // What was there stays known; an endpoint, or a suite, that the change adds is new as a whole.
      (
        shop(["orders"], broken: ["orders"]), shop(["orders"], broken: ["orders"]), [], ["known"], 0
      ),
      (shop(["orders"]), shop(["orders"], broken: ["orders"]), [], ["new"], 0),
      (shop(["orders"], broken: ["orders"]), shop(["orders"]), ["shop"], [], 1),
      (shop(["orders"]), shop(["orders", "users"], broken: ["users"]), ["shop/users"], ["new"], 0),
      (
        shop(["orders"], broken: ["orders"]),
        shop(["orders", "users"], broken: ["orders", "users"]),
        ["shop/orders", "shop/users"], ["known", "new"], 0
      ),
      (["Contracts/.keep": ""], shop(["orders"], broken: ["orders"]), ["shop"], ["new"], 0),
      (["Contracts/.keep": ""], shop(["orders"], broken: ["orders"]), [], ["new"], 0),
      // A suite that Swift code describes now may have been a file.
      (
        ["Contracts/themealdb/suite.json": "{}"], shop(["orders"], broken: ["orders"]), [], ["new"],
        0
      ),
    ] as [([String: String], [String: String], [String], [String], Int)])
  func suitesOfFilesAreThoseOfTheState(
    _ before: [String: String], _ now: [String: String], _ named: [String], _ states: [String],
    _ fixed: Int
  ) async throws {
    try await Project.with(now) { project in
      for (path, text) in before { try project.write(text, to: "before/\(path)") }
      let report = try await CommandRun.report(
        ["check", "--against", "before"] + named, in: project.root)
      let broken = report.findings(of: "invalid-json")
      #expect(broken.map { $0.value["history"]?["state"]?.string } == states, "\(report.code)")
      #expect(report.document.root["fixed"]?.count == fixed)
    }
  }

  @Test func suiteOfAFileIsComparedWithARevision() async throws {
    try await Project.with(Self.shop(["orders"])) { project in
      let status = try await Program.shell(
        """
        git init -q . && git add -A && \
        git -c user.name=a -c user.email=a@b.test commit -q -m before
        """, in: project.root)
      try #require(status == 0)
      let run = await CommandRun(
        ["check", "--against", "HEAD", "--fail-on", "new"], in: project.root)
      #expect(run.code == .conforms && run.output.contains("0 new"), "\(run.output)\(run.errors)")
      try project.write("{", to: "before/Contracts/shop/suite.json")
      let faults = await CommandRun(["check", "--against", "before"], in: project.root)
      #expect(faults.code == .failure && faults.errors.contains("shop/suite.json:1:2"))
    }
  }

  /// Both sides are judged alike: what an option adds is there before the change, too.
  @Test(arguments: [
    (["--stale-after", "1"], "fixture-stale"), (["--require-coverage"], "unexercised"),
    (["--levels", "levels.json"], "key-added"),
  ])
  func optionThatMakesFindingsJudgesBothSides(
    _ options: [String], _ rule: String
  ) async throws {
    try await Project.ofRepository { project in
      try FileManager.default.removeItem(at: project.url("Fixtures/themealdb/names"))
      try project.edit(Self.fixture, #""strMeal""#, #""strNew": 1, "strMeal""#)
      try project.write(#"{"key-added": "breaking"}"#, to: "levels.json")
      let status = try await Program.shell(
        "mkdir before && cp -r Fixtures Contracts before", in: project.root)
      try #require(status == 0)
      let report = try await CommandRun.report(
        ["check", "--against", "before", "--fail-on", "new", "--fail-on", "info"] + options,
        in: project.root)
      let found = report.findings(of: rule)
      #expect(!found.isEmpty && report.code == 0)
      #expect(found.allSatisfy { $0.value["history"]?["state"]?.string == "known" })
      // Only one of the sides has what such an option tells.
      try project.edit(
        "before/Fixtures/themealdb/categories/all.http.json", "\"recordedAt\" : \"20",
        "\"recordedAt\" : \"21")
      let stale = try await CommandRun.report(
        ["check", "themealdb/categories", "--against", "before", "--stale-after", "1"],
        in: project.root)
      let states = stale.findings(of: "fixture-stale").map {
        $0.value["history"]?["state"]?.string
      }
      #expect(states == ["new"])
    }
  }

  @Test func wrongNumberOfDaysIsWrongUsage() async throws {
    try await Project.with(Self.shop(["orders"])) { project in
      let run = await CommandRun(
        ["check", "--against", ".", "--stale-after", "x"], in: project.root)
      #expect(run.code == .usage && run.errors.contains("--stale-after"), "\(run.errors)")
    }
  }

  /// What the contracts agree with is there on both sides, and no news of either.
  @Test(arguments: ["folder", "json", "ndjson", "HEAD"])
  func sameStateIsNeitherNewNorFixed(_ kind: String) async throws {
    let endpoints = ["themealdb/recipe", "themealdb/categories"]
    try await Project.ofRepository { project in
      switch kind {
      case "folder":
        try #require(
          await Program.shell("mkdir before && cp -r Fixtures Contracts before", in: project.root)
            == 0)
      case "HEAD":
        let commit = "git -c user.name=a -c user.email=a@b.test commit -q -m before"
        try #require(
          await Program.shell("git init -q . && git add -A && \(commit)", in: project.root) == 0)
      default:
        _ = await CommandRun(
          ["check", "--format", "\(kind)=before"] + endpoints, in: project.root)
      }
      let check = ["check", "--against", kind == "HEAD" ? kind : "before"] + endpoints
      let text = await CommandRun(check, in: project.root)
      #expect(text.output.contains("not shown") && text.output.contains("; 0 new\n"))
      let markdown = await CommandRun(check + ["--format", "markdown"], in: project.root)
      #expect(!markdown.output.contains("fixed"), "\(markdown.output)")
      let report = try await CommandRun.report(check, in: project.root)
      let summary = report.document.root["summary"]
      #expect(summary?["new"]?.numberText == "0" && summary?["fixed"]?.numberText == "0")
      #expect(report.findings.contains { $0.value["agreed"]?.bool == true })

      // What is gone was no news while the contract agreed with it; what the contract stops to agree with is.
      try project.edit(Self.fixture, #""strYoutube""#, #""strYoutub""#)
      try project.edit(
        "Contracts/themealdb/categories.schema.json", #""idCategory""#, #""idCategor""#)
      let changed = try await CommandRun.report(check, in: project.root)
      let fixed = changed.document.root["fixed"]?.elements.map { $0["rule"]?.string ?? "" } ?? []
      #expect(!fixed.contains("unread-key") && !fixed.contains("null-slot"), "\(fixed)")
      #expect(states(changed).values.contains("new") || changed.rules.count > report.rules.count)
    }
  }

  /// Fixed is what people saw before and what is gone now, and not what the contract has come to agree with.
  @Test(arguments: [
    (wasSeen: true, isGone: true, isFixed: true), (wasSeen: true, isGone: false, isFixed: false),
    (wasSeen: false, isGone: true, isFixed: false), (wasSeen: false, isGone: false, isFixed: false),
  ])
  func fixedIsWhatWasSeenAndIsGone(_ wasSeen: Bool, _ isGone: Bool, _ isFixed: Bool) async throws {
    let fixture = "Fixtures/themealdb/categories/all.json"
    try await Project.with([
      fixture: #"{"categories": [{"idCategory": "1", "strCategory": "a", "more": 1}]}"#
    ]) { project in
      let check = ["check", "themealdb/categories"]
      var state = await CommandRun(check + ["--format", "ndjson"], in: project.root).output
      #expect(state.contains(#""agreed":true"#))
      if wasSeen { state = state.replacing(#","agreed":true"#, with: "") }
      try project.write(state, to: "before")
      if isGone { try project.edit(fixture, #", "more": 1"#, "") }
      let report = try await CommandRun.report(check + ["--against", "before"], in: project.root)
      let fixed = report.document.root["fixed"]?.elements.map { $0["rule"]?.string }
      #expect(fixed == (isFixed ? ["unread-key"] : []))
      #expect(report.document.root["summary"]?["new"]?.numberText == "0")
      #expect(report.findings(of: "unread-key").allSatisfy { $0.value["history"] == nil })
    }
  }

  /// A live check does not look at the files of fixtures, and a silent server has mended nothing.
  @Test(
    .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)))
  func liveCheckSaysNothingOfWhatItDoesNotLookAt() async throws {
    let server = try await LoopbackServer(answers: [
      "/orders": LoopbackServer.Answer(body: #"[{"id": 1}]"#)
    ])
    try await Project.with(Self.shop(["orders"])) { project in
      try project.write("{}", to: "Fixtures/shop/orders/stray.http.json")
      let before = #"""
        {"rule":"missing-key","level":"breaking","suite":"shop","endpoint":"orders","path":"$.a","fingerprint":"000000000001"}
        {"rule":"fixture-stale","level":"info","suite":"shop","endpoint":"orders","fingerprint":"000000000002"}
        """#
      try project.write(before, to: "before")
      for (address, rules) in [
        ("\(server.url)", ["missing-key"]), ("http://127.0.0.1:9", []),
      ] {
        let report = try await CommandRun.report(
          ["check", "shop", "--live", "--base-url", address, "--against", "before"],
          in: project.root)
        let fixed = report.document.root["fixed"]?.elements.map { $0["rule"]?.string }
        #expect(fixed == rules, "\(address)")
      }
    }
  }
}
