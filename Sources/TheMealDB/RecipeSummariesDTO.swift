public import Foundation

/// Short forms of recipes: the answer of `filter.php`.
public struct RecipeSummariesDTO: Decodable, Sendable, Hashable {
  /// The recipes, or the way in which the API says that there are none.
  public let meals: Answer<[RecipeSummaryDTO]>

  enum CodingKeys: String, CodingKey {
    case meals = "meals"
  }
}

/// The short form of a recipe, with which `filter.php` fills its list.
public struct RecipeSummaryDTO: Decodable, Sendable, Hashable {
  /// The name of the dish.
  public let name: String

  /// The address of the photo.
  public let mealThumbnailURL: URL?

  /// The id, a number as text such as `52958`.
  public let id: String

  enum CodingKeys: String, CodingKey {
    case name = "strMeal"
    case mealThumbnailURL = "strMealThumb"
    case id = "idMeal"
  }
}
