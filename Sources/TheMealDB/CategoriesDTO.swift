public import Foundation

/// All categories with their descriptions: the answer of `categories.php`.
public struct CategoriesDTO: Decodable, Sendable, Hashable {
  /// The categories; this list alone is not called `meals`.
  public let categories: [CategoryDTO]

  enum CodingKeys: String, CodingKey {
    case categories = "categories"
  }
}

/// A category as `categories.php` sends it.
public struct CategoryDTO: Decodable, Sendable, Hashable {
  /// The id, a number as text such as `3`.
  public let id: String

  /// The name, such as `Dessert`; it is what a filter by category asks for.
  public let name: String

  /// The address of the picture.
  public let thumbnailURL: URL?

  /// The description, at times with CRLF line ends and footnote marks such as `[1]`.
  public let description: String

  enum CodingKeys: String, CodingKey {
    case id = "idCategory"
    case name = "strCategory"
    case thumbnailURL = "strCategoryThumb"
    case description = "strCategoryDescription"
  }
}
