import StrictJSON
import WireDates

/// A compiled contract in the form that ``QuickCheck`` runs: flat lists of small, plain structs.
///
/// What is asked of nearly every value, its type, is one byte of bits. What is asked of nearly
/// every object, its named members, is one table for `properties`, `required` and a plain
/// `additionalProperties` together. All else is a list of rules, which few schemas have.
///
/// The indices of schemas are those of the ``SchemaProgram``.
struct QuickProgram: Sendable {
  private(set) var schemas: [QuickSchema] = []
  private(set) var objects: [QuickObject] = []
  private(set) var members: [QuickMember] = []
  private(set) var rules: [QuickRule] = []

  /// The bytes of the names of all members, one after another.
  private(set) var names: [UInt8] = []

  /// The members of each table that is too long to be searched from end to end.
  private(set) var positions: [[ExactText: Int]] = []

  init(_ program: SchemaProgram) {
    schemas.reserveCapacity(program.schemas.count)
    for schema in program.schemas { add(schema) }
    for index in members.indices {
      let schema = Int(members[index].schema)
      members[index].settledKinds =
        schema < 0 ? QuickSchema.allKinds : schemas[schema].settledKinds
    }
  }

  private mutating func add(_ compiled: CompiledSchema) {
    var schema = QuickSchema()
    schema.isUnknown = compiled.asksForEvaluated
    var others = compiled.keywords.map(\.keyword)
    if let object = addObject(of: &others) { schema.object = Int32(object) }
    schema.firstRule = Int32(rules.count)
    for keyword in others {
      switch keyword {
      case .never: schema.kinds = 0
      case .type(let types): schema.restrict(to: types)
      case .items(let elements, after: 0): schema.elements = Int32(elements)
      case .oneOfValues(let values, _): rules.append(.values(QuickValues(values)))
      case .bound(let bound, let limit, let text):
        rules.append(.bound(bound, limit, whole: QuickNumber.whole(Array(text.utf8).span)))
      case .dynamicReference, .unevaluatedItems, .unevaluatedProperties: schema.isUnknown = true
      case .all(let schemas): rules += schemas.map { .reference($0) }
      case .reference(let schema): rules.append(.reference(schema))
      case .properties: schema.isUnknown = true
      default: rules.append(.keyword(keyword))
      }
    }
    schema.endOfRules = Int32(rules.count)
    schema.settle()
    schemas.append(schema)
  }

  // MARK: Objects

  /// Makes the table of members, and takes away the keywords that it stands for.
  private mutating func addObject(of keywords: inout [Keyword]) -> Int? {
    var properties: [(name: ExactText, schema: Int)] = []
    for case .properties(let schemas) in keywords { properties = schemas.all }
    let names = Set(properties.map(\.name))
    guard names.count == properties.count else { return nil }
    var required: [ExactText] = []
    var additional = QuickObject.anything
    var hasTable = false
    var others: [Keyword] = []
    for keyword in keywords {
      switch keyword {
      case .properties: break
      case .required(let names): required = names
      case .additionalProperties(let schema, let except, let patterns)
      where patterns.isEmpty && except == names:
        additional = schema
      default:
        others.append(keyword)
        continue
      }
      hasTable = true
    }
    guard hasTable else { return nil }
    keywords = others
    let first = members.count
    var table: [ExactText: Int] = [:]
    for (name, schema) in properties {
      table[name] = members.count - first
      addMember(name, schema: schema)
    }
    for name in required where table[name] == nil {
      table[name] = members.count - first
      addMember(name, schema: additional)
    }
    let needed = Set(required.compactMap { table[$0] })
    for position in needed { members[first + position].isRequired = true }
    var object = QuickObject(first: first, count: members.count - first)
    object.requiredCount = needed.count
    object.additional = additional
    if object.count > QuickObject.longestSearch {
      object.positions = positions.count
      positions.append(table)
    }
    objects.append(object)
    return objects.count - 1
  }

  private mutating func addMember(_ name: ExactText, schema: Int) {
    let bytes = Array(name.text.utf8)
    members.append(
      QuickMember(
        name: Int32(names.count), count: Int32(bytes.count), beginning: bytes.span.word(at: 0),
        schema: Int32(schema)))
    names += bytes
  }
}

/// What a schema asks of a value.
struct QuickSchema: Sendable {
  /// One bit for each kind that is allowed, the lowest for the first of ``JSONKind``.
  var kinds = Self.allKinds

  /// The same for the kinds of which nothing more is asked.
  var settledKinds: UInt8 = 0

  /// Says whether a number must be a whole one.
  var needsInteger = false

  /// Says whether only the full engine can tell.
  var isUnknown = false

  /// The table of members; -1 where there is none.
  var object: Int32 = -1

  /// The schema of each element; -1 where there is none.
  var elements: Int32 = -1

  var firstRule: Int32 = 0
  var endOfRules: Int32 = 0

  static let allKinds: UInt8 = 0b11_1111

  static func bit(_ kind: JSONKind) -> UInt8 { 1 << kind.rawValue }

  /// Finds the kinds of which nothing more is asked, when all else is known.
  mutating func settle() {
    guard !isUnknown, firstRule == endOfRules else { return }
    settledKinds = kinds
    if needsInteger { settledKinds &= ~Self.bit(.number) }
    if elements >= 0 { settledKinds &= ~Self.bit(.array) }
    if object >= 0 { settledKinds &= ~Self.bit(.object) }
  }

  mutating func restrict(to types: Set<JSONType>) {
    kinds = 0
    for type in types { kinds |= Self.bit(Self.kind(of: type)) }
    needsInteger = types.contains(.integer) && !types.contains(.number)
  }

  private static func kind(of type: JSONType) -> JSONKind {
    switch type {
    case .null: .null
    case .boolean: .bool
    case .integer, .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

/// The members that a schema names, in the order of the contract.
struct QuickObject: Sendable {
  let first: Int
  let count: Int

  /// The number of members that must be there.
  var requiredCount = 0

  /// The schema of all other members.
  var additional = Self.anything

  /// Where the positions of the names are listed; -1 where the table is short.
  var positions = -1

  /// Stands for the schema of a member that may be anything.
  static let anything = -1

  /// More members are not searched one by one.
  static let longestSearch = 64
}

/// A member that a schema names.
struct QuickMember: Sendable {
  /// Where the name begins among all names, and its length.
  let name: Int32
  let count: Int32

  /// The first eight bytes of the name; missing ones are zero.
  let beginning: UInt64

  /// The schema of the value; -1 where it may be anything.
  let schema: Int32

  /// Says whether the member must be there.
  var isRequired = false

  /// The kinds of the value that fit without a further look; see ``QuickSchema/settledKinds``.
  var settledKinds: UInt8 = 0
}

/// What few schemas ask.
enum QuickRule: Sendable {
  case reference(Int)
  case values(QuickValues)
  /// A bound; `whole` is its value where it is a short whole number.
  case bound(NumberBound, DecimalNumber, whole: Int?)
  case keyword(Keyword)
}

/// The values of `enum` or `const`.
struct QuickValues: Sendable {
  let values: Set<CanonicalValue>

  /// The texts of the strings and literals among them, as they are mostly written.
  let texts: [[UInt8]]

  init(_ values: Set<CanonicalValue>) {
    self.values = values
    texts = values.compactMap(\.plainText)
  }
}

/// Numbers that need no arithmetic with decimals.
enum QuickNumber {
  /// Reads a whole number of at most 18 digits; nil for any other.
  static func whole(_ text: Span<UInt8>) -> Int? {
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    guard 1...18 ~= text.count - index else { return nil }
    var number = 0
    while index < text.count {
      guard ASCII.isDigit(text[index]) else { return nil }
      number = number * 10 + Int(text[index] &- UInt8(ascii: "0"))
      index += 1
    }
    return isNegative ? -number : number
  }
}
