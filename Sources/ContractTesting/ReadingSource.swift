/// The responses of an endpoint, read one at a time and as often as they are asked for.
///
/// A check goes over all of them once and keeps none: of ten thousand fixtures a few are in memory. To
/// show a change of the format, which is known in the end only, some are read again.
package struct ReadingSource: Sendable {
  /// The number of responses.
  package let count: Int

  private let read: @Sendable (Int) throws -> ResponseReading

  /// Makes a source that reads the response of a number when it is asked for it.
  package init(count: Int, _ read: @escaping @Sendable (Int) throws -> ResponseReading) {
    self.count = count
    self.read = read
  }

  /// Makes a source of responses that are read already.
  package init(_ readings: [ResponseReading]) {
    self.init(count: readings.count) { readings[$0] }
  }

  /// Reads the response of a number.
  ///
  /// Throws what reading it throws, such as a `FixtureError`.
  package subscript(number: Int) -> ResponseReading {
    get throws { try read(number) }
  }

  /// The responses of some numbers, in their order.
  func part(_ numbers: [Int]) -> ReadingSource {
    ReadingSource(count: numbers.count) { [read] in try read(numbers[$0]) }
  }

  /// Reads all, up to one for which the answer is false; what cannot be read is left out.
  func forEachReadable(_ goesOn: (ResponseReading) -> Bool) {
    for number in 0..<count {
      guard let reading = try? read(number) else { continue }
      guard goesOn(reading) else { return }
    }
  }
}
