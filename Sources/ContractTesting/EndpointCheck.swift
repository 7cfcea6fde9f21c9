package import HTTPFixtures
import JSONSchema
package import SchemaDrift
package import StrictJSON

/// The check of one endpoint: its responses against its DTO and its contract, and the contract
/// against the responses as a whole.
///
/// The three witnesses overlap: a `null` breaks the type, the contract and the statistics at once.
/// One cause becomes as few findings as possible: each value by what the DTO says about it, the
/// change of the format once, and what breaks the contract only where neither of them reports it. What
/// a document has in common with the contract, such as an unused slot that is `null`, is marked as
/// agreed.
///
/// The responses are gone over once (``EndpointPass``), and none of them is kept; what follows from all of
/// them together comes at the end.
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

  /// Whether the result says how often each member was there.
  package var countsMembers = false

  /// Makes a check.
  package init(suite: String, endpoint: WatchedEndpoint, contract: Contract?) {
    self.suite = suite
    self.endpoint = endpoint
    self.contract = contract
  }

  /// What came of a check.
  package struct Result: Sendable {
    /// The verdict.
    package var outcome: CheckOutcome

    /// The findings, each with suite and endpoint.
    package var findings: [Finding]

    /// The comparisons of the responses with the versions of the contract.
    var comparisons: [DriftCheck] = []

    /// How often each member was there; empty unless somebody asked for it.
    package var shares: [ShapePath: MemberShare] = [:]

    /// Why fixtures could not be read, or recordings for review not be kept; empty where nothing failed.
    package var faults: [FixtureError] = []

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
    var pass = makePass()
    for reading in readings { pass.add(reading) }
    return finish(
      &pass, ReadingSource(readings), source: source, known: known, outage: outage)
  }

  /// Checks fixtures that are read one at a time.
  ///
  /// One that cannot be read takes nothing away from what the others show; the result has its fault, and the
  /// check counts as one that could not be made. Throws what else reading one of them throws.
  func run(on fixtures: ReadingSource) throws -> Result {
    var pass = makePass()
    var readable: [Int] = []
    var faults: [FixtureError] = []
    for number in 0..<fixtures.count {
      do {
        pass.add(try fixtures[number])
        readable.append(number)
      } catch let fault as FixtureError {
        faults.append(fault)
      }
    }
    var result = finish(
      &pass, fixtures.part(readable), source: readable.count.counted("fixture"), known: [],
      outage: nil)
    guard let first = faults.first else { return result }
    // What no readable fixture shows may be in the others, unless a document suffers from it; a null that is new is
    // there whatever they hold.
    for index in result.findings.indices where Self.isAbsence(result.findings[index]) {
      result.findings[index].level = .info
    }
    result.faults = faults
    result.outcome.stop(
      first.statement + Self.list(faults.dropFirst().map(\.path)), result.findings)
    return result
  }

  /// The names of further fixtures that cannot be read, as far as a line has room for them.
  private static func list(_ others: [String]) -> String {
    guard !others.isEmpty else { return "" }
    let names = others.prefix(3).map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    let rest = others.count - names.count
    return "; nor can " + names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Whether a finding tells of what does not come any more, and no document suffers from it.
  private static func isAbsence(_ finding: Finding) -> Bool {
    let absences: Set<DriftRule> = [.keyRemoved, .becameEmpty]
    return finding.rule.drift.map(absences.contains) ?? false && finding.consequences.isEmpty
  }

  /// Whether a finding says no more than that the answers hold no record, which may be so for now.
  ///
  /// Where the key of the records is gone, or null in answers that had some, data is lost.
  private static func isOfEmptyAnswers(_ finding: Finding, _ records: [ShapePath]) -> Bool {
    guard finding.consequences.isEmpty else { return false }
    switch finding.rule.drift {
    case .becameEmpty: return true
    case .becameAlwaysNull: return finding.level < .breaking
    case .keyRemoved:
      // What stands beside records that are none, such as the link to the next page, comes with them.
      guard let place = finding.place else { return false }
      return !records.contains { $0.isWithin(place) || place.isWithin($0) }
    default: return false
    }
  }

  /// Gives a value in the place of the answer that the contract does not know the level of one that breaks it.
  ///
  /// Few samples say little of a member that is null in some of them; of answers that all are null, or a list where
  /// an object was, they say enough. What stands beside a list of records, such as the facets of a search, comes with
  /// them, and one answer may say that there is nothing just now.
  private func gradeLostAnswers(
    in comparison: inout Comparison, _ records: [ShapePath], _ pass: EndpointPass
  ) {
    let levels = LevelTable(reads: pass.reads)
    let rules: Set<DriftRule> = [
      .becameNullable, .becameOptional, .typeChanged, .arrayToScalar, .scalarToArray,
    ]
    guard pass.count >= Self.fewestEmptyAnswers else { return }
    for index in comparison.drift.indices {
      let finding = comparison.drift[index]
      guard let rule = finding.rule.drift, rules.contains(rule),
        let place = finding.change?.from, place.isEnvelope,
        records.contains(where: { $0.isWithin(place) || $0 == ShapePath() }),
        comparison.checks.contains(where: { check in
          guard let old = check.oldShape(at: place), old.isContainer,
            rule != .becameOptional || check.newShape(at: place) == nil
          else { return false }
          return (old.observed?.records.present ?? 0) >= Self.fewestKnownAnswers
        })
      else { continue }
      comparison.drift[index].level = max(finding.level, levels.level(ofViolationAt: place))
    }
  }

  /// Of three answers with and three without a record, chance parts them so in one of 20 cases.
  private static let fewestEmptyAnswers = 3
  private static let fewestKnownAnswers = 3

  private func makePass() -> EndpointPass {
    EndpointPass(
      endpoint.dto.map { DecodingCheck($0, at: target, runner: runner) }, contract: contract,
      otherVersions: otherVersions)
  }

  /// Judges what a pass over the responses has gathered.
  private func finish(
    _ pass: inout EndpointPass, _ responses: ReadingSource, source: String,
    known: [ResponseReading], outage: Outage.Reason?
  ) -> Result {
    pass.finish()
    var notes = pass.notes.lines
    let shape = contract == nil ? nil : readShape(pass.decoded, &notes)
    if let shape { pass.complete(readsBy: shape) }
    let decoding = pass.decoding.findings
    var comparison = Comparison(decoding: decoding)
    if let contract {
      compare(pass, responses, known: known, &comparison)
      explain(pass, responses, contract, &comparison)
    }
    // Of an endpoint without data one finding says it all.
    if !pass.hasData {
      let records = comparison.checks.flatMap(\.records.old)
      gradeLostAnswers(in: &comparison, records, pass)
      comparison.drift.removeAll { Self.isOfEmptyAnswers($0, records) }
    }
    var findings = UnreadMembers.unexplained(
      pass.general.findings + comparison.decoding + comparison.violations + comparison.drift,
      by: comparison.checks.flatMap(\.changes))
    if let contract, let shape {
      findings += AgreementCheck(contract, shape).findings(beside: findings + decoding).filter {
        !comparison.isExplained($0)
      }
    }

    var tally = FindingTally(limits: .endpoint)
    for finding in findings { tally.append(placed(finding)) }
    var facts = CheckFacts()
    facts.hasData = pass.hasData
    facts.undecoded = pass.gaps.notRun
    facts.outage = outage
    let outcome = CheckOutcome(
      suite: suite, endpoint: endpoint.name, status: CheckStatus(facts, findings),
      samples: responses.count, detail: detail(source, undecoded: facts.undecoded), facts: facts)
    var result = Result(
      outcome: outcome, findings: tally.findings + pass.agreed.findings.map(placed), notes: notes)
    result.comparisons = comparison.checks
    // Each answer of a random endpoint is another one, and so is what is there.
    if countsMembers, pass.hasData, !endpoint.sampling.isRandom {
      var summary = ShapeSummary()
      for version in pass.versions { summary.merge(version.summary) }
      result.shares = MemberShare.shares(
        of: Shape(inferredFrom: summary), agreed: contract?.shape)
    }
    return result
  }

  /// What the type reads, by its code and by documents that it came back from; nil where that cannot be known.
  private func readShape(_ samples: [JSONDocument], _ notes: inout [String]) -> DTOShape? {
    guard let dto = endpoint.dto else { return nil }
    switch runner.reads(dto, at: target, samples: samples) {
    case .value(let shape): return shape
    case .ended(let end, _):
      notes.append(
        "\(dto.name) was not compared with its contract: without a document its code \(end.words)")
    case .notRun(let reason):
      notes.append("\(dto.name) was not compared with its contract: \(reason.words)")
    }
    return nil
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
    /// The changes that were accepted before, and what is told of them.
    var accepted: (check: DriftCheck, told: [Finding])?

    /// Whether what a contract and a type do not agree on follows from an accepted change that is told.
    func isExplained(_ finding: Finding) -> Bool {
      guard let place = finding.place else { return false }
      return accepted?.check.explains(place, by: accepted?.told ?? []) ?? false
    }
  }

  /// Holds the responses against the contract, or against the version of it that they speak.
  private func compare(
    _ pass: EndpointPass, _ responses: ReadingSource, known: [ResponseReading],
    _ comparison: inout Comparison
  ) {
    guard let spoken = pass.versionCheck else {
      compare(pass, 0, responses, known: known.compactMap(\.document), &comparison)
      return
    }
    if var change = spoken.finding(reads: pass.reads) {
      for finding in pass.explained.findings { change.fold(finding) }
      comparison.drift.append(change)
    }
    var knownCheck = VersionCheck(spoken.versions)
    let knownVersions = known.map { knownCheck.add($0).onlyVersion }
    for (version, part) in pass.versions.enumerated() {
      let documents = zip(known, knownVersions).filter { $0.1 == version }
      compare(
        pass, version, responses.part(part.numbers), known: documents.compactMap(\.0.document),
        &comparison)
    }
    // Of a response with records of several versions only the records themselves can be judged.
    addViolations(pass.mixedViolations.findings, pass.reads, &comparison)
  }

  /// Holds the responses that speak a version against it.
  private func compare(
    _ pass: EndpointPass, _ number: Int, _ responses: ReadingSource, known: [JSONDocument],
    _ comparison: inout Comparison
  ) {
    let version = pass.versions[number]
    guard let contract = version.contract, version.summary.samples > 0 else { return }
    let check = DriftCheck(
      old: Drift.Side(shape: contract.shape, documents: known, sketch: contract.sketch),
      new: Drift.Side(
        shape: Shape(inferredFrom: version.summary), documents: version.sample.documents),
      reads: pass.reads, outlines: pass.outlines)
    var drift = check.findings(in: responses, violations: version.firstViolations)
    let violations = check.unexplained(version.violations.findings)
    addViolations(violations, pass.reads, &comparison, chance: check)
    // A change that only single documents show is what the DTO has said about these documents.
    let paths = Set(
      comparison.decoding.filter { !$0.isAgreed && $0.rule != .unreadKey }.compactMap(\.path))
    let isSaid = { (finding: Finding) in
      finding.level == .info && finding.path.map(paths.contains) ?? false
    }
    // What is to be done about it is the same, unless it is the fault of one document.
    let steps = Dictionary(
      drift.filter(isSaid).compactMap { finding in finding.path.map { ($0, finding.nextStep) } },
      uniquingKeysWith: { first, _ in first })
    var handedOn: Set<String> = []
    var counts: [String?: Int] = [:]
    for finding in comparison.decoding { counts[finding.path, default: 0] += 1 + finding.more }
    for index in comparison.decoding.indices {
      let finding = comparison.decoding[index]
      guard [.nullValue, .missingKey].contains(finding.rule), finding.nextStep == nil,
        counts[finding.path, default: 0] > 1,
        let path = finding.path, let step = steps[path]
      else { continue }
      comparison.decoding[index].nextStep = step
      handedOn.insert(path)
    }
    drift.handOnPatches(of: { isSaid($0) && !($0.path.map(handedOn.contains) ?? false) })
    drift.removeAll(where: isSaid)
    comparison.decoding = check.fold(
      comparison.decoding, where: { pass.isOfVersion(number, $0) }, into: &drift)
    comparison.drift += drift
    comparison.checks.append(check)
  }

  /// Explains what a type misses by the changes that were accepted before, as long as it reads the old
  /// places.
  private func explain(
    _ pass: EndpointPass, _ responses: ReadingSource, _ contract: Contract,
    _ comparison: inout Comparison
  ) {
    let check = DriftCheck(contract, reads: pass.reads, outlines: pass.outlines)
    guard pass.reads != nil, !check.changes.isEmpty else { return }
    let known = Set(comparison.drift.compactMap(\.path))
    var drift = check.findings(in: responses)
    let isTold = { (finding: Finding) in
      finding.level == .info || finding.path.map(known.contains) ?? false
    }
    drift.handOnPatches(of: isTold)
    drift.removeAll(where: isTold)
    comparison.decoding = check.fold(comparison.decoding, into: &drift)
    // A place that the format still has, or has again, matters as long as the type fails there.
    let formats = [contract.shape] + pass.versions.map { Shape(inferredFrom: $0.summary) }
    let isThere = { (finding: Finding) in
      guard let from = finding.change?.from else { return false }
      return finding.consequences.isEmpty && formats.contains { $0.shape(at: from) != nil }
    }
    drift.handOnPatches(of: isThere)
    drift.removeAll(where: isThere)
    for index in drift.indices { drift[index].isAccepted = true }
    comparison.accepted = (check, drift)
    comparison.drift += drift
  }

  /// Adds the values that break the contract, with the level that the type gives them.
  private func addViolations(
    _ violations: [Finding], _ reads: [DecodingRead]?, _ comparison: inout Comparison,
    chance check: DriftCheck? = nil
  ) {
    let levels = LevelTable(reads: reads)
    let counts = ViolationCounts(violations)
    for var violation in violations {
      let isChance = check?.isChance(counts[violation], of: violation) ?? false
      violation.level = isChance ? .info : levels.level(ofViolationAt: violation.place)
      comparison.violations.append(violation)
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
}

extension Report {
  /// Adds what came of the check of an endpoint.
  package mutating func add(_ result: EndpointCheck.Result) {
    checks.append(result.outcome)
    findings += result.findings
    mapping += result.mapping
    notes += result.notes
    if !result.shares.isEmpty {
      material.shares["\(result.outcome.suite)/\(result.outcome.endpoint)"] = result.shares
    }
  }
}
