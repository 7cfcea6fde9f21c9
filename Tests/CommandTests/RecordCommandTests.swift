import ContractTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

/// `record` without a server; with one it is tested by ``RecordLoopTests``.
@Suite(.waiting) struct RecordCommandTests {
  @Test func dryRunPrintsTheRequests() async throws {
    try await Project.with { project in
      let run = await CommandRun(
        ["record", "themealdb/recipes", "--dry-run"], in: project.root)
      #expect(run.code == .conforms)
      #expect(
        run.output.hasPrefix(
          "themealdb/recipes/c-Dessert: GET https://www.themealdb.com/api/json/v1/1/"
            + "filter.php?c=Dessert\n"))
      #expect(run.output.split(separator: "\n").count == 5)
      let report = try await CommandRun.report(["record", "--dry-run"], in: project.root)
      #expect(report.document.root["requests"]?.count == 49)
      let moved = await CommandRun(
        ["record", "spacex", "--dry-run", "--base-url", "http://127.0.0.1:9/x"], in: project.root)
      #expect(moved.output.contains("GET http://127.0.0.1:9/x/"))
      let files = try project.files()
      #expect(files.isEmpty)
    }
  }

  @Test func newProjectIsToldWhatToDo() async throws {
    try await Project.with { project in
      let run = await CommandRun(["record"], in: project.root)
      #expect(run.code == .failure && run.errors.contains("mkdir Fixtures"))
    }
  }

  /// The first recording of a package needs no folder made by hand.
  @Test func newPackageGetsItsFixturesBesideItsManifest() async throws {
    guard LoopbackServer.isAvailable else { return }
    let server = try await LoopbackServer(
      answers: ["*": LoopbackServer.Answer(body: #"{"meals": [{"idMeal": "1"}]}"#)])
    try await Project.with(["Package.swift": "", "Sources/a.swift": ""]) { project in
      let run = await CommandRun(
        ["record", "themealdb/random", "--base-url", server.url.absoluteString],
        in: project.root.appendingPathComponent("Sources", isDirectory: true))
      #expect(run.code == .conforms, "\(run.errors)")
      let files = try project.files()
      #expect(files.contains { $0.hasPrefix("Fixtures/themealdb/random/") }, "\(files)")
    }
  }

  @Test func unwritableFolderIsAFailure() async throws {
    guard LoopbackServer.isAvailable else { return }
    let server = try await LoopbackServer(answers: ["*": LoopbackServer.Answer(body: "{}")])
    try await Project.with(["Fixtures/themealdb": "a file where a folder should be"]) { project in
      let run = await CommandRun(
        ["record", "themealdb/random", "--base-url", server.url.absoluteString], in: project.root)
      #expect(run.code == .failure && run.errors.contains("cannot be written"))
    }
  }
}
