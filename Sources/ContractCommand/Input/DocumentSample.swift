import ContractTesting

/// Some documents of a stream of any length, chosen by their values: all while they are few, and then those
/// with the smallest numbers.
///
/// The number of a document is the smallest hash of its values (`RecordSketch`). So of two recordings with
/// the same records the same ones stay, and a comparison finds them on both sides. Which part of the stream
/// was read first, and by whom, has no influence.
struct DocumentSample: Sendable {
  /// The bytes of memory from which on documents are let go.
  private let maximumSize: Int

  /// A document, and where it stands in the stream.
  struct Entry: Sendable {
    let number: UInt64
    var response: Response
    /// The part of the input, the batch of lines in it, and the line in that.
    var place: (part: Int, batch: Int, line: Int)
    /// The place of an element in its document; nil for a document of its own.
    var origin: TextPieces.Origin?

    /// The memory that it takes, about.
    fileprivate var size: Int { response.body.count + 256 }
  }

  private var entries: [Entry] = []
  private var size = 0
  /// The number above which no document is kept.
  private var limit = UInt64.max

  init(maximumSize: Int = 8 << 20) { self.maximumSize = maximumSize }

  /// Whether a document of a number may be kept.
  func wants(_ number: UInt64) -> Bool { number <= limit }

  mutating func add(_ entry: Entry) {
    guard wants(entry.number) else { return }
    entries.append(entry)
    size += entry.size
    // Sorted only now and then, so that each document costs little.
    if size > 2 * maximumSize { trim() }
  }

  /// Adds the documents of another sample, as a part of the input where it is one.
  mutating func merge(_ other: DocumentSample, asPart part: Int? = nil) {
    for var entry in other.entries {
      entry.place.part = part ?? entry.place.part
      add(entry)
    }
    limit = min(limit, other.limit)
    entries.removeAll { $0.number > limit }
    size = entries.reduce(0) { $0 + $1.size }
  }

  /// Tells the documents of a stream where they lie, when it is known where each batch begins.
  mutating func setPlaces(of start: (_ batch: Int) -> InputStart) {
    for index in entries.indices {
      let old = entries[index].response
      let start = start(entries[index].place.batch)
      var response = Response(
        name: old.name, body: old.body, firstLine: start.line - 1 + old.firstLine)
      response.firstOffset = start.offset + old.firstOffset
      entries[index].response = response
    }
  }

  /// The documents in the order of the stream.
  var inOrder: [Entry] {
    var sample = self
    sample.trim()
    return sample.entries.sorted { $0.place < $1.place }
  }

  /// Lets go of the documents with the largest numbers; documents of one number stay or go together.
  private mutating func trim() {
    guard size > maximumSize else { return }
    entries.sort { $0.number == $1.number ? $0.place < $1.place : $0.number < $1.number }
    var kept = 0
    var bytes = 0
    while kept < entries.count {
      bytes += entries[kept].size
      if bytes > maximumSize, kept > 0 { break }
      kept += 1
    }
    guard kept < entries.count else { return }
    entries.removeLast(entries.count - kept)
    limit = entries.last?.number ?? limit
    size = entries.reduce(0) { $0 + $1.size }
  }
}
