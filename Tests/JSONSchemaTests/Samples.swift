import JSONSchema
import StrictJSON
import TestSupport

/// Documents that the tests are about, and short ways to use them.
enum Samples {
  /// Reads a JSON text.
  static func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(Array(text.utf8))
  }

  /// Summarises JSON texts.
  static func summary(_ texts: [String]) throws -> ShapeSummary {
    var summary = ShapeSummary()
    for text in texts { summary.add(try document(text)) }
    return summary
  }

  /// The contract of a summary, as it is written.
  static func contract(_ summary: ShapeSummary) -> String {
    JSONWriter.pretty(SchemaWriter.contract(for: Shape(inferredFrom: summary)))
  }

  /// The shape of JSON texts.
  static func shape(_ texts: String...) throws -> Shape {
    Shape(inferredFrom: try summary(texts))
  }

  /// The violations of a JSON text against a schema, formats asserted.
  static func violations(_ schema: String, _ instance: String) throws -> [SchemaViolation] {
    try Schema(document(schema)).validate(document(instance), formats: .asserted)
  }

  /// The files of the corpus whose contracts must keep the laws.
  static let corpusFiles = [
    "themealdb/search/2022-12_all-meals_meal-advisor.json",
    "themealdb/search/2020_search-empty-name_25meals_trybe.json",
    "themealdb/categories/2024_categories_the_meals.json",
    "themealdb/list/2020_i-list_trybe.json",
    "themealdb/lookup/null.json",
    "thecocktaildb/search/2022-04_drinks_BarCart.json",
    "spacex/v3/launches_2020-03_107.json",
    "spacex/v3/launches_2020-12_100.json",
    "spacex/v4/launches_roapi_132.json",
    "spacex/v4/docs/rockets_all.json",
  ]

  /// Reads the samples of a corpus file: its first 80 elements where it is a list, else the whole.
  static func corpusSamples(_ file: String) throws -> [JSONValue] {
    let root = try JSONDocument(TestFolders.corpusBytes(file)).root
    return root.kind == .array ? Array(root.elements.prefix(80)) : [root]
  }
}

/// A generator of documents: the same seed gives the same documents on every machine.
struct RandomDocuments {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns a number below a limit.
  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  /// Returns one of some elements.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  private static let scalars = [
    "null", "true", "0", "-3", "1.5", "1e3", "1.0", "1143239400", "1143239400000", #""""#,
    #"" ""#, #""52958""#, #""text""#, #""2006-03-24T22:30:00Z""#, #""2006-03-24T22:30:00.000Z""#,
    #""2006-03-24""#, #""2006-03-24 22:30:00""#, #""https://example.com/a""#,
    #""https://example.com/a b""#, #""a@example.com""#,
    #""0e7c3a58-1c8a-4b8e-9d2f-0a1b2c3d4e5f""#,
  ]

  private static let names = [
    "id", "date", "created_at", "slot1", "slot2", "slot3", "slot4", "list", "map", "1", "2", "é",
  ]

  /// Returns a document of at most some levels.
  mutating func document(levels: Int = 3) -> String {
    switch below(levels > 0 ? 5 : 3) {
    case 3:
      "[" + (0..<below(4)).map { _ in document(levels: levels - 1) }.joined(separator: ",") + "]"
    case 4: object(levels: levels - 1)
    default: pick(Self.scalars)
    }
  }

  private mutating func object(levels: Int) -> String {
    let names = Self.names.filter { _ in below(2) == 0 }
    let members = names.map { "\"\($0)\":" + document(levels: levels) }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// Returns the elements in another order.
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.reversed() where index > 0 {
      elements.swapAt(index, below(index + 1))
    }
    return elements
  }
}
