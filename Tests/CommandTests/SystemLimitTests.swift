import Foundation
import JSONSchema
import SchemaDrift
import StrictJSON
import TestSupport
import Testing
@testable import ContractCommand

/// What the program says where the system allows it too little, as in a tight container.
@Suite struct SystemLimitTests {
  /// No file may grow: the signal of that is no reason to die without a word, with half of a file left behind.
  @Test(
    .enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)),
    arguments: ["check --format json=u.json", "generate swift themealdb -o u.swift"])
  func filesThatMayNotGrowAreNotWritten(command: String) async throws {
    try await Project.ofRepository { project in
      let code = try await Program.shell(
        #"ulimit -f 0; "$PROGRAM" \#(command) > /dev/null 2> /dev/null"#, in: project.root)
      #expect(code == ExitCode.failure.rawValue)
      let left = try FileManager.default.contentsOfDirectory(atPath: project.root.path)
      #expect(left.sorted() == ["Contracts", "Fixtures"], "\(left)")
    }
  }

  @Test(.enabled(if: Program.isAvailable, Comment(rawValue: Program.unavailableReason)))
  func tooFewFilesAreSaid() async throws {
    try await Project.ofRepository { project in
      let code = try await Program.shell(
        #"ulimit -n 100; "$PROGRAM" check -q 2>&1 | grep -q "only 100 files may be open at once""#,
        in: project.root)
      #expect(code == 0)
    }
  }

  /// A file that is not there is called so, whoever reads it.
  @Test(arguments: [
    ["import", "openapi", "nofile", "shop"], ["validate", "--contract", "nofile", "-"],
  ])
  func missingFilesAreCalledSo(_ arguments: [String]) async throws {
    let run = await CommandRun(arguments, in: TestFolders.packageRoot, input: "1")
    #expect(run.code == .failure)
    #expect(run.errors.contains("cannot read nofile: there is no such file"), "\(run.errors)")
  }
}
