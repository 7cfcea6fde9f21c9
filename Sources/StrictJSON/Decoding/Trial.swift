import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lets a child of the process go first where a type's code meets made-up values.
///
/// An initialiser may trap on a value that it did not expect: a `precondition`, an index, a forced
/// unwrap between two requests. Or it may never return. So the first explorations of each type run
/// in a forked child, which does the work and throws it away. If the child comes to its end, the
/// same work is done here; if not, the type is explored no more in this process.
///
/// What it costs: a fork, about a millisecond for a small process, for the first
/// ``explorationsOnTrial`` records of each type whose first problem is at the same key. What it
/// leaves open: code that survives them and traps on another record with the same made-up values,
/// or on a real value behind the first problem of a document, which `JSONDecoder` never sees.
/// Where there is no `fork` (not on Linux) nobody goes first. Where a child cannot be made, or the
/// program ignores SIGCHLD so that nobody learns how it ended, the type is not explored.
///
/// A child of a process with many threads has only one of them, and a lock that another thread held
/// stays held: a child may wait for it for ever without any fault of the type. So the parent keeps
/// the time, and a child that does not end is tried again, with more of it, before it counts.
enum Trial {
  /// How many explorations of a type must come to their end in a child.
  static let explorationsOnTrial = 8

  /// How long a child may take, in milliseconds, the first time and then.
  private static let patience = [1_000, 2_000, 3_000]

  private enum Verdict: Equatable {
    case survived(Int)
    case ended
  }

  /// A type, and the first of its keys that is filled in: each key is another way through its code.
  private struct Way: Hashable {
    let type: ObjectIdentifier
    let key: String
  }

  private static let verdicts = Mutex<[Way: Verdict]>([:])

  /// Says whether a type's code comes to its end without the value of a key; does the work in a
  /// child where that is unknown.
  static func survives<Value>(
    _ type: Value.Type, without key: String, _ work: () -> Void
  ) -> Bool {
    let identity = Way(type: ObjectIdentifier(type), key: key)
    switch verdicts.withLock({ $0[identity] }) ?? .survived(0) {
    case .ended: return false
    case .survived(let count) where count >= explorationsOnTrial: return true
    case .survived(let count):
      let survives = childSurvives(work)
      verdicts.withLock { verdicts in
        guard verdicts[identity] != .ended else { return }
        verdicts[identity] = survives ? .survived(count + 1) : .ended
      }
      return survives
    }
  }

  #if os(Linux)
    /// True in a child, whose own children would prove nothing more.
    nonisolated(unsafe) private static var isChild = false

    private static func childSurvives(_ work: () -> Void) -> Bool {
      guard unsafe !isChild else { return true }
      for milliseconds in patience {
        switch unsafe end(of: work, within: milliseconds) {
        case .came: return true
        case .trapped, .unknown: return false
        case .late: continue
        }
      }
      return false
    }

    /// How a child ended; unknown where it could not be made, or somebody else waited for it.
    private enum End {
      case came, trapped, late, unknown
    }

    /// The status of a child that came to the end of its work.
    ///
    /// Any other one, 0 too, comes from `exit` in the type's code.
    private static let cameToItsEnd: Int32 = 113

    /// Does the work in a child and says how that ended.
    @unsafe private static func end(of work: () -> Void, within milliseconds: Int) -> End {
      let child = fork()
      if child < 0 { return .unknown }
      if child == 0 {
        unsafe prepareChild()
        work()
        _exit(cameToItsEnd)
      }
      var status: Int32 = 0
      var waited = 0
      var pause: UInt32 = 50
      while true {
        let ended = unsafe waitpid(child, &status, WNOHANG)
        if ended == child { break }
        guard ended == 0 || errno == EINTR else { return .unknown }
        if waited > milliseconds * 1_000 {
          kill(child, SIGKILL)
          while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
          return .late
        }
        usleep(pause)
        waited += Int(pause)
        pause = min(pause * 2, 5_000)
      }
      // Shifted as by `exit`; a signal would stand in the lowest bits.
      return status == cameToItsEnd << 8 ? .came : .trapped
    }

    /// Keeps the last words of a child, a backtrace and a core file from everybody.
    @unsafe private static func prepareChild() {
      unsafe isChild = true
      let nowhere = unsafe open("/dev/null", O_WRONLY)
      dup2(nowhere, STDOUT_FILENO)
      dup2(nowhere, STDERR_FILENO)
      signal(SIGILL, SIG_DFL)
      signal(SIGTRAP, SIG_DFL)
      signal(SIGABRT, SIG_DFL)
      signal(SIGSEGV, SIG_DFL)
      signal(SIGBUS, SIG_DFL)
      signal(SIGFPE, SIG_DFL)
      var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    }
  #else
    private static func childSurvives(_ work: () -> Void) -> Bool { true }
  #endif
}
