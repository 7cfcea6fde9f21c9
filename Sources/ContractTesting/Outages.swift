/// The requests of an endpoint that no server served, and when to stop asking.
///
/// A server that does not answer may cost the whole time limit for each request. After three
/// failures in a row the rest is not asked for.
package struct Outages: Sendable {
  /// One line for each request that failed, and one for those that were not sent.
  package private(set) var lines: [String] = []

  private var inARow = 0

  /// The failures in a row after which nothing more is asked.
  private static let limit = 3

  /// Makes a list without outages.
  package init() {}

  /// Says whether it is of no use to ask on.
  package var isLasting: Bool { inARow >= Self.limit }

  /// Notes that a request failed.
  package mutating func add(_ caseName: String, _ reason: String) {
    lines.append("\(caseName): \(reason)")
    inARow += 1
  }

  /// Notes that a request was served.
  package mutating func end() { inARow = 0 }

  /// Notes that some requests were not sent.
  package mutating func skip(_ count: Int) {
    guard count > 0 else { return }
    lines.append(
      count == 1
        ? "1 more request was not sent after \(Self.limit) failures in a row"
        : "\(count) more requests were not sent after \(Self.limit) failures in a row")
  }
}
