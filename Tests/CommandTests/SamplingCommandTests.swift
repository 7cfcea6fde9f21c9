import ContractTesting
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import ContractCommand

/// Requests that follow from answers, pages, and how the server is treated meanwhile.
@Suite(
  .waiting,
  .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)))
struct SamplingCommandTests {
  private static func suite(_ server: LoopbackServer, _ more: String = "") -> String {
    """
    {
      "baseURL": "\(server.url)/v1",
      "endpoints": {
        "orders": {"path": "orders", "pages": {"by": "page", "limit": 5}},
        "order": {
          "path": "orders/{id}", "samples": [{"id": "1"}],
          "discover": {"from": "orders", "values": {"id": "$.orders[*].id"}, "limit": 2}
        },
        "dice": {"path": "dice", "repeat": 3}
      }\(more)
    }
    """
  }

  private static let answers: [String: LoopbackServer.Answer] = {
    var answers = [
      "/v1/orders": LoopbackServer.Answer(body: #"{"orders": [{"id": 1}, {"id": 2}, {"id": 3}]}"#),
      "/v1/orders?page=2": LoopbackServer.Answer(body: #"{"orders": [{"id": 4}]}"#),
      "/v1/orders?page=3": LoopbackServer.Answer(body: #"{"orders": []}"#),
      "/v1/dice": LoopbackServer.Answer(body: #"{"eyes": 4}"#),
    ]
    for id in 1...4 {
      answers["/v1/orders/\(id)"] = LoopbackServer.Answer(
        headers: ["Content-Type": "application/json", "ETag": "\"\(id)\""],
        body: #"{"id": \#(id), "name": "Tea"}"#)
    }
    return answers
  }()

  /// An endpoint that nothing is asked of does not conform.
  @Test func endpointWithoutSampleIsToldByRecordToo() async throws {
    let suite =
      #"{"baseURL": "http://127.0.0.1:9", "endpoints": {"order": {"path": "orders/{id}"}}}"#
    try await Project.with(["Contracts/shop/suite.json": suite, "Fixtures/.keep": ""]) { project in
      let report = try await CommandRun.report(["record", "shop"], in: project.root)
      #expect(report.findings.map(\.rule) == ["unexercised"])
      #expect(report.status("shop", "order") == "unexercised")
    }
  }

  /// Pages that are samples of their own go on with their numbers, and are asked for once.
  @Test func pagesAreNamedByTheirOwnNumbers() async throws {
    var answers: [String: LoopbackServer.Answer] = [:]
    for page in 1...5 {
      answers["/v1/orders?page=\(page)"] = LoopbackServer.Answer(body: "[\(page)]")
    }
    let server = try await LoopbackServer(answers: answers)
    let suite = """
      {"baseURL": "\(server.url)/v1", "endpoints": {"orders": {
        "path": "orders", "query": {"page": "{page}"},
        "samples": [{"case": "all", "page": "1"}, {"case": "all-page-2", "page": "2"},
          {"case": "late", "page": "4"}],
        "pages": {"by": "page", "limit": 2}}}}
      """
    try await Project.with(["Contracts/shop/suite.json": suite]) { project in
      let run = await CommandRun(["record"], in: project.root, suites: [])
      #expect(run.code == .conforms)
      let bodies = try project.files().filter {
        $0.hasPrefix("Fixtures/") && !$0.hasSuffix(".http.json")
      }
      #expect(
        bodies.map { String($0.dropFirst("Fixtures/shop/orders/".count)) }.sorted() == [
          "all-page-2.json", "all-page-3.json", "all.json", "late-page-5.json", "late.json",
        ])
      #expect(try project.text("Fixtures/shop/orders/late-page-5.json").contains("5"))
      #expect(try server.requests().count == 5)
    }
  }

  @Test func discoveredRequestsPagesAndRandomAnswersAreRecordedAndChecked() async throws {
    let server = try await LoopbackServer(answers: Self.answers)
    try await Project.with(["Contracts/shop/suite.json": Self.suite(server)]) { project in
      let run = { (arguments: [String]) in
        await CommandRun(arguments, in: project.root, suites: [])
      }
      let bodies = {
        try project.files().filter {
          $0.hasPrefix("Fixtures/") && !$0.hasSuffix(".http.json")
        }.map { String($0.dropFirst("Fixtures/shop/".count).dropLast(".json".count)) }.sorted()
      }
      // What only answers decide on is said as a bound.
      let unknown = await run(["record", "--dry-run"]).output
      #expect(unknown.contains("shop/orders: up to 4 requests more, for the pages that follow\n"))
      #expect(unknown.contains("shop/order: up to 2 requests more, for what shop/orders answers\n"))
      #expect(await run(["status"]).output.contains("a live check sends 5 to 11 requests"))
      #expect(await run(["record"]).code == .conforms)
      let recorded = try bodies()
      let discovered = recorded.filter { $0.hasPrefix("order/") }
      #expect(discovered.count == 3 && discovered.contains("order/1"), "\(discovered)")
      #expect(
        recorded.filter { !$0.hasPrefix("order/") } == [
          "dice/all", "dice/all-2", "dice/all-3", "orders/all", "orders/all-page-2",
          "orders/all-page-3",
        ])
      // The same server, the same choice.
      let again = await run(["record"])
      #expect(again.output.contains("3 unchanged") && !again.output.contains("new"))
      #expect(try bodies() == recorded)
      #expect(await run(["infer", "shop"]).code == .conforms)
      #expect(await run(["check"]).code == .conforms)
      let live = try await CommandRun.report(["check", "--live"], in: project.root, suites: [])
      #expect(live.code == 0)
      let samples = live.document.root["checks"]?.elements.map { $0["samples"]?.numberText ?? "" }
      #expect(samples == ["3", "3", "3"])

      // The command line may ask for more or for less; the rest follows from fixtures.
      let few = await run(["record", "--dry-run", "--samples", "0"])
      #expect(few.output.split(separator: "\n").count == 3, "\(few.output)")
      let many = await run(["record", "--dry-run", "--samples", "9", "--seed", "3"])
      // One page of orders, four single ones, nine dice, and what follows.
      let lines = many.output.split(separator: "\n")
      #expect(lines.count == 15, "\(many.output)")
      #expect(many.output.contains("shop/orders: up to 8 requests more, for the pages that follow"))
      let wrong = await run(["record", "--samples", "x"])
      #expect(wrong.code == .usage && wrong.errors.contains("no value of '--samples'"))
    }
  }

  /// What has not changed is not sent again, and is checked and kept all the same.
  @Test func recordedAnswersAreAskedForUnderConditions() async throws {
    let server = try await LoopbackServer(answers: Self.answers)
    try await Project.with(["Contracts/shop/suite.json": Self.suite(server)]) { project in
      let run = { (arguments: [String]) in
        await CommandRun(arguments, in: project.root, suites: [])
      }
      let only = ["shop/order", "--samples", "0"]
      #expect(await run(["record"] + only).code == .conforms)
      try server.setAnswers(["/v1/orders/1": LoopbackServer.Answer(status: 304, headers: [:])])
      let again = await run(["record"] + only)
      #expect(again.code == .conforms && again.output.contains("1 unchanged"), "\(again.output)")
      #expect(try server.requests().last?.headers["if-none-match"] == "\"1\"")
      let live = await run(["check", "--live"] + only)
      #expect(live.code == .conforms && live.output.contains("1 response"), "\(live.output)")
      // An edited fixture is no answer to compare with, and neither is one to be kept byte for byte.
      try project.edit("Fixtures/shop/order/1.json", "Tea", "Coffee")
      try server.setAnswers(Self.answers)
      #expect(await run(["record"] + only).output.contains("1 changed"))
      #expect(try server.requests().last?.headers["if-none-match"] == nil)
    }
  }

  @Test func serverIsTreatedAsTheSuiteAndTheCommandLineSay() async throws {
    let server = try await LoopbackServer(answers: Self.answers)
    let politeness = #", "politeness": {"perSecond": 25, "userAgent": "shop-watch/1"}"#
    try await Project.with(["Contracts/shop/suite.json": Self.suite(server, politeness)]) {
      project in
      let start = ContinuousClock.now
      let run = await CommandRun(["record"], in: project.root, suites: [])
      #expect(run.code == .conforms)
      // Nine requests have eight pauses.
      #expect(ContinuousClock.now - start >= .milliseconds(300))
      let names = try server.requests().map { $0.headers["user-agent"] }
      #expect(names.allSatisfy { $0 == "shop-watch/1" })
      for option in [["--at-once", "0"], ["--rate", "x"]] {
        let wrong = await CommandRun(["record"] + option, in: project.root, suites: [])
        #expect(wrong.code == .usage, "\(wrong.errors)")
      }
    }
  }

  /// Ctrl-C keeps what was fetched, says so, and ends with 3; no file is half written.
  @Test(.enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)))
  func interruptionKeepsWhatWasFetched() async throws {
    var answers = Self.answers
    for key in answers.keys { answers[key]?.delay = key == "/v1/orders" ? 0 : 600 }
    let server = try await LoopbackServer(answers: answers)
    try await Project.with(["Contracts/shop/suite.json": Self.suite(server)]) { project in
      let process = try Program.start(
        // No silence ends this run, however late the signal comes.
        ["record", "shop", "--timeout", "600"], in: project.root, output: project.url("out"),
        errors: project.url("err"))
      for _ in 0..<3000 where try server.requests().count < 2 {
        try await Task.sleep(for: .milliseconds(10))
      }
      process.interrupt()
      try await Program.end(of: process)
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
      #expect(try project.text("err").contains("interrupted"))
      #expect(try project.text("Fixtures/shop/orders/all.json").contains("\"id\": 3"))
      #expect(try !project.files().contains { $0.contains("/.") })
    }
  }

  @Test func progressIsABarOnATerminalAndLinesInAJob() async throws {
    let written = TextBox()
    var world = CommandWorld(
      programName: "tool", environment: [:], workingFolder: URL(fileURLWithPath: "/"),
      isTerminal: false, write: { _ in }, writeError: { written.append($0) },
      readInput: { _, _ in 0 })
    for style in [RequestProgress.Style.bar, .lines, .none] {
      world.progress = style
      let progress = RequestProgress(world, isQuiet: false)
      progress.expect(2)
      progress.willAsk("shop/order/1")
      progress.willAsk("shop/order/2\u{1B}[2J")
      progress.end()
    }
    world.progress = .bar
    RequestProgress(world, isQuiet: true).willAsk("shop/order/1")
    #expect(
      written.text
        == "\r\u{1B}[K[##########..........] 1/2 shop/order/1"
        + "\r\u{1B}[K[####################] 2/2 shop/order/2\\u{1B}[2J\r\u{1B}[K"
        + "tool: asking shop/order\n")
  }
}

/// Collects text from any thread.
private final class TextBox: Sendable {
  private let lines = Mutex("")

  var text: String { lines.withLock { $0 } }

  func append(_ text: String) { lines.withLock { $0 += text } }
}
