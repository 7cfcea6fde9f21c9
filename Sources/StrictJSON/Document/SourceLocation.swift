/// A place in a source text.
public struct SourceLocation: Sendable, Hashable {
  /// The line, counted from 1; a line ends at a line feed.
  public let line: Int

  /// The column in UTF-8 bytes, counted from 1.
  public let column: Int

  /// Makes a place from a line and a column, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Finds the line and column of a byte offset by counting line feeds before it.
  ///
  /// An offset beyond the end counts as the end.
  public init(offset: Int, in bytes: [UInt8]) {
    var line = 1
    var lineStart = 0
    let end = min(offset, bytes.count)
    var position = 0
    while position < end {
      if bytes[position] == UInt8(ascii: "\n") {
        line += 1
        lineStart = position + 1
      }
      position += 1
    }
    self.init(line: line, column: end - lineStart + 1)
  }
}
