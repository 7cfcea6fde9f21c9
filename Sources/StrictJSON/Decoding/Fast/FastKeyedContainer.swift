/// The members of an object: a shell around it, because its generic key keeps it from being
/// specialised.
struct FastKeyedContainer<Key: CodingKey>: KeyedRequests {
  let object: FastObject

  var codingPath: [any CodingKey] { object.run.codingPath(object.index, object.keys.layout.shape) }

  /// The object, for a request that is not for a value: only the engine explores behind one.
  private var whole: FastObject {
    if object.isExplored { object.exploration?.noteOther() }
    return object
  }

  var allKeys: [Key] {
    whole.names.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { whole.find(object.keys.member(key), key) >= 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    let member = object.keys.member(key)
    let value = whole.find(member, key)
    guard value >= 0 else { throw object.missing(key) }
    return object.run.tape[value].kind == .null
  }

  func required<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    try required(type, key) { try object.decode(type, $0, $1) }
  }

  func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    try optional(type, key) { try object.decode(type, $0, $1) }
  }

  /// Answers a request for a value that must be there; `read` gets its tape index and its member.
  @inline(__always)
  private func required<Value: Decodable>(
    _ type: Value.Type, _ key: Key, _ read: (Int, Int) throws -> Value
  ) throws -> Value {
    if object.isExplored, object.hasOtherAnswer(key, type, isOptional: false) {
      return try otherRequired(type, key, read)
    }
    return try plainRequired(type, key, read)
  }

  @inline(__always)
  private func plainRequired<Value: Decodable>(
    _ type: Value.Type, _ key: Key, _ read: (Int, Int) throws -> Value
  ) throws -> Value {
    let member = object.keys.requiredMember(key, type)
    do {
      return try read(try object.required(member, key, type), member)
    } catch {
      object.noteFailed(member, key, type, isOptional: false, error)
      throw error
    }
  }

  /// Answers a request for a value that may be absent.
  @inline(__always)
  private func optional<Value: Decodable>(
    _ type: Value.Type, _ key: Key, _ read: (Int, Int) throws -> Value
  ) throws -> Value? {
    if object.isExplored, object.hasOtherAnswer(key, type, isOptional: true) {
      return try otherOptional(type, key, read)
    }
    return try plainOptional(type, key, read)
  }

  @inline(__always)
  private func plainOptional<Value: Decodable>(
    _ type: Value.Type, _ key: Key, _ read: (Int, Int) throws -> Value
  ) throws -> Value? {
    let member = object.keys.optionalMember(key, type)
    let value = object.optional(member, key, type)
    guard value >= 0 else { return nil }
    do {
      return try read(value, member)
    } catch {
      object.noteFailed(member, key, type, isOptional: true, error)
      throw error
    }
  }

  // The request that is answered in another way. These are functions of their own because they need the optional of
  // the type at run time, and to find that takes longer than to read a short value.

  @inline(never)
  private func otherRequired<Value: Decodable>(
    _ type: Value.Type, _ key: Key, _ read: (Int, Int) throws -> Value
  ) throws -> Value {
    try object.exploration?.otherAnswer(key, type, of: object) ?? plainRequired(type, key, read)
  }

  @inline(never)
  private func otherOptional<Value: Decodable>(
    _ type: Value.Type, _ key: Key, _ read: (Int, Int) throws -> Value
  ) throws -> Value? {
    try object.exploration?.otherAnswer(key, Value?.self, of: object)
      ?? plainOptional(type, key, read)
  }

  // Of its own, as ``opening(_:_:_:)`` needs the type of the container at run time.
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let member = object.keys.member(key)
    let container = try whole.nested(member, key, .object).container(keyedBy: type)
    object.run.noteSuccess(object.index, member)
    return container
  }

  func opening<Container>(
    _ key: Key, _ kind: JSONKind, _ open: (any Decoder) throws -> Container
  ) throws -> Container {
    let member = object.keys.member(key)
    let container = try open(whole.nested(member, key, kind))
    object.run.noteSuccess(object.index, member)
    return container
  }

  func superDecoder(of key: any CodingKey) throws -> any Decoder {
    let member = object.keys.member(named: key)
    guard member >= 0, whole.find(member, key) >= 0 else {
      // A member that is not there is a decoder all the same; the key `super` is none of the type's.
      let container = try object.run.engineDecoder(object.index, object.keys.place)
        .container(keyedBy: Key.self)
      return try (key as? Key).map { try container.superDecoder(forKey: $0) }
        ?? container.superDecoder()
    }
    return try object.nested(member, key, .object)
  }

  // MARK: Scalars

  // The types of nearly all values, without generic code.

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try required(type, key) { try object.string($0, $1) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try optional(type, key) { try object.string($0, $1) }
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try required(type, key) { try object.bool($0, $1) }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try optional(type, key) { try object.bool($0, $1) }
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try required(type, key) { try object.integer($0, $1) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try optional(type, key) { try object.integer($0, $1) }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try required(type, key) { try object.double($0, $1) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try optional(type, key) { try object.double($0, $1) }
  }
}
