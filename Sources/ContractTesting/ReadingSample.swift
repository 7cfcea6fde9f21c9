import StrictJSON

/// Some responses of a stream, with their documents: all while they are few, and then every second,
/// fourth, eighth … of them.
///
/// What a format looks like a summary of all documents says; only to match the values of records the
/// records themselves are needed, and some thousand tell as much as a million. The same responses in the
/// same order give the same sample.
struct ReadingSample: Sendable {
  /// The bytes from which on every second response is let go.
  static let maximumSize = 4 << 20

  /// The sample, in the order of the stream.
  private(set) var readings: [ResponseReading] = []

  private var size = 0
  private var seen = 0
  private var step = 1

  /// Makes an empty sample.
  init() {}

  /// The number of responses of the source that cannot be read.
  private(set) var unreadable = 0

  /// Makes a sample of the responses of a source; those that cannot be read are counted.
  init(of source: ReadingSource) {
    unreadable = source.count
    source.forEachReadable { reading in
      unreadable -= 1
      add(reading)
      return true
    }
  }

  /// The documents of the sample.
  var documents: [JSONDocument] { readings.compactMap(\.document) }

  /// Takes the next response of the stream; one without a document is passed over.
  mutating func add(_ reading: ResponseReading) {
    guard reading.document != nil else { return }
    defer { seen += 1 }
    guard seen.isMultiple(of: step) else { return }
    readings.append(reading)
    size += reading.response.body.count
    while size > Self.maximumSize, readings.count > 1 {
      step *= 2
      readings = stride(from: 0, to: readings.count, by: 2).map { readings[$0] }
      size = readings.reduce(0) { $0 + $1.response.body.count }
    }
  }
}
