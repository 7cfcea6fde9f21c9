/// Full recipes: the answer of `lookup.php`, `search.php` and `random.php`.
public struct RecipesDTO: Decodable, Sendable, Hashable {
  /// The recipes, or the way in which the API says that there are none.
  public let meals: Answer<[RecipeDetailDTO]>

  enum CodingKeys: String, CodingKey {
    case meals = "meals"
  }
}
