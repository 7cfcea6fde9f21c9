import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

@Suite struct DiffCommandTests {
  /// How sure a matching is stands where a program finds it, and where nothing was matched nothing does.
  @Test func confidenceIsStatedWhereDriftWasMatched() async throws {
    let old =
      #"[{"id":"1","name":"Soup of the day"},{"id":"2","name":"Bread"},{"id":"3","name":"Pie"}]"#
    let new = old.replacing("\"name\"", with: "\"title\"")
    try await Project.with(["old.json": old, "new.json": new, "more.json": #"[{"id":"1"}]"#]) {
      project in
      let renamed = try await CommandRun.report(["diff", "old.json", "new.json"], in: project.root)
      #expect(renamed.findings.map { $0["confidence"] } == ["certain"])
      let removed = try await CommandRun.report(
        ["diff", "old.json", "more.json"], in: project.root)
      #expect(!removed.findings.isEmpty)
      #expect(removed.findings.allSatisfy { $0["confidence"] == nil })
    }
  }

  @Test func changeIsToldOnceWithBothPaths() async throws {
    let files = [
      "old/a.json": #"{"id": 1, "name": "x"}"#, "old/b.json": #"{"id": 2, "name": "y"}"#,
      "new/a.json": #"{"id": 1}"#, "new/b.json": "{\n  \"id\": 2\n}",
    ]
    try await Project.with(files) { project in
      let report = try await CommandRun.report(["diff", "old", "new"], in: project.root)
      #expect(report.rules == ["key-removed"] && report.code == 1)
      let finding = try #require(report.findings.first)
      #expect(finding["path"] == "$.name" && finding["file"] == "new/a.json")
      #expect(finding.place == "1:1" && finding["pointer"] == "/name")
      let change = try #require(finding.value["change"])
      #expect(change["from"]?.string == "$.name" && change["kind"]?.string == "removed")
      #expect(change["to"]?.isNull == true)
      let mapping = try #require(report.document.root["mapping"])
      let pairs = mapping.elements.map {
        "\($0["from"]?.string ?? "-") \($0["kind"]?.string ?? "")"
      }
      #expect(pairs.contains("$.id same") && pairs.contains("$.name removed"))
    }
  }

  @Test func equalSidesDoNotDiffer() async throws {
    let run = await CommandRun(
      ["diff", "Fixtures/themealdb/recipe", "Fixtures/themealdb/recipe"],
      in: TestFolders.packageRoot)
    #expect(run.code == .conforms)
    #expect(run.output.hasSuffix("no findings\n"))
    #expect(run.output.contains("compared 12 documents in Fixtures/themealdb/recipe"))
  }

  @Test func contractMayStandOnEitherSide() async throws {
    let contract = "Contracts/themealdb/categories.schema.json"
    let documents = "Fixtures/themealdb/categories"
    for sides in [[contract, documents], [documents, contract], [contract, contract]] {
      let run = await CommandRun(["diff"] + sides, in: TestFolders.packageRoot)
      #expect(run.code == .conforms, "\(run.output)")
      let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("the contract \(contract)"))
    }
  }

  @Test func samplesMayBeLinesOfAFile() async throws {
    let files = [
      "old.ndjson": "{\"n\": 1}\n{\"n\": 2}\n", "new.ndjson": "{\"n\": 3}\n{\"n\": \"4\"}\n",
    ]
    try await Project.with(files) { project in
      let report = try await CommandRun.report(
        ["diff", "old.ndjson", "new.ndjson"], in: project.root)
      #expect(report.findings.count == 1)
      #expect(report.findings.first?.place == "2:7")
    }
  }

  @Test func sideThatIsNoJSONIsNoDrift() async throws {
    try await Project.with(["old.json": #"{"id": 1}"#, "new.json": "<html>"]) { project in
      let report = try await CommandRun.report(["diff", "old.json", "new.json"], in: project.root)
      #expect(report.rules == ["not-json"] && report.code == 1)
    }
  }

  @Test func brokenContractIsAFailure() async throws {
    let files = ["old.schema.json": #"{"type": "objct"}"#, "new.json": "{}"]
    try await Project.with(files) { project in
      let run = await CommandRun(["diff", "old.schema.json", "new.json"], in: project.root)
      #expect(run.code == .failure)
      #expect(run.errors.hasPrefix("mealdb-contract: old.schema.json:1:10: "), "\(run.errors)")
    }
  }

  @Test(arguments: [
    ([], "missing argument: OLD and NEW"), (["a.json"], "missing argument: NEW"),
    (["--summary"], "'--summary' goes with one side"),
  ])
  func sideThatIsMissingIsNamed(_ inputs: [String], _ message: String) async throws {
    try await Project.with(["a.json": "{}"]) { project in
      let run = await CommandRun(["diff"] + inputs, in: project.root)
      #expect(run.code == .usage && run.errors.contains(message), "\(run.errors)")
    }
  }
}
