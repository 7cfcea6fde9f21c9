public import ContractTesting
import Endpoints
import TheMealDB

extension APISuite {
  /// TheMealDB under watch: each endpoint with the type that reads it and the requests that stand
  /// for it.
  ///
  /// The ids are chosen so that every oddity of the API comes up: slots that are text, empty,
  /// blank or null, all 20 of them used, tags with a trailing comma, and the answers for "nothing".
  /// `--samples` adds recipes of categories, areas and ingredients, single ones of those, searches
  /// for their names and first letters, and further random ones.
  public static let theMealDB = APISuite(
    name: "themealdb",
    endpoints: [
      WatchedEndpoint(
        name: "categories", dto: DTOBinding(CategoriesDTO.self),
        samples: samples([.categories])),
      WatchedEndpoint(
        name: "recipes", dto: DTOBinding(RecipeSummariesDTO.self),
        samples: samples([
          .recipes(.category("Dessert")), .recipes(.area("Canadian")),
          .recipes(.ingredient("chicken_breast")), .recipes(.category("Nothing")),
          .recipes(.ingredient("unicorn")),
        ]),
        sampling: Sampling(discoveries: [
          discovery("categories", "$.categories[*].strCategory") { .recipes(.category($0)) },
          discovery("names", "$.meals[*].strArea") { .recipes(.area($0)) },
          discovery("names", "$.meals[*].strIngredient") { .recipes(.ingredient($0)) },
        ])),
      WatchedEndpoint(
        name: "recipe", dto: DTOBinding(RecipesDTO.self),
        samples: samples(
          [
            "52765", "52772", "52782", "52893", "52925", "52937", "52957", "52958", "52993",
            "53020", "0", "abc",
          ].map { .recipe(id: $0) }),
        sampling: Sampling(discoveries: [
          discovery("recipes", "$.meals[*].idMeal") { .recipe(id: $0) }
        ])),
      WatchedEndpoint(
        name: "search", dto: DTOBinding(RecipesDTO.self),
        samples: samples(
          ["chicken", "soup", "peanut", "lamb", "pastries", "unicorn"].map { .search(name: $0) }),
        sampling: Sampling(discoveries: [
          discovery("recipes", "$.meals[*].strMeal") { .search(name: $0) },
          discovery("recipes", "$.meals[*].strMeal") { .searchByLetter($0.first ?? "a") },
        ])),
      WatchedEndpoint(
        name: "random", dto: DTOBinding(RecipesDTO.self),
        samples: samples([.random]), sampling: Sampling(isRandom: true)),
      WatchedEndpoint(
        name: "names", dto: DTOBinding(NamesDTO.self),
        samples: samples([.names(.categories), .names(.areas), .names(.ingredients)])),
    ],
    // The key of a supporter stands in the path; 1 is the key for everyone.
    redaction: Redaction(
      pathTemplates: ["/api/json/v1/{key}", "/api/json/v2/{key}"], publicValues: ["1"]))

  private static func discovery(
    _ source: String, _ path: String, _ request: @escaping @Sendable (String) -> MealDBEndpoint
  ) -> Discovery {
    Discovery(from: source, at: path) { value in
      let endpoint = request(value)
      return Sample(endpoint.caseName, endpoint)
    }
  }

  private static func samples(_ endpoints: [MealDBEndpoint]) -> [Sample] {
    endpoints.map { Sample($0.caseName, $0) }
  }
}
