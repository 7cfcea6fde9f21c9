import Foundation

/// A Python script in a child process that listens on the loopback address.
///
/// The script begins with a prelude: `folder` is a folder for it, and `listening({'http': PORT})`
/// says that it listens, with a name for each port. It ends when `stop()` is called, when the test
/// process ends (its standard input closes), and after a quarter of an hour in any case.
final class PythonServer: Sendable {
  static var isAvailable: Bool { python != nil }

  static let unavailableReason = "there is no python3 in PATH to run the loopback server"

  let folder: URL
  private let ports: [String: Int]
  private let process: Process
  private let input: Pipe

  /// Starts a script and waits until it listens.
  ///
  /// Throws where there is no Python or the script does not listen within two minutes.
  init(script: String, prepare: (URL) throws -> Void = { _ in }) async throws {
    guard let python = Self.python else { throw Failure(description: Self.unavailableReason) }
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("loopback-server-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try prepare(folder)
    let process = Process()
    let input = Pipe()
    process.executableURL = python
    process.arguments = ["-c", Self.prelude + script, folder.path]
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    self.process = process
    self.input = input
    try process.run()
    let portFile = folder.appendingPathComponent("ports")
    for _ in 0..<6000 {
      if let data = try? Data(contentsOf: portFile),
        let ports = try? JSONDecoder().decode([String: Int].self, from: data)
      {
        self.ports = ports
        return
      }
      if !process.isRunning { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    process.terminate()
    try? FileManager.default.removeItem(at: folder)
    throw Failure(description: "the loopback server did not start within two minutes")
  }

  deinit { stop() }

  /// The address of one of the ports: `http://127.0.0.1:PORT`.
  ///
  /// Throws where the script has no port of this name.
  func url(_ name: String, scheme: String = "http", host: String = "127.0.0.1") throws -> URL {
    guard let port = ports[name], let url = URL(string: "\(scheme)://\(host):\(port)") else {
      throw Failure(description: "the loopback server has no port \(name)")
    }
    return url
  }

  /// Whether the script has a port of this name.
  func hasPort(_ name: String) -> Bool { ports[name] != nil }

  /// The requests that the script wrote down so far, in order.
  func requests() throws -> [LoopbackServer.Request] {
    let log = folder.appendingPathComponent("requests")
    guard FileManager.default.fileExists(atPath: log.path) else { return [] }
    return try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(LoopbackServer.Request.self, from: Data($0.utf8)) }
  }

  /// Ends the script, and waits at most ten seconds for that.
  func stop() {
    try? input.fileHandleForWriting.close()
    if process.isRunning { process.terminate() }
    for _ in 0..<500 where process.isRunning { Thread.sleep(forTimeInterval: 0.02) }
    try? FileManager.default.removeItem(at: folder)
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let python: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let named = path.split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent("python3") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return named.map { interpreter(behind: $0) ?? $0 }
  }()

  /// The interpreter that a name in `PATH` leads to; nil where it does not say.
  ///
  /// A version manager puts a shell script there, which takes longer to start than Python does.
  private static func interpreter(behind name: URL) -> URL? {
    let process = Process()
    let output = Pipe()
    process.executableURL = name
    process.arguments = ["-c", "import sys; print(sys.executable)"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let path = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    guard process.terminationStatus == 0, FileManager.default.isExecutableFile(atPath: path) else {
      return nil
    }
    return URL(fileURLWithPath: path)
  }

  private static let prelude = """
    import json, os, shutil, sys, threading, time

    folder = sys.argv[1]

    def end():
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    def end_with_the_test():
        sys.stdin.buffer.read()
        end()

    def end_in_any_case():
        time.sleep(900)
        end()

    for wait in (end_with_the_test, end_in_any_case):
        threading.Thread(target=wait, daemon=True).start()

    def listening(ports):
        with open(os.path.join(folder, 'ports.new'), 'w') as file:
            json.dump(ports, file)
        os.rename(os.path.join(folder, 'ports.new'), os.path.join(folder, 'ports'))


    """
}
