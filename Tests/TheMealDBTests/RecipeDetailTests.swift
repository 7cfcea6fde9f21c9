import Foundation
import Testing

@testable import TheMealDB

@Suite struct RecipeDetailTests {
  /// The first slot as JSON, and what an app should see of it.
  struct SlotCase: CustomTestStringConvertible {
    let ingredient: String
    let measure: String
    let expected: [Ingredient]

    var testDescription: String { "\(ingredient) with \(measure)" }
  }

  @Test(arguments: [
    SlotCase(
      ingredient: #""Sugar""#, measure: #""1/2 cup""#,
      expected: [Ingredient(name: "Sugar", measure: "1/2 cup")]),
    SlotCase(
      ingredient: #"" Sugar ""#, measure: #"" 1/2 cup ""#,
      expected: [Ingredient(name: "Sugar", measure: "1/2 cup")]),
    SlotCase(
      ingredient: #""Sugar\r\n""#, measure: #""\u00bc\tcup\n""#,
      expected: [Ingredient(name: "Sugar", measure: "¼\tcup")]),
    SlotCase(
      ingredient: #""Salt""#, measure: #""""#, expected: [Ingredient(name: "Salt", measure: nil)]),
    SlotCase(
      ingredient: #""Salt""#, measure: #"" ""#, expected: [Ingredient(name: "Salt", measure: nil)]),
    SlotCase(
      ingredient: #""Salt""#, measure: "null", expected: [Ingredient(name: "Salt", measure: nil)]),
    SlotCase(ingredient: #""""#, measure: #""""#, expected: []),
    SlotCase(ingredient: #""""#, measure: #"" ""#, expected: []),
    SlotCase(ingredient: #"" ""#, measure: "null", expected: []),
    SlotCase(ingredient: "null", measure: "null", expected: []),
    SlotCase(ingredient: "null", measure: #""1 cup""#, expected: []),
  ])
  func slotBecomesAnIngredientOrNothing(slot: SlotCase) throws {
    let meal = WireMeal(["strIngredient1": slot.ingredient, "strMeasure1": slot.measure])
    #expect(try model(meal).ingredients == slot.expected)
  }

  @Test func ingredientsKeepTheirOrderAcrossAGap() throws {
    let meal = WireMeal([
      "strIngredient2": #""Sugar""#, "strIngredient9": #""Egg""#, "strIngredient20": #""Salt""#,
    ])
    #expect(try model(meal).ingredients.map(\.name) == ["Sugar", "Egg", "Salt"])
  }

  @Test(
    arguments: [
      ("null", []),
      (#""""#, []),
      (#"", ""#, []),
      (#"",,""#, []),
      (#""Soup""#, ["Soup"]),
      (#""Meat,Casserole""#, ["Meat", "Casserole"]),
      (#""Warming, Soup, Beans""#, ["Warming", "Soup", "Beans"]),
      (#""Breakfast,Brunch,""#, ["Breakfast", "Brunch"]),
      (#"" Low Carbs ,Paleo ""#, ["Low Carbs", "Paleo"]),
    ] as [(String, [String])])
  func tagsBecomeKeywords(tags: String, expected: [String]) throws {
    #expect(try model(WireMeal(["strTags": tags])).keywords == expected)
  }

  @Test(
    arguments: [
      ("null", nil),
      (#""""#, nil),
      (#"" ""#, nil),
      (#""see the book""#, nil),
      (#""www.example.com\/soup""#, nil),
      (#""mailto:cook@example.com""#, nil),
      (#""https:\/\/""#, nil),
      (#""https:\/\/example.com\/soup""#, "https://example.com/soup"),
      (#"" http:\/\/example.com\/soup?a=b ""#, "http://example.com/soup?a=b"),
    ] as [(String, String?)])
  func textBecomesAWebAddressOrNothing(text: String, expected: String?) throws {
    let recipe = try model(WireMeal(["strYoutube": text, "strSource": text]))
    #expect(recipe.videoURL?.absoluteString == expected)
    #expect(recipe.sourceURL?.absoluteString == expected)
  }

  @Test func peanutButterCookiesHaveThreeIngredients() throws {
    let answer = try decodeFixture(RecipesDTO.self, "recipe/52958.json").recipes
    let recipe = try #require(answer.records?.first)
    #expect(recipe.id == "52958")
    #expect(recipe.name == "Peanut Butter Cookies")
    #expect(recipe.category == "Dessert")
    #expect(recipe.area == "American")
    #expect(
      recipe.ingredients == [
        Ingredient(name: "Peanut Butter", measure: "1 cup"),
        Ingredient(name: "Sugar", measure: "1/2 cup"),
        Ingredient(name: "Egg", measure: "1"),
      ])
    #expect(recipe.keywords == ["Breakfast", "UnHealthy", "BBQ"])
    #expect(recipe.videoURL == nil)
    #expect(recipe.modificationDate == nil)
    #expect(
      recipe.thumbnailURL?.absoluteString
        == "https://www.themealdb.com/images/media/meals/52958.jpg")
  }

  /// A fixture, and what an app should see of it.
  struct FixtureCase: CustomTestStringConvertible {
    let id: String
    let ingredients: Int
    let withoutMeasure: Int
    let keywords: [String]

    var testDescription: String { id }
  }

  @Test(arguments: [
    FixtureCase(
      id: "52765", ingredients: 4, withoutMeasure: 0, keywords: ["Casserole", "Cheasy", "Meat"]),
    FixtureCase(id: "52772", ingredients: 9, withoutMeasure: 0, keywords: ["Meat", "Casserole"]),
    FixtureCase(id: "52782", ingredients: 19, withoutMeasure: 0, keywords: []),
    FixtureCase(
      id: "52925", ingredients: 8, withoutMeasure: 0, keywords: ["Warming", "Soup", "Beans"]),
    FixtureCase(id: "52937", ingredients: 20, withoutMeasure: 0, keywords: ["Chilli", "Curry"]),
    FixtureCase(id: "52957", ingredients: 8, withoutMeasure: 4, keywords: ["Breakfast", "Summer"]),
    FixtureCase(id: "52993", ingredients: 10, withoutMeasure: 3, keywords: []),
    FixtureCase(id: "53020", ingredients: 13, withoutMeasure: 0, keywords: []),
  ])
  func fixtureBecomesWhatAnAppWants(expected: FixtureCase) throws {
    let answer = try decodeFixture(RecipesDTO.self, "recipe/\(expected.id).json").recipes
    let recipe = try #require(answer.records?.first)
    #expect(recipe.ingredients.count == expected.ingredients)
    #expect(recipe.ingredients.count { $0.measure == nil } == expected.withoutMeasure)
    #expect(recipe.keywords == expected.keywords)
  }

  @Test func fixtureWithADateHasAModificationDate() throws {
    let answer = try decodeFixture(RecipesDTO.self, "recipe/53020.json").recipes
    let recipe = try #require(answer.records?.first)
    #expect(recipe.name == "Rosół (Polish Chicken Soup)")
    #expect(recipe.modificationDate == Date(timeIntervalSince1970: 1_681_722_765))
  }
}
