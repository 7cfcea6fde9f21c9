public import Foundation

/// An HTTP server on the loopback address that answers with what a test gives it.
///
/// It is Python's `http.server` in a child process, so that the client under test meets a real
/// server that shares no code with it. The routes lie in a file that the server reads anew for
/// each request; a test may change them while it runs. The server ends when `stop()` is called,
/// when the test process ends (its standard input closes), and after a quarter of an hour in any case.
public final class LoopbackServer: Sendable {
  /// An answer of the server.
  public struct Answer: Sendable, Codable {
    /// The status code, from 100 to 599.
    public var status: Int
    /// The header fields; `Content-Length` is added.
    public var headers: [String: String]
    /// The bytes of the body.
    public var body: Data
    /// The seconds to wait before the answer, and after each byte of the body where it drips.
    public var delay: Double
    /// Whether the body is sent byte by byte.
    public var isDripping: Bool

    /// Makes an answer from the text of its body.
    public init(
      status: Int = 200, headers: [String: String] = ["Content-Type": "application/json"],
      body: String = "", delay: Double = 0, isDripping: Bool = false
    ) {
      self.status = status
      self.headers = headers
      self.body = Data(body.utf8)
      self.delay = delay
      self.isDripping = isDripping
    }
  }

  /// A request that the server got.
  public struct Request: Sendable, Codable {
    /// The method, such as `GET`.
    public var method: String
    /// The path with the query, exactly as sent.
    public var target: String
    /// The header fields with names in lower case.
    public var headers: [String: String]
  }

  /// Whether there is a `python3` to run the server, for `.enabled(if:)`.
  public static var isAvailable: Bool { python != nil }

  /// The reason that a test which needs the server gives when it is skipped.
  public static let unavailableReason = "there is no python3 in PATH to run the loopback server"

  /// The address of the server: `http://127.0.0.1:PORT`.
  public let url: URL

  private let folder: URL
  private let process: Process
  private let input: Pipe

  /// Starts a server and waits until it listens.
  ///
  /// A key is a path with its query (`/lookup.php?i=1`), a path alone (any query), or `*` (any
  /// request); the first that fits in this order answers, and otherwise the status is 404. Throws
  /// where there is no Python or the server does not listen within ten seconds.
  public init(answers: [String: Answer] = [:]) async throws {
    guard let python = Self.python else { throw Failure(description: Self.unavailableReason) }
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("loopback-server-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.write(answers, to: folder)
    let process = Process()
    let input = Pipe()
    process.executableURL = python
    process.arguments = ["-c", Self.script, folder.path]
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    self.process = process
    self.input = input
    try process.run()
    let portFile = folder.appendingPathComponent("port")
    for _ in 0..<500 {
      if let text = try? String(contentsOf: portFile, encoding: .utf8),
        let url = URL(string: "http://127.0.0.1:\(text)")
      {
        self.url = url
        return
      }
      if !process.isRunning { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    process.terminate()
    try? FileManager.default.removeItem(at: folder)
    throw Failure(description: "the loopback server did not start within ten seconds")
  }

  deinit { stop() }

  /// Replaces the answers, from the next request on.
  public func setAnswers(_ answers: [String: Answer]) throws {
    try Self.write(answers, to: folder)
  }

  /// The requests that the server got so far, in order.
  public func requests() throws -> [Request] {
    let log = folder.appendingPathComponent("requests")
    guard FileManager.default.fileExists(atPath: log.path) else { return [] }
    return try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
  }

  /// Stops the server; later requests find nobody who listens.
  ///
  /// Waits at most two seconds for the process to end.
  public func stop() {
    try? input.fileHandleForWriting.close()
    if process.isRunning { process.terminate() }
    for _ in 0..<100 where process.isRunning { Thread.sleep(forTimeInterval: 0.02) }
    try? FileManager.default.removeItem(at: folder)
  }

  private static func write(_ answers: [String: Answer], to folder: URL) throws {
    try JSONEncoder().encode(answers)
      .write(to: folder.appendingPathComponent("answers"), options: .atomic)
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let python: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent("python3") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  private static let script = """
    import base64, http.server, json, os, sys, threading, time

    folder = sys.argv[1]

    def end_with_the_test():
        sys.stdin.buffer.read()
        os._exit(0)

    def end_in_any_case():
        time.sleep(900)
        os._exit(0)

    for end in (end_with_the_test, end_in_any_case):
        threading.Thread(target=end, daemon=True).start()

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            seen = {'method': self.command, 'target': self.path,
                    'headers': {name.lower(): value for name, value in self.headers.items()}}
            with open(os.path.join(folder, 'requests'), 'a') as log:
                log.write(json.dumps(seen) + '\\n')
            with open(os.path.join(folder, 'answers')) as file:
                answers = json.load(file)
            found = (answers.get(self.path) or answers.get(self.path.split('?')[0])
                     or answers.get('*')
                     or {'status': 404, 'headers': {'Content-Type': 'text/plain'}, 'body': '',
                         'delay': 0, 'isDripping': False})
            body = base64.b64decode(found['body'])
            time.sleep(found['delay'])
            self.send_response(found['status'])
            for name, value in found['headers'].items():
                self.send_header(name, value)
            self.send_header('Content-Length', str(len(body)))
            self.end_headers()
            if self.command == 'HEAD':
                return
            if not found['isDripping']:
                self.wfile.write(body)
                return
            for index in range(len(body)):
                self.wfile.write(body[index:index + 1])
                self.wfile.flush()
                time.sleep(found['delay'])

        do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = answer

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    server.daemon_threads = True
    with open(os.path.join(folder, 'port.new'), 'w') as file:
        file.write(str(server.server_address[1]))
    os.rename(os.path.join(folder, 'port.new'), os.path.join(folder, 'port'))
    server.serve_forever()
    """
}
