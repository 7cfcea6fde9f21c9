import WireDates

/// A value that should be a date and is none: what it looks like, beside what was expected.
struct DateProblem {
  private let node: JSONValue
  private let format: DateFormat?
  private let expected: Expectation

  init(_ node: JSONValue, format: DateFormat?) {
    self.node = node
    self.format = format
    expected = format.map { .other($0.explanation) } ?? .date
  }

  /// The failure of a value that was refused.
  func failure(_ path: DecodingPath, _ session: DecodingSession) -> NodeFailure {
    guard node.kind == .number || node.kind == .string else {
      return session.mismatch(expected, node, path)
    }
    return NodeFailure(issues: [issue(path, session)])
  }

  /// The problem of a string or a number that a type refuses in its own words.
  func issue(
    _ path: DecodingPath, _ session: DecodingSession, refusedBy name: String, _ reason: String
  ) -> DecodingIssue {
    session.issue(
      .invalidDate, node, path, expected: expected, found: node.words,
      message: "\(node.words) is \(DateLook(node).summary); \(name) refuses it: \(reason)")
  }

  /// The problem of a string or a number.
  ///
  /// A number where text is expected, or text where a number is, is of the wrong type; any other
  /// is no date.
  func issue(_ path: DecodingPath, _ session: DecodingSession) -> DecodingIssue {
    let isOtherKind = format.map { $0.isNumeric != (node.kind == .number) } ?? false
    return session.issue(
      isOtherKind ? .typeMismatch : .invalidDate, node, path, expected: expected,
      found: node.words,
      message: "\(node.words) is \(DateLook(node).summary); expected \(expected)",
      statesValues: true)
  }

  /// Puts the words of dates into a failure of the value that only speaks of its JSON type.
  func explained(
    _ failure: NodeFailure, _ path: DecodingPath, _ session: DecodingSession
  ) -> NodeFailure {
    guard failure.issues.count == 1, let issue = failure.issues.first,
      issue.offset == node.offset, issue.kind == .typeMismatch || issue.kind == .nullValue
    else { return failure }
    var explained = failure
    explained.issues = self.failure(path, session).issues
    return explained
  }
}

/// A value that a decoder took as a date although a person would not.
struct DateDoubt {
  private let node: JSONValue
  private let format: DateFormat?
  private let look: DateLook

  // Nearly all dates are plain, so what is said of the others is put into words when it is asked for.
  var expected: Expectation { format.map { .other($0.explanation) } ?? .date }
  var found: String { node.words }
  var reason: String { look.summary }

  /// Makes a doubt; nil where the value is a plain date.
  ///
  /// `format` is the format that the type is known to expect; nil where it is not known.
  init?(_ node: JSONValue, format: DateFormat?) {
    guard node.kind == .string || node.kind == .number else { return nil }
    self.node = node
    self.format = format
    look = DateLook(node)
    if look.problem != nil { return }
    switch (node.kind, format) {
    case (.number, let format?):
      guard format.isNumeric, look.format != format else { return nil }
    case (.number, nil):
      // Which unit is meant is known only where the type says so.
      return nil
    case (_, nil) where !Self.isNoDateInAnyFormat(node.string ?? "", look): return nil
    default:
      guard look.format == nil else { return nil }
    }
  }

  /// Whether a text is suspicious although its format is the type's own secret: a format
  /// may well be `MMM d, yyyy`, but none has no digit, or text behind a whole date-time.
  private static func isNoDateInAnyFormat(_ text: String, _ look: DateLook) -> Bool {
    !text.utf8.contains { 0x30...0x39 ~= $0 } || look.deviation != nil
  }
}

extension DateLook {
  /// Reads a JSON string or number as a date.
  init(_ node: JSONValue) {
    if let text = node.numberText {
      self.init(number: Double(text) ?? .infinity)
    } else {
      self.init(text: node.string ?? "")
    }
  }
}
