import Foundation
import Synchronization
public import Testing

/// A trait of suites that compute for seconds: their cases take turns.
///
/// Swift Testing begins all tests at once, and what waits for a server, a program or a clock goes on behind all
/// cases that stand in line for a processor. With some 200 s of computing in that line a test whose request has
/// 30 s to be answered is never on time. In turns at most one case stands in it for each processor:
///
///     @Suite(.takingTurns) struct CalibrationTests { … }
public struct TakingTurns: SuiteTrait, TestTrait, TestScoping {
  /// Whether the trait holds for what is in the suite; it does.
  public var isRecursive: Bool { true }

  /// Runs a case when it is its turn.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Self.turns.begin()
    defer { Self.turns.end() }
    try await function()
  }

  private static let turns = Turns(atOnce: ProcessInfo.processInfo.activeProcessorCount)
}

extension Trait where Self == TakingTurns {
  /// The cases of the suite take turns with those of all other suites that have this trait.
  public static var takingTurns: Self { TakingTurns() }
}

/// Lets a number of tasks through, and the others in the order in which they came.
private final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(atOnce count: Int) { state = Mutex(State(free: count)) }

  func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func end() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
