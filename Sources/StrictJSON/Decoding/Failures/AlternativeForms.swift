/// Which of the forms that a type tried for one value are told, where none fits.
///
/// An initialiser that tries one form after the other passes on the error of the last one, or throws one of its own,
/// which says little of a value that was meant to have another form. So the problems are told of the form that fits
/// best: of the one that is of the value's JSON kind, as are its parts, and of these the one of which least is wrong,
/// with the members counted that it does not know. Of two that are as far away the one with far fewer problems is told.
/// The first problem stands where `JSONDecoder` says that it is.
///
///     {"coordinates": [1, "x"]}
///     as [Double]    /coordinates/1                    one problem: this form is told
///     as [Ring]      /coordinates/0, /coordinates/1    the error that is thrown is that of /coordinates/0
///
///     {"blocks": [{"nonce": 7}, {"hash": "0x2", "nonce": "0"}]}
///     as [String]    /blocks/0, /blocks/1              no part is a text
///     as [Block]     /blocks/0/hash, /blocks/0/nonce   this form is told
///
///     {"schema": {"type": 1, "items": 2}}
///     as Reference   /schema/$ref                      knows neither member
///     as Schema      /schema/type, /schema/items       this form is told
struct AlternativeForms {
  let issues: [DecodingIssue]
  let unexplored: [UnexploredPart]
  /// Whether a form that is not told fits as well as the one that is.
  let isUnsure: Bool
  /// Whether one fits nearly as well.
  var isClose = false

  /// How much further a value may be from a form that may be meant as well: a key that is absent.
  static let close = 2

  /// The most problems of a form that one message names.
  private static let maximumNamed = 3

  /// A value for which forms were tried, and where it is.
  struct TriedValue {
    let place: JSONPointer
    let value: JSONValue?
    let session: DecodingSession
  }

  /// How well a form fits: whether it is of the value's JSON kind, and how far the value is from it.
  private struct Fit {
    let isOfKind: Bool
    /// Whether any part of the value is of the JSON kind that the form has in its place.
    let hasPartOfKind: Bool
    let distance: Int
    /// How much is wrong at all, however deep: of two forms that are as far away the one with far more is not meant.
    let weight: Int
    private let places: [JSONPointer]

    /// `isRead` says that the initialiser has read all that the form knows, so that nothing of the value is left.
    init(_ failure: NodeFailure, to value: TriedValue, isRead: Bool = false) {
      let depth = value.place.tokens.count
      isOfKind = failure.issues.allSatisfy { $0.pointer.tokens.count > depth }
      let ofOtherKind = failure.issues.filter {
        $0.pointer.tokens.count == depth + 1 && $0.kind == .typeMismatch
      }
      // The members of an object are of many kinds, so each of them may have a defect of its own.
      hasPartOfKind =
        value.value?.kind == .object || ofOtherKind.count < max(value.value?.count ?? 0, 1)
      // More may be wrong with what was not checked to its end.
      distance =
        Self.distance(failure, to: value, isRead: isRead) + (failure.unexplored.isEmpty ? 0 : 1)
      weight = failure.issues.reduce(0) { $0 + AlternativeForms.weight($1) }
      places = failure.issues.map(\.pointer)
    }

    /// How far the value is from the form; of a list, how far its broken elements are.
    private static func distance(
      _ failure: NodeFailure, to value: TriedValue, isRead: Bool
    ) -> Int {
      func distance(_ issues: [DecodingIssue], to part: JSONValue?, at place: JSONPointer) -> Int {
        let left = isRead ? nil : part.map { value.session.membersLeft(of: $0, failure) }
        return AlternativeForms.distance(issues, membersLeft: left ?? 0, from: place)
      }
      guard let list = value.value, list.kind == .array else {
        return distance(failure.issues, to: value.value, at: value.place)
      }
      let depth = value.place.tokens.count
      let broken = Dictionary(grouping: failure.issues.filter { $0.pointer.tokens.count > depth }) {
        $0.pointer.tokens[depth]
      }
      return broken.reduce(0) { sum, entry in
        let element = Int(entry.key).flatMap { list[$0] }
        let place = JSONPointer(tokens: value.place.tokens + [entry.key])
        return sum + max(1, distance(entry.value, to: element, at: place))
      }
    }

    /// Whether a part is no value of the form at all of which another form knows more.
    private func isAbove(_ other: Fit) -> Bool {
      let own = Set(places.map(\.tokens))
      return other.places.contains { place in
        place.tokens.indices.contains { own.contains(Array(place.tokens[..<$0])) }
      }
    }

    /// Whether another form is the one that is meant rather than this one; of two neither may be.
    func isWorse(than other: Fit) -> Bool {
      if isOfKind != other.isOfKind { return other.isOfKind }
      if hasPartOfKind != other.hasPartOfKind { return other.hasPartOfKind }
      if distance != other.distance { return distance > other.distance }
      return weight > other.weight + AlternativeForms.close && !other.isAbove(self)
    }
  }

  /// Chooses between the failure that an initialiser passed on and those that it had swallowed before.
  ///
  /// `isRead` says that the initialiser has read all that the form that was passed on knows.
  init?(
    of passedOn: NodeFailure, orOf others: [NodeFailure], for value: TriedValue,
    isRead: Bool = false
  ) {
    guard let first = passedOn.issues.first else { return nil }
    let passedOnFit = Fit(passedOn, to: value, isRead: isRead)
    let fits = others.map { (failure: $0, fit: Fit($0, to: value)) }
    guard let best = fits.max(by: { $0.fit.isWorse(than: $1.fit) }), best.fit.isOfKind,
      !best.fit.isWorse(than: passedOnFit)
    else { return nil }
    if !passedOnFit.isWorse(than: best.fit) {
      let isSame = best.failure.issues.map(\.pointer) == passedOn.issues.map(\.pointer)
      issues = passedOn.issues
      unexplored = passedOn.unexplored
      isUnsure = !isSame
      return
    }
    unexplored = best.failure.unexplored
    isUnsure = false
    issues = Self.told(best.failure.issues, behind: first)
  }

  /// Chooses between the failures that an initialiser had swallowed before it threw an error of its own; nil where none
  /// is of the value's JSON kind.
  ///
  /// The failures of forms of which no more is known than where they were given up are in `others`.
  init?(
    of forms: [NodeFailure], orOf others: [NodeFailure], behind error: OwnError,
    for value: TriedValue
  ) {
    let fits = forms.map { (failure: $0, fit: Fit($0, to: value)) }
    guard let best = fits.max(by: { $0.fit.isWorse(than: $1.fit) }), best.fit.isOfKind else {
      return nil
    }
    let places = best.failure.issues.map(\.pointer)
    isUnsure =
      fits.contains {
        !$0.fit.isWorse(than: best.fit) && $0.failure.issues.map(\.pointer) != places
      }
      || others.contains {
        Self.distance($0.issues, membersLeft: 0, from: value.place) < best.fit.distance
      }
    isClose =
      fits.count {
        $0.fit.isOfKind && $0.fit.hasPartOfKind == best.fit.hasPartOfKind
          && $0.fit.distance <= best.fit.distance + Self.close
      } > 1
    guard !isUnsure else {
      issues = [error.issue]
      unexplored = []
      return
    }
    unexplored = best.failure.unexplored
    issues =
      error.hasPlace
      ? Self.told(best.failure.issues, behind: error.issue)
      : error.issues(inPlaceOf: Self.innermost(best.failure.issues))
  }

  /// How far a value is from a form, by what is wrong with its members there and those that the form does not know.
  ///
  /// A key that is absent, or unknown, says more against a form than a member that is there and has a defect, and a word
  /// that the form does not know, as that of another kind of record, says most. How much is wrong within a member says
  /// nothing.
  static func distance(
    _ issues: [DecodingIssue], membersLeft: Int, from place: JSONPointer
  ) -> Int {
    let depth = place.tokens.count
    var members: [String: Int] = [:]
    for issue in issues where issue.pointer.tokens.count > depth {
      let weight = issue.pointer.tokens.count == depth + 1 ? Self.weight(issue) : 1
      members[issue.pointer.tokens[depth], default: 0] = max(
        weight, members[issue.pointer.tokens[depth], default: 0])
    }
    return members.values.reduce(2 * membersLeft, +)
  }

  private static func weight(_ issue: DecodingIssue) -> Int {
    switch issue.kind {
    case .unknownEnumValue: 3
    case .missingKey: 2
    default: 1
    }
  }

  /// Some problems without those that others say more closely.
  static func innermost(_ all: [DecodingIssue]) -> [DecodingIssue] {
    let meant = all.filter { !$0.isOfOtherForm }
    let issues = meant.isEmpty ? all : meant
    var around: Set<ArraySlice<String>> = []
    for issue in issues {
      var tokens = issue.pointer.tokens[...]
      while tokens.popLast() != nil, around.insert(tokens).inserted {}
    }
    return issues.filter { !around.contains($0.pointer.tokens[...]) }
  }

  /// The problems of a form behind the one that `JSONDecoder` reports, which says where they are.
  static func told(
    _ issues: [DecodingIssue], behind first: DecodingIssue
  ) -> [DecodingIssue] {
    let issues = innermost(issues)
    if issues.contains(where: { $0.pointer == first.pointer }) { return issues }
    let places = issues.prefix(maximumNamed).map(\.pointer.description).joined(separator: ", ")
    let more = issues.count > maximumNamed ? ", …" : ""
    var told = first.saying("\(first.message); see \(places)\(more) for the form that fits best")
    told.isOfOtherForm = true
    return [told] + issues
  }
}

extension DecodingSession {
  /// How many members of an object were not asked for on the way to a failure, one of them apart; 0 of any other value.
  func membersLeft(
    of object: JSONValue, _ failure: NodeFailure, besides known: JSONValue? = nil
  ) -> Int {
    guard object.kind == .object else { return 0 }
    var asked = Set(failure.trail.steps)
    for note in failure.trail.notes where Int(note.object) == object.index {
      asked.formUnion(fastPass?.asked(by: note) ?? [])
    }
    if let known { asked.insert(known.index) }
    return object.members.count { !asked.contains($0.value.index) }
  }
}
