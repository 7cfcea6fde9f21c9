package import Foundation
package import HTTPFixtures

/// Puts the new answers of an endpoint where they belong.
///
///     no fixture of that name        the answer becomes the fixture        new
///     the same tokens                no file is touched                    unchanged
///     other values, same shape       the answer becomes the fixture        changed
///     another shape                  the answer waits beside the fixture   pending
///
/// Some changes show only over several answers, such as identifiers of another form. So answers with other
/// values are kept back until all are there: where these together show what their fixtures did not, they
/// wait, and no fixture that shows the old format is lost.
///
/// A recording that waits already gives way to the newer one, and goes where the server has gone back to
/// the agreed shape.
package struct FixtureUpdate {
  /// What became of an answer.
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    case new, changed, unchanged, pending
  }

  /// What is written.
  package enum Target: Sendable {
    /// The fixtures, and beside them what waits for a review.
    case fixtures
    /// Only what waits for a review; without a fixture of its name an answer of another shape waits, too.
    case pending
  }

  /// An answer, with what is to become of it; nil as long as that is open.
  private struct Entry {
    let id: FixtureID
    let reading: ResponseReading
    /// The answer that it would replace; nil where there is none.
    let old: ResponseReading?
    var outcome: Outcome?
    /// What is written once it is decided.
    var exchange: Exchange?
    /// The changes that it shows alone, and the other answer does not.
    var changes: [Finding] = []
  }

  private let suite: String
  private let endpoint: WatchedEndpoint
  private let versions: [Contract]
  private let source: FixtureSource
  private let keepsLayout: Bool
  private let target: Target
  private var entries: [Entry] = []

  /// What the stored answers agree on; read when an answer differs first.
  private lazy var shape: KnownShape? = KnownShape(
    suite: suite, endpoint: endpoint, versions: versions, known: stored.map { $0.reading })

  /// What is stored now.
  private var stored: [(id: FixtureID, reading: ResponseReading)] {
    // One that cannot be read hides no other one.
    let ids = try? source.store.fixtures(suite: suite, endpoint: endpoint.name)
    return (ids ?? []).compactMap { id in
      (try? source.responseOfAnyDetails(of: id)).map { (id, ResponseReading($0)) }
    }
  }

  /// Makes an update of an endpoint's fixtures; `versions` are those of its contract, the expected one last.
  ///
  /// Bodies are laid out for reviewers unless `keepsLayout`.
  package init(
    suite: String, endpoint: WatchedEndpoint, versions: [Contract], root: URL,
    keepsLayout: Bool = false, target: Target = .fixtures
  ) {
    self.suite = suite
    self.endpoint = endpoint
    self.versions = versions
    source = FixtureSource(root: root)
    self.keepsLayout = keepsLayout
    self.target = target
  }

  /// What became of the answers, in their order; those that are kept back are left out.
  package var outcomes: [(id: FixtureID, outcome: Outcome)] {
    entries.compactMap { entry in entry.outcome.map { (entry.id, $0) } }
  }

  /// Takes an answer, and stores it unless that is decided by all of them.
  ///
  /// Throws a `FixtureError` where a file cannot be read or written, and an `EndpointError` where the sample has
  /// no address.
  package mutating func add(_ answer: SampleAnswer) throws {
    let id = id(answer)
    let exchange = try answer.exchange(keepsLayout: keepsLayout)
    let old = try stored(id)
    var entry = Entry(
      id: id, reading: answer.reading, old: old.map { ResponseReading($0) }, exchange: exchange)
    if old == nil, target == .fixtures {
      try write(&entry, as: .new)
    } else if old?.body == exchange.body {
      try write(&entry, as: .unchanged)
    } else {
      entry.changes =
        shape?.changes(in: [entry.reading], unlike: entry.old.map { [$0] } ?? []) ?? []
      if !entry.changes.isEmpty { try write(&entry, as: .pending) }
    }
    entries.append(entry)
  }

  /// Decides on the answers that are kept back, and stores them.
  ///
  /// Throws as ``add(_:)``.
  package mutating func finish() throws {
    let open = entries.indices.filter { entries[$0].outcome == nil }
    guard !open.isEmpty else { return }
    let outcome: Outcome = isAnotherShapeTogether() ? .pending : .changed
    for index in open { try write(&entries[index], as: outcome) }
  }

  /// The name of an answer's fixture.
  private func id(_ answer: SampleAnswer) -> FixtureID {
    FixtureID(suite: suite, endpoint: endpoint.name, caseName: answer.sample.caseName)
  }

  /// The fixture that an answer would replace; broken details make it no other one.
  private func stored(_ id: FixtureID) throws -> Response? {
    source.store.contains(id) ? try source.responseOfAnyDetails(of: id) : nil
  }

  private func write(_ entry: inout Entry, as outcome: Outcome) throws {
    if let exchange = entry.exchange {
      if outcome == .pending {
        try source.store.write(exchange, as: entry.id.with(.pending))
      } else {
        if target == .fixtures { try source.store.write(exchange, as: entry.id) }
        try source.store.remove(entry.id.with(.pending))
      }
    }
    entry.exchange = nil
    entry.outcome = outcome
  }

  /// Whether the answers that are kept back are of another shape together.
  ///
  /// A live check sees all answers, and an offline check sees those that became fixtures beside the fixtures
  /// that stay; neither may find what it did not find in the fixtures before. What one answer shows alone
  /// makes that one wait, and no other.
  private mutating func isAnotherShapeTogether() -> Bool {
    guard let shape else { return false }
    // What several answers only may show, such as a null in one of three, is no change.
    let isChange = { (finding: Finding) in finding.rule.family == .drift && finding.level > .info }
    let answers = entries.filter { $0.outcome != .new }
    let alone = Set(answers.flatMap(\.changes).flatMap(\.places))
    let live = shape.changes(in: answers.map(\.reading), unlike: answers.compactMap(\.old))
    if live.contains(where: { isChange($0) && alone.isDisjoint(with: $0.places) }) { return true }
    guard target == .fixtures else { return false }
    let stored = stored
    let new = Dictionary(
      entries.filter { $0.outcome == nil }.map { ($0.id, $0.reading) },
      uniquingKeysWith: { _, last in last })
    let offline = shape.changes(
      in: stored.map { new[$0.id] ?? $0.reading }, unlike: stored.map(\.reading), by: .offline)
    return offline.contains(where: isChange)
  }
}
