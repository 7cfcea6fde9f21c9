/// How much time and space a request may cost.
///
/// With the defaults a server that says nothing costs 8 seconds, and three of its requests less than
/// half a minute.
public struct RequestLimits: Sendable, Hashable {
  /// The time for the name, the connection and its encryption; 8 seconds by default.
  public var connecting: Duration

  /// The time without any byte from the server once there is a connection; 8 seconds by default.
  ///
  /// The slowest speed is measured over the same time.
  public var silence: Duration

  /// The time for the whole answer, redirections and the wait for a free connection included; 30
  /// seconds by default.
  public var wholeAnswer: Duration

  /// The slowest speed of a body, in bytes a second; 128 by default, and 0 for any.
  public var slowestSpeed: Int

  /// The largest size of all status lines and header fields of an answer together, in bytes; 64 KiB
  /// by default.
  public var headerSize: Int

  /// The largest size of a body, in bytes, also after its content encoding is undone; 64 MiB by
  /// default.
  public var bodySize: Int

  /// The number of redirections that are followed; 10 by default.
  public var redirects: Int

  /// Makes limits.
  public init(
    connecting: Duration = .seconds(8), silence: Duration = .seconds(8),
    wholeAnswer: Duration = .seconds(30), slowestSpeed: Int = 128, headerSize: Int = 64 << 10,
    bodySize: Int = 64 << 20, redirects: Int = 10
  ) {
    self.connecting = connecting
    self.silence = silence
    self.wholeAnswer = wholeAnswer
    self.slowestSpeed = slowestSpeed
    self.headerSize = headerSize
    self.bodySize = bodySize
    self.redirects = redirects
  }
}
