import Foundation

/// A request with its redirections and its repetitions.
struct RequestRun {
  let transport: any Transport
  let limits: RequestLimits
  let retries: RetryPolicy
  let timing: RetryTiming
  let authorization: Authorization?
  let politeness: Politeness
  let pace: RequestPace?

  /// Sends a request until there is an answer, or a failure that repetition does not mend.
  func response(to request: HTTPRequest) async throws(EndpointError) -> EndpointResponse {
    let start = timing.elapsed()
    var attempts = 0
    while true {
      do {
        try await pace?.wait(for: request.url, politeness)
      } catch {
        throw .noAnswer(shown(request.url), .cancelled, attempts: max(1, attempts))
      }
      let hops = await followed(request)
      attempts += 1
      let delay = retries.delay(
        after: hops.outcome, to: request.method, retries: attempts - 1,
        elapsed: timing.elapsed() - start, chance: timing.chance(), now: timing.now())
      guard let delay else { return try answer(hops, attempts) }
      do {
        try await timing.sleep(delay)
      } catch {
        throw .noAnswer(shown(hops.url), .cancelled, attempts: attempts)
      }
    }
  }

  /// How a request ended at the last address that it was sent to.
  private struct Hops {
    var url: URL
    var redirectCount = 0
    var isMovedForGood = false
    var outcome: Result<HTTPResponse, TransportFailure>
  }

  /// Sends a request and follows the redirections, all within one limit of time.
  private func followed(_ request: HTTPRequest) async -> Hops {
    let clock = ContinuousClock()
    let deadline = clock.now + limits.wholeAnswer
    let redirection = Redirection(authorization: authorization)
    var request = request
    var hops = Hops(url: request.url, outcome: .failure(.timedOut(after: limits.wholeAnswer)))
    do throws(TransportFailure) {
      while true {
        hops.url = request.url
        var left = limits
        left.wholeAnswer = deadline - clock.now
        guard left.wholeAnswer > .zero else { throw .timedOut(after: limits.wholeAnswer) }
        let response = try await transport.response(to: request, within: left)
        guard let next = try redirection.request(after: response, to: request) else {
          hops.outcome = .success(response)
          return hops
        }
        guard hops.redirectCount < limits.redirects else {
          throw .tooManyRedirects(limit: limits.redirects)
        }
        hops.redirectCount += 1
        if [301, 308].contains(response.status) { hops.isMovedForGood = true }
        request = next
      }
    } catch .timedOut {
      // What was left of the limit is of no interest.
      hops.outcome = .failure(.timedOut(after: limits.wholeAnswer))
    } catch {
      hops.outcome = .failure(error)
    }
    return hops
  }

  private func answer(_ hops: Hops, _ attempts: Int) throws(EndpointError) -> EndpointResponse {
    switch hops.outcome {
    case .success(let response):
      EndpointResponse(
        status: response.status, headers: response.headers, body: response.body,
        url: shown(hops.url), redirectCount: hops.redirectCount,
        isMovedForGood: hops.isMovedForGood)
    case .failure(let failure):
      throw .noAnswer(shown(hops.url), failure, attempts: attempts)
    }
  }

  private func shown(_ url: URL) -> URL {
    RequestURL.shown(url, withoutQueryItem: authorization?.queryName)
  }
}
