import JSONSchema
import SchemaDrift
import StrictJSON

/// What a check gathers of the responses of an endpoint, one after the other.
///
/// Each response is decoded, validated, added to what is known of the format, and let go. What is kept
/// does not grow with their number: counted findings (``FindingTally``), a summary of the format, the
/// keys that the type asked for, and a sample of the records (``ReadingSample``).
struct EndpointPass {
  /// What is known of the responses that speak one version of the contract.
  struct Version {
    /// The contract; nil where there is none.
    let contract: Contract?
    /// The format of the responses.
    var summary = ShapeSummary()
    /// Some of the responses.
    var sample = ReadingSample()
    /// The values that break the contract, and what the type does not say of them itself.
    var violations = FindingTally(limits: .endpoint)
    /// The first value of each place that breaks the contract, said by the type or not.
    var firstViolations: [ShapePath: Finding] = [:]
    /// The numbers of the responses; not kept where there is only one version.
    var numbers: [Int] = []
  }

  /// Findings about HTTP and about the text.
  private(set) var general = FindingTally(limits: .endpoint)
  /// What the type said, but for what the contract agrees with.
  private(set) var decoding = FindingTally(limits: .endpoint)
  /// The same of records that speak another version, which explains it.
  private(set) var explained = FindingTally(limits: .endpoint)
  /// What the contract agrees with.
  private(set) var agreed = FindingTally(limits: .endpoint)
  /// What breaks the contract in responses with records of several versions.
  private(set) var mixedViolations = FindingTally(limits: .endpoint)
  /// The versions of the contract, the expected one first; one without a contract where there is none.
  private(set) var versions: [Version]
  /// The version of the responses that have kept findings, where it is not the first one.
  private var versionOfSource: [DocumentSource: Int] = [:]
  /// Which version each record speaks; nil where there is only one.
  private(set) var versionCheck: VersionCheck?

  /// What the type asked for; nil where it was never run.
  private(set) var reads: [DecodingRead]?

  /// What is known of the types that asked.
  private(set) var outlines: [TypeOutline] = []
  private var lastReads: [DecodingRead] = []
  private(set) var gaps = DecodingGaps()
  private(set) var notes = BoundedNotes()
  /// Documents that show what the type reads behind an initialiser of its own.
  private(set) var decoded: [JSONDocument] = []
  private(set) var hasData = false
  private(set) var count = 0

  private let check: DecodingCheck?
  private var agreement: SlotAgreement?
  private let presence: DataPresence
  private var unread: UnreadMembers
  private var batch = ReadingBatch()

  /// The most documents that show what a type reads.
  private static let maximumReadSamples = 16

  /// The most places of which the first violation is kept.
  private static let maximumPlaces = 10_000

  /// A number for responses whose records speak several versions.
  private static let mixed = -1

  init(_ check: DecodingCheck?, contract: Contract?, otherVersions: [Contract]) {
    self.check = check
    agreement = contract.map(SlotAgreement.init)
    presence = DataPresence(contract)
    unread = UnreadMembers(contract)
    let all = contract.map { [$0] + otherVersions } ?? []
    versions = all.isEmpty ? [Version(contract: nil)] : all.map { Version(contract: $0) }
    versionCheck = all.count > 1 ? VersionCheck(all) : nil
  }

  /// Takes the next response.
  mutating func add(_ reading: ResponseReading) {
    if let full = batch.add(reading) { take(full) }
  }

  /// Takes what is left when there are no more responses.
  mutating func finish() {
    take(batch.rest)
    batch = ReadingBatch()
    if let check { notes.append(gaps.notes(on: check.dto.name)) }
  }

  /// Adds what the type reads below the places that it did not come to in any document.
  ///
  /// Of an object that it came to, the documents show what it asks for.
  mutating func complete(readsBy shape: DTOShape) {
    outlines = shape.outlines
    guard let known = reads else { return }
    let reached = Set(known.map(\.path.parent))
    reads = Self.merged(known + shape.reads.filter { !reached.contains($0.path.parent) })
  }

  /// Whether a kept finding comes from a response that speaks a version.
  func isOfVersion(_ version: Int, _ finding: Finding) -> Bool {
    finding.source.map { versionOfSource[$0] ?? 0 } == version
  }

  // MARK: One response

  private mutating func take(_ readings: [ResponseReading]) {
    let results = check?.decode(readings) ?? Array(repeating: nil, count: readings.count)
    for (reading, result) in zip(readings, results) { take(reading, result) }
  }

  private mutating func take(_ reading: ResponseReading, _ result: DTOResult<DecodingReport>?) {
    defer { count += 1 }
    reading.report(to: &general)
    guard let document = reading.document else { return }
    if !hasData { hasData = presence.holdsData(document) }
    let speech = versionCheck?.add(reading)
    let version = speech.map { $0.onlyVersion ?? Self.mixed } ?? 0
    let said = takeDecoding(result, of: reading, document, speech, version)
    takeViolations(of: reading, document, speech, version, said: said)
    guard version != Self.mixed else { return }
    versions[version].summary.add(document)
    versions[version].sample.add(reading)
    if speech != nil { versions[version].numbers.append(count) }
  }

  /// Counts what the type said of a document; returns the places of what stays news.
  private mutating func takeDecoding(
    _ result: DTOResult<DecodingReport>?, of reading: ResponseReading, _ document: JSONDocument,
    _ speech: VersionCheck.Speech?, _ version: Int
  ) -> [Place] {
    guard let check, let result else { return [] }
    let course = DecodingCheck.Course(result)
    gaps.add(course)
    if course == .decoded, decoded.count < Self.maximumReadSamples { decoded.append(document) }
    // Nearly all documents of a type ask for the same.
    let asked = result.value?.reads ?? []
    if reads == nil || asked != lastReads {
      reads = Self.merged((reads ?? []) + asked)
      lastReads = asked
    }
    var said: [Place] = []
    switch result {
    case .value(let report):
      notes.append(check.notes(on: report, of: reading))
      let verdicts = agreement?.verdicts(on: report.issues, in: document)
      for (index, issue) in report.issues.enumerated() {
        let verdict = verdicts?[index] ?? .news
        if verdict == .told { continue }
        let isAgreed = verdict == .agreed
        let rule = issue.kind.rule
        let cause = FindingCause(rule, isAgreed: isAgreed, at: issue.path, version: version)
        if isAgreed {
          guard agreed.wants(cause) else { continue }
          var finding = check.finding(for: issue, in: reading, document)
          finding.isAgreed = true
          agreed.append(finding, of: cause)
        } else if speech?.explains(rule, at: issue.pointer) ?? false {
          guard explained.wants(cause) else { continue }
          explained.append(check.finding(for: issue, in: reading, document), of: cause)
        } else {
          said.append(Place(pointer: issue.pointer, offset: issue.offset))
          guard decoding.wants(cause) else { continue }
          keep(check.finding(for: issue, in: reading, document), of: cause, version)
        }
      }
      for key in report.unread where unread.isFirst(key) {
        var finding = check.finding(for: key, in: reading, document)
        finding.isAgreed = unread.isKnown(key, in: document)
        said.append(Place(pointer: key.pointer, offset: key.offset))
        keep(finding, version)
      }
    case .ended(let end, let lastWords):
      let finding = check.finding(for: end, lastWords, in: reading, document)
      said.append(
        Place(pointer: JSONPointer(tokens: []), offset: document.root.byteRange.lowerBound))
      keep(finding, version)
    case .notRun: break
    }
    return said
  }

  private mutating func keep(_ finding: Finding, _ version: Int) {
    let cause = FindingCause(
      finding.rule, isAgreed: finding.isAgreed, path: finding.path, version: version)
    if decoding.wants(cause) { keep(finding, of: cause, version) }
  }

  private mutating func keep(_ finding: Finding, of cause: FindingCause, _ version: Int) {
    decoding.append(finding, of: cause)
    if version != 0, let source = finding.source { versionOfSource[source] = version }
  }

  /// Counts the values that break the contract, where the type has not reported the same.
  private mutating func takeViolations(
    of reading: ResponseReading, _ document: JSONDocument, _ speech: VersionCheck.Speech?,
    _ version: Int, said: [Place]
  ) {
    let found: [Finding]
    if let speech {
      found = speech.violations
    } else if let contract = versions[0].contract {
      found = ContractCheck(contract, formats: .asserted).run(on: reading)
    } else {
      return
    }
    guard !found.isEmpty else { return }
    let places = Set(said.map { ValueKey($0, in: document, reading) })
    for violation in found {
      let isSaid = places.contains(ValueKey(violation))
      guard version != Self.mixed else {
        if !isSaid { mixedViolations.append(violation) }
        continue
      }
      if let place = violation.place, versions[version].firstViolations[place] == nil,
        versions[version].firstViolations.count < Self.maximumPlaces
      {
        versions[version].firstViolations[place] = violation
      }
      if !isSaid { versions[version].violations.append(violation) }
    }
  }

  /// Where an issue is.
  private struct Place {
    let pointer: JSONPointer
    let offset: Int
  }

  /// A value of a response, to tell whether two findings are about the same one.
  private struct ValueKey: Hashable {
    let pointer: String?
    let line: Int?

    init(_ finding: Finding) {
      pointer = finding.pointer
      line = finding.line
    }

    init(_ place: Place, in document: JSONDocument, _ reading: ResponseReading) {
      pointer = place.pointer.description
      line = document.location(atOffset: place.offset).line + reading.response.firstLine - 1
    }
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

/// Notes of many documents: the first ones, and the number of the others.
struct BoundedNotes {
  private static let maximum = 100
  private var kept: [String] = []
  private var others = 0

  mutating func append(_ notes: [String]) {
    let room = max(0, Self.maximum - kept.count)
    kept += notes.prefix(room)
    others += max(0, notes.count - room)
  }

  /// The notes, and one about those that are not among them.
  var lines: [String] {
    others == 0 ? kept : kept + ["\(others) more places were not checked to their end"]
  }
}
