import StrictJSON

/// What a replay server does wrong on purpose.
package enum ReplayFault: Sendable, Hashable {
  /// The answer comes late.
  case latency(Duration)
  /// The answer is an error with this status code.
  case status(Int)
  /// The connection is reset without an answer.
  case reset
  /// The connection ends in the middle of the body.
  case cut
  /// The body is as long as it should be, and is no text.
  case garbage
  /// The body comes in pieces of some bytes, each after a pause.
  case drip(Duration)

  /// The bytes of a piece that drips.
  static let dripSize = 16
}

/// Which requests meet which fault.
package struct ReplayFaults: Sendable {
  private let faults: [ReplayFault]
  private let rate: Double
  private var random: SeededRandom

  /// No faults.
  package static let none = ReplayFaults([], rate: 0, seed: 0)

  /// Makes a choice of faults, each request by itself; the same seed chooses the same.
  ///
  /// `rate` is the share of the requests that meet a fault, from 0 to 1.
  package init(_ faults: [ReplayFault], rate: Double, seed: UInt64) {
    self.faults = faults
    self.rate = rate
    random = SeededRandom(seed: seed)
  }

  /// The fault of the next request; nil for none.
  mutating func next() -> ReplayFault? {
    guard !faults.isEmpty else { return nil }
    guard rate >= 1 || Double.random(in: 0..<1, using: &random) < rate else { return nil }
    return faults.count == 1 ? faults[0] : faults.randomElement(using: &random)
  }

  /// As many bytes as asked for, of which the first is in no text.
  mutating func garbage(_ count: Int) -> [UInt8] {
    (0..<count).map { $0 == 0 ? 0xFF : UInt8.random(in: 0...255, using: &random) }
  }
}
