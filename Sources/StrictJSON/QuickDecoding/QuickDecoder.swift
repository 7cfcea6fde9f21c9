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
    if let object = run.open(index, place.keys(type, run)) {
      run.noteSuccess(index, -1)
      return object.container(type)
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
    let reader = place.content(type, run)
    let start = run.mark
    do {
      let value = try reader.read(index, run)
      run.noteSuccess(index, -1)
      return value
    } catch {
      run.noteFailure(index, -1, from: start)
      throw error
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
    let start = run.mark
    do {
      let value = try place.elements(type, .elements, run).read(index, run)
      // The number of an element serves as that of a member.
      run.noteSuccess(array, currentIndex)
      advance()
      return value
    } catch {
      run.noteFailure(array, currentIndex, from: start)
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
