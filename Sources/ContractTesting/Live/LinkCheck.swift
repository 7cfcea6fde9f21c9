package import Endpoints
import Foundation
package import StrictJSON

/// Asks for the addresses in answers that an app reads, and tells those that lead nowhere.
///
/// Only what is certain is told: 404, 410, and a server that does not exist. A server that is busy, that
/// refuses, or that takes its time says nothing about the address.
package struct LinkCheck: Sendable {
  private let client: EndpointClient

  /// How many addresses of an endpoint are looked at.
  private let limit: Int

  /// Makes a check; the client has no credential, because addresses lead anywhere.
  package init(client: EndpointClient, limit: Int = 20) {
    self.client = client
    self.limit = limit
  }

  /// An address and where it stands.
  private struct Link {
    let url: URL
    let reading: ResponseReading
    let value: JSONValue
    let tokens: [String]
    let path: ShapePath
  }

  /// The findings about the addresses in some answers.
  ///
  /// `reads` is what the app reads; where it has a type of which that is not known, nothing is asked, and
  /// neither is a server that `outages` knows to be silent.
  package func findings(
    in readings: [ResponseReading], reads: DTOShape?, isTyped: Bool, outages: inout OutageLog
  ) async -> [Finding] {
    guard reads != nil || !isTyped else { return [] }
    var links: [Link] = []
    var known: Set<URL> = []
    for reading in readings {
      guard let document = reading.document else { continue }
      Self.collect(document.root, reads, [], ShapePath()) { value, tokens, path in
        guard links.count < limit, let text = reading.receivedText(at: tokens),
          let url = Self.address(text),
          known.insert(url).inserted
        else { return }
        links.append(Link(url: url, reading: reading, value: value, tokens: tokens, path: path))
      }
    }
    var findings: [Finding] = []
    var outcomes: [(link: Link, outcome: Outcome)] = []
    for link in links where !Task.isCancelled && !outages.isSilentForLinks(link.url) {
      let (outcome, failure) = await outcome(of: link.url)
      outages.noteLink(link.url, failure)
      outcomes.append((link, outcome))
    }
    // Where no name is found at all, it is this machine that has no network.
    let hasNetwork = outcomes.contains { $0.outcome != .unknownServer && $0.outcome != .unclear }
    for (link, outcome) in outcomes {
      let reason: String
      switch outcome {
      case .gone(let status): reason = "status \(status)"
      case .unknownServer where hasNetwork: reason = "there is no such server"
      case .unknownServer, .answers, .unclear: continue
      }
      var finding = Finding(.deadLink, "the address leads nowhere: \(reason)")
      finding.place = link.path
      finding.expected = "an address that answers"
      finding.found = reason
      findings.append(
        link.reading.place(
          finding, link.value.byteRange, pointer: JSONPointer(tokens: link.tokens)))
    }
    return findings
  }

  private static func address(_ text: String) -> URL? {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"), text.utf8.count < 2_048 else {
      return nil
    }
    return URL(string: text).flatMap { $0.host()?.isEmpty == false ? $0 : nil }
  }

  /// Walks through the values that are read; without a shape through all.
  private static func collect(
    _ value: JSONValue, _ shape: DTOShape?, _ tokens: [String], _ path: ShapePath,
    _ found: (JSONValue, [String], ShapePath) -> Void
  ) {
    switch value.kind {
    case .string: found(value, tokens, path)
    case .array:
      for (index, element) in value.elements.enumerated() {
        guard shape == nil || shape?.element != nil else { return }
        collect(
          element, shape?.element, tokens + [String(index)], path.appending(.elements), found)
      }
    case .object:
      for member in value.members {
        let inner = shape?.members.first { $0.name == member.key }?.shape ?? shape?.element
        if shape != nil, inner == nil { continue }
        collect(
          member.value, inner, tokens + [member.key], path.appending(.member(member.key)), found)
      }
    case .null, .bool, .number: break
    }
  }

  /// What became of the request for an address.
  private enum Outcome: Hashable {
    case answers
    case gone(status: Int)
    case unknownServer
    case unclear
  }

  /// What became of an address, and why its server did not answer as it should.
  private func outcome(of url: URL) async -> (Outcome, failure: Outage.Reason?) {
    // Some servers know no HEAD, and say 404 or 405 to it.
    for method in [HTTPMethod.head, .get] {
      do throws(EndpointError) {
        let status = try await client.response(for: LinkRequest(url: url, method: method)).status
        guard [404, 405, 410, 501].contains(status) else { return (.answers, .status(status)) }
        if method == .get {
          return ([404, 410].contains(status) ? .gone(status: status) : .answers, nil)
        }
      } catch {
        guard case .noAnswer(_, let failure, _) = error else { return (.unclear, nil) }
        // Each name that is not found is told, and no server has to wait for that.
        return failure == .unresolvedName ? (.unknownServer, nil) : (.unclear, .noAnswer(error))
      }
    }
    return (.unclear, nil)
  }
}

/// The request for an address.
private struct LinkRequest: Endpoint {
  let baseURL: URL
  let path = ""
  let queryItems: [URLQueryItem] = []
  let method: HTTPMethod
  let headers: [String: String]

  init(url: URL, method: HTTPMethod) {
    baseURL = url
    self.method = method
    // The first byte is enough to see that there is something.
    headers = method == .get ? ["Accept": "*/*", "Range": "bytes=0-0"] : ["Accept": "*/*"]
  }
}
