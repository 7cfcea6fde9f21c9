import ContractReports
public import ContractTesting
import Endpoints
public import Foundation
import HTTPFixtures
import Synchronization

/// Where a test's client asks: a server on this machine that replays the fixtures of suites, or the real one.
///
///     @Test(.recording(of: shop))
///     func orderIsShown() async throws {
///       let client = ShopClient(baseURL: try Recording.baseURL(of: shop))
///       #expect(try await client.order(1001).total == 12)
///     }
///
/// Any client works whose address can be set; nothing of it is replaced. The answers are those of `serve`: status,
/// header fields and body as they were recorded.
public final class Recording: Sendable {
  /// How the requests of a test are answered.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// From the fixtures. A request that none answers is an issue, and gets 404.
    case replay
    /// From the fixtures; what none answers is asked once, and stored as a fixture.
    case record
    /// By the real servers; nothing is stored.
    case live
  }

  /// The variable of the environment that chooses the mode of traits that state none.
  static let variable = "CONTRACT_RECORDING"

  /// How the requests of this test are answered.
  public let mode: Mode

  /// The recording of the test that runs.
  @TaskLocal static var current: Recording?

  private let suites: [APISuite]
  private let server: ReplayServer?
  private let hiddenSuites: Set<String>
  private let refusals = Refusals()

  /// The recording of the test that runs.
  ///
  /// Throws an ``ExpectationError`` where the test has no trait `.recording(of:)`.
  public static func running() throws(ExpectationError) -> Recording {
    guard let current else {
      throw ExpectationError(
        description: "this test has no trait .recording(of:), so nothing is replayed for it")
    }
    return current
  }

  /// The address that takes the place of the base URL of a suite's API in this test.
  ///
  /// Throws an ``ExpectationError`` where the test has no such trait, or one without the suite.
  public static func baseURL(of suite: APISuite) throws(ExpectationError) -> URL {
    try running().baseURL(of: suite)
  }

  /// The origin for an `EndpointClient`; nil where the real server is asked.
  public var origin: URL? { server?.url }

  private func baseURL(of suite: APISuite) throws(ExpectationError) -> URL {
    guard suites.contains(where: { $0.name == suite.name }) else {
      throw ExpectationError(
        description: "the trait .recording(of:) of this test does not name \(suite.name)")
    }
    guard let server else {
      let real = suite.endpoints.lazy.compactMap { $0.samples.first?.endpoint.baseURL }.first
      guard let real else {
        throw ExpectationError(description: "\(suite.name) has no sample, and so no address")
      }
      return real
    }
    let text = SuiteReplay.baseURL(
      of: suite, on: server.url, isHidden: hiddenSuites.contains(suite.name))
    guard let url = URL(string: text) else {
      throw ExpectationError(description: "\(text) is no address")
    }
    return url
  }

  /// Starts the server of a test.
  ///
  /// `client` asks the real servers. Throws an ``ExpectationError`` where fixtures cannot be read or no port is free.
  init(
    _ suites: [APISuite], mode: Mode, root: URL,
    client: EndpointClient = EndpointClient(retries: .standard)
  ) throws(ExpectationError) {
    self.suites = suites
    self.mode = mode
    guard mode != .live else {
      server = nil
      hiddenSuites = []
      return
    }
    let endpoints = suites.flatMap { suite in suite.endpoints.map { (suite: suite, endpoint: $0) } }
    let redaction = suites.reduce(Redaction.standard) { $0.union($1.redaction) }
    let store = FixtureStore(root: root.appendingPathComponent("Fixtures", isDirectory: true))
    do {
      let replay = try SuiteReplay(endpoints, in: store)
      let table = ReplayTable(
        replay.answers,
        redactions: Dictionary(
          suites.map { ($0.name, $0.redaction) }, uniquingKeysWith: { $1 }))
      hiddenSuites = table.hiddenSuites
      var options = ReplayServer.Options()
      if mode == .record {
        let recorder = MissingRecorder(
          endpoints, client: client, store: store, contracts: ContractStore(root: root),
          redaction: redaction)
        options.missing = { [refusals] request in
          switch await recorder.answer(to: request) {
          case .found(let answer, _): return .found(answer)
          case .refused(let refusal):
            let line = RefusalText.line(refusal)
            refusals.add(request.method.rawValue, request.target, line)
            return .refused(line)
          }
        }
      } else {
        options.log = { [refusals] event in
          guard event.fixture == nil else { return }
          let nearest = table.nearest(to: event.target, limit: 3).map { "\($0.id)" }
          var hint = nearest.isEmpty ? "" : "; the nearest are \(nearest.joined(separator: ", "))"
          if let unserved = replay.unserved.first {
            let reason = unserved.error.map { "\($0)" } ?? "nothing says what request it answers"
            hint += "; \(unserved.id) cannot be replayed: \(reason)"
          }
          refusals.add(
            event.method, event.target,
            "no fixture answers it\(hint); \(Self.variable)=record records it")
        }
      }
      server = try ReplayServer(table, options: options)
    } catch {
      throw ExpectationError(description: "the fixtures cannot be replayed: \(error)")
    }
  }

  /// Stops the server, and returns what was not answered, a line a request.
  func end() -> [String] {
    server?.stop()
    return refusals.all
  }
}

/// The requests of a test that got no answer.
private final class Refusals: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock(\.self) }

  func add(_ method: String, _ target: String, _ reason: String) {
    lines.withLock { $0.append("\(method) \(target): \(reason)") }
  }
}
