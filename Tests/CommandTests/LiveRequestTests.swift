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

  /// Text that the standard rules take for a credential beside the name `key`.
  private static let secret = "8f14e45fceea167a5a36dedd4bea2543"

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

  /// What a 304 says of the address counts, and the recorded answer does not speak for it.
  @Test func notModifiedAnswerSpeaksForItself() async throws {
    let tagged = Self.answer(#"{"id": 1}"#, ["ETag": #""v1""#])
    let api = try await LoopbackServer(answers: ["/order": tagged])
    try await Project.with(Self.suite(api, Self.order)) { project in
      let check = {
        try await CommandRun.report(["check", "--live"], in: project.root, suites: [])
      }
      #expect(await run(project, "record").code == .conforms)

      let announcement = ["Deprecation": "@1798761600", "Sunset": "Fri, 31 Dec 2027 23:59:59 GMT"]
      try api.setAnswers([
        "conditional /order": Self.answer("", status: 304, announcement), "/order": tagged,
      ])
      let announced = try #require(try await check().findings(of: "deprecation-header").first)
      #expect(announced["found"]?.contains("Sunset: Fri, 31 Dec 2027") == true)

      // The tag that was recorded is of another address.
      try api.setAnswers([
        "/order": Self.answer("", status: 301, ["Location": "/new"]),
        "conditional /new": Self.answer("", status: 304), "/new": tagged,
      ])
      let moved = try #require(try await check().findings(of: "redirected").first)
      #expect(moved.level == "warning" && moved["found"]?.hasSuffix("/new") == true)

      // What was announced and is withdrawn is not told again.
      try api.setAnswers(["/order": Self.answer(#"{"id": 2}"#, ["ETag": #""v2""#, "Sunset": "x"])])
      #expect(await run(project, "record").output.contains("1 changed"))
      #expect(try await check().rules == ["deprecation-header"])
      try api.setAnswers([
        "conditional /order": Self.answer("", status: 304),
        "/order": Self.answer(#"{"id": 2}"#, ["ETag": #""v2""#]),
      ])
      #expect(try await check().findings.isEmpty)
    }
  }

  /// The page behind a page that has not changed is asked for by an address that the server gave.
  @Test(arguments: [false, true])
  func nextPageIsAskedForAsTheServerNamesIt(_ sendsLink: Bool) async throws {
    let link = { (query: String) in ["Link": "</orders?\(query)>; rel=\"next\"", "ETag": #""a""#] }
    let token = "page_token=\(Self.secret)"
    let api = try await LoopbackServer(answers: [
      "/orders": Self.answer("[1]", link(sendsLink ? "page=2" : token)),
      "/orders?page=2": Self.answer("[2]"), "/orders?page=3": Self.answer("[3]"),
      "/orders?\(token)": Self.answer("[2]"),
      "conditional /orders": Self.answer("", status: 304, sendsLink ? link("page=3") : [:]),
    ])
    let orders = #""orders": {"path": "orders", "pages": {"by": "link", "limit": 2}}"#
    try await Project.with(Self.suite(api, orders)) { project in
      #expect(await run(project, "record").code == .conforms)
      #expect(await run(project, "check", "--live").code == .conforms)
      let last = try #require(try api.requests().last).target
      #expect(last == (sendsLink ? "/orders?page=3" : "/orders?\(token)"))
      for file in try project.files() where file.hasPrefix("Fixtures/") {
        #expect(try !project.text(file).contains(Self.secret))
      }
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

  /// A fixture that cannot be read takes none of the others with it.
  @Test func brokenFixtureIsLeftOutOfALiveCheckAlone() async throws {
    let api = try await LoopbackServer(answers: ["*": Self.answer(#"[{"id": 1, "name": "x"}]"#)])
    let endpoints = #""order": {"path": "orders/{id}", "samples": [{"id": "a"}, {"id": "b"}]}"#
    try await Project.with(Self.suite(api, endpoints)) { project in
      #expect(await run(project, "record").code == .conforms)
      let words = "1 fixture cannot be read and did not help to see what moved"
      let sound = await run(project, "check", "--live")
      #expect(!sound.output.contains(words))
      try project.write("<<<<<<< HEAD\n", to: "Fixtures/shop/order/a.http.json")
      let check = await run(project, "check", "--live")
      #expect(check.code == .conforms && check.output.contains(words), "\(check.output)")
    }
  }

  /// An endpoint whose fixtures cannot be written is told, and the others are recorded.
  @Test func unwritableFolderStopsItsEndpointAlone() async throws {
    let api = try await LoopbackServer(answers: ["*": Self.answer(#"{"id": 1}"#)])
    let endpoints = #""a": {"path": "a"}, "b": {"path": "b"}"#
    try await Project.with(Self.suite(api, endpoints)) { project in
      try project.write("", to: "Fixtures/shop/a")
      let record = try await CommandRun.report(["record"], in: project.root, suites: [])
      #expect(record.code == 3)
      #expect(record.status("shop", "a") == "failed" && record.status("shop", "b") == "conforms")
      #expect(project.exists("Fixtures/shop/b/all.json"))
      #expect(await run(project, "record").errors.contains("Fixtures/shop/a"))
    }
  }

  /// A value of which no address can be made costs its own sample only.
  @Test func valueWithoutAnAddressStopsItsSampleAlone() async throws {
    let api = try await LoopbackServer(answers: [
      "/orders": Self.answer(
        #"[{"id": ".."}, {"id": "."}, {"id": "a"}, {"id": ".."}, {"id": "b"}]"#),
      "/orders/a": Self.answer(#"{"id": "a"}"#), "/orders/b": Self.answer(#"{"id": "b"}"#),
      "/last": Self.answer(#"{"id": "c"}"#),
    ])
    let endpoints = #"""
      "orders": {"path": "orders"}, "last": {"path": "last"},
      "order": {"path": "orders/{id}",
        "discover": {"from": "orders", "values": {"id": "$[*].id"}, "limit": 9}}
      """#
    try await Project.with(Self.suite(api, endpoints)) { project in
      for command in [["record"], ["check", "--live"]] {
        let report = try await CommandRun.report(command, in: project.root, suites: [])
        #expect(report.code == 3)
        #expect(report.status("shop", "order") == "failed")
        #expect(report.status("shop", "last") == "conforms")
        let targets = try api.requests().suffix(3).map(\.target)
        #expect(targets.contains("/orders/b"))
      }
      #expect(project.exists("Fixtures/shop/order/b.json"))
      let dry = await run(project, "record", "--dry-run")
      #expect(dry.code == .failure && dry.output.contains("/orders/b\n"))
      #expect(dry.errors.contains("orders/..: the path has a segment . or .."))
    }
  }

  // MARK: Pages

  /// A list that became shorter ends where a page is empty.
  @Test func emptyPageIsTheEndOfThePages() async throws {
    let page = { (ids: String) in Self.answer(#"{"items": [\#(ids)]}"#) }
    let api = try await LoopbackServer(answers: [
      "/orders": page(#"{"id": 1}"#), "/orders?page=2": page(#"{"id": 2}"#),
      "/orders?page=3": page(#"{"id": 3}"#),
    ])
    let orders = #""orders": {"path": "orders", "pages": {"by": "page", "limit": 3}}"#
    try await Project.with(Self.suite(api, orders)) { project in
      #expect(await run(project, "record").output.contains("3 new"))
      try api.setAnswers([
        "/orders": page(#"{"id": 1}"#), "/orders?page=2": page(#"{"id": 2}"#),
        "/orders?page=3": page(""),
      ])
      let record = await run(project, "record")
      #expect(record.code == .conforms && record.output.contains("2 unchanged"), "\(record.output)")
      // The first page is no follow-up, and an empty one may be a fault of the server.
      try api.setAnswers(["/orders": page("")])
      #expect(await run(project, "record").code == .failure)
      #expect(try project.text("Fixtures/shop/orders/all.json").contains("1"))
    }
  }

  // MARK: Credentials

  private static let users = #"""
    "users": {"path": "users"},
    "user": {"path": "users/{key}",
      "discover": {"from": "users", "values": {"key": "$[*].key"}, "limit": 9}}
    """#

  /// A request is made of what the server sent, and what is stored and told is redacted.
  @Test func discoveredCredentialIsAskedForAndNowhereToBeSeen() async throws {
    let api = try await LoopbackServer()
    let other = "c81e728d9d4c2f636f067f89cc14862c"
    let list = Self.answer(
      #"[{"key": "\#(Self.secret)"}, {"key": "ada"}, {"key": "\#(other)"}]"#, ["ETag": #""a""#])
    var answers = [
      "/users": list, "conditional /users": Self.answer("", status: 304),
      "/users/ada": Self.answer(#"{"n": 1, "self": "/users/ada"}"#),
    ]
    for key in [Self.secret, other] {
      answers["/users/\(key)"] = Self.answer(#"{"n": 1, "self": "/users/\#(key)"}"#)
    }
    try api.setAnswers(answers)
    try await Project.with(Self.suite(api, Self.users)) { project in
      let isSafe = { (text: String) in !text.contains(Self.secret) && !text.contains(other) }
      let first = await run(project, "record")
      #expect(first.code == .conforms && first.output.contains("3 new"), "\(first.output)")
      for arguments in [["record", "-v"], ["check", "--live"], ["record", "--dry-run"]] {
        let run = await CommandRun(arguments, in: project.root, suites: [])
        #expect(run.code == .conforms && isSafe(run.output + run.errors), "\(run.output)")
      }
      let targets = try api.requests().map(\.target)
      #expect(targets.count { $0 == "/users/\(Self.secret)" } == 3)
      #expect(Set(targets).isSubset(of: Set(answers.keys)))
      for file in try project.files() where file.hasPrefix("Fixtures/") {
        #expect(try isSafe(file) && isSafe(project.text(file)))
      }
      let names = try project.files().filter { $0.hasPrefix("Fixtures/shop/user/") }
      #expect(names.count == 6)
      // The stored list has no value that a request could be made of.
      let stored = await run(project, "record", "shop/user", "--dry-run")
      #expect(stored.output.contains("users/ada") && !stored.output.contains("users/0000"))

      // An outage does not tell it either.
      answers["/users/\(Self.secret)"] = Self.answer("", status: 503)
      answers["/users/\(other)"] = Self.answer(
        "", status: 302, ["Location": "http://127.0.0.1:9/\(other)"])
      try api.setAnswers(answers)
      let outage = await run(project, "check", "--live", "-v")
      #expect(outage.code == .failure && isSafe(outage.output + outage.errors), "\(outage.output)")
    }
  }

  /// A short credential leaves no name that another one would not leave as well.
  @Test func requestOfAShortCredentialIsLeftOutAndTold() async throws {
    let api = try await LoopbackServer(answers: [
      "/users": Self.answer(#"[{"key": "ada", "password": "hunter2"}]"#)
    ])
    let users = Self.users.replacingOccurrences(of: "$[*].key", with: "$[*].password")
    try await Project.with(Self.suite(api, users)) { project in
      for command in [["record"], ["check", "--live"]] {
        let run = await CommandRun(command, in: project.root, suites: [])
        #expect(
          run.output.contains(
            "shop/user: no request was made of 1 value of shop/users"),
          "\(run.output)")
        #expect(!run.output.contains("hunter2"))
      }
      let targets = try api.requests().map(\.target)
      #expect(Set(targets) == ["/users"])
    }
  }

  /// An address with a credential in it is asked for as the server sent it.
  @Test func linkWithACredentialIsAskedForAsItCame() async throws {
    let api = try await LoopbackServer()
    let path = "/i.png?token=\(Self.secret)"
    try api.setAnswers([
      "/order": Self.answer(
        #"{"img": "\#(api.url)\#(path)", "old": "\#(api.url)/gone?token=\#(Self.secret)"}"#),
      path: Answer(body: "x"),
    ])
    try await Project.with(Self.suite(api, Self.order)) { project in
      let report = try await CommandRun.report(
        ["check", "--live", "--check-links"], in: project.root, suites: [])
      #expect(report.findings(of: "dead-link").map { $0["pointer"] } == ["/old"])
      let text = await run(project, "check", "--live", "--check-links")
      #expect(!text.output.contains(Self.secret))
      let targets = try api.requests().map(\.target)
      #expect(targets.contains(path))
    }
  }
}
