package import SchemaDrift

/// What is decided about a rule of drift, all in its entry of ``DriftRule/text``.
///
/// A new rule is a case of ``DriftRule`` with an entry there. What judges and describes changes switches
/// over the few kinds of each decision, and not over the rules.
struct RuleText {
  /// The level without a DTO.
  let level: Level

  /// How a type that reads the place changes the level.
  var weight = Weight.always

  /// What is said of a change.
  var wording = Wording.became

  /// What is proposed for the type that reads the place.
  var patch = Patch.none

  /// One sentence that says what is wrong.
  let summary: String

  /// A paragraph: what it means, what happens in the app, and how to fix it.
  let explanation: String

  /// Documents that raise the rule.
  let example: RuleExample

  /// How a type that reads the place changes the level of a change.
  enum Weight {
    /// It is the rule's own level.
    case always
    /// The value is not there in some records: it breaks a property that requires one.
    case absence
    /// The value is at its place in no record: a property that had values has none now, required or not.
    case loss
    /// The value is a date: it breaks any property but a text.
    case date
    /// Absence is written in another way: null and no key break a property that requires a value.
    case nothing
    /// There are more values: it matters to a type that knows the old ones only.
    case enumeration
  }

  /// What is said of a change.
  enum Wording {
    /// What the place held became something else.
    case became
    /// The place is gone.
    case gone
    /// The place is new.
    case new
    /// The value, and what moved with it, lies elsewhere.
    case moved
    /// The records lie in something else.
    case envelope
    /// The place holds something else of the same type.
    case meaning
    /// Absence is written in another way.
    case nothing
  }

  /// What is proposed for the type that reads the place.
  enum Patch {
    /// Nothing: no line of Swift would do.
    case none
    /// An optional property.
    case optional
    /// What the type must read now: another key, type or place.
    case reading
  }
}

extension DriftRule {
  /// Whether a change of this rule is told in full by its old place and its new one.
  package var isAboutPlaces: Bool {
    switch text.wording {
    case .gone, .new, .moved, .envelope: true
    case .became, .meaning, .nothing: false
    }
  }
}
