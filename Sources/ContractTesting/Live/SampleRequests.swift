package import Endpoints
import Foundation
package import HTTPFixtures
import StrictJSON

/// Asks a server for samples and judges the answers: the one way from bytes on the wire to a response that
/// `check --live` checks and `record` stores.
///
///     sample ─► request ─► answer ─► ResponseReading ─► AnswerJudge ─► SampleAnswer, or an outage in the log
///
/// Several requests are under way at once as soon as the server has answered one, and one again as soon as
/// one fails. The answers are judged and taken in the order of the samples.
package struct SampleRequests: Sendable {
  private let client: EndpointClient
  private let redaction: Redaction

  /// How many requests are under way at once.
  private let atOnce: Int

  /// Called in front of each request, with its sample.
  package var willAsk: @Sendable (Sample) -> Void = { _ in }

  /// The recording of a sample, so that its answer is sent only where it is another one; nil for none.
  package var stored: @Sendable (Sample) -> Fixture? = { _ in nil }

  /// Makes requests that a client sends, for a suite with secrets of its own.
  package init(client: EndpointClient, redaction: Redaction, politeness: Politeness = .standard) {
    self.client = client.treatingServers(by: politeness)
    self.redaction = redaction
    atOnce = politeness.atOnce
  }

  /// Asks for samples, and for the pages behind them, and notes in the log how the server did.
  ///
  /// - Parameters:
  ///   - samples: The requests.
  ///   - paging: How an answer is divided into pages; nil where it is whole.
  ///   - pages: The most pages of an answer.
  ///   - judge: What is known of the endpoint's answers, for a sample.
  ///   - outages: The log, which also says when asking is of no use.
  ///   - take: Called with each answer that is one, in the order of the samples.
  /// - Throws: What `take` throws.
  package func ask(
    _ samples: [Sample], paging: Paging? = nil, pages: Int = 1, judge: (Sample) -> AnswerJudge,
    outages: inout OutageLog, take: (SampleAnswer) throws -> Void
  ) async throws {
    var turns = samples.map { Turn(sample: $0, number: paging?.number($0.endpoint) ?? 1) }[...]
    // A page that is a sample of its own is asked for once.
    let cases = Set(samples.map(\.caseName))
    while !turns.isEmpty, !Task.isCancelled {
      var wave: [(turn: Turn, url: URL, client: EndpointClient)] = []
      while let turn = turns.first {
        let url: URL
        do throws(EndpointError) {
          // The address that is asked, which is not the API's own with another base.
          url = try client.url(for: turn.sample.endpoint)
        } catch {
          turns.removeFirst()
          outages.couldNotSend(error)
          continue
        }
        guard wave.count < (outages.trusts(url) ? atOnce : 1) else { break }
        turns.removeFirst()
        if outages.isSilent(url) {
          outages.skipped(url)
        } else {
          var turn = turn
          turn.stored = ConditionalRequest(
            turn.sample, stored(turn.sample), redaction(of: turn.sample))
          wave.append((turn, url, outages.client(client, for: url)))
        }
      }
      let outcomes = await Self.sent(wave, willAsk: willAsk)
      var following: [Turn] = []
      for ((turn, url, _), outcome) in zip(wave, outcomes) {
        let redaction = redaction(of: turn.sample)
        guard let received = outcome.received(url, turn, redaction, &outages) else { continue }
        // What is checked is what would be stored; the secrets are left for further requests alone.
        let answer = SampleAnswer(
          sample: turn.sample, answered: received, address: url, redaction: redaction)
        if let reason = judge(turn.sample).outage(answer.reading) {
          // A list that became shorter ends where a page is empty.
          if reason == .noRecord, turn.page > 1 {
            outages.succeeded(url)
            continue
          }
          outages.failed(url, reason, after: outcome.time)
          continue
        }
        outages.succeeded(url)
        try take(answer)
        guard let paging, turn.page < pages, received.isSuccess,
          let next = paging.next(turn.sample.endpoint, answer.received, turn.number),
          let sent = paging.next(turn.sample.sent, received, turn.number)
        else { continue }
        let page = turn.following(next, sent: sent, lastBody: received.body)
        if !cases.contains(page.sample.caseName) { following.append(page) }
      }
      turns = (following + turns)[...]
    }
  }

  private func redaction(of sample: Sample) -> Redaction {
    sample.secrets.isEmpty ? redaction : redaction.union(Redaction(secrets: sample.secrets))
  }

  /// Asks for one sample; see ``ask(_:paging:pages:judge:outages:take:)``.
  ///
  /// Returns nil for an outage, and throws an `EndpointError` where the request cannot be sent.
  package func answer(
    to sample: Sample, judge: AnswerJudge, outages: inout OutageLog
  ) async throws -> SampleAnswer? {
    var answer: SampleAnswer?
    let unsent = outages.unsent.count
    try await ask([sample], judge: { _ in judge }, outages: &outages) { answer = $0 }
    if let error = outages.unsent.dropFirst(unsent).first { throw error }
    return answer
  }

  /// Sends some requests at once; the outcomes have their order.
  private static func sent(
    _ wave: [(turn: Turn, url: URL, client: EndpointClient)],
    willAsk: @escaping @Sendable (Sample) -> Void
  ) async -> [Outcome] {
    await withTaskGroup(of: (Int, Outcome).self) { group in
      for (number, (turn, _, client)) in wave.enumerated() {
        group.addTask {
          willAsk(turn.sample)
          let start = ContinuousClock.now
          do throws(EndpointError) {
            var response: EndpointResponse?
            if let stored = turn.stored {
              response = stored.answer(to: try await client.response(for: stored))
            }
            let answer =
              if let response { response } else {
                try await client.response(for: turn.sample.sent)
              }
            return (number, Outcome(result: .success(answer), time: ContinuousClock.now - start))
          } catch {
            return (number, Outcome(result: .failure(error), time: ContinuousClock.now - start))
          }
        }
      }
      var outcomes: [Int: Outcome] = [:]
      for await (number, outcome) in group { outcomes[number] = outcome }
      return wave.indices.compactMap { outcomes[$0] }
    }
  }

  /// A request that is to be sent.
  private struct Turn: Sendable {
    let sample: Sample
    /// The number of the page, which a sample may say for itself.
    let number: Int
    /// How many pages were asked for with this one, and the body of the page before it.
    var page = 1
    var lastBody: [UInt8]?
    /// The request with conditions, where there is a recording of its answer.
    var stored: ConditionalRequest?
    /// The case of the first page.
    var firstCase: String?

    func following(
      _ endpoint: any Endpoint, sent: any Endpoint, lastBody: [UInt8]
    ) -> Turn {
      let name = firstCase ?? caseWithoutNumber
      var next = Sample("\(name)-page-\(number + 1)", endpoint)
      next.sent = sent
      next.secrets = sample.secrets
      return Turn(
        sample: next, number: number + 1, page: page + 1, lastBody: lastBody, firstCase: name)
    }

    /// The case without the number of the page, where it is named as the pages behind it are.
    private var caseWithoutNumber: String {
      let ending = "-page-\(number)"
      let name = sample.caseName
      return number > 1 && name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    }
  }

  /// How a request ended.
  private struct Outcome: Sendable {
    let result: Result<EndpointResponse, EndpointError>
    let time: Duration

    /// The response; nil for none, which goes to the log, and for what is no page any more.
    func received(
      _ url: URL, _ turn: Turn, _ redaction: Redaction, _ outages: inout OutageLog
    ) -> EndpointResponse? {
      switch result {
      case .success(let response):
        // Behind the last page many servers answer 404, or with the last one again.
        let isBehindLast =
          turn.page > 1 && (response.status == 404 || response.body == turn.lastBody)
        return isBehindLast ? nil : response
      case .failure(let error):
        switch error {
        // A run that somebody ended says nothing about the server.
        case .noAnswer(_, .cancelled, _): break
        case .invalidURL, .invalidHeader: outages.couldNotSend(error.redacted(by: redaction))
        case .noAnswer, .unexpectedStatus, .undecodable:
          outages.failed(url, .noAnswer(error.redacted(by: redaction)), after: time)
        }
        return nil
      }
    }
  }
}

/// A request that asks for an answer only where it is another one than the recorded one.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-13
private struct ConditionalRequest: Endpoint {
  let baseURL: URL
  let path: String
  let queryItems: [URLQueryItem]
  let headers: [String: String]
  private let recorded: EndpointResponse

  /// Adds conditions; nil where the recording is of another request, was edited, has nothing to compare, or
  /// cannot stand for the answer.
  init?(_ sample: Sample, _ fixture: Fixture?, _ redaction: Redaction) {
    let request = sample.sent
    guard request.method == .get, let fixture, fixture.isAsRecorded == true,
      let details = fixture.details, (200...299).contains(details.status),
      let url = try? sample.endpoint.url(), redaction.url(url) == details.url,
      !Self.hasAnnouncement(details.headers), !Self.isRedacted(details.headers),
      // Nor what further requests need, such as an id.
      redaction.replacedValues(in: fixture.body).isEmpty
    else { return nil }
    var headers = request.headers
    headers["If-None-Match"] = details.headers["etag"]
    headers["If-Modified-Since"] = details.headers["last-modified"]
    guard headers.count > request.headers.count else { return nil }
    self.headers = headers
    baseURL = request.baseURL
    path = request.path
    queryItems = request.queryItems
    recorded = EndpointResponse(
      status: details.status, headers: details.headers, body: fixture.receivedBody ?? fixture.body,
      url: url)
  }

  /// What the server means: for 304 the recorded answer with the header fields of the 304, and otherwise
  /// what it sent; nil where it has to be asked without conditions.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9111#section-3.2
  func answer(to response: EndpointResponse) -> EndpointResponse? {
    guard response.status == 304 else { return response }
    // The conditions were about the address that was asked, and not about the one that it leads to.
    guard response.redirectCount == 0 else { return nil }
    var headers = recorded.headers
    for name in response.headers.names where !Self.bodyFields.contains(name) {
      headers[name] = response.headers[name]
    }
    return recorded.with(headers)
  }

  /// What is said of a body, and a 304 has none.
  private static let bodyFields: Set<String> = [
    "content-encoding", "content-length", "content-range", "content-type",
  ]

  /// Whether the recording has an announcement: a 304 need not repeat it, so that one without it does not
  /// tell whether it was withdrawn.
  private static func hasAnnouncement(_ headers: HTTPHeaders) -> Bool {
    ["deprecation", "sunset", "warning"].contains { headers[$0] != nil }
  }

  /// Whether a field has lost a credential that later requests need, such as the link to the next page.
  private static func isRedacted(_ headers: HTTPHeaders) -> Bool {
    headers.names.contains { headers[$0]?.contains(Redaction.replacement) == true }
  }
}

/// An answer that says something about the format.
package struct SampleAnswer: Sendable {
  /// The request.
  package let sample: Sample

  /// What came over the wire, with validators only where the sample's own address answered.
  package let received: EndpointResponse

  /// The same as a document, with what is wrong with it.
  package let reading: ResponseReading

  fileprivate let redaction: Redaction

  /// Takes an answer that came in another way than over the wire, such as out of an archive; what it holds
  /// of secrets is redacted.
  package init(of sample: Sample, archived: EndpointResponse, redaction: Redaction) {
    self.init(
      sample: sample, answered: archived, address: archived.url, redaction: redaction)
  }

  fileprivate init(
    sample: Sample, answered: EndpointResponse, address: URL, redaction: Redaction
  ) {
    self.sample = sample
    var received = answered.redacted(by: redaction)
    // What another server or another address names its answer says nothing to the one that is recorded.
    let isOwn = received.redirectCount == 0 && address == (try? sample.endpoint.url())
    if !isOwn { received = received.with(received.headers.withoutValidators) }
    if !sample.secrets.isEmpty { received = received.with(redaction.kept(received.headers)) }
    self.received = received
    var response = Response(
      from: .address(redaction.url(address).absoluteString), body: received.body,
      status: received.status, contentType: received.headers["content-type"])
    response.headers = received.headers
    if received.redirectCount > 0 {
      response.redirection = Response.Redirection(
        address: redaction.url(received.url).absoluteString, isPermanent: received.isMovedForGood)
    }
    var reading = ResponseReading(response)
    if answered.body != received.body {
      reading.received = try? JSONDocument(answered.body, byteOrderMark: .skip)
    }
    self.reading = reading
    self.redaction = redaction
  }

  /// Makes what is stored of the answer, without secrets, and laid out for reviewers unless all bytes are
  /// to be kept.
  ///
  /// The address is the API's own, so that a recording from a mirror equals one from the API. Throws an
  /// `EndpointError` where the sample has no address.
  package func exchange(keepsLayout: Bool = false) throws -> Exchange {
    Exchange(
      request: try sample.endpoint.request(), received: received,
      stored: keepsLayout ? nil : reading.document.map(JSONLayout.bytes), redaction: redaction)
  }
}
