import Foundation
import Testing

@testable import ContractCommand

/// `report`: a history for people.
@Suite struct ReportCommandTests {
  private static let history = """
    {"version":1,"day":"2026-11-01","source":"live","whole":true,"checks":{"shop/order":"drifted"},\
    "new":[{"fingerprint":"000000000001","rule":"key-renamed","level":"breaking","suite":"shop",\
    "endpoint":"order","path":"$.a"},{"fingerprint":"000000000002","rule":"gone-rule",\
    "level":"info","suite":"shop","endpoint":"order","path":"$.b"}],"gone":[]}
    {"version":1,"day":"2026-11-03","source":"live","whole":true,"checks":{"shop/order":"drifted"},\
    "new":[],"gone":["000000000002"]}

    """

  @Test func openFindingsHaveTheirAge() async throws {
    try await Project.with(["h.ndjson": Self.history]) { project in
      let run = await CommandRun(["report", "--history", "h.ndjson"], in: project.root)
      #expect(run.code == .conforms && run.errors.isEmpty)
      #expect(run.output.contains("breaking key-renamed"))
      #expect(run.output.contains("since 2026-11-01 (2 nights)"))
      #expect(run.output.contains("2 nights with 2 runs, from 2026-11-01 to 2026-11-03"))
    }
  }

  @Test func pageShowsTheNights() async throws {
    try await Project.with(["h.ndjson": Self.history]) { project in
      let run = await CommandRun(
        ["report", "--history", "h.ndjson", "-o", "h.html"], in: project.root)
      #expect(run.code == .conforms && run.output.isEmpty)
      let page = try project.text("h.html")
      #expect(page.contains("<caption>When each finding was there"))
      #expect(page.contains("since 2026-11-01") && page.contains("until 2026-11-03"))
    }
  }

  @Test(arguments: [
    ([], "missing option: --history FILE"),
    (
      ["--history", "none"],
      "cannot read none: there is no such file\n'mealdb-contract check --history none' makes it"
    ),
    (["--history", "bad"], "bad:1:2: "),
  ])
  func whatCannotBeReadIsNamed(_ options: [String], _ words: String) async throws {
    try await Project.with(["bad": "{\n"]) { project in
      let run = await CommandRun(["report"] + options, in: project.root)
      #expect(run.code == .usage || run.code == .failure)
      #expect(run.errors.contains(words) && run.output.isEmpty)
    }
  }

  @Test func historyOfTheOtherKindIsEmpty() async throws {
    try await Project.with(["h.ndjson": Self.history]) { project in
      let run = await CommandRun(
        ["report", "--history", "h.ndjson", "--of", "fixtures"], in: project.root)
      #expect(run.output.contains("no run of this kind"))
    }
  }
}
