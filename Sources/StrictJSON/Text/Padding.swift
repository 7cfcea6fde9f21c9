extension [UInt8] {
  /// Appends zeros, as room for bytes that are written later.
  ///
  /// Bytes are copied page by page. `repeatElement` is walked byte by byte where nothing is optimised: 15 % of
  /// what the test process computed.
  package mutating func append(zeros count: Int) { append(count, of: Self.zeros) }

  /// Appends spaces.
  package mutating func append(spaces count: Int) { append(count, of: Self.spaces) }

  private mutating func append(_ count: Int, of page: [UInt8]) {
    var missing = count
    while missing > 0 {
      let size = Swift.min(missing, page.count)
      append(contentsOf: page[..<size])
      missing -= size
    }
  }

  private static let zeros = [UInt8](repeating: 0, count: 4096)
  private static let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 128)
}
