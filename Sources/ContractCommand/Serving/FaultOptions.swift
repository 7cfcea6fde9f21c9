import ContractTesting
import Foundation
import HTTPFixtures

extension CommandContext {
  /// The faults of `--fault`, `--fault-rate` and `--seed`.
  ///
  /// Throws a ``UsageError`` where one of them is none.
  func faults() throws(UsageError) -> ReplayFaults {
    var faults: [ReplayFault] = []
    for text in arguments.values("fault") {
      guard let fault = ReplayFault(option: text) else {
        let name = String(text.prefix { $0 != "=" })
        throw arguments.error(
          "'\(text)' is no fault; it is latency[=500ms], status[=503], reset, cut, garbage or "
            + "drip[=50ms]"
            + (ReplayFault.names.contains(name)
              ? "" : Suggestion.words(for: name, in: ReplayFault.names)))
      }
      faults.append(fault)
    }
    var rate = 1.0
    if let text = arguments.value("fault-rate") {
      guard !faults.isEmpty else {
        throw arguments.error("'--fault-rate' goes with --fault")
      }
      guard let share = decimal(text), share <= 1 else {
        throw arguments.error("'\(text)' is no share; write a number from 0 to 1, such as 0.2")
      }
      rate = share
    }
    return ReplayFaults(faults, rate: rate, seed: try seed())
  }

  /// The number of `--seed`.
  ///
  /// Throws a ``UsageError`` where it is none.
  func seed() throws(UsageError) -> UInt64 {
    guard let text = arguments.value("seed") else { return 0 }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seed = UInt64(text) else {
      throw arguments.error("'\(text)' is no seed; write a whole number")
    }
    return seed
  }
}

extension ReplayFault {
  /// The names that `--fault` takes.
  static let names = ["latency", "status", "reset", "cut", "garbage", "drip"]

  /// The name of the kind.
  var name: String {
    switch self {
    case .latency: "latency"
    case .status: "status"
    case .reset: "reset"
    case .cut: "cut"
    case .garbage: "garbage"
    case .drip: "drip"
    }
  }

  /// Reads `KIND`, `KIND=VALUE` or a status code alone; nil for another text.
  init?(option text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count == 2 ? String(parts[1]) : nil
    switch (parts[0], value) {
    case ("latency", nil): self = .latency(.milliseconds(500))
    case ("drip", nil): self = .drip(.milliseconds(50))
    case ("status", nil): self = .status(503)
    case ("reset", nil): self = .reset
    case ("cut", nil): self = .cut
    case ("garbage", nil): self = .garbage
    case ("latency", let value?):
      guard let time = Self.time(value) else { return nil }
      self = .latency(time)
    case ("drip", let value?):
      guard let time = Self.time(value) else { return nil }
      self = .drip(time)
    case ("status", let value?):
      guard let status = Self.status(value) else { return nil }
      self = .status(status)
    default:
      guard value == nil, let status = Self.status(text) else { return nil }
      self = .status(status)
    }
  }

  private static func status(_ text: String) -> Int? {
    guard text.utf8.count == 3, let status = Int(text), (400...599).contains(status) else {
      return nil
    }
    return status
  }

  /// Reads `500ms`, `2s` or `1.5`, which are seconds, up to an hour.
  private static func time(_ text: String) -> Duration? {
    let isMilliseconds = text.hasSuffix("ms")
    let digits =
      isMilliseconds ? text.dropLast(2) : text.hasSuffix("s") ? text.dropLast() : text[...]
    guard let number = decimal(String(digits)) else { return nil }
    let seconds = isMilliseconds ? number / 1000 : number
    return seconds <= 3600 ? .seconds(seconds) : nil
  }
}

/// A number of digits with one point at most; `Double` alone would take "inf", "0x1p3" and "1e3", too.
private func decimal(_ text: String) -> Double? {
  guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
  return Double(text)
}
