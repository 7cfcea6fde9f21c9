/// The reason why some bytes are no JSON document, and where.
///
/// RFC 8259: https://www.rfc-editor.org/rfc/rfc8259
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// What kind of fault it is.
  public enum Kind: Sendable, Hashable {
    /// There are no bytes, or only white space.
    case empty
    /// The bytes break the grammar.
    case grammar
    /// A string holds bytes that are no UTF-8.
    case invalidUTF8
    /// The text begins with a UTF-8 byte order mark (RFC 8259 section 8.1).
    case byteOrderMark
    /// The text is in UTF-16 or UTF-32, not in UTF-8 (RFC 8259 section 8.1).
    case otherEncoding
    /// Arrays and objects nest deeper than the limit.
    case tooDeep
    /// The text is 4 GiB or more.
    case tooLarge
  }

  /// What kind of fault it is.
  public let kind: Kind

  /// The byte offset of the fault.
  public let offset: Int

  /// The line and column of the fault.
  public let location: SourceLocation

  /// What is wrong, in one line that begins in lower case.
  public var message: String { message(at: location, unclosedAt: unclosed?.location) }

  /// An array or an object that is open at the end of the text.
  package struct Unclosed: Sendable, Hashable {
    /// Where it begins.
    package let offset: Int
    package let location: SourceLocation
  }

  /// What is open at the end of the text, where that is the fault.
  package let unclosed: Unclosed?

  private let text: String

  init(
    _ kind: Kind, at offset: Int, in bytes: [UInt8], _ text: String, unclosedAt opening: Int? = nil
  ) {
    self.kind = kind
    self.offset = offset
    location = SourceLocation(offset: offset, in: bytes)
    unclosed = opening.map {
      Unclosed(offset: $0, location: SourceLocation(offset: $0, in: bytes))
    }
    self.text = text
  }

  /// What is wrong, with other places, where the text is a part of another one.
  package func message(at end: SourceLocation, unclosedAt start: SourceLocation?) -> String {
    guard let start else { return text }
    // A line of many documents does not know its number.
    let place =
      start.line == end.line ? "column \(start.column)" : "\(start.line):\(start.column)"
    return "\(text) that begins at \(place)"
  }
}
