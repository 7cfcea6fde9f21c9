/// One run of an initialiser on no document.
final class ProbeRun {
  let probe: ShapeProbe
  let info: TypeInfo

  /// What was asked for.
  var root = ProbeNode()

  /// Whether the initialiser came to its end with every request answered.
  var isComplete = false

  /// Whether the initialiser came to its end at all.
  var isAtEnd = false

  /// Whether a request was refused because a made-up value might do harm.
  private(set) var isStopped = false

  /// Whether a question was asked that is answered in two ways.
  private(set) var wasAsked = false

  /// The number of keys that were demanded.
  private(set) var requiredCount = 0

  /// The key that was refused on its own.
  private(set) var refused: [String]?
  private var requestsAfterRefusal = 0

  private let answer: Bool
  private let refusing: Int?
  /// Which of the values that may stand in is given.
  private let variant: Int
  /// Whether it is noted what was asked for, and not only answered.
  private let notesShapes: Bool
  private var askedProperties: Set<String> = []
  private var isAligned: Bool

  init(_ probe: ShapeProbe, _ info: TypeInfo, answer: Bool, refusing: Int?) {
    self.probe = probe
    self.info = info
    self.answer = answer
    self.refusing = refusing
    variant = 0
    notesShapes = true
    isAligned = probe.session.decoder.exploration != .none
  }

  /// Makes a run that is to give a value which stands in for one of its type.
  init(standingInFor info: TypeInfo, variant: Int, _ session: DecodingSession) {
    probe = ShapeProbe(session)
    self.info = info
    answer = false
    refusing = nil
    self.variant = variant
    notesShapes = false
    isAligned = session.decoder.exploration != .none
  }

  /// Whether the value depends on an answer that the initialiser may have computed with.
  var isDoubtful: Bool { isStopped || wasAsked }

  /// Whether the initialiser went on after a key was refused.
  var wentOn: Bool { refused != nil && (requestsAfterRefusal > 0 || isAtEnd) }

  /// Answers a question with yes or no.
  func ask() -> Bool {
    wasAsked = true
    isAligned = false
    return answer
  }

  func noteUnaligned() { isAligned = false }

  func noteOther() { if refused != nil { requestsAfterRefusal += 1 } }

  /// Notes a key; returns the place of its value.
  ///
  /// `type` is nil where no value of a type is asked for.
  @discardableResult func note(
    _ key: any CodingKey, as type: (any Any.Type)? = nil, at place: [String], isRequired: Bool
  ) -> [String] {
    noteOther()
    if notesShapes { probe.session.readLog.noteProbed(key, by: info, as: type) }
    let name = probe.session.likelyDocumentName(of: key.stringValue)
    var node = root[place]
    if let position = node.members.firstIndex(where: { $0.name == name }) {
      node.members[position].isRequired = node.members[position].isRequired || isRequired
    } else {
      node.members.append(
        ProbeNode.Member(
          name: name,
          owner: DecodingOwner(type: info.name, property: info.property(for: key)),
          isRequired: isRequired, node: ProbeNode()))
    }
    root[place] = node
    return place + [name]
  }

  /// Notes a type that was asked for at a place.
  func note<Value: Decodable>(_ type: Value.Type, at place: [String], isNullable: Bool) {
    guard notesShapes else { return }
    var shape = probe.shape(of: type)
    shape.isNullable = shape.isNullable || isNullable
    if !root[place].alternatives.contains(shape) { root[place].alternatives.append(shape) }
  }

  /// Notes a type that was asked for as an element of a list at a place.
  func noteElement<Value: Decodable>(_ type: Value.Type, at place: [String]) {
    guard notesShapes else { return }
    let shape = probe.shape(of: type)
    if !root[place].elements.contains(shape) { root[place].elements.append(shape) }
  }

  /// Answers a request for the value of a key, or refuses it.
  func value<Value: Decodable>(
    _ type: Value.Type, _ key: any CodingKey, at place: [String]
  ) throws -> Value {
    try refuseIfDue(key, at: place)
    guard aligns(key, Value.self),
      let value = probe.session.placeholder(type)?.make(variant)?.value(as: Value.self)
    else { throw stopped() }
    return value
  }

  /// Answers a request for the value as a whole, where a property of a made-up value holds it as it is; else refuses it.
  func whole<Value: Decodable>(_ type: Value.Type, at place: [String]) throws -> Value {
    let properties = info.properties.filter { $0.type == type }
    // Code that has another property of data computes it of the value.
    let others = info.properties.count { !TypeReflection.isMetatype($0.type) } - 1
    guard probe.session.decoder.isContained || others == 0,
      !notesShapes, isAligned, place.isEmpty, properties.count == 1,
      askedProperties.insert(properties[0].name).inserted,
      let value = probe.session.placeholder(type)?.make(variant)?.value(as: Value.self)
    else { throw refusal() }
    return value
  }

  /// Answers a request for the value of a key that may be absent: it is.
  ///
  /// That needs no property of the same type, because code that asks so is ready for it. It may choose its
  /// way by it though, where the value has no property at all.
  func absent<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value? {
    if !aligns(key, Value?.self), info.storedProperty(for: key) == nil { throw stopped() }
    return nil
  }

  /// Refuses a demanded key where its turn has come.
  func refuseIfDue(_ key: any CodingKey, at place: [String]) throws {
    defer { requiredCount += 1 }
    guard refusing == requiredCount else { return }
    refused = place
    throw DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: [], debugDescription: "there is no document"))
  }

  /// Refuses a request, because the initialiser might compute with the answer.
  func stopped() -> DecodingError {
    isStopped = true
    isAligned = false
    return refusal()
  }

  /// The error of a value of the wrong form.
  func refusal() -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: "there is no document"))
  }

  /// Whether a key is the first one for a property of exactly the type, or its optional.
  private func aligns<Value>(_ key: any CodingKey, _ type: Value.Type) -> Bool {
    guard isAligned, let property = info.storedProperty(for: key), property.holds(type),
      askedProperties.insert(property.name).inserted
    else { return false }
    return true
  }
}

/// The decoder that an initialiser is given where there is no document.
struct ProbeDecoder: Decoder {
  let run: ProbeRun
  let place: [String]

  var codingPath: [any CodingKey] { place.map { NameKey($0) } }
  var userInfo: [CodingUserInfoKey: Any] { run.probe.session.decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    run.noteOther()
    run.root[place].isObject = true
    return KeyedDecodingContainer(ProbeKeyedContainer<Key>(run: run, place: place))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    run.noteOther()
    run.root[place].isArray = true
    run.noteUnaligned()
    return ProbeUnkeyedContainer(run: run, place: place)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    ProbeSingleValueContainer(run: run, place: place)
  }
}

/// A container of keys where there is no document.
private struct ProbeKeyedContainer<Key: CodingKey>: KeyedRequests {
  let run: ProbeRun
  let place: [String]

  var codingPath: [any CodingKey] { place.map { NameKey($0) } }

  var allKeys: [Key] {
    run.noteUnaligned()
    let doubt = "\(run.info.name) looks at the keys that are there"
    if !run.root[place].doubts.contains(doubt) { run.root[place].doubts.append(doubt) }
    return []
  }

  func contains(_ key: Key) -> Bool {
    run.note(key, at: place, isRequired: false)
    return run.ask()
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let inner = run.note(key, at: place, isRequired: true)
    run.root[inner].isNullable = true
    return run.ask()
  }

  func opening<Container>(
    _ key: Key, _ kind: JSONKind, _ open: (any Decoder) throws -> Container
  ) throws -> Container {
    let inner = run.note(key, at: place, isRequired: true)
    if kind == .object { run.root[inner].isObject = true } else { run.root[inner].isArray = true }
    try run.refuseIfDue(key, at: inner)
    return try open(ProbeDecoder(run: run, place: inner))
  }

  func superDecoder(of key: any CodingKey) -> any Decoder {
    ProbeDecoder(run: run, place: run.note(key, at: place, isRequired: true))
  }

  func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    let inner = run.note(key, as: type, at: place, isRequired: false)
    run.note(type, at: inner, isNullable: true)
    try run.refuseIfDue(key, at: inner)
    return try run.absent(type, key)
  }

  func required<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    let inner = run.note(key, as: type, at: place, isRequired: true)
    run.note(type, at: inner, isNullable: false)
    return try run.value(type, key, at: inner)
  }
}

/// A list where there is no document: it never ends, and no element can be had.
private struct ProbeUnkeyedContainer: UnkeyedRequests {
  /// A loop that swallows each refusal is let go after this many.
  private static let maximumRefusals = 8

  let run: ProbeRun
  let place: [String]
  private var refusals = 0

  init(run: ProbeRun, place: [String]) {
    self.run = run
    self.place = place
  }

  var codingPath: [any CodingKey] { place.map { NameKey($0) } }
  var count: Int? { nil }
  var isAtEnd: Bool { refusals > Self.maximumRefusals }
  var currentIndex: Int { 0 }

  mutating func decodeNil() throws -> Bool { throw refusal() }
  mutating func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
    run.noteElement(type, at: place)
    throw refusal()
  }
  mutating func opening<Container>(
    _ type: any Any.Type, _ open: (any Decoder) throws -> Container
  ) throws -> Container {
    throw refusal()
  }
  mutating func superDecoder() throws -> any Decoder { throw refusal() }

  private mutating func refusal() -> DecodingError {
    refusals += 1
    run.noteOther()
    return run.stopped()
  }
}

/// A value as a whole where there is no document: it is not null, and of no type.
private struct ProbeSingleValueContainer: WholeRequests {
  let run: ProbeRun
  let place: [String]

  var codingPath: [any CodingKey] { place.map { NameKey($0) } }

  func decodeNil() -> Bool {
    run.noteOther()
    run.root[place].isNullable = true
    return false
  }

  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    run.noteOther()
    run.note(type, at: place, isNullable: false)
    return try run.whole(type, at: place)
  }
}
