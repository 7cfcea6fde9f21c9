import StrictJSON
import WireDates

/// A keyword with its value; other schemas stand as indices into ``Schema``.
enum Keyword: Sendable {
  // Applied to any value.
  case never
  case type(Set<JSONType>)
  case oneOfValues(Set<CanonicalValue>, description: String)
  case reference(Int)
  case dynamicReference(ExactText, otherwise: Int)
  case all([Int])
  case any([Int])
  case exactlyOne([Int])
  case not(Int)
  case condition(Int, then: Int?, otherwise: Int?)

  // Applied to numbers.
  case bound(NumberBound, DecimalNumber, text: String)
  case multiple(DecimalNumber, text: String)

  // Applied to strings.
  case length(CountBound, Int)
  case pattern(Pattern)
  case format(StringFormat, isAsserted: Bool)

  // Applied to arrays.
  case itemCount(CountBound, Int)
  case items(Int, after: Int)
  case prefixItems([Int])
  case contains(Int, minimum: Int, maximum: Int?)
  case uniqueItems
  case unevaluatedItems(Int)

  // Applied to objects.
  case memberCount(CountBound, Int)
  case properties(MemberSchemas)
  case patternProperties([(pattern: Pattern, schema: Int)])
  case additionalProperties(Int, except: Set<ExactText>, patterns: [Pattern])
  case propertyNames(Int)
  case required([ExactText])
  case dependentRequired([ExactText: [ExactText]])
  case dependentSchemas([(name: ExactText, schema: Int)])
  /// The two together, as drafts before 2019-09 had them.
  case dependencies(required: [ExactText: [ExactText]], schemas: [(name: ExactText, schema: Int)])
  case unevaluatedProperties(Int)

  // Annotations of contracts.
  case dateFormat(DateFormat, isAsserted: Bool)
  case textForm(TextForm)
  case values([String])
  case list(separator: String)
  case slots([SlotFamily])
  case observed(Observation)

  /// Whether the keyword never refuses a value.
  var isAnnotation: Bool {
    switch self {
    case .dateFormat(_, isAsserted: false), .textForm, .values, .list, .slots, .observed: true
    default: false
    }
  }

  /// The schemas that look at the same value as this one.
  var schemasInPlace: [Int] {
    switch self {
    case .reference(let schema), .not(let schema): [schema]
    case .all(let schemas), .any(let schemas), .exactlyOne(let schemas): schemas
    case .condition(let schema, let then, let otherwise):
      [schema, then, otherwise].compactMap { $0 }
    case .dependentSchemas(let schemas), .dependencies(_, let schemas): schemas.map(\.schema)
    default: []
    }
  }
}

/// A bound of a number.
enum NumberBound: String, Sendable {
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum

  var words: String {
    switch self {
    case .minimum: "at least"
    case .maximum: "at most"
    case .exclusiveMinimum: "more than"
    case .exclusiveMaximum: "less than"
    }
  }

  func allows<Number: Comparable>(_ number: Number, _ bound: Number) -> Bool {
    switch self {
    case .minimum: number >= bound
    case .maximum: number <= bound
    case .exclusiveMinimum: number > bound
    case .exclusiveMaximum: number < bound
    }
  }
}

/// A bound of a length or a count.
enum CountBound: Sendable {
  case minimum, maximum

  var words: String { self == .minimum ? "at least" : "at most" }

  func allows(_ count: Int, _ bound: Int) -> Bool {
    self == .minimum ? count >= bound : count <= bound
  }
}
