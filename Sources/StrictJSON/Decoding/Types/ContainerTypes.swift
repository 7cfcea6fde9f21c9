/// A type of the standard library that the decoder walks itself, so that one pass finds the
/// problems of all its elements.
protocol ContainerType: Decodable {
  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> Self

  /// Walks the container in a fast pass.
  static func readFast(_ index: Int, _ place: TypePlace, _ run: FastPass) throws -> Self
}

extension Optional: ContainerType where Wrapped: Decodable {
  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> Wrapped? {
    if node.isNull { return nil }
    do throws(NodeFailure) {
      return try session.decode(Wrapped.self, node, path)
    } catch {
      throw error.withCause(Wrapped.self, at: path).placeholder(Wrapped?.none)
    }
  }
}

extension Array: ContainerType where Element: Decodable {
  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> [Element] {
    try ElementWalk<Element>(node, path, session).result { $0 }
  }
}

extension ContiguousArray: ContainerType where Element: Decodable {
  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> ContiguousArray<Element> {
    try ElementWalk<Element>(node, path, session).result { ContiguousArray($0) }
  }
}

extension Set: ContainerType where Element: Decodable {
  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> Set<Element> {
    let walk = try ElementWalk<Element>(node, path, session)
    // A made-up element is never put in: that would run its own hashing code.
    guard walk.issues.isEmpty else {
      let real = Set(walk.realElements)
      throw walk.failure(PlaceholderSource(real, rest: { real }))
    }
    return Set(walk.elements)
  }
}

extension Dictionary: ContainerType where Key: Decodable, Value: Decodable {
  static func read(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) -> [Key: Value] {
    guard Self.keysAreNames else {
      // Other keys stand in a flat array with their values; the standard library reads that.
      return try DecodingFrame(Self.self, node, path, session).decode(Self.self)
    }
    guard node.kind == .object else { throw session.mismatch("an object", node, path) }
    if let failure = session.keyFailure(node, path) { throw failure }
    var result: [Key: Value] = [:]
    var issues: [DecodingIssue] = []
    var unexplored: [UnexploredPart] = []
    var cause: (any Error)?
    var seen: Set<String> = []
    // Of a `[String: …]` the names are kept, and with a strategy each member is decoded.
    let rename = Key.self == String.self ? { $0 } : session.renaming(at: path)
    let readsDuplicates = Key.self == String.self && session.renamesKeys
    var attempts = FastAttempts()
    var firstProblem: Int?
    for member in node.members {
      let name = rename(member.key)
      let isFirst = seen.insert(name).inserted
      guard isFirst || readsDuplicates else { continue }
      session.trail.noteAsked(member.value)
      let memberPath = path.mapValue(NameKey(name), name: member.key)
      guard let key = Self.key(name) else {
        firstProblem = firstProblem ?? session.readLog.mark
        issues.append(
          session.issue(
            .typeMismatch, member.value, memberPath, expected: "a key that is \(Key.self)",
            found: "the key \(JSONWriter.quoted(member.key))"))
        continue
      }
      do throws(NodeFailure) {
        let value = try attempts.decode(Value.self, member.value, memberPath.shape, session) {
          memberPath
        }
        if isFirst { result[key] = value }
      } catch {
        firstProblem = firstProblem ?? session.readLog.mark
        session.putBack(error.trail)
        if issues.isEmpty { cause = error.withCause(Value.self, at: memberPath).cause }
        issues += error.issues
        unexplored += error.unexplored
      }
    }
    if issues.isEmpty { return result }
    var failure = NodeFailure(
      issues: issues, unexplored: unexplored,
      placeholder: PlaceholderSource(result, rest: { result }), cause: cause)
    if let firstProblem { failure.reads = session.readLog.cut(from: firstProblem) }
    throw failure
  }

  static var keysAreNames: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
  }

  private static func key(_ name: String) -> Key? {
    if let key = name as? Key { return key }
    if Key.self == Int.self { return Int(name) as? Key }
    guard let type = Key.self as? any CodingKeyRepresentable.Type else { return nil }
    return type.init(codingKey: DictionaryKey(name)) as? Key
  }
}

/// One pass over the elements of an array.
private struct ElementWalk<Element: Decodable> {
  private(set) var elements: [Element] = []
  /// The positions of the elements that are made up.
  private var standIns: Set<Int> = []
  private(set) var issues: [DecodingIssue] = []
  private(set) var unexplored: [UnexploredPart] = []
  /// What JSONDecoder would throw: the error of the first element that has one.
  private var cause: (any Error)?
  /// What was asked for behind the first problem.
  private var laterReads: [Int32] = []

  init(
    _ node: JSONValue, _ path: DecodingPath, _ session: DecodingSession
  ) throws(NodeFailure) {
    guard node.kind == .array else { throw session.mismatch("an array", node, path) }
    var attempts = FastAttempts()
    let count = node.count
    elements.reserveCapacity(count)
    let shape = count == 0 ? path.shape : path.shape.child(.elements)
    var firstProblem: Int?
    for (index, element) in node.elements.enumerated() {
      do throws(NodeFailure) {
        elements.append(
          try attempts.decode(Element.self, element, shape, session) { path.element(index) })
      } catch {
        firstProblem = firstProblem ?? session.readLog.mark
        session.putBack(error.trail)
        if issues.isEmpty {
          cause = error.withCause(Element.self, at: path.element(index)).cause
        }
        issues += error.issues
        unexplored += error.unexplored
        // A stand-in keeps the other elements at their places.
        if let standIn = error.placeholder?.plainValue?.value(as: Element.self) {
          standIns.insert(elements.count)
          elements.append(standIn)
        }
      }
    }
    if !issues.isEmpty, let firstProblem { laterReads = session.readLog.cut(from: firstProblem) }
  }

  /// The elements that are not made up.
  var realElements: [Element] {
    elements.indices.filter { !standIns.contains($0) }.map { elements[$0] }
  }

  func result<Container>(_ make: @escaping ([Element]) -> Container) throws(NodeFailure)
    -> Container
  {
    let container = make(elements)
    if issues.isEmpty { return container }
    let walk = self
    let placeholder = PlaceholderSource(container) { make(walk.realElements) }
    var failure = failure(placeholder)
    failure.cause = cause
    throw failure
  }

  /// The problems of all elements.
  func failure(_ placeholder: PlaceholderSource) -> NodeFailure {
    var failure = NodeFailure(issues: issues, unexplored: unexplored, placeholder: placeholder)
    failure.reads = laterReads
    return failure
  }
}

extension NodeFailure {
  /// Returns the failure with one value that may stand in.
  func placeholder<Value>(_ value: Value) -> NodeFailure {
    var failure = self
    failure.placeholder = PlaceholderSource(value)
    return failure
  }
}
