import Foundation

/// The elements of an array, for a type that walks them itself.
struct FastUnkeyedContainer: UnkeyedRequests {
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

  mutating func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
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

  mutating func opening<Container>(
    _ type: any Any.Type, _ open: (any Decoder) throws -> Container
  ) throws -> Container {
    let decoder = try decoder(type)
    do {
      let container = try open(decoder)
      run.noteSuccess(array, currentIndex)
      advance()
      return container
    } catch {
      noteRepetition()
      throw error
    }
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
