/// Why a value could not be decoded: its problems, and what may stand in for it.
///
/// Unchecked: it is thrown and caught inside one call of the decoder and never crosses a thread.
struct NodeFailure: Error, @unchecked Sendable {
  /// All problems at and below the value; the first one is the one that a plain decoder reports.
  var issues: [DecodingIssue]

  /// The parts of the value that were not checked.
  var unexplored: [UnexploredPart] = []

  /// What was read and swallowed below the value; it counts only if the failure escapes.
  var trail = DecodingTrail()

  /// Values that may be handed on in its place, so that the rest of the record is checked too.
  var placeholder: PlaceholderSource?
}

/// A request that failed, as it travels through a type's own `init(from:)`.
///
/// User code sees an ordinary `DecodingError`; this stands in it as the underlying error, which is
/// how a failure is known again when it comes out of the initialiser.
///
/// Unchecked: user code may keep the error, but nothing outside this module can look into it. The
/// frame is held weakly, because a frame remembers the errors of its requests.
final class DecodingFailure: Error, @unchecked Sendable {
  weak let frame: DecodingFrame?
  let site: DecodingSite?
  let failure: NodeFailure

  init(frame: DecodingFrame, site: DecodingSite?, failure: NodeFailure) {
    self.frame = frame
    self.site = site
    self.failure = failure
  }

  /// Finds the failure in an error that an initialiser threw.
  static func find(in error: any Error) -> DecodingFailure? {
    guard let error = error as? DecodingError else { return nil }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      return context.underlyingError as? DecodingFailure
    @unknown default: return nil
    }
  }

  /// The error that the type's own code sees: the one that `JSONDecoder` would throw.
  func error(_ type: any Any.Type, at path: DecodingPath, key: (any CodingKey)?) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path.codingPath,
      debugDescription: failure.issues.first?.message ?? "the value could not be decoded",
      underlyingError: self)
    switch failure.issues.first?.kind {
    case .missingKey?:
      return key.map { .keyNotFound($0, context) } ?? .dataCorrupted(context)
    case .nullValue?: return .valueNotFound(type, context)
    case .typeMismatch?: return .typeMismatch(type, context)
    default: return .dataCorrupted(context)
    }
  }
}

/// One request of an initialiser: which key of which container, as which type.
struct DecodingSite: Hashable {
  let container: Int
  let key: String
  let type: ObjectIdentifier
  let isOptional: Bool

  /// The site of a value as a whole.
  static func whole(_ value: JSONValue) -> DecodingSite {
    DecodingSite(
      container: value.index, key: "", type: ObjectIdentifier(JSONValue.self), isOptional: false)
  }
}
