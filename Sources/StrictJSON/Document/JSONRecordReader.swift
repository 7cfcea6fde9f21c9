/// Reads one document after another into the same memory.
///
/// A stream of small documents, such as the lines of an NDJSON file, spends more on fresh memory
/// than on reading. Here the bytes and the tape of a document are overwritten by the next one.
///
///     var reader = JSONRecordReader()
///     try reader.read(Array("{\"a\": 1}\n{\"a\": 2}".utf8)[0..<8])
///     reader.tape.count   // 3: the object, its key, its value
package struct JSONRecordReader: Sendable {
  /// The bytes of the document that was read last.
  package var bytes: [UInt8] { scanner.bytes }

  /// The values of the document that was read last.
  package private(set) var tape: JSONTape = []

  private var scanner = JSONScanner(
    maximumDepth: JSONDocument.defaultMaximumDepth, predictsKeys: true)
  private var layouts = KeyLayouts()

  /// The number of objects in the document that was read last.
  package var objectCount: Int { scanner.objectCount }

  /// A number that changes with what the numbers of keys on the tape mean.
  ///
  /// Two keys of the same number have the same bytes in all documents that readers with the same
  /// version read.
  package var versionOfKeys: Int { scanner.versionOfKeys }

  /// Makes a reader that holds no document yet.
  package init() {}

  /// Reads a document, which takes the place of the one before.
  ///
  /// A byte order mark is skipped. Throws a ``JSONSyntaxError`` for the first fault, with its place
  /// in the text that was given; the reader then holds no values.
  package mutating func read(
    _ text: ArraySlice<UInt8>, maximumDepth: Int = JSONDocument.defaultMaximumDepth
  ) throws(JSONSyntaxError) {
    scanner.maximumDepth = maximumDepth
    scanner.replaceBytes(with: text)
    do throws(JSONSyntaxError) {
      let start = try JSONDocument.start(of: scanner.bytes, .skip)
      try scanner.scan(from: start, into: &tape)
    } catch {
      tape.removeAll(keepingCapacity: true)
      throw error
    }
  }

  /// Whether the document that was read last has no fault for sure, beside those that `read`
  /// throws: no byte order mark, and no object with a key twice.
  ///
  /// Whoever knows already that the keys of each object differ saves the look at them.
  package mutating func isSurelyClean(keysAreDistinct: Bool = false) -> Bool {
    bytes.first != 0xEF && !tape.isEmpty
      && (keysAreDistinct || layouts.areDistinct(tape, in: bytes))
  }
}

extension JSONValue {
  /// The bytes of the document that holds the value.
  package var documentBytes: [UInt8] { storage.bytes }

  /// The tape of the document that holds the value.
  package var documentTape: JSONTape { storage.tape }

  /// Where the value is on the tape.
  package var tapeIndex: Int { index }
}
