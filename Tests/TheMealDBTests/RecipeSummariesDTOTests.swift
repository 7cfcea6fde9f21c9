import Foundation
import Testing

@testable import TheMealDB

@Suite struct RecipeSummariesDTOTests {
  @Test func shortFormIsReadInTheOrderOfTheServer() throws {
    let text = #"""
      {"meals":[{"strMeal":"Poutine","strMealThumb":"https:\/\/example.com\/52804.jpg",
      "idMeal":"52804"},{"strMeal":"Sugar Pie","strMealThumb":null,"idMeal":"52931"}]}
      """#
    let summaries = try decode(RecipeSummariesDTO.self, text).summaries
    #expect(
      summaries
        == .found([
          RecipeSummary(
            id: "52804", name: "Poutine",
            thumbnailURL: URL(string: "https://example.com/52804.jpg")),
          RecipeSummary(id: "52931", name: "Sugar Pie", thumbnailURL: nil),
        ]))
  }

  @Test(arguments: [
    #"{"strMealThumb":null,"idMeal":"52804"}"#, #"{"strMeal":"Poutine","strMealThumb":null}"#,
    #"{"strMeal":"Poutine","strMealThumb":"","idMeal":"52804"}"#,
  ])
  func incompleteShortFormIsAnError(record: String) {
    #expect(throws: DecodingError.self) {
      try decode(RecipeSummariesDTO.self, #"{"meals":[\#(record)]}"#)
    }
  }

  @Test(arguments: [("c-Dessert", 8, "52958"), ("a-Canadian", 6, "52925")])
  func fixtureHasItsRecipes(name: String, count: Int, id: String) throws {
    let answer = try decodeFixture(RecipeSummariesDTO.self, "recipes/\(name).json").summaries
    let summaries = try #require(answer.records)
    #expect(summaries.count == count)
    #expect(summaries.contains { $0.id == id })
    #expect(summaries.allSatisfy { $0.thumbnailURL != nil })
  }
}
