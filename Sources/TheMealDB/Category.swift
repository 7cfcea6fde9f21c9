public import Foundation

/// A category of recipes.
public struct Category: Sendable, Hashable, Identifiable {
  /// The id, a number as text such as `3`.
  public let id: String

  /// The name, such as `Dessert`; it is what a filter by category asks for.
  public let name: String

  /// The address of the picture.
  public let thumbnailURL: URL?

  /// What belongs to the category.
  public let description: String
}
