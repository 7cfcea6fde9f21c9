import Foundation
import Synchronization

/// How a client treats a server that belongs to somebody else.
public struct Politeness: Sendable, Hashable {
  /// How many requests are under way at once; at least 1.
  public var atOnce: Int

  /// How many requests begin in a second at most; nil for ten, and for no limit on this machine.
  public var perSecond: Double?

  /// The name that the client gives itself in `User-Agent`; nil for the name of the program.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9110#section-10.1.5
  public var userAgent: String?

  /// Four requests at once, and ten in a second.
  public static let standard = Politeness()

  /// Makes a rule.
  public init(atOnce: Int = 4, perSecond: Double? = nil, userAgent: String? = nil) {
    self.atOnce = max(1, atOnce)
    self.perSecond = perSecond
    self.userAgent = userAgent
  }

  /// The time between the beginnings of two requests to a server.
  func interval(at url: URL) -> Duration {
    if let perSecond, perSecond > 0 { return .seconds(1 / perSecond) }
    return Self.isLoopback(url) ? .zero : .milliseconds(100)
  }

  private static func isLoopback(_ url: URL) -> Bool {
    let host = url.host(percentEncoded: false)?.lowercased() ?? ""
    return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
      || host == "::1" || host == "[::1]"
  }
}

/// The times at which requests may begin, for each server.
final class RequestPace: Sendable {
  private let free = Mutex<[[String]: ContinuousClock.Instant]>([:])

  /// Waits until a request to a server may begin.
  ///
  /// Throws where the task is cancelled before.
  func wait(for url: URL, _ politeness: Politeness) async throws {
    let interval = politeness.interval(at: url)
    guard interval > .zero else { return }
    let now = ContinuousClock.now
    let origin = RequestURL.origin(of: url)
    let start = free.withLock { free in
      let start = max(free[origin] ?? now, now)
      free[origin] = start + interval
      return start
    }
    if start > now { try await Task.sleep(until: start, clock: .continuous) }
  }
}
