import Foundation
import Testing

@testable import ContractCommand

/// A type's code that ends the process ends a child of it only.
@Suite struct ProbeProcessTests {
  @Test(.enabled(if: Program.isAvailable, "\(Program.unavailableReason)"))
  func typeThatEndsItsChildIsPassedOver() throws {
    let process = ProbeProcess(executable: try #require(Program.executable))
    // A child ends at a name that it does not know, as it does in code that traps.
    #expect(
      process.survivors(among: ["LaunchDTO", "NoSuchDTO", "NoOtherDTO", "RecipesDTO"])
        == ["LaunchDTO", "RecipesDTO"])
  }

  /// Stands for a type whose code traps, loops for ever, or prints something of its own.
  @Test(arguments: ["kill -9 $$", "exec sleep 60", "printf other", "exit 0"])
  func childThatDoesNotAnswerHasNoSurvivors(_ command: String) async throws {
    try await Project.with(["child": "#!/bin/sh\nprintf 'FirstDTO\\n'\n\(command)\n"]) { project in
      let script = project.url("child")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: script.path)
      let process = ProbeProcess(executable: script, timeout: .seconds(2))
      #expect(process.survivors(among: ["FirstDTO", "OtherDTO"]) == ["FirstDTO"])
    }
  }

  @Test func programThatIsNotThereHasNoSurvivors() {
    let nowhere = URL(fileURLWithPath: "/nowhere/program")
    #expect(ProbeProcess(executable: nowhere).survivors(among: ["LaunchDTO"]).isEmpty)
  }

  @Test(.enabled(if: Program.isAvailable, "\(Program.unavailableReason)"))
  func checkOfTheProgramComparesItsTypes() async throws {
    try await Project.ofRepository { project in
      let contract = project.url("Contracts/spacex/latest.schema.json")
      let text = try String(contentsOf: contract, encoding: .utf8)
      let changed = text.replacing("\"flight_number\",", with: "", maxReplacements: 1)
      try #require(text != changed)
      try Data(changed.utf8).write(to: contract)
      let run = try await Program.run("check", "spacex/latest", in: project.root)
      #expect(run.code == 1 && run.output.contains("dto-requires-optional-key"))
    }
  }
}
