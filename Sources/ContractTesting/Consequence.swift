package import StrictJSON

/// What follows from the cause of a finding: the same problem, seen from where it hurts.
///
/// A key that was renamed is missing in each document. That is one finding with one consequence,
/// which counts the documents and keeps their places.
package struct Consequence: Sendable, Hashable {
  /// A place that shows the consequence.
  package struct Occurrence: Sendable, Hashable {
    /// Where the document came from.
    package var source: DocumentSource

    /// The place in the document as a JSON Pointer.
    package var pointer: String?

    /// The line, counted from 1.
    package var line: Int?

    /// The column in UTF-8 bytes, counted from 1.
    package var column: Int?
  }

  /// The rule of the finding that it would have been.
  package var rule: Rule

  /// How much it matters by itself.
  package var level: Level

  /// The place in the format.
  package var path: ShapePath?

  /// What is wrong, in one line, where it was seen first.
  package var message: String

  /// The Swift type and property that fail.
  package var dto: DTOReference?

  /// The number of times.
  package var count: Int

  /// The places, as far as they were kept.
  package var places: [Occurrence]

  /// Makes a consequence of what would have been a finding.
  init(_ finding: Finding) {
    rule = finding.rule
    level = finding.level
    path = finding.place
    message = finding.message
    dto = finding.dto
    count = 1 + finding.more
    places =
      finding.source.map {
        [
          Occurrence(
            source: $0, pointer: finding.pointer, line: finding.line, column: finding.column)
        ]
      } ?? []
  }
}

extension Finding {
  /// Adds what follows from the same cause; the finding matters as much as its worst consequence.
  mutating func fold(_ finding: Finding) {
    let consequence = Consequence(finding)
    level = max(level, finding.level)
    dto = dto ?? finding.dto
    let index = consequences.firstIndex {
      $0.rule == finding.rule && $0.dto == finding.dto && $0.path == finding.place
    }
    guard let index else {
      consequences.append(consequence)
      return
    }
    consequences[index].count += consequence.count
    consequences[index].places += consequence.places
  }
}
