import ContractTesting
import Endpoints
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// A secret in each place of requests and answers, which nothing may show or store.
@Suite(
  .waiting,
  .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)))
struct SecretTests {
  /// It has no form of a token, so only its places tell what it is.
  static let secret = "swordfish"

  private struct VaultEndpoint: Endpoint {
    let baseURL: URL
    var path: String { "v1/\(SecretTests.secret)/items" }
    var queryItems: [URLQueryItem] {
      [
        URLQueryItem(name: "api_key", value: SecretTests.secret),
        URLQueryItem(name: "i", value: "1"),
      ]
    }
    var headers: [String: String] { ["X-Api-Key": SecretTests.secret] }
  }

  private struct ItemsDTO: Decodable {
    struct ItemDTO: Decodable {
      let id: Int
      let password: Int
    }
    let items: [ItemDTO]
  }

  private static func suite(_ server: URL) throws -> APISuite {
    var address = try #require(URLComponents(url: server, resolvingAgainstBaseURL: true))
    address.user = "me"
    address.password = secret
    return APISuite(
      name: "vault",
      endpoints: [
        WatchedEndpoint(
          name: "items", dto: DTOBinding(ItemsDTO.self),
          samples: [Sample("1", VaultEndpoint(baseURL: try #require(address.url)))])
      ], redaction: Redaction(pathTemplates: ["/v1/{key}"]))
  }

  static let answers: [String: LoopbackServer.Answer] = [
    "good": LoopbackServer.Answer(
      headers: [
        "Content-Type": "application/json", "Set-Cookie": "id=\(secret)", "X-RateLimit-Key": secret,
        "Link": "<https://me:\(secret)@a.example/x?token=\(secret)>; rel=next",
      ], body: #"{"items": [{"id": 1, "password": 2}]}"#),
    "wrong types beside a secret": LoopbackServer.Answer(
      body: #"{"access_token": "\#(secret)", "items": [{"id": "x", "password": "\#(secret)"}]}"#),
    "wrong types inside of a secret": LoopbackServer.Answer(
      body: #"{"tokens": ["\#(secret)"], "items": [{"id": "x", "password": ["\#(secret)"]}]}"#),
    "echoes": LoopbackServer.Answer(
      body: #"""
        {"items": [{"id": 1, "password": "\#(secret)"}], "note": "see https://me:\#(secret)@a.example/",
         "echo": "{\"access_token\": \"\#(secret)\"}", "log": "password=\#(secret)&x=1",
         "headers": [{"name": "Cookie", "value": "id=\#(secret)1"}], "self": "/v1/\#(secret)/items"}
        """#.replacingOccurrences(of: "/v1/", with: "https://a.example/v1/")),
    "broken beside a secret": LoopbackServer.Answer(
      body: #"{"access_token": "\#(secret)", "items": [1,]}"#),
    "error body": LoopbackServer.Answer(
      status: 404, body: #"{"error": "no", "token": "\#(secret)", "url": "/x?api_key=\#(secret)"}"#),
    "page": LoopbackServer.Answer(body: "<a href='/login?token=\(secret)'>"),
    "busy": LoopbackServer.Answer(status: 503, body: "token=\(secret)"),
    "refused": LoopbackServer.Answer(
      status: 401, headers: ["WWW-Authenticate": "Bearer \(secret)"], body: "token=\(secret)"),
    "away": LoopbackServer.Answer(
      status: 302, headers: ["Location": "http://127.0.0.1:9/?token=\(secret)"]),
  ]

  /// A sample is a value that somebody wrote down, and a file is named after it.
  @Test func secretOfASampleIsInNoFileName() async throws {
    let secret = "sk_live_51HqLyjWDarjtT1zdp7dc9aB"
    let server = try await LoopbackServer(answers: ["*": LoopbackServer.Answer(body: "{}")])
    let suite = """
      {"baseURL": "\(server.url)", "endpoints": {
        "find": {"path": "find", "query": {"q": "{q}"}, "samples": [{"q": "tea"}, {"q": "\(secret)"}]}}}
      """
    try await Project.with(["Fixtures/.keep": "", "Contracts/shop/suite.json": suite]) { project in
      var written = ""
      for command in [["record", "shop"], ["record", "--dry-run", "shop"], ["check", "shop"]] {
        let run = await CommandRun(command, in: project.root)
        #expect(run.code == .conforms, "\(run.output)\(run.errors)")
        written += run.output + run.errors
      }
      let files = try project.files().filter { $0.hasPrefix("Fixtures/shop/") }
      #expect(files.count == 4 && !(files + [written]).contains { $0.contains(secret) }, "\(files)")
      #expect(await CommandRun(["serve", "--list", "shop"], in: project.root).code == .conforms)
    }
  }

  @Test(arguments: answers.keys.sorted())
  func secretIsNeitherShownNorStored(_ name: String) async throws {
    let server = try await LoopbackServer(answers: ["*": try #require(Self.answers[name])])
    let suite = try Self.suite(server.url)
    try await Project.with(["Fixtures/.keep": ""]) { project in
      var written = ""
      let formats = ["text", "json", "github", "junit", "markdown"]
      let commands =
        formats.map { ["check", "--live", "--format", $0] }
        + [
          ["check", "--live", "--base-url", "\(server.url)"],
          ["check", "--live", "--base-url", "http://me:\(Self.secret)@127.0.0.1:9"],
          ["record"], ["record", "--dry-run"], ["record", "--dry-run", "--format", "json"],
          ["record", "--exact"], ["check", "--live", "--save-pending"], ["review", "--list"],
          ["infer", "vault"], ["scan"], ["check"],
          ["check", "--base-url", "ftp://me:\(Self.secret)@a"],
        ]
      for command in commands {
        let run = await CommandRun(
          command, in: project.root, suites: [suite],
          environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"])
        written += run.output + run.errors
      }
      #expect(written.contains("REDACTED"))
      let leaks = written.split(separator: "\n").filter { $0.contains(Self.secret) }
      #expect(leaks.isEmpty, "\(leaks.joined(separator: "\n"))")
      for file in try project.files() {
        let text = try project.text(file)
        #expect(!text.contains(Self.secret), "\(file): \(text)")
      }
    }
    let seen = try #require(try server.requests().first)
    #expect(seen.target.contains(Self.secret), "the server itself gets what the suite sends")
  }
}
