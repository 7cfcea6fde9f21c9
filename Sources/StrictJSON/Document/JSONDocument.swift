/// A JSON document that owns its bytes and knows where each of its values is.
///
/// It accepts exactly RFC 8259 and keeps what the text says: number text, member order, duplicate
/// keys, escapes. Its values are views; to copy one is cheap.
///
/// RFC 8259: https://www.rfc-editor.org/rfc/rfc8259
public struct JSONDocument: Sendable {
  /// What to do with a UTF-8 byte order mark at the beginning.
  public enum ByteOrderMark: Sendable, Hashable {
    /// Refuse the text with an error that names the mark.
    case refuse
    /// Read on behind the mark, as RFC 8259 section 8.1 allows.
    case skip
  }

  /// The depth of arrays and objects that is accepted when the caller names none.
  public static let defaultMaximumDepth = 512

  let storage: JSONStorage

  /// A document of fewer values is looked through object by object.
  private static let fewValues = 256

  /// In a document of fewer bytes few objects are alike; what is learnt of their keys is not worth it.
  private static let fewBytes = 16 << 10

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8, of less than 4 GiB.
  ///   - maximumDepth: The most arrays and objects that may be open at one place.
  ///   - byteOrderMark: What becomes of a byte order mark at the beginning.
  /// - Throws: The first fault, by RFC 8259.
  public init(
    _ bytes: [UInt8], maximumDepth: Int = JSONDocument.defaultMaximumDepth,
    byteOrderMark: ByteOrderMark = .refuse
  ) throws(JSONSyntaxError) {
    try self.init(
      bytes, maximumDepth: maximumDepth, byteOrderMark: byteOrderMark,
      maximumSize: Int(UInt32.max))
  }

  /// The same with another limit of size, so that the limit can be tested without 4 GiB.
  init(
    _ bytes: [UInt8], maximumDepth: Int, byteOrderMark: ByteOrderMark, maximumSize: Int
  ) throws(JSONSyntaxError) {
    let start = try Self.start(of: bytes, byteOrderMark, maximumSize: maximumSize)
    var scanner = JSONScanner(
      bytes, maximumDepth: maximumDepth, predictsKeys: bytes.count >= Self.fewBytes)
    var tape: JSONTape = []
    try scanner.scan(from: start, into: &tape)
    storage = JSONStorage(bytes: bytes, tape: tape, hasLoneSurrogate: scanner.hasLoneSurrogate)
  }

  /// Finds where a text begins, behind a byte order mark; throws where it cannot be read at all.
  static func start(
    of bytes: [UInt8], _ byteOrderMark: ByteOrderMark, maximumSize: Int = Int(UInt32.max)
  ) throws(JSONSyntaxError) -> Int {
    guard bytes.count <= maximumSize else {
      throw JSONSyntaxError(
        .tooLarge, at: 0, in: bytes,
        "the text has \(bytes.count) bytes; at most \(maximumSize) are read as one document")
    }
    // A text begins with ASCII, and the next byte is no zero; else it is looked at more closely.
    if bytes.count > 3, 0x09..<0x80 ~= bytes[0], bytes[1] != 0 { return 0 }
    if let encoding = TextEncoding(otherThanUTF8: bytes) {
      throw JSONSyntaxError(
        .otherEncoding, at: 0, in: bytes,
        "the text is in \(encoding); JSON between systems must be UTF-8 (RFC 8259 section 8.1)")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      guard byteOrderMark == .skip else {
        throw JSONSyntaxError(
          .byteOrderMark, at: 0, in: bytes,
          "the text begins with a UTF-8 byte order mark, which RFC 8259 section 8.1 forbids")
      }
      return 3
    }
    return 0
  }

  /// The bytes of the document, as they were given.
  public var bytes: [UInt8] { storage.bytes }

  /// The outermost value.
  public var root: JSONValue { JSONValue(storage: storage, index: 0) }

  /// Whether the text begins with a UTF-8 byte order mark that was skipped.
  public var hasByteOrderMark: Bool { storage.bytes.first == 0xEF }

  /// Finds the line and column of a byte offset.
  public func location(atOffset offset: Int) -> SourceLocation {
    storage.location(atOffset: offset)
  }

  /// Finds the members whose key is earlier in the same object, in document order.
  public var duplicateMembers: [JSONMember] {
    // The objects of a list are alike. For few values the memory of layouts is not worth it.
    if storage.tape.count > Self.fewValues {
      var layouts = KeyLayouts()
      if layouts.areDistinct(storage.tape, in: storage.bytes) { return [] }
    }
    var duplicates: [JSONMember] = []
    var hashes: [UInt64] = []
    for index in storage.tape.indices where storage.tape[index].kind == .object {
      let object = JSONValue(storage: storage, index: index)
      guard object.count > 1,
        JSONStorage.mayHaveDuplicates(index, storage.tape, storage.bytes, &hashes)
      else { continue }
      var seen: Set<String> = []
      for member in object.members where !seen.insert(member.key).inserted {
        duplicates.append(member)
      }
    }
    return duplicates.sorted { $0.keyOffset < $1.keyOffset }
  }
}
