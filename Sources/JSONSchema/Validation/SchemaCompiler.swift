import StrictJSON

/// Reads a schema and all that it refers to into a ``SchemaProgram``.
///
/// A schema gets its index when it is first named, and is read later, from a queue. So references
/// may point backwards, forwards, and to themselves, and deep schemas need no deep recursion.
struct SchemaCompiler {
  typealias SchemaPlace = SchemaResources.SchemaPlace

  var resources: SchemaResources
  private var program = SchemaProgram()
  /// The schemas that are still to be read.
  private var queue: [(index: Int, place: SchemaPlace)] = []
  /// The index of each schema by where it is.
  private var indices: [SchemaResources.Key: Int] = [:]
  /// The names of all anchors that a `$dynamicRef` asks for.
  private var dynamicNames = Set<ExactText>()

  /// A chain of schemas that look at the same value is not followed further than this.
  private static let maximumChain = 256

  static func compile(
    _ document: JSONDocument, library: SchemaLibrary
  ) throws(SchemaError) -> SchemaProgram {
    var compiler = SchemaCompiler(
      resources: SchemaResources(document, library: library))
    _ = compiler.schema(compiler.resources.root)
    repeat { compiler.readQueue() } while compiler.addDynamicAnchors()
    if compiler.resources.problems.isEmpty { compiler.findEndlessChains() }
    guard compiler.resources.problems.isEmpty else {
      throw SchemaError(problems: compiler.resources.problems)
    }
    return compiler.program
  }

  private init(resources: SchemaResources) { self.resources = resources }

  private mutating func readQueue() {
    var next = 0
    while next < queue.count {
      let (index, place) = queue[next]
      read(place, into: index)
      next += 1
    }
    queue.removeAll()
  }

  mutating func report(_ message: String, at place: SchemaPlace) {
    resources.report(message, at: place)
  }

  // MARK: Schemas

  /// The index of a schema, which is read later if it is new.
  mutating func schema(_ place: SchemaPlace) -> Int {
    if let index = indices[place.key] { return index }
    let index = program.schemas.count
    indices[place.key] = index
    var place = place
    place.resource = resources.resource(of: place)
    program.schemas.append(
      CompiledSchema(
        location: place.pointer, document: resources.documents[place.document].name,
        resource: place.resource))
    queue.append((index, place))
    return index
  }

  mutating func schemaList(_ place: SchemaPlace) -> [Int]? {
    guard place.value.kind == .array, place.value.count > 0 else {
      report("a list of schemas with at least one schema is needed", at: place)
      return nil
    }
    return place.value.elements.enumerated().map { index, element in
      schema(place.element(index, element))
    }
  }

  mutating func schemaMap(_ place: SchemaPlace) -> [(name: ExactText, schema: Int)]? {
    guard place.value.kind == .object else {
      report("an object of schemas is needed", at: place)
      return nil
    }
    return place.value.members.map { member in
      (ExactText(member.key), schema(place.member(member.key, member.value)))
    }
  }

  private mutating func read(_ place: SchemaPlace, into index: Int) {
    switch place.value.kind {
    case .bool:
      if place.value.bool == false {
        program.schemas[index].keywords = [CompiledKeyword(name: "", keyword: .never)]
      }
    case .object:
      let vocabularies = resources.vocabularies(of: place)
      var seen = Set<ExactText>()
      var last: [CompiledKeyword] = []
      for member in place.value.members {
        let inner = place.member(member.key, member.value)
        guard seen.insert(ExactText(member.key)).inserted else {
          report("the keyword stands twice", at: inner)
          continue
        }
        guard !vocabularies.isDisjoint(with: Vocabularies.of(member.key)),
          let keyword = keyword(member.key, inner, in: place)
        else { continue }
        guard !keyword.isAnnotation else {
          program.schemas[index].annotations.append(keyword)
          continue
        }
        let compiled = CompiledKeyword(name: member.key, keyword: keyword)
        switch keyword {
        // These look at what all the others have left.
        case .unevaluatedItems, .unevaluatedProperties: last.append(compiled)
        default: program.schemas[index].keywords.append(compiled)
        }
      }
      program.schemas[index].keywords += last
      program.schemas[index].asksForEvaluated = !last.isEmpty
    case .null, .number, .string, .array:
      report(
        "a schema is an object or a boolean, not \(place.value.kind.description)", at: place)
    }
  }

  // MARK: References

  /// Reads `$ref`, or `$dynamicRef` where it depends on the way that led to it.
  mutating func reference(_ keyword: SchemaPlace) -> Keyword? {
    guard let target = resources.target(of: keyword) else { return nil }
    let schema = schema(target.place)
    guard let name = target.dynamicAnchor, keyword.pointer.tokens.last == "$dynamicRef" else {
      return .reference(schema)
    }
    dynamicNames.insert(name)
    program.hasDynamicReferences = true
    return .dynamicReference(name, otherwise: schema)
  }

  /// Compiles the anchors that a `$dynamicRef` may come to; returns whether that led to new schemas.
  private mutating func addDynamicAnchors() -> Bool {
    let count = program.schemas.count
    for (index, resource) in resources.resources.enumerated() {
      for (name, place) in resource.dynamicAnchors where dynamicNames.contains(name) {
        program.dynamicAnchors[index, default: [:]][name] = schema(place)
      }
    }
    return program.schemas.count > count
  }

  // MARK: Loops

  /// Reports schemas that come back to themselves without going down in the value.
  ///
  /// Schemas that no other one leads to are taken away again and again, and so are schemas that
  /// lead nowhere; what is left are the loops, and what lies between two loops.
  private mutating func findEndlessChains() {
    let schemas = program.schemas
    let followers = schemas.map { $0.keywords.flatMap(\.keyword.schemasInPlace) }
    var leaders = [[Int]](repeating: [], count: schemas.count)
    for (schema, list) in followers.enumerated() {
      for follower in list { leaders[follower].append(schema) }
    }
    let (order, unled) = Self.inOrder(followers, leaders)
    let (_, endless) = Self.inOrder(leaders, followers)
    if let schema = schemas.indices.first(where: { unled[$0] && endless[$0] }) {
      report("the schema refers back to itself without an end", atSchema: schema)
      return
    }
    var length = [Int](repeating: 0, count: schemas.count)
    for schema in order {
      for follower in followers[schema] {
        length[follower] = max(length[follower], length[schema] + 1)
      }
    }
    if let schema = length.indices.first(where: { length[$0] > Self.maximumChain }) {
      report("too many schemas refer to each other in a row", atSchema: schema)
    }
  }

  /// Sorts schemas so that each comes before its followers; `rest` marks what cannot be sorted.
  private static func inOrder(
    _ followers: [[Int]], _ leaders: [[Int]]
  ) -> (order: [Int], rest: [Bool]) {
    var waitingFor = leaders.map(\.count)
    var order = followers.indices.filter { waitingFor[$0] == 0 }
    var next = 0
    while next < order.count {
      for follower in followers[order[next]] {
        waitingFor[follower] -= 1
        if waitingFor[follower] == 0 { order.append(follower) }
      }
      next += 1
    }
    return (order, waitingFor.map { $0 > 0 })
  }

  private mutating func report(_ message: String, atSchema index: Int) {
    let schema = program.schemas[index]
    let document = resources.documents.firstIndex { $0.name == schema.document } ?? 0
    let json = resources.documents[document].json
    report(
      message,
      at: SchemaPlace(
        document: document, resource: schema.resource,
        value: json.value(at: schema.location) ?? json.root, pointer: schema.location))
  }
}
