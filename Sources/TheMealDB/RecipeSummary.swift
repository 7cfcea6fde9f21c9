public import Foundation

/// The short form of a recipe, for a list.
public struct RecipeSummary: Sendable, Hashable, Identifiable {
  /// The id, a number as text such as `52958`, with which the full recipe is looked up.
  public let id: String

  /// The name of the dish.
  public let name: String

  /// The address of the photo.
  public let thumbnailURL: URL?
}
