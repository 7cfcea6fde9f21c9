package import Endpoints
import Foundation
package import HTTPFixtures
import StrictJSON

/// Asks the real server for what no fixture answers, and stores the answers as `record` does.
///
/// One request is sent after the other, so that an app that asks for much at once is polite.
package actor MissingRecorder {
  /// What became of a request.
  package enum Outcome: Sendable {
    /// A fixture answers it; `isNew` where it was recorded for this request.
    case found(ReplayAnswer, isNew: Bool)
    case refused(Refusal)
  }

  /// Why a request has no answer.
  package enum Refusal: Sendable {
    /// No endpoint has a sample that is like the request.
    case noEndpoint
    /// There is a fixture, and nothing says what request it answers.
    case unreplayable(FixtureID)
    /// The case of this name answers another request.
    case otherRequest(FixtureID)
    /// The server did not answer; nil where it had not answered before, and was not asked.
    case noAnswer(FixtureID, Outage?)
    /// The answer is no document.
    case fault(FixtureID, Finding)
    /// The fixture could not be read or written, in the words of the error.
    case failed(FixtureID, String)
  }

  private let endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)]
  private let client: EndpointClient
  private let store: FixtureStore
  private let contracts: ContractStore
  private let redaction: Redaction

  private var last: Task<Outcome, Never>?

  /// Makes a recorder for the endpoints of suites; `redaction` is for what is told of addresses.
  package init(
    _ endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)], client: EndpointClient,
    store: FixtureStore, contracts: ContractStore, redaction: Redaction
  ) {
    self.endpoints = endpoints
    // The requests are sent one by one, and share the times at which they may begin.
    self.client = client.treatingServers(by: .standard)
    self.store = store
    self.contracts = contracts
    self.redaction = redaction
  }

  /// The answer of the real server, or why there is none.
  package func answer(to request: ReceivedRequest) async -> Outcome {
    let previous = last
    let task = Task {
      _ = await previous?.value
      return await self.record(request)
    }
    last = task
    return await task.value
  }

  private func record(_ request: ReceivedRequest) async -> Outcome {
    guard let match = RequestMatch(request, in: endpoints) else {
      return .refused(.noEndpoint)
    }
    let id = FixtureID(
      suite: match.suite.name, endpoint: match.endpoint.name, caseName: match.sample.caseName)
    do {
      // Somebody else may have asked for the same while this request waited.
      let isNew = !store.contains(id)
      if isNew, let refusal = try await fetch(match, as: id) { return .refused(refusal) }
      guard let answer = ReplayAnswer(try store.read(id)) else {
        return .refused(.unreplayable(id))
      }
      // A case is named after its parameters; one of the same name may be another request.
      let sent = try match.sample.endpoint.request()
      guard answer.target == RequestTarget(match.suite.redaction.url(sent.url)),
        answer.content == RequestContent(sent, redaction: match.suite.redaction)
      else { return .refused(.otherRequest(id)) }
      return .found(answer, isNew: isNew)
    } catch {
      return .refused(.failed(id, redaction.text("\(error)")))
    }
  }

  /// Asks and stores; returns why nothing was stored, or nil.
  private func fetch(_ match: RequestMatch, as id: FixtureID) async throws -> Refusal? {
    let contract = try? contracts.contract(suite: match.suite.name, endpoint: match.endpoint.name)
    var outages = OutageLog(redaction: redaction)
    outages.begin("\(id.suite)/\(id.endpoint)")
    let requests = SampleRequests(
      client: client, redaction: match.suite.redaction, politeness: match.suite.politeness)
    let answer = try await requests.answer(
      to: match.sample, judge: AnswerJudge(contract: contract, known: []), outages: &outages)
    guard let answer else { return .noAnswer(id, outages.outages.first) }
    if let fault = answer.reading.faults.first { return .fault(id, fault) }
    let exchange = Exchange(
      request: try match.sample.endpoint.request(), received: answer.received,
      stored: answer.reading.document.map(JSONLayout.bytes),
      redaction: match.suite.redaction)
    try store.write(exchange, as: id)
    return nil
  }
}
