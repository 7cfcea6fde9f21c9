import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends a worker whose parent is gone, or that takes too much memory, whatever its types do.
///
/// A thread looks ten times a second. It sees the parent's end on the connection, which closes with
/// it, also where the parent was killed; no signal is needed for it, and so it is the same on all
/// systems. (`PR_SET_PDEATHSIG` would also strike when only the parent's thread ends.)
enum WorkerGuard {
  private static let memory = Atomic<Int>(Int.max)
  private static let hasForked = Atomic<Bool>(false)
  private static let lookEvery: Int32 = 100

  /// Whether there is a parent, and not a person who wrote the argument.
  static var isConnected: Bool {
    var about = stat()
    return unsafe fstat(WorkerProcess.descriptor, &about) == 0
      && about.st_mode & mode_t(S_IFMT) == mode_t(S_IFSOCK)
  }

  /// Begins to watch.
  static func arm() {
    // What a type's code starts does not keep the connection open.
    _ = fcntl(WorkerProcess.descriptor, F_SETFD, FD_CLOEXEC)
    ProcessMemory.forbidCoreFiles()
    // A copy of the worker would answer too. It ends at once, and the parent learns of it.
    pthread_atfork(
      nil, { WorkerGuard.hasForked.store(true, ordering: .relaxed) }, { _exit(0) })
    Thread.detachNewThread {
      while true { look() }
    }
    tellMemoryFromOtherEnds()
  }

  /// Ends the worker with a status of its own where its code dies because an allocation was refused.
  ///
  /// The limit makes `malloc` fail, long before there is much memory in use where one piece is too large.
  /// What Swift, Foundation or C++ does then is a signal like that of any trap; but `malloc` has left
  /// ENOMEM in `errno` of the same thread (POSIX.1-2024, malloc).
  private static func tellMemoryFromOtherEnds() {
    for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS] {
      signal(number) { number in
        if errno == ENOMEM { _exit(WorkerProcess.statusOfMemory) }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Forgets a refused allocation that the code of a type has survived.
  static func forgetErrors() { errno = 0 }

  /// Whether a type's code has called `fork` since this was asked last.
  static func takeFork() -> Bool {
    guard hasForked.load(ordering: .relaxed) else { return false }
    return hasForked.exchange(false, ordering: .relaxed)
  }

  /// Sets the memory that the worker may take, in bytes.
  static func limitMemory(to bytes: Int) {
    guard memory.exchange(bytes, ordering: .relaxed) != bytes else { return }
    ProcessMemory.limit(to: bytes)
  }

  /// Ends the worker where it cannot reach its parent.
  static func leaveUnconnected() -> Never { _exit(WorkerProcess.statusOfForeignDescriptors) }

  private static func look() {
    var request = pollfd(fd: WorkerProcess.descriptor, events: 0, revents: 0)
    let ready = unsafe poll(&request, 1, lookEvery)
    if ready > 0 {
      if request.revents & Int16(POLLNVAL) != 0 { leaveUnconnected() }
      if request.revents & Int16(POLLHUP | POLLERR) != 0 { _exit(0) }
    }
    if ProcessMemory.own > memory.load(ordering: .relaxed) { _exit(WorkerProcess.statusOfMemory) }
  }
}
