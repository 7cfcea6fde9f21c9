#if canImport(Darwin)
  import Foundation
  import Security
  import Synchronization

  /// The transport of Apple's platforms.
  typealias PlatformTransport = URLSessionTransport

  /// A URLSession whose requests end in bounded time and space.
  ///
  /// The session calls one delegate for all its tasks. The delegate holds a pending exchange for
  /// each task; whoever comes first ends it: the complete answer, an error, a limit, or the
  /// cancellation of the Swift task. What comes later finds no pending exchange and is dropped, so
  /// that a waiting caller is resumed exactly once and never left.
  ///
  /// Differs from libcurl: the header fields are counted after they arrived, `connecting` and
  /// `silence` are both URLSession's time without a byte, a slow body ends at the whole limit, and a
  /// content encoding that comes unasked is undone by the session.
  final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: PendingExchanges

    init(certificateAuthority: URL?) {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.httpCookieAcceptPolicy = .never
      configuration.urlCredentialStorage = nil
      exchanges = PendingExchanges(authorities: certificateAuthority.map(Self.certificates))
      session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    func response(
      to request: HTTPRequest, within limits: RequestLimits
    ) async throws(TransportFailure) -> HTTPResponse {
      var sent = URLRequest(url: request.url)
      sent.httpMethod = request.method.rawValue
      sent.httpBody = request.body.map { Data($0) }
      sent.timeoutInterval = limits.silence / .seconds(1)
      sent.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
      let task = session.dataTask(with: sent)
      let deadline = Task { [exchanges] in
        try await Task.sleep(for: limits.wholeAnswer)
        exchanges.end(task, with: .failure(.timedOut(after: limits.wholeAnswer)))
      }
      defer { deadline.cancel() }
      let outcome = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          exchanges.begin(task, within: limits, continuation)
          // A cancellation before this point found no pending exchange.
          if Task.isCancelled {
            exchanges.end(task, with: .failure(.cancelled))
          } else {
            task.resume()
          }
        }
      } onCancel: {
        exchanges.end(task, with: .failure(.cancelled))
      }
      return try outcome.get()
    }

    /// The certificates of a PEM file; none where it cannot be read, so that nothing is trusted.
    private static func certificates(in file: URL) -> [Data] {
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap {
        let base64 = $0.components(separatedBy: "-----END CERTIFICATE-----")[0]
        return Data(base64Encoded: base64, options: .ignoreUnknownCharacters)
      }
    }
  }

  /// The exchanges of a session that wait for their end.
  private final class PendingExchanges: NSObject, URLSessionDataDelegate, Sendable {
    typealias Outcome = Result<HTTPResponse, TransportFailure>

    private struct Exchange: Sendable {
      let limits: RequestLimits
      let continuation: CheckedContinuation<Outcome, Never>
      var body: [UInt8] = []
      var hasAnswer = false
    }

    private let exchanges = Mutex<[Int: Exchange]>([:])
    private let authorities: [Data]?

    init(authorities: [Data]?) { self.authorities = authorities }

    func begin(
      _ task: URLSessionTask, within limits: RequestLimits,
      _ continuation: CheckedContinuation<Outcome, Never>
    ) {
      exchanges.withLock {
        $0[task.taskIdentifier] = Exchange(limits: limits, continuation: continuation)
      }
    }

    /// Ends an exchange that is still pending, and stops its task.
    func end(_ task: URLSessionTask, with outcome: Outcome) {
      guard let exchange = take(task) else { return }
      exchange.continuation.resume(returning: outcome)
      task.cancel()
    }

    private func take(_ task: URLSessionTask) -> Exchange? {
      exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      // The redirection itself is the answer; `Redirection` decides what becomes of it.
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
      else {
        // Nothing can ask for a password here; without a credential the 401 is the answer.
        return completionHandler(.performDefaultHandling, nil)
      }
      guard let authorities, let trust = challenge.protectionSpace.serverTrust else {
        return completionHandler(.performDefaultHandling, nil)
      }
      let anchors = authorities.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
      SecTrustSetAnchorCertificates(trust, anchors as CFArray)
      SecTrustSetAnchorCertificatesOnly(trust, true)
      if SecTrustEvaluateWithError(trust, nil) {
        completionHandler(.useCredential, URLCredential(trust: trust))
      } else {
        completionHandler(.cancelAuthenticationChallenge, nil)
        end(task, with: .failure(.tls(.unknownAuthority, detail: "")))
      }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let failure = exchanges.withLock { exchanges -> TransportFailure? in
        guard let limits = exchanges[dataTask.taskIdentifier]?.limits else { return nil }
        exchanges[dataTask.taskIdentifier]?.hasAnswer = true
        if HTTPHeaders(response).size > limits.headerSize {
          return .headerTooLarge(limit: limits.headerSize)
        }
        return response.expectedContentLength > Int64(limits.bodySize)
          ? .bodyTooLarge(limit: limits.bodySize) : nil
      }
      completionHandler(failure == nil ? .allow : .cancel)
      if let failure { end(dataTask, with: .failure(failure)) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let limit = exchanges.withLock { exchanges -> Int? in
        guard let exchange = exchanges[dataTask.taskIdentifier] else { return nil }
        let limit = exchange.limits.bodySize
        guard exchange.body.count + data.count <= limit else { return limit }
        // The exchange stays in its place: a copy would make each append copy the whole body.
        exchanges[dataTask.taskIdentifier]?.body.append(contentsOf: data)
        return nil
      }
      if let limit { end(dataTask, with: .failure(.bodyTooLarge(limit: limit))) }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      guard let exchange = take(task) else { return }
      if let error {
        exchange.continuation.resume(
          returning: .failure(
            TransportFailure(
              error, exchange.limits, hasAnswer: exchange.hasAnswer,
              received: exchange.body.count)))
      } else if let answer = task.response as? HTTPURLResponse {
        exchange.continuation.resume(
          returning: .success(
            HTTPResponse(
              status: answer.statusCode, headers: HTTPHeaders(answer), body: exchange.body)))
      } else {
        exchange.continuation.resume(returning: .failure(.closedWithoutAnswer))
      }
    }
  }

  extension HTTPHeaders {
    fileprivate init(_ response: URLResponse) {
      let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
      self.init(
        fields.compactMap { name, value in
          guard let name = name as? String, let value = value as? String else { return nil }
          return (name, value)
        })
    }

    fileprivate var size: Int {
      names.reduce(0) { $0 + $1.utf8.count + (self[$1]?.utf8.count ?? 0) + 4 }
    }
  }

  extension TransportFailure {
    /// An error of URLSession.
    fileprivate init(_ error: any Error, _ limits: RequestLimits, hasAnswer: Bool, received: Int) {
      let detail = error.localizedDescription
      guard let error = error as? URLError else {
        self = .other(code: (error as NSError).code, detail: detail)
        return
      }
      self =
        switch error.code {
        case .cancelled: .cancelled
        case .timedOut: .silent(for: limits.silence)
        case .cannotFindHost, .dnsLookupFailed: .unresolvedName
        case .cannotConnectToHost: .refused
        case .notConnectedToInternet, .dataNotAllowed: .unroutable
        case .networkConnectionLost: .reset(hasAnswer ? .body : .nothing)
        case .badServerResponse, .cannotParseResponse: .invalidResponse(detail: detail)
        case .cannotDecodeContentData, .cannotDecodeRawData: .contentEncoding(detail)
        case .serverCertificateHasBadDate: .tls(.expired, detail: detail)
        case .serverCertificateNotYetValid: .tls(.notYetValid, detail: detail)
        case .serverCertificateHasUnknownRoot: .tls(.unknownAuthority, detail: detail)
        case .serverCertificateUntrusted: .tls(.refusedCertificate, detail: detail)
        case .secureConnectionFailed: .tls(.handshake, detail: detail)
        default: .other(code: error.errorCode, detail: detail)
        }
    }
  }
#endif
