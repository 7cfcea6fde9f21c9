import StrictJSON

extension DecodingReport {
  /// The problems for which the type fails.
  var stopping: [DecodingIssue] { issues.filter(\.kind.stopsDecoding) }

  /// The report in one line, for the notes of a failed test.
  var inWords: String {
    let problems = issues.map { "\($0.pointer): \($0.kind): \($0.message)" }
    let parts = unexplored.map { "\($0.pointer) unexplored: \($0.reason)" }
    return (problems + parts).joined(separator: "; ")
  }
}

extension DecodingReport {
  /// The part in which two reports differ, and how; nil where they are the same.
  func difference(from other: DecodingReport) -> String? {
    if issues != other.issues { return "issues: \(inWords)\n  engine \(other.inWords)" }
    if unexplored != other.unexplored { return "unexplored: \(unexplored) \(other.unexplored)" }
    if reads != other.reads { return "reads: \(reads)\n  engine \(other.reads)" }
    if unread != other.unread { return "unread: \(unread)\n  engine \(other.unread)" }
    return nil
  }
}
