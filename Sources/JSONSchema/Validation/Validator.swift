import StrictJSON
import WireDates

/// Walks a value and a schema together and collects every violation.
struct Validator {
  private let schemas: [CompiledSchema]
  private let formats: FormatAssertion
  private var violations: [SchemaViolation] = []

  /// The way from the root to the current value.
  private var path: [Step] = []
  private var depth = 0

  /// Values and schemas are not followed further down than this, so that the stack suffices.
  private static let maximumDepth = 4096

  /// How many more times a schema may be held against a value.
  ///
  /// A schema that names itself twice for each level doubles the work with each level. No honest
  /// schema needs as much as this for a value of the given size.
  private var checksLeft: Int
  private static let checksForAnyValue = 100_000
  private static let checksPerByte = 100

  private enum Step {
    case member(String)
    case element(Int)
  }

  init(schemas: [CompiledSchema], formats: FormatAssertion, size: Int) {
    self.schemas = schemas
    self.formats = formats
    checksLeft = Self.checksForAnyValue + Self.checksPerByte * size
  }

  private mutating func validate(_ value: JSONValue, schema index: Int) {
    depth += 1
    defer { depth -= 1 }
    let schema = schemas[index]
    guard depth <= Self.maximumDepth, checksLeft > 0 else {
      // Nothing is checked from here on, and the verdict says so.
      checksLeft = 0
      return
    }
    checksLeft -= 1
    for keyword in schema.keywords {
      check(Context(value: value, schema: schema, keyword: keyword))
    }
  }

  /// Returns every violation of a document's root.
  ///
  /// What could not be checked to the end is refused, whatever was found until then.
  mutating func verdict(on root: JSONValue) -> [SchemaViolation] {
    validate(root, schema: 0)
    if checksLeft == 0 {
      let limit = CompiledKeyword(name: "", keyword: .never)
      report(
        Context(value: root, schema: schemas[0], keyword: limit),
        expected: "a value that can be checked in reasonable time",
        found: "a value that the schema goes through again and again")
    }
    return violations
  }

  /// A keyword that is held against a value.
  private struct Context {
    let value: JSONValue
    let schema: CompiledSchema
    let keyword: CompiledKeyword
  }

  private mutating func check(_ context: Context) {
    switch context.value.kind {
    case .null, .bool: break
    case .number: checkNumber(context)
    case .string: checkString(context)
    case .array: checkArray(context)
    case .object: checkObject(context)
    }
    checkAny(context)
  }

  // MARK: Reports

  private mutating func report(
    _ context: Context, expected: String, found: String? = nil, causes: [SchemaViolation] = []
  ) {
    let name = context.keyword.name
    let location = context.schema.location
    violations.append(
      SchemaViolation(
        instance: pointer, offset: context.value.offset,
        schema: name.isEmpty ? location : location.appending(name), keyword: name, member: nil,
        expected: expected, found: found ?? Excerpt(of: context.value).text, causes: causes))
  }

  /// Reports a member of the value that is missing or not allowed.
  private mutating func report(
    _ context: Context, member: String, offset: Int, expected: String, found: String
  ) {
    let name = context.keyword.name
    violations.append(
      SchemaViolation(
        instance: pointer, offset: offset, schema: context.schema.location.appending(name),
        keyword: name, member: member, expected: expected, found: found, causes: []))
  }

  private var pointer: JSONPointer {
    JSONPointer(
      tokens: path.map { step in
        switch step {
        case .member(let name): name
        case .element(let index): String(index)
        }
      })
  }

  private mutating func validate(_ value: JSONValue, schema: Int, at step: Step) {
    path.append(step)
    validate(value, schema: schema)
    path.removeLast()
  }

  /// The violations of a schema that only tries a value.
  private mutating func trial(_ value: JSONValue, schema: Int) -> [SchemaViolation] {
    let before = violations
    violations = []
    validate(value, schema: schema)
    defer { violations = before }
    return violations
  }

  // MARK: Any value

  private mutating func checkAny(_ context: Context) {
    let value = context.value
    switch context.keyword.keyword {
    case .never: report(context, expected: "nothing")
    case .type(let types):
      let type = JSONType(of: value)
      if !types.contains(type), type != .integer || !types.contains(.number) {
        report(context, expected: types.inWords, found: type.rawValue)
      }
    case .oneOfValues(let values, let description):
      if !values.contains(CanonicalValue(value)) { report(context, expected: description) }
    case .reference(let schema): validate(value, schema: schema)
    case .all(let schemas):
      for schema in schemas { validate(value, schema: schema) }
    case .any(let schemas): checkAlternatives(schemas, most: schemas.count, context)
    case .exactlyOne(let schemas): checkAlternatives(schemas, most: 1, context)
    case .not(let schema):
      if trial(value, schema: schema).isEmpty {
        report(context, expected: "a value that the schema under not refuses")
      }
    case .condition(let schema, let then, let otherwise):
      let next = trial(value, schema: schema).isEmpty ? then : otherwise
      if let next { validate(value, schema: next) }
    default: break
    }
  }

  /// Reports where no alternative fits, with the complaints of the closest one, or too many do.
  private mutating func checkAlternatives(_ schemas: [Int], most: Int, _ context: Context) {
    let trials = schemas.map { trial(context.value, schema: $0) }
    let fitting = trials.filter(\.isEmpty).count
    if fitting == 0 {
      report(
        context, expected: "a value that fits one of \(schemas.count) alternatives",
        causes: Self.closest(trials, at: path.count))
    } else if fitting > most {
      report(
        context, expected: "a value that fits one alternative only",
        found: "a value that fits \(fitting)")
    }
  }

  /// Chooses the alternative that does not already fail at the value itself, or has fewest faults.
  private static func closest(_ trials: [[SchemaViolation]], at depth: Int) -> [SchemaViolation] {
    func badness(_ violations: [SchemaViolation]) -> (Int, Int) {
      let failsHere = violations.contains {
        $0.instance.tokens.count == depth && ["type", "const", "enum", ""].contains($0.keyword)
      }
      return (failsHere ? 1 : 0, violations.count)
    }
    return trials.min { badness($0) < badness($1) } ?? []
  }

  // MARK: Numbers and strings

  private mutating func checkNumber(_ context: Context) {
    let source = context.value.source
    switch context.keyword.keyword {
    case .bound(let bound, let limit, let text):
      if !bound.allows(DecimalNumber(source), limit) {
        report(context, expected: "\(bound.words) \(text)")
      }
    case .multiple(let divisor, let text):
      if !DecimalNumber(source).isMultiple(of: divisor) {
        report(context, expected: "a multiple of \(text)")
      }
    case .dateFormat(let format, isAsserted: true) where format.isNumeric:
      guard let number = Double(source) else { return }
      let look = DateLook(number: number)
      if look.format != format || look.problem != nil {
        report(context, expected: format.explanation, found: look.problem ?? look.description)
      }
    default: break
    }
  }

  private mutating func checkString(_ context: Context) {
    let text = context.value.string ?? ""
    switch context.keyword.keyword {
    case .length(let bound, let limit):
      let length = text.unicodeScalars.count
      if !bound.allows(length, limit) {
        report(
          context, expected: "\(bound.words) \(limit) characters", found: "\(length) characters")
      }
    case .pattern(let pattern):
      if !pattern.matches(text) { report(context, expected: "text that matches \(pattern.source)") }
    case .format(let format):
      if formats == .asserted, !format.accepts(text) {
        report(context, expected: format.explanation)
      }
    case .dateFormat(let format, isAsserted: true) where !format.isNumeric:
      if format.date(from: text) == nil {
        let look = DateLook(text: text)
        report(context, expected: format.explanation, found: look.problem ?? look.description)
      }
    default: break
    }
  }

  // MARK: Arrays

  private mutating func checkArray(_ context: Context) {
    let array = context.value
    switch context.keyword.keyword {
    case .itemCount(let bound, let limit):
      if !bound.allows(array.count, limit) {
        report(
          context, expected: "\(bound.words) \(limit) elements", found: "\(array.count) elements")
      }
    case .items(let schema, let after):
      for (index, element) in array.elements.enumerated() where index >= after {
        validate(element, schema: schema, at: .element(index))
      }
    case .prefixItems(let schemas):
      for (index, element) in array.elements.enumerated() where index < schemas.count {
        validate(element, schema: schemas[index], at: .element(index))
      }
    case .contains(let schema, let minimum, let maximum):
      var count = 0
      for element in array.elements where trial(element, schema: schema).isEmpty { count += 1 }
      if count < minimum || count > maximum ?? Int.max {
        let most = maximum.map { " and at most \($0)" } ?? ""
        report(
          context, expected: "at least \(minimum)\(most) elements that fit", found: "\(count)")
      }
    case .uniqueItems: checkUnique(context)
    default: break
    }
  }

  private mutating func checkUnique(_ context: Context) {
    var first: [CanonicalValue: Int] = [:]
    for (index, element) in context.value.elements.enumerated() {
      let value = CanonicalValue(element)
      if let earlier = first[value] {
        report(
          context, expected: "elements that all differ",
          found: "elements \(earlier) and \(index), which are equal")
        return
      }
      first[value] = index
    }
  }

  // MARK: Objects

  private mutating func checkObject(_ context: Context) {
    let object = context.value
    switch context.keyword.keyword {
    case .memberCount(let bound, let limit):
      if !bound.allows(object.count, limit) {
        report(
          context, expected: "\(bound.words) \(limit) members", found: "\(object.count) members")
      }
    case .required(let names): checkRequired(names, names: Self.names(of: object), context)
    case .dependentRequired(let lists):
      let names = Self.names(of: object)
      for (name, needed) in lists.sorted(by: { $0.key < $1.key }) where names.contains(name) {
        checkRequired(needed, names: names, context)
      }
    case .dependentSchemas(let schemas):
      let names = Self.names(of: object)
      for (name, schema) in schemas where names.contains(name) { validate(object, schema: schema) }
    case .properties(let schemas, _):
      for member in object.members {
        guard let schema = schemas[ExactText(member.key)] else { continue }
        validate(member.value, schema: schema, at: .member(member.key))
      }
    case .patternProperties(let schemas):
      for member in object.members {
        for (pattern, schema) in schemas where pattern.matches(member.key) {
          validate(member.value, schema: schema, at: .member(member.key))
        }
      }
    case .additionalProperties(let schema, let except, let patterns):
      for member in object.members
      where !except.contains(ExactText(member.key))
        && !patterns.contains(where: { $0.matches(member.key) })
      {
        checkAdditional(member, schema: schema, context)
      }
    case .propertyNames(let schema): checkNames(of: object, schema: schema, context)
    default: break
    }
  }

  private static func names(of object: JSONValue) -> Set<ExactText> {
    Set(object.members.map { ExactText($0.key) })
  }

  private mutating func checkRequired(
    _ needed: [ExactText], names: Set<ExactText>, _ context: Context
  ) {
    for name in needed where !names.contains(name) {
      report(
        context, member: name.text, offset: context.value.offset,
        expected: "the member \(JSONWriter.quoted(name.text))", found: "no such member")
    }
  }

  private mutating func checkAdditional(_ member: JSONMember, schema: Int, _ context: Context) {
    guard case .never? = schemas[schema].keywords.first?.keyword else {
      validate(member.value, schema: schema, at: .member(member.key))
      return
    }
    report(
      context, member: member.key, offset: member.keyOffset, expected: "no further members",
      found: "the member \(JSONWriter.quoted(member.key))")
  }

  /// Checks each name as if it were a string of its own.
  private mutating func checkNames(of object: JSONValue, schema: Int, _ context: Context) {
    for member in object.members {
      guard let name = try? JSONDocument(Array(JSONWriter.quoted(member.key).utf8)),
        let fault = trial(name.root, schema: schema).first
      else { continue }
      report(
        context, member: member.key, offset: member.keyOffset,
        expected: "names that are \(fault.expected)",
        found: "the name \(JSONWriter.quoted(member.key))")
    }
  }
}
