public import Foundation
public import WireDates

// A full recipe comes as one flat object of 53 members. Its ingredients are not a list but two
// families of numbered slots: `strIngredient1` … `strIngredient20` beside `strMeasure1` …
// `strMeasure20`. A recipe with three ingredients reads, in short:
//
//   {"idMeal": "52958", "strMeal": "Peanut Butter Cookies", …,
//    "strIngredient1": "Peanut Butter", "strIngredient2": "Sugar", "strIngredient3": "Egg",
//    "strIngredient4": "", …, "strIngredient20": null,
//    "strMeasure1": "1 cup ", "strMeasure2": "1/2 cup ", "strMeasure3": "1",
//    "strMeasure4": " ", …, "strMeasure20": null, …}
//
// An unused slot is `""`, `" "` or null, and the two families do not agree on which. This type
// keeps all of that as it comes; `RecipeDetail` makes sense of it. Three members that no app
// reads have no property here: `strDrinkAlternate`, `strImageSource` and
// `strCreativeCommonsConfirmed`.

/// A full recipe as `lookup.php`, `search.php` and `random.php` send it.
public struct RecipeDetailDTO: Decodable, Sendable, Hashable {
  /// The id, a number as text such as `52958`.
  public let id: String

  /// The name of the dish.
  public let name: String

  /// The category, such as `Dessert`.
  public let category: String

  /// The cuisine, such as `American`, or `Unknown`.
  public let area: String?

  /// The steps in one text, mostly with CRLF line ends.
  public let instructions: String

  /// The address of the photo.
  public let mealThumbnailURL: URL?

  /// The tags with commas between them, such as `Soup,Warming`.
  ///
  /// Seen in recordings: null, empty, a space after the comma, and a comma at the end.
  public let keywords: String?

  /// The address of a video; often empty.
  public let youtube: String?

  /// The ingredient of slot 1.
  public let ingredient1: String?

  /// The ingredient of slot 2.
  public let ingredient2: String?

  /// The ingredient of slot 3.
  public let ingredient3: String?

  /// The ingredient of slot 4.
  public let ingredient4: String?

  /// The ingredient of slot 5.
  public let ingredient5: String?

  /// The ingredient of slot 6.
  public let ingredient6: String?

  /// The ingredient of slot 7.
  public let ingredient7: String?

  /// The ingredient of slot 8.
  public let ingredient8: String?

  /// The ingredient of slot 9.
  public let ingredient9: String?

  /// The ingredient of slot 10.
  public let ingredient10: String?

  /// The ingredient of slot 11.
  public let ingredient11: String?

  /// The ingredient of slot 12.
  public let ingredient12: String?

  /// The ingredient of slot 13.
  public let ingredient13: String?

  /// The ingredient of slot 14.
  public let ingredient14: String?

  /// The ingredient of slot 15.
  public let ingredient15: String?

  /// The ingredient of slot 16.
  public let ingredient16: String?

  /// The ingredient of slot 17.
  public let ingredient17: String?

  /// The ingredient of slot 18.
  public let ingredient18: String?

  /// The ingredient of slot 19.
  public let ingredient19: String?

  /// The ingredient of slot 20.
  public let ingredient20: String?

  /// The measure of slot 1.
  public let measure1: String?

  /// The measure of slot 2.
  public let measure2: String?

  /// The measure of slot 3.
  public let measure3: String?

  /// The measure of slot 4.
  public let measure4: String?

  /// The measure of slot 5.
  public let measure5: String?

  /// The measure of slot 6.
  public let measure6: String?

  /// The measure of slot 7.
  public let measure7: String?

  /// The measure of slot 8.
  public let measure8: String?

  /// The measure of slot 9.
  public let measure9: String?

  /// The measure of slot 10.
  public let measure10: String?

  /// The measure of slot 11.
  public let measure11: String?

  /// The measure of slot 12.
  public let measure12: String?

  /// The measure of slot 13.
  public let measure13: String?

  /// The measure of slot 14.
  public let measure14: String?

  /// The measure of slot 15.
  public let measure15: String?

  /// The measure of slot 16.
  public let measure16: String?

  /// The measure of slot 17.
  public let measure17: String?

  /// The measure of slot 18.
  public let measure18: String?

  /// The measure of slot 19.
  public let measure19: String?

  /// The measure of slot 20.
  public let measure20: String?

  /// The address of the page that the recipe comes from; often empty, at times no address.
  public let source: String?

  /// When the recipe was last changed, in UTC; null in nearly every recording.
  public let dateModified: PatternDate<SQLDateTime>?

  enum CodingKeys: String, CodingKey {
    case id = "idMeal"
    case name = "strMeal"
    case category = "strCategory"
    case area = "strArea"
    case instructions = "strInstructions"
    case mealThumbnailURL = "strMealThumb"
    case keywords = "strTags"
    case youtube = "strYoutube"
    case ingredient1 = "strIngredient1"
    case ingredient2 = "strIngredient2"
    case ingredient3 = "strIngredient3"
    case ingredient4 = "strIngredient4"
    case ingredient5 = "strIngredient5"
    case ingredient6 = "strIngredient6"
    case ingredient7 = "strIngredient7"
    case ingredient8 = "strIngredient8"
    case ingredient9 = "strIngredient9"
    case ingredient10 = "strIngredient10"
    case ingredient11 = "strIngredient11"
    case ingredient12 = "strIngredient12"
    case ingredient13 = "strIngredient13"
    case ingredient14 = "strIngredient14"
    case ingredient15 = "strIngredient15"
    case ingredient16 = "strIngredient16"
    case ingredient17 = "strIngredient17"
    case ingredient18 = "strIngredient18"
    case ingredient19 = "strIngredient19"
    case ingredient20 = "strIngredient20"
    case measure1 = "strMeasure1"
    case measure2 = "strMeasure2"
    case measure3 = "strMeasure3"
    case measure4 = "strMeasure4"
    case measure5 = "strMeasure5"
    case measure6 = "strMeasure6"
    case measure7 = "strMeasure7"
    case measure8 = "strMeasure8"
    case measure9 = "strMeasure9"
    case measure10 = "strMeasure10"
    case measure11 = "strMeasure11"
    case measure12 = "strMeasure12"
    case measure13 = "strMeasure13"
    case measure14 = "strMeasure14"
    case measure15 = "strMeasure15"
    case measure16 = "strMeasure16"
    case measure17 = "strMeasure17"
    case measure18 = "strMeasure18"
    case measure19 = "strMeasure19"
    case measure20 = "strMeasure20"
    case source = "strSource"
    case dateModified = "dateModified"
  }
}
