import ContractTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

@Suite(.computing) struct CheckCommandTests {
  @Test func repositoryConformsAndSaysWhatItDid() async throws {
    let run = await CommandRun(["check"], in: TestFolders.packageRoot)
    #expect(run.code == .conforms && run.errors.isEmpty)
    for suite in [APISuite].all {
      for endpoint in suite.endpoints {
        let line = run.output.split(separator: "\n").first {
          $0.hasPrefix("\(suite.name)/\(endpoint.name) ")
        }
        #expect(line?.contains("conforms") == true)
        #expect(line?.contains(endpoint.dto?.name ?? "-") == true)
        #expect(line?.contains("contract \(endpoint.name).schema.json") == true)
      }
    }
    // What the contracts say themselves is no news; the screen stays short.
    #expect(!run.output.contains("info ") && run.output.contains("no findings in 13 checks"))
    #expect(run.output.split(separator: "\n").count <= 18)
  }

  @Test func agreedFindingsAreKeptForPrograms() async throws {
    let report = try await CommandRun.report(["check", "themealdb"], in: TestFolders.packageRoot)
    #expect(report.code == 0 && report.rules == ["null-slot", "unpaired-slot", "unread-key"])
    let strict = await CommandRun(
      ["check", "--fail-on", "info", "--require-coverage"], in: TestFolders.packageRoot)
    #expect(strict.code == .conforms)
  }

  @Test func argumentsNarrowTheCheck() async throws {
    let run = await CommandRun(
      ["check", "spacex/latest", "themealdb/names", "spacex/latest"], in: TestFolders.packageRoot)
    #expect(run.code == .conforms)
    #expect(run.output.contains("no findings in 2 checks of 4 samples"))
  }

  @Test(arguments: [
    ("themaeldb", "; did you mean 'themealdb'?"),
    ("themealdb/recpie", "; did you mean 'themealdb/recipe'?"),
    ("themealdb/", "; did you mean 'themealdb'?"),
    ("github", "; the suites are themealdb, spacex, spacex-v4"),
    ("", "; the suites are themealdb, spacex, spacex-v4"),
  ])
  func unknownSuiteOrEndpointIsWrongUsage(_ name: String, _ hint: String) async {
    for command in ["check", "record"] {
      let run = await CommandRun([command, name], in: TestFolders.packageRoot)
      #expect(run.code == .usage && run.output.isEmpty)
      #expect(
        run.errors == "mealdb-contract: unknown suite or endpoint '\(name)'\(hint)\n"
          + "see 'mealdb-contract \(command) --help'\n")
    }
  }

  @Test(arguments: ["localhost", "ftp://a", "http://", "http:///x", "::"])
  func baseURLMustBeAServer(_ url: String) async {
    let run = await CommandRun(["check", "--live", "--base-url", url], in: TestFolders.packageRoot)
    #expect(run.code == .usage)
    #expect(run.errors.contains("'\(url)' is no address of a server"))
    let offline = await CommandRun(["check", "--base-url", url], in: TestFolders.packageRoot)
    #expect(offline.code == .usage && offline.errors.contains("goes with --live"))
  }

  @Test(arguments: [
    "0", "0.0001", "-1", "x", "1e3", "inf", "nan", "0x10", "1s", "1.2.3", "86401",
  ])
  func timeoutThatIsNoTimeIsWrongUsage(text: String) async {
    for command in [["check", "--live"], ["record"]] {
      let run = await CommandRun(
        command + ["--base-url", "http://127.0.0.1:1", "--timeout=\(text)"],
        in: TestFolders.packageRoot)
      #expect(run.code == .usage)
      #expect(run.errors.contains("'\(text)' is no time limit; write seconds from 0.001 to 86400"))
    }
  }

  @Test func timeoutGoesWithLiveRequests() async {
    let run = await CommandRun(["check", "--timeout", "5"], in: TestFolders.packageRoot)
    #expect(run.code == .usage && run.errors.contains("'--timeout' goes with --live"))
  }

  @Test func timeoutIsTheLimitOfAnAnswer() async throws {
    let server = try await LoopbackServer(answers: ["*": .init(body: "{}", delay: 60)])
    let run = await CommandRun(
      [
        "check", "--live", "--timeout", "0.7", "--base-url", server.url.absoluteString,
        "themealdb/random",
      ], in: TestFolders.packageRoot)
    #expect(run.code == .failure && run.errors.contains(" 0.7 seconds"), "\(run.errors)")
    #expect(run.errors.hasSuffix("; try again or allow more time\n"))
  }

  /// A fixture is as old in a live check as offline, and its server need not answer for that.
  @Test(arguments: [200, 503])
  func oldFixturesAreToldWithLiveRequests(_ status: Int) async throws {
    let body = try Project(root: TestFolders.packageRoot).text("Fixtures/spacex/latest/all.json")
    let server = try await LoopbackServer(answers: ["*": .init(status: status, body: body)])
    let base = ["check", "spacex/latest", "--live", "--base-url", "\(server.url)"]
    for (days, count) in [("0", 1), ("100000", 0)] {
      let report = try await CommandRun.report(
        base + ["--stale-after", days], in: TestFolders.packageRoot)
      #expect(report.findings(of: "fixture-stale").count == count)
    }
  }

  @Test func rootIsFoundFromANestedFolder() async throws {
    try await Project.ofRepository { project in
      try project.write("", to: "Sources/App/Deep/.keep")
      let nested = project.url("Sources/App/Deep")
      let run = await CommandRun(["check", "spacex/latest"], in: nested)
      #expect(run.code == .conforms && run.output.contains("1 fixture, LaunchDTO"))
      let named = await CommandRun(["check", "spacex/latest", "--root", "../../.."], in: nested)
      #expect(named.output == run.output)
      let missing = await CommandRun(["check", "--root", "nowhere"], in: nested)
      #expect(missing.code == .failure)
      #expect(missing.errors == "mealdb-contract: --root: there is no folder nowhere\n")
      for command in ["check", "infer"] {
        let empty = await CommandRun([command, "spacex", "--root", "."], in: nested)
        #expect(empty.code == .failure)
        #expect(empty.errors.contains("--root: there is no Contracts/ and no Fixtures/ in ."))
      }
    }
    try await Project.with(["a.json": "{}"]) { project in
      let run = await CommandRun(["check"], in: project.root)
      #expect(run.code == .failure)
      #expect(run.errors.contains("there is no folder with Contracts/ or Fixtures/ here or above"))
      #expect(run.errors.contains("--root DIR"))
    }
  }

  @Test func checkWithoutDataIsUnexercised() async throws {
    try await Project.ofRepository { project in
      for name in try FileManager.default.contentsOfDirectory(
        atPath: project.url("Fixtures/themealdb/recipe").path)
      where !name.hasPrefix("0.") && !name.hasPrefix("abc.") {
        try FileManager.default.removeItem(at: project.url("Fixtures/themealdb/recipe/\(name)"))
      }
      try FileManager.default.removeItem(at: project.url("Fixtures/themealdb/random"))
      let report = try await CommandRun.report(
        ["check", "themealdb/recipe", "themealdb/random"], in: project.root)
      #expect(report.code == 0 && report.rules == ["unexercised"])
      #expect(report.findings.map { $0["endpoint"] } == ["recipe", "random"])
      #expect(report.findings.allSatisfy { $0.level == "warning" })
      #expect(report.status("themealdb", "recipe") == "unexercised")
      let text = await CommandRun(["check", "themealdb/recipe"], in: project.root)
      #expect(text.output.contains("mealdb-contract record themealdb/recipe"))
      for arguments in [["--require-coverage"], ["--fail-on", "warning"]] {
        let strict = await CommandRun(["check", "themealdb/random"] + arguments, in: project.root)
        #expect(strict.code == .findings)
      }
    }
  }

  @Test func orphansAreFoundInOfflineChecksOfEverything() async throws {
    try await Project.ofRepository { project in
      try project.write("{}", to: "Fixtures/themealdb/recipe-old/1.json")
      try project.write("{}", to: "Fixtures/themeldb/recipe/1.json")
      // A folder without a fixture is none that somebody lost.
      for folder in ["themealdb/recipe-gone", "shop/orders"] {
        try FileManager.default.createDirectory(
          at: project.url("Fixtures/\(folder)"), withIntermediateDirectories: true)
      }
      let report = try await CommandRun.report(["check"], in: project.root)
      let orphans = report.findings(of: "orphan-fixture")
      #expect(
        orphans.map { $0["file"] } == ["Fixtures/themealdb/recipe-old", "Fixtures/themeldb"])
      let narrow = try await CommandRun.report(["check", "themealdb"], in: project.root)
      #expect(narrow.findings(of: "orphan-fixture").isEmpty)
    }
  }

  @Test func brokenContractStopsItsEndpointOnly() async throws {
    try await Project.ofRepository { project in
      try project.write(
        "{\n  \"type\": \"objct\"\n}", to: "Contracts/themealdb/random.schema.json")
      try project.write("{", to: "Fixtures/themealdb/names/a-list.http.json")
      let run = await CommandRun(["check"], in: project.root)
      #expect(run.code == .failure)
      #expect(
        run.errors.hasPrefix(
          "mealdb-contract: Contracts/themealdb/random.schema.json:2:11: \"objct\" is no type"),
        "\(run.errors)")
      #expect(run.errors.contains("a-list.http.json does not describe an exchange"))
      let report = try await CommandRun.report(["check"], in: project.root)
      #expect(report.status("themealdb", "random") == "failed")
      #expect(report.status("themealdb", "names") == "failed")
      #expect(report.status("spacex", "latest") == "conforms")
      try FileManager.default.removeItem(at: project.url("Contracts/spacex/latest.schema.json"))
      try project.write("", to: "Contracts/spacex/latest.schema.json/file")
      let unreadable = await CommandRun(["check", "spacex/latest"], in: project.root)
      #expect(unreadable.code == .failure)
      #expect(unreadable.errors.contains("Contracts/spacex/latest.schema.json: cannot be read"))
      // A finding elsewhere says more than that one endpoint could not be looked at.
      try project.write("<html>", to: "Fixtures/spacex/launches/limit-14.json")
      #expect(await CommandRun(["check"], in: project.root).code == .findings)
    }
  }

  @Test func fixtureWithoutRecordOfItsExchangeIsChecked() async throws {
    try await Project.ofRepository { project in
      let details = project.url("Fixtures/spacex/latest/all.http.json")
      try FileManager.default.removeItem(at: details)
      #expect(await CommandRun(["check", "spacex/latest"], in: project.root).code == .conforms)
    }
  }

  @Test func endpointWithoutContractIsReadByItsTypeOnly() async throws {
    try await Project.ofRepository { project in
      try FileManager.default.removeItem(at: project.url("Contracts"))
      let run = await CommandRun(["check", "spacex/latest"], in: project.root)
      #expect(run.code == .conforms && run.output.contains("LaunchDTO, no contract"))
      #expect(run.output.contains("make one: 'mealdb-contract infer spacex/latest'"))
    }
  }
}
