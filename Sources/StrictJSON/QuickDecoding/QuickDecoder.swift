import Foundation

/// The decoder that an initialiser is given in a quick run.
struct QuickDecoder: Decoder {
  let run: QuickRun
  let place: QuickPlace
  let index: Int

  var codingPath: [any CodingKey] { run.codingPath(index, place) }
  var userInfo: [CodingUserInfoKey: Any] { run.session.decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard run.tape[index].kind == .object else {
      run.noteFailure(index, -1)
      throw run.mismatch([String: Any].self, index, place)
    }
    if let object = QuickObject(run, place.keys(type, run), index: index) {
      run.noteSuccess(index, -1)
      return KeyedDecodingContainer(QuickKeyedContainer(object: object))
    }
    return try run.engineDecoder(index, place).container(keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard run.tape[index].kind == .array else {
      run.noteFailure(index, -1)
      throw run.mismatch([Any].self, index, place)
    }
    run.noteSuccess(index, -1)
    return QuickUnkeyedContainer(run, place, array: index)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    QuickSingleValueContainer(run: run, place: place, index: index)
  }
}

/// A value as a whole.
struct QuickSingleValueContainer: SingleValueDecodingContainer {
  let run: QuickRun
  let place: QuickPlace
  let index: Int

  var codingPath: [any CodingKey] { run.codingPath(index, place) }

  func decodeNil() -> Bool { run.tape[index].kind == .null }

  func decode(_ type: String.Type) throws -> String {
    guard let text = run.string(index) else {
      run.noteFailure(index, -1)
      throw run.mismatch(type, index, place)
    }
    run.noteSuccess(index, -1)
    return text
  }
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try run.request(index, -1) {
      try run.decode(type, at: index, place.content(type, run))
    }
  }
}

/// The elements of an array, for a type that walks them itself.
struct QuickUnkeyedContainer: UnkeyedDecodingContainer {
  private let run: QuickRun
  private let place: QuickPlace
  private let array: Int
  private let end: Int
  private var index: Int
  private var repetitions = 0
  private(set) var currentIndex = 0

  /// A loop that swallows the same error this often would never end, and is moved on.
  private static let maximumRepetitions = 100

  init(_ run: QuickRun, _ place: QuickPlace, array: Int) {
    self.run = run
    self.place = place
    self.array = array
    index = array + 1
    end = Int(run.tape[array].next)
  }

  var codingPath: [any CodingKey] { run.codingPath(array, place) }
  var count: Int? { run.value(array).count }
  var isAtEnd: Bool { index >= end }

  mutating func decodeNil() throws -> Bool {
    guard run.tape[try current(Never.self)].kind == .null else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try element(type) }

  private mutating func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let index = try current(type)
    // The number of an element serves as that of a member.
    do {
      let value = try run.request(array, currentIndex) {
        try run.decode(type, at: index, place.elements(type, .elements, run))
      }
      advance()
      return value
    } catch {
      repetitions += 1
      if repetitions > Self.maximumRepetitions {
        run.noteOdd()
        advance()
      }
      throw error
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try decoder([String: Any].self).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder([Any].self).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder(Never.self)
    advance()
    return decoder
  }

  private func decoder(_ type: any Any.Type) throws -> QuickDecoder {
    QuickDecoder(
      run: run, place: place.nestedElement(), index: try current(type))
  }

  private mutating func advance() {
    index = Int(run.tape[index].next)
    currentIndex += 1
    repetitions = 0
  }

  private func current(_ type: any Any.Type) throws -> Int {
    guard index < end else { throw run.endOfArray(type, array, place) }
    return index
  }
}

/// An object that an initialiser opened by key.
///
/// Opening it goes once over its keys; after that a request is a look into a table.
final class QuickObject {
  let run: QuickRun
  let keys: QuickKeys
  let index: Int
  let note: Int
  /// The tape index of the value of each member of the layout; -1 where there is none.
  private let values: [Int32]
  /// The members that were asked for.
  private(set) var asked: UInt128 = 0

  /// Opens an object; nil where only the engine can.
  init?(_ run: QuickRun, _ keys: QuickKeys, index: Int) {
    guard let members = run.members(of: index, keys) else { return nil }
    self.run = run
    self.keys = keys
    self.index = index
    values = members.values
    note = members.note
    run.open.append(self)
  }

  /// The tape index of the value of a member, which is noted as asked for; -1 where there is none.
  @inline(__always)
  func find(_ member: Int, _ key: some CodingKey) -> Int {
    guard member >= 0 else { return search(key.stringValue) }
    // A member that the layout has learnt since is not in this object.
    guard member < values.count else { return -1 }
    asked |= 1 &<< UInt128(truncatingIfNeeded: member)
    return Int(values[member])
  }

  /// The same for a member that is one too many for the layout.
  private func search(_ name: String) -> Int {
    run.noteOdd()
    return run.value(index)[name]?.index ?? -1
  }

  /// The tape index of a value that must be there.
  @inline(__always)
  func required(_ member: Int, _ key: some CodingKey, _ type: any Any.Type) throws -> Int {
    if member >= 0, keys.layout.required & (1 &<< UInt128(truncatingIfNeeded: member)) == 0 {
      noteRead(member, key, type, isRequired: true)
    }
    let value = find(member, key)
    guard value >= 0 else { throw missing(member, key) }
    return value
  }

  /// The tape index of a value that may be absent or `null`; -1 where it is.
  @inline(__always)
  func optional(_ member: Int, _ key: some CodingKey, _ type: any Any.Type) -> Int {
    if member >= 0, keys.layout.read & (1 &<< UInt128(truncatingIfNeeded: member)) == 0 {
      noteRead(member, key, type, isRequired: false)
    }
    let value = find(member, key)
    return value >= 0 && run.tape[value].kind == .null ? -1 : value
  }

  private func noteRead(
    _ member: Int, _ key: any CodingKey, _ type: any Any.Type, isRequired: Bool
  ) {
    keys.noteRead(member, key, String(describing: type), isRequired: isRequired)
  }

  func missing(_ member: Int, _ key: any CodingKey) -> DecodingError {
    run.noteFailure(index, member)
    return run.missing(key, in: index, keys.place)
  }

  func mismatch(_ type: any Any.Type, _ value: Int, _ member: Int) -> DecodingError {
    run.noteFailure(index, member)
    let place = member >= 0 ? keys.place.nested(keys.layout.shape(of: member)) : keys.place
    return run.mismatch(type, value, place)
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, _ value: Int, _ member: Int
  ) throws -> Value {
    try run.request(index, member) {
      guard member >= 0 else {
        return try run.decode(type, at: value, run.place(type, at: keys.place.shape))
      }
      let place = keys.child(member, type, run)
      let result = try run.decode(type, at: value, place)
      if case .leaf = place.decoding { noteDate(member, value, type) }
      return result
    }
  }

  /// Notes that a scalar was read, in case it is meant as a date.
  @inline(__always)
  private func noteDate(_ member: Int, _ value: Int, _ type: any Any.Type) {
    if keys.isDateReadAsText(member), type != Date.self, run.isDoubtfulDate(value, format: nil) {
      run.noteOdd()
    }
  }

  func string(_ value: Int, _ member: Int) throws -> String {
    guard let text = run.string(value) else { throw mismatch(String.self, value, member) }
    noteDate(member, value, String.self)
    run.noteSuccess(index, member)
    return text
  }

  func bool(_ value: Int, _ member: Int) throws -> Bool {
    guard let result = run.bool(value) else { throw mismatch(Bool.self, value, member) }
    run.noteSuccess(index, member)
    return result
  }

  func integer(_ value: Int, _ member: Int) throws -> Int {
    guard let number = run.integer(value) else { return try decode(Int.self, value, member) }
    noteDate(member, value, Int.self)
    run.noteSuccess(index, member)
    return number
  }

  func double(_ value: Int, _ member: Int) throws -> Double {
    guard let number = run.double(value) else { return try decode(Double.self, value, member) }
    noteDate(member, value, Double.self)
    run.noteSuccess(index, member)
    return number
  }

  func nested(_ member: Int, _ key: some CodingKey, _ kind: String) throws -> QuickDecoder {
    if member >= 0, keys.layout.required & (1 &<< UInt128(truncatingIfNeeded: member)) == 0 {
      keys.noteRead(member, key, kind, isRequired: true)
    }
    let value = find(member, key)
    guard value >= 0 else { throw missing(member, key) }
    return QuickDecoder(
      run: run, place: member >= 0 ? keys.nested(member) : keys.place, index: value)
  }
}

/// The members of an object: a shell around it, because its generic key keeps it from being
/// specialised.
struct QuickKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: QuickObject

  var codingPath: [any CodingKey] { object.run.codingPath(object.index, object.keys.place) }

  var allKeys: [Key] {
    object.run.value(object.index).members.compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool { object.find(object.keys.member(key), key) >= 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    let member = object.keys.member(key)
    let value = object.find(member, key)
    guard value >= 0 else { throw object.missing(member, key) }
    return object.run.tape[value].kind == .null
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let member = object.keys.member(key)
    return try object.decode(type, try object.required(member, key, type), member)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try ifPresent(type, key)
  }

  private func ifPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    let member = object.keys.member(key)
    let value = object.optional(member, key, type)
    return value < 0 ? nil : try object.decode(type, value, member)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try object.nested(object.keys.member(key), key, "object").container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try object.nested(object.keys.member(key), key, "array").unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = NameKey("super")
    let member = object.keys.member(named: key)
    guard member >= 0, object.find(member, key) >= 0 else {
      // A member that is not there is a decoder all the same.
      return try engineContainer().superDecoder()
    }
    return try object.nested(member, key, "object")
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    let member = object.keys.member(key)
    guard member >= 0, object.find(member, key) >= 0 else {
      return try engineContainer().superDecoder(forKey: key)
    }
    return try object.nested(member, key, "object")
  }

  private func engineContainer() throws -> KeyedDecodingContainer<Key> {
    try object.run.engineDecoder(object.index, object.keys.place).container(keyedBy: Key.self)
  }

  // MARK: Scalars

  // The types of nearly all values, without generic code.

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let member = object.keys.member(key)
    return try object.string(try object.required(member, key, type), member)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let member = object.keys.member(key)
    let value = object.optional(member, key, type)
    return value < 0 ? nil : try object.string(value, member)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let member = object.keys.member(key)
    return try object.bool(try object.required(member, key, type), member)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let member = object.keys.member(key)
    let value = object.optional(member, key, type)
    return value < 0 ? nil : try object.bool(value, member)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    let member = object.keys.member(key)
    return try object.integer(try object.required(member, key, type), member)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let member = object.keys.member(key)
    let value = object.optional(member, key, type)
    return value < 0 ? nil : try object.integer(value, member)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let member = object.keys.member(key)
    return try object.double(try object.required(member, key, type), member)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let member = object.keys.member(key)
    let value = object.optional(member, key, type)
    return value < 0 ? nil : try object.double(value, member)
  }

  // The protocol's own versions of these make one optional request in three steps, or only throw.

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    let member = object.keys.member(key)
    return try object.decode(type, try object.required(member, key, type), member)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    let member = object.keys.member(key)
    return try object.decode(type, try object.required(member, key, type), member)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
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
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try ifPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try ifPresent(type, key)
  }
}
