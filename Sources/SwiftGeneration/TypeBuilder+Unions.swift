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
    var targets: [(name: String, type: SwiftType, node: SchemaNode)] = []
    let wanted = branches.filter {
      SchemaNode($0).types != ["null"] || SchemaNode($0)["$ref"] != nil
    }
    mayBeNull = mayBeNull || wanted.count < branches.count
    for (position, branch) in wanted.enumerated() {
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
      let target = node.text("$ref")?.split(separator: "/").last.map(String.init)
      targets.append((target ?? "\(position)", typed.type, flattened(node, [])))
    }
    let type = union(
      of: alternatives, rest, discriminator: discriminator(rest, targets), at: place)
    return Typed(type: type, mayBeNull: mayBeNull)
  }

  /// The words that tell the branches apart; empty where no member of them does.
  private func discriminator(
    _ rest: SchemaNode, _ targets: [(name: String, type: SwiftType, node: SchemaNode)]
  ) -> (key: String, words: [(String, SwiftType)])? {
    if let key = rest["discriminator"]?["propertyName"]?.string {
      let mapping = rest["discriminator"]?["mapping"]?.members ?? []
      let words = targets.flatMap { target in
        let mapped = mapping.filter {
          $0.value.string?.split(separator: "/").last.map(String.init) == target.name
        }
        return (mapped.isEmpty ? [target.name] : mapped.map(\.key)).map { ($0, target.type) }
      }
      return (key, words)
    }
    guard targets.count > 1, let first = targets.first else { return nil }
    for property in first.node.properties {
      let words = targets.flatMap { target in
        (target.node.required.contains(property.key)
          ? target.node["properties"]?[property.key].flatMap { SchemaNode($0).constants } ?? []
          : [])
          .map { ($0, target.type) }
      }
      let covers = targets.allSatisfy { target in words.contains { $0.1 == target.type } }
      if covers, Set(words.map(\.0)).count == words.count { return (property.key, words) }
    }
    return nil
  }

  /// One type for several: the only one, the wider one, or a declared union.
  mutating func union(
    of types: [SwiftType], _ node: SchemaNode,
    discriminator: (key: String, words: [(String, SwiftType)])?, at place: Place
  ) -> SwiftType {
    let types = widened(types)
    if types.contains(.any) || types.isEmpty { return .any }
    if types.count == 1 { return types[0] }
    let caseNames = NameScope.members(
      types.map(caseName), taken: SwiftNames.takenByCases)
    let cases = zip(caseNames, types).map { UnionCase(name: $0, type: $1) }
    let declared = discriminator.flatMap { found -> Discriminator? in
      let words = found.words.compactMap { word, type in
        cases.first { $0.type == type }.map { EnumerationCase(name: $0.name, word: word) }
      }
      return words.count == found.words.count && Set(words.map(\.name)).count == cases.count
        ? Discriminator(key: found.key, words: words) : nil
    }
    let ordered = declared == nil ? cases.sorted { order($0.type) < order($1.type) } : cases
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
