import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import SchemaDrift
import StrictJSON
import TestSupport
import Testing
import WireDates

@testable import ContractCommand

/// Each rule has an example, and the example raises the rule and no other one.
@Suite(.waiting) struct RuleExampleTests {
  @Test(arguments: Rule.all.map(\.id)) func exampleRaisesItsRuleOnly(_ id: String) async throws {
    let rule = try #require(Rule[id])
    let report = try await report(of: rule)
    #expect(report.rules == [rule.id], "\(report.findings.map { $0["message"] ?? "" })")
    #expect(report.findings.allSatisfy { $0.level == rule.level.rawValue } || rule.family == .drift)
    #expect(report.code == (report.findings.contains { $0.level == "breaking" } ? 1 : 0))
    for finding in report.findings where ![.http, .run].contains(rule.family) {
      #expect(rule == .tooLarge || finding.place != nil, "a finding says where it is")
    }
  }

  private func report(of rule: Rule) async throws -> ReadReport {
    switch rule.example {
    case .document(let text): return try await validated(Array(text.utf8))
    case .bytes(let bytes): return try await validated(bytes)
    case .decode(_, let text):
      return try await Project.with(["a.json": text]) { project in
        try await CommandRun.report(
          ["decode", "--as", "OrderDTO", "a.json"], in: project.root, dtos: [.order])
      }
    case .contract(let contract, let document):
      return try await Project.with(["a.json": document, "b.schema.json": contract]) { project in
        try await CommandRun.report(
          ["validate", "--contract", "b.schema.json", "a.json"], in: project.root)
      }
    case .agreement(_, let contract):
      return try await Project.with([
        "Contracts/example/answer.schema.json": contract,
        "Fixtures/example/answer/all.json": OrderDTO.sample,
      ]) { project in
        try await CommandRun.report(
          ["check"], in: project.root, suites: [.example(dto: .order)])
      }
    case .drift(let old, let new):
      return try await Project.with(["old.json": old, "new.json": new]) { project in
        try await CommandRun.report(["diff", "old.json", "new.json"], in: project.root)
      }
    case .exchange(let status, let contentType, let body):
      let details = """
        {"headers": {"content-type": "\(contentType)"}, "method": "GET",
         "recordedAt": "2026-11-01T00:00:00Z", "status": \(status),
         "sha256": "\(SHA256.hexadecimalDigest(of: Array(body.utf8)))",
         "url": "https://example.com/answer"}
        """
      return try await Project.with([
        "Fixtures/example/answer/all.json": body,
        "Fixtures/example/answer/all.http.json": details,
      ]) { project in
        try await CommandRun.report(["check"], in: project.root, suites: [.example])
      }
    case .run: return try await situation(of: rule)
    }
  }

  private func validated(_ bytes: [UInt8]) async throws -> ReadReport {
    try await Project.with { project in
      try project.write(bytes, to: "a.json")
      return try await CommandRun.report(["validate", "a.json"], in: project.root)
    }
  }

  /// Asks a server that has this answer.
  private func live(
    _ answer: LoopbackServer.Answer, _ options: [String] = [], in project: Project
  ) async throws -> ReadReport {
    let server = try await LoopbackServer()
    var answer = answer
    let host = server.url.absoluteString.dropFirst("http://".count)
    answer.body = Data(
      String(decoding: answer.body, as: UTF8.self).replacingOccurrences(of: "HOST", with: host).utf8
    )
    try server.setAnswers([
      "/answer": answer, "/moved": LoopbackServer.Answer(body: #"{"id": 1}"#),
    ])
    try project.write("", to: "Fixtures/.keep")
    let suite = APISuite(
      name: "example",
      endpoints: [
        WatchedEndpoint(
          name: "answer", samples: [Sample("all", LiveEndpoint(baseURL: server.url))])
      ])
    return try await CommandRun.report(
      ["check", "--live"] + options, in: project.root, suites: [suite])
  }

  /// Checks a project with one waiver, of which a member is another one.
  private func waived(_ member: String, in project: Project) async throws -> ReadReport {
    let members = [
      ("rule", "key-removed"), ("endpoint", "answer"), ("path", "$.id"), ("reason", "known"),
      ("owner", "Ada"), ("expires", "2999-01-31"),
    ].map { #""\#($0)": "\#($1)""# }
    let name = member.prefix { $0 != ":" }
    let waiver = members.filter { !$0.hasPrefix(name) } + [member]
    try project.write(#"{"id": 1}"#, to: "Fixtures/example/answer/all.json")
    try project.write(
      "[{\(waiver.joined(separator: ", "))}]", to: "Contracts/example/waivers.json")
    return try await CommandRun.report(["check"], in: project.root, suites: [.example])
  }

  /// The rules whose example is told in words.
  private func situation(of rule: Rule) async throws -> ReadReport {
    try await Project.with { project in
      switch rule {
      case .tooLarge:
        // The file is all hole: it takes no space, and none of it is read.
        try project.write([], to: "a.json")
        let file = try FileHandle(forWritingTo: project.url("a.json"))
        try file.truncate(atOffset: 4 << 30)
        try file.close()
        return try await CommandRun.report(["validate", "a.json"], in: project.root)
      case .orphanFixture:
        try project.write(#"{"id": 1}"#, to: "Fixtures/example/answer/all.json")
        try project.write(#"{"id": 1}"#, to: "Fixtures/example/answers-old/all.json")
        return try await CommandRun.report(["check"], in: project.root, suites: [.example])
      case .fixtureChanged:
        let details = """
          {"headers": {}, "method": "GET", "recordedAt": "2026-11-01T00:00:00Z", "status": 200,
           "sha256": "\(SHA256.hexadecimalDigest(of: []))", "url": "https://example.com/answer"}
          """
        try project.write(#"{"id": 1}"#, to: "Fixtures/example/answer/all.json")
        try project.write(details, to: "Fixtures/example/answer/all.http.json")
        return try await CommandRun.report(["check"], in: project.root, suites: [.example])
      case .missingFixture:
        try project.write(#"{"id": 1}"#, to: "Fixtures/example/answer/other.json")
        return try await CommandRun.report(["check"], in: project.root, suites: [.example])
      case .fixtureStale:
        let body = #"{"id": 1}"#
        let details = """
          {"headers": {}, "method": "GET", "recordedAt": "2025-10-01T00:00:00Z", "status": 200,
           "sha256": "\(SHA256.hexadecimalDigest(of: Array(body.utf8)))",
           "url": "https://example.com/answer"}
          """
        try project.write(body, to: "Fixtures/example/answer/all.json")
        try project.write(details, to: "Fixtures/example/answer/all.http.json")
        return try await CommandRun.report(
          ["check", "--stale-after", "90"], in: project.root, suites: [.example])
      case .deprecationHeader:
        return try await live(
          LoopbackServer.Answer(
            headers: [
              "Content-Type": "application/json", "Sunset": "Sat, 31 Dec 2033 23:59:59 GMT",
            ], body: #"{"id": 1}"#), in: project)
      case .redirected:
        return try await live(
          LoopbackServer.Answer(status: 302, headers: ["Location": "/moved"]), in: project)
      case .deadLink:
        return try await live(
          LoopbackServer.Answer(body: #"{"picture": "http://HOST/gone.png"}"#),
          ["--check-links"], in: project)
      case .secretFound:
        try project.write(
          #"{"access_token": "swordfish"}"#, to: "Fixtures/example/answer/all.json")
        return try await CommandRun.report(["scan"], in: project.root, suites: [.example])
      case .unexercised:
        try project.write("", to: "Fixtures/.keep")
        return try await CommandRun.report(["check"], in: project.root, suites: [.example])
      case .waiverExpired: return try await waived(#""expires": "2020-01-31""#, in: project)
      case .waiverUnused: return try await waived(#""path": "$.other""#, in: project)
      case .waiverTooBroad: return try await waived(#""path": "*""#, in: project)
      case .waiverIncomplete: return try await waived(#""reason": """#, in: project)
      case Rule(.versionChanged):
        let contract = { (key: String) in
          #"{"properties": {"\#(key)": {}}, "required": ["\#(key)"]}"#
        }
        try project.write(#"{"name": "Ada"}"#, to: "Fixtures/example/answer/all.json")
        try project.write(contract("title"), to: "Contracts/example/answer.schema.json")
        try project.write(contract("name"), to: "Contracts/example/answer.v2.schema.json")
        return try await CommandRun.report(["check"], in: project.root, suites: [.example])
      default:
        Issue.record("no situation is known for \(rule.id)")
        return try ReadReport("{}", code: 3)
      }
    }
  }
}

/// The order that the examples speak of.
private struct OrderDTO: Decodable {
  enum Status: String, Decodable { case open, closed }

  /// A number, or nothing where there is no number.
  struct Lenient: Decodable {
    let number: Int?

    init(from decoder: any Decoder) throws {
      number = try? decoder.singleValueContainer().decode(Int.self)
    }
  }

  struct Currency: Decodable {
    struct Unknown: Error {}

    init(from decoder: any Decoder) throws {
      let code = try decoder.singleValueContainer().decode(String.self)
      if code.count != 3 { throw Unknown() }
    }
  }

  let id: String
  let name: String
  let placed: ISO8601Date?
  let sent: UnixSecondsDate?
  let picture: URL?
  let quantity: UInt8?
  let status: Status?
  let currency: Currency?
  let rating: Lenient?
  let notes: String?
  let item1, item2, item3, item4: String?
  let amount1, amount2, amount3, amount4: String?

  static let sample = #"{"id": "1001", "name": "Tea"}"#
}

extension DTOBinding {
  fileprivate static var order: DTOBinding { DTOBinding(OrderDTO.self) }
}

extension APISuite {
  fileprivate static var example: APISuite { example(dto: nil) }

  fileprivate static func example(dto: DTOBinding?) -> APISuite {
    APISuite(
      name: "example",
      endpoints: [
        WatchedEndpoint(name: "answer", dto: dto, samples: [Sample("all", ExampleEndpoint())])
      ])
  }
}

private struct LiveEndpoint: Endpoint {
  let baseURL: URL
  var path: String { "answer" }
}

private struct ExampleEndpoint: Endpoint {
  var baseURL: URL { URL(fileURLWithPath: "/") }
  var path: String { "answer" }
}
