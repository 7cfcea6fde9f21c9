import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One way to do an operation.
struct Contender {
  let name: String
  /// Does the operation once and returns a number that depends on its result.
  let run: () throws -> Int
}

/// Runs contenders for one operation side by side, and tells how they compare with the first.
///
/// They take turns in each round, so that a busy machine slows all of them. What is compared is the
/// processor time of one round; seconds say little on a shared machine, ratios more.
struct Comparison {
  let name: String
  /// The size of the input, in bytes.
  let bytes: Int
  /// Ours first.
  let contenders: [Contender]

  /// What one contender needed.
  struct Result {
    let name: String
    /// The median of the processor time of all rounds, in seconds.
    let seconds: Double
    /// How many times as long it takes as the first contender, smallest first, one each round.
    let ratios: [Double]
    /// The memory that one run added at its peak, in bytes; nil where the system does not tell.
    let peak: Int?
  }

  /// Runs all contenders; a round more than asked for comes first, to warm up and to see the memory.
  func results(rounds: Int) throws -> [Result] {
    var times: [[Double]] = Array(repeating: [], count: contenders.count)
    let peaks = try contenders.map { contender in
      try Memory.peak { _ = try contender.run() }
    }
    // One run on a short document is over before the processor has settled to it.
    let repetitions = max(1, 4_000_000 / max(1, bytes))
    for _ in 0..<rounds {
      for index in contenders.indices {
        let start = clock()
        try run(index, times: repetitions)
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        times[index].append(seconds / Double(repetitions))
      }
    }
    return contenders.indices.map { index in
      Result(
        name: contenders[index].name, seconds: Self.median(times[index]),
        ratios: zip(times[index], times[0]).map { $0 / $1 }.sorted(), peak: peaks[index])
    }
  }

  /// Runs one contender alone; one that is not there is nothing to do.
  func run(_ contender: Int, times: Int) throws {
    guard contenders.indices.contains(contender) else { return }
    // A result without a use might not be computed.
    for _ in 0..<times where try contenders[contender].run() == .min { print() }
  }

  /// The results as lines of text, a heading first.
  func report(_ results: [Result]) -> String {
    var lines = [name]
    for (index, result) in results.enumerated() {
      let rate = Int(Double(bytes) / 1e6 / max(result.seconds, 1e-9))
      var line = "  " + Self.padded(result.name, 28) + Self.padded("\(rate) MB/s", 12)
      line += Self.padded(result.peak.map { "\($0 >> 20) MiB" } ?? "", 10)
      if index > 0, let first = result.ratios.first, let last = result.ratios.last {
        line +=
          "takes \(Self.rounded(Self.median(result.ratios))) times as long"
          + " [\(Self.rounded(first))–\(Self.rounded(last))]"
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  static func rounded(_ value: Double) -> String { String((value * 100).rounded() / 100) }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

/// The memory of this process, as Linux tells it.
enum Memory {
  /// The memory that an operation adds at its peak, in bytes; nil where the system does not tell.
  static func peak(_ operation: () throws -> Void) throws -> Int? {
    // Pages that an earlier operation left would hide what this one needs.
    #if canImport(Glibc)
      _ = trimHeap(0)
    #endif
    let reset = URL(fileURLWithPath: "/proc/self/clear_refs")
    guard (try? Data("5".utf8).write(to: reset)) != nil, let before = status("VmRSS:") else {
      try operation()
      return nil
    }
    try operation()
    return status("VmHWM:").map { max(0, $0 - before) }
  }

  private static func status(_ field: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return nil
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix(field) }
    return line?.split(separator: " ").compactMap { Int($0) }.first.map { $0 * 1_024 }
  }
}

#if canImport(Glibc)
  // The C library has it, but its module for Swift does not show it.
  @_silgen_name("malloc_trim") private func trimHeap(_ pad: Int) -> CInt
#endif
