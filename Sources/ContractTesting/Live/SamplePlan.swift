import Endpoints
package import Foundation
import HTTPFixtures
import StrictJSON

/// Which requests a run sends: the fixed ones, and a bounded choice of those that follow from answers.
///
/// The choice depends on the seed, on the endpoint and on the values alone, so two runs over the same
/// answers send the same requests. The values come from the answers of this run, and where the source was
/// not asked from its stored fixtures.
///
/// A value that is a credential is sent as it came, and shown and stored as its replacement:
///
///     received {"key": "8f14e45fceea167a…"}   GET users/8f14e45fceea167a…
///     stored   {"key": "000000007f42e0e1…"}   case and address users/000000007f42e0e1…
///
/// A fixture has the replacement alone, and a short credential shares it with others; no request is made of
/// them.
package struct SamplePlan {
  /// How many requests of each kind are added to the fixed ones; nil for what the suite says.
  private let count: Int?
  private let seed: UInt64
  private let root: URL

  /// The answers of this run that requests may be made of, by suite and endpoint.
  private var answers: [String: [Source]] = [:]

  /// An answer with the values of requests.
  private struct Source {
    let document: JSONDocument
    /// The same with its credentials; nil where none was replaced, and where they are not known any more.
    var received: JSONDocument?
    /// Where it has replacements of credentials that are not known any more.
    var replaced: Set<Range<Int>> = []
  }

  /// The values of one request.
  private struct Row {
    let shown: [String]
    /// The values as they are sent; nil where they are not known.
    let sent: [String]?

    /// Whether a request can be sent, and named unlike those of other values.
    var isUsable: Bool {
      guard let sent else { return false }
      return !zip(shown, sent).contains { $0 != $1 && Redaction.isShared($0, of: $1) }
    }
  }

  /// More answers of a source show no more values than are ever asked for.
  private static let mostAnswers = 100

  /// Makes a plan for the folder that holds `Fixtures/`.
  package init(root: URL, count: Int? = nil, seed: UInt64 = 0) {
    self.root = root
    self.count = count
    self.seed = seed
  }

  /// The number of pages of an answer that are asked for.
  package func pages(of endpoint: WatchedEndpoint) -> Int {
    endpoint.sampling.paging == nil ? 1 : max(1, count ?? endpoint.sampling.pages)
  }

  /// The requests of an endpoint: the fixed ones first, each case once.
  package func samples(of endpoint: WatchedEndpoint, in suite: APISuite) -> [Sample] {
    var samples = endpoint.samples
    if endpoint.sampling.isRandom {
      let repeats = max(1, count ?? endpoint.sampling.repeats)
      samples += endpoint.samples.flatMap { sample in
        (1..<repeats).map { Sample("\(sample.caseName)-\($0 + 1)", sample.endpoint) }
      }
    }
    for discovery in endpoint.sampling.discoveries {
      var cases = Set(samples.map(\.caseName))
      // A fixed request may have a case name of its own.
      var requests = Set(samples.compactMap(Self.request))
      let new = rows(discovery, suite).compactMap { Self.sample($0, discovery) }
        .filter { cases.insert($0.caseName).inserted }
        .filter { sample in
          guard let request = Self.request(sample) else { return true }
          return requests.insert(request).inserted
        }
      samples += chosen(new, count ?? discovery.limit, "\(suite.name)/\(endpoint.name)")
    }
    return samples
  }

  /// The request of some values; nil for values of which none can be made.
  private static func sample(_ row: Row, _ discovery: Discovery) -> Sample? {
    guard row.isUsable, let sent = row.sent else { return nil }
    var sample = discovery.sample(row.shown)
    let secrets = zip(row.shown, sent).filter { $0 != $1 }.map(\.1)
    guard !secrets.isEmpty else { return sample }
    sample.sent = discovery.sample(sent).endpoint
    sample.secrets = Set(secrets + secrets.map(\.percentEncoded))
    return sample
  }

  /// Values of an endpoint's answers of which no request was made, because they are credentials.
  package struct LeftOut: Sendable, Hashable {
    /// The endpoint whose answers have them.
    package let source: String

    /// How many requests that are.
    package let count: Int
  }

  /// What is missing in ``samples(of:in:)`` because credentials are redacted.
  package func leftOut(of endpoint: WatchedEndpoint, in suite: APISuite) -> [LeftOut] {
    endpoint.sampling.discoveries.filter { count ?? $0.limit > 0 }.compactMap { discovery in
      let rows = Set(rows(discovery, suite).filter { !$0.isUsable }.map { $0.sent ?? $0.shown })
      return rows.isEmpty ? nil : LeftOut(source: discovery.source, count: rows.count)
    }
  }

  /// Requests that only answers of the run decide on.
  package struct Later: Sendable, Hashable {
    /// The endpoint whose answers have the values; nil for the pages that follow.
    package let source: String?

    /// The number of requests, which may be fewer.
    package let atMost: Int
  }

  /// The requests of an endpoint that come beside ``samples(of:in:)``.
  package func later(of endpoint: WatchedEndpoint, in suite: APISuite) -> [Later] {
    var later = endpoint.sampling.discoveries.map { discovery in
      let rows = rows(discovery, suite)
      let atMost = count ?? discovery.limit
      // What a fixture does not tell the answer does.
      let unknown = rows.isEmpty ? atMost : rows.count { $0.sent == nil }
      return Later(
        source: discovery.source,
        atMost: min(unknown, atMost - min(rows.count { $0.isUsable }, atMost)))
    }
    let first = later.reduce(samples(of: endpoint, in: suite).count) { $0 + $1.atMost }
    later.append(Later(source: nil, atMost: first * (pages(of: endpoint) - 1)))
    return later.filter { $0.atMost > 0 }
  }

  /// What tells one request from another; nil for one without an address.
  private static func request(_ sample: Sample) -> [String]? {
    let endpoint = sample.sent
    guard let url = try? endpoint.url() else { return nil }
    let body = endpoint.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return [endpoint.method.rawValue, url.absoluteString, body]
  }

  /// Notes an answer, where requests of the suite may be made of it.
  package mutating func note(_ answer: SampleAnswer, of endpoint: String, in suite: APISuite) {
    guard
      suite.endpoints.contains(where: { other in
        other.sampling.discoveries.contains { $0.source == endpoint }
      }),
      let document = answer.reading.document
    else { return }
    let name = "\(suite.name)/\(endpoint)"
    if answers[name, default: []].count < Self.mostAnswers {
      answers[name, default: []].append(
        Source(document: document, received: answer.reading.received))
    }
  }

  /// The values that the answers of a source have, in their order.
  private func rows(_ discovery: Discovery, _ suite: APISuite) -> [Row] {
    let sources = answers["\(suite.name)/\(discovery.source)"] ?? stored(suite, discovery.source)
    let places = discovery.places.map { $0.steps[...] }
    return sources.flatMap { source -> [Row] in
      let values = Self.rows(places, in: source.document.root)
      let shown = values.map { $0.map(Self.text) }
      if let received = source.received {
        // Only texts are other ones, so that the places are the same.
        return zip(shown, Self.rows(places, in: received.root)).map {
          Row(shown: $0, sent: $1.map(Self.text))
        }
      }
      return zip(shown, values).map { shown, values in
        let isKnown = !values.contains { value in
          source.replaced.contains { $0.overlaps(value.byteRange) }
        }
        return Row(shown: shown, sent: isKnown ? shown : nil)
      }
    }
  }

  /// The values of several places that belong together: those of one element, and of one member.
  ///
  /// An element that lacks one of them has none: `$.orders[*].id` with `$.orders[*].slug` gives 2 and b of
  ///
  ///     {"orders": [{"id": 1}, {"id": 2, "slug": "b"}]}
  private static func rows(
    _ places: [ArraySlice<ShapePath.Step>], in value: JSONValue
  ) -> [[JSONValue]] {
    guard let step = places.first?.first, places.allSatisfy({ $0.first == step }) else {
      let columns = places.map { values(at: $0, in: value) }
      guard !columns.contains(where: \.isEmpty) else { return [] }
      // What is there once belongs to all the others.
      let counts = columns.map(\.count).filter { $0 > 1 }
      return (0..<(counts.min() ?? 1)).map { row in
        columns.map { $0.count == 1 ? $0[0] : $0[row] }
      }
    }
    let rest = places.map { $0.dropFirst() }
    switch step {
    case .member(let name): return value[name].map { rows(rest, in: $0) } ?? []
    case .elements:
      return value.kind == .array ? value.elements.flatMap { rows(rest, in: $0) } : []
    case .values:
      return value.kind == .object ? value.members.flatMap { rows(rest, in: $0.value) } : []
    }
  }

  private func stored(_ suite: APISuite, _ endpoint: String) -> [Source] {
    let responses = try? FixtureSource(root: root).responses(suite: suite.name, endpoint: endpoint)
    return (responses ?? []).prefix(Self.mostAnswers).compactMap { response in
      (try? JSONDocument(response.body, byteOrderMark: .skip)).map {
        Source(document: $0, replaced: suite.redaction.replacedValues(in: response.body))
      }
    }
  }

  private static func text(_ value: JSONValue) -> String {
    value.string ?? value.numberText ?? ""
  }

  /// The texts and numbers at a place of a document.
  private static func values(
    at steps: ArraySlice<ShapePath.Step>, in value: JSONValue
  ) -> [JSONValue] {
    guard let step = steps.first else { return text(value).isEmpty ? [] : [value] }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      return value[name].map { values(at: rest, in: $0) } ?? []
    case .elements:
      guard value.kind == .array else { return [] }
      return value.elements.flatMap { values(at: rest, in: $0) }
    case .values:
      guard value.kind == .object else { return [] }
      return value.members.flatMap { values(at: rest, in: $0.value) }
    }
  }

  /// A choice of some samples that the seed decides, in their old order.
  private func chosen(_ samples: [Sample], _ count: Int, _ name: String) -> [Sample] {
    guard samples.count > count else { return samples }
    var hash = FNVHash()
    hash.add(name)
    var chance = SeededRandom(seed: seed &+ hash.value)
    var numbers = Array(samples.indices)
    for index in 0..<count {
      let other = index + Int(chance.next() % UInt64(numbers.count - index))
      numbers.swapAt(index, other)
    }
    return numbers.prefix(count).sorted().map { samples[$0] }
  }
}
