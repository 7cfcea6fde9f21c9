public import Endpoints
public import Foundation

/// The requests that TheMealDB answers.
///
/// https://www.themealdb.com/api.php
public enum MealDBEndpoint: Endpoint, Hashable {
  /// All categories with their descriptions.
  case categories

  /// The short forms of the recipes that pass a filter.
  case recipes(RecipeFilter)

  /// The full recipe of an id such as `52958`.
  case recipe(id: String)

  /// The full recipes whose names hold a text.
  case search(name: String)

  /// The full recipes whose names begin with a letter.
  case searchByLetter(Character)

  /// One full recipe, another one each time.
  case random

  /// The names to filter by.
  case names(NameList)

  /// The address of version 1 of the API, with the key for everyone in it.
  public var baseURL: URL { Self.versionOne }

  /// The file that answers, relative to the base, such as `lookup.php`.
  public var path: String {
    switch self {
    case .categories: "categories.php"
    case .recipes: "filter.php"
    case .recipe: "lookup.php"
    case .search, .searchByLetter: "search.php"
    case .random: "random.php"
    case .names: "list.php"
    }
  }

  /// The parameters: one letter says of what kind, its value says which.
  public var queryItems: [URLQueryItem] {
    switch self {
    case .categories, .random: []
    case .recipes(let filter): [URLQueryItem(name: filter.letter, value: filter.name)]
    case .recipe(let id): [URLQueryItem(name: "i", value: id)]
    case .search(let name): [URLQueryItem(name: "s", value: name)]
    case .searchByLetter(let letter): [URLQueryItem(name: "f", value: String(letter))]
    case .names(let list): [URLQueryItem(name: list.rawValue, value: "list")]
    }
  }

  /// The name of the fixture case: its parameters, or `all` where there are none.
  ///
  /// `52958`, `c-Dessert`, `a-list`. Bytes that are no ASCII letter, digit, `-` or `_` are
  /// percent-encoded, so that the name is always one plain file name.
  public var caseName: String {
    switch self {
    case .categories, .random: "all"
    case .recipes(let filter): "\(filter.letter)-\(fileName(filter.name))"
    case .recipe(let id): fileName(id)
    case .search(let name): fileName(name)
    case .searchByLetter(let letter): "f-\(fileName(String(letter)))"
    case .names(let list): "\(list.rawValue)-list"
    }
  }

  private static let versionOne: URL = {
    guard let url = URL(string: "https://www.themealdb.com/api/json/v1/1") else {
      preconditionFailure("the base address is written in this file")
    }
    return url
  }()
}

/// What the short forms of recipes are filtered by.
public enum RecipeFilter: Sendable, Hashable {
  /// The recipes of a category such as `Dessert`.
  case category(String)

  /// The recipes of a cuisine such as `Canadian`.
  case area(String)

  /// The recipes with a main ingredient such as `chicken_breast`.
  case ingredient(String)

  /// The letter that the API uses for this kind of filter.
  var letter: String {
    switch self {
    case .category: "c"
    case .area: "a"
    case .ingredient: "i"
    }
  }

  /// The name to filter by.
  var name: String {
    switch self {
    case .category(let name), .area(let name), .ingredient(let name): name
    }
  }
}

/// The lists of names to filter by; the raw value is the letter that the API uses.
public enum NameList: String, Sendable, Hashable, CaseIterable {
  /// The names of all categories.
  case categories = "c"

  /// The names of all cuisines.
  case areas = "a"

  /// The names of all ingredients, with ids and descriptions.
  case ingredients = "i"
}

/// A parameter as a part of a file name.
///
/// An empty parameter asks for everything, so its name is `all`.
private func fileName(_ parameter: String) -> String {
  guard !parameter.isEmpty else { return "all" }
  return parameter.addingPercentEncoding(withAllowedCharacters: plainCharacters) ?? "all"
}

private let plainCharacters = CharacterSet(
  charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
