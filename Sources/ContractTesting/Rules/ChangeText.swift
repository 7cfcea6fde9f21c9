import JSONSchema
package import SchemaDrift
import StrictJSON
import WireDates

/// A change of the format in words.
///
/// The comparison of two formats states facts; this is the one place where they become sentences.
///
///     strMeal is now title (48 of 48 compared records agree)
package struct ChangeText {
  /// What changed, in one line, with the evidence.
  let message: String

  /// What came before: "string".
  let old: String

  /// What comes now: "string or null".
  let new: String

  /// Whether the message holds both what came before and what comes now.
  let statesValues: Bool

  init(_ change: Change) {
    let old = Self.words(change.old, isOld: true, beside: change.new)
    let new = Self.words(change.new, isOld: false, beside: change.old)
    self.old = old
    self.new = new
    let sentence = Self.sentence(change, old, new)
    let evidence = EvidenceText(change.evidence, of: change).text
    message = sentence.text + (evidence.isEmpty ? "" : " (\(evidence))")
    statesValues = sentence.statesValues
  }

  // MARK: Sentences

  /// What happened, and whether that holds what came before and what comes now.
  private typealias Sentence = (text: String, statesValues: Bool)

  private static func sentence(_ change: Change, _ old: String, _ new: String) -> Sentence {
    // An empty key is a name too, and would not be seen.
    let key = (change.slots?.description ?? (change.from ?? change.to)?.lastKey).map {
      $0.isEmpty ? "\"\"" : $0
    }
    let subject = key.map { "\($0): " } ?? ""
    switch change.rule.text.wording {
    case .became:
      let namesItself = key.map { change.old == .key($0) } ?? false
      return ("\(namesItself ? "" : subject)\(old) became \(new)", true)
    case .gone: return (key.map { "\($0) is gone" } ?? "the value is gone", false)
    case .new: return ("\(key ?? "a value") is new, \(new)", false)
    case .moved: return moved(change, old, new)
    case .envelope: return envelope(change, old, new)
    case .meaning where change.evidence.basis == .nameTaken:
      return ("\(old) holds other values now", true)
    case .meaning where isElsewhere(change.new):
      return ("\(old) holds other values now; the old ones are in \(new)", true)
    case .meaning:
      return ("\((change.from?.lastKey).map { "\($0): " } ?? "")\(old) became \(new)", true)
    case .nothing:
      return ("\(subject)where there is no value, \(old) became \(new)", true)
    }
  }

  /// Whether a state says where the values of before are now.
  private static func isElsewhere(_ state: Change.State) -> Bool {
    switch state {
    case .place, .places: true
    default: false
    }
  }

  /// Where a value, and what moved with it, is now.
  private static func moved(_ change: Change, _ old: String, _ new: String) -> Sentence {
    let key = change.from?.lastKey
    let isInPlace = change.rule == .scalarToArray && key == change.to?.lastKey
    if isInPlace, key.map({ change.old != .key($0) }) ?? true {
      return ("\(key.map { "\($0): " } ?? "")\(old) became \(new)", true)
    }
    guard !change.companions.isEmpty else {
      return (
        "\(change.slots?.description ?? old) is now \(new)\(holder(change))", change.slots == nil
      )
    }
    var sources = [change.slots?.description ?? old]
    var targets = [change.to]
    for companion in change.companions {
      let source = companion.slots ?? companion.from.lastKey ?? ""
      if !sources.contains(source) { sources.append(source) }
      if !targets.contains(companion.to) { targets.append(companion.to) }
    }
    let names = targets.compactMap { $0?.lastName }
    let holder = change.to?.parentKey.map { "in \($0)" } ?? "at the top"
    // One place for all, such as a list, needs no name of its own.
    let isOne = targets.count == 1
    let place = isOne ? "in \(new)" : "\(list(names)) \(holder)"
    let isSame = names == sources.map { String($0.split(separator: ".").last ?? "") }
    return ("\(list(sources)) are now \(isSame ? holder : place)", false)
  }

  /// What holds a value that went down into an object, where only its key is named.
  private static func holder(_ change: Change) -> String {
    guard change.rule == .valueNested, let to = change.to, let key = to.lastKey,
      change.new == .key(key), let holder = to.parentKey
    else { return "" }
    return " in \(holder)"
  }

  /// What surrounds the records now.
  private static func envelope(_ change: Change, _ old: String, _ new: String) -> Sentence {
    switch (change.from?.lastKey, change.to?.lastKey) {
    case (nil, let key?): ("the records, which were the whole answer, are in \(key) now", false)
    case (let key?, nil): ("the records, which were in \(key), are the whole answer now", false)
    default: ("the records, which were in \(old), are in \(new) now", true)
    }
  }

  /// Up to three names in words.
  private static func list(_ names: [String]) -> String {
    var names = names
    if names.count > 4 { names = Array(names.prefix(3)) + ["\(names.count - 3) more"] }
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  // MARK: States

  /// One side of a change in words, beside the other side.
  static func words(_ state: Change.State, isOld: Bool, beside other: Change.State) -> String {
    switch state {
    case .types(let types, let isNullable): types.inWords + (isNullable ? " or null" : "")
    case .anything: "anything"
    case .nothing(let nothing): words(nothing)
    case .onlyNull: "null only"
    case .onlyEmpty: "empty only"
    case .sometimesEmpty: "sometimes empty"
    case .required: "always there"
    case .optional: "sometimes absent"
    case .place(let path): place(path, isOld: isOld)
    case .places(let paths): list(paths.map { place($0, isOld: isOld) })
    case .keys(let name): "the key of \(name ?? "the map")"
    case .map(let name): "object with \(name.map { "\($0) as the key" } ?? "a key") for each entry"
    case .list(let name): "array" + (name.map { " with the key in \($0)" } ?? "")
    case .idOfType(let types): "\(types.inWords), its id"
    case .idInMember(let name): "\(name), its id"
    case .oneValue: "one value"
    case .dates(let format):
      // The name of a format tells no reader whether it is a number.
      if case .dates(let second) = other, format.isNumeric != second.isNumeric {
        format.explanation
      } else {
        format.name
      }
    case .dateText(let text): words(text)
    case .form(let form): form.rawValue
    case .noDate: "no date"
    case .numbersInText: "number in a string"
    case .look(let look): words(look)
    case .scaled(let unit): "the number \(words(unit))"
    case .oneOf(let count): "one of \(count) values"
    case .more(let values): "also " + quoted(values)
    case .instead(let values): quoted(values) + " instead"
    case .rewritten(let rewriting): words(rewriting)
    case .words(let words):
      list(words.prefix(mostWords).map { "\"\($0.new)\" for \"\($0.old)\"" })
        + (words.count > mostWords ? " …" : "")
    case .written(let text): text
    }
  }

  private static func place(_ path: ShapePath, isOld: Bool) -> String {
    guard let first = path.steps.first else {
      return isOld ? "the whole answer" : "the answer itself"
    }
    if case .member(let name) = first, path.depth == 1 { return name }
    // The root and the dot behind it are left out: `title.english`, `['a b'].c`, `[*].name`.
    let text = path.description.dropFirst()
    guard case .member = first, text.first == "." else { return String(text) }
    return String(text.dropFirst())
  }

  private static func words(_ rewriting: Change.Rewriting) -> String {
    switch rewriting {
    case .affixed(let prefix, let suffix): "the same with \(affixes(prefix, suffix))"
    case .stripped(let prefix, let suffix): "the same without \(affixes(prefix, suffix))"
    case .markup: "the same with markup"
    case .plain: "the same without markup"
    case .sameLetters: "the same letters in another case or with other signs"
    }
  }

  private static func affixes(_ prefix: String, _ suffix: String) -> String {
    [(prefix, "before"), (suffix, "behind")].filter { !$0.0.isEmpty }
      .map { "\"\($0.0)\" \($0.1) it" }.joined(separator: " and ")
  }

  private static func words(_ text: Change.DateText) -> String {
    switch text {
    case .epoch(let format): "\(format.name) in a string"
    case .dotNet: "date of .NET"
    case .timeOfDay(let hasSeconds, let hasHalves):
      "time of day \(hasHalves ? "h:mm" : "HH:mm")\(hasSeconds ? ":ss" : "")\(hasHalves ? " a" : "")"
    case .year: "year"
    }
  }

  private static let mostWords = 3

  private static func quoted(_ values: [String]) -> String {
    values.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// What turns a number into the same one of another unit: `times 100`.
  package static func words(_ unit: UnitChange) -> String {
    let number = { (value: Double) in
      value == value.rounded() ? String(Int(value)) : String((value * 1e6).rounded() / 1e6)
    }
    if unit.offset == 0 {
      return unit.isDivision
        ? "divided by \(number(unit.divisor))" : "times \(number(unit.factor))"
    }
    if unit.isDivision {
      return "minus \(number(-unit.offset * unit.divisor)), divided by \(number(unit.divisor))"
    }
    let sum = (unit.offset < 0 ? "minus " : "plus ") + number(abs(unit.offset))
    return unit.factor == 1 ? sum : "times \(number(unit.factor)), \(sum)"
  }

  static func words(_ nothing: Nothing) -> String {
    switch nothing {
    case .null: "null"
    case .absent: "absent"
    case .emptyText: "empty text"
    case .blankText: "blank text"
    case .emptyArray: "an empty array"
    case .emptyObject: "an empty object"
    }
  }

  static func words(_ look: ValueLook) -> String {
    switch look {
    case .address: "an address"
    case .identifier: "an identifier"
    case .symbol: "a symbol, or text without any Latin letter"
    case .phrase: "a phrase"
    case .number: "a number"
    case .digits: "digits"
    case .text: "text"
    }
  }
}

extension ShapePath {
  /// The name of the member that the path leads to, or to whose elements it leads.
  fileprivate var lastKey: String? {
    for step in steps.reversed() {
      if case .member(let name) = step { return name }
    }
    return nil
  }

  /// The name of the member that the path leads to, with `[*]` where it leads to its elements.
  fileprivate var lastName: String? {
    lastKey.map { $0 + (last == .elements ? "[*]" : "") }
  }

  /// The name of what holds the member.
  fileprivate var parentKey: String? { parent?.lastKey }
}
