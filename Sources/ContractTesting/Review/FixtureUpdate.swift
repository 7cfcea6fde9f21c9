package import Foundation
import HTTPFixtures

/// Puts the new answers of an endpoint where they belong.
///
///     no fixture of that name        the answer becomes the fixture        new
///     the same tokens                no file is touched                    unchanged
///     other values, same shape       the answer becomes the fixture        changed
///     another shape                  the answer waits beside the fixture   pending
///
/// A recording that waits already gives way to the newer one, and goes where the server has gone back to
/// the agreed shape.
package struct FixtureUpdate {
  /// What became of an answer.
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    case new, changed, unchanged, pending
  }

  private let suite: String
  private let endpoint: WatchedEndpoint
  private let versions: [Contract]
  private let source: FixtureSource
  private let keepsLayout: Bool

  /// What the stored answers agree on; read when an answer differs first.
  private lazy var shape = KnownShape(
    suite: suite, endpoint: endpoint, versions: versions, known: known)

  private var known: [ResponseReading] {
    // One that cannot be read hides no other one.
    let ids = try? source.store.fixtures(suite: suite, endpoint: endpoint.name)
    return (ids ?? []).compactMap { try? source.responseOfAnyDetails(of: $0) }
      .map { ResponseReading($0) }
  }

  /// Makes an update of an endpoint's fixtures; `versions` are those of its contract, the expected one last.
  ///
  /// Bodies are laid out for reviewers unless `keepsLayout`.
  package init(
    suite: String, endpoint: WatchedEndpoint, versions: [Contract], root: URL,
    keepsLayout: Bool = false
  ) {
    self.suite = suite
    self.endpoint = endpoint
    self.versions = versions
    source = FixtureSource(root: root)
    self.keepsLayout = keepsLayout
  }

  /// The name of an answer's fixture.
  private func id(_ answer: SampleAnswer) -> FixtureID {
    FixtureID(suite: suite, endpoint: endpoint.name, caseName: answer.sample.caseName)
  }

  /// Stores an answer, as a fixture or as a recording that waits.
  ///
  /// Throws a `FixtureError` where a file cannot be read or written, and an `EndpointError` where the sample has
  /// no address.
  package mutating func store(_ answer: SampleAnswer) throws -> Outcome {
    let id = id(answer)
    let exchange = try answer.exchange(keepsLayout: keepsLayout)
    let old = try stored(id)
    if let old, hasAnotherShape(answer, exchange, old) {
      try source.store.write(exchange, as: id.with(.pending))
      return .pending
    }
    try source.store.write(exchange, as: id)
    try source.store.remove(id.with(.pending))
    return old.map { $0.body == exchange.body ? .unchanged : .changed } ?? .new
  }

  /// Stores an answer of another shape beside its fixture, and touches no fixture.
  ///
  /// Returns whether the answer waits now; throws as ``store(_:)``.
  package mutating func storePending(_ answer: SampleAnswer) throws -> Bool {
    let id = id(answer)
    let exchange = try answer.exchange(keepsLayout: keepsLayout)
    guard hasAnotherShape(answer, exchange, try stored(id)) else {
      try source.store.remove(id.with(.pending))
      return false
    }
    try source.store.write(exchange, as: id.with(.pending))
    return true
  }

  /// The fixture that an answer would replace; broken details make it no other one.
  private func stored(_ id: FixtureID) throws -> Response? {
    source.store.contains(id) ? try source.responseOfAnyDetails(of: id) : nil
  }

  /// Whether an answer shows a change that the fixture of its name does not show already.
  private mutating func hasAnotherShape(
    _ answer: SampleAnswer, _ exchange: Exchange, _ old: Response?
  ) -> Bool {
    guard old?.body != exchange.body, let shape else { return false }
    let changes = shape.changes(in: answer.reading)
    guard let old, !changes.isEmpty else { return !changes.isEmpty }
    let known = shape.changes(in: ResponseReading(old))
    return changes.contains { change in !known.contains { $0.isSameChange(as: change) } }
  }
}
