import ContractTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// A stranger's API: from addresses to a suite that every command works with.
@Suite(
  .waiting,
  .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)))
struct InitCommandTests {
  @Test(arguments: [
    (["shop", "--base-url", "http://127.0.0.1:9", "orders?x={id}"], "write {id=VALUE}"),
    (
      ["themealdb", "--base-url", "http://127.0.0.1:9", "orders"], "the program itself has a suite"
    ),
  ])
  func whatCannotBeAskedIsWrongUsage(_ arguments: [String], _ words: String) async throws {
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let run = await CommandRun(["init"] + arguments, in: project.root)
      #expect(run.code == .usage && run.errors.contains(words), "\(run.errors)")
    }
  }

  /// A header field is written into the suite as it is given, so no credential may be in it.
  @Test(arguments: [
    ("X-Session: sk_live_51HqLyjWDarjtT1zdp7dc9aB", true),
    ("X-Session: 8f14e45fceea167a5a36dedd4bea2543", true),
    ("X-Trace: a, ghp_16C7e42F292c6912E7710c838347Ae178B4a", true),
    ("X-Callback: https://me:hunter2@a.example/", true), ("X-Api-Key: abc", true),
    ("X-Api-Key: ${", true), ("X-Api-Key: ${}abc", true),
    ("X-Api-Key: hunter2hunter2${NONE}", true),
    ("X-Session: ${ID} sk_live_51HqLyjWDarjtT1zdp7dc9aB", true),
    (
      "Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.TJVA95OrM7E2cBab30RMHrH ${ID}",
      true
    ),
    ("Authorization: Basic bWU6aHVudGVyMg==${ID}", true),
    ("X-Api-Key: ${KEY}", false), ("Authorization: Bearer ${TOKEN}", false),
    ("Authorization: GoogleLogin auth=${TOKEN}", false),
    ("Cookie: session=${ID}; theme=dark", false), ("X-Team: the-team-of-4711-apps", false),
    ("X-Session: ${ID}", false), ("Accept-Language: de, en;q=0.5", false),
  ])
  func credentialInAHeaderFieldIsRefused(_ field: String, _ isRefused: Bool) async throws {
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let run = await CommandRun(
        [
          "init", "shop", "--base-url", "http://127.0.0.1:9", "orders", "--dry-run", "--header",
          field,
        ],
        in: project.root)
      #expect(run.code == (isRefused ? .usage : .conforms), "\(run.output)\(run.errors)")
      #expect(run.errors.contains("${VARIABLE}") == isRefused, "\(run.errors)")
    }
  }

  private static let answers: [String: LoopbackServer.Answer] = [
    "/v1/orders": LoopbackServer.Answer(
      body: #"{"orders":[{"id":1001,"placed":"2026-11-01T10:00:00Z"},{"id":1002,"placed":null}]}"#),
    "/v1/orders/1001": LoopbackServer.Answer(
      body: #"{"id":1001,"name":"Tea","password":"swordfish"}"#),
    "/v1/orders/1002": LoopbackServer.Answer(
      body: #"{"id":1002,"name":null,"password":"swordfish"}"#),
    "/v1/page": LoopbackServer.Answer(
      headers: ["Content-Type": "text/html"], body: "<html></html>"),
  ]

  /// Nothing is left of a suite that could not be written: a fixture without it would be an orphan.
  @Test(.enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)))
  func fullDiskLeavesNothingBehind() async throws {
    let server = try await LoopbackServer(answers: Self.answers)
    try await Project.with { project in
      // No file may grow; where the signal is ignored, a write fails as on a full disk.
      let code = try await Program.shell(
        """
        trap '' XFSZ; ulimit -f 0; "$PROGRAM" init shop --base-url \(server.url)/v1 orders orders/1001 --root . \
        > /dev/null 2>&1
        """, in: project.root)
      #expect(code == ExitCode.failure.rawValue)
      let left = try FileManager.default.subpathsOfDirectory(atPath: project.root.path)
      #expect(left.isEmpty, "\(left)")

      // The second endpoint fails, where the first has its fixture.
      try project.write("", to: "Fixtures/shop/order/1001.json/file")
      let half = await CommandRun(
        ["init", "shop", "--base-url", "\(server.url)/v1", "orders", "orders/1001"],
        in: project.root)
      #expect(half.code == .failure, "\(half.output)\(half.errors)")
      #expect(try project.files() == ["Fixtures/shop/order/1001.json/file"])
    }
  }

  @Test func suiteFixturesAndContractsAreWrittenAndServeEveryCommand() async throws {
    let server = try await LoopbackServer(answers: Self.answers)
    try await Project.with { project in
      let run = { (arguments: [String]) in await CommandRun(arguments, in: project.root) }
      let made = await run([
        "init", "shop", "--base-url", "\(server.url)/v1", "orders?limit=2", "orders/1001",
        "orders/1002",
      ])
      #expect(made.code == .conforms, "\(made.output)\(made.errors)")
      #expect(made.output.contains("shop/order "))
      #expect(made.output.contains("GET orders/{id}, 2 fixtures"))
      #expect(made.output.contains("check --live shop"))
      #expect(
        try project.files() == [
          "Contracts/shop/order.schema.json", "Contracts/shop/orders.schema.json",
          "Contracts/shop/suite.json", "Fixtures/shop/order/1001.http.json",
          "Fixtures/shop/order/1001.json", "Fixtures/shop/order/1002.http.json",
          "Fixtures/shop/order/1002.json", "Fixtures/shop/orders/all.http.json",
          "Fixtures/shop/orders/all.json",
        ])
      #expect(try !project.text("Fixtures/shop/order/1001.json").contains("swordfish"))

      #expect(await run(["check"]).code == .conforms)
      let live = await run(["check", "--live", "shop"])
      #expect(live.code == .conforms && live.output.contains("conforms"), "\(live.output)")
      #expect(await run(["record", "shop"]).output.contains("2 unchanged"))
      #expect(await run(["infer", "shop", "--dry-run"]).code == .conforms)
      #expect(await run(["serve", "--list", "shop"]).output.contains("GET /v1/orders?limit=2 200"))
      let again = await run(["init", "shop", "--base-url", "\(server.url)", "v1/orders"])
      #expect(again.code == .failure && again.errors.contains("there is a suite shop already"))

      // The server renames a key: seen, kept, compared, accepted.
      var changed = Self.answers
      for id in ["1001", "1002"] {
        changed["/v1/orders/\(id)"]?.body = Data(
          #"{"id":\#(id),"title":"Tea","password":"swordfish"}"#.utf8)
      }
      try server.setAnswers(changed)
      let night = await run(["check", "--live", "--save-pending", "shop/order"])
      #expect(night.output.contains("title"), "\(night.output)")
      try project.write(#"{"id":1001,"title":"Tea","password":"x"}"#, to: "new.json")
      let difference = await run(["diff", "shop/order", "new.json"])
      #expect(difference.output.contains("title"), "\(difference.output)\(difference.errors)")
      #expect(await run(["review", "--list"]).output.contains("title"))
      #expect(await run(["review", "--accept"]).code == .conforms)
      #expect(await run(["check", "--live", "shop"]).code == .conforms)
    }
  }

  @Test func idsAndPagesOfTheAnswersAreSuggested() async throws {
    let page = { (number: Int) in
      LoopbackServer.Answer(body: #"{"data": [{"at": \#(number)}], "total": 2}"#)
    }
    let server = try await LoopbackServer(answers: [
      "/": LoopbackServer.Answer(body: #"{"name": "shop"}"#),
      "/orders": LoopbackServer.Answer(
        body: #"{"orders": [{"id": 7, "size": 1}, {"id": 8, "size": 1}, {"id": 9, "size": 7}]}"#),
      "/orders/7": LoopbackServer.Answer(body: #"{"id": 7}"#),
      "/orders/8": LoopbackServer.Answer(body: #"{"id": 8}"#),
      "/orders/9": LoopbackServer.Answer(body: #"{"id": 9}"#),
      "/events?page=1": page(1), "/events?page=2": page(2),
      "/logs?offset=0&limit=1": page(1), "/logs?limit=1&offset=1": page(2),
      "/news": LoopbackServer.Answer(body: #"{"items": [1], "paging": {"next": "/news?c=x"}}"#),
      "/news?c=x": LoopbackServer.Answer(body: #"{"items": [2], "paging": {"next": null}}"#),
      "/tags": LoopbackServer.Answer(
        headers: ["Content-Type": "application/json", "Link": "</tags?c=x>; rel=\"next\""],
        body: "[1]"),
      "/tags?c=x": LoopbackServer.Answer(body: "[2]"),
    ])
    try await Project.with { project in
      let made = await CommandRun(
        [
          "init", "shop", "--base-url", "\(server.url)", "", "orders/7", "orders",
          "events?page=1", "logs?offset=0&limit=1", "news", "tags",
        ], in: project.root)
      #expect(made.code == .conforms, "\(made.output)\(made.errors)")
      #expect(made.output.contains("GET /, 1 fixture"))
      #expect(made.output.contains("order: \"discover\" makes requests of the values"))
      #expect(made.output.contains("news: \"pages\" follows the pages"))
      let endpoints = try JSONDocument(Array(project.text("Contracts/shop/suite.json").utf8))
        .root["endpoints"]
      let member = { (endpoint: String, name: String) in
        endpoints?[endpoint]?[name].map { JSONWriter.compact(JSONNode($0)) }
      }
      #expect(
        member("order", "discover") == #"{"from":"orders","values":{"id":"$.orders[*].id"}}"#)
      #expect(endpoints?.members.map(\.key).last == "order", "it stands below its source")
      #expect(member("events", "pages") == #"{"by":"page","parameter":"page"}"#)
      #expect(member("logs", "pages") == #"{"by":"offset","parameter":"offset","step":1}"#)
      #expect(member("news", "pages") == #"{"by":"next","value":"/paging/next"}"#)
      #expect(member("tags", "pages") == #"{"by":"link"}"#)
      #expect(member("orders", "pages") == nil && member("orders", "discover") == nil)
      let record = await CommandRun(["record", "shop"], in: project.root)
      #expect(record.code == .conforms, "\(record.output)\(record.errors)")
      for file in ["order/9", "events/all-page-2", "logs/all-page-2", "news/all-page-2"] {
        #expect(project.exists("Fixtures/shop/\(file).json"), "\(file)")
      }
    }
  }

  /// What is asked, now and by every later run, is the request that was given.
  @Test(arguments: [
    (["o/"], ["/v1/o/"]), (["o", "o/"], ["/v1/o", "/v1/o/"]), (["/"], ["/v1/"]), ([""], ["/v1"]),
    (["a//b/7/"], ["/v1/a//b/7/"]), (["o?q=a+b"], ["/v1/o?q=a%20b"]),
    (["o?q=a%2Bb"], ["/v1/o?q=a%2Bb"]), (["o?flag"], ["/v1/o?flag"]),
    (["o?flag="], ["/v1/o?flag="]),
    (["o?flag", "o?flag=", "o?flag=1"], ["/v1/o?flag", "/v1/o?flag=", "/v1/o?flag=1"]),
    (["o?q=1&q=2", "o"], ["/v1/o", "/v1/o?q=1&q=2"]),
    (["o?q=1&q=2&n=1", "o?q=1&q=3&n=1"], ["/v1/o?q=1&q=2&n=1", "/v1/o?q=1&q=3&n=1"]),
    (["q?q=%7Bname%7D"], ["/v1/q?q=%7Bname%7D"]), (["%7Bname%7D/x"], ["/v1/%7Bname%7D/x"]),
    (["q?q=%24%7BNAME%7D"], ["/v1/q?q=%24%7BNAME%7D"]),
    (["q?q=%7Bname=x%7D&p={p=%26}"], ["/v1/q?q=%7Bname%3Dx%7D&p=%26"]),
    (
      ["o?a-b=c&d=e", "o?a-b=c-d&d=e", "o?a-b=c&d=d-e"],
      ["/v1/o?a-b=c&d=d-e", "/v1/o?a-b=c&d=e", "/v1/o?a-b=c-d&d=e"]
    ),
    (["o?x=1-2&y=3", "o?x=1&y=2-3"], ["/v1/o?x=1&y=2-3", "/v1/o?x=1-2&y=3"]),
  ])
  func requestsAreThoseThatWereGiven(_ paths: [String], _ targets: [String]) async throws {
    let server = try await LoopbackServer(answers: ["*": LoopbackServer.Answer(body: #"{"n": 1}"#)])
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let run = await CommandRun(
        ["init", "shop", "--base-url", "\(server.url)/v1"] + paths, in: project.root)
      #expect(run.code == .conforms, "\(run.output)\(run.errors)")
      let first = try server.requests().map(\.target)
      #expect(first.sorted() == targets)
      let check = await CommandRun(["check", "shop", "--live"], in: project.root)
      #expect(check.code == .conforms, "\(check.output)\(check.errors)")
      let all = try server.requests().map(\.target)
      #expect(all.sorted() == (targets + targets).sorted())
      #expect(await CommandRun(["check", "shop"], in: project.root).code == .conforms)
    }
  }

  /// A request that a suite cannot say is left out by its name, and the others stay.
  @Test(
    arguments: ["a=1&b=2&a=3", "q=%FF", "q=%zz"].map { "o?\($0)" } + ["f/a%2Fb", "f/%2E%2E/x"])
  func requestThatNoSuiteCanSayIsLeftOut(_ path: String) async throws {
    let server = try await LoopbackServer(answers: ["*": LoopbackServer.Answer(body: "{}")])
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let base = ["init", "shop", "--base-url", "\(server.url)"]
      let run = await CommandRun(base + ["o", path], in: project.root)
      #expect(run.code == .conforms, "\(run.output)\(run.errors)")
      #expect(run.output.contains("\(path) is left out: "), "\(run.output)")
      let sent = try server.requests().map(\.target)
      #expect(sent == ["/o"])
      let none = await CommandRun(
        ["init", "other", "--base-url", "\(server.url)", path, "--dry-run"], in: project.root)
      #expect(none.code == .failure && none.output.isEmpty, "\(none.output)")
      #expect(none.errors.contains("left out") && !none.errors.contains("suite.json"))
    }
  }

  /// Requests of one kind are under way at once, as soon as the server has answered one.
  @Test(.enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)))
  func requestsOfAKindGoAtOnce() async throws {
    let server = try await LoopbackServer(answers: [
      "*": LoopbackServer.Answer(body: "{}", delay: 600), "/o/1": LoopbackServer.Answer(body: "{}"),
    ])
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let process = try Program.start(
        ["init", "shop", "--base-url", "\(server.url)", "--at-once", "8", "--timeout", "600"]
          + (1...8).map { "o/\($0)" }, in: project.root, output: project.url("out"),
        errors: project.url("err"))
      for _ in 0..<6000 where try server.requests().count < 8 {
        try await Task.sleep(for: .milliseconds(10))
      }
      process.interrupt()
      try await Program.end(of: process)
      let sent = try server.requests().map(\.target)
      #expect(Set(sent) == Set((1...8).map { "/o/\($0)" }))
    }
  }

  /// All paths that were named are asked; of a file the first that answer.
  @Test func requestsAreLeftOutOfFilesAloneAndTheyAreCounted() async throws {
    let server = try await LoopbackServer(answers: [
      "*": LoopbackServer.Answer(body: "{}"),
      "/o/2": LoopbackServer.Answer(status: 404),
    ])
    let paths = (1...8).map { "o/\($0)" }
    let list = paths.map { "\(server.url)/\($0)\n" }.joined()
    try await Project.with(["Fixtures/.keep": "", "list.txt": list]) { project in
      let named = await CommandRun(
        ["init", "named", "--base-url", "\(server.url)"]
          + paths.filter { $0 != "o/2" }, in: project.root)
      #expect(named.output.contains("GET o/{id}, 7 fixtures"), "\(named.output)\(named.errors)")
      let listed = await CommandRun(["init", "listed", "--from", "list.txt"], in: project.root)
      #expect(listed.output.contains("GET o/{id}, 5 fixtures"), "\(listed.output)\(listed.errors)")
      #expect(listed.output.contains("2 more requests of o/{id} are left out"), "\(listed.output)")
      let files = try project.files().filter {
        $0.hasPrefix("Fixtures/listed") && $0.contains("http")
      }
      #expect(
        files == ["1", "3", "4", "5", "6"].map { "Fixtures/listed/o/\($0).http.json" })
      #expect(await CommandRun(["check"], in: project.root).code == .conforms)
    }
  }

  /// The first usable answer to a request counts, and it is as old as the archive says.
  @Test func archiveIsReadToItsEnd() async throws {
    let entry = { (path: String, status: Int, body: String) in
      #"{"startedDateTime": "2025-01-02T03:04:05.678+01:00", "request": {"method": "GET", "url": "https://a.example/v/\#(path)"}, "response": {"status": \#(status), "headers": [], "content": {"mimeType": "application/json", "text": \#(body)}}}"#
    }
    let entries = [
      entry("a", 503, #""{\"error\": 1}""#), entry("a", 200, #""{\"id\": 1}""#),
      entry("b?x={n=1}", 200, #""{\"id\": 2}""#), entry("b?x=${HOME}", 200, #""{\"id\": 2}""#),
    ]
    try await Project.with([
      "Fixtures/.keep": "", "a.har": #"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#,
    ]) { project in
      let run = await CommandRun(["init", "shop", "--from", "a.har"], in: project.root)
      #expect(run.code == .conforms, "\(run.output)\(run.errors)")
      #expect(try project.text("Fixtures/shop/a/all.json").contains("\"id\": 1"))
      let files = try project.files().filter { $0.hasSuffix(".http.json") }
      #expect(files.count == 3, "\(files)")
      let texts = try files.map { try project.text($0) }
      #expect(texts.allSatisfy { $0.contains("2025-01-02T02:04:05Z") })
      #expect(texts.contains { $0.contains("b?x=%7Bn%3D1%7D") }, "\(texts)")
      let check = try await CommandRun.report(
        ["check", "shop", "--stale-after", "30"], in: project.root)
      #expect(check.findings(of: "fixture-stale").count == 3)
    }
  }

  @Test func whatDoesNotAnswerIsLeftOutAndSaid() async throws {
    let server = try await LoopbackServer(answers: Self.answers)
    try await Project.with { project in
      let base = ["--base-url", "\(server.url)/v1"]
      let some = await CommandRun(
        ["init", "shop"] + base + ["orders/1001", "orders/7", "page", "nothing/here"],
        in: project.root)
      #expect(some.code != .conforms && some.output.contains("unexpected-status"), "\(some.output)")
      let suite = try project.text("Contracts/shop/suite.json")
      #expect(suite.contains("1001") && !suite.contains("\"7\"") && !suite.contains("page"))
      let none = await CommandRun(["init", "other"] + base + ["nothing"], in: project.root)
      #expect(none.code == .findings && none.errors.contains("nothing was written"))
      #expect(!project.exists("Contracts/other"))
      let away = await CommandRun(
        ["init", "other", "--base-url", "http://127.0.0.1:9", "x"], in: project.root)
      #expect(away.code == .failure && !project.exists("Contracts/other"))
    }
  }

  @Test func credentialsOfTheEnvironmentAreNowhere() async throws {
    let secret = "swordfish-4711"
    let server = try await LoopbackServer(answers: [
      "*": LoopbackServer.Answer(body: #"{"you sent": "Bearer \#(secret)", "id": 1}"#)
    ])
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let arguments = [
        "init", "shop", "--base-url", "\(server.url)", "me", "--header",
        "Authorization: Bearer ${SHOP_TOKEN}",
      ]
      let unset = await CommandRun(arguments, in: project.root)
      #expect(unset.code == .failure && unset.errors.contains("SHOP_TOKEN"))
      let set = await CommandRun(
        arguments, in: project.root, environment: ["SHOP_TOKEN": secret])
      #expect(set.code == .conforms, "\(set.output)\(set.errors)")
      #expect(try server.requests().last?.headers["authorization"] == "Bearer \(secret)")
      for file in try project.files() {
        #expect(try !project.text(file).contains(secret), "\(file)")
      }
      // Offline nothing is needed of the environment; a live check says what is.
      #expect(await CommandRun(["check"], in: project.root).code == .conforms)
      #expect(await CommandRun(["scan"], in: project.root).code == .conforms)
      let live = await CommandRun(["check", "--live"], in: project.root, suites: [])
      #expect(live.code == .failure && live.errors.contains("SHOP_TOKEN"))
      let written = await CommandRun(
        ["init", "x", "--base-url", "\(server.url)", "me", "--header", "X-Api-Key: abc"],
        in: project.root)
      #expect(written.code == .usage && written.errors.contains("${VARIABLE}"))
    }
  }

  /// What a parameter holds is sent, and stored nowhere; the suite names a variable for it.
  @Test(arguments: ["paths", "list", "archive"])
  func credentialsOfParametersAreNowhere(_ source: String) async throws {
    let secrets = ["SECRETSECRET123456", "hunter2hunter2"]
    let server = try await LoopbackServer(answers: [
      "*": LoopbackServer.Answer(body: #"{"you sent": "\#(secrets[0])", "id": 1}"#)
    ])
    let path = "orders?token=\(secrets[0])&password=\(secrets[1])&limit=5"
    let entry =
      #"{"request": {"method": "GET", "url": "\#(server.url)/\#(path)"}, "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", "text": "{\"id\": 1, \"echo\": \"\#(secrets[1])\"}"}}}"#
    try await Project.with(["Fixtures/.keep": ""]) { project in
      try await TestFolders.withTemporaryFolder { folder in
        let inputs = Project(root: folder)
        try inputs.write("\(server.url)/\(path)\n", to: "list.txt")
        try inputs.write(#"{"log": {"entries": [\#(entry)]}}"#, to: "a.har")
        let base = ["init", "shop", "--base-url", "\(server.url)"]
        let arguments =
          switch source {
          case "paths": base + [path]
          case "list": base + ["--from", inputs.url("list.txt").path]
          default: base + ["--from", inputs.url("a.har").path]
          }
        let dry = await CommandRun(arguments + ["--dry-run"], in: project.root)
        let run = await CommandRun(arguments, in: project.root)
        #expect(run.code == .conforms, "\(run.output)\(run.errors)")
        #expect(run.output.contains("the value of token is not stored; set SHOP_TOKEN to it"))
        #expect(run.output.contains("SHOP_PASSWORD"))
        let texts = try project.files().map { try project.text($0) } + [dry.output, run.output]
        for secret in secrets { #expect(!texts.contains { $0.contains(secret) }, "\(secret)") }
      }
      let sent = try server.requests().map(\.target)
      #expect(sent.allSatisfy { $0.contains(secrets[0]) } && sent.isEmpty == (source == "archive"))
      #expect(try project.text("Contracts/shop/suite.json").contains(#""token": "${SHOP_TOKEN}""#))
      #expect(await CommandRun(["scan"], in: project.root).code == .conforms)
      #expect(await CommandRun(["check", "shop"], in: project.root).code == .conforms)
      let live = await CommandRun(["check", "--live", "shop"], in: project.root)
      #expect(live.code == .failure && live.errors.contains("SHOP_PASSWORD and SHOP_TOKEN"))
      let set = await CommandRun(
        ["check", "--live", "shop"], in: project.root,
        environment: ["SHOP_TOKEN": secrets[0], "SHOP_PASSWORD": secrets[1]])
      #expect(set.code != .failure, "\(set.output)\(set.errors)")
    }
  }

  /// In a path no variable can stand, so a credential there is refused.
  @Test(arguments: [
    ["--base-url", "http://127.0.0.1:9", "a/ghp_16C7e42F292c6912E7710c838347Ae178B4a"],
    ["--base-url", "http://127.0.0.1:9", "a/{password=hunter2hunter2}"],
    ["--base-url", "http://127.0.0.1:9/ghp_16C7e42F292c6912E7710c838347Ae178B4a", "a"],
  ])
  func credentialInAPathIsRefused(_ arguments: [String]) async throws {
    try await Project.with { project in
      let run = await CommandRun(["init", "shop"] + arguments, in: project.root)
      #expect(run.code == .usage || run.code == .failure)
      #expect(run.errors.contains("would be written into the suite"), "\(run.errors)")
      #expect(!run.errors.contains("ghp_") && !run.errors.contains("hunter2"))
      let files = try project.files()
      #expect(files.isEmpty)
    }
  }

  /// The answers of an archive are taken as they are: no server is there.
  @Test func archiveIsEnough() async throws {
    let entry = { (id: Int) in
      #"{"request": {"method": "GET", "url": "https://a.example/v1/orders/\#(id)"}, "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", "text": "{\"id\": \#(id), \"access_token\": \"swordfish\"}"}}}"#
    }
    try await Project.with([
      "Fixtures/.keep": "", "a.har": #"{"log": {"entries": [\#(entry(1)), \#(entry(2))]}}"#,
    ]) { project in
      let run = await CommandRun(["init", "shop", "--from", "a.har"], in: project.root)
      #expect(run.code == .conforms, "\(run.output)\(run.errors)")
      let stored = try project.text("Fixtures/shop/order/2.json")
      #expect(stored.contains("\"id\": 2") && !stored.contains("swordfish"))
      #expect(await CommandRun(["check", "shop"], in: project.root).code == .conforms)
    }
  }

  @Test(arguments: [
    (["init", "shop"], "missing argument: PATH…"), (["init", "a/b", "x"], "a suite is named with"),
    (
      ["init", String(repeating: "a", count: 300), "x"],
      "a suite has a name of at most 100 characters, and this one has 300"
    ),
    (["init", "shop", "orders"], "missing option: --base-url"),
    (["init", "shop", "orders", "--from", "x"], "do not go together"),
    (["init", "shop", "x", "--base-url", "ftp://a"], "no address"),
    (["init", "shop", "x", "--base-url", "http://me:pw@a.example"], "password"),
    (["init", "themealdb", "x", "--base-url", "http://a.example"], "take another name"),
    (["schema", "suit"], "did you mean 'suite'?"),
  ])
  func wrongUsageIsSaid(_ arguments: [String], _ message: String) async throws {
    try await Project.with { project in
      let run = await CommandRun(arguments, in: project.root)
      #expect(run.code != .conforms && run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test func faultsOfASuiteStopTheRunWithTheirPlaces() async throws {
    try await Project.with([
      "Contracts/shop/suite.json":
        "{\n  \"baseURL\": \"https://a.example\",\n  \"endpoint\": {}\n}",
      "Contracts/themealdb/suite.json": "{}",
    ]) { project in
      let run = await CommandRun(["check"], in: project.root)
      #expect(run.code == .failure)
      #expect(
        run.errors.contains("Contracts/shop/suite.json:3:15: nothing reads the key \"endpoint\""))
      #expect(run.errors.contains("Contracts/themealdb/suite.json:1:1: the program itself"))
      // What has nothing to do with suites still works.
      #expect(await CommandRun(["explain", "missing-key"], in: project.root).code == .conforms)
    }
  }

  @Test func schemaIsPrinted() async throws {
    let run = await CommandRun(["schema", "suite"], in: TestFolders.packageRoot)
    #expect(run.code == .conforms && run.output.contains("\"baseURL\""))
  }
}
