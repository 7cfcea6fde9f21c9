#if !canImport(Darwin)
  import CurlLibrary
  import Foundation
  import Synchronization

  /// The transport of Linux.
  typealias PlatformTransport = CurlTransport

  /// Requests through the machine's libcurl, which is loaded when the first one is made.
  ///
  /// Chosen after measurement: URLSession of FoundationNetworking ends the process where a server
  /// closes within the header fields, keeps a core busy while it waits, and tells most failures as
  /// one. All transports of the process share one thread and its connections.
  struct CurlTransport: Transport {
    private let trust: CurlJob.Trust

    init(certificateAuthority: URL?) {
      trust = CurlJob.Trust(certificateAuthority: certificateAuthority)
    }

    func response(
      to request: HTTPRequest, within limits: RequestLimits
    ) async throws(TransportFailure) -> HTTPResponse {
      let loop = try CurlLoop.shared.get()
      let ticket = CurlTicket()
      let outcome = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          ticket.wait(continuation)
          loop.submit(CurlJob(request: request, limits: limits, trust: trust, ticket: ticket))
        }
      } onCancel: {
        ticket.cancel()
        loop.wake()
      }
      let response = try outcome.get()
      let body = try ContentEncoding.decoded(
        response.body, response.headers["content-encoding"], limit: limits.bodySize)
      return HTTPResponse(status: response.status, headers: response.headers, body: body)
    }
  }

  /// A request on its way to the thread of the loop.
  struct CurlJob: Sendable {
    let request: HTTPRequest
    let limits: RequestLimits
    let trust: Trust
    let ticket: CurlTicket
    let begun = ContinuousClock.now

    /// When the whole limit is used up.
    var deadline: ContinuousClock.Instant { begun + limits.wholeAnswer }

    /// Whom to trust: the paths of a file and of a folder of authorities, nil for libcurl's own.
    struct Trust: Sendable {
      let file: String?
      let folder: String?
      /// Whether the authorities of the machine are not trusted.
      let isExclusive: Bool

      init(certificateAuthority: URL?) {
        isExclusive = certificateAuthority != nil
        let environment = ProcessInfo.processInfo.environment
        let named = { (name: String) in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        file = certificateAuthority?.path(percentEncoded: false) ?? named("SSL_CERT_FILE")
        folder = isExclusive ? nil : named("SSL_CERT_DIR")
      }
    }
  }

  /// The claim of a waiting caller, which is met exactly once.
  final class CurlTicket: Sendable {
    typealias Outcome = Result<HTTPResponse, TransportFailure>

    private struct State {
      var isCancelled = false
      var continuation: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    /// Whether the answer is no longer wanted.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() { state.withLock { $0.isCancelled = true } }

    func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
      state.withLock { $0.continuation = continuation }
    }

    func end(_ outcome: Outcome) {
      state.withLock { $0.continuation.take() }?.resume(returning: outcome)
    }
  }
#endif
