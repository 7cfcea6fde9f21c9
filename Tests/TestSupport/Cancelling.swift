/// Runs a closure, cancels its task as soon as another one returns, and returns what came of it all the same.
///
/// A child task, not `Task { … }`: that one would leave the threads of the test (``OwnThreads``) and stand in line behind
/// all tests that compute. Throws what one of the closures throws.
public func cancelling<Result: Sendable>(
  after wait: () async throws -> Void, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await withThrowingTaskGroup(of: Result.self) { group in
    group.addTask { try await body() }
    try await wait()
    group.cancelAll()
    for try await result in group { return result }
    throw CancellationError()
  }
}

/// Waits until a condition holds; throws after a minute, and what the condition throws.
public func until(_ condition: () throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while try !condition() {
    guard ContinuousClock.now < end else { throw NeverTrue() }
    try await Task.sleep(for: .milliseconds(10))
  }
}

private struct NeverTrue: Error, CustomStringConvertible {
  let description = "the condition did not hold within a minute"
}
