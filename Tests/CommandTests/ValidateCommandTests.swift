import ContractTesting
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

@Suite(.computing) struct ValidateCommandTests {
  /// A pipe that takes 1 for a crash gets 0, with the same report.
  @Test func findingsMayExitWithZero() async throws {
    try await Project.with(["a.json": "{"]) { project in
      let usual = await CommandRun(["validate", "a.json"], in: project.root)
      let zero = await CommandRun(["validate", "a.json", "--exit-zero"], in: project.root)
      #expect(usual.code == .findings && zero.code == .conforms && zero.output == usual.output)
      let missing = await CommandRun(["validate", "b.json", "--exit-zero"], in: project.root)
      #expect(missing.code == .failure)
    }
  }

  @Test func goodDocumentsGiveNoFinding() async throws {
    try await Project.with(["a.json": "{}", "b.json": "[1]"]) { project in
      let run = await CommandRun(["validate", "a.json", "b.json"], in: project.root)
      #expect(run.code == .conforms)
      #expect(run.output == "note: read 2 documents\n\nno findings\n")
      #expect(run.errors.isEmpty)
    }
  }

  @Test func syntaxErrorHasLineColumnAndCaret() async throws {
    try await Project.with(["a.json": "{\n  \"id\": 01\n}\n"]) { project in
      let run = await CommandRun(["validate", "a.json", "-q"], in: project.root)
      #expect(run.code == .findings)
      #expect(
        run.output == """
          a.json:2:9: breaking invalid-json: a number must not begin with 0
             2 |   "id": 01
               |         ^

          """)
    }
  }

  @Test(arguments: [
    ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "invalid-utf8"), ([], "empty-body"),
    (Array(repeating: 0x5B, count: 600), "too-deep"), ([0x22, 0xFF, 0x22], "invalid-utf8"),
    ([0x20, 0x0A], "empty-body"), (Array("Not Found".utf8), "not-json"),
    (Array("<html>".utf8), "not-json"), (Array("nul".utf8), "invalid-json"),
  ])
  func bytesThatAreNoDocumentAreNamed(_ bytes: [UInt8], _ rule: String) async throws {
    try await Project.with { project in
      try project.write(bytes, to: "a.json")
      let report = try await CommandRun.report(["validate", "a.json"], in: project.root)
      #expect(report.rules == [rule] && report.code == 1)
      #expect(report.findings.first?.place != nil)
    }
  }

  @Test func standardInputIsADash() async throws {
    try await Project.with { project in
      let report = try await CommandRun.report(["validate", "-"], in: project.root, input: "[1,]")
      #expect(report.rules == ["invalid-json"])
      #expect(report.findings.first?["file"] == "-" && report.findings.first?.place == "1:3")
    }
  }

  @Test(arguments: ["a.ndjson", "a.jsonl", "a.NDJSON"])
  func eachLineIsADocument(_ name: String) async throws {
    let text = "{\"id\": 1}\r\n\n{\"id\": 01}\n  \n{\"id\":\n{\"id\": 4}"
    try await Project.with([name: text]) { project in
      let report = try await CommandRun.report(["validate", name], in: project.root)
      #expect(report.findings.map(\.place) == ["3:8", "5:7"])
      let run = await CommandRun(["validate", name], in: project.root)
      #expect(run.output.contains("read 4 documents"))
      #expect(run.output.contains("   5 | {\"id\":\n"))
    }
  }

  @Test func folderGivesItsSamplesInOrder() async throws {
    let files = [
      "in/b.json": "{", "in/a/c.json": "{", "in/a.http.json": "{", "in/x.schema.json": "{",
      "in/p.pending.json": "{", "in/.hidden/d.json": "{", "in/notes.txt": "{",
      "in/folder.json/e.json": "{",
    ]
    try await Project.with(files) { project in
      for input in ["in", "in/"] {
        let report = try await CommandRun.report(["validate", input], in: project.root)
        #expect(
          report.findings.map { $0["file"] } == [
            "in/a/c.json", "in/b.json", "in/folder.json/e.json",
          ])
      }
    }
  }

  @Test(arguments: [
    ("missing.json", "cannot read missing.json: there is no such file or folder"),
    ("empty", "there is no .json, .ndjson or .jsonl file in empty"),
    ("none.ndjson", "there is no document in none.ndjson"),
  ])
  func whatCannotBeReadIsAFailure(_ input: String, _ message: String) async throws {
    try await Project.with(["empty/readme.txt": "", "none.ndjson": "\n"]) { project in
      let run = await CommandRun(["validate", input], in: project.root)
      #expect(run.code == .failure && run.output.isEmpty)
      #expect(run.errors == "mealdb-contract: \(message)\n")
    }
  }

  @Test func violationNamesKeywordAndPlace() async throws {
    let contract = """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
       "properties": {"a": {"type": "string"}}, "required": ["z"]}
      """
    let files = ["c.schema.json": contract, "a.json": "{\n  \"a\": 1,\n  \"a\": 2\n}"]
    try await Project.with(files) { project in
      let run = await CommandRun(
        ["validate", "--contract", "c.schema.json", "a.json", "-q"], in: project.root)
      #expect(run.code == .findings)
      #expect(
        run.output.contains(
          """
          a.json:2:8: breaking schema-violation
              type: expected string, found integer (c.schema.json#/properties/a/type)
             2 |   "a": 1,
               |        ^
              at        /a
          """), "\(run.output)")
      let report = try await CommandRun.report(
        ["validate", "--contract", "c.schema.json", "a.json"], in: project.root)
      let violations = report.findings(of: "schema-violation")
      // Both members of the name are shown, each at its own place.
      #expect(violations.map(\.place) == ["2:8", "3:8", "1:1"])
      #expect(violations.last?["pointer"] == "/z" && violations.last?["path"] == "$.z")
    }
  }

  @Test(arguments: [
    ("{\n  \"type\": ", "2:11: expected a value, found the end of the text"),
    ("{\n  \"type\": \"objct\"\n}", "2:11: \"objct\" is no type (at '/type')"),
    ("<html>", "1:1: "),
  ])
  func brokenContractIsAFailureWithItsPlace(_ contract: String, _ place: String) async throws {
    try await Project.with(["c.schema.json": contract, "a.json": "{}"]) { project in
      let run = await CommandRun(
        ["validate", "--contract", "c.schema.json", "a.json"], in: project.root)
      #expect(run.code == .failure && run.output.isEmpty)
      #expect(run.errors.hasPrefix("mealdb-contract: c.schema.json:\(place)"), "\(run.errors)")
    }
  }

  @Test func formatsAreAssertedOnRequestOnly() async throws {
    let contract = #"{"type": "string", "format": "date-time"}"#
    try await Project.with(["c.schema.json": contract, "a.json": #""today""#]) { project in
      let arguments = ["validate", "--contract", "c.schema.json", "a.json"]
      #expect(await CommandRun(arguments, in: project.root).code == .conforms)
      let run = await CommandRun(arguments + ["--assert-formats"], in: project.root)
      #expect(run.code == .findings)
    }
  }

  @Test func schemasAreResolvedInFoldersOnly() async throws {
    let contract = #"{"$ref": "https://example.com/schemas/name.json"}"#
    let files = [
      "c.schema.json": contract, "lib/name.json": #"{"type": "string"}"#, "a.json": "1",
    ]
    try await Project.with(files) { project in
      let arguments = ["validate", "--contract", "c.schema.json", "a.json"]
      let unknown = await CommandRun(arguments, in: project.root)
      #expect(unknown.code == .failure)
      #expect(unknown.errors.contains("c.schema.json:1:10: "), "\(unknown.errors)")
      let resolved = await CommandRun(
        arguments + ["--resolve", "https://example.com/schemas/=lib", "-q"], in: project.root)
      #expect(resolved.code == .findings)
      #expect(resolved.output.contains("expected string, found integer"), "\(resolved.output)")
      #expect(resolved.output.contains("https://example.com/schemas/name.json#/type"))
      for wrong in ["lib", "=lib"] {
        let usage = await CommandRun(arguments + ["--resolve", wrong], in: project.root)
        #expect(usage.code == .usage && usage.errors.contains("'\(wrong)' is no URI-PREFIX=DIR"))
      }
    }
  }

  @Test func schemaThatIsFalseSaysThatNoValueFits() async throws {
    let contract = #"{"properties": {"old": false}}"#
    try await Project.with(["c.schema.json": contract, "a.json": #"{"old": 1}"#]) { project in
      let report = try await CommandRun.report(
        ["validate", "--contract", "c.schema.json", "a.json"], in: project.root)
      #expect(report.findings.map(\.place) == ["1:9"])
      #expect(
        report.findings.first?["message"]
          == "false: expected no value at all, found 1 (c.schema.json#/properties/old)")
    }
  }

  @Test func closestAlternativeIsReported() async throws {
    let contract = """
      {"oneOf": [
        {"properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}, "required": ["r"]},
        {"properties": {"kind": {"const": "square"}, "side": {"type": "number"}}}
      ]}
      """
    let files = [
      "c.schema.json": contract, "a.ndjson": "\n{\"kind\": \"square\", \"side\": \"2\"}\n",
    ]
    try await Project.with(files) { project in
      let report = try await CommandRun.report(
        ["validate", "--contract", "c.schema.json", "a.ndjson"], in: project.root)
      #expect(report.findings.map(\.place) == ["2:1"])
      #expect(
        report.findings.first?["message"]?.contains(
          "the closest alternative: at '/side' expected number, found string") == true)
    }
  }

  /// A stream of any length has a report that fits in memory, and the verdict is still right.
  @Test func findingsOfAStreamAreLimited() async throws {
    let limit = FindingTally.Limits.stream.first
    let duplicates = String(repeating: "{\"a\": 1, \"a\": 2}\n", count: limit + 5)
    try await Project.with(["a.ndjson": duplicates + "{\n"]) { project in
      let report = try await CommandRun.report(["validate", "a.ndjson"], in: project.root)
      #expect(report.findings.count == limit + 1)
      #expect(report.findings.last?.rule == "invalid-json" && report.code == 1)
    }
  }

  /// Whatever is listed, the counts are of all findings, and each format says what is not listed.
  @Test(arguments: ["text", "json", "junit", "github"])
  func countsAreOfAllFindings(format: String) async throws {
    let count = FindingTally.Limits.stream.first + 1234
    let lines = String(repeating: "{\"a\": 1}\n", count: count)
    let files = ["a.ndjson": lines, "c.json": #"{"properties": {"a": {"type": "string"}}}"#]
    try await Project.with(files) { project in
      let run = await CommandRun(
        ["validate", "--contract", "c.json", "a.ndjson", "--format", format], in: project.root)
      #expect(run.code == .findings)
      switch format {
      case "text":
        #expect(run.output.contains("… and \(count - 3) more like this"))
        #expect(
          run.output.hasSuffix(
            "\n\(count) breaking of 1 cause; 1234 of them are counted and not listed\n"))
      case "json":
        #expect(run.output.contains("\"breaking\": \(count),"))
        #expect(run.output.contains("\"notShown\": 1234\n"))
      case "junit":
        #expect(run.output.contains("\(count) breaking, 0 warning, 0 info, 0 waived; 1234 of them"))
      default:
        #expect(run.output.contains("and \(count - 1) more like this"))
        #expect(run.output.contains("::notice title=findings::\(count) breaking,"))
      }
    }
  }
}

/// Keywords that inference wrote are graded by the samples that they were inferred from.
@Suite(.computing) struct EvidenceGradingTests {
  private static func lines(_ count: Int, _ member: (Int) -> String) -> String {
    (1...count).map { #"{"id": \#($0), "name": "n\#($0)"\#(member($0))}"# }.joined(separator: "\n")
  }

  private static let news = #"{"id": 1, "name": null, "rare": "x"}"#

  /// Infers a contract from lines, and validates others against it, from a file, a document or a pipe.
  private func validate(
    old: String, new: String, edit: (String) -> String = { $0 }, _ arguments: [String] = []
  ) async throws -> [[String]] {
    try await Project.with(["old.ndjson": old, "new.ndjson": new]) { project in
      let inferred = await CommandRun(["infer", "old.ndjson"], in: project.root)
      try project.write(Array(edit(inferred.output).utf8), to: "c.schema.json")
      try project.write(
        Array("[\(new.split(separator: "\n").joined(separator: ","))]".utf8), to: "new.json")
      var results: [[String]] = []
      for (input, text) in [("new.ndjson", nil), ("-", new)] as [(String, String?)] {
        let report = try await CommandRun.report(
          ["validate", "--contract", "c.schema.json", input] + arguments, in: project.root,
          input: text ?? "")
        results.append(report.findings.map { "\($0.level) \($0["path"] ?? "")" })
      }
      return results
    }
  }

  @Test func whatFewSamplesExcludeIsOnlyMentioned() async throws {
    let few = Self.lines(3) { _ in "" }
    for found in try await validate(old: few, new: Self.news + "\n" + few) {
      #expect(found == ["info $.name"])
    }
    for found in try await validate(old: few, new: Self.news + "\n" + few, ["--strict"]) {
      #expect(found == ["breaking $.name"])
    }
  }

  @Test(arguments: [
    // A document need not be the sample of before, later.
    (1, 1, "info"), (3, 3, "info"), (20, 20, "breaking"), (40, 3, "breaking"),
  ])
  func aMemberThatNoDocumentHasIsGoneOnlyOfMany(
    old: Int, new: Int, level: String
  ) async throws {
    let samples = Self.lines(old) { #", "note": "n\#($0)""# }
    for found in try await validate(old: samples, new: Self.lines(new) { _ in "" }) {
      #expect(Set(found) == ["\(level) $.note"])
    }
  }

  @Test(arguments: [(3, 2, "info"), (40, 40, "warning")])
  func aFormThatFewSamplesShowedIsOnlyMentioned(old: Int, new: Int, level: String) async throws {
    let samples = Self.lines(old) { _ in #", "value": "2026-07-01""# }
    for found in try await validate(old: samples, new: Self.lines(new) { _ in #", "value": """# }) {
      #expect(Set(found) == ["\(level) $.value"])
    }
  }

  @Test func whatManySamplesExcludeIsBreaking() async throws {
    let many = Self.lines(300) { _ in "" }
    let nulls = (1...40).map {
      #"{"id": \#($0), "name": \#($0 % 2 == 0 ? "null" : "\"n\"")}"#
    }.joined(separator: "\n")
    for found in try await validate(old: many, new: nulls) {
      #expect(Set(found) == ["breaking $.name"])
    }
  }

  @Test(arguments: [
    // A keyword that inference does not write, and a key without counts.
    (#""type": "string""#, #""type": "string", "minLength": 9"#, "$.name"),
    (#""required": ["#, #""required": ["wanted", "#, "$.wanted"),
  ])
  func whatAPersonWroteIsKeptToTheLetter(old: String, new: String, path: String) async throws {
    let few = Self.lines(3) { _ in "" }
    let found = try await validate(
      old: few, new: few, edit: { $0.replacing(old, with: new) })
    for list in found { #expect(Set(list) == ["breaking \(path)"]) }
  }

  @Test func whatTheSamplesContradictWasDecided() async throws {
    let samples = Self.lines(3) { _ in "" } + "\n" + #"{"id": 9, "name": null}"#
    let found = try await validate(
      old: samples, new: samples, edit: { $0.replacing(#"["string", "null"]"#, with: #""string""#) }
    )
    for list in found { #expect(list == ["breaking $.name"]) }
  }

  /// A document that shares no key with the samples, alone, in a list and in the lines of many.
  @Test(arguments: [
    (3, #"{"error": "no"}"#, ["breaking $.id", "breaking $.name"]),
    (3, "{}", ["breaking $.id", "breaking $.name"]),
    (300, #"{"name": "n"}"#, ["info $.id"]),
    (
      300, lines(40) { _ in "" } + "\n" + #"{"error": "no"}"#, ["breaking $.id", "breaking $.name"]
    ),
    (300, lines(40) { _ in "" } + "\n" + #"{"id": 1}"#, ["info $.name"]),
    (
      300, #"{"id": 1}"# + "\n" + #"{"error": "no"}"#,
      ["info $.name", "breaking $.id", "breaking $.name"]
    ),
  ])
  func documentsOfAnotherKindAreBreaking(samples: Int, new: String, expected: [String]) async throws
  {
    for found in try await validate(old: Self.lines(samples) { _ in "" }, new: new) {
      #expect(found == expected)
    }
  }

  /// In a list, one record of another kind says as much as the samples that it had.
  @Test(arguments: [(3, "info"), (30, "breaking")])
  func recordsOfAnotherKindNeedSamples(samples: Int, level: String) async throws {
    func list(_ lines: String) -> String {
      "[\(lines.split(separator: "\n").joined(separator: ","))]"
    }
    let known = Self.lines(samples) { _ in "" }
    for found in try await validate(old: list(known), new: list(known + "\n" + #"{"error": "no"}"#))
    {
      #expect(found == ["\(level) $[*].id", "\(level) $[*].name"])
    }
  }

  /// A date that is null in some records is one change, whose evidence is that of both.
  @Test func dateThatBecameNullIsGradedAsTheDate() async throws {
    let new = (1...40).map {
      #"{"id": \#($0), "name": "n", "day": \#($0 % 3 == 0 ? "null" : "\"--0\($0 % 9 + 1)-01\"")}"#
    }.joined(separator: "\n")
    let old = #"{"id": 1, "name": "n", "day": "2011-05-06"}"#
    for found in try await validate(old: old, new: new) {
      #expect(Set(found) == ["info $.day"])
    }
  }
}
