/// Why a request brought no answer.
public enum TransportFailure: Error, Sendable, Hashable {
  /// The host has no address.
  case unresolvedName

  /// No program listens at the port.
  case refused

  /// There is no way to the address.
  case unroutable

  /// The limit for connecting was used up, or the system gave the connection up before.
  case connectTimedOut(after: Duration)

  /// The proxy has no address.
  case unresolvedProxy

  /// The proxy made no tunnel to the server; nil where it broke off without a status.
  case proxyRefused(status: Int?)

  /// There is no trusted, encrypted connection; the detail is the library's own text.
  case tls(TLSFailure, detail: String)

  /// The connection was reset, or broke.
  case reset(AnswerPart)

  /// The server closed the connection instead of answering.
  case closedWithoutAnswer

  /// The server closed the connection between the status line and the end of the header fields.
  case closedInHeader

  /// The body is shorter than its length or its framing says; nil where no length was stated.
  case closedEarly(received: Int, expected: Int?)

  /// No byte came for the whole limit of silence.
  case silent(for: Duration)

  /// The body came slower than the slowest speed over the limit of silence.
  case tooSlow(bytesPerSecond: Int, over: Duration)

  /// The limit for the whole answer was used up.
  case timedOut(after: Duration)

  /// The body is larger than the limit, in bytes.
  case bodyTooLarge(limit: Int)

  /// The header fields are larger than the limit, in bytes.
  case headerTooLarge(limit: Int)

  /// What came is not HTTP, or broken HTTP.
  case invalidResponse(detail: String)

  /// More redirections than the limit.
  case tooManyRedirects(limit: Int)

  /// A redirection to something that is not an http or https address.
  case redirectRefused(to: String)

  /// A content encoding that is not known, broken or cut.
  case contentEncoding(String)

  /// The task that asked was cancelled.
  case cancelled

  /// This machine has no library for the network.
  case noNetworkLibrary(NetworkLibraryProblem)

  /// Something else; the code and the text are the library's own.
  case other(code: Int, detail: String)

  /// How far an answer had come.
  public enum AnswerPart: Sendable, Hashable {
    /// Before the first byte.
    case nothing
    /// Within the header fields.
    case header
    /// Within the body.
    case body
  }

  /// What is wrong with an encrypted connection.
  public enum TLSFailure: Sendable, Hashable {
    /// The certificate signs itself.
    case selfSigned
    /// The certificate was signed by an authority that this machine does not trust.
    case unknownAuthority
    /// The certificate is no longer valid.
    case expired
    /// The certificate is not valid yet.
    case notYetValid
    /// The certificate is for another host.
    case wrongHost
    /// The certificate is not accepted for another reason.
    case refusedCertificate
    /// The file of trusted authorities cannot be read.
    case unreadableAuthorities
    /// The two sides did not agree; perhaps the server speaks no TLS.
    case handshake
  }

  /// What is wrong with the library for the network.
  public enum NetworkLibraryProblem: Sendable, Hashable {
    /// It was not found.
    case missing
    /// Its version is too old.
    case tooOld
  }

  /// Whether another failure is the same, whatever time and how many bytes it took.
  package func isSame(as other: TransportFailure) -> Bool {
    switch (self, other) {
    case (.connectTimedOut, .connectTimedOut), (.closedEarly, .closedEarly), (.silent, .silent),
      (.tooSlow, .tooSlow), (.timedOut, .timedOut), (.redirectRefused, .redirectRefused):
      true
    case (.tls(let mine, _), .tls(let theirs, _)): mine == theirs
    default: self == other
    }
  }

  /// Whether the same request may well succeed when it is sent again soon.
  ///
  /// A limit of time that was used up is not of this kind: asking again would cost as much once
  /// more. Nor is what a server does on purpose: its certificate, its size, its format.
  public var isTransient: Bool {
    switch self {
    case .unresolvedName, .refused, .unroutable, .unresolvedProxy, .reset, .closedWithoutAnswer,
      .closedInHeader, .closedEarly:
      true
    case .connectTimedOut, .proxyRefused, .tls, .silent, .tooSlow, .timedOut, .bodyTooLarge,
      .headerTooLarge, .invalidResponse, .tooManyRedirects, .redirectRefused, .contentEncoding,
      .cancelled, .noNetworkLibrary, .other:
      false
    }
  }
}
