/// Documents that are decoded together, which is cheaper than one by one; not too many to hold.
package struct ReadingBatch: Sendable {
  /// The documents that were added last and are not enough yet.
  private(set) var rest: [ResponseReading] = []
  private var size = 0

  package init() {}

  /// Adds a document; returns all that were added where they are enough.
  package mutating func add(_ reading: ResponseReading) -> [ResponseReading]? {
    rest.append(reading)
    size += reading.response.body.count
    guard rest.count >= DTOWorker.batchCount || size >= DTOWorker.batchSize else { return nil }
    defer { self = ReadingBatch() }
    return rest
  }

  /// Takes the documents that are not enough yet.
  package mutating func takeRest() -> [ResponseReading] {
    defer { self = ReadingBatch() }
    return rest
  }
}
