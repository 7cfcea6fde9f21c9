import Foundation
import WireDates

/// Where a type meets values: what is known of the types, and what one decoding of one document shares.
///
/// A session decodes one document after the other (``begin(_:_:exemplars:)``, ``end()``). What it has learnt of
/// the types it keeps; of a document it keeps nothing.
final class DecodingSession {
  // MARK: Of the types

  /// The places that the types ask for.
  let shape = ShapeNode()

  private var infos: [ObjectIdentifier: TypeInfo] = [:]

  /// The cases of the enumerations of keys.
  private var keys: [ObjectIdentifier: [any CodingKey]] = [:]

  /// The types whose coding keys enumerations are; nil for those that are nobody's.
  private var keyOwners: [ObjectIdentifier: TypeInfo?] = [:]

  /// What stands in for values of types, as far as no document has a part in it.
  private var placeholders: [ObjectIdentifier: PlaceholderSource] = [:]

  /// What was asked for in the document so far.
  let readLog = ReadLog()

  /// What fast passes have learnt.
  private let known: TypeCache

  // MARK: Of one document

  private(set) var decoder: StrictDecoder

  // All decoders of a session have strategies of the same kinds, so this is looked at once.

  /// Whether no closure and no formatter takes part, of which those of two decoders may differ.
  let hasPlainStrategies: Bool
  /// Whether members are looked up under other names than the document's.
  let renamesKeys: Bool

  /// The places where types do what `JSONDecoder` does not bear.
  private(set) var misuses: [UnexploredPart] = []

  /// The initialisers that are running.
  private var running: [DecodingFrame] = []

  /// One real value of each enumeration that was decoded.
  private(set) var exemplars: PlaceholderSource.Exemplars = [:]

  /// Decodes what nothing is wrong with; nil where only the engine can.
  private(set) var fastPass: FastPass?

  /// The size of the innermost value around that a fast pass failed on, in entries of the tape.
  var failedSize = Int.max

  /// The names of members that were seen so far, in their order.
  var renamings: [Renaming] = []

  /// The places where a member has a name that is not likely.
  var placesOfUnlikelyNames: [ShapeNode] = []

  /// How many made-up objects are being made, one for the other.
  var standInDepth = 0

  /// Values of the document that stand in for others at the same place.
  var samples = ValueSamples()

  /// The values that could not be decoded, by their tape indices.
  private(set) var failedValues: [Int] = []

  /// Whether a value is only read to stand in for another one; then nothing is explored.
  var isSampling = false

  /// Where the last search for a path went.
  var cursor = PathCursor()

  /// What was read and swallowed so far.
  var trail = DecodingTrail()

  /// The objects that were opened by key, for the checks of slots and of unread members.
  private(set) var openedObjects: [Int: OpenedObject] = [:]

  private var knownFoundation: JSONDecoder?

  /// Foundation's decoder with the same strategies, for scalars.
  var foundation: JSONDecoder {
    if let knownFoundation { return knownFoundation }
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = decoder.keyDecodingStrategy
    foundation.dateDecodingStrategy = decoder.dateDecodingStrategy
    foundation.dataDecodingStrategy = decoder.dataDecodingStrategy
    foundation.nonConformingFloatDecodingStrategy = decoder.nonConformingFloatDecodingStrategy
    foundation.userInfo = decoder.userInfo
    knownFoundation = foundation
    return foundation
  }

  /// Makes a session for decoders whose strategies are those of one.
  init(decoder: StrictDecoder) {
    self.decoder = decoder
    let strategies = decoder.strategies
    hasPlainStrategies =
      strategies.dates != .other && strategies.bytes != .other && strategies.keys != .other
    renamesKeys = strategies.keys != .plain
    known = TypeCache(readLog)
  }

  /// Begins with a document, for a decoder with the same strategies, and with real values of enumerations that
  /// an earlier decoding of it found.
  func begin(
    _ document: JSONDocument, _ decoder: StrictDecoder,
    exemplars: PlaceholderSource.Exemplars = [:]
  ) {
    // What a closure or a formatter of one decoder does says nothing about those of another.
    if !hasPlainStrategies { knownFoundation = nil }
    self.decoder = decoder
    self.exemplars = exemplars
    fastPass = FastPass(self, document.storage, known)
  }

  /// Forgets the document.
  func end() {
    fastPass?.finish()
    if fastPass != nil, !isKnownUniquelyReferenced(&fastPass) { isIntact = false }
    fastPass = nil
    readLog.forgetDocument()
    undoRenamings(from: 0)
    if !placesOfUnlikelyNames.isEmpty {
      for place in placesOfUnlikelyNames { place.hasUnlikelyNames = false }
      placesOfUnlikelyNames.removeAll()
    }
    // Of most documents there is nothing to forget, and that costs next to nothing.
    if !misuses.isEmpty { misuses.removeAll() }
    if !exemplars.isEmpty { exemplars = [:] }
    if !openedObjects.isEmpty { openedObjects.removeAll() }
    if !kept.isEmpty { kept.removeAll() }
    if !failedValues.isEmpty {
      failedValues.removeAll()
      samples = ValueSamples()
    }
    lastFailure = nil
    failedSize = .max
    cursor = PathCursor()
    trail.forgetDocument()
  }

  /// Whether all decoders and containers that were given out have come back.
  ///
  /// Code may keep its decoder or a container. What it asks for later must not meet another document.
  private var isIntact = true

  /// Whether the session may decode another document.
  var mayGoOn: Bool { isIntact && known.hasRoom }

  /// How much was learnt, in keys, places and patterns.
  var size: Int { infos.count + keys.count + known.size + shape.size + readLog.size }

  /// Lets go of all that was learnt; its parts know each other.
  func finish() { known.finish() }

  /// The cases of an enumeration of keys; nil for other types.
  func keys<Key: CodingKey>(of type: Key.Type) -> [any CodingKey]? {
    if let known = keys[ObjectIdentifier(type)] { return known }
    guard let count = TypeReflection.plainCaseCount(of: type) else { return nil }
    let cases: [any CodingKey] = (0..<count).compactMap {
      TypeReflection.plainCase(type, index: $0)
    }
    keys[ObjectIdentifier(type)] = cases
    return cases
  }

  /// Returns what is known about a type; looked up once.
  func info<Value>(of type: Value.Type) -> TypeInfo {
    if let info = infos[ObjectIdentifier(type)] { return info }
    let info = TypeInfo(type)
    infos[ObjectIdentifier(type)] = info
    return info
  }

  /// The type of an identifier, where it was met before.
  func knownType(_ id: ObjectIdentifier) -> (any Any.Type)? { infos[id]?.type }

  /// What is known about the type in which the enumeration of a key is declared; nil where there is none.
  func owner(ofKeysLike key: any CodingKey) -> TypeInfo? {
    func owner<Key>(_ key: Key) -> TypeInfo? {
      let id = ObjectIdentifier(Key.self)
      if let known = keyOwners[id] { return known }
      func info<Owner>(_ type: Owner.Type) -> TypeInfo { self.info(of: type) }
      let found = TypeReflection.enclosingType(ofEnumeration: Key.self).map { info($0) }
      keyOwners[id] = .some(found)
      return found
    }
    return owner(key)
  }

  /// How many values are read for themselves as one of several forms, one in another.
  var formDepth = 0

  /// Decodes one value as one type; a failure brings what may stand in for the value.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ node: JSONValue, _ path: DecodingPath
  ) throws(NodeFailure) -> Value {
    if !kept.isEmpty, let known = takeKept(type, node) {
      readLog.append(known.asked)
      throw known.failure
    }
    let start = trail.mark
    do throws(NodeFailure) {
      switch info(of: type).decoding {
      case .leaf(let leaf): return try unboxed(try read(leaf, node, path), node, path)
      case .container(let container):
        return try unboxed(try read(container, node, path), node, path)
      case .date(let format): return try date(type, format, node, path)
      case .initializer:
        let keptBefore = kept.count
        for isDeep in [true, false] {
          if let failure = FastExploration(type, node, path, self, isDeep: isDeep)?.failure(type) {
            throw failure
          }
        }
        defer { if kept.count > keptBefore { kept.removeSubrange(keptBefore...) } }
        if let failure = passedOnFailure(type, node, path) { throw failure }
        let value = try DecodingFrame(type, node, path, self).decode(type)
        noteExemplar(value)
        return value
      }
    } catch {
      // As another type the value may be read all the same.
      noteFailed(node.index)
      var failure = error
      // What is changed is copied where somebody else has the failure too.
      let left = trail.cut(from: start)
      if !left.isEmpty { failure.append(left) }
      if failure.placeholder == nil { failure.placeholder = placeholder(type) }
      if explorations > 0 { lastFailure = (node.index, ObjectIdentifier(type), failure) }
      throw failure
    }
  }

  /// Notes a value that could not be decoded.
  func noteFailed(_ value: Int) {
    if !isSampling, failedValues.last != value { failedValues.append(value) }
  }

  /// Puts back what a failure took with it, now that it is passed on.
  func putBack(_ failed: DecodingTrail) {
    if !failed.reads.isEmpty { readLog.append(failed.reads) }
    trail.append(failed)
  }

  /// How many fast explorations are under way; only they look at the last failure.
  private var explorations = 0

  /// The failure of the value that was decoded last.
  private var lastFailure: (index: Int, type: ObjectIdentifier, failure: NodeFailure)?

  /// The failure of a value that is asked for once more.
  private struct KeptFailure {
    let index: Int
    let type: ObjectIdentifier
    let failure: NodeFailure
    /// What the value's type asked for up to its problem.
    let asked: [Int32]
  }

  private var kept: [KeptFailure] = []

  /// Keeps the last failure for the engine, which begins anew and comes to the same value.
  ///
  /// To find it once more at each level would take twice the time for each.
  func keepLastFailure(asked: [Int32]) {
    guard let last = lastFailure else { return }
    kept.append(
      KeptFailure(index: last.index, type: last.type, failure: last.failure, asked: asked))
  }

  /// Does the work of a fast exploration.
  func exploring<Result>(_ work: () -> Result) -> Result {
    explorations += 1
    lastFailure = nil
    defer {
      explorations -= 1
      // Its placeholder knows the session.
      lastFailure = nil
    }
    return work()
  }

  private func takeKept<Value>(_ type: Value.Type, _ node: JSONValue) -> KeptFailure? {
    guard
      let position = kept.lastIndex(where: {
        $0.index == node.index && $0.type == ObjectIdentifier(type)
      })
    else { return nil }
    return kept.remove(at: position)
  }

  /// The values that stand in for one of a type, where they were made before.
  func knownPlaceholder<Value>(_ type: Value.Type) -> PlaceholderSource? {
    placeholders[ObjectIdentifier(type)]
  }

  /// Whether a type is known as a scalar that this module reads.
  func isLeaf<Value>(_ type: Value.Type) -> Bool {
    if case .leaf? = infos[ObjectIdentifier(type)]?.decoding { true } else { false }
  }

  /// Keeps values that depend on their type alone.
  func keepPlaceholder<Value>(_ source: PlaceholderSource, of type: Value.Type) {
    placeholders[ObjectIdentifier(type)] = source
  }

  /// The values that may stand in for one of a type; nil where there are none.
  func placeholder<Value>(_ type: Value.Type) -> PlaceholderSource? {
    PlaceholderSource(type, self)
  }

  func noteExemplar<Value>(_ value: Value) {
    let type = ObjectIdentifier(Value.self)
    // A case without a payload can be made up and needs no real one.
    guard exemplars[type] == nil, TypeReflection.isEnumeration(Value.self),
      TypeReflection.plainCaseCount(of: Value.self) == nil
    else { return }
    exemplars[type] = Field(value: value)
  }

  private func read<Leaf: LeafType>(
    _ type: Leaf.Type, _ node: JSONValue, _ path: DecodingPath
  ) throws(NodeFailure) -> FieldValue {
    Field(value: try type.read(node, path, self))
  }

  private func read<Container: ContainerType>(
    _ type: Container.Type, _ node: JSONValue, _ path: DecodingPath
  ) throws(NodeFailure) -> FieldValue {
    Field(value: try type.read(node, path, self))
  }

  /// Takes a value out of its box, where a plain cast would take `nil` of `Int??` for another.
  private func unboxed<Value>(
    _ box: FieldValue, _ node: JSONValue, _ path: DecodingPath
  ) throws(NodeFailure) -> Value {
    if let value = box.value(as: Value.self) { return value }
    throw failure(.invalidValue, node, path, expected: "\(Value.self)", found: node.words)
  }

  /// Notes that a type asks for the same element again and again, each time in vain.
  func noteEndlessLoop(at path: DecodingPath, in info: TypeInfo) {
    noteMisuse(UnexploredPart(pointer: path.pointer, type: info.name, cause: .endlessLoop))
  }

  /// Notes that a type gave its decoder away, which then reads another value.
  ///
  /// Returns the decoder of the value around it, as `JSONDecoder` has a single one for all values,
  /// which is at the innermost value whose initialiser runs; nil where none does.
  func decoderInPlace(of info: TypeInfo, at path: @autoclosure () -> DecodingPath) -> ValueDecoder?
  {
    guard let innermost = running.last else { return nil }
    noteMisuse(
      UnexploredPart(
        pointer: path().pointer, type: info.name,
        cause: .strayDecoder(readsValueOf: innermost.info.name)))
    return innermost.decoder
  }

  private func noteMisuse(_ part: UnexploredPart) {
    if !misuses.contains(part) { misuses.append(part) }
  }

  func begin(_ frame: DecodingFrame) { running.append(frame) }
  func endInnermost() { _ = running.popLast() }

  func noteOpened(_ object: JSONValue, _ path: DecodingPath, by info: TypeInfo) {
    trail.noteOpened(object)
    // A sample is read at the place of another value.
    guard !isSampling else { return }
    openedObjects[object.index] = OpenedObject(value: object, path: path, type: info.name)
  }

  /// Judges the slot families of all objects that were opened.
  func slotIssues() -> [DecodingIssue] {
    var issues: [DecodingIssue] = fastPass?.slotIssues() ?? []
    guard !openedObjects.isEmpty else { return issues }
    readLog.apply()
    // What an alternative opened that was given up is no longer in the trail.
    let opened = Set(trail.steps.lazy.filter { $0 < 0 }.map { ~$0 })
    for object in openedObjects.values where opened.contains(object.value.index) {
      issues += object.path.shape.slotRows.issues(
        in: object.value, at: object.path.pointer)
    }
    return issues
  }

  // MARK: Making issues

  /// Makes an issue; without a message it states the two values, and `statesValues` is not looked at.
  func issue(
    _ kind: DecodingIssue.Kind, _ node: JSONValue, _ path: DecodingPath, expected: Expectation,
    found: String, message: String? = nil, statesValues: Bool = false
  ) -> DecodingIssue {
    DecodingIssue(
      kind: kind, pointer: path.pointer, path: path.shape.path, offset: node.offset,
      owner: path.owner, expected: expected, found: found,
      message: message ?? "expected \(expected), found \(found)",
      statesValues: message == nil || statesValues)
  }

  func failure(
    _ kind: DecodingIssue.Kind, _ node: JSONValue, _ path: DecodingPath, expected: Expectation,
    found: String, message: String? = nil, statesValues: Bool = false
  ) -> NodeFailure {
    NodeFailure(issues: [
      issue(
        kind, node, path, expected: expected, found: found, message: message,
        statesValues: statesValues)
    ])
  }

  /// The failure of an object that has a key which is no Unicode text; nil where all are.
  ///
  /// `JSONDecoder` reads all keys of an object at once, so it refuses the object for any of them.
  func keyFailure(_ node: JSONValue, _ path: DecodingPath) -> NodeFailure? {
    guard let key = node.keyWithLoneSurrogate else { return nil }
    return failure(
      .invalidValue, node, path, expected: "keys of Unicode text",
      found: "the key \(JSONWriter.quoted(key))",
      message: "a key holds a surrogate escape without its partner (RFC 8259 section 8.2)")
  }

  /// The failure of a value that is of another JSON type than the one needed.
  func mismatch(_ expected: Expectation, _ node: JSONValue, _ path: DecodingPath) -> NodeFailure {
    if node.isNull {
      return failure(.nullValue, node, path, expected: expected, found: "null")
    }
    return failure(.typeMismatch, node, path, expected: expected, found: node.words)
  }
}

/// An object that a type opened by key.
struct OpenedObject {
  let value: JSONValue
  let path: DecodingPath
  /// The name of the type.
  let type: String
}

extension JSONValue {
  /// The value in words, for messages: `the string "soon"`, `the number 7`, `an object`.
  var words: String {
    switch kind {
    case .null, .object, .array: return kind.description
    case .bool, .number: return "the \(kind == .bool ? "boolean" : "number") \(source)"
    case .string:
      let text = string ?? ""
      return "the string \(JSONWriter.quoted(text.count > 60 ? text.prefix(59) + "…" : text))"
    }
  }
}
