import Foundation
import StrictJSON
import WireDates

/// Reads a schema document into a flat list of schemas that name each other by index.
///
/// A schema gets its index when it is first named, and is read later, from a queue. So references
/// may point backwards, forwards, and to themselves, and deep schemas need no deep recursion.
struct SchemaCompiler {
  private let document: JSONDocument
  private var schemas: [CompiledSchema] = []
  private var problems: [SchemaError.Problem] = []
  /// The schemas that are still to be read.
  private var queue: [(index: Int, value: JSONValue)] = []
  /// The index of each schema by where it begins in the document.
  private var indices: [Int: Int] = [:]
  private var anchors: [ExactText: JSONPointer] = [:]

  /// A chain of schemas that look at the same value is not followed further than this.
  private static let maximumChain = 256

  static func compile(_ document: JSONDocument) throws(SchemaError) -> [CompiledSchema] {
    var compiler = SchemaCompiler(document: document)
    compiler.findAnchors(document.root, at: JSONPointer(tokens: []))
    _ = compiler.schema(document.root, at: JSONPointer(tokens: []))
    var next = 0
    while next < compiler.queue.count {
      let (index, value) = compiler.queue[next]
      compiler.read(value, into: index)
      next += 1
    }
    if compiler.problems.isEmpty { compiler.findEndlessChains() }
    guard compiler.problems.isEmpty else { throw SchemaError(problems: compiler.problems) }
    return compiler.schemas
  }

  private init(document: JSONDocument) { self.document = document }

  // MARK: Schemas

  private mutating func schema(_ value: JSONValue, at location: JSONPointer) -> Int {
    if let index = indices[value.offset] { return index }
    let index = schemas.count
    indices[value.offset] = index
    schemas.append(CompiledSchema(location: location))
    queue.append((index, value))
    return index
  }

  private mutating func schemaList(_ value: JSONValue, at location: JSONPointer) -> [Int]? {
    guard value.kind == .array, value.count > 0 else {
      report("a list of schemas with at least one schema is needed", at: location, value)
      return nil
    }
    return value.elements.enumerated().map { index, element in
      schema(element, at: location.appending(index))
    }
  }

  private mutating func schemaMap(
    _ value: JSONValue, at location: JSONPointer
  ) -> [(name: ExactText, schema: Int)]? {
    guard value.kind == .object else {
      report("an object of schemas is needed", at: location, value)
      return nil
    }
    return value.members.map { member in
      (ExactText(member.key), schema(member.value, at: location.appending(member.key)))
    }
  }

  private mutating func report(_ message: String, at location: JSONPointer, _ value: JSONValue) {
    problems.append(
      SchemaError.Problem(schema: location, offset: value.offset, message: message))
  }

  private mutating func read(_ value: JSONValue, into index: Int) {
    let location = schemas[index].location
    switch value.kind {
    case .bool:
      if value.bool == false {
        schemas[index].keywords = [CompiledKeyword(name: "", keyword: .never)]
      }
    case .object:
      var seen = Set<ExactText>()
      for member in value.members {
        let place = location.appending(member.key)
        guard seen.insert(ExactText(member.key)).inserted else {
          report("the keyword stands twice", at: place, member.value)
          continue
        }
        let keyword = self.keyword(member.key, member.value, at: place, in: value)
        if let keyword {
          schemas[index].keywords.append(CompiledKeyword(name: member.key, keyword: keyword))
        }
      }
    case .null, .number, .string, .array:
      report(
        "a schema is an object or a boolean, not \(value.kind.description)", at: location, value)
    }
  }

  // MARK: Keywords

  /// Keywords that would change what is accepted and that are not supported.
  private static let unsupported: Set<String> = [
    "$dynamicRef", "unevaluatedItems", "unevaluatedProperties", "$recursiveRef", "$vocabulary",
  ]

  private mutating func keyword(
    _ name: String, _ value: JSONValue, at place: JSONPointer, in parent: JSONValue
  ) -> Keyword? {
    if Self.unsupported.contains(name) {
      report("the keyword \(name) is not supported", at: place, value)
      return nil
    }
    if name.hasPrefix("x-") { return annotation(name, value, at: place) }
    return coreKeyword(name, value, at: place)
      ?? applicator(name, value, at: place, in: parent) ?? assertion(name, value, at: place)
  }

  /// Keywords of the vocabulary `core`, and those that combine schemas for one value.
  private mutating func coreKeyword(
    _ name: String, _ value: JSONValue, at place: JSONPointer
  ) -> Keyword? {
    switch name {
    case "$schema":
      let dialect = value.string ?? ""
      if dialect != SchemaWriter.dialect, dialect != SchemaWriter.dialect + "#" {
        report("only the dialect \(SchemaWriter.dialect) is supported", at: place, value)
      }
      return nil
    case "$id":
      if place.tokens.count > 1 { report("an embedded $id is not supported", at: place, value) }
      return nil
    case "$ref":
      return reference(value, at: place).map { .reference($0) }
    case "$defs", "definitions":
      _ = schemaMap(value, at: place)
      return nil
    case "allOf": return schemaList(value, at: place).map { .all($0) }
    case "anyOf": return schemaList(value, at: place).map { .any($0) }
    case "oneOf": return schemaList(value, at: place).map { .exactlyOne($0) }
    case "not": return .not(schema(value, at: place))
    default: return nil
    }
  }

  /// Keywords that apply schemas to parts of a value, or depend on their neighbours.
  private mutating func applicator(
    _ name: String, _ value: JSONValue, at place: JSONPointer, in parent: JSONValue
  ) -> Keyword? {
    func neighbour(_ name: String) -> JSONPointer {
      JSONPointer(tokens: place.tokens.dropLast() + [name])
    }
    switch name {
    case "if":
      return .condition(
        schema(value, at: place), then: parent["then"].map { schema($0, at: neighbour("then")) },
        otherwise: parent["else"].map { schema($0, at: neighbour("else")) })
    case "items":
      return .items(schema(value, at: place), after: parent["prefixItems"]?.count ?? 0)
    case "prefixItems": return schemaList(value, at: place).map { .prefixItems($0) }
    case "contains":
      let minimum = parent["minContains"].flatMap(Self.count) ?? 1
      return .contains(
        schema(value, at: place), minimum: minimum,
        maximum: parent["maxContains"].flatMap(Self.count))
    case "properties":
      guard let schemas = schemaMap(value, at: place) else { return nil }
      return .properties(
        Dictionary(schemas.map { ($0.name, $0.schema) }) { first, _ in first },
        order: schemas.map(\.name))
    case "patternProperties":
      guard let schemas = schemaMap(value, at: place) else { return nil }
      return .patternProperties(
        schemas.compactMap { name, schema in
          pattern(name.text, value, at: place.appending(name.text)).map { ($0, schema) }
        })
    case "additionalProperties":
      let names = parent["properties"]?.members.map { ExactText($0.key) } ?? []
      let patterns = parent["patternProperties"]?.members.compactMap { Pattern($0.key) } ?? []
      return .additionalProperties(
        schema(value, at: place), except: Set(names), patterns: patterns)
    case "propertyNames": return .propertyNames(schema(value, at: place))
    case "dependentSchemas": return schemaMap(value, at: place).map { .dependentSchemas($0) }
    default: return nil
    }
  }

  /// Keywords of the vocabularies `validation` and `format`.
  private mutating func assertion(
    _ name: String, _ value: JSONValue, at place: JSONPointer
  ) -> Keyword? {
    switch name {
    case "type": return types(value, at: place).map { .type($0) }
    case "enum":
      guard value.kind == .array else {
        report("enum needs a list of values", at: place, value)
        return nil
      }
      return .oneOfValues(
        value.elements.map(CanonicalValue.init), description: "one of \(Excerpt(of: value).text)")
    case "const":
      return .oneOfValues([CanonicalValue(value)], description: Excerpt(of: value).text)
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
      guard let bound = NumberBound(rawValue: name), let number = number(value, at: place) else {
        return nil
      }
      return .bound(bound, number, text: value.source)
    case "multipleOf":
      guard let number = number(value, at: place) else { return nil }
      guard number.canDivide else {
        report("multipleOf needs a number above 0 with at most 18 digits", at: place, value)
        return nil
      }
      return .multiple(number, text: value.source)
    case "minLength": return count(value, at: place).map { .length(.minimum, $0) }
    case "maxLength": return count(value, at: place).map { .length(.maximum, $0) }
    case "minItems": return count(value, at: place).map { .itemCount(.minimum, $0) }
    case "maxItems": return count(value, at: place).map { .itemCount(.maximum, $0) }
    case "minProperties": return count(value, at: place).map { .memberCount(.minimum, $0) }
    case "maxProperties": return count(value, at: place).map { .memberCount(.maximum, $0) }
    case "minContains", "maxContains":
      _ = count(value, at: place)
      return nil
    case "uniqueItems":
      guard let isUnique = value.bool else {
        report("uniqueItems needs a boolean", at: place, value)
        return nil
      }
      return isUnique ? .uniqueItems : nil
    case "pattern":
      guard let source = value.string else {
        report("pattern needs a string", at: place, value)
        return nil
      }
      return pattern(source, value, at: place).map { .pattern($0) }
    case "format": return value.string.flatMap(StringFormat.init).map { .format($0) }
    case "required": return names(value, at: place).map { .required($0) }
    case "dependentRequired": return dependentRequired(value, at: place)
    default: return nil
    }
  }

  // MARK: Values of keywords

  private mutating func types(_ value: JSONValue, at place: JSONPointer) -> Set<JSONType>? {
    let names = value.kind == .array ? Array(value.elements) : [value]
    var types = Set<JSONType>()
    for name in names {
      guard let type = name.string.flatMap(JSONType.init) else {
        report("\(Excerpt(of: name).text) is no type", at: place, name)
        return nil
      }
      types.insert(type)
    }
    return types
  }

  private mutating func number(_ value: JSONValue, at place: JSONPointer) -> DecimalNumber? {
    guard let text = value.numberText else {
      report("a number is needed, not \(value.kind.description)", at: place, value)
      return nil
    }
    return DecimalNumber(text)
  }

  private mutating func count(_ value: JSONValue, at place: JSONPointer) -> Int? {
    guard let count = Self.count(value) else {
      report("a whole number from 0 is needed", at: place, value)
      return nil
    }
    return count
  }

  /// Reads a whole number from 0, also in the form `2.0`.
  private static func count(_ value: JSONValue) -> Int? {
    guard let text = value.numberText, let number = Double(text), number >= 0, number < 1e15,
      number == number.rounded()
    else { return nil }
    return Int(number)
  }

  private mutating func names(_ value: JSONValue, at place: JSONPointer) -> [ExactText]? {
    let names = value.elements.compactMap(\.string).map(ExactText.init)
    guard value.kind == .array, names.count == value.count else {
      report("a list of names is needed", at: place, value)
      return nil
    }
    return names
  }

  private mutating func dependentRequired(
    _ value: JSONValue, at place: JSONPointer
  ) -> Keyword? {
    guard value.kind == .object else {
      report("an object of lists of names is needed", at: place, value)
      return nil
    }
    var lists: [ExactText: [ExactText]] = [:]
    for member in value.members {
      lists[ExactText(member.key)] = names(member.value, at: place.appending(member.key))
    }
    return .dependentRequired(lists)
  }

  private mutating func pattern(
    _ source: String, _ value: JSONValue, at place: JSONPointer
  ) -> Pattern? {
    let pattern = Pattern(source)
    if pattern == nil {
      report("the pattern \(source) is wrong or not supported", at: place, value)
    }
    return pattern
  }

  // MARK: Annotations

  private mutating func annotation(
    _ name: String, _ value: JSONValue, at place: JSONPointer
  ) -> Keyword? {
    switch name {
    case "x-date-format":
      guard let format = value.string.flatMap(DateFormat.init) else {
        report("\(Excerpt(of: value).text) is no date format", at: place, value)
        return nil
      }
      return .dateFormat(format, isAsserted: true)
    case "x-format":
      guard let form = value.string else { return nil }
      if let form = TextForm(rawValue: form) { return .textForm(form) }
      return DateFormat(name: form).map { .dateFormat($0, isAsserted: false) }
    case "x-slots": return .slots(value.elements.compactMap(ContractAnnotation.slotFamily))
    case "x-observed": return ContractAnnotation.observation(value).map { .observed($0) }
    default: return nil
    }
  }

  // MARK: References

  private mutating func findAnchors(_ root: JSONValue, at location: JSONPointer) {
    var waiting = [(root, location)]
    while let (value, location) = waiting.popLast() {
      if let anchor = value["$anchor"]?.string ?? value["$dynamicAnchor"]?.string {
        anchors[ExactText(anchor)] = location
      }
      for (index, element) in value.elements.enumerated() where element.count > 0 {
        waiting.append((element, location.appending(index)))
      }
      for member in value.members where member.value.count > 0 {
        waiting.append((member.value, location.appending(member.key)))
      }
    }
  }

  /// Finds the schema that `#`, `#/pointer` or `#anchor` names.
  private mutating func reference(_ value: JSONValue, at place: JSONPointer) -> Int? {
    guard let text = value.string, text.hasPrefix("#") else {
      report(
        "only references within the document, such as #/$defs/a, are supported", at: place, value)
      return nil
    }
    let fragment = String(text.dropFirst()).removingPercentEncoding ?? String(text.dropFirst())
    let pointer =
      fragment.isEmpty || fragment.hasPrefix("/")
      ? JSONPointer(fragment) : anchors[ExactText(fragment)]
    guard let pointer, let target = document.value(at: pointer) else {
      report("\(text) names nothing in the document", at: place, value)
      return nil
    }
    return schema(target, at: pointer)
  }

  /// Reports schemas that come back to themselves without going down in the value.
  ///
  /// Schemas that no other one leads to are taken away again and again, and so are schemas that
  /// lead nowhere; what is left are the loops.
  private mutating func findEndlessChains() {
    let followers = schemas.map { $0.keywords.flatMap(\.keyword.schemasInPlace) }
    var waitingFor = [Int](repeating: 0, count: schemas.count)
    for schema in followers.joined() { waitingFor[schema] += 1 }
    var length = [Int](repeating: 0, count: schemas.count)
    var ready = schemas.indices.filter { waitingFor[$0] == 0 }
    while let schema = ready.popLast() {
      for follower in followers[schema] {
        length[follower] = max(length[follower], length[schema] + 1)
        waitingFor[follower] -= 1
        if waitingFor[follower] == 0 { ready.append(follower) }
      }
    }
    var looping = schemas.indices.filter { waitingFor[$0] > 0 }
    while let schema = looping.first(where: { !followers[$0].contains(where: looping.contains) }) {
      looping.removeAll { $0 == schema }
    }
    if let schema = looping.first {
      report("the schema refers back to itself without an end", at: schemas[schema].location)
    } else if let schema = length.indices.first(where: { length[$0] > Self.maximumChain }) {
      report("too many schemas refer to each other in a row", at: schemas[schema].location)
    }
  }

  private mutating func report(_ message: String, at location: JSONPointer) {
    report(message, at: location, document.value(at: location) ?? document.root)
  }
}
