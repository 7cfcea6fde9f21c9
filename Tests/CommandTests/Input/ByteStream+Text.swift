import Synchronization

@testable import ContractCommand

extension ByteStream {
  /// A stream that gives the bytes of a text, at most so many at once.
  static func text(_ text: String, atOnce: Int = .max) -> ByteStream {
    let unread = SharedBytes(Array(text.utf8))
    return ByteStream { bytes, offset in
      unread.take(min(atOnce, bytes.count - offset), into: &bytes, at: offset)
    }
  }
}

/// Bytes that are taken from the front.
private final class SharedBytes: Sendable {
  private let unread: Mutex<ArraySlice<UInt8>>

  init(_ bytes: [UInt8]) { unread = Mutex(bytes[...]) }

  func take(_ count: Int, into bytes: inout [UInt8], at offset: Int) -> Int {
    let piece = unread.withLock { unread in
      let piece = unread.prefix(count)
      unread = unread.dropFirst(piece.count)
      return piece
    }
    bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
    return piece.count
  }
}
