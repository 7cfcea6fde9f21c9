public import StrictJSON

/// Response against DTO: strict decoding, told as findings.
public struct DecodingCheck: Sendable {
  /// The type.
  public let dto: DTOBinding

  /// Makes a check for a type.
  public init(_ dto: DTOBinding) {
    self.dto = dto
  }

  /// What one document gave.
  public struct Outcome: Sendable {
    /// The problems.
    public var findings: [Finding]

    /// What the type asked for.
    public var reads: [DecodingRead]

    /// The places that were not checked to their end, one line each.
    public var notes: [String]
  }

  /// Decodes the document of a response; nothing where there is none.
  public func run(on reading: ResponseReading) -> Outcome {
    var tally = FindingTally(limits: .none)
    var outcome = Outcome(findings: [], reads: [], notes: [])
    for decoded in decode([reading]) {
      if case .report(let report) = decoded { outcome.reads = report.reads }
      outcome.notes = tell(decoded, of: reading, to: &tally)
    }
    outcome.findings = tally.findings
    return outcome
  }

  /// Decodes the documents of responses, and counts and keeps what the tally has room for.
  ///
  /// Returns the places that were not checked to their end, one line each.
  public func tell(_ readings: [ResponseReading], to tally: inout FindingTally) -> [String] {
    var notes: [String] = []
    for (reading, decoded) in zip(readings, decode(readings)) {
      reading.tell(to: &tally)
      notes += tell(decoded, of: reading, to: &tally)
    }
    return notes
  }

  /// What came of running the type's code on a response.
  private enum Decoded {
    case noDocument
    case report(DecodingReport)
    /// The code ended the program.
    case ended
  }

  private func decode(_ readings: [ResponseReading]) -> [Decoded] {
    readings.map { reading in
      guard let document = reading.document else { return .noDocument }
      return TrapGuard.run(type: dto.name, on: reading.response.name) { dto.decode(document) }
        .map(Decoded.report) ?? .ended
    }
  }

  /// Tells what came of decoding one document; returns what was not checked to its end.
  private func tell(
    _ decoded: Decoded, of reading: ResponseReading, to tally: inout FindingTally
  ) -> [String] {
    guard let document = reading.document else { return [] }
    let name = reading.response.name
    guard case .report(let report) = decoded else {
      tally.append(trapFinding(in: reading, document))
      return ["\(name): nothing else of it was checked, because the code of \(dto.name) trapped"]
    }
    for issue in report.issues {
      let cause = FindingCause(issue.kind.rule, path: issue.path)
      if tally.wants(cause) {
        tally.append(finding(for: issue, in: reading, document), of: cause)
      }
    }
    for unread in report.unread {
      let cause = FindingCause(.unreadKey, path: unread.path)
      if tally.wants(cause) {
        tally.append(finding(for: unread, in: reading, document), of: cause)
      }
    }
    return report.unexplored.map { part in
      let place = part.pointer.tokens.isEmpty ? "the document" : part.pointer.description
      return "\(name): not all of \(place) was checked: \(part.reason)"
    }
  }

  /// The finding about code that ended the program; see ``TrapGuard``.
  private func trapFinding(in reading: ResponseReading, _ document: JSONDocument) -> Finding {
    var finding = Finding(
      .invalidValue,
      "the code of \(dto.name) ends the program on this document, as it would end the app: a "
        + "forced unwrap, an index, a precondition")
    finding.dto = DTOReference(type: dto.name, property: nil)
    return reading.place(finding, document.root.byteRange, pointer: JSONPointer(tokens: []))
  }

  private func finding(
    for issue: DecodingIssue, in reading: ResponseReading, _ document: JSONDocument
  ) -> Finding {
    var finding = Finding(issue.kind.rule, issue.message)
    finding.path = issue.path
    finding.expected = issue.expected
    finding.found = issue.found
    finding.dto = DTOReference(
      type: issue.owner?.type ?? dto.name, property: issue.owner?.property)
    let value = document.value(at: issue.pointer).flatMap {
      $0.offset == issue.offset ? $0.byteRange : nil
    }
    return reading.place(
      finding, value ?? issue.offset..<issue.offset + 1, pointer: issue.pointer)
  }
}

extension DecodingIssue.Kind {
  /// The rule that stands for the kind.
  var rule: Rule {
    switch self {
    case .missingKey: .missingKey
    case .nullValue: .nullValue
    case .typeMismatch: .typeMismatch
    case .numberOutOfRange: .numberOutOfRange
    case .invalidDate: .invalidDate
    case .implausibleDate: .implausibleDate
    case .invalidURL: .invalidURL
    case .unknownEnumValue: .unknownEnumValue
    case .invalidValue: .invalidValue
    case .tolerated: .tolerated
    case .nullSlot: .nullSlot
    case .slotGap: .slotGap
    case .unpairedSlot: .unpairedSlot
    }
  }
}
