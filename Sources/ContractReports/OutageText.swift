package import ContractTesting
import Endpoints

/// An outage in words.
package enum OutageText: Sendable {
  /// Why requests failed, without an address: `the server answered with status 503`.
  package static func reason(_ reason: Outage.Reason) -> String {
    switch reason {
    case .noAnswer(.noAnswer(_, let failure, let attempts)):
      "the server \(failure.words.fact)\(attempts > 1 ? ", asked \(attempts) times" : "")"
    case .noAnswerElsewhere(.noAnswer(_, let failure, let attempts), let origin):
      "the server redirects to \(origin), which \(failure.words.fact)"
        + (attempts > 1 ? ", asked \(attempts) times" : "")
    case .noAnswer(let error), .noAnswerElsewhere(let error, _): error.description
    case .status(429): "the server answered with status 429: too many requests"
    case .status(let status): "the server answered with status \(status)"
    case .accessRefused(let status):
      "the server answered with status \(status): it asks for other credentials"
    case .partialContent: "the server sent a part that was not asked for (status 206)"
    case .page: "a page of HTML or XML came instead of JSON"
    case .text: "plain text came instead of JSON"
    case .bytes: "bytes that are no text came instead of JSON"
    case .emptyBody: "the body is empty"
    case .cutBody: "the document ends in the middle"
    case .errorObject: "an object that describes an error came instead of the format"
    case .noRecord: "the answer holds no record, and the stored fixture has some"
    }
  }

  /// Why a check could not be made, or its server not be reached; nil where neither is so.
  static func reason(_ check: CheckOutcome) -> String? {
    check.facts.problem ?? check.facts.outage.map { reason($0) }
  }

  /// What to do about it.
  package static func advice(_ outage: Outage) -> String {
    switch outage.reason {
    case .noAnswer(.noAnswer(_, let failure, _)): failure.words.advice
    case .noAnswerElsewhere(_, let origin):
      "look where \(outage.origin) redirects to, and whether \(origin) runs"
    case .noAnswer, .cutBody, .emptyBody: "try again later, or look at \(outage.origin)"
    case .status(429): "ask less often, or later"
    case .status: "try again later, or look at \(outage.origin)"
    case .accessRefused: "check the key or token that the suite sends"
    case .partialContent, .page, .text, .bytes, .errorObject:
      "open that address; a proxy, a login page or maintenance may be in front of the API"
    case .noRecord:
      "the fixture was kept; if the new answer is right, delete the fixture and record it again"
    }
  }

  /// Everything in one line.
  package static func line(_ outage: Outage) -> String {
    "\(outage.origin): \(reason(outage.reason)); \(extent(outage)), first \(outage.sample);"
      + " \(advice(outage))"
  }

  /// How much is concerned: `3 requests failed and 41 were not sent, in themealdb/recipe`.
  static func extent(_ outage: Outage) -> String {
    let failed = outage.failed == 1 ? "1 request failed" : "\(outage.failed) requests failed"
    let notSent =
      switch outage.notSent {
      case 0: ""
      case 1: " and 1 was not sent"
      default: " and \(outage.notSent) were not sent"
      }
    let silent =
      outage.nights.map { $0 > 1 ? "; silent for \($0.counted("night"))" : "" } ?? ""
    return "\(failed)\(notSent), in \(names(outage.endpoints))\(silent)"
  }

  private static func names(_ endpoints: [String]) -> String {
    let shown = 4
    let names = endpoints.prefix(shown).joined(separator: ", ")
    return endpoints.count > shown ? "\(names) and \(endpoints.count - shown) more" : names
  }

  /// The lines of the text report, without line feeds.
  static func lines(_ outage: Outage, style: ReportStyle) -> [String] {
    let paint = Paint(isOn: style.usesColor)
    let origin = Escaping.terminal(outage.origin, limit: FindingText.nameLimit)
    let message = Escaping.terminal(reason(outage.reason), limit: FindingText.textLimit)
    // An address that is broken into lines can be neither read nor opened.
    let sample = Escaping.terminal(outage.sample, limit: FindingText.nameLimit)
    let lines =
      [paint("unreachable", .yellow) + " " + origin]
      + TextColumns.wrap(message, style.width - 4).map { "    " + $0 }
      + [paint("    first at  ", .dim) + sample]
      + fact("in", extent(outage), style) + fact("next", advice(outage), style)
    return lines.map { Escaping.logLine($0) }
  }

  private static func fact(_ name: String, _ value: String, _ style: ReportStyle) -> [String] {
    let label = Paint(isOn: style.usesColor)("    " + TextColumns.padded(name, 10), .dim)
    let value = Escaping.terminal(value, limit: FindingText.nameLimit)
    return TextColumns.wrap(value, max(style.width - 14, 20)).enumerated().map { number, line in
      (number == 0 ? label : String(repeating: " ", count: 14)) + line
    }
  }
}
