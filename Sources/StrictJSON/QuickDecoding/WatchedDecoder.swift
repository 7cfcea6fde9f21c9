/// The decoder of a quick run, with somebody who writes down what is asked of it.
struct WatchedDecoder: Decoder {
  let decoder: QuickDecoder
  let line: QuickLine

  // What hangs on the place is no plain request.
  var codingPath: [any CodingKey] {
    line.noteOther()
    return decoder.codingPath
  }
  var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let container = try line.watch { try decoder.container(keyedBy: type) }
    let keys = decoder.place.keys(type, decoder.run)
    line.noteOpened(keys)
    return KeyedDecodingContainer(
      WatchedContainer(container: container, keys: keys, run: decoder.run, line: line))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    line.noteOther()
    return try decoder.unkeyedContainer()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    line.noteOther()
    return try decoder.singleValueContainer()
  }
}

extension QuickLine {
  /// Hands on a failure; an initialiser that goes on after it has swallowed it.
  fileprivate func watch<Value>(_ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch {
      noteOther()
      throw error
    }
  }
}

private struct WatchedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let container: KeyedDecodingContainer<Key>
  let keys: QuickKeys
  let run: QuickRun
  let line: QuickLine

  var codingPath: [any CodingKey] {
    line.noteOther()
    return container.codingPath
  }

  var allKeys: [Key] {
    line.noteOther()
    return container.allKeys
  }

  func contains(_ key: Key) -> Bool {
    line.noteOther()
    return container.contains(key)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    line.noteOther()
    return try container.decodeNil(forKey: key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try demanded(type, key)
  }

  private func demanded<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    line.note(keys, keys.member(key), type, .required)
    return try line.watch { try container.decode(type, forKey: key) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try ifPresent(type, key)
  }

  private func ifPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    line.note(keys, keys.member(key), type, .optional)
    return try line.watch { try container.decodeIfPresent(type, forKey: key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let member = keys.member(key)
    let nested = try line.watch { try container.nestedContainer(keyedBy: type, forKey: key) }
    guard member >= 0 else {
      line.noteOther()
      return nested
    }
    let nestedKeys = keys.nested(member).keys(type, run)
    line.note(keys, member, type, .container(nestedKeys.number))
    return KeyedDecodingContainer(
      WatchedContainer<NestedKey>(container: nested, keys: nestedKeys, run: run, line: line))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    line.noteOther()
    return try container.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder {
    line.noteOther()
    return try container.superDecoder()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    line.noteOther()
    return try container.superDecoder(forKey: key)
  }

  // The protocol's own versions of these make one request in three steps, or only throw.

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try demanded(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try demanded(type, key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try ifPresent(type, key)
  }
}
