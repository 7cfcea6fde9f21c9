import Foundation

/// The program itself, as it was built beside the tests.
struct Program: Sendable {
  /// The reason that a test gives when it is skipped.
  static let unavailableReason = "the product mealdb-contract is not beside the test bundle"

  /// The executable; nil where there is none.
  static let executable: URL? = {
    // On Linux the test bundle is the process; elsewhere another process loads it.
    let folders =
      CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
      + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    return folders.map { $0.appendingPathComponent("mealdb-contract") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// Whether there is one, for `.enabled(if:)`.
  static var isAvailable: Bool { executable != nil }

  /// A run that came to its end.
  struct Run: Sendable {
    let code: Int32
    let output: String
    let errors: String
  }

  /// Runs the program in a folder to its end.
  static func run(_ arguments: String..., in folder: URL) async throws -> Run {
    try await run(arguments, in: folder)
  }

  static func run(
    _ arguments: [String], in folder: URL, executable: URL? = executable
  ) async throws -> Run {
    let output = folder.appendingPathComponent(".output-\(UUID().uuidString)")
    let errors = folder.appendingPathComponent(".errors-\(UUID().uuidString)")
    defer {
      try? FileManager.default.removeItem(at: output)
      try? FileManager.default.removeItem(at: errors)
    }
    await turns.begin()
    defer { turns.end() }
    let process = try start(
      arguments, in: folder, output: output, errors: errors, executable: executable)
    try await end(of: process)
    return Run(
      code: process.terminationStatus,
      output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  /// The environment of this process, but not that it is a job of CI, where `review` writes nothing: a test that
  /// means one says so.
  private static let environment = ProcessInfo.processInfo.environment.filter {
    !["CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"].contains($0.key)
  }

  /// Tests begin all at once; so many programs would have no processor to end in time.
  private static let turns = Turns(atOnce: 2 * ProcessInfo.processInfo.activeProcessorCount)

  /// Runs a shell command in which `$PROGRAM` is the program.
  static func shell(
    _ command: String, in folder: URL, executable: URL? = executable, within seconds: Int = 30
  ) async throws -> Int32 {
    guard let executable else { throw CocoaError(.fileNoSuchFile) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = environment.merging(["PROGRAM": executable.path]) { _, new in new }
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try await end(of: process, within: seconds)
    return process.terminationStatus
  }

  /// Starts the program and lets it run; its output goes into files.
  static func start(
    _ arguments: [String], in folder: URL, output: URL? = nil, errors: URL? = nil,
    executable: URL? = executable
  ) throws -> Process {
    guard let executable else { throw CocoaError(.fileNoSuchFile) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try handle(output)
    process.standardError = try handle(errors)
    try process.run()
    return process
  }

  /// Waits for the end of a process, at most half a minute where nothing else is said.
  static func end(of process: Process, within seconds: Int = 30) async throws {
    for _ in 0..<100 * seconds where process.isRunning {
      try await Task.sleep(for: .milliseconds(10))
    }
    if process.isRunning {
      kill(process)
      throw CocoaError(.executableRuntimeMismatch)
    }
  }

  /// Kills a process once a condition holds, unless it ended before.
  ///
  /// The condition is asked on a thread of its own, each millisecond: a task would be asked when it is its turn among
  /// all tests, which is long after.
  static func kill(
    _ process: Process, once condition: @escaping @Sendable () -> Bool
  ) async throws {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let end = ContinuousClock.now + .seconds(30)
        while process.isRunning, !condition(), ContinuousClock.now < end { usleep(1_000) }
        if process.isRunning { Self.kill(process) }
        continuation.resume()
      }
    }
    try await end(of: process)
  }

  private static func kill(_ process: Process) {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
  }

  private static func handle(_ file: URL?) throws -> FileHandle {
    guard let file else { return .nullDevice }
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    return try FileHandle(forWritingTo: file)
  }
}
