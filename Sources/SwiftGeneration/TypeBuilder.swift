import StrictJSON
import WireDates

/// Makes a model of Swift types out of contracts.
///
/// A place gets the type that all its values have. What is optional is said by three: the contract
/// (`required`, `null` in `type`) and the evidence in `x-observed`; one of them is enough.
struct TypeBuilder {
  /// A type, and whether null may come in its place.
  struct Typed {
    var type: SwiftType
    var mayBeNull = false

    var optional: SwiftType { mayBeNull ? type.orNil : type }
  }

  /// Where a type is needed: what it may be called.
  struct Place {
    /// The name by itself, such as `Meal`.
    var name: String
    /// The base name of the type around it.
    var parent: String?
    /// The name that the type has, if it gets one, because a reference may lead to it.
    var reserved: String?
    var isRoot = false

    /// A place of its own for a part of what is here.
    func part(_ name: String) -> Place { Place(name: name, parent: parent) }

    var candidates: [String] { [name] + (parent.map { [$0 + name] } ?? []) }
  }

  private let options: GenerationOptions
  private(set) var model = TypeModel()
  private var names: NameScope
  private var document: JSONNode = .null
  /// The types of references, by what they refer to.
  private var referenced: [String: Typed] = [:]
  /// The references that are being read, each with the name that its type has if it gets one.
  private var open: [String: String] = [:]
  /// The references that lead back to themselves.
  private var recursive: Set<String> = []
  private var depth = 0

  /// No contract that people read is deeper; what is deeper may be any JSON.
  private static let greatestDepth = 200

  private init(_ options: GenerationOptions) {
    self.options = options
    names = NameScope(
      taken: SwiftNames.takenByTypes.union(
        SwiftNames.takenByTypes.map { options.prefix + $0 }))
  }

  /// Reads contracts; types that are alike are one type.
  static func model(of sources: [GenerationSource], options: GenerationOptions) -> TypeModel {
    var builder = TypeBuilder(options)
    for source in sources { builder.add(source) }
    var model = builder.model
    model.sortOuterFirst()
    model.breakCycles()
    return model
  }

  private mutating func add(_ source: GenerationSource) {
    if document != source.document { referenced = [:] }
    document = source.document
    let name = SwiftNames.type(source.name)
    let place = Place(name: name, isRoot: true)
    // The document itself can be referred to as `#`.
    let typed =
      source.schema == source.document
      ? reference("#", at: place) : type(of: SchemaNode(source.schema), at: place)
    if case .named(let found) = typed.type,
      let position = model.declarations.firstIndex(where: { $0.name == found }),
      model.declarations[position].baseName == name || found == fullName(name)
    {
      model.declarations[position].isRoot = true
      if typed.mayBeNull {
        let type = model.declarations[position].name
        note("the whole document may be null: decode it as \(type)?")
      }
      return
    }
    declare(
      TypeDeclaration(
        name: "", baseName: name, kind: .alias(typed.optional),
        docs: ["The whole document."], isRoot: true),
      at: place)
  }

  // MARK: Places

  mutating func type(of node: SchemaNode, at place: Place) -> Typed {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.greatestDepth else {
      note("what is more than \(Self.greatestDepth) levels deep is any JSON, and has no type")
      return Typed(type: .any, mayBeNull: true)
    }
    var node = node
    if let target = node.text("$ref") ?? node.text("$dynamicRef") {
      let rest = node.without("$ref", "$dynamicRef")
      guard rest.isCondition, rest["required"] == nil else {
        return type(of: expanded(target).merging(rest), at: place)
      }
      var typed = reference(target, at: place)
      typed.mayBeNull = typed.mayBeNull || node.isNullable
      return typed
    }
    if let parts = node["allOf"]?.elements {
      let rest = node.without("allOf")
      let structural = parts.filter { !SchemaNode($0).isCondition }
      // A description beside one reference is no new type.
      if structural.count == 1, rest.isCondition, rest["required"] == nil,
        SchemaNode(structural[0])["$ref"] != nil
      {
        var typed = type(of: SchemaNode(structural[0]), at: place)
        typed.mayBeNull = typed.mayBeNull || rest.isNullable
        return typed
      }
      node = parts.reduce(rest) { $0.merging(flattened(SchemaNode($1), [])) }
    }
    if let branches = node["oneOf"]?.elements ?? node["anyOf"]?.elements {
      let rest = node.without("oneOf", "anyOf")
      let structural = branches.filter { !SchemaNode($0).isCondition || $0.members.isEmpty }
      if !structural.isEmpty { return choice(of: structural, beside: rest, at: place) }
      node = rest
    }
    return plainType(of: node, at: place)
  }

  /// A schema with the parts of its `allOf` and its reference put into it.
  func flattened(_ node: SchemaNode, _ seen: Set<String>) -> SchemaNode {
    var node = node
    if let target = node.text("$ref") {
      guard !seen.contains(target), let schema = document.schema(at: target) else {
        return node.without("$ref")
      }
      node = flattened(SchemaNode(schema), seen.union([target])).merging(node.without("$ref"))
    }
    guard let parts = node["allOf"]?.elements else { return node }
    return parts.reduce(node.without("allOf")) { $0.merging(flattened(SchemaNode($1), seen)) }
  }

  private func expanded(_ target: String) -> SchemaNode {
    flattened(SchemaNode(.object([JSONNode.Member("$ref", .string(target))])), [])
  }

  /// The type that a reference names; each target is read once.
  private mutating func reference(_ target: String, at place: Place) -> Typed {
    if let known = referenced[target] { return known }
    let schema = document.schema(at: target)
    if let name = open[target], let schema {
      recursive.insert(target)
      return Typed(type: .named(name), mayBeNull: SchemaNode(schema).isNullableByBranch)
    }
    guard let schema else {
      note(
        "what \"\(EvidenceDoc.visible(target))\" refers to is not in the document; it may be any JSON"
      )
      return Typed(type: .any, mayBeNull: true)
    }
    let last = SchemaNode.lastName(of: target) ?? place.name
    var own = place
    if !place.isRoot || target != "#" {
      own = Place(name: SwiftNames.type(last.split(separator: ".").last.map(String.init) ?? last))
      own.isRoot = place.isRoot
    }
    let name = reserve(own)
    open[target] = name
    own.reserved = name
    var typed = type(of: SchemaNode(schema), at: own)
    open[target] = nil
    let isDeclared = model.declaration(name) != nil
    if !isDeclared, typed.type == .named(name) {
      note(
        "\"\(EvidenceDoc.visible(target))\" refers back to itself without an end; it may be any JSON"
      )
      model.declarations.append(
        TypeDeclaration(
          name: name, baseName: own.name, kind: .alias(.any), docs: docs(of: SchemaNode(schema)),
          isRoot: own.isRoot))
    } else if !isDeclared, recursive.contains(target) {
      // An alias that names itself is no type, so the value gets a type around it.
      model.declarations.append(
        TypeDeclaration(
          name: name, baseName: own.name, kind: .wrapper(typed.type),
          docs: docs(of: SchemaNode(schema)), isRoot: own.isRoot))
      typed.type = .named(name)
    } else if !isDeclared {
      names.release(name)
    }
    referenced[target] = typed
    return typed
  }

  private mutating func plainType(of node: SchemaNode, at place: Place) -> Typed {
    let types = node.types.filter { $0 != "null" }
    guard !types.isEmpty else { return Typed(type: .any, mayBeNull: true) }
    var alternatives: [SwiftType] = []
    for type in types {
      // The name is for the union where there are several.
      let own =
        types.count == 1 ? place : place.part(place.name + (type == "object" ? "Object" : ""))
      alternatives.append(plainType(type, of: node, at: own))
    }
    return Typed(
      type: union(of: alternatives, node, discriminator: nil, at: place), mayBeNull: node.isNullable
    )
  }

  private mutating func plainType(
    _ type: String, of node: SchemaNode, at place: Place
  ) -> SwiftType {
    switch type {
    case "boolean": .bool
    case "integer", "number": numberType(type, node)
    case "string": textType(node, at: place)
    case "array": listType(node, at: place)
    case "object": objectType(node, at: place)
    default: .any
    }
  }

  private func numberType(_ type: String, _ node: SchemaNode) -> SwiftType {
    if let format = node.dateFormat, format.isNumeric { return .date(format) }
    if type == "number" { return .number }
    if node.numbers.contains(where: Self.isBeyondDecimal) { return .number }
    return node.numbers.contains(where: Self.isBeyondInt) ? .decimal : .integer
  }

  /// Whether a number may have an exponent that `Decimal`, of 8 bits there, does not: `1e300`.
  private static func isBeyondDecimal(_ text: String) -> Bool {
    Double(text).map { abs($0) >= 1e127 } ?? false
  }

  /// Whether a number is outside of 64 bits, however it is written: `9223372036854775808`, `1e20`.
  ///
  /// What was seen is known as a `Double`, so that the least number may be one below it.
  private static func isBeyondInt(_ text: String) -> Bool {
    guard let number = Int(text) else { return isBeyondDouble(text) }
    return number == .min
  }

  private static func isBeyondDouble(_ text: String) -> Bool {
    Double(text).map { Int(exactly: $0.rounded(.towardZero)) == nil } ?? true
  }

  private mutating func textType(_ node: SchemaNode, at place: Place) -> SwiftType {
    if let words = node.vocabulary {
      let names = NameScope.members(words, taken: SwiftNames.takenByCases)
      return .named(
        declare(
          TypeDeclaration(
            name: "", baseName: place.name,
            kind: .enumeration(
              zip(names, words).map { EnumerationCase(name: $0, word: $1) }),
            docs: docs(of: node)),
          at: place))
    }
    guard node.mayBeNothing == false else { return .text }
    if let format = node.dateFormat, !format.isNumeric { return .date(format) }
    let format = node.text("format") ?? node.text("x-format")
    return format == "uri" ? .url : .text
  }

  private mutating func listType(_ node: SchemaNode, at place: Place) -> SwiftType {
    let base = SwiftNames.type(SwiftNames.singular(place.name) ?? place.name + "Item")
    let element = place.part(base)
    var parts: [Typed] = []
    for part in node["prefixItems"]?.elements ?? [] {
      parts.append(type(of: SchemaNode(part), at: element))
    }
    switch node["items"] {
    case .object(let members): parts.append(type(of: SchemaNode(.object(members)), at: element))
    case .array(let older):
      // Until draft 2019-09 a tuple was written so.
      for part in older { parts.append(type(of: SchemaNode(part), at: element)) }
    case nil where parts.isEmpty, .bool(true) where parts.isEmpty:
      parts.append(Typed(type: .any, mayBeNull: true))
    default: break
    }
    let joined = union(of: parts.map(\.type), SchemaNode(.null), discriminator: nil, at: element)
    return .list(Typed(type: joined, mayBeNull: parts.contains(where: \.mayBeNull)).elementType)
  }

  private mutating func objectType(_ node: SchemaNode, at place: Place) -> SwiftType {
    let properties = node.properties
    guard !properties.isEmpty else { return mapType(node, at: place) }
    let name = place.reserved ?? reserve(place)
    var built: [Property] = []
    let base = place.name
    let required = node.required
    let memberNames = NameScope.members(
      properties.map(\.key) + ["otherMembers"], taken: SwiftNames.takenByProperties)
    for (property, memberName) in zip(properties, memberNames) {
      let schema = SchemaNode(property.value)
      let typed = type(
        of: schema, at: Place(name: SwiftNames.type(property.key), parent: base))
      let observed = schema["x-observed"]
      let samples = observed?["samples"]?.integer ?? 0
      let mayBeMissing =
        !required.contains(property.key) || (observed?["present"]?.integer ?? samples) < samples
      let mayBeNull = typed.mayBeNull || (observed?["null"]?.integer ?? 0) > 0
      built.append(
        Property(
          key: property.key, name: memberName,
          type: mayBeMissing || mayBeNull || typed.type == .any ? typed.type.orNil : typed.type,
          mayBeMissing: mayBeMissing, mayBeNull: mayBeNull,
          mayBeNothing: schema.mayBeNothing, separator: schema.text("x-list"),
          docs: docs(of: schema)))
    }
    if node.hasMembersByKey, let name = memberNames.last {
      built.append(
        Property(
          key: "", name: name, type: mapType(node, at: place), mayBeMissing: false,
          mayBeNull: false, isRest: true, docs: ["The other members, by their keys."]))
    }
    return .named(
      finish(
        TypeDeclaration(
          name: name, baseName: base, kind: .structure(built), docs: docs(of: node),
          slots: node.slots, isRoot: place.isRoot)))
  }

  private mutating func mapType(_ node: SchemaNode, at place: Place) -> SwiftType {
    let value = place.part(SwiftNames.singular(place.name) ?? place.name + "Value")
    var parts: [Typed] = []
    if case .object(let members) = node["additionalProperties"] {
      parts.append(type(of: SchemaNode(.object(members)), at: value))
    }
    for pattern in node["patternProperties"]?.members ?? [] {
      parts.append(type(of: SchemaNode(pattern.value), at: value))
    }
    if parts.isEmpty { parts.append(Typed(type: .any, mayBeNull: true)) }
    let joined = union(of: parts.map(\.type), SchemaNode(.null), discriminator: nil, at: value)
    return .map(Typed(type: joined, mayBeNull: parts.contains(where: \.mayBeNull)).elementType)
  }

  // MARK: Declarations

  private func fullName(_ name: String) -> String { options.prefix + name + options.suffix }

  private mutating func reserve(_ place: Place) -> String {
    names.name(place.candidates.map(fullName))
  }

  @discardableResult
  mutating func declare(_ declaration: TypeDeclaration, at place: Place) -> String {
    var declaration = declaration
    declaration.name = place.reserved ?? reserve(place)
    return finish(declaration)
  }

  /// Adds a declaration whose name is reserved, unless there is one like it.
  private mutating func finish(_ declaration: TypeDeclaration) -> String {
    if !open.values.contains(declaration.name),
      let same = model.declarations.first(where: declaration.hasSameContent)
    {
      names.release(declaration.name)
      return same.name
    }
    model.declarations.append(declaration)
    return declaration.name
  }

  private mutating func note(_ text: String) {
    if !model.notes.contains(text) { model.notes.append(text) }
  }

  func docs(of node: SchemaNode) -> [String] { EvidenceDoc.lines(node) }
}

extension TypeBuilder.Typed {
  /// The type of an element: any JSON holds null itself.
  fileprivate var elementType: SwiftType { type == .any ? .any : optional }
}
