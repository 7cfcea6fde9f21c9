import Foundation
import SchemaDrift
import StrictJSON
import Testing

@testable import ContractCommand
@testable import ContractTesting

/// Findings name the line of the property that must change.
@Suite struct SourcesOptionTests {
  private static let dto = """
    struct RecipeDetailDTO: Decodable {
      let name: String
    }
    """

  private func withRename(
    _ sources: String, _ body: (Project) async throws -> Void
  ) async throws {
    try await Project.ofRepository { project in
      try project.write(Self.dto, to: "\(sources)/TheMealDB/RecipeDetailDTO.swift")
      for name in ["52765", "52772", "52782", "52958"] {
        try project.edit("Fixtures/themealdb/recipe/\(name).json", #""strMeal""#, #""title""#)
      }
      try await body(project)
    }
  }

  @Test func findingsNameTheLineOfTheProperty() async throws {
    try await withRename("Sources") { project in
      let report = try await CommandRun.report(["check", "themealdb/recipe"], in: project.root)
      let dtos = report.findings.compactMap { $0.value["dto"] }.filter {
        $0["property"]?.string == "name"
      }
      #expect(!dtos.isEmpty)
      for dto in dtos {
        #expect(dto["file"]?.string == "Sources/TheMealDB/RecipeDetailDTO.swift")
        #expect(dto["line"]?.numberText == "2" && dto["column"]?.numberText == "7")
      }
      let text = await CommandRun(["check", "themealdb/recipe"], in: project.root)
      #expect(
        text.output.contains(
          "RecipeDetailDTO.name (Sources/TheMealDB/RecipeDetailDTO.swift:2)"))
    }
  }

  /// That an API sends another version is a finding of no type, and its consequences are those of types.
  @Test func consequencesNameTheLineOfTheProperty() async throws {
    try await withRename("App") { project in
      var renamed = ContractTesting.Finding(.keyRenamed, "renamed")
      renamed.dto = DTOReference(type: "RecipeDetailDTO", property: "name")
      var changed = ContractTesting.Finding(.versionChanged, "another version")
      changed.consequences = [Consequence(renamed)]
      var findings = [changed]
      SourcesOption(folder: project.root.appendingPathComponent("App"), root: project.root)
        .locate(&findings)
      #expect(findings.first?.consequences.first?.dto?.place?.line == 2)
    }
  }

  @Test func folderMayHaveAnotherName() async throws {
    try await withRename("App") { project in
      let without = try await CommandRun.report(["check", "themealdb/recipe"], in: project.root)
      #expect(without.findings.allSatisfy { $0.value["dto"]?["file"] == nil })
      let with = try await CommandRun.report(
        ["check", "themealdb/recipe", "--sources", "App"], in: project.root)
      #expect(with.findings.contains { $0.value["dto"]?["line"]?.numberText == "2" })
      let wrong = await CommandRun(["check", "--sources", "Ap"], in: project.root)
      #expect(wrong.code == .usage && wrong.errors.contains("there is no folder Ap"))
    }
  }
}
