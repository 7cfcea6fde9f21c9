import Foundation
import TestSupport
import Testing

@testable import TheMealDB

@Suite(.enabled(if: TestFolders.hasCorpus, Comment(rawValue: TestFolders.corpusReason)))
struct RecordedMealsTests {
  private func recorded<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
    let bytes = try TestFolders.corpusBytes("themealdb/" + path)
    return try JSONDecoder().decode(type, from: Data(bytes))
  }

  @Test func all284MealsBecomeRecipes() throws {
    let meals = try recorded(
      [RecipeDetailDTO].self, "search/2022-12_all-meals_meal-advisor.json")
    let recipes = meals.map(RecipeDetail.init)
    #expect(recipes.count == 284)
    let ingredients = recipes.flatMap(\.ingredients)
    #expect(ingredients.count == 3114)
    #expect(ingredients.count { $0.measure == nil } == 28)
    #expect(recipes.count { $0.ingredients.contains { $0.measure == nil } } == 8)
    #expect(recipes.count { $0.ingredients.count == 20 } == 7)
    #expect(recipes.count { $0.videoURL == nil } == 14)
    #expect(recipes.count { $0.sourceURL == nil } == 31)
    #expect(recipes.count { $0.thumbnailURL == nil } == 0)
    #expect(
      ingredients.allSatisfy {
        $0.name == $0.name.trimmingCharacters(in: .whitespacesAndNewlines)
          && $0.measure?.hasSuffix(" ") != true
      })
    #expect(recipes.flatMap(\.keywords).allSatisfy { !$0.isEmpty && !$0.contains(",") })
  }

  @Test(arguments: [
    "lookup/2016-17_52772_gen0.json", "lookup/2020_52771_trybe.json",
    "lookup/2021-24_52772_gen2.json", "lookup/2022-12_52958.json", "lookup/2022-12_53020.json",
    "search/2020_search-empty-name_25meals_trybe.json",
    "search/2020_search-soup_10meals_trybe.json",
  ])
  func recordingOfAnyYearDecodes(path: String) throws {
    let recipes = try #require(try recorded(RecipesDTO.self, path).recipes.records)
    #expect(!recipes.isEmpty)
    #expect(recipes.allSatisfy { !$0.ingredients.isEmpty })
  }

  @Test(arguments: [
    ("lookup/null.json", NothingFound.null), ("lookup/error_invalid-id.json", .invalidID),
    ("filter/error_no-data-found.json", .noDataFound), ("search/null_trybe.json", .null),
  ])
  func recordedNothingIsAStatement(path: String, statement: NothingFound) throws {
    #expect(try recorded(RecipesDTO.self, path).meals == .nothing(statement))
  }

  @Test func recordedListsDecode() throws {
    #expect(
      try recorded(RecipeSummariesDTO.self, "filter/2020_c-Goat_trybe.json").summaries.records?
        .map(\.id) == ["52968"])
    #expect(
      try recorded(CategoriesDTO.self, "categories/2024_categories_the_meals.json").categories
        .count == 14)
    #expect(
      try recorded(NamesDTO.self, "list/2020_i-list_trybe.json").names.records?.count == 563)
  }
}
