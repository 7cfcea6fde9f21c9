import StrictJSON
import Testing
import TheMealDB

/// What the types of recipes read is known without any recipe.
@Suite struct RecipeShapeTests {
  @Test func answerIsTextOrRecordsOrNull() throws {
    let meals = try #require(StrictDecoder().reads(RecipesDTO.self)["meals"])
    #expect(meals.isRequired && meals.shape.isNullable)
    #expect(meals.shape.forms == [.string, .array] && meals.shape.doubts.isEmpty)
    let recipe = try #require(meals.shape.element)
    #expect(recipe.members.count == 50 && recipe.doubts.isEmpty)
    #expect(
      recipe.members.filter(\.isRequired).map(\.name) == [
        "idMeal", "strMeal", "strCategory", "strInstructions",
      ])
    #expect(recipe["dateModified"]?.shape.description == "date(yyyy-MM-dd HH:mm:ss)?")
    #expect(recipe["strIngredient20"]?.owner.description == "RecipeDetailDTO.ingredient20")
  }
}
