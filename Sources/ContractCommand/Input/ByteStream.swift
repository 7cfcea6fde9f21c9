import Foundation
import StrictJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes that are read piece by piece: a file, a pipe, or a text in memory.
///
/// This file and the writing to standard output are the only places here with unsafe code: to let
/// the system write into an array, and to search one with `memchr`.
struct ByteStream: Sendable {
  /// Writes the next bytes into an array, from an offset on, and returns how many; 0 at the end.
  let read: @Sendable (_ bytes: inout [UInt8], _ offset: Int) throws -> Int

  init(read: @escaping @Sendable (_ bytes: inout [UInt8], _ offset: Int) throws -> Int) {
    self.read = read
  }

  /// Opens a file; throws a `POSIXError` where that cannot be done.
  init(path: String) throws {
    let file = try OpenFile(path: path)
    self.init { bytes, offset in
      try Self.read(file.descriptor, into: &bytes, from: offset)
    }
  }

  /// Reads a file of a known size into memory that nobody writes to before.
  ///
  /// Through `Data` the bytes were copied once more, which took a quarter of the time of a check of
  /// 20 MB and twice the memory. What is added to the file meanwhile is not read.
  static func bytes(path: String, size: Int) throws -> [UInt8] {
    let file = try OpenFile(path: path)
    return unsafe try [UInt8](unsafeUninitializedCapacity: size) { memory, count in
      while count < size {
        let read = unsafe Foundation.read(
          file.descriptor, memory.baseAddress?.advanced(by: count), size - count)
        if read < 0, errno == EINTR { continue }
        guard read >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        if read == 0 { break }
        count += read
      }
    }
  }

  /// Reads from a file descriptor; 0 at the end.
  static func read(
    _ descriptor: Int32, into bytes: inout [UInt8], from offset: Int
  ) throws -> Int {
    while true {
      let room = bytes.count - offset
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Foundation.read(descriptor, buffer.baseAddress?.advanced(by: offset), room)
      }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // The other side of the pipe made it non-blocking; wait until there is something.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&request, 1, -1)
      default: throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }

  /// Reads all bytes to the end; of what is too large for a document the size only.
  func rest() throws -> (bytes: [UInt8], size: Int) {
    var gathered = GatheredBytes()
    var size = 0
    while true {
      let count = try gathered.read(self)
      size += count
      if size > UInt32.max { gathered = GatheredBytes() }
      if count == 0 { return (gathered.take(), size) }
    }
  }

  /// Finds the first line feed of a range; nil where there is none.
  static func lineFeed(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    return unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress,
        let found = unsafe memchr(start + range.lowerBound, 0x0A, range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - start
    }
  }
}

/// The bytes of a stream in one piece, which grows as they come.
///
/// A pipe gives 64 KB at once. Memory is added only where all is used, so that each byte is moved a few times,
/// however many there are.
struct GatheredBytes {
  /// The bytes that were read, and behind them room for more.
  private var bytes: [UInt8] = []

  /// The number of bytes that were read.
  private(set) var count = 0

  /// The bytes that were read.
  var all: ArraySlice<UInt8> { bytes[..<count] }

  /// Reads the next bytes; returns how many there were, and 0 at the end.
  mutating func read(_ stream: ByteStream) throws -> Int {
    if count == bytes.count {
      bytes.append(zeros: max(64 << 10, count))
    }
    let read = try stream.read(&bytes, count)
    count += read
    return read
  }

  /// Takes the bytes out.
  mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    taken.removeLast(taken.count - count)
    count = 0
    return taken
  }
}

/// A file descriptor that is closed with the last reference to it.
private final class OpenFile: Sendable {
  let descriptor: Int32

  init(path: String) throws {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  deinit { close(descriptor) }
}
