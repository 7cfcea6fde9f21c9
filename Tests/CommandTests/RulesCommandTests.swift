import ContractTesting
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

@Suite struct RulesCommandTests {
  private let root = TestFolders.packageRoot

  @Test func rulesListsEachRuleWithItsLevel() async throws {
    let run = await CommandRun(["rules"], in: root)
    #expect(run.code == .conforms)
    let lines = run.output.split(separator: "\n")
    for rule in Rule.all {
      let line = lines.first { $0.hasPrefix("  \(rule.id) ") }
      #expect(line?.contains(rule.level.rawValue) == true && line?.hasSuffix(rule.summary) == true)
    }
    let report = try await CommandRun.report(["rules"], in: root)
    let ids = report.document.root["rules"]?.elements.compactMap { $0["id"]?.string }
    #expect(ids == Rule.all.map(\.id))
    #expect(report.document.root["command"]?.string == "rules")
  }

  @Test(arguments: Rule.all.map(\.id)) func explainTellsMeaningAndExample(_ id: String) async throws
  {
    let rule = try #require(Rule[id])
    let run = await CommandRun(["explain", id], in: root)
    #expect(run.code == .conforms)
    #expect(run.output.hasPrefix("\(id): \(rule.summary)\nlevel \(rule.level.rawValue), "))
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(rule.explanation) && words.contains("example: "))
    for format in ["text", "json", "github", "junit", "markdown", "sarif", "lines", "ndjson"] {
      #expect(run.output.contains("\n  \(format) "), "\(format)")
    }
    let report = try await CommandRun.report(["explain", id], in: root)
    let entry = try #require(report.document.root["rules"]?[0])
    #expect(entry["formats"]?["lines"]?.string?.contains(" \(rule.level.rawValue) \(id) ") == true)
    // What is printed is a waiver that only lacks what its owner knows.
    let waiver = try #require(entry["waiver"].map { JSONNode($0) })
    let file = try WaiverFile(
      suite: "shop", name: "waivers.json", bytes: Array(JSONWriter.compact([waiver]).utf8))
    #expect(file.waivers.map(\.rule) == [rule] && file.waivers[0].reason.isEmpty)
  }

  @Test func unknownRuleSuggestsANearOne() async {
    let run = await CommandRun(["explain", "missing-kye"], in: root)
    #expect(run.code == .usage)
    #expect(
      run.errors == """
        mealdb-contract: unknown rule 'missing-kye'; did you mean 'missing-key'?
        see 'mealdb-contract explain --help'

        """)
  }

  @Test func ruleFarFromAllIsSentToTheList() async {
    let run = await CommandRun(["explain", "weather"], in: root)
    #expect(run.errors.contains("unknown rule 'weather'; 'mealdb-contract rules' lists them\n"))
  }

  @Test(arguments: ["github", "junit"]) func rulesAreNoFindings(_ format: String) async {
    for command in [["rules"], ["explain", "missing-key"]] {
      let run = await CommandRun(command + ["--format", format], in: root)
      #expect(run.code == .usage && run.output.isEmpty)
    }
  }
}
