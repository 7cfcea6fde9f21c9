import Foundation

/// The compiler of the toolchain, for tests that compile what was generated.
enum SwiftCompiler {
  static let unavailableReason = "swiftc is not in the PATH"

  static let isAvailable = executable != nil

  private static let executable: URL? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// Compiles the Swift files of a folder in Swift 6 mode, where a warning is an error, and runs them.
  static func run(_ folder: URL) async throws -> (output: String, errors: String) {
    guard let executable else { throw CocoaError(.fileNoSuchFile) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
    let compiled = try await run(
      executable,
      ["-swift-version", "6", "-warnings-as-errors", "-Onone", "-o", "program"] + names, in: folder)
    guard compiled.errors.isEmpty else { return compiled }
    return try await run(folder.appendingPathComponent("program"), [], in: folder)
  }

  private static func run(
    _ executable: URL, _ arguments: [String], in folder: URL
  ) async throws -> (output: String, errors: String) {
    let files = ["output.txt", "errors.txt"].map(folder.appendingPathComponent)
    for file in files { try Data().write(to: file) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    // Three minutes: all tests run at once.
    for _ in 0..<9000 where process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    guard !process.isRunning else {
      process.terminate()
      throw CocoaError(.executableRuntimeMismatch)
    }
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    let failure = process.terminationStatus == 0 ? "" : "exit code \(process.terminationStatus)"
    return (texts[0], texts[1].isEmpty ? failure : texts[1])
  }
}
