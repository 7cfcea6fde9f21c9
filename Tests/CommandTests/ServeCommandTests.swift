import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import SpaceX
import StrictJSON
import TestSupport
import Testing
import TheMealDB

@testable import ContractCommand
@testable import ContractTesting

/// The program as a server: what it says, what it answers, and how it ends.
@Suite(
  .waiting,
  .enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)),
  .timeLimit(.minutes(10)))
struct ServeCommandTests {
  @Test func startLineNamesTheAddressesAndASignalEndsCleanly() async throws {
    try await Project.ofRepository { project in
      for number in [SIGTERM, SIGINT] {
        let served = try await ServedProgram(["themealdb", "spacex"], in: project)
        let lines = try project.text("out").split(separator: "\n").map(String.init)
        #expect(
          lines == [
            "serving themealdb, spacex on \(served.url)",
            "  themealdb: \(served.url)/api/json/v1/1, 28 answers",
            "  spacex: \(served.url)/v3, 17 answers",
          ])
        #expect(try await served.end(number) == 0)
        #expect(try project.text("err") == "")
      }
    }
  }

  /// The requests of a query differ in their content alone.
  @Test func queryIsAnsweredByItsContentInAnyOrder() async throws {
    try await Project.ofRepository { project in
      let served = try await ServedProgram(["spacex-v4"], in: project)
      let client = EndpointClient(origin: URL(string: served.url))
      let past = SpaceXV4Endpoint.query(LaunchQuery(isUpcoming: false, limit: 2))
      let upcoming = SpaceXV4Endpoint.query(LaunchQuery(isUpcoming: true, limit: 2, page: 2))
      for endpoint in [upcoming, past, past, upcoming] {
        let answer = try await client.response(for: endpoint)
        #expect(
          answer.headers["x-replay-fixture"] == "spacex-v4/query/\(endpoint.caseName)")
      }
      let other = SpaceXV4Endpoint.query(LaunchQuery(isUpcoming: false, limit: 3))
      #expect(try await client.response(for: other).status == 404)
      #expect(try await served.end() == 0)
    }
  }

  /// What was recorded from a server is what is served, and conforms.
  @Test func recordServeAndCheckAgree() async throws {
    try await Project.ofRepository { project in
      let first = try await ServedProgram([], in: project)
      try await Project.with(["Fixtures/.keep": ""]) { copy in
        let record = try await Program.run(
          "record", "--base-url", first.url, "--root", ".", in: copy.root)
        #expect(record.code == 0, "\(record.output)\(record.errors)")
        for file in try project.files() where file.hasPrefix("Fixtures/") {
          // A server of its own adds entity tags and times; the digests say that the bytes are the same.
          let digests = try [copy, project].map { project in
            try project.text(file).split(separator: "\n").filter { $0.contains("SHA256\" :") }
          }
          #expect(digests[0] == digests[1], "\(file)")
          guard !file.hasSuffix(".http.json") else { continue }
          #expect(try copy.text(file) == project.text(file), "\(file)")
        }
      }
      let check = try await Program.run(
        "check", "--live", "--base-url", first.url, in: project.root)
      #expect(check.code == 0, "\(check.output)\(check.errors)")
      let below = try await Program.run(
        "check", "spacex", "--live", "--base-url", "\(first.url)/spacex", in: project.root)
      #expect(below.code == 0, "\(below.output)\(below.errors)")
      #expect(try await first.end() == 0)
    }
  }

  @Test func driftIsSaidAndReportedByACheck() async throws {
    try await Project.ofRepository { project in
      let served = try await ServedProgram(
        ["themealdb/recipe", "--drift", "key-renamed:$.meals[*].strMeal"], in: project)
      #expect(
        try project.text("out").contains(
          "  key-renamed: $.meals[*].strMeal is named strMealV2 in themealdb/recipe\n"))
      let check = try await Program.run(
        "check", "themealdb/recipe", "--live", "--base-url", served.url, "--format", "json",
        in: project.root)
      let report = try ReadReport(check.output, code: check.code)
      #expect(report.code == 1 && report.findings(of: "key-renamed").count == 1)
      #expect(try await served.end() == 0)
    }
  }

  @Test func requestsAreLoggedAndFaultsNamed() async throws {
    try await Project.ofRepository { project in
      let served = try await ServedProgram(["spacex", "-v", "--fault", "418"], in: project)
      let client = EndpointClient(origin: URL(string: served.url))
      #expect(try await client.response(for: SpaceXEndpoint.latest).status == 418)
      #expect(try await served.end() == 0)
      #expect(
        try project.text("err") == "GET /v3/launches/latest 418 spacex/latest/all (status)\n")
    }
  }

  // MARK: Recording what is missing

  @Test func missingAnswersAreRecordedAndReplayed() async throws {
    try await Project.ofRepository { origin in
      let real = try await ServedProgram(["themealdb", "spacex"], in: origin)
      try await Project.with(["Fixtures/.keep": ""]) { project in
        let served = try await ServedProgram(["--record-missing", real.url], in: project)
        let client = EndpointClient(origin: URL(string: served.url))
        for _ in 0..<2 {
          let endpoint = MealDBEndpoint.recipe(id: "52958")
          let body = try await client.response(for: endpoint).body
          let name = "Fixtures/themealdb/recipe/52958"
          #expect(body.starts(with: #"{"meals":[{"idMeal":"52958","#.utf8))
          #expect(try project.text("\(name).json") == origin.text("\(name).json"))
          #expect(
            try project.text("\(name).http.json").contains(
              "https://www.themealdb.com/api/json/v1/1/lookup.php?i=52958"))
        }
        // The real server has none, and an error is no fixture.
        let none = try await client.response(for: MealDBEndpoint.recipe(id: "1"))
        #expect(none.status == 404)
        #expect(String(decoding: none.body, as: UTF8.self).contains("not recorded"))
        _ = try await client.response(for: MealDBEndpoint.recipes(.area("Canadian")))
        #expect(try await served.end() == 0)
        let files = try project.files().filter { $0.hasSuffix(".json") }
        #expect(
          files == [
            "Fixtures/themealdb/recipe/52958.http.json", "Fixtures/themealdb/recipe/52958.json",
            "Fixtures/themealdb/recipes/a-Canadian.http.json",
            "Fixtures/themealdb/recipes/a-Canadian.json",
          ])
      }
      #expect(try await real.end() == 0)
    }
  }

  private static let token = "sk_live_51HqLyjWDarjtT1zdp7dc9aB"

  /// What a client asks for is stored without its credentials, and the server is treated as the suite says.
  @Test func credentialOfARequestIsInNoFileName() async throws {
    let real = try await LoopbackServer(answers: ["*": LoopbackServer.Answer(body: #"{"id": 1}"#)])
    let suite = """
      {"baseURL": "\(real.url)/v1", "politeness": {"userAgent": "shop-watch", "perSecond": 2},
       "redaction": {"paths": ["/v1/keys/{key}"]},
       "endpoints": {
         "find": {"path": "find", "query": {"q": "{q}"}, "samples": [{"q": "tea"}, {"q": "milk"}]},
         "list": {"path": "list", "query": {"token": "{token}"}, "samples": [{"token": "a"}, {"token": "b"}]},
         "keys": {"path": "keys/{key}", "samples": [{"key": "ada"}, {"key": "bob"}]}}}
      """
    try await Project.with(["Fixtures/.keep": "", "Contracts/shop/suite.json": suite]) { project in
      let served = try await ServedProgram(
        ["shop", "--record-missing", "\(real.url)"], in: project)
      let client = EndpointClient()
      let secrets = ["hunter2hunter2", "swordfishswordfish", "51HqLyj"]
      let targets = [
        "find?q=\(Self.token)", "list?token=\(secrets[0])", "keys/\(secrets[1])",
      ]
      let start = ContinuousClock.now
      for target in targets + targets {
        let answer = try await client.response(
          for: Address(baseURL: try #require(URL(string: "\(served.url)/v1/\(target)"))))
        #expect(answer.status == 200, "\(target)")
      }
      #expect(ContinuousClock.now - start >= .seconds(0.9))
      #expect(try await served.end() == 0)
      let files = try project.files().filter { $0.hasPrefix("Fixtures/shop/") }
      #expect(files.count == 6, "\(files)")
      for file in files {
        let text = try file + project.text(file)
        for secret in secrets { #expect(!text.contains(secret), "\(file)") }
      }
      #expect(await CommandRun(["scan"], in: project.root).code == .conforms)
      let sent = try real.requests()
      #expect(sent.map(\.target) == targets.map { "/v1/\($0)" })
      #expect(sent.allSatisfy { $0.headers["user-agent"] == "shop-watch" })
    }
  }

  private struct Address: Endpoint {
    let baseURL: URL
    var path: String { "" }
  }

  @Test(arguments: [
    ("/api/json/v1/1/lookup.php?i=53000", "themealdb/recipe/53000"),
    ("/themealdb/api/json/v1/1/lookup.php?i=53000", "themealdb/recipe/53000"),
    ("/api/json/v1/1/filter.php?a=Thai", "themealdb/recipes/a-Thai"),
    ("/api/json/v1/1/search.php?s=pie", "themealdb/search/pie"),
    ("/api/json/v1/1/random.php", "themealdb/random/all"),
    ("/v3/launches/66", "spacex/launch/66"),
    ("/v3/launches/latest", "spacex/latest/all"),
  ])
  func missingCaseIsNamedAsTheSamplesAre(target: String, name: String) throws {
    let match = try #require(Self.match(target))
    #expect("\(match.suite.name)/\(match.endpoint.name)/\(match.sample.caseName)" == name)
  }

  @Test(arguments: ["/api/json/v1/1/other.php?i=1", "/v3/rockets/1", "/", "/v3/launches/66/x"])
  func requestOfNoEndpointIsNone(target: String) {
    #expect(Self.match(target) == nil)
  }

  @Test(arguments: [
    (
      #"{"options": {"limit": 2, "sort": {"flight_number": "asc"}}, "query": {"upcoming": false}}"#,
      "spacex-v4/query/past-limit-2"
    ),
    (
      #"{"options": {"limit": 3, "sort": {"flight_number": "asc"}}, "query": {"upcoming": false}}"#,
      nil
    ), ("{}", nil),
  ])
  func missingQueryIsTheSampleOfTheSameContent(content: String, name: String?) async throws {
    let match = Self.match("/v4/launches/query", method: .post, content: content)
    #expect(
      match.map { "\($0.suite.name)/\($0.endpoint.name)/\($0.sample.caseName)" } == name)
  }

  private static func match(
    _ target: String, method: HTTPMethod = .get, content: String = ""
  ) -> RequestMatch? {
    let all = [APISuite].all.flatMap { suite in suite.endpoints.map { (suite: suite, endpoint: $0) }
    }
    return RequestMatch(
      ReceivedRequest(method: method, target: target, body: Array(content.utf8)), in: all)
  }

  // MARK: Usage

  @Test(arguments: [
    (["--port", "66000"], "no port"), (["--port", "8o80"], "no port"),
    (["--fault", "latncy"], "did you mean 'latency'"), (["--fault", "latency=2h"], "no fault"),
    (["--fault", "status=99"], "no fault"), (["--fault", "200"], "no fault"),
    (["--fault-rate", "0.5"], "goes with --fault"),
    (["--fault", "cut", "--fault-rate", "2"], "no share"), (["--seed", "x"], "no seed"),
    (["--timeout", "3"], "goes with --record-missing"),
    (["--record-missing", "ftp://a"], "no address of a server"),
    (["--drift", "key-renamd"], "did you mean 'key-renamed'"),
    (["spacex/latest", "--drift", "key-renamed:$.nothing"], "cannot be shown at $.nothing"),
    (["themealdb/names", "--drift", "version-changed"], "what can is key-removed"),
  ])
  func wrongUsageIsSaid(arguments: [String], words: String) async throws {
    let run = await CommandRun(["serve"] + arguments, in: TestFolders.packageRoot)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test(arguments: [
    ("latency", ReplayFault.latency(.milliseconds(500))), ("latency=1.5", .latency(.seconds(1.5))),
    ("latency=20ms", .latency(.milliseconds(20))), ("latency=2s", .latency(.seconds(2))),
    ("500", .status(500)), ("status=429", .status(429)), ("status", .status(503)),
    ("reset", .reset), ("cut", .cut), ("garbage", .garbage), ("drip", .drip(.milliseconds(50))),
  ])
  func faultIsReadFromItsOption(text: String, fault: ReplayFault) {
    #expect(ReplayFault(option: text) == fault)
  }

  /// A rule that is none is refused, also where nothing is served.
  @Test func listKnowsTheRulesOfDrift() async throws {
    let run = await CommandRun(
      ["serve", "--list", "--drift", "nosuch", "spacex/latest"], in: TestFolders.packageRoot)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors.contains("'nosuch' is no rule of drift"), "\(run.errors)")
  }

  @Test func listSaysWhatHasAnAnswer() async throws {
    let run = await CommandRun(["serve", "--list", "spacex/latest"], in: TestFolders.packageRoot)
    #expect(run.output == "spacex/latest/all: GET /v3/launches/latest 200\n")
  }

  @Test func nothingToReplayIsAFailure() async throws {
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let run = await CommandRun(["serve"], in: project.root)
      #expect(run.code == .failure && run.errors.contains("'mealdb-contract record' fetches them"))
    }
  }

  @Test func brokenFixtureIsNamedAndTheOthersAreServed() async throws {
    try await Project.ofRepository { project in
      try project.write("{", to: "Fixtures/spacex/launch/1.http.json")
      try project.write("{}", to: "Fixtures/spacex/launch/by-hand.json")
      let run = await CommandRun(["serve", "--list", "spacex/launch"], in: project.root)
      #expect(run.code == .conforms && run.output.split(separator: "\n").count == 13)
      #expect(run.errors.contains("spacex/launch/1 is not served"))
      #expect(run.errors.contains("spacex/launch/by-hand is not served"))
    }
  }
}

/// The program while it serves, with its output in the files `out` and `err` of a project.
private struct ServedProgram {
  let url: String
  private let process: Process

  init(_ arguments: [String], in project: Project) async throws {
    let output = project.url("out")
    process = try Program.start(
      ["serve", "--port", "0"] + arguments, in: project.root, output: output,
      errors: project.url("err"))
    for _ in 0..<6000 where process.isRunning {
      let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
      if let match = text.firstMatch(of: /^serving .* on (http:.*)\n/) {
        url = String(match.output.1)
        return
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    kill(process.processIdentifier, SIGKILL)
    throw ServeFailure(errors: (try? project.text("err")) ?? "")
  }

  /// Ends the program by a signal; returns its exit code.
  func end(_ number: Int32 = SIGTERM) async throws -> Int32 {
    kill(process.processIdentifier, number)
    try await Program.end(of: process)
    return process.terminationReason == .exit ? process.terminationStatus : -number
  }

  struct ServeFailure: Error { let errors: String }
}
