/// What came out of the check of one endpoint.
public struct CheckOutcome: Sendable, Hashable {
  /// The API under watch.
  public var suite: String

  /// The kind of request.
  public var endpoint: String

  /// The verdict.
  public var status: CheckStatus

  /// The number of documents that were read.
  public var samples: Int

  /// What was done, in one line: `12 fixtures, RecipesDTO, contract recipe.schema.json`.
  public var detail: String?

  /// What the verdict follows from, beside the findings.
  package var facts: CheckFacts

  /// Makes an outcome.
  package init(
    suite: String, endpoint: String, status: CheckStatus, samples: Int, detail: String? = nil,
    facts: CheckFacts = CheckFacts()
  ) {
    self.suite = suite
    self.endpoint = endpoint
    self.status = status
    self.samples = samples
    self.detail = detail
    self.facts = facts
  }
}

extension CheckOutcome {
  /// Says why the check could not be made, or not as a whole.
  package mutating func stop(_ reason: String, _ findings: [Finding] = []) {
    facts.problem = reason
    status = CheckStatus(facts, findings)
    detail = [reason, detail].compactMap { $0 }.joined(separator: "; ")
  }
}

/// The verdict on one endpoint.
public enum CheckStatus: String, Sendable, Hashable, CaseIterable {
  /// Response, contract and DTO agree.
  case conforms

  /// The format of the responses changed.
  case drifted

  /// A response cannot be read, or breaks the contract or the DTO.
  case failed

  /// The check saw no data.
  case unexercised

  /// The server did not answer, or with nothing that tells of the format.
  case unreachable
}

/// What a check saw, beside its findings.
package struct CheckFacts: Sendable, Hashable {
  /// Why the check could not be made as a whole, such as a contract that cannot be used; nil where it could.
  package var problem: String?

  /// Whether the check could not be made as a whole.
  package var couldNotRun: Bool { problem != nil }

  /// Whether a document held a record.
  package var hasData = true

  /// The number of documents that the DTO was not run on, because its code did not come back from others.
  package var undecoded = 0

  /// Why requests were not answered; nil where all were, or none was sent.
  package var outage: Outage.Reason?

  /// The number of answers of another shape that were stored to be reviewed.
  package var pending = 0

  /// Makes the facts of a check that saw all its data.
  package init() {}
}

extension CheckStatus {
  /// The verdict that follows from facts and from the findings of the check; the one place that decides it.
  ///
  /// Only findings that count matter: no waived one, none that the contract agrees with, and none about
  /// the run itself. What was seen comes before what could not be seen: a change of the format is
  /// certain, however many requests failed.
  ///
  ///     could not run                          failed
  ///     drift above info, or a new shape that
  ///     waits for a review                     drifted
  ///     breaking, or documents not decoded     failed
  ///     an outage                              unreachable
  ///     no data                                unexercised
  ///     otherwise                              conforms
  package init(_ facts: CheckFacts, _ findings: some Sequence<Finding>) {
    let counting = findings.filter {
      $0.waiver == nil && !$0.isAgreed && $0.rule.family != .run
    }
    self =
      if facts.couldNotRun {
        .failed
      } else if facts.pending > 0
        || counting.contains(where: { $0.rule.family == .drift && $0.level > .info })
      {
        .drifted
      } else if counting.contains(where: { $0.level == .breaking }) || facts.undecoded > 0 {
        .failed
      } else if facts.outage != nil {
        .unreachable
      } else if !facts.hasData {
        .unexercised
      } else {
        .conforms
      }
  }
}

extension Report {
  /// Gives each check the status that follows from its findings, as their levels and waivers are now.
  package mutating func restateChecks() {
    let findings = Dictionary(grouping: findings) { [$0.suite, $0.endpoint] }
    for index in checks.indices {
      let check = checks[index]
      checks[index].status = CheckStatus(
        check.facts, findings[[check.suite, check.endpoint]] ?? [])
    }
  }
}
