import Foundation

/// A value as a whole.
struct FastSingleValueContainer: WholeRequests {
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
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
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
