/// The failures whose errors are no `DecodingError` and cannot be marked, so that they are known
/// only if they come out of the initialiser before the next request.
struct UnmarkedFailures {
  private var last: DecodingFailure?
  private var bySite: [DecodingSite: DecodingFailure] = [:]

  var isEmpty: Bool { last == nil }

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
    // Code that catches a `DecodingError` often throws another one.
    if let cause = cause as? DecodingError, let error = error as? DecodingError,
      !cause.isSame(as: error)
    {
      return nil
    }
    return last
  }
}

extension DecodingError {
  /// Whether two errors are of one kind and say the same of the same place.
  fileprivate func isSame(as other: DecodingError) -> Bool {
    switch (self, other) {
    case (.typeMismatch(let type, let context), .typeMismatch(let otherType, let otherContext)),
      (.valueNotFound(let type, let context), .valueNotFound(let otherType, let otherContext)):
      type == otherType && context.isSame(as: otherContext)
    case (.keyNotFound(_, let context), .keyNotFound(_, let otherContext)),
      (.dataCorrupted(let context), .dataCorrupted(let otherContext)):
      context.isSame(as: otherContext)
    default: false
    }
  }
}

extension DecodingError.Context {
  fileprivate func isSame(as other: DecodingError.Context) -> Bool {
    debugDescription == other.debugDescription
      && codingPath.map(\.stringValue) == other.codingPath.map(\.stringValue)
  }
}
