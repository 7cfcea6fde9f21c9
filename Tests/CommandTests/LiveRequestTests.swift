import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// What is asked of a server that has been asked before, and what becomes of its answers.
@Suite(
  .waiting,
  .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)))
struct LiveRequestTests {
  private typealias Answer = LoopbackServer.Answer

  private static func answer(
    _ body: String, status: Int = 200, _ headers: [String: String] = [:]
  ) -> Answer {
    Answer(
      status: status,
      headers: ["Content-Type": "application/json"].merging(headers) { _, new in new }, body: body)
  }

  /// A suite `shop` with some endpoints.
  private static func suite(_ server: LoopbackServer, _ endpoints: String) -> [String: String] {
    [
      "Contracts/shop/suite.json":
        #"{"baseURL": "\#(server.url)", "endpoints": {\#(endpoints)}}"#,
      "Fixtures/.keep": "",
    ]
  }

  private static let order = #""order": {"path": "order"}"#

  private func run(_ project: Project, _ arguments: String...) async -> CommandRun {
    await CommandRun(arguments, in: project.root, suites: [])
  }

  // MARK: Conditions

  /// The validators of a mirror are of the mirror's answer, and those of a place behind a redirection of
  /// that place.
  @Test func validatorsAreKeptOfTheAddressThatIsRecordedAlone() async throws {
    let validators = ["ETag": #""m""#, "Last-Modified": "Mon, 02 Nov 2026 10:00:00 GMT"]
    let mirror = try await LoopbackServer(answers: [
      "/order": Self.answer(#"{"id": 1}"#, validators)
    ])
    let api = try await LoopbackServer(answers: ["/order": Self.answer(#"{"id": 1}"#)])
    try await Project.with(Self.suite(api, Self.order)) { project in
      let details = "Fixtures/shop/order/all.http.json"
      let record = await run(project, "record", "--base-url", mirror.url.absoluteString)
      #expect(record.code == .conforms)
      #expect(try !project.text(details).contains("etag"))
      #expect(await run(project, "check", "--live").code == .conforms)
      let sent = try #require(try api.requests().last).headers
      #expect(sent["if-none-match"] == nil && sent["if-modified-since"] == nil)

      // The API's own stay where a mirror has the same body.
      try api.setAnswers(["/order": Self.answer(#"{"id": 1}"#, ["ETag": #""a""#])])
      #expect(await run(project, "record").code == .conforms)
      let own = try project.text(details)
      #expect(own.contains(#"\"a\""#))
      let again = await run(project, "record", "--base-url", mirror.url.absoluteString)
      #expect(again.output.contains("1 unchanged"))
      #expect(try project.text(details) == own)

      try api.setAnswers([
        "/order": Self.answer("", status: 302, ["Location": "/new"]),
        "/new": Self.answer(#"{"id": 2}"#, validators),
      ])
      #expect(await run(project, "record").output.contains("1 changed"))
      #expect(try !project.text(details).contains("etag"))
    }
  }

  // MARK: Fixtures that cannot be read

  /// A fixture whose details are broken is replaced no more lightly than one that has none.
  @Test(arguments: [
    ("{}", false, "the answer holds no record", ExitCode.failure),
    (#"{"id": "1", "title": "x"}"#, false, "waits for a review", .conforms),
    (#"{"id": "1", "title": "x"}"#, true, "waits for a review", .conforms),
    (#"{"id": 2, "name": "y"}"#, true, "1 changed", .conforms),
  ])
  func brokenDetailsGiveNoFixtureAway(
    _ body: String, _ hasContract: Bool, _ expected: String, _ code: ExitCode
  ) async throws {
    let old = #"{"id": 1, "name": "x"}"#
    let api = try await LoopbackServer(answers: ["/order": Self.answer(old)])
    try await Project.with(Self.suite(api, Self.order)) { project in
      #expect(await run(project, "record").code == .conforms)
      if hasContract { #expect(await run(project, "infer", "shop").code == .conforms) }
      let details = "Fixtures/shop/order/all.http.json"
      let kept = try project.text("Fixtures/shop/order/all.json")
      try project.write("<<<<<<< HEAD\n" + project.text(details), to: details)
      try api.setAnswers(["/order": Self.answer(body)])
      let record = await run(project, "record")
      #expect(record.code == code && record.output.contains(expected), "\(record.output)")
      let isReplaced = expected == "1 changed"
      #expect(try (project.text("Fixtures/shop/order/all.json") == kept) == !isReplaced)
    }
  }

  // MARK: Credentials

  private static let users = #"""
    "users": {"path": "users"},
    "user": {"path": "users/{key}",
      "discover": {"from": "users", "values": {"key": "$[*].key"}, "limit": 9}}
    """#
}
