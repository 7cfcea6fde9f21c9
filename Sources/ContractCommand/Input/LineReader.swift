import StrictJSON

/// Some whole lines of a stream, in memory that is used again for the next ones.
struct LineBatch: Sendable {
  /// The lines, and behind them what is left of earlier ones.
  fileprivate(set) var bytes: [UInt8] = []

  /// The number of bytes that are lines.
  fileprivate(set) var count = 0

  /// The number of the batch in its stream, from 0.
  fileprivate(set) var number = 0

  /// The lines that are not blank, each with its number in the batch, from 0.
  ///
  /// Returns the number of all lines.
  func forEachLine(_ body: (_ line: ArraySlice<UInt8>, _ number: Int) throws -> Void) rethrows
    -> Int
  {
    var start = 0
    var number = 0
    while start < count {
      let end = ByteStream.lineFeed(in: bytes, start..<count) ?? count
      let line = bytes[start..<end]
      if !line.allSatisfy(LineReader.isSpace) { try body(line, number) }
      number += 1
      start = end + 1
    }
    return number
  }
}

/// Reads a stream in batches of whole lines.
///
/// A batch is as large as one piece of the stream, or as one line where that is longer. So the
/// memory depends on the longest line, and not on the number of lines.
struct LineReader: Sendable {
  private let stream: ByteStream
  private let pieceSize: Int

  /// What was read of a line whose end was not seen yet.
  private var rest: [UInt8]
  private var batches = 0
  private var isAtEnd = false

  /// Large enough that the work on a piece outweighs the change to the next, and still in cache.
  static let usualPieceSize = 256 << 10

  /// Makes a reader of the lines in `beginning`, and of those in a stream behind it.
  init(_ stream: ByteStream, beginning: [UInt8] = [], pieceSize: Int = Self.usualPieceSize) {
    self.stream = stream
    self.pieceSize = pieceSize
    rest = beginning
  }

  /// Reads the next lines; false where there are no more.
  mutating func next(_ batch: inout LineBatch) throws -> Bool {
    batch.count = rest.count
    makeRoom(in: &batch, rest.count + pieceSize)
    batch.bytes.replaceSubrange(0..<rest.count, with: rest)
    rest.removeAll(keepingCapacity: true)
    while !isAtEnd {
      if batch.count == batch.bytes.count { makeRoom(in: &batch, 2 * batch.count) }
      let read = try stream.read(&batch.bytes, batch.count)
      if read == 0 { isAtEnd = true }
      let seen = batch.count
      batch.count += read
      if let end = Self.lastLineFeed(in: batch.bytes, seen..<batch.count) {
        rest.append(contentsOf: batch.bytes[(end + 1)..<batch.count])
        batch.count = end + 1
        break
      }
    }
    batch.number = batches
    batches += 1
    return batch.count > 0
  }

  private func makeRoom(in batch: inout LineBatch, _ size: Int) {
    batch.bytes.append(zeros: size - batch.bytes.count)
  }

  private static func lastLineFeed(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      if bytes[index] == 0x0A { return index }
    }
    return nil
  }

  /// Whether a byte is white space of JSON (RFC 8259 section 2).
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
