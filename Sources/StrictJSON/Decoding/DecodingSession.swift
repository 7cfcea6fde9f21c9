import Foundation
import WireDates

/// What one decoding of one document shares, and the place where a type meets a value.
final class DecodingSession {
  let decoder: StrictDecoder
  /// Whether the value is asked for, or the report alone.
  let wantsValue: Bool
  let shape = ShapeNode()

  /// What the type accepts and a person would not.
  var remarks: [DecodingIssue] = []

  /// The places where types do what `JSONDecoder` does not bear.
  private(set) var misuses: [UnexploredPart] = []

  /// The initialisers that are running.
  private var running: [DecodingFrame] = []

  /// One real value of each enumeration that was decoded.
  private(set) var exemplars: PlaceholderSource.Exemplars

  /// Decodes what nothing is wrong with; nil where only the engine can.
  var quickRun: QuickRun?

  /// Says that an initialiser was vouched for and did more than hand on what it read.
  var hasFalseVouch = false

  /// The size of the innermost value around that a quick run failed on, in entries of the tape.
  var failedSize = Int.max

  /// The names of members that were seen so far, in their order.
  var renamings: [Renaming] = []

  /// Where the last search for a path went.
  var cursor = PathCursor()

  /// What was read and swallowed so far.
  var trail = DecodingTrail()

  /// The objects that were opened by key, for the checks of slots and of unread members.
  private(set) var openedObjects: [Int: OpenedObject] = [:]
  private var infos: [ObjectIdentifier: TypeInfo] = [:]

  /// Foundation's decoder with the same strategies, for scalars.
  private(set) lazy var foundation: JSONDecoder = {
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = decoder.keyDecodingStrategy
    foundation.dateDecodingStrategy = decoder.dateDecodingStrategy
    foundation.dataDecodingStrategy = decoder.dataDecodingStrategy
    foundation.nonConformingFloatDecodingStrategy = decoder.nonConformingFloatDecodingStrategy
    foundation.userInfo = decoder.userInfo
    return foundation
  }()

  /// Makes a session, with values that an earlier one decoded.
  init(
    decoder: StrictDecoder, wantsValue: Bool = true,
    exemplars: PlaceholderSource.Exemplars = [:]
  ) {
    self.decoder = decoder
    self.wantsValue = wantsValue
    self.exemplars = exemplars
  }

  /// Returns what is known about a type; looked up once.
  func info<Value>(of type: Value.Type) -> TypeInfo {
    if let info = infos[ObjectIdentifier(type)] { return info }
    let info = TypeInfo(type)
    infos[ObjectIdentifier(type)] = info
    return info
  }

  /// Decodes one value as one type; a failure brings what may stand in for the value.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ node: JSONValue, _ path: DecodingPath
  ) throws(NodeFailure) -> Value {
    let start = trail.mark
    do throws(NodeFailure) {
      switch info(of: type).decoding {
      case .leaf(let leaf): return try unboxed(try read(leaf, node, path), node, path)
      case .container(let container):
        return try unboxed(try read(container, node, path), node, path)
      case .date(let format): return try date(type, format, node, path)
      case .initializer:
        let value = try run(type, node, path)
        noteExemplar(value)
        return value
      }
    } catch {
      var failure = error
      failure.trail.append(trail.cut(from: start))
      if failure.placeholder == nil { failure.placeholder = placeholder(type) }
      throw failure
    }
  }

  /// Runs an initialiser, whose lists may be cut short where nobody looks at them.
  private func run<Value: Decodable>(
    _ type: Value.Type, _ node: JSONValue, _ path: DecodingPath
  ) throws(NodeFailure) -> Value {
    let frame = DecodingFrame(type, node, path, self)
    guard let plans = quickRun?.plans else { return try frame.run(type) }
    return try plans.whileRunning(type) { () throws(NodeFailure) in try frame.run(type) }
  }

  /// The values that may stand in for one of a type; nil where there are none.
  func placeholder<Value>(_ type: Value.Type) -> PlaceholderSource? {
    PlaceholderSource(type, exemplars: exemplars)
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
  ) throws(NodeFailure) -> any FieldValue {
    Field(value: try type.read(node, path, self))
  }

  private func read<Container: ContainerType>(
    _ type: Container.Type, _ node: JSONValue, _ path: DecodingPath
  ) throws(NodeFailure) -> any FieldValue {
    Field(value: try type.read(node, path, self))
  }

  /// Takes a value out of its box, where a plain cast would take `nil` of `Int??` for another.
  private func unboxed<Value>(
    _ box: any FieldValue, _ node: JSONValue, _ path: DecodingPath
  ) throws(NodeFailure) -> Value {
    if let field = box as? Field<Value> { return field.value }
    throw failure(.invalidValue, node, path, expected: "\(Value.self)", found: node.words)
  }

  /// Decodes a type that is one date.
  private func date<Value: Decodable>(
    _ type: Value.Type, _ format: DateFormat?, _ node: JSONValue, _ path: DecodingPath
  ) throws(NodeFailure) -> Value {
    do throws(NodeFailure) {
      let date = try run(type, node, path)
      remarkDate(node, path, format: format)
      return date
    } catch {
      throw format.map { DateProblem(node, format: $0).explained(error, path, self) } ?? error
    }
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
    openedObjects[object.index] = OpenedObject(value: object, path: path, type: info.name)
  }

  /// Judges the slot families of all objects that were opened.
  func slotIssues() -> [DecodingIssue] {
    var issues: [DecodingIssue] = []
    // What an alternative opened that was given up is no longer in the trail.
    let opened = Set(trail.steps.lazy.filter { $0 < 0 }.map { ~$0 })
    for object in openedObjects.values where opened.contains(object.value.index) {
      issues += object.path.shape.slotRows.issues(in: object.value, object.path)
    }
    guard let quickRun else { return issues }
    for layout in quickRun.allLayouts where !layout.shape.slotRows.isEmpty {
      let doubtful = layout.slots.objectsToJudge(layout, quickRun)
      let noted = doubtful.isEmpty ? [] : Set(quickRun.objects(of: layout))
      for object in doubtful where noted.contains(object) && !opened.contains(Int(object)) {
        let value = quickRun.value(Int(object))
        let path = path(to: value.index, at: layout.shape, in: quickRun.storage)
        issues += layout.shape.slotRows.issues(in: value, path)
      }
    }
    return issues
  }

  /// Remembers that a type accepted a date which is none, or which is not meant.
  func remarkDate(_ node: JSONValue, _ path: DecodingPath, format: DateFormat?) {
    guard let doubt = DateDoubt(node, format: format) else { return }
    remarks.append(
      issue(
        .implausibleDate, node, path, expected: doubt.expected, found: doubt.found,
        message: "the decoder accepts \(doubt.found) as a date, but it is \(doubt.reason)"))
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
