import JSONSchema
import SchemaDrift
package import StrictJSON
import WireDates

/// Contract against DTO, without any response: what the contract allows and the DTO cannot read.
///
/// Both are known without data: the contract says what may come, and the type's initialisers say
/// what they ask for. A response that is absent today may come tomorrow, so the two are compared as
/// such. Where either side is not sure, nothing is said: a form that the DTO reads in an unknown
/// way, an object that the contract leaves open, an optional key in an object that few samples show.
package struct AgreementCheck: Sendable {
  private let contract: Contract
  private let shape: DTOShape

  /// The fewest samples that show that a key, which a type can do without, does not come.
  private static let fewestSamples = 20
  /// The samples that say so of many keys together, and how many are many: 40 slots of a meal.
  private static let fewestSamplesOfMany = 3
  private static let manyKeys = 10

  /// Makes a check of a contract and of what a type reads.
  package init(_ contract: Contract, _ shape: DTOShape) {
    self.contract = contract
    self.shape = shape
  }

  /// Finds what does not agree, in the order of the type's keys.
  ///
  /// What a response has shown already, at the same path, is left out, and so is a place where something is now.
  package func findings(beside others: [Finding] = []) -> [Finding] {
    var found: [Finding] = []
    compare(AgreedPlace(contract), contract.shape, shape, owner: nil, &found)
    let reported = Set(
      others.filter { !$0.isAgreed && $0.rule != .unreadKey }
        .flatMap { [$0.path, $0.change?.to?.description] })
    return found.filter { finding in finding.path.map { !reported.contains($0) } ?? true }
  }

  private func compare(
    _ place: AgreedPlace, _ known: Shape, _ read: DTOShape, owner: DecodingOwner?,
    _ found: inout [Finding]
  ) {
    let isKnown = !known.types.isEmpty || known.isAlwaysNull
    if isKnown, known.isNullable || known.isAlwaysNull, !read.isNullable, !read.forms.isEmpty {
      found.append(
        finding(
          .dtoRequiresNullableKey, place, owner,
          "the contract allows null, but the DTO reads \(words(read)) that cannot be nil",
          expected: "a value that may be nil", found: read.type))
    }
    compareForms(place, known, read, owner, &found)
    if read.forms.contains(.object), let object = known.object {
      compareMembers(place, object, known, read, &found)
    }
    guard let element = read.element else { return }
    if read.forms.contains(.array), let inner = known.element {
      compare(place.element, inner, element, owner: owner, &found)
    } else if read.forms.contains(.map), let object = known.object {
      if let inner = object.mapValue {
        compare(place.mapValue, inner, element, owner: owner, &found)
      }
      for member in object.members {
        compare(place.member(member.name), member.shape, element, owner: owner, &found)
      }
    }
  }

  // MARK: Keys

  private func compareMembers(
    _ place: AgreedPlace, _ object: ObjectShape, _ known: Shape, _ read: DTOShape,
    _ found: inout [Finding]
  ) {
    // Many keys that are absent at once are no rare ones.
    let samples = known.observed?.records.present ?? 0
    let absent = read.members.count { object[$0.name] == nil }
    let isWhole =
      samples >= Self.fewestSamplesOfMany && absent >= Self.manyKeys
      && absent * 2 >= read.members.count
    for member in read.members {
      let inner = place.member(member.name)
      guard let agreed = object[member.name] else {
        if object.mapValue == nil, !object.members.isEmpty,
          member.isRequired || isWhole || samples >= Self.fewestSamples
        {
          var finding = finding(
            .dtoReadsAbsentKey, inner, member.owner,
            "the DTO reads the key \(JSONWriter.quoted(member.name)), which the contract does not have",
            expected: "a key of the contract", found: "no such key")
          // Without the key the type fails, whatever comes.
          if member.isRequired { finding.level = .breaking }
          found.append(finding)
        }
        continue
      }
      if member.isRequired, !agreed.isRequired {
        found.append(
          finding(
            .dtoRequiresOptionalKey, inner, member.owner,
            "the contract allows that the key \(JSONWriter.quoted(member.name)) is absent, but the DTO requires it",
            expected: "a property that may be nil", found: member.shape.type))
      }
      compare(inner, agreed.shape, member.shape, owner: member.owner, &found)
    }
  }

  // MARK: Forms

  private func compareForms(
    _ place: AgreedPlace, _ known: Shape, _ read: DTOShape, _ owner: DecodingOwner?,
    _ found: inout [Finding]
  ) {
    guard !read.forms.isEmpty, !known.types.isEmpty else { return }
    let agreed = known.dateFormat ?? (known.textForm == .dateTime ? .iso8601 : nil)
    if let agreed, let mismatch = Self.dateMismatch(agreed, read) {
      found.append(
        finding(
          .dtoDateMismatch, place, owner,
          "the contract has the date as \(agreed.explanation), but the DTO reads \(mismatch)",
          expected: agreed.explanation, found: mismatch, statesValues: true))
      return
    }
    let refused = known.types.filter { type in !read.forms.contains { $0.accepts(type) } }
    guard !refused.isEmpty else { return }
    found.append(
      finding(
        .dtoTypeMismatch, place, owner,
        "the contract allows \(refused.inWords), but the DTO reads \(words(read))",
        expected: known.types.inWords, found: read.type))
  }

  /// What a type reads where it cannot read dates of a format; nil where it can, or may.
  private static func dateMismatch(_ agreed: DateFormat, _ read: DTOShape) -> String? {
    guard read.forms.count == 1, let form = read.forms.first else { return nil }
    // Foundation's own way counts from 2001, which no format of the wire does.
    if form == .referenceDate { return "seconds since 2001-01-01T00:00:00Z as a number" }
    guard case .date(let format?) = form else { return nil }
    let fractions: Set<DateFormat> = [.iso8601, .iso8601Fractional]
    if format == agreed || fractions.isSuperset(of: [format, agreed]) { return nil }
    return format.explanation
  }

  private func words(_ read: DTOShape) -> String {
    let words = read.forms.map(\.words)
    return words.isEmpty ? read.type : words.joined(separator: " or ")
  }

  private func finding(
    _ rule: Rule, _ place: AgreedPlace, _ owner: DecodingOwner?, _ message: String,
    expected: String, found: String, statesValues: Bool = false
  ) -> Finding {
    var finding = Finding(rule, message)
    finding.place = place.path
    finding.expected = expected
    finding.found = found
    finding.statesValues = statesValues
    finding.dto = DTOReference(type: owner?.type ?? shape.type, property: owner?.property)
    finding.source = .file(contract.name)
    finding.pointer = place.schema.pointer.description
    let location = place.schema.location
    finding.line = location.line
    finding.column = location.column
    finding.excerpt = Excerpt(
      bytes: contract.document.bytes, range: place.schema.byteRange)
    return finding
  }
}

/// A place of the API, with the part of the contract that speaks of it.
private struct AgreedPlace {
  private(set) var path = ShapePath()

  /// The schema of the place, or of the nearest place above that has one.
  private(set) var schema: JSONValue
  private let root: JSONValue

  init(_ contract: Contract) {
    root = contract.document.root
    schema = root
  }

  func member(_ name: String) -> AgreedPlace {
    step(.member(name)) { $0["properties"]?[name] ?? $0["additionalProperties"]?.schema }
  }
  var element: AgreedPlace { step(.elements) { $0["items"]?.schema } }
  var mapValue: AgreedPlace { step(.values) { $0["additionalProperties"]?.schema } }

  private func step(_ step: ShapePath.Step, _ find: (JSONValue) -> JSONValue?) -> AgreedPlace {
    var place = self
    place.path = path.appending(step)
    place.schema = inner(schema, depth: 0, find) ?? target(of: schema) ?? schema
    return place
  }

  /// The schema that a `$ref` within the document leads to.
  private func target(of schema: JSONValue) -> JSONValue? {
    guard let reference = schema["$ref"]?.string, reference.hasPrefix("#") else { return nil }
    return JSONPointer(String(reference.dropFirst())).flatMap { root.value(at: $0) }
  }

  /// Looks into a schema and into those that it is made of.
  private func inner(
    _ schema: JSONValue, depth: Int, _ find: (JSONValue) -> JSONValue?
  ) -> JSONValue? {
    guard depth < 16 else { return nil }
    if let found = find(schema) { return found }
    if let target = target(of: schema), let found = inner(target, depth: depth + 1, find) {
      return found
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
      guard let parts = schema[keyword] else { continue }
      for part in parts.elements {
        if let found = inner(part, depth: depth + 1, find) { return found }
      }
    }
    return nil
  }
}

extension JSONValue {
  /// The value itself where it is a schema of its own, and not `true` or `false`.
  fileprivate var schema: JSONValue? { kind == .object ? self : nil }

  /// Finds the value that a pointer names within this one.
  fileprivate func value(at pointer: JSONPointer) -> JSONValue? {
    pointer.tokens.reduce(Optional(self)) { value, token in
      value?.kind == .array ? Int(token).flatMap { value?[$0] } : value?[token]
    }
  }
}

extension DTOShape.Form {
  /// Whether a value of a type can be read in the form.
  fileprivate func accepts(_ type: JSONType) -> Bool {
    switch self {
    case .boolean: type == .boolean
    case .string: type == .string
    case .integer: type == .integer
    case .number, .referenceDate: type == .integer || type == .number
    case .date(let format?):
      format.isNumeric ? type == .integer || type == .number : type == .string
    case .date(nil): true
    case .array: type == .array
    case .object, .map: type == .object
    }
  }

  fileprivate var words: String {
    switch self {
    case .boolean: "a boolean"
    case .string: "a string"
    case .integer: "an integer"
    case .number: "a number"
    case .referenceDate: "seconds since 2001 as a number"
    case .date(let format): format.map { "a \($0.explanation)" } ?? "a date"
    case .array: "an array"
    case .object, .map: "an object"
    }
  }
}
