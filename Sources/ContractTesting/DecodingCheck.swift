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
    guard let document = reading.document else {
      return Outcome(findings: [], reads: [], notes: [])
    }
    let name = reading.response.name
    guard let report = TrapGuard.run(type: dto.name, on: name, { dto.decode(document) }) else {
      return Outcome(
        findings: [trapFinding(in: reading, document)], reads: [],
        notes: ["\(name): nothing else of it was checked, because the code of \(dto.name) trapped"])
    }
    return Outcome(
      findings: report.issues.map { finding(for: $0, in: reading, document) }
        + report.unread.map { finding(for: $0, in: reading, document) },
      reads: report.reads,
      notes: report.unexplored.map { part in
        let place = part.pointer.tokens.isEmpty ? "the document" : part.pointer.description
        return "\(reading.response.name): not all of \(place) was checked: \(part.reason)"
      })
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
