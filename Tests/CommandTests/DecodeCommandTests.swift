import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import ContractCommand

@Suite struct DecodeCommandTests {
  @Test func listNamesEveryTypeOnce() async throws {
    let root = TestFolders.packageRoot
    let run = await CommandRun(["decode", "--list"], in: root)
    #expect(run.code == .conforms)
    let names = run.output.split(separator: "\n").map(String.init)
    #expect(Set(names).count == names.count)
    for name in ["RecipesDTO", "RecipeSummariesDTO", "CategoriesDTO", "LaunchesDTO", "LaunchDTO"] {
      #expect(names.contains(name))
    }
    let report = try await CommandRun.report(["decode", "--list"], in: root)
    let listed = report.document.root["dtos"]?.elements.compactMap(\.string)
    #expect(listed == names)
    #expect(await CommandRun(["decode", "--list", "a.json"], in: root).code == .usage)
    #expect(await CommandRun(["decode", "--list", "--format", "junit"], in: root).code == .usage)
  }

  @Test func everyProblemComesInOnePass() async throws {
    let text = #"""
      {"meals": [{"idMeal": 52958, "strMeal": null, "strCategory": "Dessert",
        "strMealThumb": "http://a:b/", "dateModified": "2006-02-30 10:00:00",
        "strIngredient1": "Flour", "strIngredient2": null, "strIngredient3": "Egg",
        "strMeasure1": "1 cup", "strMeasure2": "", "strMeasure3": "2"}]}
      """#
    try await Project.with(["a.json": text]) { project in
      let report = try await CommandRun.report(
        ["decode", "--as", "RecipesDTO", "a.json"], in: project.root)
      #expect(report.code == 1)
      let told = Set(report.findings.map { "\($0.rule) \($0["pointer"] ?? "") \($0.level)" })
      for expected in [
        "type-mismatch /meals/0/idMeal breaking", "null-value /meals/0/strMeal breaking",
        "missing-key /meals/0/strInstructions breaking",
        "invalid-date /meals/0/dateModified breaking",
        "null-slot /meals/0/strIngredient2 info", "slot-gap /meals/0/strIngredient3 warning",
      ] {
        #expect(told.contains(expected), "\(expected) in \(told.sorted())")
      }
      let date = try #require(report.findings(of: "invalid-date").first)
      #expect(date.property == "RecipeDetailDTO.dateModified" && date.place == "2:50")
    }
  }

  @Test func arrayOfLaunchesIsRead() async throws {
    let run = await CommandRun(
      ["decode", "--as", "LaunchesDTO", "Fixtures/spacex/launches"], in: TestFolders.packageRoot)
    #expect(run.code == .conforms)
    #expect(run.output.contains("decoded 1 document as LaunchesDTO"))
  }

  @Test(arguments: [
    (["decode", "a.json"], "missing option '--as DTO'; '--list' prints the names"),
    (["decode", "--as", "RecipesDTO"], "missing argument: INPUT…"),
    (
      ["decode", "--as", "RecipeDTO", "a.json"],
      "unknown DTO 'RecipeDTO'; did you mean 'RecipesDTO'?"
    ),
  ])
  func wrongUsageSaysWhatIsMissing(_ arguments: [String], _ message: String) async {
    let run = await CommandRun(arguments, in: TestFolders.packageRoot)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors == "mealdb-contract: \(message)\nsee 'mealdb-contract decode --help'\n")
  }

  @Test func linesOfNDJSONKeepTheirNumbers() async throws {
    let good = #"{"categories": []}"#
    try await Project.with(["a.ndjson": "\(good)\n\(good)\n{\"category\": []}\n"]) { project in
      let report = try await CommandRun.report(
        ["decode", "--as", "CategoriesDTO", "a.ndjson"], in: project.root)
      #expect(report.rules == ["missing-key", "unread-key"])
      #expect(report.findings.first?.place == "3:1")
      #expect(
        report.findings.first?["message"]?.contains(
          "\"category\", which nothing reads, is beside it") == true)
    }
  }
}
