import ContractTesting
import Endpoints
import Foundation

/// `contract-benchmark soak`: many requests to one address, whose answers are all counted and compared.
///
/// An answer is lost where none came within the time of a request, and another one where it differs from
/// the first. The memory is that of this process, after the first hundredth and at the end: what grows with
/// each request shows there.
struct Soak {
  var url: URL
  var requests = 10_000
  var atOnce = 50
  /// A PEM file with the authority of the server's certificate; nil for those of the machine.
  var authority: URL?

  /// What became of the requests.
  struct Outcome: Equatable {
    var same = 0
    var others = 0
    var lost: [String: Int] = [:]
    var startMemory = 0
    var endMemory = 0
    var time = Duration.zero

    /// Whether each request got the answer that the first one got.
    var isComplete: Bool { others == 0 && lost.isEmpty }

    /// The outcome in words.
    var report: String {
      let megabytes = { (bytes: Int) in String(format: "%.1f MB", Double(bytes) / 1_048_576) }
      let lines = [
        "same answer   \(same)", "other answer  \(others)",
        "lost          \(lost.values.reduce(0, +))",
        "memory        \(megabytes(startMemory)) at the start, \(megabytes(endMemory)) at the end",
        String(format: "time          %.1f s", time / .seconds(1)),
      ]
      let reasons = lost.sorted { $0.key < $1.key }.map { "  \($0.value) × \($0.key)" }
      return (lines + reasons).joined(separator: "\n") + "\n"
    }
  }

  static let usage = """
    usage: contract-benchmark soak URL [--requests N] [--at-once N] [--authority FILE]

    Sends N requests (10000 without --requests), 50 at once (--at-once), and compares the answers with the
    first one. --authority names a PEM file with the authority of a certificate made for a test. Exits with
    1 where an answer was lost or another one.

    """

  /// Reads the arguments of the command; nil where they make no sense.
  init?(_ arguments: [String]) {
    guard let text = arguments.first, let url = URL(string: text), url.host() != nil else {
      return nil
    }
    self.url = url
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch (option, Int(value)) {
      case ("--requests", let number?) where number > 0: requests = number
      case ("--at-once", let number?) where number > 0: atOnce = number
      case ("--authority", _): authority = URL(fileURLWithPath: value)
      default: return nil
      }
    }
  }

  /// Makes a soak of an address.
  init(url: URL) { self.url = url }

  /// Runs the command; returns its exit code.
  static func run(_ arguments: [String]) async -> Int32 {
    guard let soak = Soak(arguments) else {
      FileHandle.standardError.write(Data(usage.utf8))
      return 2
    }
    let outcome = await soak.run()
    print(outcome.report, terminator: "")
    return outcome.isComplete ? 0 : 1
  }

  /// Sends the requests.
  func run() async -> Outcome {
    let client = EndpointClient(
      limits: RequestLimits(wholeAnswer: .seconds(120)), certificateAuthority: authority)
    var outcome = Outcome()
    let start = ContinuousClock.now
    var first: EndpointResponse?
    var answered = 0
    await withTaskGroup(of: Result<EndpointResponse, EndpointError>.self) { group in
      var sent = 0
      while answered < requests {
        while sent < requests, sent - answered < atOnce {
          sent += 1
          group.addTask { [url] in
            do throws(EndpointError) {
              return .success(try await client.response(for: Address(url: url)))
            } catch {
              return .failure(error)
            }
          }
        }
        guard let result = await group.next() else { return }
        answered += 1
        switch result {
        case .success(let response):
          first = first ?? response
          let isSame = response.status == first?.status && response.body == first?.body
          if isSame { outcome.same += 1 } else { outcome.others += 1 }
        case .failure(let error): outcome.lost["\(error)", default: 0] += 1
        }
        if answered == max(1, requests / 100) { outcome.startMemory = ProcessMemory.own }
      }
    }
    outcome.endMemory = ProcessMemory.own
    outcome.time = ContinuousClock.now - start
    return outcome
  }

  private struct Address: Endpoint {
    let url: URL
    var baseURL: URL { url }
    var path: String { "" }
    var queryItems: [URLQueryItem] {
      URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    }
  }
}
