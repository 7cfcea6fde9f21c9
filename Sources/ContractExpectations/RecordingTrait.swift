public import ContractTesting
import Foundation
public import Testing

/// Replays the fixtures of suites for a test, or for each test of a suite of tests: ``Recording``.
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
  /// Each test has a server of its own.
  public var isRecursive: Bool { true }

  private let mode: Recording.Mode?
  private let suites: [APISuite]
  private let filePath: String

  init(_ mode: Recording.Mode?, _ suites: [APISuite], filePath: String) {
    self.mode = mode
    self.suites = suites
    self.filePath = filePath
  }

  /// No server for a suite of tests as a whole.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> RecordingTrait? {
    test.isSuite ? nil : self
  }

  /// Runs a test beside its server; a request that had no answer is an issue of the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let folders = ["Fixtures", "Contracts"].compactMap {
      RecordedResponse.folder(with: $0, above: filePath)
    }
    guard let root = folders.first else {
      throw ExpectationError(
        description: "there is no Fixtures/ and no Contracts/ in a folder above \(filePath)")
    }
    let recording = try Recording(suites, mode: try chosenMode(), root: root)
    defer {
      for line in recording.end() {
        Issue.record(Comment(rawValue: line), sourceLocation: test.sourceLocation)
      }
    }
    try await Recording.$current.withValue(recording) { try await function() }
  }

  private func chosenMode() throws -> Recording.Mode {
    if let mode { return mode }
    guard let word = ProcessInfo.processInfo.environment[Recording.variable] else { return .replay }
    guard let mode = Recording.Mode(rawValue: word) else {
      let known = Recording.Mode.allCases.map(\.rawValue).joined(separator: ", ")
      throw ExpectationError(description: "\(Recording.variable) is '\(word)'; known: \(known)")
    }
    return mode
  }
}

extension Trait where Self == RecordingTrait {
  /// Replays the fixtures of suites for the clients of a test.
  ///
  /// - Parameters:
  ///   - mode: How requests are answered; nil for what `CONTRACT_RECORDING` says, and `.replay` without it.
  ///   - suites: The suites whose servers the test asks.
  ///   - filePath: A file of the package whose `Fixtures/` are meant.
  /// - Returns: The trait.
  public static func recording(
    _ mode: Recording.Mode? = nil, of suites: APISuite..., filePath: StaticString = #filePath
  ) -> RecordingTrait {
    RecordingTrait(mode, suites, filePath: "\(filePath)")
  }
}
