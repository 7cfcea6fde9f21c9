/// Which of the forms that a type tried for one value are told, where none fits.
///
/// An initialiser that tries one form after the other passes on the error of the last one, which says little of a
/// value that was meant to have another form. So the problems are told of the form that fits best: of the one that
/// is of the value's JSON kind, as are its parts, and of these the one with the fewest problems. The first problem
/// stands where `JSONDecoder` says that it is.
///
///     {"coordinates": [1, "x"]}
///     as [Double]    /coordinates/1                    one problem: this form is told
///     as [Ring]      /coordinates/0, /coordinates/1    the error that is thrown is that of /coordinates/0
///
///     {"blocks": [{"nonce": 7}, {"hash": "0x2", "nonce": "0"}]}
///     as [String]    /blocks/0, /blocks/1              no part is a text
///     as [Block]     /blocks/0/hash, /blocks/0/nonce   this form is told
struct AlternativeForms {
  let issues: [DecodingIssue]
  let unexplored: [UnexploredPart]
  /// Whether a form that is not told fits as well as the one that is.
  let isUnsure: Bool

  /// The most problems of a form that one message names.
  private static let maximumNamed = 3

  /// How well a form fits: whether it is of the value's JSON kind, and how much is wrong with it.
  private struct Fit: Comparable {
    let isOfKind: Bool
    /// Whether any part of the value is of the JSON kind that the form has in its place.
    let hasPartOfKind: Bool
    let defects: Int

    init(_ failure: NodeFailure, at place: JSONPointer, parts: Int) {
      let depth = place.tokens.count
      isOfKind = failure.issues.allSatisfy { $0.pointer.tokens.count > depth }
      let ofOtherKind = failure.issues.filter {
        $0.pointer.tokens.count == depth + 1 && $0.kind == .typeMismatch
      }
      hasPartOfKind = ofOtherKind.count < max(parts, 1)
      // A key that is absent says more against a form than a member that is there and has a defect.
      defects = failure.issues.reduce(0) { $0 + ($1.kind == .missingKey ? 2 : 1) }
    }

    static func < (first: Fit, second: Fit) -> Bool {
      if first.isOfKind != second.isOfKind { return second.isOfKind }
      if first.hasPartOfKind != second.hasPartOfKind { return second.hasPartOfKind }
      return first.defects > second.defects
    }
  }

  /// Chooses between the failure that an initialiser passed on and those that it had swallowed before.
  init?(
    of passedOn: NodeFailure, orOf others: [NodeFailure], at place: JSONPointer, parts: Int
  ) {
    guard let first = passedOn.issues.first else { return nil }
    let passedOnFit = Fit(passedOn, at: place, parts: parts)
    let fits = others.map { (failure: $0, fit: Fit($0, at: place, parts: parts)) }
    guard let best = fits.max(by: { $0.fit < $1.fit }), best.fit.isOfKind,
      !(best.fit < passedOnFit)
    else { return nil }
    if !(passedOnFit < best.fit) {
      let isSame = best.failure.issues.map(\.pointer) == passedOn.issues.map(\.pointer)
      issues = passedOn.issues
      unexplored = passedOn.unexplored
      isUnsure = !isSame
      return
    }
    unexplored = best.failure.unexplored
    if best.failure.issues.contains(where: { $0.pointer == first.pointer }) {
      issues = best.failure.issues
      isUnsure = false
      return
    }
    // A place around those of the better form is one problem, and says them.
    let isAround = best.failure.issues.allSatisfy {
      $0.pointer.tokens.starts(with: first.pointer.tokens)
    }
    let told = best.failure.issues.prefix(isAround ? Self.maximumNamed : 1)
      .map { "\($0.pointer): \($0.message)" }.joined(separator: "; ")
    let merged = first.saying("\(first.message); in the form that fits best, \(told)")
    issues = [merged] + (isAround ? [] : best.failure.issues.dropFirst())
    isUnsure = !isAround || best.failure.issues.count > 1
  }
}
