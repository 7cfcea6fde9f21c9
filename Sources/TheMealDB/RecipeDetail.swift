public import Foundation

/// A full recipe as an app wants it.
public struct RecipeDetail: Sendable, Hashable, Identifiable {
  /// The id, a number as text such as `52958`.
  public let id: String

  /// The name of the dish.
  public let name: String

  /// The category, such as `Dessert`.
  public let category: String

  /// The cuisine, such as `American`; nil where the API gives none.
  public let area: String?

  /// The steps in one text.
  public let instructions: String

  /// The address of the photo.
  public let thumbnailURL: URL?

  /// The ingredients in their order, without unused slots.
  public let ingredients: [Ingredient]

  /// The tags in their order, without spaces around them and without empty ones.
  public let keywords: [String]

  /// The web address of a video.
  public let videoURL: URL?

  /// The web address of the page that the recipe comes from.
  public let sourceURL: URL?

  /// When the recipe was last changed.
  public let modificationDate: Date?
}

/// An ingredient of a recipe.
public struct Ingredient: Sendable, Hashable {
  /// The name, such as `Peanut Butter`.
  public let name: String

  /// How much of it, such as `1/2 cup`; nil where the API gives no measure.
  public let measure: String?
}
