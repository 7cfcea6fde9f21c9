/// What one walk of an initialiser from error to error gave; see ``DecodingFrame``.
struct DecodingWalk<Value> {
  /// The problems before any placeholder was handed out.
  var first: [DecodingIssue] = []
  /// The problems behind a placeholder.
  var later: [DecodingIssue] = []
  /// Those of them of values that go straight to a property.
  var straight: Set<DecodingIssue> = []
  /// By what is told in their place: problems that code caught behind a placeholder.
  var caught: [DecodingIssue: [DecodingIssue]] = [:]
  /// The problems that were swallowed, if the initialiser came to its end.
  var tolerated: [DecodingIssue] = []
  var unexplored: [UnexploredPart] = []
  /// The problems behind an element that was left out, which may be due to that.
  var held: [HeldFailure] = []
  /// Whether a request failed that may not be made with the real values.
  var isDoubtful = false
  /// Whether code refused what stood in for something.
  var isRefused = false
  /// How little the value was written for the way that the initialiser took.
  var misfit = Misfit()
  var way = ChosenWay()
  var value: Value?
  var variants = 1
  /// What the last run asked for, where it was what a synthesised initialiser asks for.
  ///
  /// If another value of another kind changes nothing of it, no more are tried: code that chose a way would ask
  /// for something else, or for something twice.
  var plainRequests: Int?

  /// Adds to what is told of a problem.
  mutating func add(_ words: String, to issue: DecodingIssue?) {
    func added(_ issues: inout [DecodingIssue]) {
      guard let position = issues.firstIndex(where: { $0 == issue }) else { return }
      issues[position] = issues[position].saying(issues[position].message + words)
    }
    added(&first)
    added(&later)
  }

  /// Takes the problems of a walk on a way that fits better.
  mutating func take(_ other: DecodingWalk) {
    later = other.later
    straight = other.straight
    caught = other.caught
    isDoubtful = other.isDoubtful
    isRefused = other.isRefused
    misfit = other.misfit
    way = other.way
    value = other.value
    plainRequests = other.plainRequests
    unexplored += other.unexplored.filter { !unexplored.contains($0) }
  }

  /// Keeps the later problems that a walk with other placeholders found too; returns whether these are all.
  ///
  /// What code says in place of a problem may speak of a value that was made up. Then the problem itself is told.
  mutating func keepCommon(with other: DecodingWalk) -> Bool {
    let found = Set(other.later).union(other.caught.values.joined())
    var isComplete = true
    later = later.flatMap { issue in
      if found.contains(issue) { return [issue] }
      let caught = (caught[issue] ?? []).filter { found.contains($0) }
      if caught.isEmpty { isComplete = false }
      return caught
    }
    return isComplete
  }
}

/// How little a value was written for a way through an initialiser.
struct Misfit: Comparable {
  /// Whether it misses a key that the way needs, or was refused.
  var lacks = false
  /// The members of the object that the way does not ask for.
  var membersLeft = 0
  /// The values of which no part is what the way asks for.
  var unlike = 0

  /// Whether the value has all that the way needs, and nothing else.
  var isFit: Bool { self == Misfit() }

  static func < (left: Misfit, right: Misfit) -> Bool {
    if left.lacks != right.lacks { return right.lacks }
    // Two ways that miss something are both wrong.
    if left.lacks { return false }
    return (left.membersLeft, left.unlike) < (right.membersLeft, right.unlike)
  }
}

/// A property for which an initialiser got no value, and then asks under another key.
struct Gap {
  let site: DecodingSite
  /// The type of the request's key, by which another one is of the same form of the value.
  let keys: ObjectIdentifier?
  /// Values that may stand in.
  let values: () -> PlaceholderSource?
}

/// What a run of an initialiser ended with: an error, and the failed request behind it if any.
struct DecodingStop {
  let error: any Error
  /// The request whose error this is.
  let failure: DecodingFailure?
  /// Whether the type's code put that request's error into one of its own.
  var isWrapped = false
  /// The request that failed just before the type threw an error of its own.
  var suspect: DecodingFailure?
  /// The request that was answered just before the type threw an error of its own.
  var suspectedRead: DecodingSite?
  /// Whether the error's coding path is nothing but the key of the last request.
  var isAtLastKey = false
}

/// A refused element of a list of which the one before it was left out, with what is told of it.
struct HeldFailure {
  let failure: NodeFailure
  let issues: [DecodingIssue]
  let unexplored: [UnexploredPart]
  let list: JSONValue
}
