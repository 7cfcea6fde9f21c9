import Foundation

/// How much the tests that make up documents do.
enum Fuzzing {
  /// How many times as many documents as usual; `CONTRACT_FUZZ=100` in the environment asks for it.
  ///
  /// Seeds depend on it, so another factor gives other documents.
  static let factor =
    ProcessInfo.processInfo.environment["CONTRACT_FUZZ"].flatMap { Int($0) } ?? 1
}
