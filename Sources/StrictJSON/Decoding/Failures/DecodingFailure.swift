/// Why a value could not be decoded: its problems, and what may stand in for it.
///
/// Unchecked: it is thrown and caught inside one call of the decoder and never crosses a thread.
struct NodeFailure: Error, @unchecked Sendable {
  // A failure is handed on through many calls and levels, so it is one word.
  private var content: Content

  private final class Content {
    var issues: [DecodingIssue]
    var unexplored: [UnexploredPart]
    var placeholder: PlaceholderSource?
    var cause: (any Error)?
    var trail: DecodingTrail

    init(
      _ issues: [DecodingIssue], _ unexplored: [UnexploredPart], _ placeholder: PlaceholderSource?,
      _ cause: (any Error)?, _ trail: DecodingTrail
    ) {
      self.issues = issues
      self.unexplored = unexplored
      self.placeholder = placeholder
      self.cause = cause
      self.trail = trail
    }
  }

  /// What is there to be changed, for nobody else.
  private var own: Content {
    mutating get {
      if !isKnownUniquelyReferenced(&content) {
        content = Content(
          content.issues, content.unexplored, content.placeholder, content.cause, content.trail)
      }
      return content
    }
  }

  /// All problems at and below the value; the first one is the one that a plain decoder reports.
  var issues: [DecodingIssue] {
    get { content.issues }
    set { own.issues = newValue }
  }

  /// The parts of the value that were not checked.
  var unexplored: [UnexploredPart] {
    get { content.unexplored }
    set { own.unexplored = newValue }
  }

  /// Values that may be handed on in its place, so that the rest of the record is checked too.
  var placeholder: PlaceholderSource? {
    get { content.placeholder }
    set { own.placeholder = newValue }
  }

  /// The error that code further up sees; nil where the first issue says what it is.
  ///
  /// `JSONDecoder` hands an error on as it is, and code may tell apart what it catches.
  var cause: (any Error)? {
    get { content.cause }
    set { own.cause = newValue }
  }

  /// What was read and swallowed below the value; it counts only if the failure escapes.
  var trail: DecodingTrail { content.trail }

  /// Adds what else was left behind below the value.
  mutating func append(_ left: DecodingTrail) { own.trail.append(left) }

  /// What was asked for behind the problem, as the log of reads has it.
  var reads: [Int32] {
    get { content.trail.reads }
    set { own.trail.reads = newValue }
  }

  init(
    issues: [DecodingIssue], unexplored: [UnexploredPart] = [],
    placeholder: PlaceholderSource? = nil, cause: (any Error)? = nil
  ) {
    content = Content(issues, unexplored, placeholder, cause, DecodingTrail())
  }

  /// Whether all problems are those of parts of a value, and not of the value itself.
  func isWithin(_ path: DecodingPath) -> Bool {
    let depth = path.pointer.tokens.count
    return issues.allSatisfy { $0.pointer.tokens.count > depth }
  }

  /// The failure with its cause, for code above a value that was read as a type.
  func withCause(_ type: any Any.Type, at path: @autoclosure () -> DecodingPath) -> NodeFailure {
    guard cause == nil else { return self }
    var failure = self
    failure.cause = error(type, at: path(), key: nil, underlying: nil)
    return failure
  }

  /// The error that the first issue stands for.
  func error(
    _ type: any Any.Type, at path: DecodingPath, key: (any CodingKey)?,
    underlying: DecodingFailure?
  ) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path.codingPath,
      debugDescription: issues.first?.message ?? "the value could not be decoded",
      underlyingError: underlying)
    switch issues.first?.kind {
    case .missingKey?: return key.map { .keyNotFound($0, context) } ?? .dataCorrupted(context)
    case .nullValue?: return .valueNotFound(type, context)
    case .typeMismatch?: return .typeMismatch(type, context)
    default: return .dataCorrupted(context)
    }
  }
}

/// The error for a number that does not fit its type.
///
/// Code that catches a `DecodingError` does not see it: `JSONDecoder` has an error of its own here,
/// and makes "not valid JSON" of it in the end.
struct UnfitNumber: Error {}

/// A request that failed, as it travels through a type's own `init(from:)`.
///
/// User code sees the error that `JSONDecoder` would throw. In a `DecodingError` this stands as the
/// underlying error, which is how a failure is known again when it comes out of the initialiser. An
/// error of another type, or one with an underlying error of its own that code further up may look at,
/// is thrown as it is, and is known if it comes out before anything else was asked for.
///
/// Unchecked: user code may keep the error, but nothing outside this module can look into it. The
/// frame is held weakly, because a frame remembers the errors of its requests.
final class DecodingFailure: Error, @unchecked Sendable {
  weak let frame: DecodingFrame?
  let site: DecodingSite?
  let failure: NodeFailure
  /// The place of the value that was asked for.
  let path: DecodingPath

  init(frame: DecodingFrame, site: DecodingSite?, failure: NodeFailure, path: DecodingPath) {
    self.frame = frame
    self.site = site
    self.failure = failure
    self.path = path
  }

  /// Finds the failure in an error that an initialiser threw.
  static func find(in error: any Error) -> DecodingFailure? {
    (error as? DecodingError)?.underlyingError as? DecodingFailure
  }

  /// Finds the failure in an error that code made of the one that an initialiser threw, as its underlying error.
  static func findWrapped(in error: any Error) -> DecodingFailure? {
    var inner = (error as? DecodingError)?.underlyingError
    for _ in 0..<deepest {
      guard let next = inner else { return nil }
      if let found = find(in: next) { return found }
      inner = (next as? DecodingError)?.underlyingError
    }
    return nil
  }

  /// Errors are looked for within so many others.
  private static let deepest = 8

  /// Whether the code of a type put an error into another one.
  private static func hasOwnUnderlyingError(_ error: DecodingError) -> Bool {
    guard let underlying = error.underlyingError else { return false }
    return !(underlying is DecodingFailure) && !(underlying is FailureMark)
  }

  /// The error that the type's own code sees, the one that `JSONDecoder` would throw, and whether this stands
  /// in it.
  func error(_ type: any Any.Type, key: (any CodingKey)?) -> (error: any Error, isMarked: Bool) {
    guard let cause = failure.cause else {
      return (failure.error(type, at: path, key: key, underlying: self), true)
    }
    func marked(_ context: DecodingError.Context) -> DecodingError.Context {
      DecodingError.Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: self)
    }
    guard let known = cause as? DecodingError, !Self.hasOwnUnderlyingError(known) else {
      return (cause, false)
    }
    switch known {
    case .keyNotFound(let key, let context):
      return (DecodingError.keyNotFound(key, marked(context)), true)
    case .valueNotFound(let type, let context):
      return (DecodingError.valueNotFound(type, marked(context)), true)
    case .typeMismatch(let type, let context):
      return (DecodingError.typeMismatch(type, marked(context)), true)
    case .dataCorrupted(let context): return (DecodingError.dataCorrupted(marked(context)), true)
    @unknown default: return (cause, false)
    }
  }
}

extension DecodingFailure: CustomStringConvertible {
  /// The failure as it stands in the text of an error that a type made of it.
  var description: String {
    failure.issues.first.map { "\($0.kind.rawValue) at \($0.pointer)" } ?? "no value"
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
