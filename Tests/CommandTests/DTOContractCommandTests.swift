import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

@Suite struct DTOContractCommandTests {
  @Test func contractOfATypeGoesToStandardOutput() async throws {
    let run = await CommandRun(
      ["contract", "meals", "--from", "RecipesDTO"], in: TestFolders.packageRoot)
    #expect(run.code == .conforms)
    let contract = try JSONDocument(Array(run.output.utf8))
    #expect(contract.root["title"]?.string == "RecipesDTO")
    #expect(contract.root["properties"]?["meals"] != nil)
  }

  @Test func endpointThatIsNoneIsNamed() async {
    let run = await CommandRun(
      ["contract", "themealdb/recip", "--from", "RecipesDTO"], in: TestFolders.packageRoot)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors.contains("did you mean 'themealdb/recipe'?"))
  }

  /// The first contract of an endpoint is written, and no other is replaced.
  @Test func contractOfAnEndpointIsWrittenOnce() async throws {
    try await Project.ofRepository { project in
      let file = "Contracts/themealdb/categories.schema.json"
      let stored = try project.text(file)
      let kept = await CommandRun(["contract", "themealdb/categories"], in: project.root)
      #expect(kept.code == .failure && kept.errors.contains("is there already and stays"))
      #expect(try project.text(file) == stored)
      try FileManager.default.removeItem(at: project.url(file))
      let run = await CommandRun(["contract", "themealdb/categories"], in: project.root)
      #expect(
        run.code == .conforms && run.output.contains("wrote \(file): what CategoriesDTO reads"))
      let check = await CommandRun(["check", "themealdb/categories"], in: project.root)
      #expect(check.code == .conforms, "\(check.output)")
    }
  }

  /// Every type of the program agrees with the contract that it implies, and so do its fixtures.
  @Test(arguments: ["themealdb/recipe", "themealdb/search", "spacex/launches", "spacex/latest"])
  func fixturesKeepTheContractOfTheirType(_ endpoint: String) async throws {
    try await Project.ofRepository { project in
      try FileManager.default.removeItem(at: project.url("Contracts/\(endpoint).schema.json"))
      #expect(await CommandRun(["contract", endpoint], in: project.root).code == .conforms)
      let check = await CommandRun(["check", endpoint], in: project.root)
      #expect(check.code == .conforms, "\(check.output)")
    }
  }

  @Test(arguments: [
    (["contract", "a"], "missing option '--from DTO'; 'decode --list' prints the names"),
    (
      ["contract", "a", "--from", "RecipeDTO"],
      "unknown DTO 'RecipeDTO'; did you mean 'RecipesDTO'?"
    ),
  ])
  func wrongUsageSaysWhatIsMissing(_ arguments: [String], _ message: String) async {
    let run = await CommandRun(arguments, in: TestFolders.packageRoot)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors == "mealdb-contract: \(message)\nsee 'mealdb-contract contract --help'\n")
  }
}
