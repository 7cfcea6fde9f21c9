import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Files that are none, or not what they were, in the folders that commands read.
@Suite(.waiting) struct OddFileTests {
  @Test(.timeLimit(.minutes(5)), arguments: ["validate", "infer"])
  func pipeInAFolderIsReportedAndNotWaitedFor(_ command: String) async throws {
    try await Project.with(["data/a.json": "{}"]) { project in
      try TestFolders.makePipe(at: project.url("data/b.json"))
      let run = await CommandRun([command, "data"], in: project.root)
      #expect(run.code == .failure && run.errors.contains("cannot read data/b.json: it is no file"))
    }
  }

  @Test(
    .timeLimit(.minutes(5)),
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

  /// Foundation's words for these are "error 256" and "You don't have permission".
  @Test func linkToNothingIsCalledSo() async throws {
    try await Project.with(["data/a.json": "{}"]) { project in
      try FileManager.default.createSymbolicLink(
        atPath: project.url("data/b.json").path, withDestinationPath: "nowhere.json")
      let run = await CommandRun(["validate", "data"], in: project.root)
      #expect(run.code == .failure)
      #expect(
        run.errors == """
          mealdb-contract: cannot read data/b.json: it is a link to nothing
          remove the link, or put back what it leads to

          """)
    }
  }

  @Test func whatIsNoFileIsNamed() async throws {
    try await Project.ofRepository { project in
      let folder = project.url("Fixtures/themealdb/random/b.json")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let inside = await CommandRun(["check", "themealdb/random"], in: project.root)
      #expect(inside.code == .failure && inside.errors.contains("it is a folder and no file"))
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path, withDestinationPath: "/dev/zero")
      let device = await CommandRun(["check", "themealdb/random"], in: project.root)
      #expect(device.code == .failure && device.errors.contains("it is a device or a socket"))
    }
  }

  /// A link to a folder is as good as the folder, and so is one inside of it.
  @Test(arguments: [
    ["validate"], ["infer"], ["diff", "elsewhere/in"], ["decode", "--as", "RecipesDTO"],
  ])
  func folderBehindALinkIsRead(_ command: [String]) async throws {
    let recipes =
      #"{"meals": [{"strMeal": "a", "strCategory": "b", "strInstructions": "c", "idMeal": "1"}]}"#
    try await Project.with(["elsewhere/in/1.json": recipes]) { project in
      for (name, destination) in [("link", "elsewhere"), ("elsewhere/around", "..")] {
        try FileManager.default.createSymbolicLink(
          atPath: project.url(name).path, withDestinationPath: destination)
      }
      let run = await CommandRun(command + ["link"], in: project.root)
      #expect(run.code == .conforms, "\(run.output)\(run.errors)")
      #expect(run.errors.contains("link/around leads to a folder around the one it lies in"))
    }
  }

  #if os(Linux)
    /// The file systems of Apple's platforms refuse such names.
    @Test(arguments: ["Fixtures", "Fixtures/themealdb"])
    func folderWhoseNameIsNoTextIsReported(_ path: String) async throws {
      try await Project.ofRepository { project in
        let bytes = Array((project.url(path).path + "/ep").utf8) + [0xE9, 0]
        let name = bytes.map { CChar(bitPattern: $0) }
        #expect(unsafe mkdir(name, 0o700) == 0)
        let run = await CommandRun(["check"], in: project.root)
        #expect(run.code == .failure && run.errors.contains(#"ep\xE9 cannot be read: its name is"#))
      }
    }
  #endif

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
