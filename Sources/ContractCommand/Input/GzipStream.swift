import Foundation
import StrictJSON
import Synchronization
import ZlibLibrary

/// Reads gzip (RFC 1952) as the text that it holds, in bounded memory, as `zcat` does.
///
/// A file may have several members, one behind the other, and zeros behind the last one. What is cut or
/// broken is an error with its place in the compressed file.
///
/// https://www.rfc-editor.org/rfc/rfc1952
struct GzipError: Error, Hashable, LocalizedError {
  enum Kind: Hashable {
    /// No zlib was found.
    case noLibrary
    /// The bytes end inside of a member.
    case cut
    /// The bytes are no gzip, or a sum is wrong.
    case broken
    /// Something else follows a member.
    case otherBytes
  }

  let kind: Kind

  /// The place in the compressed bytes.
  var offset = 0

  /// The number of bytes that were read from them.
  var size = 0

  var errorDescription: String? {
    switch kind {
    case .noLibrary: "it is compressed with gzip, and there is no zlib on this machine"
    case .cut: "the gzip stream is cut: it ends at byte \(offset), after \(size) bytes of text"
    case .broken: "the gzip stream is broken at byte \(offset), after \(size) bytes of text"
    case .otherBytes: "what follows the gzip stream at byte \(offset) is no gzip"
    }
  }
}

extension ByteStream {
  /// Whether bytes begin as gzip does.
  static func isGzip(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// The same bytes, or the text in them where they begin as gzip does.
  func decompressed() throws -> ByteStream {
    var beginning = [UInt8](repeating: 0, count: 64 << 10)
    var count = 0
    while count < 2 {
      let read = try read(&beginning, count)
      if read == 0 { break }
      count += read
    }
    beginning.removeLast(beginning.count - count)
    guard Self.isGzip(beginning) else { return following(beginning) }
    let text = try GzipText(following(beginning))
    return ByteStream { bytes, offset in try text.read(into: &bytes, from: offset) }
  }

  /// A stream of bytes in memory.
  init(_ bytes: [UInt8]) { self = ByteStream { _, _ in 0 }.following(bytes) }

  /// Some bytes, and those of the stream behind them.
  func following(_ beginning: [UInt8]) -> ByteStream {
    let unread = Mutex(beginning[...])
    return ByteStream { [read] bytes, offset in
      let piece = unread.withLock { unread in
        let piece = unread.prefix(bytes.count - offset)
        unread = piece.count < unread.count ? unread.dropFirst(piece.count) : []
        return piece
      }
      guard piece.isEmpty else {
        bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
        return piece.count
      }
      return try read(&bytes, offset)
    }
  }
}

/// The text of a gzip stream, which is read by one at a time.
private final class GzipText: Sendable {
  private let state: Mutex<State>

  init(_ source: ByteStream) throws {
    guard let inflater = GzipInflater() else { throw GzipError(kind: .noLibrary) }
    state = Mutex(State(source: source, inflater: inflater))
  }

  func read(into bytes: inout [UInt8], from offset: Int) throws -> Int {
    try state.withLock { try $0.read(into: &bytes, from: offset) }
  }

  private struct State: ~Copyable {
    let source: ByteStream
    let inflater: GzipInflater
    var input: [UInt8] = []
    var position = 0
    /// The compressed bytes that were read in all, and those of the text.
    var offset = 0
    var size = 0
    var isAtEnd = false
    var isInside = true

    init(source: ByteStream, inflater: consuming GzipInflater) {
      self.source = source
      self.inflater = inflater
    }

    /// Reads on where all input is taken; false at the end of the stream.
    mutating func fill() throws -> Bool {
      if position < input.count { return true }
      if isAtEnd { return false }
      input.append(zeros: (64 << 10) - input.count)
      let count = try source.read(&input, 0)
      input.removeLast(input.count - count)
      position = 0
      isAtEnd = count == 0
      return count > 0
    }

    mutating func read(into bytes: inout [UInt8], from offset: Int) throws -> Int {
      while true {
        guard try fill() else {
          if isInside { throw GzipError(kind: .cut, offset: self.offset, size: size) }
          return 0
        }
        if !isInside {
          guard try beginMember() else { return 0 }
          continue
        }
        let (step, taken, given) = inflater.step(input[position...], into: &bytes, from: offset)
        position += taken
        self.offset += taken
        size += given
        switch step {
        case .broken: throw GzipError(kind: .broken, offset: self.offset, size: size)
        case .memberEnded: isInside = false
        case .goesOn: break
        }
        if given > 0 { return given }
      }
    }

    /// Looks at what follows a member; false where only zeros do.
    private mutating func beginMember() throws -> Bool {
      if input[position] == 0x1F {
        inflater.reset()
        isInside = true
        return true
      }
      while try fill() {
        guard let other = input[position...].firstIndex(where: { $0 != 0 }) else {
          offset += input.count - position
          position = input.count
          continue
        }
        throw GzipError(kind: .otherBytes, offset: offset + other - position)
      }
      return false
    }
  }
}

/// A reader of zlib: the only place here with its unsafe calls.
@safe private struct GzipInflater: ~Copyable {
  private let reader: OpaquePointer

  enum Step {
    case goesOn, memberEnded, broken
  }

  /// Makes a reader; nil where there is no zlib.
  init?() {
    guard let reader = unsafe gzip_reader_make() else { return nil }
    unsafe self.reader = unsafe reader
  }

  deinit { unsafe gzip_reader_free(reader) }

  func reset() { unsafe gzip_reader_reset(reader) }

  func step(
    _ input: ArraySlice<UInt8>, into output: inout [UInt8], from offset: Int
  ) -> (Step, taken: Int, given: Int) {
    var (taken, given) = (0, 0)
    let step = unsafe input.withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        let room = output.extracting(offset..<output.count)
        return unsafe gzip_reader_step(
          reader, input.baseAddress, input.count, room.baseAddress, room.count, &taken, &given)
      }
    }
    switch step {
    case GzipMemberEnded: return (.memberEnded, taken, given)
    case GzipGoesOn: return (.goesOn, taken, given)
    default: return (.broken, taken, given)
    }
  }
}
