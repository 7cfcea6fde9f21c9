/// The names to filter by: the answer of `list.php`.
public struct NamesDTO: Decodable, Sendable, Hashable {
  /// The names, or the way in which the API says that there are none.
  public let meals: Answer<[NameDTO]>

  enum CodingKeys: String, CodingKey {
    case meals = "meals"
  }
}

/// One name of a `list.php` list.
///
/// The three lists have different members under one roof: a list of categories has only
/// `category`, a list of areas only `area`, and a list of ingredients the other four.
public struct NameDTO: Decodable, Sendable, Hashable {
  /// The name of a category, such as `Dessert`.
  public let category: String?

  /// The name of a cuisine, such as `American`.
  public let area: String?

  /// The id of an ingredient, a number as text such as `1`.
  public let ingredientID: String?

  /// The name of an ingredient, such as `Chicken`.
  public let ingredient: String?

  /// What an ingredient is; null for most ingredients.
  public let ingredientDescription: String?

  /// The kind of an ingredient, such as `Meat`; null for most ingredients.
  public let ingredientType: String?

  enum CodingKeys: String, CodingKey {
    case category = "strCategory"
    case area = "strArea"
    case ingredientID = "idIngredient"
    case ingredient = "strIngredient"
    case ingredientDescription = "strDescription"
    case ingredientType = "strType"
  }
}
