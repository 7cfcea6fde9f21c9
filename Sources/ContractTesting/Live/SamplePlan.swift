import Endpoints
package import Foundation
import HTTPFixtures
import StrictJSON

/// Which requests a run sends: the fixed ones, and a bounded choice of those that follow from answers.
///
/// The choice depends on the seed, on the endpoint and on the values alone, so two runs over the same
/// answers send the same requests. The values come from the answers of this run, and where the source was
/// not asked from its stored fixtures.
package struct SamplePlan {
  /// How many requests of each kind are added to the fixed ones; nil for what the suite says.
  private let count: Int?
  private let seed: UInt64
  private let root: URL

  /// The answers of this run that requests may be made of, by suite and endpoint.
  private var answers: [String: [JSONDocument]] = [:]

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
      let new = values(discovery, suite.name).map(discovery.sample)
        .filter { cases.insert($0.caseName).inserted }
        .filter { sample in
          guard let request = Self.request(sample) else { return true }
          return requests.insert(request).inserted
        }
      samples += chosen(new, count ?? discovery.limit, "\(suite.name)/\(endpoint.name)")
    }
    return samples
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
    let unknown = endpoint.sampling.discoveries.filter { values($0, suite.name).isEmpty }
    var later = unknown.map { Later(source: $0.source, atMost: count ?? $0.limit) }
    let first = later.reduce(samples(of: endpoint, in: suite).count) { $0 + $1.atMost }
    later.append(Later(source: nil, atMost: first * (pages(of: endpoint) - 1)))
    return later.filter { $0.atMost > 0 }
  }

  /// What tells one request from another; nil for one without an address.
  private static func request(_ sample: Sample) -> [String]? {
    let endpoint = sample.endpoint
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
      answers[name, default: []].append(document)
    }
  }

  /// The values that the answers of a source have, in their order.
  private func values(_ discovery: Discovery, _ suite: String) -> [[String]] {
    let documents = answers["\(suite)/\(discovery.source)"] ?? stored(suite, discovery.source)
    return documents.flatMap { Self.rows(discovery.places.map { $0.steps[...] }, in: $0.root) }
  }

  /// The values of several places that belong together: those of one element, and of one member.
  ///
  /// An element that lacks one of them has none: `$.orders[*].id` with `$.orders[*].slug` gives 2 and b of
  ///
  ///     {"orders": [{"id": 1}, {"id": 2, "slug": "b"}]}
  private static func rows(
    _ places: [ArraySlice<ShapePath.Step>], in value: JSONValue
  ) -> [[String]] {
    guard let step = places.first?.first, places.allSatisfy({ $0.first == step }) else {
      let columns = places.map { texts(at: $0, in: value) }
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

  private func stored(_ suite: String, _ endpoint: String) -> [JSONDocument] {
    let responses = try? FixtureSource(root: root).responses(suite: suite, endpoint: endpoint)
    return (responses ?? []).prefix(Self.mostAnswers).compactMap {
      try? JSONDocument($0.body, byteOrderMark: .skip)
    }
  }

  /// The texts and numbers at a place of a document.
  private static func texts(at steps: ArraySlice<ShapePath.Step>, in value: JSONValue) -> [String] {
    guard let step = steps.first else {
      return [value.string ?? value.numberText].compactMap { $0 }.filter { !$0.isEmpty }
    }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      return value[name].map { texts(at: rest, in: $0) } ?? []
    case .elements:
      guard value.kind == .array else { return [] }
      return value.elements.flatMap { texts(at: rest, in: $0) }
    case .values:
      guard value.kind == .object else { return [] }
      return value.members.flatMap { texts(at: rest, in: $0.value) }
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
