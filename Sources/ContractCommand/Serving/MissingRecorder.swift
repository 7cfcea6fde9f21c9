import ContractReports
import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import StrictJSON

/// Asks the real server for what no fixture answers, and stores the answers as `record` does.
///
/// One request is sent after the other, so that an app that asks for much at once is polite.
actor MissingRecorder {
  private let world: CommandWorld
  private let endpoints: [(suite: APISuite, endpoint: WatchedEndpoint)]
  private let client: EndpointClient
  private let store: FixtureStore
  private let contracts: ContractStore

  private var last: Task<ReplayServer.Missing, Never>?

  init(
    _ context: CommandContext, _ selection: EndpointSelection, client: EndpointClient,
    store: FixtureStore, contracts: ContractStore
  ) {
    world = context.world
    endpoints = selection.endpoints
    self.client = client
    self.store = store
    self.contracts = contracts
  }

  /// The answer of the real server, or why there is none.
  func answer(to request: ReceivedRequest) async -> ReplayServer.Missing {
    let previous = last
    let task = Task {
      _ = await previous?.value
      return await self.record(request)
    }
    last = task
    return await task.value
  }

  private func record(_ request: ReceivedRequest) async -> ReplayServer.Missing {
    guard let match = RequestMatch(request.method, request.target, in: endpoints) else {
      return .refused("no endpoint of the suites has such a request, so it was not recorded")
    }
    let id = FixtureID(
      suite: match.suite.name, endpoint: match.endpoint.name, caseName: match.sample.caseName)
    do {
      // Somebody else may have asked for the same while this request waited.
      if !store.contains(id) {
        if let refusal = try await fetch(match, as: id) { return .refused(refusal) }
        world.writeError(world.lines("recorded \(id)"))
      }
      guard let answer = ReplayAnswer(try store.read(id)) else {
        return .refused("\(id) is there and cannot be replayed; record it again")
      }
      // A case is named after its parameters; one of the same name may be another request.
      guard
        answer.target == RequestTarget(match.suite.redaction.url(try match.sample.endpoint.url()))
      else { return .refused("\(id) is there already, and answers another request") }
      return .found(answer)
    } catch {
      world.writeProblem("not recorded: \(id): \(error)")
      return .refused("it could not be recorded: \(world.redaction.text("\(error)"))")
    }
  }

  /// Asks and stores; returns why nothing was stored, or nil.
  private func fetch(_ match: RequestMatch, as id: FixtureID) async throws -> String? {
    let contract = try? contracts.contract(suite: match.suite.name, endpoint: match.endpoint.name)
    var outages = OutageLog(redaction: world.redaction)
    outages.begin("\(id.suite)/\(id.endpoint)")
    let requests = SampleRequests(client: client, redaction: match.suite.redaction)
    let answer = try await requests.answer(
      to: match.sample, judge: AnswerJudge(contract: contract, known: []), outages: &outages)
    guard let answer else {
      let reason = outages.outages.first.map(OutageText.line) ?? "the server did not answer"
      world.writeProblem("not recorded: \(reason)")
      return "not recorded: \(reason)"
    }
    if let fault = answer.reading.faults.first {
      world.writeProblem("not recorded: \(id): \(fault.message)")
      return "not recorded: \(fault.message)"
    }
    let exchange = Exchange(
      method: match.sample.endpoint.method, url: try match.sample.endpoint.url(),
      received: answer.received, stored: answer.reading.document.map(JSONLayout.bytes),
      redaction: match.suite.redaction)
    try store.write(exchange, as: id)
    return nil
  }
}
