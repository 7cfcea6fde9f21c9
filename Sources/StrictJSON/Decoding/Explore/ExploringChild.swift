import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lets a forked child go first where a type's code meets made-up values, for a caller that asked
/// for it (``StrictDecoder/Exploration/inChild``).
///
/// An initialiser may trap on a value that it did not expect: a `precondition`, an index, a forced
/// unwrap between two requests. Or it may never return. So the first explorations of each type run
/// in a child, which does the work and throws it away. If the child comes to its end, the same work
/// is done here; if not, the type is not explored.
///
/// It costs a fork, about a millisecond for a small process, for the first ``explorationsOnTrial``
/// records of each type whose first problem is at the same key. What it leaves open: code that
/// survives them and traps on another record with the same made-up values.
///
/// Darwin's `fork` cannot be called from Swift, so there nothing is explored.
enum ExploringChild {
  /// How many explorations of a type must come to their end in a child.
  static let explorationsOnTrial = 8

  /// How long a child may take, in milliseconds.
  static let patience = 2_000

  private enum Verdict {
    case survived(Int)
    case ended
  }

  /// A type, and the first of its keys that is filled in: each key is another way through its code.
  private struct Way: Hashable {
    let type: ObjectIdentifier
    let key: String
  }

  private static let verdicts = Mutex<[Way: Verdict]>([:])

  /// Returns why a type's code must not meet made-up values in place of a key's; nil where it may.
  ///
  /// Does the work in a child where that is unknown.
  static func refusal(
    of type: any Any.Type, without key: String, _ work: () -> Void
  ) -> UnexploredPart.Reason? {
    let way = Way(type: ObjectIdentifier(type), key: key)
    switch verdicts.withLock({ $0[way] }) {
    case .ended: return .endedChild
    case .survived(explorationsOnTrial...): return nil
    case .survived, nil: break
    }
    let reason = reasonOfChild(doing: work)
    verdicts.withLock { verdicts in
      switch (reason, verdicts[way]) {
      case (_, .ended): break
      case (.endedChild, _): verdicts[way] = .ended
      case (nil, .survived(let count)): verdicts[way] = .survived(count + 1)
      case (nil, nil): verdicts[way] = .survived(1)
      // That a child was late, or was not seen to end, says nothing about the type.
      default: break
      }
    }
    return reason
  }

  #if os(Linux)
    /// True in a child, whose own children would prove nothing more.
    nonisolated(unsafe) private static var isChild = false

    /// The status of a child that came to the end of its work.
    ///
    /// Any other one, 0 too, comes from `exit` in the type's code.
    private static let cameToItsEnd: Int32 = 113

    /// Does the work in a child; returns nil where it came to its end.
    private static func reasonOfChild(doing work: () -> Void) -> UnexploredPart.Reason? {
      guard unsafe !isChild else { return nil }
      let child = fork()
      if child < 0 { return .noChild }
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
        // Somebody else took the status, or nobody may have it.
        guard ended == 0 || errno == EINTR else { return .childNotSeen }
        if waited > patience * 1_000 {
          kill(child, SIGKILL)
          while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
          return .late
        }
        usleep(pause)
        waited += Int(pause)
        pause = min(pause * 2, 5_000)
      }
      // Shifted as by `exit`; a signal would stand in the lowest bits.
      return status == cameToItsEnd << 8 ? nil : .endedChild
    }

    /// Keeps the last words of a child, a backtrace and a core file from everybody.
    @unsafe private static func prepareChild() {
      unsafe isChild = true
      let nowhere = unsafe open("/dev/null", O_WRONLY)
      dup2(nowhere, STDOUT_FILENO)
      dup2(nowhere, STDERR_FILENO)
      for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
        signal(number, SIG_DFL)
      }
      var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
      #if canImport(Glibc)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
      #else
        unsafe setrlimit(RLIMIT_CORE, &noCore)
      #endif
    }
  #else
    private static func reasonOfChild(doing work: () -> Void) -> UnexploredPart.Reason? {
      .noChild
    }
  #endif
}
