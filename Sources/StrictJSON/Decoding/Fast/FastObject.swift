import Foundation

/// An object that an initialiser opened by key.
///
/// Opening it goes once over its keys; after that a request is a look into a table. When its
/// initialiser has ended and nobody has its container any more, it serves for the next object.
final class FastObject {
  let run: FastPass
  let keys: FastKeys
  private(set) var index = -1
  private(set) var note = -1

  /// The tape index of the value of each member of the layout; -1 where there is none.
  let values = Stack<Int32>()
  /// The members that it has.
  var present = MemberSet()
  /// The members that were asked for.
  private(set) var asked = MemberSet()

  /// The run in which one request to the object is answered in another way; nil in nearly all.
  var exploration: ExploringRun? {
    didSet { isExplored = exploration != nil }
  }

  /// Says that there is one; to look at it takes longer.
  private(set) var isExplored = false

  /// The container of the object, in the form in which others share it.
  private var shared: AnyObject?

  init(_ run: FastPass, _ keys: FastKeys) {
    self.run = run
    self.keys = keys
  }

  /// Begins with an object; its values and ``present`` are known.
  func begin(_ index: Int, note: Int) {
    self.index = index
    self.note = note
    asked = MemberSet()
  }

  /// The container by which a type reads the object.
  func container<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    let sharing = TypeReflection.known(
      keys.sharing, as: SharedPart<KeyedDecodingContainer<Key>>.self)
    if let shared { return sharing.whole(of: shared) }
    let container = KeyedDecodingContainer(FastKeyedContainer<Key>(object: self))
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
    return run.missing(key, in: index, keys.layout.shape)
  }

  @inline(never)
  func mismatch(_ type: any Any.Type, _ value: Int, _ member: Int) -> DecodingError {
    if run.tape[value].isKind(.null) {
      run.noteAbsence(in: index)
    } else {
      run.noteFailure(index, member)
    }
    return run.mismatch(type, value, shape(of: value, member))
  }

  /// Remembers a request that failed, for the case that the value is explored.
  @inline(never)
  func noteFailed(
    _ member: Int, _ key: any CodingKey, _ type: any Decodable.Type, isOptional: Bool,
    _ error: any Error
  ) {
    if isExplored { exploration?.noteOther() }
    guard member >= 0 else { return }
    run.note(
      FailedRequest(
        object: index, keys: keys, member: member, key: key, type: type, isOptional: isOptional,
        mark: FailureMark.find(in: error), period: run.session.readLog.period))
  }

  /// Notes a request for a value of a type, or for its optional, to an object that is explored; returns whether it is
  /// answered in another way.
  @inline(never)
  func hasOtherAnswer<Value>(_ key: some CodingKey, _ type: Value.Type, isOptional: Bool) -> Bool {
    exploration?.isOther(key, type, isOptional: isOptional, of: self) ?? false
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

  func nested(_ member: Int, _ key: some CodingKey, _ kind: JSONKind) throws -> FastDecoder {
    guard member >= 0 else {
      keys.noteRead(searched(key), key, nil, kind, isRequired: true)
      let value = find(member, key)
      guard value >= 0 else { throw missing(key) }
      return FastDecoder(
        run: run, place: keys.place.nested(shape(of: value, member)), index: value)
    }
    let place = keys.nested(member)
    keys.noteContainer(member, key, kind)
    let value = find(member, key)
    guard value >= 0 else { throw missing(key) }
    return FastDecoder(run: run, place: place, index: value)
  }
}
