/// What one walk of an initialiser from error to error gave; see ``DecodingFrame``.
struct DecodingWalk<Value> {
  /// The problems before any placeholder was handed out.
  var first: [DecodingIssue] = []
  /// The problems behind a placeholder.
  var later: [DecodingIssue] = []
  /// The problems that were swallowed, if the initialiser came to its end.
  var tolerated: [DecodingIssue] = []
  var unexplored: [UnexploredPart] = []
  var value: Value?
  var variants = 1
}

/// What a run of an initialiser ended with: an error, and the failed request behind it if any.
struct DecodingStop {
  let error: any Error
  let failure: DecodingFailure?
}

/// The failures whose errors are no `DecodingError` and cannot be marked, so that they are known
/// only if they come out of the initialiser before the next request.
struct UnmarkedFailures {
  private var last: DecodingFailure?
  private var bySite: [DecodingSite: DecodingFailure] = [:]

  mutating func forgetLast() { last = nil }

  mutating func note(_ failure: DecodingFailure) {
    last = failure
    if let site = failure.site { bySite[site] = failure }
  }

  /// Notes that the error of a site is thrown once more.
  mutating func noteThrownAgain(_ site: DecodingSite) { last = bySite[site] }

  /// The last failure, where an error is of the type of its cause.
  func find(_ error: any Error) -> DecodingFailure? {
    guard let last, let cause = last.failure.cause, type(of: cause) == type(of: error) else {
      return nil
    }
    return last
  }
}

extension UnexploredPart {
  /// The code of a type must not meet made-up values.
  static func notExplored(_ type: String, _ path: DecodingPath) -> UnexploredPart {
    UnexploredPart(
      pointer: path.pointer, type: type,
      reason: "only the first problem of \(type) is told: with placeholders for values its "
        + "init(from:) did not come to its end in a child process")
  }

  /// A type may take another way with the real value than with a made-up one.
  static func branch(_ type: String, _ path: DecodingPath) -> UnexploredPart {
    UnexploredPart(
      pointer: path.pointer, type: type,
      reason: "the rest of \(type) was not checked: its init(from:) may ask for other keys "
        + "once the problem above is mended")
  }

  /// An initialiser stopped before it asked for some keys; none where they are not known.
  static func stopped(
    _ type: String, _ path: DecodingPath, before keys: [String]
  ) -> UnexploredPart {
    let rest =
      keys.isEmpty ? "the rest of \(type) was" : "\(keys.joined(separator: ", ")) of \(type) were"
    return UnexploredPart(
      pointer: path.pointer, type: type,
      reason: "\(rest) not checked: its init(from:) stops at the problem above")
  }
}
