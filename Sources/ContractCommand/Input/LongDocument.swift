import ContractTesting
import SchemaDrift
import StrictJSON

/// A document that is too long to be held: what all of it shows, and a part of its text.
///
/// Its long arrays are read part by part (``ArrayCutter``), so that the memory depends on the longest element
/// and not on the number of elements. What is summarised is the same as if it were read in one piece. A long
/// object whose keys are data is in memory as a whole.
struct LongDocument {
  /// The size up to which a document is read in one piece: with its values it takes up to four times as much.
  static let wholeSize = 16 << 20

  /// How much of a document is in memory, in bytes.
  struct Sizes {
    /// The size up to which it is read in one piece.
    var whole = LongDocument.wholeSize
    /// The size of a part of a long array: large enough that the work on it outweighs the change to the next.
    var part = 512 << 10
    /// The elements that are kept of each array.
    var sample = 8 << 20
  }

  /// What a stream holds.
  enum Content {
    /// A document that was read in one piece.
    case whole(Response)
    /// A long one.
    case long(LongDocument)
  }

  /// What is known of the format.
  private(set) var summary = FormatSummary()

  /// The number of the document, by which some of many are chosen.
  private(set) var number: UInt64 = 0

  /// What is left of the text: the beginning and the end of each long array, and some of its elements.
  private(set) var response: Response

  /// The faults for which the document cannot be used.
  private(set) var faults: [Finding] = []

  /// Reads a stream to its end, or to the first fault of a long document.
  ///
  /// Throws what the stream throws.
  static func read(
    _ stream: ByteStream, named name: String, start: InputStart = InputStart(),
    sizes: Sizes = Sizes()
  ) throws -> Content {
    var beginning = GatheredBytes()
    while beginning.count <= sizes.whole {
      if try beginning.read(stream) > 0 { continue }
      var response = Response(name: name, body: beginning.take(), firstLine: start.line)
      response.firstOffset = start.offset
      return .whole(response)
    }
    return .long(
      try LongDocument(
        beginning: beginning.take(), stream, named: name, start: start, sizes: sizes))
  }

  /// What was taken out of one array.
  private struct Taken {
    var elements = ElementSummary()
    /// Some of them, each with its position.
    var sample: DocumentSample
  }

  private init(
    beginning: [UInt8], _ stream: ByteStream, named name: String, start: InputStart, sizes: Sizes
  ) throws {
    var cutter = ArrayCutter(partSize: sizes.part)
    var taken: [Taken] = []
    var reader = JSONRecordReader()
    var fault: ArrayCutter.Part?
    func take(_ part: ArrayCutter.Part) {
      guard fault == nil else { return }
      while taken.count <= part.array {
        taken.append(Taken(sample: DocumentSample(maximumSize: sizes.sample)))
      }
      if !Self.add(part, &reader, to: &taken[part.array]) { fault = part }
    }
    cutter.add(beginning, count: beginning.count, take)
    var bytes = [UInt8](repeating: 0, count: LineReader.usualPieceSize)
    while fault == nil {
      let count = try stream.read(&bytes, 0)
      if count == 0 { break }
      cutter.add(bytes, count: count, take)
    }
    cutter.end()
    response =
      fault.map { Self.response(of: $0, in: cutter, name) }
      ?? Self.rest(of: cutter, taken.map { _ in [] }, name).response
    response = response.moved(to: start)
    faults = ResponseReading(response).faults
    guard fault == nil, let document = try? JSONDocument(cutter.rest, byteOrderMark: .skip) else {
      return
    }
    let arrays = Self.arrays(cutter.arrays.map(\.offset), in: document.root)
    number = summary.add(
      document, taken: zip(arrays, taken).map { (array: $0, elements: $1.elements) })
    let (sample, positions) = Self.rest(of: cutter, taken.map(\.sample.inOrder), name)
    response = sample.moved(to: start)
    for (array, positions) in zip(arrays, positions) {
      response.pieces?.move(
        elementsOf: array.pointer, from: ArrayCutter.keptElements, to: positions)
    }
  }

  /// Adds the elements of a part; false where it has a fault.
  private static func add(
    _ part: ArrayCutter.Part, _ reader: inout JSONRecordReader, to taken: inout Taken
  ) -> Bool {
    do throws(JSONSyntaxError) {
      try reader.read(
        part.bytes[...], maximumDepth: JSONDocument.defaultMaximumDepth - part.depth + 1)
    } catch {
      return false
    }
    let before = taken.elements.count
    var position = part.position
    var cursor = PartCursor(part)
    taken.elements.add(reader) { range, number in
      if taken.sample.wants(number) {
        let response = Response(name: "", body: Array(part.bytes[range]))
        taken.sample.add(
          DocumentSample.Entry(
            number: number, response: response, place: (0, 0, position),
            origin: cursor.origin(of: range.lowerBound)))
      }
      position += 1
    }
    // Nothing between two commas is a fault that an array of its own need not show.
    return taken.elements.count - before == part.count
  }

  /// The text that shows the fault of a part: what is left of all before it, and the part.
  private static func response(of part: ArrayCutter.Part, in cutter: ArrayCutter, _ name: String)
    -> Response
  {
    var pieces = TextPieces()
    for array in cutter.arrays.prefix(part.array) { pieces.add(at: array.gap, from: array.end) }
    pieces.add(at: part.gap, from: part.origin)
    var response = Response(
      name: name,
      body: cutter.rest[..<part.gap] + part.bytes.dropFirst().dropLast() + [UInt8(ascii: ",")])
    response.pieces = pieces
    return response
  }

  /// The rest of a document with some of the elements that were taken, and the positions of all elements
  /// behind those that are where they were.
  private static func rest(
    of cutter: ArrayCutter, _ samples: [[DocumentSample.Entry]], _ name: String
  ) -> (response: Response, positions: [[Int]]) {
    let rest = cutter.rest
    var body: [UInt8] = []
    var pieces = TextPieces()
    var positions: [[Int]] = []
    var end = 0
    for (array, entries) in zip(cutter.arrays, samples) {
      body += rest[end..<array.gap]
      end = array.gap
      for entry in entries {
        if let origin = entry.origin { pieces.add(at: body.count, from: origin) }
        body += entry.response.body
        body.append(UInt8(ascii: ","))
      }
      pieces.add(at: body.count, from: array.end)
      let last = ArrayCutter.keptElements + array.taken
      positions.append(entries.map(\.place.line) + Array(last..<last + array.left))
    }
    body += rest[end...]
    var response = Response(name: name, body: body)
    response.pieces = pieces
    return (response, positions)
  }

  /// The arrays that begin at some places of a document.
  private static func arrays(_ offsets: [Int], in value: JSONValue) -> [JSONValue] {
    switch value.kind {
    case .array: offsets.contains(value.offset) ? [value] : []
    case .object: value.members.flatMap { arrays(offsets, in: $0.value) }
    case .null, .bool, .number, .string: []
    }
  }
}

/// Finds the places of elements in the order in which they stand in a part.
private struct PartCursor {
  private let part: ArrayCutter.Part
  private var offset = 1
  private var line: Int
  /// The place in the part at which the column is 1, which may lie before it.
  private var lineStart: Int

  init(_ part: ArrayCutter.Part) {
    self.part = part
    line = part.origin.location.line
    lineStart = offset - part.origin.location.column + 1
  }

  mutating func origin(of next: Int) -> TextPieces.Origin {
    while let lineFeed = ByteStream.lineFeed(in: part.bytes, offset..<next) {
      line += 1
      offset = lineFeed + 1
      lineStart = offset
    }
    offset = next
    return TextPieces.Origin(
      offset: part.origin.offset + next - 1,
      location: SourceLocation(line: line, column: next - lineStart + 1))
  }
}

extension Response {
  /// The same response, where its text begins somewhere in a file.
  fileprivate func moved(to start: InputStart) -> Response {
    var response = Response(name: name, body: body, firstLine: start.line)
    response.firstOffset = start.offset
    response.pieces = pieces
    return response
  }
}
