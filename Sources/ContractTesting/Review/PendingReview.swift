package import Foundation
package import HTTPFixtures
import JSONSchema
package import SchemaDrift
import StrictJSON

/// The recordings of an endpoint that wait for a review: what they change, who breaks, and which of them
/// show it.
///
/// A cause is decided once, however many recordings show it. A recording may show several causes; it
/// follows the strictest decision:
///
///     recording   causes           decided             becomes
///     52958       renamed, added   accept, accept      the fixture
///     52772       renamed          accept              the fixture
///     random      renamed, gone    accept, reject      nothing: it is deleted
///     search-a    renamed, gone    accept, skip        pending as before
package struct PendingReview: Sendable {
  /// A change with the recordings that show it.
  package struct Cause: Sendable {
    /// The change, with its evidence, the types that break, and the lines that mend them.
    package let finding: Finding

    /// The same as a fact, which the contract keeps; nil for a value that only breaks the contract.
    package let change: Change?

    /// The recordings that show it, in their order.
    package fileprivate(set) var cases: [FixtureID]
  }

  /// What was decided about a cause.
  package enum Decision: Sendable, Hashable {
    /// The new format is right.
    case accept
    /// The recording is wrong and goes.
    case reject
    /// Later.
    case skip
  }

  /// The suite.
  package let suite: APISuite

  /// The endpoint.
  package let endpoint: WatchedEndpoint

  /// The recordings, in their order.
  package let cases: [FixtureID]

  /// What is wrong with recordings that are no documents, such as after an edit by hand.
  ///
  /// They show no change and are never accepted: they wait, or are rejected.
  package let faults: [Finding]

  private let broken: Set<FixtureID>

  /// What the recordings held when they were read, and the files that hold them.
  private let bodies: [FixtureID: [UInt8]]
  private let store: FixtureStore

  /// The changes, in the order of the report.
  package let causes: [Cause]

  /// Reads what waits for a review, and compares it with the stored fixtures and with the contract.
  ///
  /// - Returns: nil where no recording waits.
  /// - Throws: A `FixtureError` or a ``ContractError`` where a file cannot be read.
  package init?(
    suite: APISuite, endpoint: WatchedEndpoint, root: URL, runner: any DTORunner
  ) throws {
    let source = FixtureSource(root: root)
    let store = source.store
    let cases = try store.pending(suite: suite.name, endpoint: endpoint.name)
    guard !cases.isEmpty else { return nil }
    self.suite = suite
    self.endpoint = endpoint
    self.cases = cases
    let versions = try ContractStore(root: root).versions(
      suite: suite.name, endpoint: endpoint.name)
    let stored = try store.fixtures(suite: suite.name, endpoint: endpoint.name)
    let known = try stored.map { ResponseReading(try source.response(of: $0)) }
    let readings = try cases.map { ResponseReading(try source.response(of: $0)) }
    faults = readings.flatMap(\.faults).map { fault in
      var fault = fault
      fault.suite = suite.name
      fault.endpoint = endpoint.name
      return fault
    }
    bodies = Dictionary(
      zip(cases, readings.map(\.response.body)), uniquingKeysWith: { first, _ in first })
    self.store = store
    broken = Set(zip(cases, readings).filter { !$0.1.faults.isEmpty }.map(\.0))
    var check = EndpointCheck(suite: suite.name, endpoint: endpoint, contract: versions.last)
    check.otherVersions = versions.dropLast()
    check.runner = runner
    var result = check.judge(readings, source: "", known: known)
    let replaced = Set(cases.map { $0.with(.stored) })
    let answers = zip(stored, known).map { (isReplaced: replaced.contains($0), reading: $1) }
    if answers.count(where: \.isReplaced) == cases.count {
      check.restate(&result, readings, withStored: answers)
    }
    let findings = result.findings
    let shape = KnownShape(
      suite: suite.name, endpoint: endpoint, versions: versions, known: known)
    let shown = readings.map { Set(shape?.changes(in: [$0]).flatMap(\.places) ?? []) }
    let allShown = shown.reduce(into: Set()) { $0.formUnion($1) }
    causes = findings.filter { finding in
      // What a type cannot read, though the format has not changed, is for `check`.
      finding.isAboutShape && !finding.isAccepted && !finding.isConsequence(of: findings)
        && (finding.rule.family == .drift || !allShown.isDisjoint(with: finding.places))
    }.map { finding in
      let places = Set(finding.places)
      let showing = zip(cases, shown).filter { !$0.1.isDisjoint(with: places) }.map(\.0)
      // What only all recordings together show belongs to each of them.
      return Cause(
        finding: finding, change: result.changes.first { finding.isAbout($0) },
        cases: showing.isEmpty ? cases : showing)
    }
  }

  /// What happened to a recording since the review read it.
  package enum Meanwhile: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// It was recorded again, and nobody has seen what it holds now.
    case recorded
    /// Somebody else decided about it, and it waits no more.
    case decided
  }

  /// What happened to a recording since the review read it: a person may think long, and others decide meanwhile.
  package func meanwhile(_ id: FixtureID) -> Meanwhile {
    guard store.contains(id) else { return .decided }
    return (try? store.body(of: id)) == bodies[id] ? .nothing : .recorded
  }

  /// What becomes of each recording by the decisions about the causes, in the order of ``causes``.
  ///
  /// `unchanged` is the decision about a recording that shows none of them.
  package func outcomes(
    of decisions: [Decision], unchanged: Decision = .accept
  ) -> [(id: FixtureID, decision: Decision)] {
    cases.map { id in
      let own = zip(causes, decisions).filter { $0.0.cases.contains(id) }.map(\.1)
      if broken.contains(id) { return (id, unchanged == .reject ? .reject : .skip) }
      if own.isEmpty { return (id, unchanged) }
      return (id, own.contains(.reject) ? .reject : own.contains(.skip) ? .skip : .accept)
    }
  }
}

extension EndpointCheck {
  /// Holds what recordings show against the contract beside the stored answers, of which they would replace some.
  ///
  /// A contract tells of all cases of an endpoint, and a recording of its own:
  ///
  ///     key-removed of a key that only other cases have     nothing is gone
  ///     a change that shows only beside the other cases     is told as a check would tell it after an accept
  fileprivate func restate(
    _ result: inout Result, _ readings: [ResponseReading],
    withStored answers: [(isReplaced: Bool, reading: ResponseReading)]
  ) {
    let known = answers.map(\.reading)
    var summary = ShapeSummary()
    for document in answers.filter(\.isReplaced).compactMap(\.reading.document) {
      summary.add(document)
    }
    let own = Shape(inferredFrom: summary)
    let shown = judge(known, source: "", known: known).findings
    let all = judge(
      readings + answers.filter { !$0.isReplaced }.map(\.reading), source: "", known: known)
    result.findings.removeAll { finding in
      guard finding.rule.family == .drift, let from = finding.change?.from,
        finding.change?.to ?? from == from
      else { return false }
      // How the others write nothing is no news here either.
      return own.shape(at: from) == nil
        || finding.rule.drift == .nothingRespelled
          && !all.findings.contains { $0.rule == finding.rule && $0.path == finding.path }
    }
    for finding in all.findings
    where finding.rule.family == .drift && !shown.contains(where: finding.isSameChange) {
      let rivals = result.findings.indices.filter {
        result.findings[$0].rule.family == .drift
          && !Set(result.findings[$0].places).isDisjoint(with: finding.places)
      }
      guard rivals.allSatisfy({ result.findings[$0].level < finding.level }) else { continue }
      for index in rivals.reversed() { result.findings.remove(at: index) }
      result.findings.append(finding)
    }
    result.comparisons += all.comparisons
    addOfflineChanges(&result, readings, withStored: answers)
  }

  /// Adds what only a check would tell that no longer has the stored answers of the old format to compare with.
  private func addOfflineChanges(
    _ result: inout Result, _ readings: [ResponseReading],
    withStored answers: [(isReplaced: Bool, reading: ResponseReading)]
  ) {
    let before = judge(answers.map(\.reading), source: "").findings
    let after = judge(
      readings + answers.filter { !$0.isReplaced }.map(\.reading), source: "")
    let told = Set(result.findings.filter { $0.rule.family == .drift }.flatMap(\.places))
    let changed = result.changes.flatMap { change -> [ShapePath] in
      change.places + change.companions.map(\.to) + [change.to].compactMap { $0 }
    }
    result.findings += after.findings.filter { finding in
      guard finding.rule.family == .drift, let place = finding.place else { return false }
      return told.isDisjoint(with: finding.places) && !changed.contains { place.isWithin($0) }
        && !before.contains(where: finding.isSameChange)
    }
    result.comparisons += after.comparisons
  }
}

extension Finding {
  /// Whether a finding of drift tells of a change.
  fileprivate func isAbout(_ candidate: Change) -> Bool {
    rule.drift == candidate.rule && change?.from == candidate.from && change?.to == candidate.to
  }

  /// Whether another finding, a change of the format, explains this one.
  fileprivate func isConsequence(of findings: [Finding]) -> Bool {
    guard rule.family == .decoding, let place else { return false }
    return findings.contains { finding in
      finding.rule.family == .drift && finding.change?.from.map { place.isWithin($0) } ?? false
    }
  }
}
