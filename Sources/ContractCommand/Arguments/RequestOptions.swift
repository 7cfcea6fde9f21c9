import ContractTesting
import Endpoints
import Foundation

extension OptionSpec {
  static let baseURL = OptionSpec(
    name: "base-url", value: .text(placeholder: "URL"),
    help: "Ask this server instead of the suite's own, such as http://127.0.0.1:8080.")

  static let timeout = OptionSpec(
    name: "timeout", value: .text(placeholder: "SECONDS"),
    help: """
      The time that the server has for a whole answer, such as 60 or 2.5. Without it a server may \
      take 30 seconds, and may be silent for 8.
      """)

  static let samples = OptionSpec(
    name: "samples", value: .text(placeholder: "N"),
    help: """
      Ask for N more of each kind than the fixed samples: requests made of other answers, further \
      answers of a random endpoint, N pages of a paged one. Without it as many as the suite says.
      """)

  static let atOnce = OptionSpec(
    name: "at-once", value: .text(placeholder: "N"),
    help:
      "How many requests are under way at once, from 1 to 64. Without it as the suite says, or 4.")

  static let rate = OptionSpec(
    name: "rate", value: .text(placeholder: "N"),
    help: """
      How many requests begin in a second, such as 0.5. Without it as the suite says, or 10; no limit \
      for a server on this machine.
      """)

  static let seed = OptionSpec(
    name: "seed", value: .text(placeholder: "N"),
    help: """
      What the choice of further requests depends on; the same number, the same choice. Without it 0.
      """)
}

extension CommandContext {
  /// Makes the client for an option with the address of a server, such as `--base-url`, and `--timeout`.
  ///
  /// Throws a ``UsageError`` where that is no address of a server, or no time.
  func client(origin option: String? = "base-url") throws(UsageError) -> EndpointClient {
    let limits = try requestLimits()
    guard let text = option.flatMap(arguments.value) else {
      return EndpointClient(limits: limits, retries: .standard)
    }
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), url.host?.isEmpty == false
    else {
      throw arguments.error(
        "'\(text)' is no address of a server; write it as http://127.0.0.1:8080")
    }
    return EndpointClient(origin: url, limits: limits, retries: .standard)
  }

  /// How the servers of a suite are treated: as it says, or as `--at-once` and `--rate` do.
  ///
  /// Throws a ``UsageError`` where one of them is no number of its range.
  func politeness(of suite: APISuite) throws(UsageError) -> Politeness {
    var politeness = suite.politeness
    if let number = try number("at-once", in: 1...64) { politeness.atOnce = number }
    if let text = arguments.value("rate") {
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
        let rate = Double(text), rate >= 0.001, rate <= 10_000
      else {
        throw arguments.error(
          "'\(text)' is no value of '--rate'; write requests in a second from 0.001 to 10000")
      }
      politeness.perSecond = rate
    }
    return politeness
  }

  /// The check of links: other servers than the suite's are asked, at their own addresses.
  func linkCheck() throws(UsageError) -> LinkCheck {
    LinkCheck(
      client: try client(origin: nil).treatingServers(
        by: try politeness(of: APISuite(name: "", endpoints: []))))
  }

  /// Refuses values of `--at-once` and `--rate` before anything is sent.
  func checkPoliteness() throws(UsageError) {
    _ = try politeness(of: APISuite(name: "", endpoints: []))
  }

  /// The plan of requests for `--samples` and `--seed`.
  ///
  /// Throws a ``UsageError`` where one of them is no number of its range.
  func samplePlan(root: URL) throws(UsageError) -> SamplePlan {
    SamplePlan(
      root: root, count: try number("samples", in: 0...1_000),
      seed: UInt64(try number("seed", in: 0...Int.max) ?? 0))
  }

  /// What is said of the requests that are not made because credentials are redacted.
  func leftOut(of endpoint: WatchedEndpoint, in suite: APISuite, _ plan: SamplePlan) -> [String] {
    plan.leftOut(of: endpoint, in: suite).map {
      "\(suite.name)/\(endpoint.name): no request was made of \($0.count.counted("value")) of "
        + "\(suite.name)/\($0.source), because credentials are redacted"
    }
  }

  /// Reads an option that is a whole number; nil where it is not there.
  func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = arguments.value(name) else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      range.contains(number)
    else {
      let words =
        range.upperBound >= Int.max / 2
        ? "a whole number from \(range.lowerBound) on"
        : "a number from \(range.lowerBound) to \(range.upperBound)"
      throw arguments.error("'\(text)' is no value of '--\(name)'; write \(words)")
    }
    return number
  }

  /// Refuses to ask for suites whose requests need variables of the environment that are not set.
  ///
  /// Throws a ``CommandFailure`` that names them.
  func requireVariables(of suites: [APISuite]) throws {
    let missing = suites.filter { !$0.missingVariables.isEmpty }
    guard !missing.isEmpty else { return }
    throw CommandFailure(
      message: missing.map { suite in
        "\(suite.name): its requests need \(suite.missingVariables.joined(separator: " and ")), which the environment does not have"
      }.joined(separator: "\n"),
      next: "set the variables, or name the suites that can be asked")
  }

  /// The limits for `--timeout`, which lifts the shorter limits within an answer, too: who waits for a
  /// slow server waits for its first byte.
  private func requestLimits() throws(UsageError) -> RequestLimits {
    var limits = RequestLimits(wholeAnswer: world.timeout)
    guard let text = arguments.value("timeout") else { return limits }
    // `Double` alone would take "inf", "nan", "0x1p3" and "1e3", too.
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let seconds = Double(text), seconds >= 0.001, seconds <= 86_400
    else {
      throw arguments.error(
        "'\(text)' is no time limit; write seconds from 0.001 to 86400, such as 60 or 2.5")
    }
    limits.wholeAnswer = .seconds(seconds)
    limits.connecting = limits.wholeAnswer
    limits.silence = limits.wholeAnswer
    return limits
  }
}
