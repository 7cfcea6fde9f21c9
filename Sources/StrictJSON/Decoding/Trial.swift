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
/// ``explorationsOnTrial`` records of each type that have a problem. What it leaves open: code that
/// survives them and traps on another record with the same made-up values. Where there is no
/// `fork` (not on Linux) nobody goes first.
///
/// A child of a process with many threads has only one of them, and a lock that another thread held
/// stays held. So a child that does not end in time is started once more before it counts.
enum Trial {
  /// How many explorations of a type must come to their end in a child.
  static let explorationsOnTrial = 8

  /// How long a child may take, in seconds.
  private static let patience: UInt32 = 2

  private enum Verdict: Equatable {
    case survived(Int)
    case ended
  }

  private static let verdicts = Mutex<[ObjectIdentifier: Verdict]>([:])

  /// Says whether a type's code comes to its end; does the work in a child where that is unknown.
  static func survives<Value>(_ type: Value.Type, _ work: () -> Void) -> Bool {
    let identity = ObjectIdentifier(type)
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
      for _ in 0..<2 {
        switch unsafe outcome(of: work) {
        case 0, nil: return true
        case SIGALRM: continue
        default: return false
        }
      }
      return false
    }

    /// Does the work in a child; returns the signal that ended it, 0 for none, nil for no child.
    @unsafe private static func outcome(of work: () -> Void) -> Int32? {
      let child = fork()
      if child < 0 { return nil }
      if child == 0 {
        unsafe isChild = true
        // The child's last words are nobody's business, and neither is a backtrace of it.
        let nowhere = unsafe open("/dev/null", O_WRONLY)
        dup2(nowhere, STDOUT_FILENO)
        dup2(nowhere, STDERR_FILENO)
        for signalNumber in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGALRM] {
          signal(signalNumber, SIG_DFL)
        }
        // A worker thread has its signals blocked.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigprocmask(SIG_SETMASK, &none, nil)
        var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
        alarm(patience)
        work()
        _exit(0)
      }
      var status: Int32 = 0
      while unsafe waitpid(child, &status, 0) < 0 {
        guard errno == EINTR else { return nil }
      }
      // The low seven bits hold the signal. A child that left by itself with another status ran
      // into `exit` in the type's code, which is no better.
      let left = (status >> 8) & 0xFF
      return left == 0 ? status & 0x7F : SIGABRT
    }
  #else
    private static func childSurvives(_ work: () -> Void) -> Bool { true }
  #endif
}
