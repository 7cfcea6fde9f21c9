public import Foundation

extension JSONDocument {
  /// Reads a document from data, such as the body of a response; the same as from its bytes.
  public init(
    _ data: Data, maximumDepth: Int = JSONDocument.defaultMaximumDepth,
    byteOrderMark: ByteOrderMark = .refuse
  ) throws(JSONSyntaxError) {
    try self.init(Array(data), maximumDepth: maximumDepth, byteOrderMark: byteOrderMark)
  }

  /// Reads a document from text; the same as from the bytes of its UTF-8.
  public init(
    _ text: String, maximumDepth: Int = JSONDocument.defaultMaximumDepth
  ) throws(JSONSyntaxError) {
    try self.init(Array(text.utf8), maximumDepth: maximumDepth)
  }

  /// Reads a document from a file; throws what the system says where the file cannot be read, and a
  /// ``JSONSyntaxError`` where it is no JSON.
  ///
  /// Only files are read: another URL is refused.
  public init(
    contentsOf file: URL, maximumDepth: Int = JSONDocument.defaultMaximumDepth,
    byteOrderMark: ByteOrderMark = .refuse
  ) throws {
    guard file.isFileURL else { throw CocoaError(.fileReadUnsupportedScheme) }
    try self.init(
      try Data(contentsOf: file), maximumDepth: maximumDepth, byteOrderMark: byteOrderMark)
  }
}
