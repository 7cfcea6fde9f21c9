public import Endpoints
public import Foundation
import HTTPFixtures
import StrictJSON

/// The three-witness check of suites: over the fixtures, or over live requests.
public struct Check: Sendable {
  /// Where the responses come from.
  public enum Source: Sendable {
    /// The fixtures under the root folder; nothing is sent.
    case fixtures
    /// The servers, one request for each sample.
    case live(EndpointClient)
  }

  /// The folder that holds `Contracts/` and `Fixtures/`.
  public let root: URL

  /// Where the responses come from.
  public let source: Source

  /// Runs the code of the DTOs.
  package var runner: any DTORunner = ThisProcess()

  /// Whether a live answer of another shape is stored beside its fixture, to be reviewed.
  package var savesPending = false

  /// Whether results say how often each member was there.
  package var countsMembers = false

  /// The day before which a fixture is told to be old; nil to tell nothing.
  package var oldestDay: Day?

  /// Sends the requests for links in answers; nil to look at none.
  package var links: LinkCheck?

  /// Called in front of each request with the name of its fixture.
  package var willAsk: @Sendable (String) -> Void = { _ in }

  /// How the servers of a suite are treated.
  package var politeness: @Sendable (APISuite) -> Politeness = { $0.politeness }

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - root: The folder that holds `Contracts/` and `Fixtures/`.
  ///   - source: Where the responses come from; the fixtures unless another source is named.
  public init(root: URL, source: Source = .fixtures) {
    self.root = root
    self.source = source
  }

  /// Checks every endpoint of a suite: what `check` finds, without waivers and levels of a team.
  ///
  /// The code of the DTOs runs in this process.
  ///
  /// - Returns: All findings, with one outcome for each endpoint.
  /// - Throws: A ``ContractError`` or a `FixtureError` where a contract or a fixture cannot be read, and
  ///   an `EndpointError` where a sample has no address.
  public func run(_ suite: APISuite) async throws -> Report {
    var report = Report(command: "check")
    var outages = OutageLog(redaction: suite.redaction)
    var results: [EndpointCheck.Result] = []
    var plan = SamplePlan(root: root)
    for endpoint in suite.endpoints {
      results.append(
        try await run(suite: suite, endpoint: endpoint, plan: &plan, outages: &outages))
    }
    if let error = outages.unsent.first { throw error }
    if let fault = results.lazy.flatMap(\.faults).first { throw fault }
    for result in NeighbourDrift(results).results { report.add(result) }
    report.outages = outages.outages
    return report
  }

  /// Checks one endpoint of a suite.
  ///
  /// A server that does not answer is an outcome (`unreachable`), not an error; `outages` tells of it, and
  /// keeps what one endpoint showed about the servers of the next; `plan` says what is asked, and keeps the
  /// answers that requests of the next are made of. A sample without an address is in `outages`, too. Throws
  /// a ``ContractError`` or a `FixtureError` where a contract or a fixture cannot be read.
  package func run(
    suite: APISuite, endpoint: WatchedEndpoint, plan: inout SamplePlan, outages: inout OutageLog
  ) async throws -> EndpointCheck.Result {
    let versions = try ContractStore(root: root).versions(
      suite: suite.name, endpoint: endpoint.name)
    var check = EndpointCheck(suite: suite.name, endpoint: endpoint, contract: versions.last)
    check.otherVersions = versions.dropLast()
    check.runner = runner
    check.countsMembers = countsMembers
    let upkeep = FixtureUpkeep(suite: suite, endpoint: endpoint, root: root)
    switch source {
    case .fixtures:
      let (fixtures, strayDetails) = try FixtureSource(root: root)
        .listing(suite: suite.name, endpoint: endpoint.name)
      var result = try check.run(on: fixtures)
      result.findings += strayDetails.map { Self.stray($0, suite.name, endpoint.name) }
      // Of an endpoint without data one finding says it all.
      if result.outcome.status != .unexercised { result.findings += upkeep.missing }
      if let oldestDay { result.findings += try upkeep.stale(before: oldestDay) }
      return Self.result(
        result, suite, endpoint,
        unexercised: fixtures.count == 0
          ? "there is no fixture, so nothing was checked"
          : "no fixture holds a record, so nothing is known of its format")
    case .live(let client):
      // The fixtures only help to see what moved; one that cannot be read stops no live check.
      let fixtures = try? FixtureSource(root: root)
        .listing(suite: suite.name, endpoint: endpoint.name).fixtures
      let known = fixtures.map { ReadingSample(of: $0) } ?? ReadingSample()
      var result = try await run(
        check, suite, endpoint, client, known: known.readings, &plan, &outages)
      if known.unreadable > 0 {
        result.notes.append(
          "\(known.unreadable.counted("fixture")) cannot be read and did not help to see what moved; "
            + "'check' without --live says which")
      }
      if let oldestDay { result.findings += (try? upkeep.stale(before: oldestDay)) ?? [] }
      return result
    }
  }

  /// Finds folders of fixtures that no suite and no endpoint is named after; one without any file holds none.
  ///
  /// Throws a `FixtureError` where the folder of fixtures cannot be read.
  package func orphans(of suites: [APISuite]) throws -> [Finding] {
    let source = FixtureSource(root: root)
    return try source.suites().flatMap { name in
      let folders = try source.endpoints(suite: name).filter {
        (try? source.store.listing(suite: name, endpoint: $0))?.isEmpty != true
      }
      guard !folders.isEmpty else { return [Finding]() }
      guard let suite = suites.first(where: { $0.name == name }) else {
        return [Self.orphan("no suite is named \(name), so no check reads its fixtures", name, nil)]
      }
      let known = Set(suite.endpoints.map(\.name))
      return folders.filter { !known.contains($0) }.map {
        Self.orphan(
          "no endpoint of \(name) is named \($0), so no check reads its fixtures", name, $0)
      }
    }
  }

  private static func stray(_ file: String, _ suite: String, _ endpoint: String) -> Finding {
    var finding = Finding(.orphanFixture, "the body that this file describes is not beside it")
    finding.suite = suite
    finding.endpoint = endpoint
    finding.source = .file(file)
    finding.nextStep = .recordAgainOrDelete
    return finding
  }

  private static func orphan(_ message: String, _ suite: String, _ endpoint: String?) -> Finding {
    var finding = Finding(.orphanFixture, message)
    finding.suite = suite
    finding.endpoint = endpoint
    finding.source = .file(
      (["Fixtures", suite] + [endpoint].compactMap { $0 }).joined(separator: "/"))
    finding.nextStep = .moveOrDelete
    return finding
  }

  private func run(
    _ check: EndpointCheck, _ suite: APISuite, _ endpoint: WatchedEndpoint,
    _ client: EndpointClient, known: [ResponseReading], _ plan: inout SamplePlan,
    _ outages: inout OutageLog
  ) async throws -> EndpointCheck.Result {
    let judge = AnswerJudge(contract: check.contract, known: known.compactMap(\.document))
    var requests = SampleRequests(
      client: client, redaction: suite.redaction, politeness: politeness(suite))
    requests.willAsk = { [willAsk, name = "\(suite.name)/\(endpoint.name)"] sample in
      willAsk("\(name)/\(sample.caseName)")
    }
    if client.origin == nil, !endpoint.sampling.isRandom {
      let store = FixtureSource(root: root).store
      requests.stored = { sample in
        let id = FixtureID(suite: suite.name, endpoint: endpoint.name, caseName: sample.caseName)
        return store.contains(id) ? try? store.read(id) : nil
      }
    }
    outages.begin("\(suite.name)/\(endpoint.name)")
    var responses: [ResponseReading] = []
    var update = FixtureUpdate(
      suite: suite.name, endpoint: endpoint,
      versions: check.otherVersions + [check.contract].compactMap { $0 }, root: root,
      target: .pending)
    // A recording that cannot be kept takes nothing away from what the answers show; one fault says it.
    var fault: FixtureError?
    try await requests.ask(
      plan.samples(of: endpoint, in: suite), paging: endpoint.sampling.paging,
      pages: plan.pages(of: endpoint), judge: { _ in judge }, outages: &outages
    ) { answer in
      responses.append(answer.reading)
      plan.note(answer, of: endpoint.name, in: suite)
      guard savesPending, fault == nil else { return }
      do { try update.add(answer) } catch let error as FixtureError { fault = error }
    }
    do { try update.finish() } catch let error as FixtureError { fault = fault ?? error }
    // What did answer is still judged; the outage itself is no statement about the format.
    var result = check.judge(
      responses, source: responses.count.counted("response"), known: known,
      outage: outages.reasonOfEndpoint)
    result.outcome.facts.pending = update.outcomes.count { $0.outcome == .pending }
    result.faults = [fault].compactMap { $0 }
    if let unsent = outages.unsentOfEndpoint { result.outcome.stop(unsent, result.findings) }
    if let links {
      let reads = endpoint.dto.flatMap { dto -> DTOShape? in
        let target = DTOTarget.endpoint(suite: suite.name, endpoint: endpoint.name)
        let samples = responses.prefix(16).compactMap(\.document)
        guard case .value(let shape) = runner.reads(dto, at: target, samples: samples) else {
          return nil
        }
        return shape
      }
      let dead = await links.findings(
        in: responses, reads: reads, isTyped: endpoint.dto != nil, outages: &outages)
      result.findings += dead.map { finding in
        var finding = finding
        finding.suite = suite.name
        finding.endpoint = endpoint.name
        return finding
      }
    }
    return Self.result(
      result, suite, endpoint,
      unexercised: endpoint.samples.isEmpty && responses.isEmpty
        ? Self.noSample
        : "no response holds a record, so nothing is known of its format")
  }

  private static let noSample = "the endpoint has no sample to ask for"

  /// Says of an endpoint that nothing was asked.
  package static func withoutSample(_ suite: APISuite, _ endpoint: WatchedEndpoint) -> Finding {
    unexercised(suite, endpoint, Self.noSample)
  }

  private static func unexercised(
    _ suite: APISuite, _ endpoint: WatchedEndpoint, _ message: String
  ) -> Finding {
    var finding = Finding(.unexercised, message)
    finding.suite = suite.name
    finding.endpoint = endpoint.name
    finding.nextStep =
      endpoint.samples.isEmpty
      ? .addSample : .record(suite: suite.name, endpoint: endpoint.name)
    return finding
  }

  /// Adds a finding to a result that says that no data was seen.
  private static func result(
    _ result: EndpointCheck.Result, _ suite: APISuite, _ endpoint: WatchedEndpoint,
    unexercised message: String
  ) -> EndpointCheck.Result {
    guard result.outcome.status == .unexercised else { return result }
    var result = result
    result.findings.append(unexercised(suite, endpoint, message))
    return result
  }
}
