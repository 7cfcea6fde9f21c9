import StrictJSON

/// Walks a value and a schema together and finds every violation.
///
/// **Words.** A violation with its words costs a hundred times as much as finding it. So a first
/// walk only notes the site of each (``ViolationSite``), the caller says which of them it has room
/// for, and a second walk, which finds the same ones in the same order, gives words to these. What
/// only serves the words, such as trying all alternatives again, has a budget of its own, so that
/// both walks do the same.
///
/// **Trials.** `anyOf`, `oneOf`, `not`, `if` and `contains` only ask whether a value fits. Such a
/// trial is quiet: it stops at the first fault and builds no messages. Where no alternative of
/// `anyOf` fits, they are all tried again aloud, and the closest one is reported.
///
/// **`$dynamicRef`.** The scope is the list of resources that led to the current schema, the
/// outermost first. A list of anything, and a list of strings that is made of it,
///
///     {"$id": "https://a.org/strings", "$ref": "list",
///      "$defs": {"string": {"$dynamicAnchor": "element", "type": "string"}}}
///     {"$id": "https://a.org/list", "items": {"$dynamicRef": "#element"},
///      "$defs": {"any": {"$dynamicAnchor": "element"}}}
///
/// give different meanings to one keyword. Read by itself, `list` has the scope `[list]`, and
/// `#element` is the schema `any`. Read through `strings`, the scope is `[strings, list]`; the
/// first resource in it that has a dynamic anchor `element` is `strings`, so each element must be
/// a string. Each schema remembers its resource, and the scope is pushed and popped with it.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.2
struct Validator {
  let program: SchemaProgram
  let formats: FormatAssertion

  /// How many steps of work are left.
  ///
  /// A schema that names itself twice for each level doubles the work with each level. No honest
  /// schema needs as much as this for a value of the given size.
  var work: Int
  private static let workForAnyValue = 2_000_000
  private static let workPerByte = 2_000
  private static let workOfSchema = 20

  /// The sites of all violations, where no words are wanted.
  private(set) var sites: [ViolationSite] = []
  private var violations: [SchemaViolation] = []
  /// Which violations get words.
  private var words = Words.all
  /// The number of violations that were found; those in trials do not count.
  private var number = 0
  /// The work that is left for explanations.
  private var workOfWords: Int

  private enum Words {
    case all
    case none
    /// Those of the numbers, the last one first.
    case some([Int])
  }

  /// Whether the current trial, or the whole validation, found a fault.
  private var isRefused = false
  /// Whether only the verdict matters.
  private var isQuiet = false
  /// What was looked at in the current value; nil where no schema asks for it.
  private var evaluated: EvaluatedChildren?

  /// The way from the root to the current value.
  private var path: [Step] = []
  /// The resources that led to the current schema, the outermost first.
  private var scope: [Int] = []
  private var depth = 0

  /// Values and schemas are not followed further down than this, so that the stack suffices.
  ///
  /// A level takes up to 1 KiB of the stack, and 4 KiB where nothing is optimised.
  private static let maximumDepth = 1024

  enum Step {
    case member(String)
    /// A member whose name is data: the schema applies to any.
    case value(String)
    case element(Int)

    /// The step as a token of a JSON Pointer.
    var name: String {
      switch self {
      case .member(let name), .value(let name): name
      case .element(let index): String(index)
      }
    }

    /// The step in the format.
    var shape: ShapePath.Step {
      switch self {
      case .member(let name): .member(name)
      case .value: .values
      case .element: .elements
      }
    }
  }

  /// A keyword that is held against a value.
  struct Context {
    let value: JSONValue
    let schema: Int
    let keyword: CompiledKeyword
  }

  init(_ program: SchemaProgram, formats: FormatAssertion, size: Int) {
    self.program = program
    self.formats = formats
    work = Self.workForAnyValue + Self.workPerByte * size
    workOfWords = work
  }

  /// Returns every violation of a document's root.
  ///
  /// What could not be checked to the end is refused, whatever was found until then.
  mutating func verdict(on root: JSONValue) -> [SchemaViolation] {
    walk(root)
    return violations
  }

  /// Returns the sites of the same violations, in the same order.
  mutating func sites(on root: JSONValue) -> [ViolationSite] {
    words = .none
    walk(root)
    return sites
  }

  /// Returns those of the violations whose numbers are given, from 0 and in order.
  mutating func verdict(on root: JSONValue, only numbers: [Int]) -> [SchemaViolation] {
    words = .some(numbers.reversed())
    walk(root)
    return violations
  }

  private mutating func walk(_ root: JSONValue) {
    validate(root, schema: 0)
    if work <= 0 {
      let limit = CompiledKeyword(name: "", keyword: .all([]))
      report(
        Context(value: root, schema: 0, keyword: limit),
        expected: "a value that can be checked in reasonable time",
        found: "a value that the schema goes through again and again")
    }
  }

  // MARK: Schemas

  /// Holds a schema against the current value.
  mutating func validate(_ value: JSONValue, schema index: Int) {
    if isQuiet, isRefused { return }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth, work > 0 else {
      // Nothing is checked from here on, and the verdict says so.
      work = 0
      isRefused = true
      return
    }
    work -= Self.workOfSchema
    let isNewScope =
      program.hasDynamicReferences && scope.last != program.schemas[index].resource
    if isNewScope { scope.append(program.schemas[index].resource) }
    if program.schemas[index].asksForEvaluated {
      let outer = evaluated
      evaluated = EvaluatedChildren()
      checkKeywords(value, schema: index)
      joinEvaluated(with: outer)
    } else {
      checkKeywords(value, schema: index)
    }
    if isNewScope { scope.removeLast() }
  }

  private mutating func checkKeywords(_ value: JSONValue, schema index: Int) {
    for keyword in program.schemas[index].keywords {
      check(Context(value: value, schema: index, keyword: keyword))
      if isQuiet, isRefused { return }
    }
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

  /// Holds a schema against a child of the current value.
  mutating func validate(_ child: JSONValue, schema: Int, at step: @autoclosure () -> Step) {
    let outer = evaluated
    evaluated = nil
    if isQuiet {
      validate(child, schema: schema)
    } else {
      path.append(step())
      validate(child, schema: schema)
      path.removeLast()
    }
    evaluated = outer
  }

  /// Adds what was looked at to the outer set, where there is one.
  private mutating func joinEvaluated(with outer: EvaluatedChildren?) {
    guard var outer else {
      evaluated = nil
      return
    }
    if let inner = evaluated {
      work -= inner.size
      outer.formUnion(inner)
    }
    evaluated = outer
  }

  /// Notes that a keyword has looked at a child.
  mutating func markEvaluated(_ child: Int) { evaluated?.insert(child) }

  /// Whether a child was looked at.
  func isEvaluated(_ child: Int) -> Bool { evaluated?.contains(child) ?? false }

  // MARK: Trials

  /// Whether a value fits; what a schema that fits looked at counts, where it `isKept`.
  mutating func fits(_ value: JSONValue, schema: Int, isKept: Bool) -> Bool {
    let (outerEvaluated, outerQuiet, outerRefused) = (evaluated, isQuiet, isRefused)
    isQuiet = true
    isRefused = false
    evaluated = isKept && outerEvaluated != nil ? EvaluatedChildren() : nil
    validate(value, schema: schema)
    let isFitting = !isRefused
    isQuiet = outerQuiet
    isRefused = outerRefused || work <= 0
    if isFitting, isKept {
      joinEvaluated(with: outerEvaluated)
    } else {
      evaluated = outerEvaluated
    }
    return isFitting
  }

  /// Whether a child of the current value fits.
  mutating func childFits(_ child: JSONValue, schema: Int) -> Bool {
    fits(child, schema: schema, isKept: false)
  }

  /// The violations of a schema that only tries a value; none where nothing gets words.
  ///
  /// Where the trial matters for what it looks at, it is a part of the walk; else it is an
  /// explanation, and has the budget of explanations.
  mutating func trial(_ value: JSONValue, schema: Int) -> [SchemaViolation] {
    let outer = (violations, isRefused, words, number)
    let (outerWork, outerSites) = (work, sites.count)
    let isExplanation = evaluated == nil
    words = givesWords ? .all : .none
    violations = []
    if isExplanation { work = workOfWords }
    validate(value, schema: schema)
    if isExplanation { (workOfWords, work) = (work, outerWork) }
    sites.removeSubrange(outerSites...)
    defer { (violations, isRefused, words, number) = outer }
    return violations
  }

  /// Whether the next violation gets words, so that its explanation is worth the work.
  var givesWords: Bool {
    guard !isQuiet else { return false }
    return switch words {
    case .all: true
    case .none: false
    case .some(let numbers): numbers.last == number
    }
  }

  // MARK: Reports

  mutating func report(
    _ context: Context, expected: @autoclosure () -> String,
    found: @autoclosure () -> String? = nil, causes: [SchemaViolation] = []
  ) {
    isRefused = true
    guard !isQuiet else { return }
    report(
      context, member: nil, offset: context.value.offset, expected: expected(),
      found: found() ?? context.value.excerpt, causes: causes)
  }

  /// Reports a member of the value that is missing or not allowed.
  mutating func report(
    _ context: Context, member: @autoclosure () -> Step?, offset: Int,
    expected: @autoclosure () -> String, found: @autoclosure () -> String,
    causes: [SchemaViolation] = [], isOfOtherObject: Bool = false
  ) {
    isRefused = true
    guard !isQuiet else { return }
    let isWanted = givesWords
    number += 1
    guard isWanted else {
      if case .none = words { sites.append(site(of: context, member(), isOfOtherObject)) }
      return
    }
    if case .some(var numbers) = words {
      words = .none
      numbers.removeLast()
      words = .some(numbers)
    }
    let name = context.keyword.name
    let member = member()
    let schema = program.schemas[context.schema]
    violations.append(
      SchemaViolation(
        instance: pointer, offset: offset,
        schema: name.isEmpty ? schema.location : schema.location.appending(name),
        schemaDocument: schema.document, keyword: words(for: context.keyword),
        member: member?.name, place: place(of: member), isOfOtherObject: isOfOtherObject,
        expected: expected(), found: found(), causes: causes))
  }

  /// The name of a keyword; a schema that has none refuses by being `false`, or as a whole.
  private func words(for keyword: CompiledKeyword) -> String {
    guard keyword.name.isEmpty else { return keyword.name }
    if case .never = keyword.keyword { return "false" }
    return "schema"
  }

  /// Where a keyword refuses the current value, or a member of it.
  private func site(
    of context: Context, _ member: Step?, _ isOfOtherObject: Bool
  ) -> ViolationSite {
    var site = ViolationSite()
    for step in path { site.add(step.shape) }
    if let member { site.add(member.shape) }
    site.add(UInt64(context.schema) << 8)
    site.add(context.keyword.name)
    if isOfOtherObject { site.add("other object") }
    return site
  }

  private var pointer: JSONPointer { JSONPointer(tokens: path.map(\.name)) }

  private func place(of member: Step?) -> ShapePath {
    ShapePath(steps: path.map(\.shape) + [member?.shape].compactMap { $0 })
  }

  // MARK: Keywords for any value

  private mutating func checkAny(_ context: Context) {
    let value = context.value
    switch context.keyword.keyword {
    case .never: report(context, expected: "no value at all")
    case .type(let types):
      let type = JSONType(of: value)
      if !types.contains(type), type != .integer || !types.contains(.number) {
        report(context, expected: types.inWords, found: type.rawValue)
      }
    case .oneOfValues(let values, let description):
      work -= value.byteRange.count
      if !values.contains(CanonicalValue(value)) { report(context, expected: description) }
    case .reference(let schema): validate(value, schema: schema)
    case .dynamicReference(let name, let otherwise):
      work -= scope.count
      let outermost = scope.first { program.dynamicAnchors[$0]?[name] != nil }
      let schema = outermost.flatMap { program.dynamicAnchors[$0]?[name] }
      validate(value, schema: schema ?? otherwise)
    case .all(let schemas):
      for schema in schemas { validate(value, schema: schema) }
    case .any(let schemas): checkAny(of: schemas, context)
    case .exactlyOne(let schemas): checkOne(of: schemas, context)
    case .not(let schema):
      if fits(value, schema: schema, isKept: false) {
        report(context, expected: "a value that the schema under not refuses")
      }
    case .condition(let schema, let then, let otherwise):
      let next = fits(value, schema: schema, isKept: true) ? then : otherwise
      if let next { validate(value, schema: next) }
    default: break
    }
  }

  private mutating func checkAny(of schemas: [Int], _ context: Context) {
    var isFitting = false
    for schema in schemas where fits(context.value, schema: schema, isKept: true) {
      isFitting = true
      // The others matter only for what they look at.
      if evaluated == nil { return }
    }
    if !isFitting { reportClosest(of: schemas, context) }
  }

  private mutating func checkOne(of schemas: [Int], _ context: Context) {
    let fitting = schemas.filter { fits(context.value, schema: $0, isKept: true) }
    if fitting.isEmpty {
      reportClosest(of: schemas, context)
    } else if fitting.count > 1 {
      report(
        context, expected: "a value that fits one alternative only",
        found: "a value that fits \(fitting.count)")
    }
  }

  /// Reports that no alternative fits, with the complaints of the closest one.
  private mutating func reportClosest(of schemas: [Int], _ context: Context) {
    guard !isQuiet else {
      isRefused = true
      return
    }
    // What any of them looked at counts: to name it again as unexpected would only be noise.
    let isNeeded = givesWords || evaluated != nil
    let trials = isNeeded ? schemas.map { trial(context.value, schema: $0) } : []
    report(
      context, expected: "a value that fits one of \(schemas.count) alternatives",
      causes: ClosestAlternative.violations(among: trials, atDepth: path.count))
  }
}

/// Chooses the alternative that a value was most likely meant to fit.
enum ClosestAlternative {
  /// Returns the violations of the closest alternative.
  ///
  /// An alternative that already refuses the type or the constant of the value itself is far, one
  /// that refuses a constant in it, such as a `kind`, is less so; of the others the one with the
  /// fewest faults is closest.
  static func violations(
    among trials: [[SchemaViolation]], atDepth depth: Int
  ) -> [SchemaViolation] {
    trials.min { distance($0, depth) < distance($1, depth) } ?? []
  }

  private static func distance(_ violations: [SchemaViolation], _ depth: Int) -> (Int, Int) {
    let isOtherValue = violations.contains {
      $0.instance.tokens.count == depth && ["type", "const", "enum", "false"].contains($0.keyword)
    }
    let isOtherKind = violations.contains {
      $0.instance.tokens.count == depth + 1 && ["const", "enum"].contains($0.keyword)
    }
    return (isOtherValue ? 2 : isOtherKind ? 1 : 0, violations.count)
  }
}
