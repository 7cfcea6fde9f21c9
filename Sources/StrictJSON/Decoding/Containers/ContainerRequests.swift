// What the containers of all three ways to answer a request have in common: fast, exploring, and on no document.
//
// A container answers a few requests. The many forms in which the standard library asks for the same are here.

/// A keyed container that tells two requests apart: for a value that must be there, and for one that may be absent.
///
/// The standard library's own versions of the optional requests for scalars ask in three steps, which hides that the
/// value may be absent, and those for integers of 128 bits only throw. These take their place.
protocol KeyedRequests: KeyedDecodingContainerProtocol {
  /// Answers a request for a value that must be there.
  func required<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value

  /// Answers a request for a value that may be absent or `null`.
  func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value?

  /// Answers a request for a nested container of a kind.
  func opening<Container>(
    _ key: Key, _ kind: JSONKind, _ open: (any Decoder) throws -> Container
  ) throws -> Container

  /// Returns a decoder of the value of a key, which the type keeps.
  func superDecoder(of key: any CodingKey) throws -> any Decoder
}

extension KeyedRequests {
  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try required(type, key)
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try required(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try required(type, key) }

  @inline(__always)
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try optional(type, key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try opening(key, .object) { try $0.container(keyedBy: type) }
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try opening(key, .array) { try $0.unkeyedContainer() }
  }
  func superDecoder() throws -> any Decoder { try superDecoder(of: NameKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(of: key) }
}

/// The elements of an array, for a type that walks them itself.
protocol UnkeyedRequests: UnkeyedDecodingContainer {
  /// Answers a request for the next element.
  mutating func element<Value: Decodable>(_ type: Value.Type) throws -> Value

  /// Answers a request for a container in the next element; `type` is what stands for it in errors.
  mutating func opening<Container>(
    _ type: any Any.Type, _ open: (any Decoder) throws -> Container
  ) throws -> Container
}

extension UnkeyedRequests {
  @inline(__always)
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try element(type) }
  // Without these the protocol's own versions would be taken, which only throw.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try opening([String: Any].self) { try $0.container(keyedBy: type) }
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try opening([Any].self) { try $0.unkeyedContainer() }
  }
}

/// A value as a whole, for a type that is one value on the wire.
protocol WholeRequests: SingleValueDecodingContainer {
  /// Answers a request for the value.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value
}

extension WholeRequests {
  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
  // Without these the protocol's own versions would be taken, which only throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
}
