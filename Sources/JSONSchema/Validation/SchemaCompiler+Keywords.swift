import StrictJSON
import WireDates

/// Reads the values of keywords.
extension SchemaCompiler {
  /// Reads a keyword; nil for an annotation, and for one with a fault, which is reported.
  mutating func keyword(_ name: String, _ place: SchemaPlace, in parent: SchemaPlace) -> Keyword? {
    if name.hasPrefix("x-") { return annotation(name, place) }
    return combination(name, place, in: parent)
      ?? applicator(name, place, in: parent) ?? assertion(name, place, in: parent)
  }

  /// Keywords of the vocabulary `core`, and those that combine schemas for one value.
  private mutating func combination(
    _ name: String, _ place: SchemaPlace, in parent: SchemaPlace
  ) -> Keyword? {
    switch name {
    case "$ref", "$dynamicRef": return reference(place)
    case "$defs", "definitions":
      _ = schemaMap(place)
      return nil
    case "allOf": return schemaList(place).map { .all($0) }
    case "anyOf": return schemaList(place).map { .any($0) }
    case "oneOf": return schemaList(place).map { .exactlyOne($0) }
    case "not": return .not(schema(place))
    case "if":
      return .condition(
        schema(place), then: parent.value["then"].map { schema(parent.member("then", $0)) },
        otherwise: parent.value["else"].map { schema(parent.member("else", $0)) })
    case "dependentSchemas": return schemaMap(place).map { .dependentSchemas($0) }
    case "dependencies": return dependencies(place)
    default: return nil
    }
  }

  /// Reads the keyword of older drafts, which the metaschema still knows as deprecated.
  private mutating func dependencies(_ place: SchemaPlace) -> Keyword? {
    var lists: [ExactText: [ExactText]] = [:]
    var schemas: [(name: ExactText, schema: Int)] = []
    for member in place.value.members {
      let inner = place.member(member.key, member.value)
      if member.value.kind == .array {
        lists[ExactText(member.key)] = names(inner)
      } else {
        schemas.append((ExactText(member.key), schema(inner)))
      }
    }
    return .dependencies(required: lists, schemas: schemas)
  }

  /// Keywords that apply schemas to parts of a value.
  private mutating func applicator(
    _ name: String, _ place: SchemaPlace, in parent: SchemaPlace
  ) -> Keyword? {
    switch name {
    case "items": return .items(schema(place), after: parent.value["prefixItems"]?.count ?? 0)
    case "prefixItems": return schemaList(place).map { .prefixItems($0) }
    case "contains":
      let counts = resources.vocabularies(of: parent).contains(.validation)
      let minimum = counts ? parent.value["minContains"].flatMap(Self.count) : nil
      let maximum = counts ? parent.value["maxContains"].flatMap(Self.count) : nil
      return .contains(schema(place), minimum: minimum ?? 1, maximum: maximum)
    case "properties":
      return schemaMap(place).map { .properties(MemberSchemas($0)) }
    case "patternProperties":
      guard schemaMap(place) != nil else { return nil }
      return .patternProperties(
        place.value.members.compactMap { member in
          let inner = place.member(member.key, member.value)
          let schema = schema(inner)
          return pattern(member.key, at: inner).map { ($0, schema) }
        })
    case "additionalProperties":
      let names = parent.value["properties"]?.members.map { ExactText($0.key) } ?? []
      let patterns =
        parent.value["patternProperties"]?.members.compactMap { try? Pattern($0.key) } ?? []
      return .additionalProperties(schema(place), except: Set(names), patterns: patterns)
    case "propertyNames": return .propertyNames(schema(place))
    case "unevaluatedItems": return .unevaluatedItems(schema(place))
    case "unevaluatedProperties": return .unevaluatedProperties(schema(place))
    default: return nil
    }
  }

  /// Keywords of the vocabularies `validation` and `format`.
  private mutating func assertion(_ name: String, _ place: SchemaPlace, in parent: SchemaPlace)
    -> Keyword?
  {
    let value = place.value
    switch name {
    case "type": return types(place).map { .type($0) }
    case "enum":
      guard value.kind == .array else {
        report("enum needs a list of values", at: place)
        return nil
      }
      return .oneOfValues(
        Set(value.elements.map(CanonicalValue.init)),
        description: "one of \(value.excerptOfElements)")
    case "const":
      return .oneOfValues([CanonicalValue(value)], description: value.excerpt)
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
      guard let bound = NumberBound(rawValue: name), let number = number(place) else { return nil }
      return .bound(bound, number, text: value.source)
    case "multipleOf":
      guard let number = number(place) else { return nil }
      guard number.canDivide else {
        report("multipleOf needs a number above 0 with at most 18 digits", at: place)
        return nil
      }
      return .multiple(number, text: value.source)
    case "minLength": return count(place).map { .length(.minimum, $0) }
    case "maxLength": return count(place).map { .length(.maximum, $0) }
    case "minItems": return count(place).map { .itemCount(.minimum, $0) }
    case "maxItems": return count(place).map { .itemCount(.maximum, $0) }
    case "minProperties": return count(place).map { .memberCount(.minimum, $0) }
    case "maxProperties": return count(place).map { .memberCount(.maximum, $0) }
    case "minContains", "maxContains":
      _ = count(place)
      return nil
    case "uniqueItems":
      guard let isUnique = value.bool else {
        report("uniqueItems needs a boolean", at: place)
        return nil
      }
      return isUnique ? .uniqueItems : nil
    case "pattern":
      guard let source = value.string else {
        report("pattern needs a string", at: place)
        return nil
      }
      return pattern(source, at: place).map { .pattern($0) }
    case "format":
      let isAsserted = resources.vocabularies(of: parent).contains(.formatAssertion)
      return value.string.flatMap(StringFormat.init).map { .format($0, isAsserted: isAsserted) }
    case "required": return names(place).map { .required($0) }
    case "dependentRequired": return dependentRequired(place)
    default: return nil
    }
  }

  // MARK: Values

  private mutating func types(_ place: SchemaPlace) -> Set<JSONType>? {
    let isList = place.value.kind == .array
    let names =
      isList
      ? place.value.elements.enumerated().map { place.element($0, $1) } : [place]
    var types = Set<JSONType>()
    for name in names {
      guard let type = name.value.string.flatMap(JSONType.init) else {
        report("\(name.value.excerpt) is no type", at: name)
        return nil
      }
      types.insert(type)
    }
    return types
  }

  private mutating func number(_ place: SchemaPlace) -> DecimalNumber? {
    guard let text = place.value.numberText else {
      report("a number is needed, not \(place.value.kind.description)", at: place)
      return nil
    }
    return DecimalNumber(text)
  }

  private mutating func count(_ place: SchemaPlace) -> Int? {
    guard let count = Self.count(place.value) else {
      report("a whole number from 0 is needed", at: place)
      return nil
    }
    return count
  }

  /// Reads a whole number from 0, also in the form `2.0`.
  private static func count(_ value: JSONValue) -> Int? {
    guard let text = value.numberText, let number = Double(text), number >= 0,
      number == number.rounded()
    else { return nil }
    // No document has as many parts.
    return number < 1e15 ? Int(number) : 1 << 50
  }

  private mutating func names(_ place: SchemaPlace) -> [ExactText]? {
    let names = place.value.elements.compactMap(\.string).map(ExactText.init)
    guard place.value.kind == .array, names.count == place.value.count else {
      report("a list of names is needed", at: place)
      return nil
    }
    return names
  }

  private mutating func dependentRequired(_ place: SchemaPlace) -> Keyword? {
    guard place.value.kind == .object else {
      report("an object of lists of names is needed", at: place)
      return nil
    }
    var lists: [ExactText: [ExactText]] = [:]
    for member in place.value.members {
      lists[ExactText(member.key)] = names(place.member(member.key, member.value))
    }
    return .dependentRequired(lists)
  }

  private mutating func pattern(_ source: String, at place: SchemaPlace) -> Pattern? {
    do throws(PatternError) {
      return try Pattern(source)
    } catch {
      report("the pattern \(source) cannot be used: \(error.message)", at: place)
      return nil
    }
  }

  // MARK: Annotations

  private mutating func annotation(_ name: String, _ place: SchemaPlace) -> Keyword? {
    let value = place.value
    switch name {
    case "x-date-format":
      guard let format = value.string.flatMap(DateFormat.init) else {
        report("\(value.excerpt) is no date format", at: place)
        return nil
      }
      return .dateFormat(format, isAsserted: true)
    case "x-format":
      guard let form = value.string else { return nil }
      if let form = TextForm(rawValue: form) { return .textForm(form) }
      return DateFormat(name: form).map { .dateFormat($0, isAsserted: false) }
    case "x-values": return .values(value.elements.compactMap(\.string))
    case "x-list": return value.string.map { .list(separator: $0) }
    case "x-slots": return .slots(value.elements.compactMap(ContractAnnotation.slotFamily))
    case "x-observed": return ContractAnnotation.observation(value).map { .observed($0) }
    default: return nil
    }
  }
}
