public import Foundation

/// An HTTP server on the loopback address that answers with what a test gives it.
///
/// It is Python's `http.server` in a child process, so that the client under test meets a real
/// server that shares no code with it. The routes lie in a file that the server reads anew for
/// each request; a test may change them while it runs.
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
  public static var isAvailable: Bool { PythonServer.isAvailable }

  /// The reason that a test which needs the server gives when it is skipped.
  public static let unavailableReason = PythonServer.unavailableReason

  /// The address of the server: `http://127.0.0.1:PORT`.
  public let url: URL

  private let server: PythonServer

  /// Starts a server and waits until it listens.
  ///
  /// A key is a path with its query and the content behind a space (`/query {"page":1}`), a path with its
  /// query (`/lookup.php?i=1`), a path alone (any query), or `*` (any request); the first that fits in this
  /// order answers, and otherwise the status is 404. `conditional /path` comes first for a request with
  /// `If-None-Match` or `If-Modified-Since`. Throws
  /// where there is no Python or the server does not listen within ten seconds.
  public init(answers: [String: Answer] = [:]) async throws {
    server = try await PythonServer(script: Self.script) { try Self.write(answers, to: $0) }
    url = try server.url("http")
  }

  /// Replaces the answers, from the next request on.
  public func setAnswers(_ answers: [String: Answer]) throws {
    try Self.write(answers, to: server.folder)
  }

  /// The requests that the server got so far, in order.
  public func requests() throws -> [Request] { try server.requests() }

  /// Stops the server; later requests find nobody who listens.
  ///
  /// Waits at most ten seconds for the process to end.
  public func stop() { server.stop() }

  private static func write(_ answers: [String: Answer], to folder: URL) throws {
    try JSONEncoder().encode(answers)
      .write(to: folder.appendingPathComponent("answers"), options: .atomic)
  }

  private static let script = """
    import base64, http.server

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            content = self.rfile.read(int(self.headers.get('Content-Length') or 0)).decode('latin-1')
            seen = {'method': self.command, 'target': self.path,
                    'headers': {name.lower(): value for name, value in self.headers.items()}}
            with open(os.path.join(folder, 'requests'), 'a') as log:
                log.write(json.dumps(seen) + '\\n')
            with open(os.path.join(folder, 'answers')) as file:
                answers = json.load(file)
            isConditional = 'If-None-Match' in self.headers or 'If-Modified-Since' in self.headers
            found = ((isConditional and answers.get('conditional ' + self.path))
                     or answers.get(self.path + ' ' + content)
                     or answers.get(self.path) or answers.get(self.path.split('?')[0])
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
    listening({'http': server.server_address[1]})
    server.serve_forever()
    """
}
