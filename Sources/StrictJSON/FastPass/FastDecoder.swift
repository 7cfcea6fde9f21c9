import Foundation

/// The decoder that an initialiser is given in a fast pass.
///
/// Three words and no more: so much fits into an `any Decoder` without memory of its own.
struct FastDecoder: Decoder {
  let run: FastPass
  let place: TypePlace
  private let tapeIndex: Int32
  /// How many initialisers are running while this is the decoder of one; 0 for a part of a value.
  private let depth: Int32

  init(run: FastPass, place: TypePlace, index: Int, depth: Int32 = 0) {
    self.run = run
    self.place = place
    tapeIndex = Int32(truncatingIfNeeded: index)
    self.depth = depth
  }

  var index: Int { Int(tapeIndex) }

  /// Whether a type kept the decoder beyond its initialiser.
  @inline(__always)
  var isKept: Bool { run.depth < depth }

  /// Remembers a request for the value as a whole that failed, where this is the decoder of an initialiser.
  func noteFailed(_ type: any Decodable.Type, _ error: any Error) {
    guard depth > 0 else { return }
    run.note(
      FailedWhole(
        index: index, place: place, type: type, error: error, period: run.session.readLog.period))
  }

  /// The decoder that answers where this one was kept.
  var replacement: any Decoder { run.decoderInPlace(of: self) }

  /// The same decoder, which answers in any case.
  var unkept: FastDecoder { FastDecoder(run: run, place: place, index: index) }

  var codingPath: [any CodingKey] {
    isKept ? replacement.codingPath : run.codingPath(index, place.shape)
  }
  var userInfo: [CodingUserInfoKey: Any] { run.session.decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if isKept { return try replacement.container(keyedBy: type) }
    guard run.tape[index].kind == .object else {
      run.noteFailure(index, -1)
      throw run.mismatch([String: Any].self, index, place.shape)
    }
    run.noteContainer(depth)
    if let object = run.open(index, place.keys(type, run)) {
      run.noteSuccess(index, -1)
      return object.container(type)
    }
    return try run.engineDecoder(index, place).container(keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if isKept { return try replacement.unkeyedContainer() }
    run.noteUnkeyed(index)
    guard run.tape[index].kind == .array else {
      run.noteFailure(index, -1)
      throw run.mismatch([Any].self, index, place.shape)
    }
    run.noteContainer(depth)
    run.noteSuccess(index, -1)
    return FastUnkeyedContainer(run, place, array: index)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    run.noteUnkeyed(index)
    return FastSingleValueContainer(decoder: self)
  }
}

/// A value as a whole.
struct FastSingleValueContainer: SingleValueDecodingContainer {
  let decoder: FastDecoder

  private var run: FastPass { decoder.run }
  private var index: Int { decoder.index }

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    if decoder.isKept {
      return (try? decoder.replacement.singleValueContainer().decodeNil()) ?? false
    }
    guard run.tape[index].isKind(.null) else { return false }
    run.noteSuccess(index, -1)
    return true
  }

  func decode(_ type: String.Type) throws -> String {
    if decoder.isKept {
      return try decoder.replacement.singleValueContainer().decode(type)
    }
    guard let text = run.string(index) else {
      run.noteFailure(index, -1)
      let error = run.mismatch(type, index, decoder.place.shape)
      decoder.noteFailed(type, error)
      throw error
    }
    run.noteSuccess(index, -1)
    return text
  }
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if decoder.isKept {
      return try decoder.replacement.singleValueContainer().decode(type)
    }
    guard ObjectIdentifier(type) == ObjectIdentifier(Value.self) else {
      return try run.subclass(type, index, decoder.place)
    }
    let reader = decoder.place.content(type, run)
    let start = run.mark
    do {
      let value = try reader.read(index, run)
      run.noteSuccess(index, -1)
      return value
    } catch {
      run.noteFailure(index, -1, from: start)
      decoder.noteFailed(type, error)
      throw error
    }
  }
}

/// The elements of an array, for a type that walks them itself.
struct FastUnkeyedContainer: UnkeyedDecodingContainer {
  private let run: FastPass
  private let place: TypePlace
  private let array: Int
  private let end: Int
  private var index: Int
  private var repetitions = 0
  private(set) var currentIndex = 0

  /// A loop that swallows the same error this often would never end, and is moved on.
  private static let maximumRepetitions = 100

  init(_ run: FastPass, _ place: TypePlace, array: Int) {
    self.run = run
    self.place = place
    self.array = array
    index = array + 1
    end = Int(run.tape[array].next)
  }

  var codingPath: [any CodingKey] { run.codingPath(array, place.shape) }
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
    let start = run.mark
    do {
      let value =
        ObjectIdentifier(type) == ObjectIdentifier(Value.self)
        ? try place.elements(type, .elements, run).read(index, run)
        : try run.subclass(type, index, place.nestedElement())
      // The number of an element serves as that of a member.
      run.noteSuccess(array, currentIndex)
      advance()
      return value
    } catch {
      run.noteFailure(array, currentIndex, from: start)
      noteRepetition()
      throw error
    }
  }

  private mutating func noteRepetition() {
    repetitions += 1
    guard repetitions > Self.maximumRepetitions else { return }
    run.noteOdd()
    advance()
  }

  /// Goes on behind an element whose container could be opened.
  private mutating func advancing<Container>(
    _ open: () throws -> Container
  ) throws -> Container {
    do {
      let container = try open()
      run.noteSuccess(array, currentIndex)
      advance()
      return container
    } catch {
      noteRepetition()
      throw error
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let decoder = try decoder([String: Any].self)
    return try advancing { try decoder.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let decoder = try decoder([Any].self)
    return try advancing { try decoder.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder(Never.self)
    advance()
    return decoder
  }

  private func decoder(_ type: any Any.Type) throws -> FastDecoder {
    FastDecoder(
      run: run, place: place.nestedElement(), index: try current(type))
  }

  private mutating func advance() {
    index = Int(run.tape[index].next)
    currentIndex += 1
    repetitions = 0
  }

  private func current(_ type: any Any.Type) throws -> Int {
    guard index < end else { throw run.endOfArray(type, array, place.shape) }
    return index
  }
}
