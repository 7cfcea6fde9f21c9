import StrictJSON

/// Response against DTO: strict decoding, reported as findings.
package struct DecodingCheck: Sendable {
  /// The type.
  package let dto: DTOBinding

  private let target: DTOTarget
  private let runner: any DTORunner

  /// Makes a check for a type, whose code runs wherever a runner lets it.
  package init(_ dto: DTOBinding, at target: DTOTarget, runner: any DTORunner) {
    self.dto = dto
    self.target = target
    self.runner = runner
  }

  /// How far a type was run on a document.
  package enum Course: Sendable, Hashable {
    /// It came back.
    case decoded
    /// It did not come back.
    case ended
    /// It was not run.
    case notRun(NotRunReason)

    init<Value>(_ result: DTOResult<Value>) {
      switch result {
      case .value: self = .decoded
      case .ended: self = .ended
      case .notRun(let reason): self = .notRun(reason)
      }
    }
  }

  /// Decodes the documents of responses, and counts and keeps what the tally has room for.
  ///
  /// Returns the places that were not checked to their end, one line each.
  package func report(
    _ readings: [ResponseReading], to tally: inout FindingTally, _ gaps: inout DecodingGaps
  ) -> [String] {
    var notes: [String] = []
    for (reading, result) in zip(readings, decode(readings)) {
      reading.report(to: &tally)
      notes += report(result, of: reading, to: &tally)
      gaps.add(result.map(Course.init))
    }
    return notes
  }

  /// Runs the type's code on the documents of responses; nil where there is none.
  func decode(_ readings: [ResponseReading]) -> [DTOResult<DecodingReport>?] {
    var results = runner.decode(readings.compactMap(\.document), as: dto, at: target)[...]
    return readings.map { $0.document == nil ? nil : results.popFirst() }
  }

  /// Tells what came of decoding one document; returns what was not checked to its end.
  private func report(
    _ result: DTOResult<DecodingReport>?, of reading: ResponseReading, to tally: inout FindingTally
  ) -> [String] {
    guard let document = reading.document else { return [] }
    switch result {
    case .value(let report):
      for issue in report.issues {
        let cause = FindingCause(issue.kind.rule, at: issue.path, of: issue.owner)
        if tally.wants(cause) {
          tally.append(finding(for: issue, in: reading, document), of: cause)
        }
      }
      for unread in report.unread {
        let cause = FindingCause(
          .unreadKey, at: unread.path, of: DecodingOwner(type: unread.type, property: nil))
        if tally.wants(cause) {
          tally.append(finding(for: unread, in: reading, document), of: cause)
        }
      }
      return notes(on: report, of: reading)
    case .ended(let end, let lastWords):
      tally.append(finding(for: end, lastWords, in: reading, document))
      return []
    case .notRun, nil: return []
    }
  }

  /// The places that were not checked to their end, one line each.
  func notes(on report: DecodingReport, of reading: ResponseReading) -> [String] {
    report.unexplored.map { part in
      let place = part.pointer.tokens.isEmpty ? "the document" : part.pointer.description
      return "\(reading.response.name): not all of \(place) was checked: \(part.reason)"
    }
  }

  /// The finding about code that did not come back from a document.
  func finding(
    for end: DTOEnd, _ lastWords: String?, in reading: ResponseReading, _ document: JSONDocument
  ) -> Finding {
    var finding = Finding(
      .invalidValue,
      "the code of \(dto.name) \(end.words) on this document, as it would in the app"
        + (end.usualCause.map { ": \($0)" } ?? ""))
    finding.expected = "a document that \(dto.name) decodes or refuses"
    // The last line that the code wrote says why, in its own words.
    finding.found =
      "code that \(end.words)"
      + (lastWords.map { ", with the last line \(JSONWriter.quoted($0))" } ?? "")
    finding.dto = DTOReference(type: dto.name, property: nil)
    return reading.place(finding, document.root.byteRange, pointer: JSONPointer(tokens: []))
  }

  /// The finding about an issue.
  func finding(
    for issue: DecodingIssue, in reading: ResponseReading, _ document: JSONDocument
  ) -> Finding {
    var finding = Finding(issue.kind.rule, issue.message)
    finding.place = issue.path
    finding.expected = issue.expected.description
    finding.found = issue.found
    finding.statesValues = issue.statesValues
    finding.dto = DTOReference(
      type: issue.owner?.type ?? dto.name, property: issue.owner?.property)
    let value = document.value(at: issue.pointer).flatMap {
      $0.offset == issue.offset ? $0.byteRange : nil
    }
    return reading.place(
      finding, value ?? issue.offset..<issue.offset + 1, pointer: issue.pointer)
  }
}

/// The documents that a type did not decode to their end, counted.
package struct DecodingGaps: Sendable {
  private(set) var ended = 0

  /// Why it was not run, in words.
  private(set) var reason: String?

  /// The documents that the type was not run on.
  package private(set) var notRun = 0

  package init() {}

  init(ended: Int, notRun: Int, reason: String?) {
    self.ended = ended
    self.notRun = notRun
    self.reason = reason
  }

  var isEmpty: Bool { ended == 0 && notRun == 0 }

  /// Adds the documents of another part; of several reasons the first by its words is told.
  package mutating func merge(_ other: DecodingGaps) {
    ended += other.ended
    notRun += other.notRun
    reason = [reason, other.reason].compactMap { $0 }.min()
  }

  package mutating func add(_ course: DecodingCheck.Course?) {
    switch course {
    case .ended: ended += 1
    case .notRun(let reason):
      notRun += 1
      self.reason = self.reason ?? reason.words
    case .decoded, nil: break
    }
  }

  /// What to say of them, one line each.
  package func notes(on type: String) -> [String] {
    func documents(_ count: Int) -> String {
      count == 1 ? "1 document was" : "\(count) documents were"
    }
    var notes: [String] = []
    if ended > 0 {
      notes.append(
        "\(documents(ended)) not checked any further, because \(type) did not come back")
    }
    if let reason {
      notes.append("\(documents(notRun)) not decoded as \(type): \(reason)")
    }
    return notes
  }
}

extension DecodingIssue.Kind {
  /// The rule of the kind.
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
