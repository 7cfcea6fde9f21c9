import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A child of the program that runs the code of types, as its parent sees it.
///
/// The two speak through a socket pair. The child's standard input and output lead nowhere; of what
/// it writes to standard error, another socket pair, the last line is kept. It has a process group of its own, so
/// that all it started can be ended with it.
///
/// Time counts only while this process runs: of a pause between two looks at the child at most a
/// tenth of a second is counted, so that a machine that is suspended, or too busy to run even
/// this, does not count against the child.
///
/// Darwin has no `SOCK_CLOEXEC`. There the descriptors are marked as they are made
/// and children get none that are not named (`POSIX_SPAWN_CLOEXEC_DEFAULT`); a child that somebody
/// else starts in between may get a copy, and the end of the worker is then seen by `waitpid`.
final class WorkerProcess {
  /// What the child did.
  enum Event {
    /// It answered.
    case reply(WorkerReply)
    /// It did nothing for a time.
    case silence
    /// It ended, or closed the connection, or wrote what is no answer.
    case end
  }

  /// The number of the child's end of the connection in the child.
  ///
  /// A high one, so that code that closes all it knows of and then opens a file does not get it.
  static let descriptor: Int32 = 197

  /// What a child ends with where it notices that its descriptors are gone.
  static let statusOfForeignDescriptors: Int32 = 122

  /// What a child ends with where it takes too much memory.
  static let statusOfMemory: Int32 = 121

  private let child: pid_t

  /// The peak with which a new process begins, because this one had it.
  private let ownPeak = ProcessMemory.ownPeak
  private let connection: Int32
  private let errors: Int32
  private var status: Int32?
  private var isReaped = false
  private var peakMemory = 0

  private var reader = WorkerReader()
  private var incoming: [UInt8] = []
  private var taken = 0
  private var outgoing: [ArraySlice<UInt8>] = []
  private var lastWords = LastWords()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts the program as a worker.
  ///
  /// Throws a `POSIXError` where the system refuses.
  init(executable: String, arguments: [String]) throws {
    let (near, far) = try Self.socketPair()
    defer { close(far) }
    do {
      let (readEnd, writeEnd) = try Self.socketPair()
      defer { close(writeEnd) }
      do {
        child = try Self.spawn(
          executable, arguments, connection: far, standardError: writeEnd)
      } catch {
        close(readEnd)
        throw error
      }
      errors = readEnd
    } catch {
      close(near)
      throw error
    }
    connection = near
  }

  deinit {
    if !isReaped { end() }
    close(connection)
    close(errors)
  }

  /// Says that bytes are to be written while answers are awaited.
  func send(_ bytes: ArraySlice<UInt8>) {
    if !bytes.isEmpty { outgoing.append(bytes) }
  }

  /// Waits for the next answer, until the child did nothing for a time.
  func next(within patience: Duration) -> Event {
    var quiet = Duration.zero
    while true {
      if let event = buffered() { return event }
      let start = ContinuousClock.now
      switch move() {
      case .moved: quiet = .zero
      case .still:
        quiet += min(ContinuousClock.now - start, .milliseconds(Self.lookEvery))
        if quiet > patience { return .silence }
        // Somebody may hold a copy of the connection's end; what was written before is read first.
        if isReaped { return .end }
        _ = reap(waits: false)
      case .closed: return .end
      }
    }
  }

  /// What became of the child; ends it where it has not ended by itself.
  ///
  /// A child that closed the connection has some time to end as it meant to.
  func outcome() -> DTOEnd {
    var pause: UInt32 = 100
    while !reap(waits: false), pause < 1_600_000 {
      usleep(pause)
      pause *= 2
    }
    let hadEnded = isReaped
    end()
    while readErrors() {}
    guard let status else { return .unknown }
    let signal = status & 0x7F
    guard signal == 0 else {
      guard signal == SIGKILL else { return .signal(signal) }
      if !hadEnded { return .foreignDescriptors }
      // The system ends what takes too much of a memory that is smaller than the limit.
      return peakMemory > max(memory / 4, ownPeak) ? .memory(bytes: memory) : .signal(signal)
    }
    switch (status >> 8) & 0xFF {
    case Self.statusOfMemory: return .memory(bytes: memory)
    case Self.statusOfForeignDescriptors: return .foreignDescriptors
    case let code: return .exit(status: code)
    }
  }

  /// Tells the child that nothing more will come, and says how it ended.
  func leave() -> DTOEnd {
    shutdown(connection, Int32(SHUT_WR))
    return outcome()
  }

  /// The memory that the child may take, in bytes.
  var memory = Int.max

  /// The last line that the child wrote to standard error; nil where it wrote none.
  var words: String? { lastWords.line }

  /// Forgets what the child wrote before.
  func forgetWords() {
    while readErrors() {}
    lastWords = LastWords()
  }

  /// Whether the child has not ended yet.
  var isRunning: Bool { !reap(waits: false) }

  /// Ends the child and all that it started.
  func end() {
    if !isReaped { kill(child, SIGKILL) }
    _ = reap(waits: true)
  }

  // MARK: The connection

  private enum Movement { case moved, still, closed }

  /// How long one look at the child takes where nothing happens, in milliseconds.
  private static let lookEvery = 100

  /// Moves bytes in all directions as far as it goes now; waits a little where nothing does.
  private func move() -> Movement {
    var requests = [
      pollfd(fd: connection, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    if !outgoing.isEmpty { requests[0].events |= Int16(POLLOUT) }
    if isSilentForGood { requests[1].fd = -1 }
    let ready = unsafe poll(&requests, nfds_t(requests.count), Int32(Self.lookEvery))
    guard ready > 0 else { return .still }
    // What is said on standard error is read, but it is no progress.
    if requests[1].revents != 0 { _ = readErrors() }
    let isWritable = requests[0].revents & Int16(POLLOUT) != 0
    let isReadable = requests[0].revents & ~Int16(POLLOUT) != 0
    var movement = Movement.still
    if isReadable {
      switch unsafe recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT)) {
      case let count where count > 0:
        incoming.append(contentsOf: buffer[0..<count])
        movement = .moved
      case 0: return .closed
      default: if errno != EAGAIN && errno != EINTR { return .closed }
      }
    }
    if isWritable, let piece = outgoing.first {
      let count = unsafe piece.withUnsafeBytes {
        unsafe Foundation.send(connection, $0.baseAddress, $0.count, Self.sendFlags)
      }
      if count > 0 {
        outgoing[0] = piece.dropFirst(count)
        if outgoing[0].isEmpty { outgoing.removeFirst() }
        movement = .moved
      } else if errno != EAGAIN && errno != EINTR {
        return .closed
      }
    }
    return movement
  }

  /// A message that is here as a whole.
  private func buffered() -> Event? {
    let rest = incoming[taken...]
    guard rest.count >= 4 else { return nil }
    do throws(WireError) {
      let size = try WorkerReader.size(rest)
      guard rest.count >= 4 + size else { return nil }
      let reply = try reader.reply(rest.dropFirst(4).prefix(size))
      taken += 4 + size
      if taken == incoming.count {
        incoming.removeAll(keepingCapacity: true)
        taken = 0
      } else if taken > 1 << 20 {
        incoming.removeFirst(taken)
        taken = 0
      }
      return .reply(reply)
    } catch {
      return .end
    }
  }

  private var isSilentForGood = false

  /// Reads what is there of the child's standard error; false where nothing is.
  private func readErrors() -> Bool {
    let count = unsafe recv(errors, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 { lastWords.append(buffer[0..<count]) }
    if count == 0 { isSilentForGood = true }
    return count > 0
  }

  // MARK: The child

  /// Takes the status of the child; false where it has none yet.
  private func reap(waits: Bool) -> Bool {
    guard !isReaped else { return true }
    var found: Int32 = 0
    var usage = rusage()
    var ended: pid_t
    repeat {
      ended = unsafe wait4(child, &found, waits ? 0 : WNOHANG, &usage)
    } while ended < 0 && errno == EINTR
    guard ended != 0 else { return false }
    // Where somebody else waits for all children of the process, its status is lost.
    if ended == child {
      status = found
      peakMemory = ProcessMemory.peak(usage)
    }
    isReaped = true
    // What it started is of its group, whose number is not given away as long as any of it is left.
    kill(-child, SIGKILL)
    return true
  }

  private static func spawn(
    _ executable: String, _ arguments: [String], connection: Int32, standardError: Int32
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, connection, descriptor)
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    // The code of a type finds the signals as an app does, whatever this process ignores.
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    // Its end is an answer; a backtrace would only take time.
    let environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]) { _, new in new }
    var child: pid_t = 0
    let code = unsafe withCStrings([executable] + arguments) { arguments in
      unsafe withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        unsafe posix_spawn(&child, executable, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    return child
  }

  private static func withCStrings<Result>(
    _ texts: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = unsafe texts.map { unsafe strdup($0) }
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(pointers + [nil])
  }

  private static func socketPair() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      let type = SOCK_STREAM | SOCK_CLOEXEC
    #else
      let type = SOCK_STREAM
    #endif
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw lastError() }
    #if canImport(Darwin)
      var on: Int32 = 1
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        unsafe setsockopt(
          end, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      }
    #endif
    return (ends[0], ends[1])
  }

  private static func lastError() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }

  /// A child that is gone is an answer, and no signal.
  private static var sendFlags: Int32 {
    #if canImport(Darwin)
      Int32(MSG_DONTWAIT)
    #else
      Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
  }
}

/// The end of what a process wrote, as far as it may be quoted.
private struct LastWords {
  private var bytes: [UInt8] = []

  /// The most bytes that are kept: some lines, and the addresses of a deep stack.
  private static let limit = 16 << 10

  /// The line behind which Swift's runtime lists the stack, of addresses only.
  private static let stackHeading = Array("Current stack trace:".utf8)

  /// The most characters of a line that are quoted.
  private static let lineLimit = 300

  mutating func append(_ new: ArraySlice<UInt8>) {
    bytes.append(contentsOf: new.suffix(Self.limit))
    if bytes.count > 2 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
  }

  /// The last line that is not blank.
  var line: String? {
    var lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
    if let heading = lines.lastIndex(where: { $0.elementsEqual(Self.stackHeading) }) {
      lines.removeSubrange(heading...)
    }
    guard let last = lines.last(where: { !$0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }) else {
      return nil
    }
    let text = String(decoding: last, as: UTF8.self)
    return text.count > Self.lineLimit ? text.prefix(Self.lineLimit - 1) + "…" : text
  }
}
