// The types of `oneOf` and `anyOf`, and of lists and maps whose values are of several types.

import StrictJSON
import WireDates

extension TypeBuilder {
  /// The type of `oneOf` or `anyOf`.
  mutating func choice(
    of branches: [JSONNode], beside rest: SchemaNode, at place: Place
  ) -> Typed {
    var mayBeNull = rest.isNullable
    var alternatives: [SwiftType] = []
    var targets: [(name: String?, type: SwiftType, node: SchemaNode)] = []
    let wanted = branches.filter {
      SchemaNode($0).types != ["null"] || SchemaNode($0)["$ref"] != nil
    }
    mayBeNull = mayBeNull || wanted.count < branches.count
    for branch in wanted {
      let node = SchemaNode(branch)
      // What stands beside the branches holds for each of them.
      let whole = rest.properties.isEmpty ? node : flattened(rest, []).merging(flattened(node, []))
      let name =
        node.text("title").map(SwiftNames.type) ?? place.name + (wanted.count == 1 ? "" : "Option")
      let typed = type(
        of: whole,
        at: wanted.count == 1 ? place : place.part(name))
      mayBeNull = mayBeNull || typed.mayBeNull
      alternatives.append(typed.type)
      let target = node.text("$ref").flatMap(SchemaNode.lastName)
      targets.append((target, typed.type, flattened(node, [])))
    }
    let type = union(
      of: alternatives, rest, discriminator: discriminator(rest, targets), at: place)
    return Typed(type: type, mayBeNull: mayBeNull)
  }

  /// The member of the branches that tells those which are objects apart, and what it holds in each of them.
  struct Tag {
    let key: String
    let isNumber: Bool
    let words: [(word: String, type: SwiftType)]

    /// Makes a tag of the values that come with each type; nil where two types have one in common, one has none, or the
    /// values are no texts and no whole numbers.
    init?(_ key: String, _ values: [(values: [JSONNode], type: SwiftType)]) {
      self.key = key
      let all = values.flatMap { entry in entry.values.map { ($0, entry.type) } }
      let areNumbers = all.first?.0.integer != nil
      isNumber = areNumbers
      words = all.compactMap { value, type in
        (areNumbers ? value.integer.map(String.init) : value.string).map { ($0, type) }
      }
      guard words.count == all.count, Set(words.map(\.word)).count == words.count,
        values.count > 1, values.allSatisfy({ !$0.values.isEmpty })
      else { return nil }
    }
  }

  /// The member that tells the branches apart; nil where none does.
  ///
  /// What a branch says that the member is, counts before its name: OpenAPI 3.1, section 4.8.25, lets the name of a schema
  /// be the value only where nothing maps it.
  private func discriminator(
    _ rest: SchemaNode, _ targets: [(name: String?, type: SwiftType, node: SchemaNode)]
  ) -> Tag? {
    let objects = targets.filter { $0.node.types == ["object"] || !$0.node.properties.isEmpty }
    func constants(_ node: SchemaNode, _ key: String) -> [JSONNode] {
      node["properties"]?[key].map { flattened(SchemaNode($0), []).constants } ?? []
    }
    if let key = rest["discriminator"]?["propertyName"]?.string {
      let mapping = rest["discriminator"]?["mapping"]?.members ?? []
      let tag = Tag(
        key,
        objects.map { target in
          let mapped = mapping.filter {
            $0.value.string.flatMap(SchemaNode.lastName) == target.name
          }.map { JSONNode.string($0.key) }
          let stated = mapped.isEmpty ? constants(target.node, key) : mapped
          return (stated.isEmpty ? target.name.map { [.string($0)] } ?? [] : stated, target.type)
        })
      if let tag { return tag }
    }
    for property in objects.first?.node.properties ?? [] {
      let tag = Tag(
        property.key,
        objects.map { target in
          let isThere = target.node.required.contains(property.key)
          return (isThere ? constants(target.node, property.key) : [], target.type)
        })
      if let tag { return tag }
    }
    return nil
  }

  /// One type for several: the only one, the wider one, or a declared union.
  mutating func union(
    of types: [SwiftType], _ node: SchemaNode,
    discriminator: Tag?, at place: Place
  ) -> SwiftType {
    let types = widened(types)
    if types.contains(.any) || types.isEmpty { return .any }
    if types.count == 1 { return types[0] }
    let caseNames = NameScope.members(
      types.map(caseName), taken: SwiftNames.takenByCases)
    let cases = zip(caseNames, types).map { UnionCase(name: $0, type: $1) }
    let declared = discriminator.flatMap { tag -> Discriminator? in
      let words = tag.words.compactMap { word, type in
        cases.first { $0.type == type }.map { EnumerationCase(name: $0.name, word: word) }
      }
      let names = Set(words.map(\.name))
      // What has no word is told from the objects by not being one.
      let others = cases.filter { !names.contains($0.name) }
      return words.count == tag.words.count && names.count > 1
        && others.allSatisfy { isNoObject($0.type) }
        ? Discriminator(key: tag.key, isNumber: tag.isNumber, words: words) : nil
    }
    let sorted = cases.sorted { order($0.type) < order($1.type) }
    let isAllChosen = declared.map { Set($0.words.map(\.name)).count == cases.count } ?? false
    let ordered = isAllChosen ? cases : sorted
    return .named(
      declare(
        TypeDeclaration(
          name: "", baseName: place.name, kind: .union(ordered, discriminator: declared),
          docs: docs(of: node), isRoot: place.isRoot),
        at: place))
  }

  private func widened(_ types: [SwiftType]) -> [SwiftType] {
    var distinct: [SwiftType] = []
    for type in types where !distinct.contains(type) { distinct.append(type) }
    if distinct.contains(.number) { distinct.removeAll { $0 == .integer || $0 == .decimal } }
    let isText = { (type: SwiftType) -> Bool in
      switch type {
      case .text, .url: true
      case .date(let format): !format.isNumeric
      case .named(let name): self.isEnumeration(name)
      default: false
      }
    }
    if distinct.count(where: isText) > 1 {
      // Two kinds of text are one text.
      let first = distinct.firstIndex(where: isText) ?? 0
      distinct[first] = .text
      distinct = distinct.enumerated().filter { $0.offset <= first || !isText($0.element) }
        .map(\.element)
    }
    return distinct
  }

  private func isEnumeration(_ name: String) -> Bool {
    if case .enumeration = model.declaration(name)?.kind { return true }
    return false
  }

  /// Whether no value of a type is an object.
  private func isNoObject(_ type: SwiftType) -> Bool {
    switch type {
    case .bool, .integer, .number, .text, .url, .decimal, .date, .list: true
    case .named(let name): isEnumeration(name)
    case .any, .map, .optional, .indirect: false
    }
  }

  private func caseName(_ type: SwiftType) -> String {
    switch type {
    case .bool: "flag"
    case .integer: "integer"
    case .decimal: "decimal"
    case .number: "number"
    case .text: "text"
    case .url: "url"
    case .date: "date"
    case .any: "any"
    case .named(let name):
      SwiftNames.property(model.declaration(name)?.baseName ?? name)
    case .list: "list"
    case .map: "map"
    case .optional(let type), .indirect(let type): caseName(type)
    }
  }

  /// The place in which a type is tried: exact ones before those that accept more.
  private func order(_ type: SwiftType) -> Int {
    switch type {
    case .bool: 0
    case .integer: 1
    case .decimal: 2
    case .number: 3
    case .date: 4
    case .url: 5
    case .text: 6
    case .list: 8
    case .map: 200_000
    case .named(let name):
      // Of two objects the one that demands more keys is tried first.
      isEnumeration(name)
        ? 7
        : 100_000
          - (model.declaration(name)?.properties.count {
            !$0.mayBeMissing
          } ?? 0)
    case .any, .optional, .indirect: 300_000
    }
  }
}
