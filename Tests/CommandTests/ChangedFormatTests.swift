import Foundation
import StrictJSON
import Testing

@testable import ContractCommand

/// All fixtures of an endpoint in a changed format: one cause, one finding, with what the type says as its consequence.
@Suite struct ChangedFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let endpoint: String
    let change: @Sendable (JSONNode) -> JSONNode
    /// Rule, level and the ends of the change.
    let findings: [String]

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "each answer is a list of itself", endpoint: "spacex/launch", change: { [$0] },
      findings: ["scalar-to-array breaking $ $[*]"]),
    Case(
      name: "the list has an envelope", endpoint: "spacex/launches",
      change: { ["launches": $0, "total": 14] },
      findings: ["envelope-changed breaking $ $.launches"]),
    Case(
      name: "the object has an envelope", endpoint: "themealdb/recipe", change: { ["data": $0] },
      findings: ["envelope-changed breaking $.meals $.data.meals"]),
    Case(
      name: "the envelope is gone", endpoint: "themealdb/recipe",
      change: { $0["meals"] ?? .null }, findings: ["envelope-changed breaking $.meals $"]),
    Case(
      name: "what an object held is beside it", endpoint: "spacex/launch",
      change: { launch in
        .object(launch.members.flatMap { $0.key == "links" ? $0.value.members : [$0] })
      },
      findings: ["value-hoisted breaking $.links.mission_patch $.mission_patch"]),
    Case(
      name: "a key and the one above it have other names", endpoint: "spacex/launch",
      change: { launch in
        var launch = launch
        var site = launch["launch_site"] ?? .null
        site["siteName"] = site["site_name"]
        site["site_name"] = nil
        launch["launchSite"] = site
        launch["launch_site"] = nil
        return launch
      },
      findings: [
        "key-renamed breaking $.launch_site $.launchSite",
        "key-renamed breaking $.launch_site.site_name $.launchSite.siteName",
      ]),
  ]

  @Test(arguments: cases) func changeIsOneFinding(_ changed: Case) async throws {
    try await Project.ofRepository { project in
      let folder = "Fixtures/\(changed.endpoint)"
      for file in try project.files() where file.hasPrefix(folder + "/") {
        guard !file.hasSuffix(".http.json") else {
          try FileManager.default.removeItem(at: project.url(file))
          continue
        }
        let document = try JSONDocument(try project.text(file))
        try project.write(JSONWriter.pretty(changed.change(JSONNode(document.root))), to: file)
      }
      let report = try await CommandRun.report(["check", changed.endpoint], in: project.root)
      let told = report.findings.filter { $0.value["agreed"]?.bool != true }.map {
        finding in
        ([finding.rule, finding.level]
          + [finding.value["change"]?["from"]?.string, finding.value["change"]?["to"]?.string]
          .compactMap { $0 })
          .joined(separator: " ")
      }
      #expect(told == changed.findings, "\(report.document.root.source)")
      #expect(report.code == 1)
    }
  }
}
