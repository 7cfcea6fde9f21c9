import Foundation
import WireDates

// The one place that makes domain models out of DTOs. The DTOs hold what the server sends, with
// its empty texts, spaces and numbered slots; the models hold what an app wants:
//
//   strIngredient1 "Sugar", strMeasure1 "1/2 cup "   Ingredient(name: "Sugar", measure: "1/2 cup")
//   strIngredient2 "Salt",  strMeasure2 " "          Ingredient(name: "Salt", measure: nil)
//   strIngredient3 "",      strMeasure3 " "          no ingredient
//   strTags "Warming, Soup,"                         ["Warming", "Soup"]
//   strYoutube ""                                    nil

extension RecipesDTO {
  /// The recipes as an app wants them.
  public var recipes: Answer<[RecipeDetail]> { meals.map { $0.map(RecipeDetail.init) } }
}

extension RecipeSummariesDTO {
  /// The short forms as an app wants them.
  public var summaries: Answer<[RecipeSummary]> { meals.map { $0.map(RecipeSummary.init) } }
}

extension NamesDTO {
  /// The names of the list, whichever list it is; a record without a name is left out.
  public var names: Answer<[String]> {
    meals.map { $0.compactMap { trimmed($0.category ?? $0.area ?? $0.ingredient) } }
  }
}

extension RecipeDetail {
  /// Makes a recipe out of what the server sends.
  public init(_ dto: RecipeDetailDTO) {
    id = dto.id
    name = dto.name
    category = dto.category
    area = trimmed(dto.area)
    instructions = dto.instructions
    thumbnailURL = dto.mealThumbnailURL
    ingredients = dto.slots.compactMap(Ingredient.init)
    keywords = (dto.keywords ?? "").split(separator: ",").compactMap { trimmed(String($0)) }
    videoURL = webAddress(dto.youtube)
    sourceURL = webAddress(dto.source)
    modificationDate = dto.dateModified?.date
  }
}

extension Ingredient {
  /// Makes an ingredient out of a slot; nil where the slot is unused.
  fileprivate init?(_ slot: Slot) {
    guard let name = trimmed(slot.ingredient) else { return nil }
    self.init(name: name, measure: trimmed(slot.measure))
  }
}

extension RecipeSummary {
  /// Makes a short form out of what the server sends.
  public init(_ dto: RecipeSummaryDTO) {
    id = dto.id
    name = dto.name
    thumbnailURL = dto.mealThumbnailURL
  }
}

extension Category {
  /// Makes a category out of what the server sends.
  public init(_ dto: CategoryDTO) {
    id = dto.id
    name = dto.name
    thumbnailURL = dto.thumbnailURL
    description = dto.description
  }
}

/// An ingredient and the measure of the same number, as they come.
private struct Slot {
  let ingredient: String?
  let measure: String?
}

extension RecipeDetailDTO {
  /// The twenty slots in their order.
  fileprivate var slots: [Slot] {
    [
      Slot(ingredient: ingredient1, measure: measure1),
      Slot(ingredient: ingredient2, measure: measure2),
      Slot(ingredient: ingredient3, measure: measure3),
      Slot(ingredient: ingredient4, measure: measure4),
      Slot(ingredient: ingredient5, measure: measure5),
      Slot(ingredient: ingredient6, measure: measure6),
      Slot(ingredient: ingredient7, measure: measure7),
      Slot(ingredient: ingredient8, measure: measure8),
      Slot(ingredient: ingredient9, measure: measure9),
      Slot(ingredient: ingredient10, measure: measure10),
      Slot(ingredient: ingredient11, measure: measure11),
      Slot(ingredient: ingredient12, measure: measure12),
      Slot(ingredient: ingredient13, measure: measure13),
      Slot(ingredient: ingredient14, measure: measure14),
      Slot(ingredient: ingredient15, measure: measure15),
      Slot(ingredient: ingredient16, measure: measure16),
      Slot(ingredient: ingredient17, measure: measure17),
      Slot(ingredient: ingredient18, measure: measure18),
      Slot(ingredient: ingredient19, measure: measure19),
      Slot(ingredient: ingredient20, measure: measure20),
    ]
  }
}

/// A text without white space at its ends; nil where nothing is left.
private func trimmed(_ text: String?) -> String? {
  guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
    return nil
  }
  return text
}

/// The web address in a text; nil where there is none.
///
/// `URL(string:)` alone takes "see the book" for a relative address, so scheme and host must be
/// there.
private func webAddress(_ text: String?) -> URL? {
  guard let text = trimmed(text), let url = URL(string: text),
    url.scheme == "https" || url.scheme == "http", url.host?.isEmpty == false
  else { return nil }
  return url
}
