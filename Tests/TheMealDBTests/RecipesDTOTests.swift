import Foundation
import Testing
import WireDates

@testable import TheMealDB

@Suite struct RecipesDTOTests {
  @Test func keepsWhatTheWireSays() throws {
    let text = WireMeal([
      "strTags": #""Warming, Soup,""#, "strIngredient1": #""Peanut Butter""#,
      "strMeasure1": #""1 cup ""#, "strIngredient20": "null", "strMeasure20": #"" ""#,
      "strSource": #""see the book""#,
    ]).document
    let meal = try #require(try decode(RecipesDTO.self, text).meals.records?.first)
    #expect(meal.id == "52958")
    #expect(meal.name == "Peanut Butter Cookies")
    #expect(meal.category == "Dessert")
    #expect(meal.area == "American")
    #expect(meal.instructions == "Stir.\r\nBake.")
    #expect(
      meal.mealThumbnailURL?.absoluteString
        == "https://www.themealdb.com/images/media/meals/52958.jpg")
    #expect(meal.keywords == "Warming, Soup,")
    #expect(meal.youtube == "")
    #expect(meal.source == "see the book")
    #expect(meal.ingredient1 == "Peanut Butter")
    #expect(meal.measure1 == "1 cup ")
    #expect(meal.ingredient20 == nil)
    #expect(meal.measure20 == " ")
    #expect(meal.dateModified == nil)
  }

  @Test func everySlotIsReadFromItsOwnMember() throws {
    var changes: [String: String?] = [:]
    for number in 1...20 {
      changes["strIngredient\(number)"] = #""ingredient \#(number)""#
      changes["strMeasure\(number)"] = #""measure \#(number)""#
    }
    let recipe = try model(WireMeal(changes))
    #expect(
      recipe.ingredients
        == (1...20).map { Ingredient(name: "ingredient \($0)", measure: "measure \($0)") })
  }

  @Test func dateModifiedIsADate() throws {
    let text = WireMeal(["dateModified": #""2023-04-17 09:12:45""#]).document
    let meal = try #require(try decode(RecipesDTO.self, text).meals.records?.first)
    #expect(meal.dateModified?.date == Date(timeIntervalSince1970: 1_681_722_765))
  }

  @Test(arguments: ["idMeal", "strMeal", "strCategory", "strInstructions"])
  func requiredMemberMustBeThere(key: String) {
    #expect(throws: DecodingError.self) {
      try decode(RecipesDTO.self, WireMeal([key: nil]).document)
    }
    #expect(throws: DecodingError.self) {
      try decode(RecipesDTO.self, WireMeal([key: "null"]).document)
    }
  }

  @Test(arguments: [
    "strArea", "strMealThumb", "strTags", "strYoutube", "strSource", "dateModified",
    "strIngredient1", "strMeasure1", "strIngredient20", "strMeasure20",
  ])
  func optionalMemberMayBeNullOrAbsent(key: String) throws {
    #expect(try model(WireMeal([key: "null"])).id == "52958")
    #expect(try model(WireMeal([key: nil])).id == "52958")
  }

  @Test(arguments: [
    ("strMealThumb", #""""#), ("strTags", #"["Soup"]"#), ("strIngredient3", "3"),
    ("strMeasure3", "{}"), ("dateModified", #""17.04.2023""#), ("dateModified", "1681722765"),
    ("dateModified", #""2023-02-30 09:12:45""#), ("idMeal", "52958"),
  ])
  func valueOfAnotherFormIsAnError(key: String, value: String) {
    #expect(throws: DecodingError.self) {
      try decode(RecipesDTO.self, WireMeal([key: value]).document)
    }
  }

  @Test(arguments: ["recipe", "search", "random"])
  func everyFixtureDecodes(endpoint: String) throws {
    let names = try fixtureNames(endpoint)
    #expect(!names.isEmpty)
    for name in names {
      let answer = try decodeFixture(RecipesDTO.self, "\(endpoint)/\(name)").meals
      #expect(answer.records?.isEmpty != true, "\(endpoint)/\(name) is an empty success")
    }
  }
}
