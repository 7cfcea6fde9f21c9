import HTTPFixtures
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lets Ctrl-C and SIGTERM stop a server; a second one ends the process as it always does.
struct StopSignals {
  private static let signals = [SIGINT, SIGTERM]

  init(stopping server: ReplayServer) {
    stopDescriptor.store(server.stopDescriptor, ordering: .sequentiallyConsistent)
    for number in Self.signals {
      // What may be called in a handler is little: it writes one byte.
      signal(number) { number in
        var stop = UInt8(ascii: "s")
        _ = unsafe write(stopDescriptor.load(ordering: .sequentiallyConsistent), &stop, 1)
        signal(number, SIG_DFL)
      }
    }
  }

  /// Gives the signals their usual meaning.
  func restore() {
    for number in Self.signals { signal(number, SIG_DFL) }
    stopDescriptor.store(-1, ordering: .sequentiallyConsistent)
  }
}

/// Where the handler writes; there is one handler in a process.
private let stopDescriptor = Atomic<Int32>(-1)
