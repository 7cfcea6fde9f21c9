import StrictJSON
import WireDates

/// A compiled contract in the form that ``QuickCheck`` runs: flat lists of small, plain structs.
///
/// What is asked of nearly every value, its type, is one byte of bits. What is asked of nearly
/// every object, its named members, is one table for `properties`, `required` and a plain
/// `additionalProperties` together. The rest of what contracts hold is a list of rules, which few
/// schemas have; a schema with any other keyword is unknown here, and left to ``Validator``.
///
/// The indices of schemas are those of the ``SchemaProgram``.
struct QuickProgram: Sendable {
  private(set) var schemas: [QuickSchema] = []
  private(set) var objects: [ObjectConstraint] = []
  private(set) var members: [QuickMember] = []
  private(set) var rules: [QuickRule] = []

  /// What the rules refer to that needs memory of its own.
  private(set) var values: [QuickValues] = []
  private(set) var bounds: [QuickBound] = []
  private(set) var patterns: [Pattern] = []
  private(set) var dates: [DateFormat] = []

  /// The patterns that are tables.
  private(set) var tables: [PatternTables.Table] = []
  private(set) var patternTables = PatternTables()

  /// The schemas of the rules that name several.
  private(set) var others: [Int] = []

  /// The bytes of the names of all members, one after another.
  private(set) var names: [UInt8] = []

  /// The names of objects with many members, and the strings of `enum` and `const`.
  private(set) var texts = TextTable()

  /// All values of the rules that have other ones than strings and literals.
  private(set) var otherValues: [Set<CanonicalValue>] = []

  init(_ program: SchemaProgram) {
    schemas.reserveCapacity(program.schemas.count)
    for schema in program.schemas { add(schema) }
    for index in members.indices {
      let schema = Int(members[index].schema)
      members[index].settledKinds =
        schema < 0 ? QuickSchema.anything : schemas[schema].settledKinds
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
      case .items(let elements, let after):
        add(.items(elements, after: after), to: &schema, asking: .array)
      case .prefixItems(let schemas):
        add(.prefixItems(addOthers(schemas)), to: &schema, asking: .array)
      case .any(let schemas): add(.any(addOthers(schemas)), to: &schema)
      case .all(let schemas): for other in schemas { add(.reference(other), to: &schema) }
      case .reference(let other): add(.reference(other), to: &schema)
      case .oneOfValues(let values, _):
        add(.values(self.values.count), to: &schema)
        addValues(values)
      case .itemCount(let bound, let limit):
        add(.count(bound, limit, of: .array), to: &schema, asking: .array)
      case .memberCount(let bound, let limit):
        add(.count(bound, limit, of: .object), to: &schema, asking: .object)
      case .bound(let bound, let limit, let text):
        add(.bound(bounds.count), to: &schema, asking: .number)
        bounds.append(QuickBound(bound: bound, limit: limit, text: text))
      case .length(let bound, let limit):
        add(.length(bound, limit), to: &schema, asking: .string)
      case .pattern(let pattern):
        addPattern(pattern, to: &schema)
      case .format(let format, let isAsserted):
        add(
          .format(format, isAsserted: isAsserted), to: &schema, asking: .string,
          isAnnotation: !isAsserted)
      case .dateFormat(let format, isAsserted: true):
        if format.isNumeric {
          add(.numericDate(dates.count), to: &schema, asking: .number)
        } else {
          add(.date(PlainDate.Form(format), dates.count), to: &schema, asking: .string)
        }
        dates.append(format)
      default: schema.isUnknown = schema.isUnknown || !keyword.isAnnotation
      }
    }
    schema.endOfRules = Int32(rules.count)
    schema.settle()
    schemas.append(schema)
  }

  /// Adds a rule; `kind` is the only one of which it asks something, nil represents all of them.
  ///
  /// An annotation asks something only where formats are asserted.
  private mutating func add(
    _ rule: QuickRule, to schema: inout QuickSchema, asking kind: JSONKind? = nil,
    isAnnotation: Bool = false
  ) {
    rules.append(rule)
    let kinds = kind.map(QuickSchema.bit) ?? QuickSchema.allKinds
    schema.askedKinds |= UInt16(kinds) << 8 | (isAnnotation ? 0 : UInt16(kinds))
  }

  private mutating func addOthers(_ schemas: [Int]) -> Range<Int> {
    others += schemas
    return others.count - schemas.count..<others.count
  }

  private mutating func addPattern(_ pattern: Pattern, to schema: inout QuickSchema) {
    if let table = pattern.addTable(to: &patternTables) {
      add(.table(tables.count), to: &schema, asking: .string)
      tables.append(table)
    } else {
      add(.pattern(patterns.count), to: &schema, asking: .string)
      patterns.append(pattern)
    }
  }

  private mutating func addValues(_ all: Set<CanonicalValue>) {
    var values = QuickValues(strings: texts.add(all.compactMap(\.stringBytes)))
    values.literals = all.compactMap(\.literal).reduce(0) { $0 | QuickValues.bit($1) }
    if all.contains(where: { $0.stringBytes == nil && $0.literal == nil }) {
      values.others = otherValues.count
      otherValues.append(all)
    }
    self.values.append(values)
  }

  // MARK: Objects

  /// Makes the table of members, and takes away the keywords that it represents.
  private mutating func addObject(of keywords: inout [Keyword]) -> Int? {
    var properties: [(name: ExactText, schema: Int)] = []
    for case .properties(let schemas) in keywords { properties = schemas.all }
    let names = Set(properties.map(\.name))
    guard names.count == properties.count else { return nil }
    var required: [ExactText] = []
    var additional = ObjectConstraint.anything
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
    var ordered = properties.map(\.name)
    for name in required where table[name] == nil {
      ordered.append(name)
      table[name] = members.count - first
      addMember(name, schema: additional)
    }
    let needed = Set(required.compactMap { table[$0] })
    for position in needed { members[first + position].isRequired = true }
    var object = ObjectConstraint(first: first, count: members.count - first)
    object.requiredCount = needed.count
    object.additional = additional
    // The words of a name with a backslash equal no key, so that one needs to be looked up too.
    let hasBackslash = table.keys.contains { $0.text.utf8.contains(UInt8(ascii: "\\")) }
    if object.count > ObjectConstraint.longestSearch || hasBackslash {
      object.table = texts.add(ordered.map { Array($0.text.utf8) })
    }
    objects.append(object)
    return objects.count - 1
  }

  private mutating func addMember(_ name: ExactText, schema: Int) {
    let bytes = Array(name.text.utf8)
    members.append(
      QuickMember(name: NameWords(bytes.span, startingAt: names.count), schema: Int32(schema)))
    names += bytes
  }
}

/// What a schema asks of a value.
struct QuickSchema: Sendable {
  /// One bit for each kind that is allowed, the lowest for the first of ``JSONKind``.
  var kinds = Self.allKinds

  /// The same for the kinds of which nothing more is asked; in the upper byte for a check that
  /// asserts formats.
  var settledKinds: UInt16 = 0

  /// The same for the kinds of which some rule asks something.
  var askedKinds: UInt16 = 0

  /// Whether a number must be a whole one.
  var needsInteger = false

  /// Whether only the full engine can tell.
  var isUnknown = false

  /// The table of members; -1 where there is none.
  var object: Int32 = -1

  /// The schema of each element; -1 where there is none.
  var elements: Int32 = -1

  var firstRule: Int32 = 0
  var endOfRules: Int32 = 0

  static let allKinds: UInt8 = 0b11_1111

  /// The settled kinds of a schema that accepts everything.
  static let anything: UInt16 = 0b11_1111_0011_1111

  @inline(__always)
  static func bit(_ kind: JSONKind) -> UInt8 { 1 &<< kind.rawValue }

  /// Finds the kinds of which nothing more is asked, when all else is known.
  mutating func settle() {
    guard !isUnknown else { return }
    var settled = kinds
    if needsInteger { settled &= ~Self.bit(.number) }
    if elements >= 0 { settled &= ~Self.bit(.array) }
    if object >= 0 { settled &= ~Self.bit(.object) }
    settledKinds = (UInt16(settled) << 8 | UInt16(settled)) & ~askedKinds
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
struct ObjectConstraint: Sendable {
  let first: Int
  let count: Int

  /// The number of members that must be there.
  var requiredCount = 0

  /// The schema of all other members.
  var additional = Self.anything

  /// The names, in the same order; nil where there are few.
  var table: TextTable.Part?

  /// Stands for the schema of a member that may be anything.
  static let anything = -1

  /// More members are not searched one by one.
  ///
  /// Where members are left out, the next one that is there is mostly within reach.
  static let longestSearch = 16
}

/// A member that a schema names.
struct QuickMember: Sendable {
  /// The name.
  let name: NameWords

  /// The schema of the value; -1 where it may be anything.
  let schema: Int32

  /// Whether the member must be there.
  var isRequired = false

  /// The kinds of the value that fit without a further look; see ``QuickSchema/settledKinds``.
  var settledKinds: UInt16 = 0
}

/// What few schemas ask: plain numbers, so that nothing is copied to look at one.
enum QuickRule: Sendable {
  case reference(Int)
  /// Where the alternatives are among ``QuickProgram/others``.
  case any(Range<Int>)
  /// The number of a list of values.
  case values(Int)

  /// How many elements an array may have, or members an object.
  case count(CountBound, Int, of: JSONKind)
  case items(Int, after: Int)
  /// Where the schemas are among ``QuickProgram/others``.
  case prefixItems(Range<Int>)

  /// The number of a bound.
  case bound(Int)
  /// The number of a format of dates in numbers.
  case numericDate(Int)

  case length(CountBound, Int)
  /// The number of a pattern that is a table.
  case table(Int)
  /// The number of any other pattern.
  case pattern(Int)
  case format(StringFormat, isAsserted: Bool)
  /// The form of most dates of a format, if it has one, and the number of the format.
  case date(PlainDate.Form?, Int)
}

/// A bound of a number.
struct QuickBound: Sendable {
  let bound: NumberBound
  let limit: DecimalNumber
  /// The limit where it is a short whole number.
  let whole: Int?

  init(bound: NumberBound, limit: DecimalNumber, text: String) {
    self.bound = bound
    self.limit = limit
    whole = QuickNumber.whole(Array(text.utf8).span)
  }
}

/// The values of `enum` or `const`.
struct QuickValues: Sendable {
  /// The strings.
  let strings: TextTable.Part

  /// One bit for each literal.
  var literals: UInt8 = 0

  /// Where all values are listed; -1 where there are no others.
  var others = -1

  /// The bit of a literal, by its first letter: of `n`, `t` and `f` bits 3 to 5 differ.
  static func bit(_ letter: UInt8) -> UInt8 { 1 << (letter >> 3 & 0b111) }
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
