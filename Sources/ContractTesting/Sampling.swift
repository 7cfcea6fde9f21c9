public import Endpoints
package import StrictJSON

/// Requests that are made of what another endpoint of the suite answers.
///
///     Discovery(from: "recipes", at: "$.meals[*].idMeal") { id in
///       Sample(id, MealDBEndpoint.recipe(id: id))
///     }
public struct Discovery: Sendable {
  /// The endpoint whose answers have the values: those of this run where it was asked before, and its
  /// stored fixtures where it was not.
  public let source: String

  /// The places of the values in those answers: as many as a request needs.
  package let places: [ShapePath]

  /// How many requests are made where the command line does not say it.
  package let limit: Int

  /// Makes a request of values.
  package let sample: @Sendable ([String]) -> Sample

  /// Makes requests of one value each.
  ///
  /// - Parameters:
  ///   - source: The name of the endpoint whose answers have the values.
  ///   - path: Where the values are, as a JSONPath of members, `[*]` and `.*`: `$.meals[*].idMeal`.
  ///   - limit: How many requests are made without `--samples`.
  ///   - sample: Makes the request of a value.
  public init(
    from source: String, at path: String, limit: Int = 0,
    sample: @escaping @Sendable (String) -> Sample
  ) {
    guard let path = ShapePath(path) else {
      preconditionFailure("\(path) is no path such as $.meals[*].idMeal")
    }
    self.init(from: source, at: [path], limit: limit) { sample($0[0]) }
  }

  /// Makes requests of several values each, which are at the same position in the answer.
  package init(
    from source: String, at places: [ShapePath], limit: Int,
    sample: @escaping @Sendable ([String]) -> Sample
  ) {
    self.source = source
    self.places = places
    self.limit = limit
    self.sample = sample
  }
}

/// What an endpoint is asked beside its fixed samples; nothing by default.
public struct Sampling: Sendable {
  /// Requests that are made of what other endpoints answer.
  public var discoveries: [Discovery]

  /// How the answers of the endpoint are divided into pages.
  public var paging: Paging?

  /// How many pages of an answer are asked for without `--samples`; at least 1.
  public var pages: Int

  /// Whether each answer is another one, so that the same request is sent several times.
  public var isRandom: Bool

  /// How often the request of a random endpoint is sent without `--samples`; at least 1.
  public var repeats: Int

  /// Makes a plan.
  public init(
    discoveries: [Discovery] = [], paging: Paging? = nil, pages: Int = 1, isRandom: Bool = false,
    repeats: Int = 1
  ) {
    self.discoveries = discoveries
    self.paging = paging
    self.pages = max(1, pages)
    self.isRandom = isRandom
    self.repeats = max(1, repeats)
  }
}
