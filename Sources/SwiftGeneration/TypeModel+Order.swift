extension TypeModel {
  /// Puts each type behind the one that names it first.
  mutating func sortOuterFirst() {
    var order: [TypeDeclaration] = []
    var seen: Set<String> = []
    // The last one on the list is next.
    var waiting = Array(
      declarations.filter(\.isRoot).map(\.name).reversed())
    let all = Dictionary(uniqueKeysWithValues: declarations.map { ($0.name, $0) })
    while let name = waiting.popLast() {
      guard let declaration = all[name], seen.insert(name).inserted else { continue }
      order.append(declaration)
      waiting += declaration.kind.types.flatMap(\.names).reversed()
    }
    // What nothing names was taken the place of by a type that is alike, or by any JSON.
    declarations = order
  }

  /// Gives values that hold themselves a place of their own in memory.
  mutating func breakCycles() {
    for position in declarations.indices {
      guard case .union = declarations[position].kind,
        holds(declarations[position].name, in: declarations[position])
      else { continue }
      declarations[position].isRecursive = true
    }
    for position in declarations.indices {
      let declaration = declarations[position]
      guard case .structure(var properties) = declaration.kind else { continue }
      for index in properties.indices {
        guard let target = properties[index].type.heldInline,
          target == declaration.name
            || self.declaration(target).map({ holds(declaration.name, in: $0) }) == true
        else { continue }
        let type = properties[index].type
        properties[index].type =
          type == type.unwrapped ? .indirect(type) : .optional(.indirect(type.unwrapped))
        declarations[position].kind = .structure(properties)
      }
    }
  }

  /// Whether a value of a declaration holds one of a name, with nothing in between.
  private func holds(_ name: String, in declaration: TypeDeclaration) -> Bool {
    var seen: Set<String> = []
    var waiting = [declaration]
    while let next = waiting.popLast() {
      guard !next.isRecursive else { continue }
      for target in next.kind.types.compactMap(\.heldInline) {
        if target == name { return true }
        if seen.insert(target).inserted, let declaration = self.declaration(target) {
          waiting.append(declaration)
        }
      }
    }
    return false
  }
}

extension TypeDeclaration.Kind {
  /// The types that a value is made of.
  var types: [SwiftType] {
    switch self {
    case .structure(let properties): properties.map(\.type)
    case .enumeration: []
    case .union(let cases, _): cases.map(\.type)
    case .alias(let type), .wrapper(let type): [type]
    }
  }
}

extension SwiftType {
  /// The declared types that the type names.
  var names: [String] {
    switch self {
    case .named(let name): [name]
    case .list(let type), .map(let type), .optional(let type), .indirect(let type): type.names
    case .bool, .integer, .number, .text, .url, .decimal, .date, .any: []
    }
  }
}
