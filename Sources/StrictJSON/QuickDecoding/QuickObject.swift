import Foundation

/// An object that an initialiser opened by key.
///
/// Opening it goes once over its keys; after that a request is a look into a table. When its
/// initialiser has ended and nobody has its container any more, it serves for the next object.
final class QuickObject {
  let run: QuickRun
  let keys: QuickKeys
  private(set) var index = -1
  private(set) var note = -1

  /// The tape index of the value of each member of the layout; -1 where there is none.
  let values = QuickStack<Int32>()
  /// The members that it has.
  var present = QuickMembers()
  /// The members that were asked for.
  private(set) var asked = QuickMembers()

  /// The container of the object, in the form in which others share it.
  private var shared: AnyObject?

  init(_ run: QuickRun, _ keys: QuickKeys) {
    self.run = run
    self.keys = keys
  }

  /// Begins with an object; its values and ``present`` are known.
  func begin(_ index: Int, note: Int) {
    self.index = index
    self.note = note
    asked = QuickMembers()
  }

  /// The container by which a type reads the object.
  func container<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    let sharing = TypeReflection.known(
      keys.sharing, as: SharedPart<KeyedDecodingContainer<Key>>.self)
    if let shared { return sharing.whole(of: shared) }
    let container = KeyedDecodingContainer(QuickKeyedContainer<Key>(object: self))
    shared = sharing.part(of: container)
    return container
  }

  /// Whether nobody has the container any more.
  func isFree() -> Bool { shared != nil && isKnownUniquelyReferenced(&shared) }

  /// Whether somebody kept the container, and may ask for more behind its initialiser's back.
  func isKept() -> Bool { shared != nil && !isKnownUniquelyReferenced(&shared) }

  /// Lets go of the container; the two would keep each other for ever.
  func finish() { shared = nil }

  /// The tape index of the value of a member, which is noted as asked for; -1 where there is none.
  @inline(__always)
  func find(_ member: Int, _ key: some CodingKey) -> Int {
    guard member >= 0 else { return search(key.stringValue) }
    // A member that the layout has learnt since is not in this object.
    guard member < values.count else { return -1 }
    asked.insert(member)
    return Int(values[member])
  }

  /// The same for a member that only the engine can find.
  private func search(_ name: String) -> Int {
    run.noteOdd()
    let path = run.path(to: index, keys.place)
    return run.session.member(name, of: run.value(index), path)?.value.index ?? -1
  }

  /// The names of the members, each once, for the type.
  var names: [String] {
    let value = run.value(index)
    guard run.renamesKeys else {
      let names = value.members.map(\.key)
      guard names.count > present.count else { return names }
      var seen: Set<String> = []
      return names.filter { seen.insert($0).inserted }
    }
    return KeyNames(value, run.path(to: index, keys.place), run.session).names
  }

  /// The tape index of the value of a member that must be there.
  @inline(__always)
  func required(_ member: Int, _ key: some CodingKey, _ type: any Any.Type) throws -> Int {
    if member < 0 { noteSearch(for: key, type, isRequired: true) }
    let value = find(member, key)
    guard value >= 0 else { throw missing(key) }
    return value
  }

  /// The tape index of the value of a member that may be absent or `null`; -1 where it is.
  @inline(__always)
  func optional(_ member: Int, _ key: some CodingKey, _ type: any Any.Type) -> Int {
    if member < 0 { noteSearch(for: key, type, isRequired: false) }
    let value = find(member, key)
    return value >= 0 && run.tape[value].isKind(.null) ? -1 : value
  }

  /// Notes, as the engine does, that a member was asked for that only the engine can find.
  ///
  /// The engine will do all of this again; what it adds to must be in the same order.
  @inline(never)
  private func noteSearch(for key: any CodingKey, _ type: any Any.Type, isRequired: Bool) {
    keys.noteRead(searched(key), key, type, isRequired: isRequired)
  }

  /// The place of a member that only the engine can find.
  private func searched(_ key: any CodingKey) -> ShapeNode {
    let shape = keys.layout.shape
    let session = run.session
    let name = key.stringValue
    let path = run.path(to: index, keys.place)
    var documentName = shape.documentNames[name] ?? session.likelyDocumentName(of: name)
    if run.renamesKeys, let member = session.member(name, of: run.value(index), path) {
      documentName = member.documentName
      session.noteDocumentName(documentName, of: name, at: shape)
    }
    return shape.child(.member(documentName))
  }

  /// Where a value of the object leads.
  private func shape(of value: Int, _ member: Int) -> ShapeNode {
    guard member < 0 else { return keys.layout.shape(of: member) }
    // Before each value of an object stands its key.
    return keys.layout.shape.child(.member(run.value(value - 1).string ?? ""))
  }

  @inline(never)
  func missing(_ key: some CodingKey) -> DecodingError {
    run.noteAbsence(in: index)
    return run.missing(key, in: index, keys.place)
  }

  @inline(never)
  func mismatch(_ type: any Any.Type, _ value: Int, _ member: Int) -> DecodingError {
    if run.tape[value].isKind(.null) {
      run.noteAbsence(in: index)
    } else {
      run.noteFailure(index, member)
    }
    return run.mismatch(type, value, keys.place.nested(shape(of: value, member)))
  }

  /// Remembers a request that failed, for the case that the value is explored.
  @inline(never)
  func noteFailed(
    _ member: Int, _ key: any CodingKey, _ type: any Decodable.Type, _ requestedType: any Any.Type,
    isOptional: Bool, _ error: any Error
  ) {
    guard member >= 0 else { return }
    run.remember(
      FailedRequest(
        object: index, keys: keys, member: member, key: key, type: type,
        requestedType: requestedType, isOptional: isOptional,
        mark: QuickFailureMark.find(in: error), period: run.session.readLog.period))
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, _ value: Int, _ member: Int
  ) throws -> Value {
    let start = run.mark
    let reader =
      member >= 0
      ? keys.reader(member, type, run) : run.reader(type, at: shape(of: value, member))
    do {
      let result = try reader.read(value, run)
      if keys.hasDatesReadAsText, reader.isLeaf, type != Date.self { noteDate(member, value) }
      run.noteSuccess(index, member)
      return result
    } catch {
      // What a closure makes of null may be another failure.
      if reader.isLeaf, !run.hasCustomDates, !run.hasCustomData, run.tape[value].isKind(.null) {
        run.noteAbsence(in: index)
      } else {
        run.noteFailure(index, member, from: start)
      }
      throw error
    }
  }

  /// Notes that a scalar was read, in case it is meant as a date.
  @inline(__always)
  private func noteDate(_ member: Int, _ value: Int) {
    if keys.isDateReadAsText(member), run.isDoubtfulDate(value, format: nil) { run.noteOdd() }
  }

  func string(_ value: Int, _ member: Int) throws -> String {
    guard let text = run.string(value) else { throw mismatch(String.self, value, member) }
    noteDate(member, value)
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
    noteDate(member, value)
    run.noteSuccess(index, member)
    return number
  }

  func double(_ value: Int, _ member: Int) throws -> Double {
    guard let number = run.double(value) else { return try decode(Double.self, value, member) }
    noteDate(member, value)
    run.noteSuccess(index, member)
    return number
  }

  func nested(_ member: Int, _ key: some CodingKey, _ kind: JSONKind) throws -> QuickDecoder {
    guard member >= 0 else {
      keys.noteRead(searched(key), key, nil, kind, isRequired: true)
      let value = find(member, key)
      guard value >= 0 else { throw missing(key) }
      return QuickDecoder(
        run: run, place: keys.place.nested(shape(of: value, member)), index: value)
    }
    let place = keys.nested(member)
    keys.noteContainer(member, key, kind)
    let value = find(member, key)
    guard value >= 0 else { throw missing(key) }
    return QuickDecoder(run: run, place: place, index: value)
  }
}

/// The members of an object: a shell around it, because its generic key keeps it from being
/// specialised.
struct QuickKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: QuickObject

  var codingPath: [any CodingKey] { object.run.codingPath(object.index, object.keys.place) }

  var allKeys: [Key] {
    object.names.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { object.find(object.keys.member(key), key) >= 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    let member = object.keys.member(key)
    let value = object.find(member, key)
    guard value >= 0 else { throw object.missing(key) }
    return object.run.tape[value].kind == .null
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let member = object.keys.requiredMember(key, type)
    do {
      return try object.decode(type, try object.required(member, key, type), member)
    } catch {
      object.noteFailed(member, key, type, type, isOptional: false, error)
      throw error
    }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try ifPresent(type, key)
  }

  private func ifPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    let member = object.keys.optionalMember(key, type)
    let value = object.optional(member, key, type)
    do {
      return value < 0 ? nil : try object.decode(type, value, member)
    } catch {
      object.noteFailed(member, key, type, Value?.self, isOptional: true, error)
      throw error
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let member = object.keys.member(key)
    let container = try object.nested(member, key, .object).container(keyedBy: type)
    object.run.noteSuccess(object.index, member)
    return container
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let member = object.keys.member(key)
    let container = try object.nested(member, key, .array).unkeyedContainer()
    object.run.noteSuccess(object.index, member)
    return container
  }

  func superDecoder() throws -> any Decoder {
    let key = NameKey("super")
    let member = object.keys.member(named: key)
    guard member >= 0, object.find(member, key) >= 0 else {
      // A member that is not there is a decoder all the same.
      return try engineContainer().superDecoder()
    }
    return try object.nested(member, key, .object)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    let member = object.keys.member(key)
    guard member >= 0, object.find(member, key) >= 0 else {
      return try engineContainer().superDecoder(forKey: key)
    }
    return try object.nested(member, key, .object)
  }

  private func engineContainer() throws -> KeyedDecodingContainer<Key> {
    try object.run.engineDecoder(object.index, object.keys.place).container(keyedBy: Key.self)
  }

  // MARK: Scalars

  // The types of nearly all values, without generic code.

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let member = object.keys.requiredMember(key, type)
    do {
      return try object.string(try object.required(member, key, type), member)
    } catch {
      object.noteFailed(member, key, type, type, isOptional: false, error)
      throw error
    }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let member = object.keys.optionalMember(key, type)
    let value = object.optional(member, key, type)
    do {
      return value < 0 ? nil : try object.string(value, member)
    } catch {
      object.noteFailed(member, key, type, String?.self, isOptional: true, error)
      throw error
    }
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let member = object.keys.requiredMember(key, type)
    do {
      return try object.bool(try object.required(member, key, type), member)
    } catch {
      object.noteFailed(member, key, type, type, isOptional: false, error)
      throw error
    }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let member = object.keys.optionalMember(key, type)
    let value = object.optional(member, key, type)
    do {
      return value < 0 ? nil : try object.bool(value, member)
    } catch {
      object.noteFailed(member, key, type, Bool?.self, isOptional: true, error)
      throw error
    }
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    let member = object.keys.requiredMember(key, type)
    do {
      return try object.integer(try object.required(member, key, type), member)
    } catch {
      object.noteFailed(member, key, type, type, isOptional: false, error)
      throw error
    }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let member = object.keys.optionalMember(key, type)
    let value = object.optional(member, key, type)
    do {
      return value < 0 ? nil : try object.integer(value, member)
    } catch {
      object.noteFailed(member, key, type, Int?.self, isOptional: true, error)
      throw error
    }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let member = object.keys.requiredMember(key, type)
    do {
      return try object.double(try object.required(member, key, type), member)
    } catch {
      object.noteFailed(member, key, type, type, isOptional: false, error)
      throw error
    }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let member = object.keys.optionalMember(key, type)
    let value = object.optional(member, key, type)
    do {
      return value < 0 ? nil : try object.double(value, member)
    } catch {
      object.noteFailed(member, key, type, Double?.self, isOptional: true, error)
      throw error
    }
  }

  // The protocol's own versions of these make one optional request in three steps, or only throw.

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    let member = object.keys.requiredMember(key, type)
    return try object.decode(type, try object.required(member, key, type), member)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    let member = object.keys.requiredMember(key, type)
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
