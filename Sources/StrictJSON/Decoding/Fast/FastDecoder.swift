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
    guard run.tape[index].isKind(.object) else { throw noContainer([String: Any].self) }
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
    guard run.tape[index].isKind(.array) else { throw noContainer([Any].self) }
    run.noteContainer(depth)
    run.noteSuccess(index, -1)
    return FastUnkeyedContainer(run, place, array: index)
  }

  /// The error for a value that is no container, which is noted; on its own, as nearly all are one.
  @inline(never)
  private func noContainer(_ type: any Any.Type) -> DecodingError {
    run.noteFailure(index, -1)
    return run.mismatch(type, index, place.shape)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    run.noteUnkeyed(index)
    return FastSingleValueContainer(decoder: self)
  }
}
