import JSONSchema
package import SchemaDrift
import StrictJSON

/// The check of one endpoint: its responses against its DTO and its contract, and the contract
/// against the responses as a whole.
///
/// The three witnesses overlap: a `null` breaks the type, the contract and the statistics at once.
/// One cause becomes as few findings as possible: each value by what the DTO says about it, the
/// change of the format once, and what breaks the contract only where neither of them reports it. What
/// a document has in common with the contract, such as an unused slot that is `null`, is marked as
/// agreed.
package struct EndpointCheck: Sendable {
  /// The name of the suite.
  package let suite: String

  /// The endpoint.
  package let endpoint: WatchedEndpoint

  /// The contract; nil where there is none.
  package let contract: Contract?

  /// Runs the code of the DTO.
  package var runner: any DTORunner = ThisProcess()

  /// Further versions of the contract, which the server may have gone over to.
  package var otherVersions: [Contract] = []

  /// Makes a check.
  package init(suite: String, endpoint: WatchedEndpoint, contract: Contract?) {
    self.suite = suite
    self.endpoint = endpoint
    self.contract = contract
  }

  /// The most responses that show what a DTO reads behind an initialiser of its own.
  private static let maximumReadSamples = 16

  /// What came of a check.
  package struct Result: Sendable {
    /// The verdict.
    package var outcome: CheckOutcome

    /// The findings, each with suite and endpoint.
    package var findings: [Finding]

    /// The comparisons of the responses with the versions of the contract.
    var comparisons: [DriftCheck] = []

    /// What a reader should know, one line each.
    package var notes: [String]

    /// Where each path of the contract went; empty where nothing drifted.
    package var mapping: [PathMapping] {
      comparisons.flatMap { $0.changes.isEmpty ? [] : $0.mapping }
    }

    /// The changes that the findings of drift tell of.
    package var changes: [Change] { comparisons.flatMap(\.changes) }

    /// Makes a result; without comparisons nothing is known of the format.
    package init(outcome: CheckOutcome, findings: [Finding] = [], notes: [String] = []) {
      self.outcome = outcome
      self.findings = findings
      self.notes = notes
    }
  }

  /// Checks responses; `source` says in words what they are, such as `14 fixtures`.
  ///
  /// `known` are older responses that keep the contract: by their values drift finds what moved.
  package func run(
    on responses: [Response], source: String, known: [Response] = []
  ) -> Result {
    judge(
      responses.map { ResponseReading($0) }, source: source,
      known: known.map { ResponseReading($0) })
  }

  /// Checks responses that are read already; an outage is why there are not more of them.
  package func judge(
    _ readings: [ResponseReading], source: String, known: [ResponseReading] = [],
    outage: Outage.Reason? = nil
  ) -> Result {
    var findings = readings.flatMap(\.findings)
    var notes: [String] = []

    var reads: [DecodingRead]?
    var lastReads: [DecodingRead] = []
    var decoding: [Finding] = []
    var agreed = FindingTally(limits: .endpoint)
    var decoded: [JSONDocument] = []
    var undecoded = 0
    if let dto = endpoint.dto {
      let check = DecodingCheck(dto, at: target, runner: runner)
      let agreement = contract.map(SlotAgreement.init)
      var unread = UnreadMembers(contract)
      var gaps = DecodingGaps()
      func take(_ batch: [ResponseReading]) {
        for (reading, outcome) in zip(batch, check.run(on: batch)) {
          // Each document has the same keys that nothing reads, so what is no news is let go at once.
          let findings = agreement?.apply(to: outcome.findings, in: reading) ?? outcome.findings
          // What the contract agrees with takes part in nothing that follows, and may be a finding a slot.
          for finding in unread.once(unread.apply(to: findings, in: reading)) {
            if finding.isAgreed, finding.rule != .unreadKey {
              agreed.append(placed(finding))
            } else {
              decoding.append(finding)
            }
          }
          notes += outcome.notes
          // Nearly all documents of a type ask for the same.
          if reads == nil || outcome.reads != lastReads {
            reads = Self.merged((reads ?? []) + outcome.reads)
            lastReads = outcome.reads
          }
          gaps.add(outcome.course)
          if outcome.course == .decoded, decoded.count < Self.maximumReadSamples {
            decoded += [reading.document].compactMap { $0 }
          }
        }
      }
      var batch = ReadingBatch()
      for reading in readings {
        if let full = batch.add(reading) { take(full) }
      }
      take(batch.rest)
      undecoded = gaps.notRun
      notes += gaps.notes(on: dto)
    }
    var comparison = Comparison(decoding: decoding)
    if let contract {
      compare(readings, contract, known: known, reads: reads, &comparison)
      explain(readings, contract, reads: reads, &comparison)
    }
    let drift = comparison.drift
    findings += comparison.decoding + comparison.violations
    findings = UnreadMembers.unexplained(findings + drift)
    if let contract, let dto = endpoint.dto {
      switch runner.reads(dto, at: target, samples: decoded) {
      case .value(let shape):
        findings += AgreementCheck(contract, shape).findings(beside: findings + decoding)
      case .ended(let end, _):
        notes.append(
          "\(dto.name) was not compared with its contract: without a document its code \(end.words)"
        )
      case .notRun(let reason):
        notes.append("\(dto.name) was not compared with its contract: \(reason.words)")
      }
    }

    var tally = FindingTally(limits: .endpoint)
    for finding in findings { tally.append(placed(finding)) }
    let presence = DataPresence(contract)
    var facts = CheckFacts()
    facts.hasData = readings.contains { $0.document.map(presence.holdsData) ?? false }
    facts.undecoded = undecoded
    facts.outage = outage
    let outcome = CheckOutcome(
      suite: suite, endpoint: endpoint.name, status: CheckStatus(facts, findings),
      samples: readings.count, detail: detail(source, undecoded: undecoded), facts: facts)
    var result = Result(
      outcome: outcome, findings: tally.findings + agreed.findings, notes: notes)
    result.comparisons = comparison.checks
    return result
  }

  /// The finding with the names of the suite and the endpoint.
  private func placed(_ finding: Finding) -> Finding {
    var finding = finding
    finding.suite = suite
    finding.endpoint = endpoint.name
    return finding
  }

  private var target: DTOTarget { .endpoint(suite: suite, endpoint: endpoint.name) }

  /// What the contract said about the responses, and what is left of what the DTO said.
  private struct Comparison {
    var decoding: [Finding]
    var violations: [Finding] = []
    var drift: [Finding] = []
    var checks: [DriftCheck] = []
  }

  /// Holds the responses against the contract, or against the version of it that they speak.
  private func compare(
    _ readings: [ResponseReading], _ contract: Contract, known: [ResponseReading],
    reads: [DecodingRead]?, _ comparison: inout Comparison
  ) {
    guard !otherVersions.isEmpty else {
      let violations = readings.flatMap { ContractCheck(contract, formats: .asserted).run(on: $0) }
      compare(
        readings, contract.shape, violations, known: known.compactMap(\.document), reads: reads,
        &comparison)
      return
    }
    let versions = [contract] + otherVersions
    let spoken = VersionCheck(versions, readings)
    let knownSpoken = VersionCheck(versions, known)
    if var change = spoken.finding(in: readings, reads: reads) {
      comparison.decoding.removeAll { finding in
        let isExplained = spoken.explains(finding, in: readings)
        if isExplained { change.fold(finding) }
        return isExplained
      }
      comparison.drift.append(change)
    }
    for (version, contract) in versions.enumerated() {
      let group = zip(readings, spoken.speeches).filter { $0.1.onlyVersion == version }
      let documents = zip(known, knownSpoken.speeches).filter { $0.1.onlyVersion == version }
      compare(
        group.map(\.0), contract.shape, group.flatMap(\.1.violations),
        known: documents.compactMap(\.0.document), reads: reads, &comparison)
    }
    // Of a response with records of several versions only the records themselves can be judged.
    let mixed = spoken.speeches.filter { $0.onlyVersion == nil }.flatMap(\.violations)
    addViolations(mixed, reads, &comparison)
  }

  private func compare(
    _ readings: [ResponseReading], _ shape: Shape, _ violations: [Finding],
    known: [JSONDocument], reads: [DecodingRead]?, _ comparison: inout Comparison
  ) {
    var summary = ShapeSummary()
    for reading in readings {
      if let document = reading.document { summary.add(document) }
    }
    guard summary.samples > 0 else { return }
    let check = DriftCheck(
      old: Drift.Side(shape: shape, documents: known),
      new: Drift.Side(
        shape: Shape(inferredFrom: summary), documents: readings.compactMap(\.document)),
      reads: reads)
    var drift = check.findings(in: readings, violations: violations)
    addViolations(check.unexplained(violations), reads, &comparison)
    // A change that only single documents show is what the DTO has said about these documents.
    let paths = Set(
      comparison.decoding.filter { !$0.isAgreed && $0.rule != .unreadKey }.compactMap(\.path))
    drift.removeAll { $0.level == .info && $0.path.map(paths.contains) ?? false }
    let sources = Set(readings.map(\.response.source))
    comparison.decoding = check.fold(comparison.decoding, of: sources, into: &drift)
    comparison.drift += drift
    comparison.checks.append(check)
  }

  /// Explains what a type misses by the changes that were accepted before, as long as it reads the old
  /// places.
  private func explain(
    _ readings: [ResponseReading], _ contract: Contract, reads: [DecodingRead]?,
    _ comparison: inout Comparison
  ) {
    let check = DriftCheck(contract, reads: reads)
    guard reads != nil, !check.changes.isEmpty else { return }
    let known = Set(comparison.drift.compactMap(\.path))
    var drift = check.findings(in: readings, violations: []).filter {
      $0.level > .info && !($0.path.map(known.contains) ?? false)
    }
    comparison.decoding = check.fold(
      comparison.decoding, of: Set(readings.map(\.response.source)), into: &drift)
    // A place that the format still has matters as long as the type fails there.
    drift.removeAll { finding in
      let isThere = finding.change?.from.flatMap { contract.shape.shape(at: $0) } != nil
      return isThere && finding.consequences.isEmpty
    }
    for index in drift.indices { drift[index].isAccepted = true }
    comparison.drift += drift
  }

  /// Adds the values that break the contract, where the DTO has not reported the same.
  private func addViolations(
    _ violations: [Finding], _ reads: [DecodingRead]?, _ comparison: inout Comparison
  ) {
    let places = Set(comparison.decoding.map { ValueKey($0) })
    let levels = LevelTable(reads: reads)
    for var violation in violations where !places.contains(ValueKey(violation)) {
      violation.level = levels.level(ofViolationAt: violation.place)
      comparison.violations.append(violation)
    }
  }

  /// A value of a response, to tell whether two findings are about the same one.
  private struct ValueKey: Hashable {
    let source: DocumentSource?
    let pointer: String?
    let line: Int?

    init(_ finding: Finding) {
      source = finding.source
      pointer = finding.pointer
      line = finding.line
    }
  }

  private func detail(_ source: String, undecoded: Int) -> String {
    var parts = [source]
    let isLeft = undecoded > 0 ? " (not run on \(undecoded) of them)" : ""
    parts.append(endpoint.dto.map { $0.name + isLeft } ?? "no DTO")
    parts.append(
      contract.map { "contract \($0.name.split(separator: "/").last ?? "")" } ?? "no contract")
    return parts.joined(separator: ", ")
  }

  /// Joins what several documents showed: a key is required if it was asked for as such once.
  private static func merged(_ reads: [DecodingRead]) -> [DecodingRead] {
    var byPath: [ShapePath: DecodingRead] = [:]
    for read in reads where byPath[read.path].map({ read.isRequired && !$0.isRequired }) ?? true {
      byPath[read.path] = read
    }
    return byPath.map { (text: $0.key.description, read: $0.value) }
      .sorted { $0.text < $1.text }.map(\.read)
  }
}

extension Report {
  /// Adds what came of the check of an endpoint.
  package mutating func add(_ result: EndpointCheck.Result) {
    checks.append(result.outcome)
    findings += result.findings
    mapping += result.mapping
    notes += result.notes
  }
}
