public import Endpoints
public import Foundation
import HTTPFixtures

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

  /// Makes a check.
  public init(root: URL, source: Source) {
    self.root = root
    self.source = source
  }

  /// Checks one endpoint of a suite.
  ///
  /// A server that does not answer is an outcome (`unreachable`), not an error. Throws a
  /// ``ContractError`` or a `FixtureError` where a contract or a fixture cannot be read.
  public func run(suite: APISuite, endpoint: WatchedEndpoint) async throws -> EndpointCheck.Result {
    let store = ContractStore(root: root)
    var versions = try store.otherVersions(suite: suite.name, endpoint: endpoint.name)
    // Where every version has a name, the last one is expected.
    let contract =
      try store.contract(suite: suite.name, endpoint: endpoint.name) ?? versions.popLast()
    var check = EndpointCheck(suite: suite.name, endpoint: endpoint, contract: contract)
    check.otherVersions = versions
    check.runner = runner
    switch source {
    case .fixtures:
      let responses = try FixtureSource(root: root)
        .responses(suite: suite.name, endpoint: endpoint.name)
      let result = check.run(on: responses, source: Self.count(responses.count, "fixture"))
      return Self.result(
        result, suite, endpoint,
        unexercised: responses.isEmpty
          ? "there is no fixture, so nothing was checked"
          : "no fixture holds a record, so nothing is known of its format")
    case .live(let client):
      // The fixtures only help to see what moved; one that cannot be read stops no live check.
      let fixtures = try? FixtureSource(root: root)
        .responses(suite: suite.name, endpoint: endpoint.name)
      let known = fixtures ?? []
      return await run(check, suite, endpoint, client, known: known)
    }
  }

  /// Finds folders of fixtures that no suite and no endpoint is named after.
  ///
  /// Throws a `FixtureError` where the folder of fixtures cannot be read.
  public func orphans(of suites: [APISuite]) throws -> [Finding] {
    let source = FixtureSource(root: root)
    return try source.suites().flatMap { name in
      guard let suite = suites.first(where: { $0.name == name }) else {
        return [Self.orphan("no suite is named \(name), so no check reads its fixtures", name, nil)]
      }
      let known = Set(suite.endpoints.map(\.name))
      return try source.endpoints(suite: name).filter { !known.contains($0) }.map {
        Self.orphan(
          "no endpoint of \(name) is named \($0), so no check reads its fixtures", name, $0)
      }
    }
  }

  private static func orphan(_ message: String, _ suite: String, _ endpoint: String?) -> Finding {
    var finding = Finding(.orphanFixture, message)
    finding.suite = suite
    finding.endpoint = endpoint
    finding.file = (["Fixtures", suite] + [endpoint].compactMap { $0 }).joined(separator: "/")
    finding.hint = "move the files to the folder of their endpoint, or delete them"
    return finding
  }

  private func run(
    _ check: EndpointCheck, _ suite: APISuite, _ endpoint: WatchedEndpoint,
    _ client: EndpointClient, known: [Response]
  ) async -> EndpointCheck.Result {
    let recorder = Recorder(client: client)
    var responses: [Response] = []
    var outages = Outages()
    for (position, sample) in endpoint.samples.enumerated() {
      do throws(EndpointError) {
        let exchange = try await recorder.record(sample.endpoint)
        // The address that was asked, which is not the API's own with another base.
        let url = try client.url(for: sample.endpoint)
        let response = Response(
          name: url.absoluteString, body: exchange.body, status: exchange.details.status,
          contentType: exchange.details.headers["content-type"])
        if response.isOutage {
          outages.add(sample.caseName, "\(url) answered with status \(exchange.details.status)")
        } else {
          outages.end()
          responses.append(response)
        }
      } catch {
        outages.add(sample.caseName, error.description)
      }
      if outages.isLasting {
        outages.skip(endpoint.samples.count - position - 1)
        break
      }
    }
    var result = check.run(
      on: responses, source: Self.count(responses.count, "response"), known: known)
    if outages.lines.isEmpty {
      return Self.result(
        result, suite, endpoint,
        unexercised: endpoint.samples.isEmpty
          ? "the endpoint has no sample to ask for"
          : "no response holds a record, so nothing is known of its format")
    }
    // What did answer is still judged; the outage itself is no statement about the format.
    if [.conforms, .unexercised].contains(result.outcome.status) {
      result.outcome.status = .unreachable
    }
    result.unreachable = outages.lines
    return result
  }

  /// Adds a finding to a result that says that no data was seen.
  private static func result(
    _ result: EndpointCheck.Result, _ suite: APISuite, _ endpoint: WatchedEndpoint,
    unexercised message: String
  ) -> EndpointCheck.Result {
    guard result.outcome.status == .unexercised else { return result }
    var finding = Finding(.unexercised, message)
    finding.suite = suite.name
    finding.endpoint = endpoint.name
    finding.hint =
      endpoint.samples.isEmpty
      ? "give the endpoint a sample in its suite"
      : "record a fixture: mealdb-contract record \(suite.name)/\(endpoint.name)"
    var result = result
    result.findings.append(finding)
    return result
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
