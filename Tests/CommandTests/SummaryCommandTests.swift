import Foundation
import Testing

@testable import ContractCommand

/// Summaries that machines write and join.
@Suite struct SummaryCommandTests {
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
}
