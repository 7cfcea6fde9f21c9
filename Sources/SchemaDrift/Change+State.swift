public import JSONSchema
public import StrictJSON
public import WireDates

extension Change {
  /// One side of a change, as a fact: what came at the place, or where its value was.
  public enum State: Sendable, Hashable {
    /// Values of some JSON types, and `null` beside them where it may come.
    case types(Set<JSONType>, isNullable: Bool)
    /// Values of which nothing is known.
    case anything
    /// No value, written in one way.
    case nothing(Nothing)
    /// No value but `null`.
    case onlyNull
    /// No value that is not empty.
    case onlyEmpty
    /// Values of which some are empty.
    case sometimesEmpty
    /// A key that every object has.
    case required
    /// A key that some objects lack.
    case optional
    /// A place, named from the innermost object that holds both sides; the root is the whole answer.
    case place(ShapePath)
    /// Several places, which hold the parts of a value.
    case places([ShapePath])
    /// The keys of a map, which has the name; nil for one without a name.
    case keys(of: String?)
    /// A map of which the keys are the values of a member; nil where they are values of none.
    case map(keyedBy: String?)
    /// A list of which a member holds the keys of the former map; nil where none does.
    case list(withKeysIn: String?)
    /// The id of an object, as a value of some types.
    case idOfType(Set<JSONType>)
    /// The id of an object, in a member.
    case idInMember(String)
    /// A single value of which the type is not known.
    case oneValue
    /// Dates of a format.
    case dates(DateFormat)
    /// Times in texts that no format states.
    case dateText(DateText)
    /// Texts of a form.
    case form(TextForm)
    /// Values that are no dates.
    case noDate
    /// Numbers in texts.
    case numbersInText
    /// Values that look alike.
    case look(ValueLook)
    /// The numbers of before in another unit.
    case scaled(UnitChange)
    /// One of a number of values that come again and again.
    case oneOf(count: Int)
    /// Further values that come again and again; the first few of them.
    case more(values: [String])
    /// Other values that come again and again, and none of those of before; the first few of them.
    case instead(values: [String])
    /// The texts of before, all written in another way.
    case rewritten(Rewriting)
    /// The values of before, each as another one.
    case words([Word])
    /// What a contract says of a change that was accepted.
    case written(String)
  }
}

extension Change {
  /// A way to write a time in a text that is no `DateFormat`.
  public enum DateText: Sendable, Hashable {
    /// The number of seconds or milliseconds since 1970.
    case epoch(DateFormat)
    /// `/Date(1143239400000)/`.
    case dotNet
    /// A time of a day, as `22:30` or `10:30 PM`, with seconds or without.
    case timeOfDay(hasSeconds: Bool, hasHalves: Bool)
    /// A year of four digits.
    case year
  }

  /// A way in which all texts of a place are written that says the same as before.
  public enum Rewriting: Sendable, Hashable {
    /// With the same text before it, or behind it.
    case affixed(prefix: String, suffix: String)
    /// Without the text that was before it, or behind it.
    case stripped(prefix: String, suffix: String)
    /// With tags and entities of HTML.
    case markup
    /// Without tags and entities.
    case plain
    /// With the same letters and digits in another case, or with other signs between them.
    case sameLetters
  }

  /// A value of an enumeration, and the one that stands for it now.
  public struct Word: Sendable, Hashable {
    /// The value in the old format.
    public let old: String

    /// The value in the new format.
    public let new: String

    package init(old: String, new: String) {
      self.old = old
      self.new = new
    }
  }
}

/// The ways in which an API writes that there is no value.
public enum Nothing: Sendable, Hashable, CaseIterable {
  case null
  case absent
  case emptyText
  case blankText
  case emptyArray
  case emptyObject
}

/// What all values of a place look like.
public enum ValueLook: Sendable, Hashable {
  case address
  case identifier
  /// Without any Latin letter, digit or sign.
  case symbol
  /// Of several words.
  case phrase
  case number
  case digits
  case text
}

extension Change.State {
  /// A place that is named by its key alone.
  package static func key(_ name: String) -> Change.State {
    .place(ShapePath(steps: [.member(name)]))
  }
}

extension Shape {
  /// The types, as one side of a change.
  var state: Change.State {
    if types.isEmpty { return isAlwaysNull ? .nothing(.null) : .anything }
    return .types(types, isNullable: isNullable)
  }

  /// What the dates or the texts are, as one side of a change.
  var formState: Change.State {
    if let dateFormat { return .dates(dateFormat) }
    if let textForm { return .form(textForm) }
    return isScalar ? .noDate : state
  }
}
