import DecodingLaws
import Foundation
import Synchronization

/// `contract-benchmark fuzz`: the laws of decoding on made-up documents, on all processors.
struct FuzzCommand: Equatable {
  var documents = 1_000_000
  var seed: UInt64 = 1

  static let usage = """
    usage: contract-benchmark fuzz [--documents N] [--seed S]

    Changes documents of many types at random, decodes each one by the fast pass, by the engine alone and
    by JSONDecoder, and holds the three to the laws: an error where JSONDecoder refuses and none where
    it accepts, the same value, its place among ours, and one and the same report from the two.

    Ends at the first document that breaks a law, with exit code 1, and prints its seed, type and text;
    '--documents 1 --seed S' makes that document again. Document n of seed S is the first one of
    seed S + n, so long runs take seeds that lie far apart. Build it with '-c release'.

      --documents N    how many documents (default 1000000)
      --seed S         where they begin (default 1)
      --help           show this
    """

  /// Reads arguments; nil where they make no sense.
  init?(_ arguments: some Sequence<String>) {
    var remaining = arguments.makeIterator()
    while let argument = remaining.next() {
      switch argument {
      case "--documents":
        guard let count = remaining.next().flatMap({ Int($0) }), count > 0 else { return nil }
        documents = count
      case "--seed":
        guard let number = remaining.next().flatMap({ UInt64($0) }) else { return nil }
        seed = number
      default: return nil
      }
    }
  }

  /// Tries the documents, hands on the line of text that tells how it ended, writes the progress to standard error,
  /// and returns the exit code.
  func run(_ write: (String) -> Void) async throws -> Int32 {
    let clock = ContinuousClock()
    let start = clock.now
    let lastLine = Mutex(start)
    let breach = try await LawTrial(documents: documents, seed: seed).run { [documents] done in
      let now = clock.now
      let isDue = lastLine.withLock { last in
        guard now - last >= .seconds(2) else { return false }
        last = now
        return true
      }
      if isDue { Self.note("\(done) of \(documents) documents, \(Self.rate(done, now - start))") }
    }
    let elapsed = clock.now - start
    guard let breach else {
      write("\(documents) documents keep all laws, \(Self.rate(documents, elapsed))")
      return 0
    }
    write("seed \(breach.seed), \(breach.shape): \(breach.law)\n\(breach.document)")
    return 1
  }

  private static func note(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }

  private static func rate(_ count: Int, _ time: Duration) -> String {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    return "\(Int(Double(count) / max(seconds, 1e-9))) a second"
  }
}
