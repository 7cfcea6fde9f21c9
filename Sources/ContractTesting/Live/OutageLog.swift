package import Endpoints
package import Foundation

/// The outages of a run, and whom it is of no use to ask on.
///
/// A server that does not answer may cost the whole time limit for each request. After three failures in
/// a row that concern a whole origin, nothing more is sent to that origin, whatever endpoint it is for;
/// the rest of the run goes on. Three failures in a row of another kind end their endpoint only.
///
///     categories  503                          1 in a row at https://a.example
///     recipes     503, 503                     3 in a row: the origin is silent
///     recipe      not sent: 12 requests        one outage: 3 failed, 14 not sent, 3 endpoints
///     latest      of https://b.example: 200    checked
package struct OutageLog: Sendable {
  /// The outages, in the order in which they began.
  package private(set) var outages: [Outage] = []

  /// Why requests could not even be sent, in their order: no address or no header field can be made of
  /// their values.
  ///
  /// That is no fault of a server, so it is no outage.
  package private(set) var unsent: [EndpointError] = []
  private var unsentAtEndpoint = 0

  /// The failures in a row after which nothing more is asked.
  package static let limit = 3

  /// The outage of the last failure of each origin, which is why no more requests are sent there.
  private var lastOfOrigin: [String: Int] = [:]

  private var inARow: [String: Int] = [:]
  private var timeInARow: [String: Duration] = [:]
  private var inARowAtEndpoint = 0

  /// The failures in a row of requests for addresses in answers, which are no outages of an API.
  private var linksInARow: [String: Int] = [:]
  private var endpoint = ""
  private let redaction: Redaction

  /// Makes a log without outages, whose samples are shown without credentials.
  package init(redaction: Redaction = .standard) {
    self.redaction = redaction
  }

  /// Begins with the next endpoint, named `SUITE/ENDPOINT`.
  package mutating func begin(_ endpoint: String) {
    self.endpoint = endpoint
    inARowAtEndpoint = 0
    unsentAtEndpoint = 0
  }

  /// Notes that a request could not be sent.
  package mutating func couldNotSend(_ error: EndpointError) {
    unsent.append(error.redacted(by: redaction))
    unsentAtEndpoint += 1
  }

  /// What is said of the last endpoint where some of its requests could not be sent; nil where all could.
  package var unsentOfEndpoint: String? {
    unsentAtEndpoint > 0 ? "\(unsentAtEndpoint.counted("request")) could not be sent" : nil
  }

  /// Whether it is of no use to ask an address of the endpoint.
  package func isSilent(_ url: URL) -> Bool {
    inARowAtEndpoint >= Self.limit || inARow[Self.origin(of: url), default: 0] >= Self.limit
  }

  /// Whether an origin has answered, and did not fail since, so that it may be asked for several at once.
  package func trusts(_ url: URL) -> Bool {
    inARow[Self.origin(of: url)] == 0 && inARowAtEndpoint == 0
  }

  /// Notes that a request was answered.
  package mutating func succeeded(_ url: URL) {
    inARow[Self.origin(of: url)] = 0
    timeInARow[Self.origin(of: url)] = nil
    inARowAtEndpoint = 0
  }

  /// Whether it is of no use to ask for an address in an answer.
  func isSilentForLinks(_ url: URL) -> Bool {
    let origin = Self.origin(of: url)
    return max(inARow[origin, default: 0], linksInARow[origin, default: 0]) >= Self.limit
  }

  /// Notes whether an address in an answer was answered, or why not.
  mutating func noteLink(_ url: URL, _ failure: Outage.Reason?) {
    let concernsOrigin = failure?.concernsOrigin ?? false
    linksInARow[Self.origin(of: url)] =
      concernsOrigin ? linksInARow[Self.origin(of: url), default: 0] + 1 : 0
  }

  /// The client with what is left of its time for repetitions, which failures in a row of an origin share.
  ///
  /// A server that is down and asks to wait each time would else cost that time for each request.
  package func client(_ client: EndpointClient, for url: URL) -> EndpointClient {
    guard let spent = timeInARow[Self.origin(of: url)] else { return client }
    return client.repeating(within: max(client.retries.totalTime - spent, .zero))
  }

  /// Notes that a request failed, after the time that it took with its repetitions.
  package mutating func failed(_ url: URL, _ reason: Outage.Reason, after time: Duration = .zero) {
    let origin = Self.origin(of: url)
    timeInARow[origin, default: .zero] += time
    var reason = reason
    if case .noAnswer(let error) = reason {
      let error = error.redacted(by: redaction)
      reason = .noAnswer(error)
      if case .noAnswer(let address, _, _) = error, Self.origin(of: address) != origin {
        reason = .noAnswerElsewhere(error, origin: Self.origin(of: address))
      }
    }
    inARowAtEndpoint += 1
    inARow[origin] = reason.concernsOrigin ? inARow[origin, default: 0] + 1 : 0
    if let index = outages.lastIndex(where: { Self.isSame($0, origin, reason) }) {
      outages[index].failed += 1
      lastOfOrigin[origin] = index
      noteEndpoint(at: index)
    } else {
      lastOfOrigin[origin] = outages.count
      outages.append(
        Outage(
          origin: origin, reason: reason, sample: redaction.url(url).absoluteString,
          endpoint: endpoint))
    }
  }

  /// Notes that a request was not sent, because ``isSilent(_:)`` said so.
  package mutating func skipped(_ url: URL) {
    let origin = Self.origin(of: url)
    guard let index = lastOfOrigin[origin] else { return }
    outages[index].notSent += 1
    noteEndpoint(at: index)
  }

  /// Why the last endpoint could not be checked to its end; nil where it could.
  package var reasonOfEndpoint: Outage.Reason? {
    outages.last { $0.endpoints.contains(endpoint) }?.reason
  }

  private mutating func noteEndpoint(at index: Int) {
    if !outages[index].endpoints.contains(endpoint) { outages[index].endpoints.append(endpoint) }
  }

  private static func isSame(_ outage: Outage, _ origin: String, _ reason: Outage.Reason) -> Bool {
    outage.origin == origin && outage.reason.isSame(as: reason)
  }

  /// Scheme, host and port of an address: RFC 6454 section 4.
  private static func origin(of url: URL) -> String {
    let host = url.host(percentEncoded: true) ?? ""
    let address = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return "\(url.scheme?.lowercased() ?? "http")://\(address.lowercased())"
      + (url.port.map { ":\($0)" } ?? "")
  }
}
