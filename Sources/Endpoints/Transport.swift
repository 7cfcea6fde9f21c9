import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A URLSession whose requests end in bounded time and space.
///
/// The session calls one delegate for all its tasks. The delegate holds a pending exchange for
/// each task; whoever comes first ends it: the complete answer, an error, the deadline, a body
/// that grows too large, or the cancellation of the Swift task. What comes later finds no pending
/// exchange and is dropped, so that a waiting caller is resumed exactly once and never left.
final class Transport: Sendable {
  private let session: URLSession
  private let exchanges = PendingExchanges()

  init(configuration: URLSessionConfiguration?) {
    session = URLSession(
      configuration: configuration ?? Self.plainConfiguration, delegate: exchanges,
      delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  func response(
    to request: URLRequest, timeout: Duration, maximumBodySize: Int, authorization: Authorization?
  ) async throws(EndpointError) -> EndpointResponse {
    guard let requestURL = request.url else {
      throw .invalidURL("", reason: "the request has no URL")
    }
    let shownURL = RequestURL.shown(requestURL, withoutQueryItem: authorization?.queryName)
    let task = session.dataTask(with: request)
    let limits = PendingExchanges.Limits(
      maximumBodySize: maximumBodySize, secretHeader: authorization?.headerName)
    let deadline = Task { [exchanges] in
      try await Task.sleep(for: timeout)
      exchanges.end(task, with: .timedOut)
    }
    defer { deadline.cancel() }
    switch await outcome(of: task, within: limits) {
    case .answered(let answer, let body, let redirectCount):
      let url = answer.url ?? requestURL
      return EndpointResponse(
        status: answer.statusCode, headers: HTTPHeaders(answer), body: Array(body),
        url: RequestURL.shown(url, withoutQueryItem: authorization?.queryName),
        redirectCount: redirectCount)
    case .failed(let error): throw EndpointError(error, url: shownURL, timeout: timeout)
    case .timedOut: throw .timedOut(shownURL, after: timeout)
    case .tooLarge: throw .tooLarge(shownURL, limit: maximumBodySize)
    case .cancelled: throw .cancelled(shownURL)
    }
  }

  private func outcome(
    of task: URLSessionDataTask, within limits: PendingExchanges.Limits
  ) async -> PendingExchanges.Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchanges.begin(task, within: limits, continuation)
        // A cancellation before this point found no pending exchange.
        if Task.isCancelled { exchanges.end(task, with: .cancelled) } else { task.resume() }
      }
    } onCancel: {
      exchanges.end(task, with: .cancelled)
    }
  }

  private static var plainConfiguration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    return configuration
  }
}

/// The exchanges of a session that wait for their end.
private final class PendingExchanges: NSObject, URLSessionDataDelegate, Sendable {
  struct Limits: Sendable {
    let maximumBodySize: Int
    /// The header field that must not follow a redirection to another origin.
    let secretHeader: String?
  }

  enum Outcome: Sendable {
    case answered(HTTPURLResponse, body: Data, redirectCount: Int)
    case failed(any Error)
    case timedOut
    case tooLarge
    case cancelled
  }

  private struct Exchange: Sendable {
    let limits: Limits
    let continuation: CheckedContinuation<Outcome, Never>
    var body = Data()
    var redirectCount = 0

    /// Adds bytes to the body, or says that it would grow too large.
    mutating func append(_ data: Data) -> Bool {
      guard body.count + data.count <= limits.maximumBodySize else { return true }
      body.append(data)
      return false
    }
  }

  private static let maximumRedirectCount = 10

  private let exchanges = Mutex<[Int: Exchange]>([:])

  func begin(
    _ task: URLSessionTask, within limits: Limits,
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
    let redirected = exchanges.withLock { exchanges -> URLRequest? in
      guard var exchange = exchanges[task.taskIdentifier],
        exchange.redirectCount < Self.maximumRedirectCount
      else { return nil }
      exchange.redirectCount += 1
      exchanges[task.taskIdentifier] = exchange
      var request = request
      if let secret = exchange.limits.secretHeader,
        Self.origin(of: request.url) != Self.origin(of: task.originalRequest?.url)
      {
        request.setValue(nil, forHTTPHeaderField: secret)
      }
      return request
    }
    completionHandler(redirected)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // Without a credential for it, the 401 itself is the answer; the session would wait for one.
    // It has not read the body yet, and nobody needs it. A challenge without an answer is about
    // the connection, and none of our business.
    let refusal = challenge.failureResponse ?? task.response
    guard let answer = refusal as? HTTPURLResponse else {
      return completionHandler(.performDefaultHandling, nil)
    }
    completionHandler(.rejectProtectionSpace, nil)
    guard let exchange = take(task) else { return }
    exchange.continuation.resume(
      returning: .answered(answer, body: exchange.body, redirectCount: exchange.redirectCount))
    task.cancel()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = exchanges.withLock { exchanges in
      // The exchange stays in its place: a copy would make each append copy the whole body.
      exchanges[dataTask.taskIdentifier]?.append(data) ?? false
    }
    if isTooLarge { end(dataTask, with: .tooLarge) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = take(task) else { return }
    if let answer = task.response as? HTTPURLResponse, error == nil {
      exchange.continuation.resume(
        returning: .answered(
          answer, body: exchange.body, redirectCount: exchange.redirectCount))
    } else {
      exchange.continuation.resume(
        returning: .failed(error ?? URLError(.badServerResponse)))
    }
  }

  private static func origin(of url: URL?) -> [String?] {
    [url?.scheme?.lowercased(), url?.host()?.lowercased(), url?.port.map(String.init)]
  }
}

extension HTTPHeaders {
  /// The header fields of a response of URLSession.
  fileprivate init(_ response: HTTPURLResponse) {
    self.init(
      response.allHeaderFields.compactMap { name, value in
        guard let name = name as? String, let value = value as? String else { return nil }
        return (name, value)
      })
  }
}
