import JSONSchema
import SchemaDrift
import StrictJSON

/// What the endpoints of one API learn from each other about a change of the format.
///
/// One cause hits many endpoints: a key that was renamed is renamed in the list, in the lookup by id and in
/// the random record. Where an endpoint has many records it is known where a value went; where it has one
/// or two, it is only seen that a key is gone and another one is new. Two endpoints speak of the same
/// records where a place has the same path below them:
///
///     launches   $[*].mission_name → $[*].name   132 of 132 records agree
///     latest     $.mission_name is gone, $.name is new, one record
///     so         $.mission_name is now $.name (as in launches: 132 of 132 compared records agree)
///
/// What an endpoint sees is never overruled: the old key must be gone and the new one new there too. What it
/// only guesses is: see `NeighbourDrift+Doubts`.
package struct NeighbourDrift {
  /// The results, in the order of the endpoints, with what they learnt.
  package internal(set) var results: [EndpointCheck.Result]

  /// Lets the results of each suite learn from those of the same suite.
  package init(_ results: [EndpointCheck.Result]) {
    self.results = results
    withdrawDoubted()
    let lessons = results.indices.flatMap { index in
      results[index].comparisons.flatMap { Self.lessons(in: $0, of: results[index].outcome) }
    }.sorted { $0.rank < $1.rank }
    for lesson in lessons {
      for index in results.indices
      where results[index].outcome.suite == lesson.suite
        && results[index].outcome.endpoint != lesson.endpoint
      {
        apply(lesson, at: index)
      }
    }
  }

  /// A move that one endpoint shows.
  private struct Lesson {
    let suite: String
    let endpoint: String
    let change: Change
    /// The old place and the new one below the records.
    let from: [ShapePath.Step]
    let to: [ShapePath.Step]
    /// The surest come first, and of these the ones that the most records show.
    let rank: (sureness: Int, records: Int)
  }

  private static func lessons(in check: DriftCheck, of outcome: CheckOutcome) -> [Lesson] {
    check.changes.flatMap { change -> [Lesson] in
      guard let from = change.from, let to = change.to, from != to, change.slots == nil,
        change.evidence.isSignificant, change.isMove
      else { return [] }
      let pairs =
        [(from, to)] + change.companions.filter { $0.slots == nil }.map { ($0.from, $0.to) }
      return pairs.compactMap { from, to in
        guard let oldRoot = check.records.old.first(where: from.isWithin),
          let newRoot = check.records.new.first(where: to.isWithin)
        else { return nil }
        return Lesson(
          suite: outcome.suite, endpoint: outcome.endpoint, change: change,
          from: from.steps(below: oldRoot.depth),
          to: to.steps(below: newRoot.depth),
          rank: (change.confidence.map(sureness) ?? 0, -(change.matched ?? 0)))
      }
    }
  }

  private static func sureness(_ confidence: Change.Confidence) -> Int {
    switch confidence {
    case .certain: 0
    case .likely: 1
    case .guess: 2
    }
  }

  private mutating func apply(_ lesson: Lesson, at index: Int) {
    for check in results[index].comparisons.indices {
      let records = results[index].comparisons[check].records
      for oldRoot in records.old {
        for newRoot in records.new {
          let from = oldRoot.appending(lesson.from)
          let to = newRoot.appending(lesson.to)
          restate(from, to, lesson, at: index, check)
        }
      }
    }
  }

  /// States the move of a neighbour where the old place is gone and the new one is new.
  private mutating func restate(
    _ from: ShapePath, _ to: ShapePath, _ lesson: Lesson, at index: Int, _ check: Int
  ) {
    let changes = results[index].comparisons[check].changes
    guard let gone = changes.first(where: { $0.isLoss(of: from) }),
      let new = changes.first(where: { $0.rule == .keyAdded && ($0.to.map(to.isWithin) ?? false) })
    else { return }
    let change = Change(
      rule: lesson.change.rule, kind: lesson.change.kind, from: from, to: to,
      old: Self.state(from, beside: to), new: Self.state(to, beside: from),
      evidence: Evidence(
        old: gone.evidence.old, new: new.evidence.new, chance: nil,
        basis: .neighbour(endpoint: lesson.endpoint, lesson.change.evidence.basis)),
      // No value of this endpoint speaks for it.
      confidence: lesson.change.confidence == .guess ? .guess : .likely)
    guard let finding = results[index].comparisons[check].restate(gone, as: change) else { return }
    results[index].replace(gone, new, by: finding)
  }

  /// The name of a place, from the innermost object that holds both.
  private static func state(_ path: ShapePath, beside other: ShapePath) -> Change.State {
    let shared = zip(path.steps, other.steps).prefix { $0 == $1 }.count
    return .place(ShapePath(steps: path.steps(below: shared)))
  }
}

extension Change {
  /// Whether the change says where a value went that is still of the same kind.
  fileprivate var isMove: Bool {
    switch kind {
    case .renamed, .moved, .nested, .hoisted: rule != .envelopeChanged && rule != .meaningChanged
    case .same, .scalarToArray, .arrayToScalar, .arrayToMap, .mapToArray, .objectToArray,
      .slotsToArray, .typeChanged, .split, .merged, .removed, .added:
      false
    }
  }

  /// Whether the change says that a place is there no more, and not where it went.
  fileprivate func isLoss(of place: ShapePath) -> Bool {
    guard from == place, slots == nil else { return false }
    return rule == .keyRemoved || rule == .becameOptional && new == .nothing(.absent)
  }
}

extension EndpointCheck.Result {
  /// Puts a finding where others said that a value is gone, that its new place is new, and that a type
  /// misses it.
  fileprivate mutating func replace(_ gone: Change, _ new: Change, by change: Finding) {
    var change = change
    change.suite = outcome.suite
    change.endpoint = outcome.endpoint
    var first: (index: Int, finding: Finding)?
    var kept: [Finding] = []
    for finding in findings {
      let tells = finding.tells(gone)
      if tells || change.explains(finding) {
        if tells {
          change.consequences += finding.consequences
          change.level = max(change.level, finding.consequences.map(\.level).max() ?? .info)
        } else {
          change.fold(finding)
        }
        if first == nil { first = (kept.count, finding) }
      } else if !finding.tells(new) {
        kept.append(finding)
      }
    }
    if let first {
      change.source = first.finding.source
      change.pointer = first.finding.pointer
      change.line = first.finding.line
      change.column = first.finding.column
      change.excerpt = first.finding.excerpt
    }
    kept.insert(change, at: first?.index ?? kept.count)
    findings = kept
    outcome.status = CheckStatus(outcome.facts, findings)
  }
}

extension Finding {
  func tells(_ candidate: Change) -> Bool {
    rule.drift == candidate.rule && change?.from == candidate.from && change?.to == candidate.to
  }

  /// Whether a type misses what this change moved.
  fileprivate func explains(_ finding: Finding) -> Bool {
    guard finding.rule.family == .decoding, finding.level > .info, !finding.isAgreed,
      let from = change?.from
    else { return false }
    return finding.place?.isWithin(from) ?? false
  }
}
