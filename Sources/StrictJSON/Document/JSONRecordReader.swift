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
  package private(set) var bytes: [UInt8] = []

  /// The values of the document that was read last.
  package private(set) var tape: JSONTape = []

  private var layouts = KeyLayouts()

  /// Makes a reader that holds no document yet.
  package init() {}

  /// Reads a document, which takes the place of the one before.
  ///
  /// A byte order mark is skipped. Throws a ``JSONSyntaxError`` for the first fault, with its place
  /// in the text that was given; the reader then holds no values.
  package mutating func read(
    _ text: ArraySlice<UInt8>, maximumDepth: Int = JSONDocument.defaultMaximumDepth
  ) throws(JSONSyntaxError) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text)
    var memory: JSONTape = []
    swap(&memory, &tape)
    let start = try JSONDocument.start(of: bytes, .skip)
    tape = try JSONScanner.scan(
      bytes, startingAt: start, maximumDepth: maximumDepth, memory: memory
    ).tape
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
