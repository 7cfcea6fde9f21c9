import Endpoints
package import Foundation
import Synchronization

/// A server on the loopback addresses that replays recorded answers over HTTP/1.1.
///
///     let server = try ReplayServer(ReplayTable(answers))
///     URLSession.shared.data(from: server.url.appending(path: "v1/books"))
///     server.stop()
///
/// One thread serves all clients; it ends with ``stop()``, or with the last reference to the server.
package final class ReplayServer: Sendable {
  /// What a server does beyond replaying.
  package struct Options: Sendable {
    /// What goes wrong on purpose.
    package var faults = ReplayFaults.none

    /// The most connections at once; more have to wait.
    package var mostConnections = 1000

    /// How long a client may take.
    package var times = ReplayTimes()

    /// Finds the answer to a request that the table has none for.
    package var missing: (@Sendable (ReceivedRequest) async -> Missing)?

    /// Is called for each request, on the thread of the server.
    package var log: (@Sendable (Event) -> Void)?

    /// Makes options.
    package init() {}
  }

  /// What became of a search for an answer.
  package enum Missing: Sendable {
    /// This answer is added to the table.
    case found(ReplayAnswer)
    /// There is none, for this reason.
    case refused(String)
  }

  /// A request and what became of it.
  package struct Event: Sendable {
    /// The method.
    package let method: String
    /// The path with the query as they were sent.
    package let target: String
    /// The status code; nil where the connection was reset.
    package let status: Int?
    /// The fixture that answered; nil for none.
    package let fixture: FixtureID?
    /// What went wrong on purpose; nil for nothing.
    package let fault: ReplayFault?
  }

  /// The port, on 127.0.0.1 and, where the machine has it, on ::1.
  package let port: UInt16

  /// The address of the server: `http://127.0.0.1:PORT`.
  package let url: URL

  /// Where a byte `s` stops the server, as a handler of signals may write it.
  package let stopDescriptor: Int32

  private let ending: Ending

  /// Starts a server on a port, or on any free port with 0.
  ///
  /// Throws `POSIXError`, such as `EADDRINUSE`.
  package init(
    _ table: ReplayTable, port wanted: UInt16 = 0, options: Options = Options()
  ) throws(POSIXError) {
    let listeners = try Self.listen(port: wanted)
    guard let url = URL(string: "http://127.0.0.1:\(listeners.port)") else {
      throw POSIXError(.EINVAL)
    }
    let pipe: (reading: Int32, writing: Int32)
    do throws(POSIXError) {
      pipe = try SocketCalls.makePipe()
    } catch {
      for descriptor in listeners.descriptors { SocketCalls.close(descriptor) }
      throw error
    }
    port = listeners.port
    self.url = url
    stopDescriptor = pipe.writing
    let ending = Ending()
    self.ending = ending
    let mailbox = ReplayMailbox(pipe.writing)
    let thread = Thread {
      var loop = ReplayLoop(
        table, options, listeners: listeners.descriptors, pipe: pipe.reading, mailbox)
      loop.run()
      // From here on nobody writes into the pipe.
      ending.reach()
      mailbox.close()
      SocketCalls.close(pipe.reading)
    }
    thread.name = "replay-server"
    thread.start()
  }

  deinit { stop() }

  /// Stops the server: no connection is open when ``ended()`` returns.
  package func stop() {
    ending.whileRunning { SocketCalls.wake(stopDescriptor, ReplayLoop.stopByte) }
  }

  /// Waits until the server has stopped.
  package func ended() async { await ending.wait() }

  /// Both loopback addresses with one port.
  private static func listen(
    port: UInt16
  ) throws(POSIXError) -> (descriptors: [Int32], port: UInt16) {
    var attempts = 0
    while true {
      let first = try SocketCalls.listen(.version4, port: port)
      do throws(POSIXError) {
        let second = try SocketCalls.listen(.version6, port: first.1)
        return ([first.0, second.0], first.1)
      } catch {
        attempts += 1
        // A machine without IPv6 serves 127.0.0.1 alone; another program on the same port of ::1 would
        // get the requests to `localhost`.
        guard error.code == .EADDRINUSE else { return ([first.0], first.1) }
        SocketCalls.close(first.0)
        guard port == 0, attempts < 16 else { throw error }
      }
    }
  }

  /// The end of the server, which several may wait for.
  private final class Ending: Sendable {
    private struct State {
      var isReached = false
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func reach() {
      let waiting = state.withLock { state in
        state.isReached = true
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }

    func wait() async {
      await withCheckedContinuation { continuation in
        let isReached = state.withLock { state in
          if !state.isReached { state.waiting.append(continuation) }
          return state.isReached
        }
        if isReached { continuation.resume() }
      }
    }

    func whileRunning(_ body: () -> Void) {
      state.withLock { if !$0.isReached { body() } }
    }
  }
}

/// Brings answers from other threads to the thread of the server.
final class ReplayMailbox: Sendable {
  /// An answer for a connection.
  struct Letter: Sendable {
    let ticket: Int
    let request: ReceivedRequest
    let result: ReplayServer.Missing
  }

  private struct State {
    var letters: [Letter] = []
    var isOpen = true
  }

  private let state = Mutex(State())
  private let pipe: Int32

  init(_ pipe: Int32) { self.pipe = pipe }

  func send(_ letter: Letter) {
    state.withLock { state in
      guard state.isOpen else { return }
      state.letters.append(letter)
      SocketCalls.wake(pipe, ReplayLoop.mailByte)
    }
  }

  func receive() -> [Letter] {
    state.withLock { state in
      defer { state.letters = [] }
      return state.letters
    }
  }

  /// Lets later letters fall, and closes the pipe.
  func close() {
    state.withLock { state in
      state.isOpen = false
      state.letters = []
      SocketCalls.close(pipe)
    }
  }
}
