import JSONSchema
import SchemaDrift
import StrictJSON

/// How much a change of format matters: the one place where drift gets its levels.
///
/// The level comes from what the app reads. Without a type that reads, it is the rule's own level,
/// which is what a cautious client would choose. A change that the samples do not carry (a `null`
/// in one of three) is only worth a mention.
struct LevelTable {
  /// What the types asked for, by shape path; nil where no type is known.
  let reads: [ShapePath: DecodingRead]?

  /// The lists that hold the records of each answer.
  private let answers: Set<ShapePath>

  /// Makes a table; `records` is where the records of the known format lie.
  init(reads: [DecodingRead]?, records: [ShapePath] = []) {
    answers = Set(records.filter { $0.last == .elements }.compactMap(\.parent))
    self.reads = reads.map { reads in
      Dictionary(reads.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The read that a change hits: at one of its places, or the first one below them.
  ///
  /// A read that fails without the key comes before one that does not.
  func read(at places: [ShapePath]) -> DecodingRead? {
    guard reads != nil else { return nil }
    return places.compactMap { read(at: $0) }
      .min { ($0.isRequired ? 0 : 1) < ($1.isRequired ? 0 : 1) }
  }

  private func read(at path: ShapePath) -> DecodingRead? {
    guard let reads else { return nil }
    if let read = reads[path] { return read }
    let below = reads.values.filter { $0.path.isWithin(path) }
    return below.map { (order: ($0.isRequired ? 0 : 1, $0.path.description), read: $0) }
      .min { $0.order < $1.order }?.read ?? readOfElement(path)
  }

  /// The read of the values in a list or map without keys below: `[String]` reads texts, and asks for no key.
  private func readOfElement(_ path: ShapePath) -> DecodingRead? {
    guard let step = path.last, let holder = path.parent,
      let read = reads?[holder] ?? readOfElement(holder),
      let element = TypeArguments.element(of: read.valueType, at: step)
    else { return nil }
    return DecodingRead(
      path: path, owner: read.owner, isRequired: !element.isOptional, valueType: element.type,
      expectation: element.type == "String" ? .string : .value(of: element.type))
  }

  /// The level of a value that breaks the contract where no change of the format explains it.
  ///
  /// The path is the value's own. What no type reads breaks no app.
  func level(ofViolationAt path: ShapePath?) -> Level {
    guard reads != nil, let path, path.depth > 0 else { return Rule.schemaViolation.level }
    return read(at: path) == nil ? .info : Rule.schemaViolation.level
  }

  /// The level of a change.
  func level(of change: Change) -> Level {
    if !change.evidence.isSignificant { return .info }
    let rule = change.rule.text
    guard reads != nil else {
      if change.replacesWords || change.rewritesText { return .warning }
      // Null in all records is no less than null in one of them. Answers without a record may be those of other requests.
      let isFirstNull =
        change.rule == .becameAlwaysNull && !change.hadNulls
        && !(change.from.map(answers.contains) ?? false)
      return isFirstNull ? DriftRule.becameNullable.text.level : rule.level
    }
    guard let read = read(at: change.places) else { return .info }
    switch rule.weight {
    case .always: return change.rewritesText ? min(rule.level, .warning) : rule.level
    case .absence:
      return read.isRequired ? .breaking : min(rule.level, .warning)
    case .loss:
      // An app shows nothing where there were values, and no error says so.
      return read.isRequired || change.hadValues ? .breaking : min(rule.level, .warning)
    case .date:
      return read.expectation == .string ? min(rule.level, .warning) : .breaking
    case .nothing:
      // An optional property reads null and no key alike.
      let isAbsence = { [Change.State.nothing(.null), .nothing(.absent)].contains($0) }
      if isAbsence(change.new), read.isRequired { return .breaking }
      return isAbsence(change.new) && isAbsence(change.old) ? .info : rule.level
    case .enumeration:
      // A text is read as before; a type of its own may know the old values only.
      return read.expectation == .string ? .info : change.replacesWords ? .breaking : .warning
    }
  }
}

extension Change {
  /// Whether none of the words that an app may know comes any more.
  fileprivate var replacesWords: Bool {
    if case .instead = new { return true }
    return false
  }

  /// Whether a text is written in another way and still says the same; a number in a text is read no more.
  fileprivate var rewritesText: Bool {
    if case .rewritten = new { return old != .numbersInText }
    return false
  }

  /// Whether null came before.
  fileprivate var hadNulls: Bool {
    if let old = evidence.old { return old.records.null > 0 }
    guard case .types(_, let isNullable) = old else { return true }
    return isNullable
  }

  /// Whether the place is known to have had more than nulls and empty texts, or nothing is known of it.
  fileprivate var hadValues: Bool {
    guard let old = evidence.old else { return true }
    return old.values.present > old.values.null + old.empty + old.blank
  }
}
