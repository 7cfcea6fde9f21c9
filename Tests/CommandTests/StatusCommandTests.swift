import ContractTesting
import Endpoints
import Foundation
import StrictJSON
import Testing

@testable import ContractCommand

@Suite struct StatusCommandTests {
  @Test func everythingThatWaitsIsShown() async throws {
    try await Project.ofRepository { project in
      let folder = "Fixtures/spacex/launch"
      try FileManager.default.removeItem(at: project.url("\(folder)/7.json"))
      try FileManager.default.removeItem(at: project.url("\(folder)/7.http.json"))
      try project.write("{}", to: "\(folder)/21.pending.json")
      try project.write("{}", to: "Fixtures/spacex/old/1.json")
      try FileManager.default.removeItem(at: project.url("Contracts/spacex/latest.schema.json"))
      try project.write(
        #"[{"rule": "key-added", "endpoint": "launch", "path": "$.a", "reason": "r", "owner": "o", "expires": "2026-11-25"}]"#,
        to: "Contracts/spacex/waivers.json")
      let run = await CommandRun(["status"], in: project.root)
      #expect(run.code == .conforms && run.errors.isEmpty)
      let lines = run.output.split(separator: "\n").map {
        $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      }
      #expect(lines.first == "endpoint fixtures oldest waiting contract requests")
      #expect(lines.contains { $0.wholeMatch(of: /spacex\/launch 13 [0-9-]{10} 1 yes 14/) != nil })
      #expect(lines.contains { $0.wholeMatch(of: /spacex\/latest 1 [0-9-]{10} - no 1/) != nil })
      #expect(lines.contains("missing: spacex/launch/7 is a sample without a fixture"))
      #expect(lines.contains("orphan: Fixtures/spacex/old belongs to no endpoint"))
      #expect(lines.contains("waiver: spacex key-added launch $.a ends on 2026-11-25"))
      #expect(run.output.contains("1 recording waits"))
      #expect(run.output.contains("a live check sends 49 requests"), "\(run.output)")

      let json = await CommandRun(
        ["status", "--format", "json", "spacex", "--stale-after", "0"], in: project.root)
      let document = try JSONDocument(json.output)
      #expect(
        document.root["endpoints"]?.count == 4 && document.root["requests"]?.numberText == "17")
      let launch = document.root["endpoints"]?.elements.first { $0["endpoint"]?.string == "launch" }
      #expect(launch?["missing"]?.elements.map { $0.string ?? "" } == ["7"])
      #expect(launch?["stale"]?.count == 13)
    }
  }

  @Test func fixtureThatCannotBeReadIsNamed() async throws {
    try await Project.ofRepository { project in
      try FileManager.default.createSymbolicLink(
        atPath: project.url("Fixtures/spacex/launch/99.json").path, withDestinationPath: "nowhere")
      let run = await CommandRun(["status", "spacex"], in: project.root)
      #expect(run.code == .conforms && run.errors.isEmpty)
      #expect(run.output.contains("unreadable: spacex/launch/99; "), "\(run.output)")
      let json = await CommandRun(["status", "--format", "json", "spacex"], in: project.root)
      let launch = try JSONDocument(json.output).root["endpoints"]?.elements
        .first { $0["endpoint"]?.string == "launch" }
      #expect(launch?["unreadable"]?.elements.map { $0.string ?? "" } == ["99"])
    }
  }

  /// A folder of another team has no fixture of the suites that come with the program.
  @Test func endpointsWithoutAnyFixtureAreOneLine() async throws {
    try await Project.with(["Fixtures/.keep": ""]) { project in
      let run = await CommandRun(["status", "spacex"], in: project.root)
      #expect(run.code == .conforms)
      #expect(run.output.contains("missing: 4 endpoints without any fixture"), "\(run.output)")
      #expect(!run.output.contains("is a sample without a fixture"))
    }
  }
}
