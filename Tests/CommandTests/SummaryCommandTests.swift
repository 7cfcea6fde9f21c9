import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// Summaries that machines write and join.
@Suite(.computing) struct SummaryCommandTests {
  private static let lines = (0..<60).map {
    #"{"id": "\#($0)", "kind": "\#($0 % 3)", "size": \#($0 % 7 == 0 ? "null" : "\($0)")}"# + "\n"
  }

  private static let parts = [lines[..<10], lines[10..<35], lines[35...]].map { $0.joined() }

  private static let files = [
    "all.ndjson": lines.joined(), "1.ndjson": parts[0], "2.ndjson": parts[1],
    "3.ndjson": parts[2],
  ]

  @Test func joinedSummariesAreTheSummaryOfTheWhole() async throws {
    try await Project.with(Self.files) { project in
      let whole = await CommandRun(["infer", "all.ndjson"], in: project.root)
      let wholeSummary = await CommandRun(["infer", "--summary", "all.ndjson"], in: project.root)
      #expect(wholeSummary.code == .conforms)
      #expect(wholeSummary.output.split(separator: "\n").count == 1)
      var summaries: [String] = []
      for part in ["3", "1", "2"] {
        let run = await CommandRun(
          ["infer", "--summary", "\(part).ndjson", "-o", "\(part).summary"], in: project.root)
        #expect(run.code == .conforms)
        summaries.append(try project.text("\(part).summary"))
      }
      let names = ["2.summary", "3.summary", "1.summary"]
      let merged = await CommandRun(["infer", "--merge"] + names, in: project.root)
      #expect(merged.code == .conforms && merged.output == whole.output)
      let joined = await CommandRun(["infer", "--merge", "--summary"] + names, in: project.root)
      #expect(joined.output == wholeSummary.output)

      // The same in a pipe, one summary a line.
      let piped = await CommandRun(
        ["infer", "--merge", "-"], in: project.root, input: summaries.joined())
      #expect(piped.output == whole.output)
      try project.write(summaries.joined(), to: "parts.json")
      let file = await CommandRun(["infer", "--merge", "parts.json"], in: project.root)
      #expect(file.output == whole.output)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Case(text: #"{"id": 1}"#, message: "a.json:1: this is no summary\n'mealdb-contract infer"),
    Case(
      text: #"{"x-summary": 99, "records": 0, "root": {"present": [0, 0]}}"#,
      message: "a.json:1: a summary that is damaged or of another version of this program\n"),
    Case(text: "{\"x-summary\": 2,", message: "a.json:1:17: the text ends inside the object"),
    Case(text: "", message: "a.json:1:1: "),
  ])
  func whatIsNoSummaryIsAFailure(_ sample: Case) async throws {
    try await Project.with(["a.json": sample.text]) { project in
      let run = await CommandRun(
        ["infer", "--merge", "a.json", "-o", "c.schema.json"], in: project.root)
      #expect(run.code == .failure && !project.exists("c.schema.json"))
      #expect(run.errors.hasPrefix("mealdb-contract: \(sample.message)"), "\(run.errors)")
    }
  }

  /// The share of one machine may be nothing, and a contract of nothing alone is none.
  @Test func summaryOfNothingIsNeutral() async throws {
    try await Project.with(["some.ndjson": "{\"id\": 1}\n{\"id\": 2}\n", "none.ndjson": ""]) {
      project in
      let alone = await CommandRun(["infer", "some.ndjson"], in: project.root)
      for name in ["some", "none"] {
        let run = await CommandRun(["infer", "--summary", "\(name).ndjson"], in: project.root)
        #expect(run.code == .conforms)
        try project.write(run.output, to: "\(name).summary")
      }
      let joined = await CommandRun(
        ["infer", "--merge", "none.summary", "some.summary"], in: project.root)
      #expect(joined.code == .conforms && joined.output == alone.output)
      let nothing = await CommandRun(["infer", "--merge", "none.summary"], in: project.root)
      #expect(nothing.code == .failure && nothing.errors.contains("of no sample at all"))
    }
  }

  @Test func lineOfASummaryFileIsNamed() async throws {
    let files = ["good.ndjson": "{\"id\": 1}"]
    try await Project.with(files) { project in
      let summary = await CommandRun(["infer", "--summary", "good.ndjson"], in: project.root)
      try project.write(summary.output + "{\"id\": 1}\n", to: "parts")
      let run = await CommandRun(["infer", "--merge", "parts"], in: project.root)
      #expect(run.code == .failure)
      #expect(run.errors.hasPrefix("mealdb-contract: parts:2: this is no summary"))
    }
  }

  @Test(arguments: ["--summary", "--merge"])
  func suitesHaveNoSummaries(_ option: String) async throws {
    let run = await CommandRun(["infer", "themealdb", option], in: .temporaryDirectory)
    #expect(run.code == .usage)
    #expect(run.errors.contains("'\(option)' goes with samples, not with a suite"))
  }

  // MARK: Comparisons

  private static func day(_ name: String, renamed: (Int) -> Bool = { _ in true }) -> [String] {
    (0..<300).map { index in
      #"{"id": "\#(100_000 + index * 37)", "\#(renamed(index) ? name : "name")": "#
        + #""Dish number \#(index * 7919)", "active": \#(index % 2 == 0)}"#
    }
  }

  /// Two days are compared by their summaries as by their records, whatever the parts that these lay in.
  @Test(arguments: [1, 3, 12])
  func daysAreComparedBySummaries(parts: Int) async throws {
    let monday = Self.day("name")
    for tuesday in [Self.day("title"), Self.day("title") { $0 % 100 == 50 }] {
      var files = [
        "monday.ndjson": monday.joined(separator: "\n") + "\n",
        "tuesday.ndjson": tuesday.joined(separator: "\n") + "\n",
      ]
      for part in 0..<parts where part != 1 {
        let lines = tuesday.enumerated().filter {
          $0.offset % parts == part || part == 0 && $0.offset % parts == 1
        }
        files["parts/\(part).ndjson"] = lines.map { $0.element + "\n" }.joined()
      }
      if parts > 1 { files["parts/1.ndjson"] = "" }
      try await Project.with(files) { project in
        let by = { (old: String, new: String) in
          await CommandRun(["diff", old, new, "--format", "json"], in: project.root)
        }
        var summaries: [String] = []
        for part in 0..<parts {
          let run = await CommandRun(
            ["infer", "--summary", "parts/\(part).ndjson"], in: project.root)
          #expect(run.code == .conforms)
          summaries.append(run.output)
        }
        // The summaries of the parts one a line, and joined beforehand.
        try project.write(summaries.joined(), to: "tuesday.summaries")
        let joined = await CommandRun(
          ["diff", "--summary", "tuesday.summaries"], in: project.root)
        let whole = await CommandRun(["diff", "--summary", "tuesday.ndjson"], in: project.root)
        #expect(joined.code == .conforms && joined.output == whole.output)
        try project.write(joined.output, to: "tuesday.summary")
        let old = await CommandRun(["diff", "--summary", "monday.ndjson"], in: project.root)
        try project.write(old.output, to: "monday.summary")
        let first = await by("monday.summary", "tuesday.summaries")
        let second = await by("monday.summary", "tuesday.summary")
        let records = await by("monday.ndjson", "tuesday.ndjson")
        #expect(Self.findings(first.output) == Self.findings(second.output))
        #expect(Self.findings(first.output) == Self.findings(records.output))
        #expect(first.code == records.code && !Self.findings(first.output).isEmpty)
      }
    }
  }

  /// The rule, the path and the sentence of each finding, without the counts of the compared records.
  private static func findings(_ text: String) -> [String] {
    let document = try? JSONDocument(Array(text.utf8))
    return (document?.root["findings"].map { Array($0.elements) } ?? []).map { finding in
      let message = finding["message"]?.string?.prefix { $0 != "(" } ?? ""
      return "\(finding["rule"]?.string ?? "") \(finding["path"]?.string ?? "") \(message)"
    }
  }

  @Test func contractsExplainARenamedMember() async throws {
    let files = [
      "old.ndjson": Self.day("name").joined(separator: "\n"),
      "new.ndjson": Self.day("title").joined(separator: "\n"),
    ]
    try await Project.with(files) { project in
      for day in ["old", "new"] {
        let run = await CommandRun(
          ["infer", "\(day).ndjson", "-o", "\(day).schema.json"], in: project.root)
        #expect(run.code == .conforms)
      }
      for new in ["new.schema.json", "new.ndjson"] {
        let report = try await CommandRun.report(
          ["diff", "old.schema.json", new], in: project.root)
        #expect(report.rules == ["key-renamed"])
        #expect(report.findings.first?["confidence"] == "certain")
      }
    }
  }

  @Test func damagedSummaryIsNoSide() async throws {
    let files = ["a.summary": #"{"x-summary": 99}"#, "b.json": "{}"]
    try await Project.with(files) { project in
      let run = await CommandRun(["diff", "a.summary", "b.json"], in: project.root)
      #expect(run.code == .failure)
      #expect(run.errors.contains("a.summary:1: a summary that is damaged"))
      let one = await CommandRun(["diff", "b.json"], in: project.root)
      #expect(one.code == .usage)
    }
  }
}
