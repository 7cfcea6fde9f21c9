import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// A project that has a suite of its own, which `init` made.
@Suite(
  .waiting,
  .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)))
struct OwnProjectTests {
  private static let answers = [
    "/v1/orders": LoopbackServer.Answer(body: #"{"id":1,"n":"a"}"#)
  ]

  /// In a project with a suite of its own the program's suites are meant where they are named, or have files.
  @Test func suitesOfTheProgramAreLeftOutOfAnotherProject() async throws {
    let server = try await LoopbackServer(answers: Self.answers)
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let made = await CommandRun(
        ["init", "shop", "--base-url", server.url.absoluteString + "/v1", "orders"],
        in: project.root)
      #expect(made.code == .conforms, "\(made.output)\(made.errors)")
      let asked = try server.requests().count
      let live = await CommandRun(["check", "--live"], in: project.root)
      #expect(live.code == .conforms, "\(live.output)\(live.errors)")
      #expect(try server.requests().count == asked + 1)
      #expect(live.output.contains("note: themealdb, spacex, spacex-v4 are left out"))
      let status = await CommandRun(["status"], in: project.root)
      #expect(status.output.contains("a live check sends 1 request\n"), "\(status.output)")
      let named = await CommandRun(["check", "spacex/latest"], in: project.root)
      #expect(named.output.contains("spacex/latest  unexercised"))
      try project.copy("Contracts/spacex")
      let rest = await CommandRun(["check"], in: project.root)
      #expect(rest.output.contains("spacex/latest") && !rest.output.contains("themealdb/"))
    }
  }

  /// A key that comes twice is stored as it came, and not without a word.
  @Test func duplicateKeyOfARecordingIsTold() async throws {
    let server = try await LoopbackServer(answers: Self.answers)
    try await Project.with(["Fixtures/.keep": ""]) { project in
      _ = await CommandRun(
        ["init", "shop", "--base-url", server.url.absoluteString + "/v1", "orders"],
        in: project.root)
      try server.setAnswers(["*": LoopbackServer.Answer(body: #"{"id":1,"id":2,"n":"a"}"#)])
      let run = await CommandRun(["record"], in: project.root)
      #expect(run.output.contains("1 changed") && run.output.contains("warning duplicate-key"))
    }
  }
}
