extension ContainerType {
  /// Containers that need care are left to the engine.
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> Self {
    try run.explained(index, place) { (node, path, session) throws(NodeFailure) in
      try Self.read(node, path, session)
    }
  }
}

extension Optional where Wrapped: Decodable {
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> Wrapped? {
    if run.tape[index].isKind(.null) { return nil }
    return try place.content(Wrapped.self, run).read(index, run)
  }
}

extension Array where Element: Decodable {
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> [Element] {
    let entry = run.tape[index]
    guard entry.isKind(.array) else { throw run.mismatch([Any].self, index, place.shape) }
    let end = Int(entry.next)
    guard index + 1 < end else { return [] }
    let content = place.elements(Element.self, .elements, run)
    // Lists of these are common, and long.
    if Element.self == String.self {
      return try run.same(list(index, run) { try run.string($0, content) }, as: [Element].self)
    }
    if Element.self == Int.self {
      return try run.same(
        list(index, run) { try run.integer(Int.self, $0, content) }, as: [Element].self)
    }
    return try list(index, run) { try content.read($0, run) }
  }

  @inline(__always)
  private static func list<Value>(
    _ index: Int, _ run: FastPass, _ read: (Int) throws -> Value
  ) throws -> [Value] {
    let entry = run.tape[index]
    var values: [Value] = []
    values.reserveCapacity(entry.count ?? 0)
    let end = Int(entry.next)
    var element = index + 1
    while element < end {
      values.append(try read(element))
      element = Int(run.tape[element].next)
    }
    return values
  }
}

extension ContiguousArray where Element: Decodable {
  static func readFast(
    _ index: Int, _ place: TypePlace, _ run: FastPass
  ) throws -> ContiguousArray<Element> {
    ContiguousArray(try [Element].readFast(index, place, run))
  }
}

extension Dictionary where Key: Decodable, Value: Decodable {
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> [Key: Value] {
    if Key.self == String.self { return try map(index, place, run) }
    run.noteEngineWork(at: index)
    return try run.explained(index, place) { (node, path, session) throws(NodeFailure) in
      try Self.read(node, path, session)
    }
  }

  private static func map(
    _ index: Int, _ place: TypePlace, _ run: FastPass
  ) throws -> [Key: Value] {
    let entry = run.tape[index]
    guard entry.isKind(.object) else { throw run.mismatch([String: Any].self, index, place.shape) }
    run.noteMap(index)
    guard index + 1 < Int(entry.next) else { return [:] }
    let content = place.elements(Value.self, .values, run)
    // Maps of these are common, and a dictionary of a type that is not known here is slow.
    if Value.self == String.self {
      let map = try members(index, place, run) { try run.string($0, content) }
      return try run.same(map, as: [Key: Value].self)
    }
    if Value.self == Int.self {
      let map = try members(index, place, run) { try run.integer(Int.self, $0, content) }
      return try run.same(map, as: [Key: Value].self)
    }
    if Value.self == Int?.self {
      let map = try members(index, place, run) {
        run.tape[$0].isKind(.null) ? nil : try run.integer(Int.self, $0, content)
      }
      return try run.same(map, as: [Key: Value].self)
    }
    let map = try members(index, place, run) { try content.read($0, run) }
    return try run.same(map, as: [Key: Value].self)
  }

  @inline(__always)
  private static func members<Member>(
    _ index: Int, _ place: TypePlace, _ run: FastPass, _ read: (Int) throws -> Member
  ) throws -> [String: Member] {
    let entry = run.tape[index]
    let end = Int(entry.next)
    var member = index + 1
    var result = [String: Member](minimumCapacity: entry.count ?? 0)
    while member < end {
      let key = try run.string(member, place)
      // Of two members of a name the first one counts.
      if result.index(forKey: key) == nil {
        result.updateValue(try read(member + 1), forKey: key)
      } else if run.renamesKeys {
        // With a strategy the later ones are decoded too.
        run.noteOdd()
      }
      member = Int(run.tape[member + 1].next)
    }
    return result
  }
}
