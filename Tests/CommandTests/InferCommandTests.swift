import Foundation
import TestSupport
import Testing

@testable import ContractCommand

@Suite(.computing) struct InferCommandTests {
  /// Raw samples may hold what a recorded fixture does not.
  @Test func credentialsOfSamplesReachNoContract() async throws {
    let lines = (0..<60).map { number in
      let even = number.isMultiple(of: 2)
      return """
        {"state": "\(even ? "open" : "closed")", "password": "\(even ? "hunter2" : "s3cret-pw")",
        "login": {"access_token": "\(even ? "abcdef12" : "34fedcba")", "password": \(even ? 471100 : 471200)},
        "notes": ["\(even ? "x" : "ghp_0123456789abcdefghijABCDEFGHIJ012345")"], "count": 4711}
        """.replacing("\n", with: " ")
    }
    let secrets = ["hunter2", "s3cret", "abcdef12", "34fedcba", "471200", "ghp_"]
    try await Project.with(["a.ndjson": lines.joined(separator: "\n")]) { project in
      let contract = await CommandRun(["infer", "a.ndjson"], in: project.root)
      #expect(contract.code == .conforms && contract.output.contains(#""closed", "open""#))
      #expect(contract.output.contains("[4711, 4711]"), "the bounds of a number that is no secret")
      let summary = await CommandRun(["infer", "--summary", "a.ndjson"], in: project.root)
      for secret in secrets {
        #expect(!contract.output.contains(secret) && !summary.output.contains(secret), "\(secret)")
      }
      try project.write(summary.output, to: "a.summary")
      let merged = await CommandRun(["infer", "--merge", "a.summary"], in: project.root)
      #expect(merged.output == contract.output)
    }
  }

  @Test func contractGoesToStandardOutputOrIntoAFile() async throws {
    try await Project.with(["a.json": #"{"id": 1}"#, "b.json": #"{"id": 2}"#]) { project in
      let printed = await CommandRun(
        ["infer", "a.json", "b.json", "--format", "json=report.json"], in: project.root)
      #expect(printed.code == .conforms)
      #expect(printed.output.hasPrefix("{\n  \"$schema\": "))
      let report = try project.text("report.json")
      #expect(report.contains(#""command": "infer""#))
      let stored = await CommandRun(
        ["infer", "b.json", "a.json", "-o", "out/c.schema.json"], in: project.root)
      #expect(stored.code == .conforms)
      #expect(stored.output.contains("wrote out/c.schema.json from 2 samples"))
      // The order of the samples does not matter.
      #expect(try project.text("out/c.schema.json") == printed.output)
      let check = await CommandRun(
        ["validate", "--contract", "out/c.schema.json", "a.json", "b.json"], in: project.root)
      #expect(check.code == .conforms)
    }
  }

  /// Numbers that no `Double` holds are numbers: the contract fits its sample, and a summary is JSON
  /// that gives the same contract.
  @Test(arguments: [
    "1e999", "-1e999", "1E400", "1e-999", "-0e99999999999", "1e99999999999",
    String(repeating: "9", count: 400), "-" + String(repeating: "1", count: 400) + ".5",
  ])
  func numbersBeyondEveryDoubleAreNumbers(number: String) async throws {
    let files = [
      "a.json": #"{"created_at": \#(number), "list": [\#(number), 1]}"#,
      "b.json": #"{"created_at": 2, "list": [3]}"#,
    ]
    try await Project.with(files) { project in
      for name in ["a", "b"] {
        let summary = await CommandRun(
          ["infer", "--summary", "\(name).json", "-o", "\(name).summary"], in: project.root)
        #expect(summary.code == .conforms)
      }
      let whole = await CommandRun(
        ["infer", "a.json", "b.json", "-o", "c.schema.json"], in: project.root)
      let merged = await CommandRun(
        ["infer", "--merge", "a.summary", "b.summary"], in: project.root)
      #expect(whole.code == .conforms && merged.code == .conforms)
      let contract = try project.text("c.schema.json")
      #expect(contract == merged.output)
      let check = await CommandRun(
        ["validate", "--contract", "c.schema.json", "a.json", "b.json"], in: project.root)
      #expect(check.code == .conforms)
      let alone = await CommandRun(["infer", "a.json"], in: project.root)
      #expect(alone.code == .conforms && alone.errors.isEmpty)
      let diff = await CommandRun(["diff", "a.json", "b.json"], in: project.root)
      #expect([.conforms, .findings].contains(diff.code))
    }
  }

  /// A contract nests deeper than its samples, and is read to that depth wherever it is read.
  @Test func contractOfTheDeepestSampleCanBeUsed() async throws {
    let deep =
      String(repeating: #"{"a":["#, count: 256) + "1" + String(repeating: "]}", count: 256)
    try await Project.with(["a.json": deep, "b.json": deep.replacing("1", with: "true")]) {
      project in
      let infer = await CommandRun(["infer", "a.json", "-o", "c.schema.json"], in: project.root)
      #expect(infer.code == .conforms)
      let check = await CommandRun(
        ["validate", "--strict", "--contract", "c.schema.json", "a.json", "b.json"],
        in: project.root)
      #expect(check.code == .findings && check.output.contains("expected integer, found boolean"))
      #expect(check.output.hasSuffix("\n1 breaking\n"))
      let diff = await CommandRun(["diff", "c.schema.json", "b.json"], in: project.root)
      #expect(diff.code == .findings && diff.output.contains("type-changed"))
      #expect(diff.output.contains("compared the contract c.schema.json with b.json"))
    }
  }

  @Test func brokenSampleMakesNoContract() async throws {
    let files = ["a.json": #"{"id": 1}"#, "b.json": "{", "c.schema.json": "old"]
    try await Project.with(files) { project in
      let run = await CommandRun(
        ["infer", "a.json", "b.json", "-o", "c.schema.json"], in: project.root)
      #expect(run.code == .findings && run.output.contains("b.json:1:2: breaking invalid-json"))
      let contract = try project.text("c.schema.json")
      #expect(contract == "old")
    }
  }

  @Test func linesThatAreNoJSONAreToldAndLeftOut() async throws {
    let lines = ["{\"id\": 1}", "{\"id\": 01}", "", "{\"id\": 2}", "<html>"]
    let files = ["a.ndjson": lines.joined(separator: "\n"), "good.json": "{\"id\": 3}"]
    try await Project.with(files) { project in
      let stored = await CommandRun(
        ["infer", "a.ndjson", "good.json", "-o", "c.schema.json"], in: project.root)
      #expect(stored.code == .findings)
      #expect(stored.output.contains("a.ndjson:2:8: breaking invalid-json"))
      #expect(stored.output.contains("a.ndjson:5:1: breaking not-json"))
      #expect(stored.output.contains("2 lines are no JSON and left out"))
      #expect(stored.output.contains("wrote c.schema.json from 3 samples"))
      // The contract is on standard output, so the findings are not.
      let printed = await CommandRun(["infer", "a.ndjson", "good.json"], in: project.root)
      #expect(printed.code == .findings)
      let contract = try project.text("c.schema.json")
      #expect(contract == printed.output)
      #expect(printed.errors.contains("a.ndjson:2:8: breaking invalid-json"))
    }
  }

  @Test func linesOfWhichNoneIsJSONMakeNoContract() async throws {
    try await Project.with(["a.ndjson": "{\n{\n"]) { project in
      let run = await CommandRun(["infer", "a.ndjson"], in: project.root)
      #expect(run.code == .findings && !run.output.contains("$schema"))
      #expect(run.output.contains("nothing was written"))
    }
  }

  @Test(arguments: ["{\"id\": 1}\n{\"id\": 2}\n", "[{\"id\": 1},\n {\"id\": 2}]"])
  func standardInputIsADocumentOrLines(_ text: String) async throws {
    let isLines = text.hasPrefix("{")
    try await Project.with([isLines ? "a.ndjson" : "a.json": text]) { project in
      let file = await CommandRun(["infer", "."], in: project.root)
      let piped = await CommandRun(["infer", "-"], in: project.root, input: text)
      #expect(piped.code == .conforms && piped.output == file.output)
      #expect(piped.output.contains("\"items\"") == !isLines)
    }
  }

  @Test func storedContractsAreRefreshedFromFixtures() async throws {
    try await Project.ofRepository { project in
      let file = "Contracts/themealdb/recipe.schema.json"
      let original = try project.text(file)
      let unchanged = await CommandRun(["infer", "themealdb"], in: project.root)
      #expect(unchanged.code == .conforms)
      #expect(unchanged.output.contains("\(file): unchanged"))
      try FileManager.default.removeItem(at: project.url(file))
      let written = await CommandRun(["infer", "themealdb/recipe"], in: project.root)
      #expect(written.output.contains("\(file): written from 12 fixtures"))
      #expect(try project.text(file) == original)

      try project.edit("Fixtures/themealdb/recipe/52958.json", #""strMeal""#, #""title""#)
      let rewritten = await CommandRun(["infer", "themealdb/recipe"], in: project.root)
      #expect(rewritten.output.contains("\(file): rewritten from 12 fixtures"))
      #expect(try project.text(file) != original)

      try project.write("<html>", to: "Fixtures/themealdb/recipe/52958.json")
      let left = await CommandRun(["infer", "themealdb/recipe"], in: project.root)
      #expect(left.code == .findings)
      #expect(left.output.contains("left as it is, because a fixture is broken"))
    }
  }

  @Test func nearMissesAreSuggested() async throws {
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let run = await CommandRun(["infer", "themealdb/recpie"], in: project.root)
      #expect(run.code == .failure)
      #expect(
        run.errors == """
          mealdb-contract: cannot read themealdb/recpie: there is no such file or folder
          did you mean the suite or endpoint 'themealdb/recipe'?

          """)
      let mixed = await CommandRun(["infer", "themealdb", "-o", "c.json"], in: project.root)
      #expect(mixed.code == .usage)
      let none = await CommandRun(["infer", "spacex/latest"], in: project.root)
      #expect(none.output.contains("'mealdb-contract record spacex/latest' makes them"))
    }
  }
}
