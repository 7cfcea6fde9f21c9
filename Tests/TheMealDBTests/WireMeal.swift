/// A full recipe as text, of which a test changes single members.
///
/// `WireMeal(["strTags": "null"])` is the recipe with null tags; the value is JSON, and `nil`
/// takes the member away.
struct WireMeal {
  private var members: [String: String] = [
    "idMeal": #""52958""#,
    "strMeal": #""Peanut Butter Cookies""#,
    "strDrinkAlternate": "null",
    "strCategory": #""Dessert""#,
    "strArea": #""American""#,
    "strInstructions": #""Stir.\r\nBake.""#,
    "strMealThumb": #""https:\/\/www.themealdb.com\/images\/media\/meals\/52958.jpg""#,
    "strTags": "null",
    "strYoutube": #""""#,
    "strSource": "null",
    "strImageSource": "null",
    "strCreativeCommonsConfirmed": "null",
    "dateModified": "null",
  ]

  init(_ changes: [String: String?] = [:]) {
    for number in 1...20 {
      members["strIngredient\(number)"] = #""""#
      members["strMeasure\(number)"] = #""""#
    }
    for (key, value) in changes { members[key] = value }
  }

  /// The recipe as one JSON object.
  var object: String {
    "{" + members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
  }

  /// The answer with this one recipe.
  var document: String { #"{"meals":[\#(object)]}"# }
}
