import Foundation

extension DTOEnd {
  /// What a type's code does, as the end of a sentence that begins with it.
  package var words: String {
    switch self {
    case .signal(let number): "ends the program by \(Self.names[number] ?? "signal \(number)")"
    case .exit(let status): "ends the program with exit status \(status)"
    case .late(let time): "does not return within \(Self.seconds(time))"
    case .memory(let bytes): "needs more memory than \(Self.size(bytes))"
    case .foreignDescriptors: "closes file descriptors that are not its own"
    case .fork: "makes a copy of the process (fork)"
    case .unknown: "ends the program"
    }
  }

  /// The usual cause, as a clause; nil where that cannot be said.
  var usualCause: String? {
    switch self {
    case .signal(SIGILL), .signal(SIGTRAP): "a forced unwrap, an index, a precondition"
    case .signal(SIGSEGV), .signal(SIGBUS): "too deep a recursion, or a bad address"
    case .late: "a loop without an end, or a lock that is held"
    default: nil
    }
  }

  /// The names of the signals with which code ends a program, by itself or by the system.
  private static let names: [Int32: String] = [
    SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS",
    SIGFPE: "SIGFPE", SIGTERM: "SIGTERM", SIGKILL: "SIGKILL", SIGINT: "SIGINT", SIGHUP: "SIGHUP",
    SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT", SIGALRM: "SIGALRM", SIGUSR1: "SIGUSR1",
    SIGUSR2: "SIGUSR2", SIGSYS: "SIGSYS", SIGXCPU: "SIGXCPU",
  ]

  private static func seconds(_ time: Duration) -> String {
    max(1, Int((time / .seconds(1)).rounded())).counted("second")
  }

  private static func size(_ bytes: Int) -> String {
    bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
  }
}

extension NotRunReason {
  /// Why the code was not run, as a clause.
  package var words: String {
    switch self {
    case .lateBefore(let count): "it did not return from \(count) others"
    case .noWorker(let reason): reason
    }
  }
}
