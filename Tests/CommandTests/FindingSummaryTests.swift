import ContractTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// What `validate` and `decode` find in parts, joined: the same bytes as of the whole.
@Suite(.computing) struct FindingSummaryTests {
  struct Order: Decodable {
    let id: Int
    let name: String
    let tags: [String: Int]?
  }

  private static let dtos = [DTOBinding(Order.self)]

  /// Lines of which most fail: in the contract, as JSON, and with keys twice.
  private static let lines: [String] = (0..<300).map { number in
    switch number % 10 {
    case 0: "{\"id\": \(number), \"name\": null}"
    case 1: "{\"id\": \"\(number)\", \"name\": \"a\", \"tags\": {\"k\(number)\": \"x\"}}"
    case 2: number % 3 == 0 ? "{\"id\": \(number)," : "{\"name\": \"é\(number)\"}"
    case 3: "{\"id\": 1, \"name\": \"a\", \"d\(number)\": 1, \"d\(number)\": 2}"
    case 4: number % 7 == 0 ? "" : "{\"id\": 1.5, \"id\": 2, \"name\": [1, 2, 3]}"
    case 5...7: "{\"x\(number)\": 1, \"x\(number)\": 2, \"id\": 1, \"name\": \"b\"}"
    default: "{\"id\": \(number), \"name\": \"n\(number)\", \"tags\": {\"k\": 1}}"
    }
  }

  private static let contract = #"""
    {"type": "object", "required": ["id", "name"], "x-observed": {"samples": 3},
     "properties": {
       "id": {"type": "integer", "x-observed": {"present": 3}},
       "name": {"type": "string", "x-observed": {"present": 3}},
       "tags": {"type": "object", "additionalProperties": {"type": "integer"}}}}
    """#

  /// A part of the lines, by the first one and the one behind the last.
  private struct Part {
    let range: Range<Int>
    var text: String { lines[range].map { $0 + "\n" }.joined() }
    var place: [String] {
      [
        "--name", "all.ndjson", "--first-line", String(range.lowerBound + 1), "--offset",
        String(lines[..<range.lowerBound].reduce(0) { $0 + $1.utf8.count + 1 }),
      ]
    }
  }

  private static func parts(_ bounds: [Int]) -> [Part] {
    zip([0] + bounds, bounds + [lines.count]).map { Part(range: $0..<$1) }
  }

  /// The last part of each division is empty or has a broken first line.
  private static let divisions = [
    [0, 12, 12, 200], (1..<8).map { $0 * 37 }, [300],
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let command: [String]
    var options: [String] = []
    var testDescription: String { (command + options).joined(separator: " ") }
  }

  private static let cases = [
    Case(command: ["validate"]),
    Case(command: ["validate", "--contract", "c/order.schema.json"]),
    Case(
      command: ["validate", "--contract", "c/order.schema.json", "--strict"],
      options: ["--examples", "0"]),
    Case(command: ["decode", "--as", "Order"], options: ["--jobs", "2"]),
    Case(command: ["decode", "--as", "Order"], options: ["--examples", "7"]),
  ]

  private func run(
    _ arguments: [String], _ project: Project, input: String = ""
  ) async -> CommandRun {
    await CommandRun(arguments, in: project.root, input: input, dtos: Self.dtos)
  }

  @Test(arguments: cases)
  func partsJoinToTheSummaryOfTheWhole(_ sample: Case) async throws {
    let files = [
      "all.ndjson": Self.lines.map { $0 + "\n" }.joined(), "c/order.schema.json": Self.contract,
    ]
    try await Project.with(files) { project in
      let plain = try await CommandRun.report(
        sample.command + ["all.ndjson"], in: project.root, dtos: Self.dtos)
      let whole = await run(
        sample.command + sample.options + ["--summary", "all.ndjson"], project)
      #expect(whole.code == .findings && whole.output.split(separator: "\n").count == 1)
      for bounds in Self.divisions {
        var summaries: [String] = []
        for part in Self.parts(bounds) {
          let run = await run(
            sample.command + sample.options + ["--summary", "--exit-zero", "--lines"] + part.place
              + ["-"],
            project, input: part.text)
          #expect(run.code == .conforms && run.errors.isEmpty, "\(run.errors)")
          summaries.append(run.output)
        }
        // In another order, and some joined before the others.
        let merge = [sample.command[0], "--merge", "--summary", "-"]
        let half = await run(merge, project, input: summaries.dropFirst().reversed().joined())
        let joined = await run(merge, project, input: half.output + summaries[0])
        #expect(joined.output == whole.output, "\(bounds.count) parts: \(joined.errors)")
        #expect(joined.code == whole.code)
      }
      let report = await run(
        [sample.command[0], "--merge", "-", "--format", "json"], project, input: whole.output)
      let merged = try ReadReport(report.output, code: report.code.rawValue)
      #expect(merged.code == plain.code)
      for level in ["breaking", "warning", "info"] {
        let count = merged.document.root["summary"]?[level]?.numberText
        #expect(count == plain.document.root["summary"]?[level]?.numberText, "\(level)")
      }
    }
  }

  /// Who does not say at which byte a part begins gets the same first examples all the same.
  @Test(arguments: [["validate"], ["decode", "--as", "Order"]])
  func partsWithoutTheirBytesKeepTheirOrder(_ command: [String]) async throws {
    let files = ["all.ndjson": Self.lines.map { $0 + "\n" }.joined()]
    try await Project.with(files) { project in
      let whole = await run(command + ["--summary", "all.ndjson"], project)
      var summaries = ""
      for part in Self.parts([12, 200]).reversed() {
        let place = Array(part.place.prefix(4))
        summaries += await run(
          command + ["--summary", "--exit-zero", "--lines"] + place + ["-"], project,
          input: part.text
        ).output
      }
      let merge = [command[0], "--merge", "-", "--format", "lines"]
      let expected = await run(merge, project, input: whole.output)
      let joined = await run(merge, project, input: summaries)
      #expect(!joined.output.isEmpty && joined.output == expected.output)
    }
  }

  /// Files in any order of arguments, and a folder, give what their parts give.
  @Test func orderOfFilesDoesNotShow() async throws {
    let files = [
      "a.ndjson": "{\"id\": 1, \"id\": 2}\n{\"id\": 1, \"id\": 2}\n",
      "b.json": "{\"id\": 1,\n \"id\": 2}", "B.json": "{",
      "c.ndjson": "\n{\"id\": 1, \"id\": 2}\n{}\n",
    ]
    try await Project.with(files) { project in
      let whole = await run(["validate", "--summary", "--examples", "2", "."], project)
      #expect(whole.code == .findings)
      var parts: [String] = []
      for name in files.keys.sorted() {
        let one = await run(["validate", "--summary", "--examples", "2", "./\(name)"], project)
        parts.append(one.output)
      }
      let backwards = await run(
        ["validate", "--summary", "--examples", "2"]
          + files.keys.sorted().reversed().map { "./\($0)" },
        project)
      let joined = await run(
        ["validate", "--merge", "--summary", "-"], project, input: parts.reversed().joined())
      #expect(backwards.output == whole.output && joined.output == whole.output)
    }
  }

  /// A place in standard input is the place in what it is a part of.
  @Test func placesAreThoseOfTheWhole() async throws {
    let run = await CommandRun(
      [
        "validate", "--name", "day.ndjson", "--first-line", "11", "--offset", "200", "--format",
        "ndjson", "-",
      ], in: .temporaryDirectory, input: "{}\n\n{\"a\": 1, \"a\": 2}\n{\"b\"\n")
    let lines = try run.output.split(separator: "\n").map { try JSONDocument(Array($0.utf8)).root }
    #expect(lines.count == 3)
    let first = try #require(lines.first)
    #expect(first["file"]?.string == "day.ndjson" && first["line"]?.numberText == "13")
    #expect(first["offset"]?.numberText == "213" && first["column"]?.numberText == "10")
    #expect(first["value"]?.string == "\"a\"" && first["fingerprint"]?.string?.count == 12)
    #expect(lines[1]["line"]?.numberText == "14" && lines[1]["offset"]?.numberText == "225")
    #expect(lines[2]["summary"]?["breaking"]?.numberText == "1")
  }

  @Test func valuesThatAreCredentialsAreNotInSummaries() async throws {
    let secret = "{\"password\": \"hunter2hunter2\"}\n"
    try await Project.with(["c.json": #"{"properties": {"password": {"type": "integer"}}}"#]) {
      project in
      for options in [["--summary"], ["--format", "ndjson"]] {
        let run = await run(
          ["validate", "--contract", "c.json", "--lines", "-"] + options, project, input: secret)
        #expect(run.output.contains("/password") && !run.output.contains("hunter2"))
      }
    }
  }

  struct Misuse: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    var input = ""
    let message: String
    var code = ExitCode.failure
    var testDescription: String { arguments.joined(separator: " ") + " " + input.prefix(40) }
  }

  private static let summary =
    #"{"x-findings": 1, "command": "validate", "documents": 1, "lines": 1, "broken": 0, "#
    + #""examples": 3, "causes": [], "others": []"#

  private static let tooMany = summary.replacingOccurrences(
    of: #""documents": 1"#, with: #""documents": 9223372036854775807"#)

  private static let atMost = summary.replacingOccurrences(
    of: #""documents": 1"#, with: #""documents": 9007199254740992"#)

  /// A summary with one cause.
  private static func cause(count: String = "1", example: String = "") -> String {
    let cause =
      #"{"rule": "invalid-json", "level": "breaking", "id": "0000000000000000", "count": \#(count), "#
      + #""examples": [{"document": 0, "message": "m"\#(example)}]}"#
    return summary.replacingOccurrences(of: #""causes": []"#, with: #""causes": [\#(cause)]"#) + "}"
  }

  /// What the damaged ones are made from is sound.
  @Test func undamagedCauseIsRead() async {
    let run = await CommandRun(
      ["validate", "--merge", "-"], in: .temporaryDirectory,
      input: Self.cause(example: #", "line": 1, "column": 1"#))
    #expect(run.code == .findings, "\(run.errors)")
  }

  @Test(arguments: [
    Misuse(
      arguments: ["validate", "--merge", "-"], input: "{\"x-findings\": 7}",
      message: "-:1: a summary that is damaged or of another version of this program\n"),
    Misuse(
      arguments: ["validate", "--merge", "-"], input: tooMany + "}\n" + tooMany + "}",
      message: "-:1: a summary that is damaged"),
    Misuse(
      arguments: ["validate", "--merge", "-"], input: cause(count: "9223372036854775807"),
      message: "-:1: a summary that is damaged"),
    Misuse(
      arguments: ["validate", "--merge", "-"],
      input: (cause(count: "9007199254740992") + "\n") + (cause() + "\n"),
      message: "-:2: a summary whose counts cannot be added"),
    Misuse(
      arguments: ["validate", "--merge", "-"],
      input: String(repeating: atMost + "}\n", count: 2000),
      message: "-:2: a summary whose counts cannot be added"),
    Misuse(
      arguments: ["validate", "--merge", "-"], input: cause(example: #", "line": 0"#),
      message: "-:1: a summary that is damaged"),
    Misuse(
      arguments: ["validate", "--merge", "-"], input: cause(example: #", "column": 0"#),
      message: "-:1: a summary that is damaged"),
    Misuse(
      arguments: ["validate", "--strict", "b.json"], message: "'--strict' goes with --contract",
      code: .usage),
    Misuse(
      arguments: ["validate", "--assert-formats", "b.json"],
      message: "'--assert-formats' goes with --contract", code: .usage),
    Misuse(
      arguments: ["validate", "--resolve", "foo", "b.json"],
      message: "'--resolve' goes with --contract", code: .usage),
    Misuse(
      arguments: ["validate", "--merge", "--contract", "nosuchfile", "-"], input: summary + "}",
      message: "unexpected option '--contract'", code: .usage),
    Misuse(
      arguments: ["validate", "--merge", "--contract", "nosuchfile", "-"],
      input: summary + #", "contract": {"name": "c", "hash": "0000000000000000"}}"#,
      message: "cannot read nosuchfile"),
    Misuse(
      arguments: ["validate", "--merge", "--strict", "-"], input: summary + "}",
      message: "unexpected option '--strict'", code: .usage),
    Misuse(
      arguments: ["decode", "--merge", "-"], input: summary + "}",
      message: "-:1: this is a summary of 'validate'"),
    Misuse(
      arguments: ["validate", "--merge", "-"],
      input: summary + "}\n" + summary
        + #", "contract": {"name": "c", "hash": "0000000000000000"}}"# + "\n",
      message: "-:2: a summary of the contract c among those of none"),
    Misuse(
      arguments: ["validate", "--merge", "-"], input: "{}", message: "-:1: this is no summary"),
    Misuse(
      arguments: ["validate", "--merge", "-"], input: "{\"x-summary\": 2}",
      message: "-:1: this is a summary of 'infer'"),
    Misuse(
      arguments: ["validate", "--name", "a", "b.json"],
      message: "'--name' is about standard input", code: .usage),
    Misuse(
      arguments: ["validate", "--first-line", "0", "-"],
      message: "'0' is no value of '--first-line'; write a whole number from 1 on",
      code: .usage),
    Misuse(
      arguments: ["infer", "--jobs", "257", "-"], message: "'257' is no value of '--jobs'",
      code: .usage),
    Misuse(
      arguments: ["infer", "--jobs", "many", "-"],
      message: "'many' is no value of '--jobs'; write a number from 1 to 256", code: .usage),
    Misuse(
      arguments: ["validate", "--examples", "3", "-"], message: "'--examples' goes with --summary",
      code: .usage),
    Misuse(
      arguments: ["decode", "--merge", "--as", "LaunchDTO", "-"],
      message: "unexpected option '--as'", code: .usage),
  ])
  func misuseIsSaid(_ sample: Misuse) async throws {
    let run = await CommandRun(sample.arguments, in: .temporaryDirectory, input: sample.input)
    #expect(run.code == sample.code)
    #expect(run.errors.hasPrefix("mealdb-contract: \(sample.message)"), "\(run.errors)")
  }

  /// Nothing is wrong with nothing.
  @Test(arguments: ["validate", "decode --as Order"])
  func summaryOfNothingIsNeutral(_ command: String) async throws {
    try await Project.with { project in
      let words = command.split(separator: " ").map(String.init)
      let nothing = await run(words + ["--summary", "-"], project)
      let some = await run(words + ["--summary", "-"], project, input: "{}\n{\n{}\n")
      #expect(nothing.code == .conforms && some.code == .findings)
      let joined = await run(
        [words[0], "--merge", "--summary", "-"], project,
        input: nothing.output + some.output + nothing.output)
      #expect(joined.output == some.output)
      let alone = await run([words[0], "--merge", "-"], project, input: nothing.output)
      #expect(alone.code == .conforms)
    }
  }
}
