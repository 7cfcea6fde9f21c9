import Foundation
public import Testing

/// A trait of suites whose cases run on threads of their own, and not in the pool of all tasks.
///
/// Swift Testing begins all tests at once, and each goes on behind all cases that stand in line for the few threads
/// of the pool. With minutes of computing in that line a test whose request has 30 s to be answered is never on
/// time, and a suite of one case after the other is the last to end. So there are two lines beside it, and the
/// system shares the processors among the three:
///
///     @Suite(.computing) struct CalibrationTests { … }      computes, or waits for a compiler, for seconds
///     @Suite(.waiting) struct EndpointClientTests { … }     waits for a server, a program or a clock
///
/// A test that has a time limit and awaits something is one of these: in the pool each of its steps stands in line
/// again, and the time in line counts.
public struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  private let threads: Threads

  /// Whether the trait holds for what is in the suite; it does.
  public var isRecursive: Bool { true }

  /// Runs a case on one of the threads.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(threads) { try await function() }
  }

  /// The threads of the suites that wait, for a task that belongs to no test: such a task has no others than the pool.
  static var ofThoseThatWait: any TaskExecutor { waiting.threads }

  private static let processors = ProcessInfo.processInfo.activeProcessorCount

  fileprivate static let computing = OwnThreads(threads: Threads(count: processors))
  /// Some of what waits holds its thread while it does.
  fileprivate static let waiting = OwnThreads(threads: Threads(count: 2 * processors))
}

extension Trait where Self == OwnThreads {
  /// The cases of the suite share their threads with all others that compute.
  public static var computing: Self { OwnThreads.computing }

  /// The cases of the suite share their threads with all others that wait.
  public static var waiting: Self { OwnThreads.waiting }
}

/// Runs what tasks have to do in the order in which it came, on a number of threads.
private final class Threads: TaskExecutor {
  private let queue = OperationQueue()

  init(count: Int) { queue.maxConcurrentOperationCount = count }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
