import ContractTesting
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lets Ctrl-C and SIGTERM end a run that asks servers.
///
/// Requests under way are given up, what was fetched is kept and told, and the exit code is 3. A second
/// signal ends the process as it always does.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM]

  /// How often it is looked whether a signal came.
  private static let interval = Duration.milliseconds(50)

  /// Runs a command so that a signal cancels its task.
  static func watched(
    _ world: CommandWorld, _ run: @escaping @Sendable () async throws -> ExitCode
  ) async throws -> ExitCode {
    guard world.handlesInterrupts else { return try await run() }
    for number in signals {
      signal(number) { number in
        interrupted.store(true, ordering: .sequentiallyConsistent)
        signal(number, SIG_DFL)
      }
    }
    let work = Task { try await run() }
    let watch = Task {
      while !interrupted.load(ordering: .sequentiallyConsistent) {
        try await Task.sleep(for: interval)
      }
      work.cancel()
    }
    defer { watch.cancel() }
    return try await work.value
  }

  /// What a run that was ended says, in whose task this is asked.
  static var problems: [String] {
    Task.isCancelled
      ? ["interrupted: what was fetched until then is kept, and nothing else was asked"] : []
  }
}

extension CheckOutcome {
  /// What is said of an endpoint whose requests were given up.
  static func interrupted(_ detail: String?) -> String {
    ["interrupted", detail].compactMap { $0 }.joined(separator: ": ")
  }
}

/// Whether a signal came; there is one process.
private let interrupted = Atomic<Bool>(false)
