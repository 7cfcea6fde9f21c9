import Foundation

/// `contract-benchmark peers`: well-known tools beside the command, by the script beside this file.
///
/// The script makes a virtual environment of Python, installs what it can, and prints ratios.
enum PeersCommand {
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("peers.py")

  /// Runs the script with the arguments behind `peers` and returns its exit code.
  static func run(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let own = Bundle.main.executableURL?.path ?? CommandLine.arguments[0]
    process.arguments = ["python3", script.path, "--own", own] + arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
