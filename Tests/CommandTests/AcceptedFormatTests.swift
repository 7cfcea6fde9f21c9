import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// A format that was accepted, or inferred anew, is one that the next check agrees with.
@Suite(.computing) struct AcceptedFormatTests {
  /// A change of each record: members that take the place of those of the same key; nil for one that goes.
  struct Format: Sendable, CustomTestStringConvertible {
    let name: String
    let members: @Sendable (Int) -> [String: String?]

    init(_ name: String, _ members: @escaping @Sendable (Int) -> [String: String?]) {
      self.name = name
      self.members = members
    }

    var testDescription: String { name }

    static let old = Format("as it was") { _ in [:] }

    func record(_ number: Int) -> String {
      var all: [String: String?] = [
        "id": "\(number)", "name": "\"N \(number)\"", "price": "\(number).5",
        "sold": "\"2026-01-0\(number)T00:00:00Z\"", "tags": number % 2 == 0 ? "[]" : "[\"a\"]",
        "note": number % 2 == 0 ? "\"x\(number)\"" : "null", "code": "\"ab\(number)\"",
        "image": "\"https://example.org/p\(number).png\"",
        "owner": "{\"key\": \(number), \"title\": \"v\(number * 7)\"}",
      ]
      all.merge(members(number)) { $1 }
      let texts = all.compactMapValues { $0 }.sorted { $0.key < $1.key }
      return "{\(texts.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }
  }

  /// How the records come.
  enum Layout: String, CaseIterable, Sendable {
    case list, documents, oneDocument

    func fixtures(_ format: Format) -> [String] {
      let count = self == .oneDocument ? 1 : 8
      let records = (1...count).map(format.record)
      return self == .list ? ["{\"rows\": [\(records.joined(separator: ", "))]}"] : records
    }
  }

  private static let formats = [
    Format("renamed") { ["name": nil, "title": "\"N \($0)\""] },
    Format("nested") { ["name": nil, "about": "{\"name\": \"N \($0)\"}"] },
    Format("gone") { _ in ["name": nil] },
    Format("new") { ["rank": "\($0 * 2)"] },
    Format("number to text") { ["id": "\"\($0)\""] },
    Format("only null") { _ in ["name": "null"] },
    Format("date to Unix seconds") { ["sold": "\(1_767_225_600 + $0 * 86_400)"] },
    Format("date to milliseconds") { ["sold": "\(1_767_225_600_000 + $0 * 86_400_000)"] },
    Format("date to another format") { ["sold": "\"0\($0)/01/2026\""] },
    Format("text to list") { ["name": "[\"N \($0)\"]"] },
    Format("list to text") { _ in ["tags": "\"a\""] },
    Format("object to list") { ["owner": "[{\"key\": \($0), \"title\": \"v\($0 * 7)\"}]"] },
    Format("object to number") { ["owner": "\($0)"] },
    Format("object to map") {
      ["owner": "{\"\($0 * 11)\": 1, \"\($0 * 13)\": 2, \"\($0 * 17)\": 3}"]
    },
    Format("object to null") { _ in ["owner": "null"] },
    Format("text to object") { ["name": "{\"first\": \"N \($0)\", \"x\": 1}"] },
    Format("address to file name") { ["image": "\"p\($0).png\""] },
    Format("code to UUID") { ["code": "\"0000001\($0)-1111-4222-8333-0000000000a\($0)\""] },
  ]

  @Test(arguments: formats, Layout.allCases)
  func isWhatTheNextCheckAgreesWith(_ format: Format, _ layout: Layout) async throws {
    try await Project.with(["Contracts/s/suite.json": Self.suite]) { project in
      let command = { (arguments: String...) in
        await CommandRun(arguments, in: project.root)
      }
      func write(_ format: Format, _ suffix: String = "") throws {
        for (number, text) in layout.fixtures(format).enumerated() {
          try project.write(text, to: "Fixtures/s/e/\(number)\(suffix).json")
        }
      }
      func expectConforming(_ step: String, _ run: CommandRun) {
        #expect(run.code == .conforms, "\(step): \(run.output)\(run.errors)")
      }
      try write(.old)
      expectConforming("first", await command("infer", "s"))
      // Accepted, and then accepted back.
      for next in [format, .old] {
        try write(next, ".pending")
        expectConforming("accept \(next.name)", await command("review", "--accept"))
        expectConforming("check \(next.name)", await command("check", "s"))
        expectConforming("unchanged", await command("infer", "s", "--dry-run"))
      }
      // The old samples forgotten.
      try write(format)
      expectConforming("forget", await command("infer", "s", "--forget"))
      expectConforming("check forgotten", await command("check", "s"))
      // The old samples remembered.
      try write(.old)
      expectConforming("old again", await command("infer", "s", "--forget"))
      try write(format)
      expectConforming("infer", await command("infer", "s"))
      expectConforming("check inferred", await command("check", "s"))
      expectConforming("unchanged", await command("infer", "s", "--dry-run"))
    }
  }

  /// An answer that was a list or an object with a list in it may be either.
  @Test(arguments: [true, false])
  func eitherOfTwoEnvelopesIsNoChange(_ wasList: Bool) async throws {
    try await Project.with(["Contracts/s/suite.json": Self.suite]) { project in
      let rows = (1...8).map(Format.old.record).joined(separator: ", ")
      let answers = ["[\(rows)]", "{\"rows\": [\(rows)]}"]
      for answer in wasList ? answers : answers.reversed() {
        try project.write(answer, to: "Fixtures/s/e/all.json")
        _ = await CommandRun(["infer", "s"], in: project.root)
      }
      for answer in answers {
        try project.write(answer, to: "Fixtures/s/e/all.json")
        let run = await CommandRun(["check", "s"], in: project.root)
        #expect(run.code == .conforms, "\(run.output)")
      }
    }
  }

  /// What a person wrote stays, so an accepted recording that breaks it is told at once, with the line to edit.
  @Test(arguments: [
    (#"{"id": 1, "name": 7}"#, "/properties/name/type"), (#"{"id": 1}"#, "/required"),
  ])
  func whatAPersonWroteIsToldWhereItRefusesWhatWasAccepted(
    _ answer: String, _ keyword: String
  ) async throws {
    let contract = """
      {"type": "object", "required": ["id", "name"],
       "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
      """
    let files = [
      "Contracts/s/suite.json": Self.suite, "Contracts/s/e.schema.json": contract,
      "Fixtures/s/e/all.json": #"{"id": 1, "name": "a"}"#,
      "Fixtures/s/e/all.pending.json": answer,
    ]
    try await Project.with(files) { project in
      let accepted = try await CommandRun.report(["review", "--accept"], in: project.root)
      #expect(accepted.code == 1)
      #expect(accepted.findings.map { $0["pointer"] } == [keyword])
      #expect(accepted.findings.first?["file"] == "Contracts/s/e.schema.json")
      #expect(await CommandRun(["check", "s"], in: project.root).code == .findings)
      // What it is told to be by hand no other inference changes either.
      for _ in 0..<2 {
        let run = await CommandRun(["infer", "s"], in: project.root)
        #expect(run.output.contains("unchanged") && run.output.contains(keyword), "\(run.output)")
      }
    }
  }

  private static let suite = """
    {"baseURL": "http://127.0.0.1:1", "endpoints": {"e": {"path": "e"}}}
    """
}
