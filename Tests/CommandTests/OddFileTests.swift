import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Files that are none, or not what they were, in the folders that commands read.
@Suite struct OddFileTests {
  @Test(.timeLimit(.minutes(1)), arguments: ["validate", "infer"])
  func pipeInAFolderIsReportedAndNotWaitedFor(_ command: String) async throws {
    try await Project.with(["data/a.json": "{}"]) { project in
      try TestFolders.makePipe(at: project.url("data/b.json"))
      let run = await CommandRun([command, "data"], in: project.root)
      #expect(run.code == .failure && run.errors.contains("cannot read data/b.json: it is no file"))
    }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "Fixtures/themealdb/random/b.json", "Contracts/themealdb/random.schema.json",
      "Contracts/themealdb/waivers.json",
    ])
  func pipeInAProjectIsReportedAndNotWaitedFor(_ path: String) async throws {
    try await Project.ofRepository { project in
      try? FileManager.default.removeItem(at: project.url(path))
      try TestFolders.makePipe(at: project.url(path))
      let run = await CommandRun(["check", "themealdb/random"], in: project.root)
      #expect(run.code == .failure && run.errors.contains("named pipe"), "\(run.errors)")
    }
  }

  /// An interrupted recording leaves two files that do not belong together, and never a silent one.
  @Test func bodyAndRecordThatStayApartAreFound() async throws {
    try await Project.ofRepository { project in
      let name = "Fixtures/themealdb/random/all"
      try project.write(try project.text("\(name).json") + "\n", to: "\(name).json")
      let edited = try await CommandRun.report(["check", "themealdb/random"], in: project.root)
      let finding = try #require(edited.findings(of: "fixture-changed").first)
      #expect(finding.level == "warning" && finding["file"] == "\(name).json")
      #expect(edited.code == 0 && edited.status("themealdb", "random") == "conforms")
      try FileManager.default.removeItem(at: project.url("\(name).json"))
      let alone = try await CommandRun.report(["check", "themealdb/random"], in: project.root)
      let stray = try #require(alone.findings(of: "orphan-fixture").first)
      #expect(stray["file"] == "\(name).http.json" && stray["endpoint"] == "random")
    }
  }

  @Test func deviceIsWrittenIntoByEveryOutput() async throws {
    try await Project.with(["a.json": "{}"]) { project in
      let report = await CommandRun(
        ["validate", "a.json", "--format", "json=/dev/null"], in: project.root)
      let contract = await CommandRun(["infer", "a.json", "-o", "/dev/null"], in: project.root)
      #expect(report.code == .conforms && contract.code == .conforms)
      let kind = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
      #expect(kind as? FileAttributeType == .typeCharacterSpecial)
    }
  }
}
