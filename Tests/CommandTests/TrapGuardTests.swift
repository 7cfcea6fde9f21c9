import ContractTesting
import Foundation
import TestSupport
import Testing

/// Code of a type that ends the program on a document: the report tells it, beside all others.
@Suite struct TrapGuardTests {
  #if os(Linux)
    private static var program: URL? {
      Program.executable.map { $0.deletingLastPathComponent().appendingPathComponent("OwnCommand") }
    }

    @Test(.enabled(if: Program.isAvailable, "\(Program.unavailableReason)"))
    func documentsThatTrapAreFindings() async throws {
      try await Project.with([
        "a.json": #"{"number": "7", "seat": 1}"#, "b.json": #"{"number": "seven", "seat": "x"}"#,
        "c.json": #"{"number": "8", "seat": "nowhere"}"#, "d.json": #"{"number": "9"}"#,
      ]) { project in
        let run = try await Program.run(
          [
            "decode", "--as", "TicketDTO", "--format", "json", "a.json", "b.json", "c.json",
            "d.json",
          ],
          in: project.root, executable: Self.program)
        #expect(run.code == 1)
        let findings = try ReadReport(run.output, code: run.code).findings
        #expect(
          findings.map { "\($0["file"] ?? "") \($0["rule"] ?? "") \($0["pointer"] ?? "")" } == [
            "a.json type-mismatch /seat", "b.json invalid-value ", "c.json invalid-value ",
            "d.json missing-key /seat",
          ])
        #expect(findings[1]["message"]?.contains("TicketDTO ends the program") == true)
        #expect(run.errors.contains("a ticket has a number"))
      }
    }

    /// What came through a pipe cannot be read twice.
    @Test(.enabled(if: Program.isAvailable, "\(Program.unavailableReason)"))
    func standardInputIsNotReadTwice() async throws {
      try await Project.with(["b.json": #"{"number": "seven"}"#]) { project in
        let code = try await Program.shell(
          "cat b.json | $PROGRAM decode --as TicketDTO - 2> errors", in: project.root,
          executable: Self.program)
        #expect(code > 128)
      }
    }
  #endif
}
