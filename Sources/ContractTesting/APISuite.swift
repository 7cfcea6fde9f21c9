public import Endpoints
public import StrictJSON

/// An API under watch: what to ask it, and what the app reads from its answers.
///
///     let suite = APISuite(name: "themealdb", endpoints: [
///       WatchedEndpoint(
///         name: "recipe", dto: DTOBinding(RecipesDTO.self),
///         samples: [Sample("52958", MealDBEndpoint.recipe(id: "52958"))])
///     ])
public struct APISuite: Sendable {
  /// The name, which is also the name of its folders under `Contracts/` and `Fixtures/`.
  public let name: String

  /// The kinds of request, in the order in which they are checked.
  public let endpoints: [WatchedEndpoint]

  /// What is secret in the addresses and bodies of the API, beside what every API keeps secret.
  public let redaction: Redaction

  /// How the servers of the API are treated.
  public let politeness: Politeness

  /// The variables of the environment that its requests need and that are not set.
  package var missingVariables: [String] = []

  /// Makes a suite.
  ///
  /// - Parameters:
  ///   - name: The name on the command line, and of the folders under `Contracts/` and `Fixtures/`.
  ///   - endpoints: The kinds of request; each has another name.
  ///   - redaction: What is secret in addresses and bodies, beside what every API keeps secret.
  ///   - politeness: How the servers of the API are treated.
  public init(
    name: String, endpoints: [WatchedEndpoint], redaction: Redaction = .standard,
    politeness: Politeness = .standard
  ) {
    self.politeness = politeness
    self.name = name
    self.endpoints = endpoints
    self.redaction = redaction
  }
}

/// One kind of request of a suite.
public struct WatchedEndpoint: Sendable {
  /// The name, which is also the name of its folder and of its contract.
  public let name: String

  /// The type that decodes the answers; nil where the app has none.
  public let dto: DTOBinding?

  /// The requests that represent all requests of the kind.
  public let samples: [Sample]

  /// What is asked beside them.
  public let sampling: Sampling

  /// Makes an endpoint.
  ///
  /// - Parameters:
  ///   - name: The name on the command line, and of its folder and its contract.
  ///   - dto: The type that decodes the answers; nil where the app has none.
  ///   - samples: The requests that are sent; without any only fixtures are checked.
  ///   - sampling: What is asked beside them: discovered requests, pages, further random answers.
  public init(
    name: String, dto: DTOBinding? = nil, samples: [Sample], sampling: Sampling = Sampling()
  ) {
    self.sampling = sampling
    self.name = name
    self.dto = dto
    self.samples = samples
  }
}

/// One request that is sent and recorded.
public struct Sample: Sendable {
  /// The name of the case, which is also the name of its fixture: `52958`, `c-Dessert`.
  public let caseName: String

  /// The request, as it is shown and stored.
  public let endpoint: any Endpoint

  /// The request as it is sent: with the credentials for which ``endpoint`` has replacements.
  package var sent: any Endpoint

  /// The credentials in it, which are redacted in all that comes of the request.
  package var secrets: Set<String> = []

  /// Makes a sample.
  ///
  /// - Parameters:
  ///   - caseName: The name of its fixture, such as `52958`.
  ///   - endpoint: The request.
  public init(_ caseName: String, _ endpoint: any Endpoint) {
    self.caseName = caseName
    self.endpoint = endpoint
    sent = endpoint
  }
}

/// A type that decodes documents, by its name and without its generic parameters.
public struct DTOBinding: Sendable {
  /// The name that `decode --as` takes.
  public var name: String { givenName ?? String(describing: type) }

  /// A name of the caller's; the type's own name is looked up only when it is needed.
  private let givenName: String?
  private let type: any (Decodable & SendableMetatype).Type

  /// Decodes a document and reports all problems.
  package let decode: @Sendable (JSONDocument) -> DecodingReport

  /// What the type reads, as far as it is known without a document; samples add to it.
  package let reads: @Sendable ([JSONDocument]) -> DTOShape

  /// The same as `decode`, with a listener that is called before made-up values are given.
  let check: @Sendable (JSONDocument, any ExplorationWatch) -> DecodingReport

  /// The same as `reads`, with a listener that is called before made-up values are given.
  let shape: @Sendable ([JSONDocument], any ExplorationWatch) -> DTOShape

  /// Binds a type.
  ///
  /// - Parameters:
  ///   - type: The type that the app decodes answers with.
  ///   - name: The name for `decode --as`; nil for the type's own name.
  ///   - decoder: A decoder with the strategies of the app's `JSONDecoder`.
  public init<DTO: Decodable & SendableMetatype>(
    _ type: DTO.Type, named name: String? = nil, decoder: StrictDecoder = StrictDecoder()
  ) {
    givenName = name
    self.type = type
    decode = { document in decoder.check(type, in: document) }
    reads = { samples in decoder.reads(type, samples: samples) }
    check = { document, watch in decoder.watched(by: watch).check(type, in: document) }
    shape = { samples, watch in decoder.watched(by: watch).reads(type, samples: samples) }
  }
}
