import ContractTesting
import Foundation
import SpaceX
import SpaceXSuite
import StrictJSON
import TestSupport
import Testing
import TheMealDB
import TheMealDBSuite

@testable import ContractCommand

/// The whole loop with the program itself: record, infer, check, and a format that changes.
@Suite(
  .waiting,
  .enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)),
  .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)),
  .serialized)
struct RecordLoopTests {
  private static let suites: [APISuite] = [.theMealDB, .spaceX, .spaceXV4]

  /// Records from a server and infers the contracts.
  private func recorded(_ project: Project, _ server: LoopbackServer) async throws {
    let record = try await Program.run(
      "record", "--base-url", server.url.absoluteString, "--root", ".", in: project.root)
    #expect(record.code == 0, "\(record.output)\(record.errors)")
    let infer = try await Program.run("infer", "themealdb", "spacex", "spacex-v4", in: project.root)
    #expect(infer.code == 0, "\(infer.output)\(infer.errors)")
  }

  private func liveReport(
    _ arguments: String..., server: LoopbackServer, in project: Project
  ) async throws -> ReadReport {
    // A server that shares two processors with all other tests may take long.
    let patience = arguments.contains("--timeout") ? [] : ["--timeout", "60"]
    let run = try await Program.run(
      ["check", "--live", "--base-url", server.url.absoluteString, "--format", "json"] + patience
        + arguments, in: project.root)
    return try ReadReport(run.output, code: run.code)
  }

  /// Renames a key, empties a used slot, and writes two dates in other forms.
  private static func newFormat(_ name: String, _ text: inout String) {
    text = text.replacingOccurrences(of: #""strMeal":"#, with: #""title":"#)
    if name == "themealdb/recipe/52958" {
      text = text.replacingOccurrences(
        of: #""strIngredient2":"Sugar""#, with: #""strIngredient2":null"#)
    }
    if name == "themealdb/recipe/52772" {
      text = text.replacingOccurrences(
        of: #""dateModified":null"#, with: #""dateModified":"2020-05-01T10:00:00Z""#)
    }
    if name.hasPrefix("spacex/launch/") {
      text = text.replacing(/"launch_date_utc":"([^T]+)T([0-9:]+)[^"]*"/) {
        #""launch_date_utc":"\#($0.output.1) \#($0.output.2)""#
      }
    }
  }

  @Test func recordInferAndCheckAgree() async throws {
    let server = try await LoopbackServer(answers: try FixtureServer.answers(Self.suites))
    try await Project.with { project in
      try await recorded(project, server)
      let samples = Self.suites.flatMap(\.endpoints).map(\.samples.count).reduce(0, +)
      let stored = try project.files().filter { $0.hasPrefix("Fixtures/") }
      #expect(stored.count == 2 * samples)
      let again = try await Program.run(
        "record", "themealdb/recipe", "--base-url", server.url.absoluteString, in: project.root)
      #expect(again.output.contains("fixtures: 12 unchanged"))
      // Body and details are those of the repository, byte for byte but for the time.
      let name = "Fixtures/themealdb/recipe/52958"
      let original = TestFolders.packageRoot.appendingPathComponent("\(name).json")
      #expect(try project.text("\(name).json") == String(contentsOf: original, encoding: .utf8))
      #expect(try project.text("\(name).http.json").contains("lookup.php?i=52958"))
      #expect(try project.files().filter { $0.hasPrefix("Contracts/") }.count == 13)

      let check = try await Program.run("check", in: project.root)
      #expect(check.code == 0, "\(check.output)\(check.errors)")
      #expect(check.errors.isEmpty)
      for endpoint in Self.suites.flatMap(\.endpoints) {
        #expect(check.output.contains(endpoint.name))
      }
      let live = try await liveReport(server: server, in: project)
      #expect(live.code == 0 && !live.findings.contains { $0.level == "breaking" })
      // The contracts are those of the repository, which are made in the same way.
      for file in try project.files() where file.hasPrefix("Contracts/") {
        let contract = TestFolders.packageRoot.appendingPathComponent(file)
        let isEqual = try project.text(file) == String(contentsOf: contract, encoding: .utf8)
        #expect(isEqual, "\(file) is not what 'mealdb-contract infer' makes of the fixtures")
      }
    }
  }

  /// A reviewer sees a changed member as a changed line, and white space of the server never.
  @Test func bodiesAreLaidOutUnlessExactIsAsked() async throws {
    let path = "/api/json/v1/1/random.php"
    let body = #"{"meals":[{"idMeal":"1","tags":[1.50,"\u00e9"]}]}"#
    let server = try await LoopbackServer(answers: [path: LoopbackServer.Answer(body: body)])
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let record = { (option: [String]) in
        try await Program.run(
          ["record", "themealdb/random", "--base-url", server.url.absoluteString] + option,
          in: project.root)
      }
      let name = "Fixtures/themealdb/random/all"
      #expect(try await record([]).code == 0)
      let text = try project.text("\(name).json")
      #expect(
        text == #"""
          {
            "meals": [
              {
                "idMeal": "1",
                "tags": [1.50, "\u00e9"]
              }
            ]
          }

          """#)
      let details = try project.text("\(name).http.json")
      try server.setAnswers([path: LoopbackServer.Answer(body: " " + body)])
      #expect(try await record([]).output.contains("1 unchanged"))
      #expect(try project.text("\(name).http.json") == details)
      #expect(try await record(["--exact"]).output.contains("1 changed"))
      #expect(try project.text("\(name).json") == " " + body)
      #expect(try !project.text("\(name).http.json").contains("receivedSHA256"))
    }
  }

  /// Other values replace a fixture; another shape waits, goes when the server goes back, or is accepted.
  @Test func anotherShapeWaitsBesideItsFixture() async throws {
    let server = try await LoopbackServer(answers: try FixtureServer.answers([.theMealDB]))
    try await Project.ofRepository { project in
      let pending = { try project.files().filter { $0.hasSuffix(".pending.json") } }
      let run = { (arguments: String...) in
        try await Program.run(
          arguments + ["themealdb/recipe", "--base-url", server.url.absoluteString],
          in: project.root)
      }
      let answer = { (change: @escaping (String, inout String) -> Void) in
        try server.setAnswers(try FixtureServer.answers([.theMealDB], change: change))
      }
      let name = "Fixtures/themealdb/recipe/52958.json"
      let original = try project.text(name)
      try answer { name, text in
        text = text.replacingOccurrences(of: "Peanut Butter Cookies", with: "Nut Cookies")
      }
      let values = try await run("record")
      #expect(values.code == 0 && values.output.contains("fixtures: 1 changed, 11 unchanged"))
      #expect(try project.text(name).contains("Nut Cookies") && pending().isEmpty)

      try answer { name, text in
        text = text.replacingOccurrences(of: #""strMeal":"#, with: #""title":"#)
      }
      let shape = try await run("record")
      #expect(shape.output.contains("'mealdb-contract review'"), "\(shape.output)")
      #expect(try project.text(name).contains("Nut Cookies"))
      let waiting = try pending()
      #expect(waiting.count == 10)

      try answer { _, _ in }
      #expect(try await run("check", "--live", "--save-pending").code == 0)
      #expect(try pending().isEmpty)
      #expect(try await run("record").output.contains("1 changed"))
      #expect(try project.text(name) == original)

      try answer { name, text in
        text = text.replacingOccurrences(of: #""strMeal":"#, with: #""title":"#)
      }
      #expect(try await run("check", "--live", "--save-pending").code == 1)
      #expect(try pending() == waiting)
      let accepted = try await run("record", "--accept")
      #expect(accepted.code == 0 && accepted.output.contains("fixtures: 2 unchanged; recordings:"))
      #expect(!accepted.output.contains("waits") && accepted.output.contains("of 12 samples"))
      #expect(try pending().isEmpty && project.text(name).contains(#""title": "Peanut"#))
      let check = try await Program.run("check", "themealdb/recipe", in: project.root)
      #expect(check.output.contains("strMeal is now title (accepted on"))

      // Where the server goes back, the app works again, and the contract is what is out of date.
      try answer { _, _ in }
      let back = try await run("check", "--live")
      #expect(back.code == 0 && back.output.contains("title is now strMeal"), "\(back.output)")
      #expect(!back.output.contains("strMeal is now title"))
    }
  }

  @Test func changesOfTheFormatAreToldWithTheirPlaces() async throws {
    let server = try await LoopbackServer(answers: try FixtureServer.answers(Self.suites))
    try await Project.with { project in
      try await recorded(project, server)
      try server.setAnswers(try FixtureServer.answers(Self.suites, change: Self.newFormat))
      let report = try await liveReport(server: server, in: project)
      #expect(report.code == 1)

      // The stored fixtures have the same records, so the rename is told as one, with all the
      // documents in which the key is missing now.
      let renamed = try #require(
        report.findings(of: "key-renamed").first { $0["endpoint"] == "recipe" })
      #expect(renamed.level == "breaking" && renamed["path"] == "$.meals[*].strMeal")
      #expect(renamed.property == "RecipeDetailDTO.name")
      #expect(!report.findings(of: "missing-key").contains { $0["endpoint"] == "recipe" })
      let missing = try #require(renamed.value["consequences"]?[0])
      #expect(missing["rule"]?.string == "missing-key" && missing["count"]?.numberText == "10")
      let places = try #require(missing["places"]).elements.map { $0 }
      #expect(places.count == 10)
      #expect(
        places.allSatisfy {
          $0["pointer"]?.string == "/meals/0/strMeal" && $0["line"]?.numberText == "1"
            && $0["column"]?.numberText == "11"
            && $0["file"]?.string?.hasPrefix("\(server.url)/api/json/v1/1/lookup.php?i=") == true
        })
      let told = report.findings.filter { $0["endpoint"] == "recipe" }.map(\.rule)
      #expect(!told.contains("key-removed") && !told.contains("key-added"))

      let slot = try #require(
        report.findings(of: "null-slot").first {
          $0["file"]?.hasSuffix("lookup.php?i=52958") == true
        })
      #expect(slot.level == "info" && slot["pointer"] == "/meals/0/strIngredient2")
      #expect(slot.property == "RecipeDetailDTO.ingredient2")
      #expect(slot.place?.hasPrefix("1:") == true)

      let modified = report.findings(of: "invalid-date").filter {
        $0["pointer"] == "/meals/0/dateModified"
      }
      #expect(modified.map(\.property) == ["RecipeDetailDTO.dateModified"])
      #expect(modified.first?["file"]?.hasSuffix("lookup.php?i=52772") == true)
      #expect(modified.first?["found"]?.contains("2020-05-01T10:00:00Z") == true)

      let format = try #require(report.findings(of: "date-format-changed").first)
      #expect(format.level == "breaking" && format["path"] == "$.launch_date_utc")
      #expect(format.property == "LaunchDTO.launchDateUTC")
      let launches = try #require(format.value["consequences"]?[0])
      #expect(launches["rule"]?.string == "invalid-date")
      #expect(!report.findings(of: "invalid-date").contains { $0["endpoint"] == "launch" })
      #expect(report.status("themealdb", "recipe") == "drifted")
      #expect(report.status("spacex", "launch") == "drifted")
      #expect(report.status("themealdb", "categories") == "conforms")
      #expect(report.status("spacex", "latest") == "conforms")
    }
  }

  /// What did not come because a run was ended is neither new nor fixed.
  @Test func interruptedCheckLeavesTheHistoryAsItWas() async throws {
    let server = try await LoopbackServer(
      answers: try FixtureServer.answers([.theMealDB]) { _, text in
        text = text.replacingOccurrences(of: #""strCategory":"#, with: #""title":"#)
      })
    try await Project.ofRepository { project in
      let arguments = [
        "check", "--live", "themealdb/categories", "--base-url", server.url.absoluteString,
        "--history", "h.ndjson", "--fail-on", "new",
      ]
      let root = project.root
      let first = await CommandRun(arguments, in: root)
      #expect(first.code == .findings && first.output.contains("key-renamed"))
      try server.setAnswers(["*": LoopbackServer.Answer(body: "{}", delay: 30)])
      let asked = try server.requests().count
      let second = try await cancelling(after: {
        try await until { try server.requests().count > asked }
      }) {
        await CommandRun(arguments, in: root)
      }
      #expect(second.code == .failure && second.errors.contains("interrupted"))
      #expect(second.output.contains("interrupted: 0 responses"))
      #expect(!second.output.contains("fixed") && !second.output.contains("unexercised"))
      let line = try #require(project.text("h.ndjson").split(separator: "\n").last)
      #expect(line.contains(#""new":[],"gone":[]"#), "\(line)")
    }
  }

  @Test func outageIsNoDrift() async throws {
    let server = try await LoopbackServer(answers: try FixtureServer.answers(Self.suites))
    try await Project.ofRepository { project in
      // Some answers are missing, but the rest is judged.
      var answers = try FixtureServer.answers([.theMealDB])
      answers["/api/json/v1/1/random.php"] = LoopbackServer.Answer(status: 503, body: "{}")
      try server.setAnswers(answers)
      let partly = try await liveReport("themealdb", server: server, in: project)
      #expect(partly.code == 3)
      #expect(partly.status("themealdb", "random") == "unreachable")
      #expect(partly.status("themealdb", "recipe") == "conforms")

      try server.setAnswers(["*": LoopbackServer.Answer(status: 503, body: "try later")])
      let busy = try await liveReport(server: server, in: project)
      #expect(busy.code == 3 && busy.findings.isEmpty)
      let asked = try server.requests().count
      let unstored = try await Program.run(
        "record", "--base-url", server.url.absoluteString, in: project.root)
      #expect(unstored.code == 3)
      // A server that is busy is asked three times in vain, each of them repeated twice, however many endpoints it has.
      #expect(try server.requests().count - asked == 3 * 3)
      let outage = try #require(busy.document.root["outages"]?[0])
      #expect(busy.document.root["outages"]?.count == 1)
      #expect(outage["origin"]?.string == server.url.absoluteString)
      #expect(outage["kind"]?.string == "status" && outage["failed"]?.numberText == "3")
      #expect(outage["notSent"]?.numberText == "46" && outage["endpoints"]?.count == 13)
      #expect(outage["sample"]?.string == "\(server.url)/api/json/v1/1/categories.php")

      server.stop()
      let down = try await liveReport(server: server, in: project)
      #expect(down.code == 3 && down.findings.isEmpty)
      #expect(down.status("themealdb", "recipe") == "unreachable")
      #expect(down.status("spacex", "latest") == "unreachable")
    }
  }

  @Test func errorPagesAreReportedAndNeverStored() async throws {
    let server = try await LoopbackServer(answers: [
      "*": LoopbackServer.Answer(
        headers: ["Content-Type": "text/html"], body: "<!DOCTYPE html><title>Sorry</title>")
    ])
    try await Project.ofRepository { project in
      let page = try await liveReport("themealdb/random", server: server, in: project)
      #expect(page.code == 3 && page.findings.isEmpty)
      #expect(page.status("themealdb", "random") == "unreachable")

      let name = "Fixtures/themealdb/random/all"
      let before = [try project.text("\(name).json"), try project.text("\(name).http.json")]
      let answers: [LoopbackServer.Answer] = [
        LoopbackServer.Answer(body: "<html>"), LoopbackServer.Answer(body: ""),
        LoopbackServer.Answer(body: #"{"meals": ["#), LoopbackServer.Answer(status: 404),
        LoopbackServer.Answer(status: 500, body: "{}"),
        LoopbackServer.Answer(status: 503, body: "{}"), LoopbackServer.Answer(status: 401),
        LoopbackServer.Answer(body: #"{"error": "rate limit exceeded"}"#),
        LoopbackServer.Answer(status: 404, body: #"{"message": "Not Found", "status": "404"}"#),
        LoopbackServer.Answer(body: #"{"meals": null}"#),
        LoopbackServer.Answer(body: #"{"meals": "Invalid ID"}"#),
      ]
      for answer in answers {
        try server.setAnswers(["*": answer])
        let run = try await Program.run(
          "record", "themealdb/random", "--base-url", server.url.absoluteString, in: project.root)
        #expect(run.code == (answer.status == 404 ? 1 : 3), "\(run.output)")
        #expect(
          [try project.text("\(name).json"), try project.text("\(name).http.json")] == before)
      }
    }
  }

  /// `review --accept` is killed while it works; what it leaves is whole, and the next run completes it.
  @Test func killedReviewLeavesWholeFilesOnly() async throws {
    try await Project.ofRepository { project in
      let names = try project.files().filter {
        $0.hasPrefix("Fixtures/themealdb/recipe/") && !$0.hasSuffix(".http.json")
      }
      let old = try names.map { try project.text($0) }
      let new = old.map { $0.replacing("\"strMeal\"", with: "\"strTitle\"") }
      let contract = "Contracts/themealdb/recipe.schema.json"
      let waiting = { @Sendable in
        names.count { project.exists($0.replacing(".json", with: ".pending.json")) }
      }
      var interrupted = 0
      for round in 0..<6 {
        for ((name, old), new) in zip(zip(names, old), new) {
          try project.write(old, to: name)
          try project.write(new, to: name.replacing(".json", with: ".pending.json"))
        }
        let process = try Program.start(["review", "themealdb", "--accept"], in: project.root)
        try await Program.kill(process) { waiting() <= names.count - round }
        if waiting() > 0 { interrupted += 1 }
        for (index, name) in names.enumerated() {
          let text = try project.text(name)
          #expect(text == old[index] || text == new[index], "\(name)")
        }
        _ = try JSONDocument(Array(project.text(contract).utf8))
      }
      #expect(interrupted >= 2, "the kills came too late to mean something")
      let review = try await Program.run("review", "themealdb", "--accept", in: project.root)
      #expect(review.code == 0, "\(review.output)\(review.errors)")
      #expect(try !project.files().contains { $0.contains(".partial-") || $0.contains(".pending") })
      #expect(try zip(names, new).allSatisfy { try project.text($0) == $1 })
      #expect(try project.text(contract).contains("strTitle"))
    }
  }

  /// `record` is killed at twelve moments; what it leaves is whole, and the next run completes it.
  @Test func killedRecordingLeavesWholeFilesOnly() async throws {
    var answers = try FixtureServer.answers([.theMealDB])
    for target in answers.keys { answers[target]?.delay = 0.02 }
    let server = try await LoopbackServer(answers: answers)
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let arguments = ["record", "themealdb", "--base-url", server.url.absoluteString]
      var interrupted = 0
      for round in 0..<12 {
        let process = try Program.start(arguments, in: project.root)
        let moment = ContinuousClock.now + .milliseconds(30 + 35 * round)
        try await Program.kill(process) { ContinuousClock.now >= moment }
        if process.terminationReason == .uncaughtSignal { interrupted += 1 }
        for file in try project.files() where file.hasSuffix(".json") {
          let original = TestFolders.packageRoot.appendingPathComponent(file)
          if file.hasSuffix(".http.json") {
            let details = try project.text(file)
            #expect(details.hasPrefix("{") && details.hasSuffix("}\n"), "\(file)")
          } else {
            #expect(try project.text(file) == String(contentsOf: original, encoding: .utf8))
          }
        }
      }
      #expect(interrupted >= 10, "the kills came too late to mean something")
      let record = try await Program.run(arguments, in: project.root)
      #expect(record.code == 0, "\(record.output)\(record.errors)")
      let left = try project.files().filter { $0.contains(".partial-") }
      #expect(left.isEmpty, "\(left)")
      let check = try await Program.run("check", "themealdb", in: project.root)
      #expect(check.code == 0, "\(check.output)\(check.errors)")
    }
  }
}
