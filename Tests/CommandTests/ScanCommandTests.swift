import ContractTesting
import Endpoints
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

@Suite(.waiting) struct ScanCommandTests {
  /// What cannot be scanned is told, and hides nothing of the rest; text in UTF-16 is text.
  @Test func restIsScannedWhateverIsNoText() async throws {
    let text = #"{"password": "swordfish-and-chips"}"#
    try await Project.with(["in/b.json": text]) { project in
      try project.write(
        [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, to: "in/a.json")
      try project.write([0, 0, 0, 0, 1, 2, 3, 0, 0xFF], to: "in/c.bin")
      let status = try await Program.shell("mkfifo in/pipe", in: project.root)
      try #require(status == 0)
      let run = await CommandRun(["scan", "in", "in/pipe"], in: project.root)
      #expect(run.code == .findings)
      #expect(run.output.contains("in/a.json") && run.output.contains("in/b.json"))
      #expect(run.output.contains("2 files scanned"))
      #expect(run.errors.contains("in/c.bin is no text, and was not scanned"))
      #expect(run.errors.contains("in/pipe"))
      let binary = await CommandRun(["scan", "in/c.bin"], in: project.root)
      #expect(binary.code == .failure)
    }
  }

  /// A folder that cannot be listed is named, and the rest is scanned; "no findings" is not said.
  @Test func restIsScannedWhateverFolderCannotBeRead() async throws {
    let secret = #"{"password": "swordfish-and-chips"}"#
    try await Project.with(["in/b.json": "{}", "in/z/c.json": "{}"]) { project in
      // Not even root can open a path that is longer than the system takes.
      let name = String(repeating: "d", count: 200)
      let status = try await Program.shell(
        "cd in && for i in $(seq 1 25); do mkdir \(name) && cd -P \(name) || exit 1; done",
        in: project.root)
      try #require(status == 0)
      let clean = await CommandRun(["scan", "in"], in: project.root)
      try project.write(secret, to: "in/z/c.json")
      let found = await CommandRun(["scan", "in"], in: project.root)
      _ = try await Program.shell("rm -rf in/\(name)", in: project.root)
      #expect(clean.code == .failure && clean.output.contains("2 files scanned"))
      #expect(!clean.output.contains("no findings"))
      #expect(clean.errors.contains("\(name)/\(name) cannot be read"), "\(clean.errors)")
      #expect(found.output.contains("in/z/c.json:1:"))
    }
  }

  /// A folder may lie elsewhere: a scan that passes over it looks like one that found nothing.
  @Test func foldersBehindLinksAreScanned() async throws {
    let secret = #"{"apiToken": "sk_live_4eC39HqLyjWDarjtT1zdp7dc"}"#
    try await Project.with(["elsewhere/shop/order/1.json": secret, "in/a.json": "{}"]) { project in
      let links = [("Fixtures", "elsewhere"), ("in/linked", "../elsewhere"), ("in/around", "..")]
      for (name, destination) in links {
        try FileManager.default.createSymbolicLink(
          atPath: project.url(name).path, withDestinationPath: destination)
      }
      for operands in [[], ["Fixtures"], ["Fixtures/"]] {
        let report = try await CommandRun.report(["scan"] + operands, in: project.root)
        #expect(report.code == 1)
        #expect(report.findings.map { $0["file"] } == ["Fixtures/shop/order/1.json"])
      }
      let inside = await CommandRun(["scan", "in"], in: project.root)
      #expect(inside.code == .findings && inside.output.contains("in/linked/shop/order/1.json:1:"))
      #expect(inside.errors.contains("in/around leads to a folder around the one it lies in"))
      try project.write("{}", to: "elsewhere/shop/order/1.json")
      let clean = await CommandRun(["scan", "in"], in: project.root)
      #expect(clean.code == .failure && clean.output.contains("2 files scanned"))
    }
  }

  /// The name of a case joins names and values.
  @Test(arguments: [
    ("answer-sk_live_4eC39HqLyjWDarjtT1zdp7dc.json", true),
    ("sk_live_4eC39HqLyjWDarjtT1zdp7dc.json", true),
    ("id-AKIAIOSFODNN7EXAMPLE-page-2.http.json", true),
    ("user_ghp_16C7e42F292c6912E7710c838347Ae.json", true),
    ("answer-sk_live_REDACTEDk2Jd81mX0aPz6v3b.json", false),
    ("task-list-of-2026-11-24-with-many-words.json", false),
    ("key-of-a-long-name-0123456789.json", false),
  ])
  func tokenAmongTheWordsOfAFileNameIsFound(name: String, isFound: Bool) async throws {
    try await Project.with(["Fixtures/shop/order/\(name)": "{}"]) { project in
      let report = try await CommandRun.report(["scan"], in: project.root)
      #expect(report.findings.count == (isFound ? 1 : 0))
    }
  }

  /// A name may be the credential itself: it is found, and shown nowhere, not as the way to another value either.
  @Test(arguments: [
    "scan", "check --history h --format github --format json=r.json --format html=r.html",
  ])
  func namesThatAreCredentialsAreFoundAndNotShown(_ command: String) async throws {
    let secret = "R8kq2LmX9vTz4WbN7yHc3JdF6gPs1AeUoQ5i"
    try await Project.with([
      "Contracts/shop/suite.json":
        #"{"baseURL": "http://a.example/", "endpoints": {"keys": {"path": "keys"}}}"#,
      "Contracts/shop/keys.schema.json":
        #"{"properties": {"a": {"additionalProperties": {"type": "string"}}}}"#,
      "Fixtures/shop/keys/all.json":
        #"{"a": {"ghp_\#(secret)": {"password": "swordfish"}, "b": 7}}"#,
    ]) { project in
      let run = await CommandRun(
        command.split(separator: " ").map(String.init), in: project.root, suites: [])
      #expect(run.code == .findings, "\(run.errors)")
      let files = try ["h", "r.json", "r.html"].filter(project.exists).map(project.text)
      for text in files + [run.output, run.errors] { #expect(!text.contains(secret), "\(text)") }
      let first = (files.dropFirst().first ?? run.output)
      if command == "scan" {
        #expect(
          run.output.contains("all.json:1:9: ") && run.output.contains("token (GitHub)"),
          "\(run.output)")
      } else {
        #expect(first.contains("/a/ghp_REDACTED"), "\(first)")
      }
    }
  }

  @Test func findingsSayWhereAndWhyAndNeverWhat() async throws {
    let secret = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
    try await Project.with([
      "Fixtures/shop/order/1.json":
        "{\n  \"items\": [{\"note\": \"\(secret)\"}],\n  \"password\": \"swordfish\"\n}",
      "Fixtures/shop/order/1.http.json": #"{"url": "https://a.example/x?api_key=swordfish"}"#,
      "Contracts/shop/order.schema.json": #"""
      {"$schema": "https://json-schema.org/draft/2020-12/schema",
       "properties": {"password": {"type": "string", "enum": ["swordfish"]}}}
      """#,
      "Fixtures/shop/order/2.json": #"{"id": "9f86d081884c7d659a2feaa0c55ad015"}"#,
    ]) { project in
      let report = try await CommandRun.report(["scan"], in: project.root)
      #expect(report.code == 1 && report.rules == ["secret-found"])
      let places = report.findings.map {
        "\($0["file"] ?? ""):\($0.place ?? "")\($0["pointer"] ?? "")"
      }
      #expect(
        places == [
          "Contracts/shop/order.schema.json:2:58/properties/password/enum/0",
          "Fixtures/shop/order/1.http.json:1:38/url",
          "Fixtures/shop/order/1.json:2:23/items/0/note",
          "Fixtures/shop/order/1.json:3:16/password",
        ])
      #expect(report.findings.allSatisfy { $0["suite"] == "shop" && $0["endpoint"] == "order" })
      let text = await CommandRun(["scan"], in: project.root)
      #expect(text.code == .findings && text.output.contains("(Stripe)"))
      #expect(!text.output.contains("4eC39") && !text.output.contains("swordfish"))
    }
  }

  @Test func pathsAreFilesAndFoldersOfAnyKind() async throws {
    try await Project.with([
      "a/notes.txt": "the key is AKIAIOSFODNN7EXAMPLE",
      "a/b/lines.ndjson": "{}\n{\"pwd\": \"abc\"}\n",
      "a/.hidden/x.json": #"{"password": "abc"}"#, "a/ghp_16C7e42F292c6912E7710c838347Ae.txt": "-",
      "a/program": "\u{0}AKIAIOSFODNN7EXAMPLE", "c.json": "{}",
    ]) { project in
      let report = try await CommandRun.report(["scan", "a", "c.json"], in: project.root)
      let files = report.findings.map { $0["file"] ?? "" }
      #expect(
        files == ["a/b/lines.ndjson", "a/ghp_REDACTED.txt", "a/notes.txt"] || files.count == 3)
      #expect(report.findings.first { $0["file"] == "a/b/lines.ndjson" }?.place == "2:10")
      let missing = await CommandRun(["scan", "nothing"], in: project.root)
      #expect(missing.code == .failure && missing.errors.contains("no such file"))
    }
  }

  @Test func fixturesOfTheRepositoryHoldNoSecret() async throws {
    let report = try await CommandRun.report(["scan"], in: TestFolders.packageRoot)
    #expect(report.code == 0 && report.findings.isEmpty)
  }

  /// What `record` replaced is no secret any more, and a suite may name values that never were.
  @Test func replacedAndPublicValuesAreLeftOut() async throws {
    let suite = APISuite(
      name: "shop", endpoints: [], redaction: Redaction(publicValues: ["demo-key-1"]))
    try await Project.with([
      "Fixtures/shop/order/1.json": #"""
      {"password": "xxxxxx1", "api_key": "demo-key-1", "token": "REDACTEDk2Jd81mX0aPz",
       "card_secret": "0000000012345678", "secret": "<your secret>"}
      """#
    ]) { project in
      let report = try await CommandRun.report(["scan"], in: project.root, suites: [suite])
      #expect(report.code == 0, "\(report.findings.map { $0["pointer"] ?? "" })")
    }
  }
}
