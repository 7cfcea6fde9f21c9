public import Foundation

/// Why a request brought no usable answer.
///
/// Each description says what happened, where, and what to do next, on one line that a terminal
/// can show: control characters from a server are escaped, and secrets are not in it.
public enum EndpointError: Error, Sendable, Hashable {
  /// The endpoint has no valid http or https address.
  case invalidURL(_ text: String, reason: String)

  /// A header field has a name or a value that HTTP does not allow.
  case invalidHeader(name: String)

  /// The server could not be reached, or gave no whole answer within the limits.
  ///
  /// It was asked `attempts` times, at least once.
  case noAnswer(URL, TransportFailure, attempts: Int)

  /// The status is outside 200–299; the body's beginning has at most 1,024 bytes.
  case unexpectedStatus(Int, url: URL, headers: HTTPHeaders, bodyStart: String)

  /// The body could not be transformed, decoded or made into the result.
  case undecodable(URL, reason: String)
}

extension EndpointError: CustomStringConvertible {
  /// What happened, where, and what to do next.
  public var description: String { Self.escaped(message) }

  private var message: String {
    switch self {
    case .invalidURL(let text, let reason):
      "no request can be sent to \(text): \(reason); check the base URL and the path"
    case .invalidHeader(let name):
      "the header field \(name) is not valid in HTTP; check its name and value for line breaks"
    case .noAnswer(let url, let failure, let attempts):
      "\(url.absoluteString) \(failure.words.fact)\(attempts > 1 ? ", asked \(attempts) times" : "");"
        + " \(failure.words.advice)"
    case .unexpectedStatus(let status, let url, let headers, let bodyStart):
      "\(url.absoluteString) answered with status \(status)\(Self.shown(bodyStart));"
        + " \(Self.advice(status, headers))"
    case .undecodable(let url, let reason):
      "the answer of \(url.absoluteString) is not as expected: \(reason);"
        + " check it against the contract"
    }
  }

  private static func shown(_ bodyStart: String) -> String {
    let start = bodyStart.prefix(80)
    if start.isEmpty { return "" }
    return " (\(start)\(start.count < bodyStart.count ? "…" : ""))"
  }

  private static func advice(_ status: Int, _ headers: HTTPHeaders) -> String {
    switch status {
    case 300...399: "check where it redirects to: \(headers["location"] ?? "it does not say")"
    case 401, 403, 407: "check the token"
    case 404, 410: "check the path and the parameters"
    case 429, 503:
      headers["retry-after"].map { "try again after \($0)" } ?? "wait, and send fewer requests"
    case 500...599: "try again later"
    default: "check the request"
    }
  }

  /// One line that is safe to show on a terminal.
  ///
  /// The rule is that of `VisibleText` in WireDates, on which this module does not depend: an app
  /// takes the client without the rest.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      let isHarmless =
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: !scalar.properties.isNoncharacterCodePoint
        }
      if isHarmless {
        result.unicodeScalars.append(scalar)
      } else if scalar == "\n" || scalar == "\r" {
        result += " "
      } else {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
  }
}

extension EndpointError {
  /// An error of a decoder, or of a `ResponseParsing`.
  init(undecodable error: any Error, url: URL) {
    let reason =
      switch error as? DecodingError {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        "\(Self.place(context.codingPath))\(context.debugDescription)"
      case .keyNotFound(let key, let context):
        "\(Self.place(context.codingPath))the key \(key.stringValue) is missing"
      case nil: "\(error)"
      @unknown default: "\(error)"
      }
    self = .undecodable(url, reason: reason)
  }

  private static func place(_ path: [any CodingKey]) -> String {
    if path.isEmpty { return "" }
    let steps = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    return "$\(steps.joined()): "
  }
}
