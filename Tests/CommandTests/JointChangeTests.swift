import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Changes that show only over several answers: what waits, what is told, and what is kept.
@Suite(
  .waiting,
  .enabled(if: LoopbackServer.isAvailable, Comment(rawValue: LoopbackServer.unavailableReason)))
struct JointChangeTests {
  /// A format of eight answers, of which no single one shows what becomes of it.
  struct JointChange: Sendable, CustomTestStringConvertible {
    let rule: String
    let old: @Sendable (Int) -> String
    let new: @Sendable (Int) -> String

    var testDescription: String { rule }

    static let all = [
      JointChange(rule: "id-format-changed") { number in
        #"{"id":"ab\#(number)"}"#
      } new: { number in
        #"{"id":"cd613e3\#(number)-d8f1-4adf-91b7-584a2265b1f5"}"#
      },
      JointChange(rule: "meaning-changed") { number in
        #"{"id":\#(number),"picture":"https://cdn.example.com/a/\#(number).png"}"#
      } new: { number in
        #"{"id":\#(number),"picture":"p\#(number).png"}"#
      },
    ]

    /// Answers of the new format to some of the eight requests, and of the old one to the others.
    func answers(newUpTo count: Int) -> [String: LoopbackServer.Answer] {
      Dictionary(
        uniqueKeysWithValues: (1...8).map { number in
          let body = number <= count ? new(number) : old(number)
          return ("/e/\(number)", LoopbackServer.Answer(body: body))
        })
    }

    /// Runs a test in a project that has recorded the old format.
    func recorded(
      _ body: (LoopbackServer, Project) async throws -> Void
    ) async throws {
      let server = try await LoopbackServer(answers: answers(newUpTo: 0))
      let samples = (1...8).map { #"{"n":"\#($0)"}"# }.joined(separator: ",")
      let suite = """
        {"baseURL":"\(server.url)","endpoints":{"e":{"path":"e/{n}","samples":[\(samples)]}}}
        """
      try await Project.with(["Contracts/s/suite.json": suite]) { project in
        for arguments in [["record", "s"], ["infer", "s"], ["check", "s"]] {
          let run = await CommandRun(arguments, in: project.root)
          #expect(run.code == .conforms, "\(run.output)\(run.errors)")
        }
        try await body(server, project)
      }
    }
  }

  /// What only all answers together show makes them wait, and then no fixture of the old format is lost.
  @Test(arguments: JointChange.all)
  func changeOfAllAnswersTogetherWaits(_ change: JointChange) async throws {
    try await change.recorded { server, project in
      let fixtures = try project.files().filter { $0.hasPrefix("Fixtures/") }
      let old = try fixtures.map(project.text)
      let pending = { try project.files().count { $0.hasSuffix(".pending.json") } }
      try server.setAnswers(change.answers(newUpTo: 8))
      let live = try await CommandRun.report(
        ["check", "s", "--live", "--save-pending"], in: project.root)
      #expect(live.rules == [change.rule] && live.code == 1)
      #expect(try pending() == 8)
      let record = await CommandRun(["record", "s"], in: project.root)
      #expect(record.output.contains("fixtures: 8 pending"), "\(record.output)")
      #expect(try fixtures.map(project.text) == old)
      #expect(await CommandRun(["check", "s"], in: project.root).code == .conforms)
      let list = try await CommandRun.report(["review", "s", "--list"], in: project.root)
      #expect(list.rules == [change.rule])

      // A server that goes back, and other values of the same format, are no change.
      try server.setAnswers(change.answers(newUpTo: 0))
      let back = await CommandRun(["record", "s"], in: project.root)
      #expect(try back.output.contains("8 unchanged") && pending() == 0)
      try server.setAnswers(change.answers(newUpTo: 1))
      let values = await CommandRun(["record", "s"], in: project.root)
      #expect(values.output.contains("1 changed, 7 unchanged"), "\(values.output)")

      try server.setAnswers(change.answers(newUpTo: 8))
      let accept = await CommandRun(["record", "s", "--accept"], in: project.root)
      #expect(try accept.code == .conforms && pending() == 0)
      for arguments in [["check", "s"], ["check", "s", "--live"]] {
        let check = await CommandRun(arguments, in: project.root)
        #expect(check.code == .conforms, "\(check.output)\(check.errors)")
      }
    }
  }

  static let oneKeyMore = JointChange(rule: "key-added") { number in
    #"{"n":\#(number)}"#
  } new: { number in
    number == 1 ? #"{"n":11,"more":"a text"}"# : #"{"n":\#(number + 20)}"#
  }

  /// An answer that shows its change alone waits, and no other one because of it.
  @Test func changeOfOneAnswerHoldsNoOtherBack() async throws {
    let change = JointChange(rule: "key-added") {
      #"{"n":\#($0)}"#
    } new: { number in
      number == 1 ? #"{"n":11,"more":"a text"}"# : #"{"n":\#(number + 20)}"#
    }
    try await change.recorded { server, project in
      try server.setAnswers(change.answers(newUpTo: 8))
      let record = await CommandRun(["record", "s"], in: project.root)
      #expect(record.output.contains("fixtures: 7 changed, 1 pending"), "\(record.output)")
    }
  }

  /// A recording that cannot be kept is a problem of its own; what the answers show is told all the same.
  @Test(arguments: [(JointChange.all[0], ExitCode.findings), (oneKeyMore, .failure)])
  func findingsOutliveARecordingThatCannotBeKept(
    _ change: JointChange, _ code: ExitCode
  ) async throws {
    try await change.recorded { server, project in
      // A folder in the place of the file stops even a user who may write anything.
      let blocked = "Fixtures/s/e/1.pending.http.json"
      try project.write("", to: "\(blocked)/file")
      try server.setAnswers(change.answers(newUpTo: 8))
      let run = await CommandRun(["check", "s", "--live", "--save-pending"], in: project.root)
      #expect(run.code == code)
      #expect(run.output.contains(change.rule), "\(run.output)")
      #expect(!run.output.contains("failed"))
      #expect(run.errors.contains("\(blocked) cannot be written"), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }
}
