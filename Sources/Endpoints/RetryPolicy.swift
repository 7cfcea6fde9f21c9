package import Foundation

/// Which requests are sent again, when, and for how long.
///
/// A request is repeated only where its method allows it (RFC 9110, section 9.2.2) and its outcome is
/// likely to pass: a `TransportFailure` that is transient, or one of the statuses 408, 429, 502, 503
/// and 504. A 500 is not, because it is mostly the same again. The waits grow from `firstDelay` by two
/// each time, less up to a half that is left to chance, so that clients that failed together do not
/// come back together. A `Retry-After` replaces the wait.
public struct RetryPolicy: Sendable, Hashable {
  /// How often a request is repeated; 0 for never.
  public var maximumRetries: Int

  /// The longest wait before the first repetition; half a second by default.
  public var firstDelay: Duration

  /// The longest wait that the server may ask for; 10 seconds by default.
  ///
  /// Where it asks for more, its answer is the last one.
  public var longestRetryAfter: Duration

  /// The time after the first request's beginning when no more repetition begins; 20 seconds by
  /// default.
  public var totalTime: Duration

  /// Makes a policy.
  public init(
    maximumRetries: Int, firstDelay: Duration = .milliseconds(500),
    longestRetryAfter: Duration = .seconds(10), totalTime: Duration = .seconds(20)
  ) {
    self.maximumRetries = maximumRetries
    self.firstDelay = firstDelay
    self.longestRetryAfter = longestRetryAfter
    self.totalTime = totalTime
  }

  /// Sends nothing again.
  public static let none = RetryPolicy(maximumRetries: 0)

  /// Two repetitions with the default waits.
  public static let standard = RetryPolicy(maximumRetries: 2)

  /// The wait before the next repetition; nil where there is none.
  ///
  /// `retries` is how often the request was repeated already, `elapsed` the time since the first one
  /// began, `chance` a number from 0 to 1, and `now` the time of day for a `Retry-After` that names
  /// one.
  package func delay(
    after outcome: Result<HTTPResponse, TransportFailure>, to method: HTTPMethod, retries: Int,
    elapsed: Duration, chance: Double, now: Date
  ) -> Duration? {
    guard retries < maximumRetries, method.isIdempotent else { return nil }
    var delay = firstDelay * (1 << min(retries, 16)) * (1 - chance / 2)
    switch outcome {
    case .failure(let failure):
      guard failure.isTransient else { return nil }
    case .success(let response):
      guard Self.statuses.contains(response.status) else { return nil }
      if let asked = RetryAfter.delay(in: response.headers, now: now) {
        guard asked <= longestRetryAfter else { return nil }
        delay = asked
      }
    }
    return elapsed + delay <= totalTime ? delay : nil
  }

  private static let statuses: Set<Int> = [408, 429, 502, 503, 504]
}

extension HTTPMethod {
  /// Whether a request may be repeated without another effect.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
  fileprivate var isIdempotent: Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(rawValue)
  }
}

/// What a client takes from outside to wait: the clocks and the chance.
package struct RetryTiming: Sendable {
  package var elapsed: @Sendable () -> Duration
  package var now: @Sendable () -> Date
  package var chance: @Sendable () -> Double
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    elapsed: @escaping @Sendable () -> Duration, now: @escaping @Sendable () -> Date,
    chance: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.elapsed = elapsed
    self.now = now
    self.chance = chance
    self.sleep = sleep
  }

  /// The clocks of the machine.
  package static let real: RetryTiming = {
    let start = ContinuousClock.now
    return RetryTiming(
      elapsed: { ContinuousClock.now - start }, now: { Date() },
      chance: { Double.random(in: 0...1) }, sleep: { try await Task.sleep(for: $0) })
  }()
}
