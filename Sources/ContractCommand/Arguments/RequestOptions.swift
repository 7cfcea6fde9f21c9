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
