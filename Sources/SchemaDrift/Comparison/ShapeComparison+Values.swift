import JSONSchema
import StrictJSON
import WireDates

/// The questions about one place: what changed in the values that come there.
extension ShapeComparison {
  // MARK: Types

  func typeChange(_ old: Shape, _ new: Shape, at place: Pair) -> Change? {
    // Where nothing is known of the old types every type is welcome, and no new value is no type.
    guard !old.types.isEmpty, !new.types.isEmpty else { return nil }
    // Nothing that is written with another type was told already.
    let newTypes = respelled.contains(place.from) ? Self.types(of: new) : new.types
    let oldTypes = respelled.contains(place.from) ? Self.types(of: old) : old.types
    let added = newTypes.filter { !old.allows($0) }
    // Whole numbers of another unit are no other type: cents have no fraction.
    if isInOtherUnit(place.from), old.isNumber, new.isNumber { return nil }
    guard !added.isEmpty, !oldTypes.isEmpty, !comeBeside(added, oldTypes, at: place.from) else {
      return nil
    }
    if added.count == new.types.count, !(old.types == [.integer] && new.types == [.number]) {
      return replacement(old, new, at: place)
    }
    let count =
      added.reduce(0) { $0 + (new.observed?.types[$1] ?? 0) }
    let seen = new.observed?.recordsNotNull
    let newCount = count > 0 ? min(count, seen ?? count) : seen ?? 1
    let oldCount = old.observed?.recordsNotNull
    return change(
      .typeChanged, old, new, at: place,
      chance: chanceOfNew(newCount, of: seen, notIn: oldCount, at: place),
      evidence: .appeared(
        .types(added, isNullable: false), count: newCount, of: seen, before: oldCount))
  }

  /// Whether a member of other records comes with the new types and the old ones in objects beside its own that are like it.
  ///
  /// Such objects are entries of a map, whatever their keys look like. In a map of cells or of sensors each has a type of
  /// its own, which the same record shows.
  ///
  ///     {"1": {"uploaded": 17, "by": "a"}, "2": {"uploaded": "18", "by": "b"}, "3": {"uploaded": 19, "by": "c"}}
  private func comeBeside(
    _ added: Set<JSONType>, _ types: Set<JSONType>, at path: ShapePath
  ) -> Bool {
    guard case .member(let name)? = path.last, let holder = path.parent, let map = holder.parent,
      !matching.isInSameRecords(path),
      let members = oldRoot.part(at: holder.steps)?.object?.members,
      let entries = oldRoot.part(at: map.steps)?.object?.members
    else { return false }
    let names = Set(members.map(\.name))
    let beside = entries.filter { entry in
      .member(entry.name) != holder.last
        && NameLikeness.ofSets(names, Set(entry.shape.object?.members.map(\.name) ?? []))
          >= DriftTuning.Names.alikeMapValues
    }
    let known = beside.reduce(into: Set<JSONType>()) {
      $0.formUnion($1.shape.object?[name]?.shape.types ?? [])
    }
    return beside.count > 1 && known.isSuperset(of: added) && !known.isDisjoint(with: types)
  }

  /// Whether the numbers of a place are those of before in another unit.
  ///
  /// Who reads another place now needs its type as well: an `Int` of cents does not read euros.
  private func isInOtherUnit(_ path: ShapePath) -> Bool {
    if case .scaled? = matching.fates[path].meaning?.evidence { return true }
    return false
  }

  /// The first values where there was only `null`: what they are is news, and breaks nothing.
  func firstValues(_ old: Shape, _ new: Shape, at place: Pair) -> Change? {
    guard old.isAlwaysNull, let before = old.observed?.records, before.null > 0,
      !new.types.isEmpty, let now = new.observed, now.filled > 0
    else { return nil }
    return change(
      .typeChanged, old, new, at: place, chance: 1,
      evidence: .appeared(
        .required, count: now.recordsFilled, of: now.records.present, before: before.null))
  }

  /// The change where no new value has a type that an old one had.
  func replacement(_ old: Shape, _ new: Shape, at place: Pair) -> Change {
    var evidence = Evidence.Basis.all(new.state, records: new.observed?.records.present)
    let meaning = matching.fates[place.from].meaning
    if let meaning, isInOtherUnit(place.from) { evidence = meaning.evidence }
    if let meaning, meaning.rule == .idFormatChanged {
      return change(
        meaning.rule, old, new, at: place, kind: .typeChanged, states: (meaning.old, meaning.new),
        evidence: meaning.evidence)
    }
    if let change = structureChange(old, new, at: place, evidence) { return change }
    if let oldFormat = old.dateFormat, let newFormat = new.dateFormat {
      return change(
        .dateFormatChanged, old, new, at: place,
        states: (.dates(oldFormat), .dates(newFormat)), evidence: evidence)
    }
    if let format = old.dateFormat, !format.isNumeric, let epoch = Self.epoch(of: new) {
      return change(
        .dateFormatChanged, old, new, at: place, kind: .typeChanged,
        states: (.dates(format), .dates(epoch)), evidence: evidence)
    }
    if old.isNumber, new.types == [.string], new.textForm == .numeric {
      return change(
        .numberToNumericString, old, new, at: place, kind: .typeChanged,
        states: (old.state, .numbersInText), evidence: evidence)
    }
    if new.isNumber, old.types == [.string], old.textForm == .numeric {
      return change(
        .numericStringToNumber, old, new, at: place, kind: .typeChanged,
        states: (.numbersInText, new.state), evidence: evidence)
    }
    var (rule, kind) = (DriftRule.typeChanged, Change.Kind.typeChanged)
    if old.isScalar, new.types == [.array] { (rule, kind) = (.scalarToArray, .scalarToArray) }
    if old.types == [.array], new.isScalar { (rule, kind) = (.arrayToScalar, .arrayToScalar) }
    return change(
      rule, old, new, at: place, kind: kind, chance: chanceOfNothing(old, new, at: place),
      evidence: evidence)
  }

  /// The unit of numbers that can all be times, where dates stood before.
  private static func epoch(of shape: Shape) -> DateFormat? {
    guard shape.types.isSubset(of: [.integer, .number]), let numbers = shape.observed?.numbers,
      numbers.lowerBound >= 1e8
    else { return nil }
    let first = DateLook(number: numbers.lowerBound).format
    return first == DateLook(number: numbers.upperBound).format ? first : nil
  }

  /// The change where lists, maps and objects became each other.
  private func structureChange(
    _ old: Shape, _ new: Shape, at place: Pair, _ evidence: Evidence.Basis
  ) -> Change? {
    let isMap = { (shape: Shape) in shape.object?.mapValue != nil }
    let records = new.observed?.records.present
    if old.types == [.array], isMap(new) {
      let key = place.to.appending(.values).appending(ShapePath.mapKey)
      let name = owners[key]?.lastName
      return change(
        .arrayToMap, old, new, at: place, kind: .arrayToMap,
        states: (.types([.array], isNullable: false), .map(keyedBy: name)),
        evidence: .all(nil, records: records))
    }
    if isMap(old), new.types == [.array] {
      let key = place.from.appending(.values).appending(ShapePath.mapKey)
      let name = matching.image(of: key)?.lastName
      return change(
        .mapToArray, old, new, at: place, kind: .mapToArray,
        states: (.map(keyedBy: nil), .list(withKeysIn: name)),
        evidence: .all(nil, records: records))
    }
    let elements = place.from.appending(.elements)
    if let object = old.object, let element = new.element?.object {
      let likeness = NameLikeness.ofSets(
        Set(object.members.map(\.name)), Set(element.members.map(\.name)))
      if likeness >= DriftTuning.Names.halfNames {
        return change(.scalarToArray, old, new, at: place, kind: .objectToArray, evidence: evidence)
      }
    }
    if let element = old.element?.object, let object = new.object,
      NameLikeness.ofSets(Set(element.members.map(\.name)), Set(object.members.map(\.name)))
        >= DriftTuning.Names.halfNames
        || matching.image(of: elements).map({ $0 == place.to }) == true
    {
      return change(.arrayToScalar, old, new, at: place, kind: .arrayToScalar, evidence: evidence)
    }
    // An error is no id.
    guard let object = old.object, new.isScalar, new.types.isSubset(of: [.string, .integer]),
      !matching.isErrorText(place.to, insteadOf: place.from)
    else { return nil }
    let hasID = object.members.contains { member in
      let isIdentifier = NameWords.of(member.name).contains(
        where: Vocabulary.references.contains)
      return isIdentifier
        && !matching.isRefuted(place.from.appending(.member(member.name)), at: place.to)
    }
    // Had the id been found among the values, the object would be one that moved.
    return hasID
      ? change(
        .objectToID, old, new, at: place, kind: .typeChanged,
        states: (.types([.object], isNullable: false), .idOfType(new.types)), evidence: .position)
      : nil
  }

  // MARK: Meaning

  /// The change where the values are of another kind, and the type is the same.
  func meaningChange(_ old: Shape, _ new: Shape, at place: Pair) -> Change? {
    guard let meaning = matching.fates[place.from].meaning else { return nil }
    return change(
      meaning.rule, old, new, at: place, states: (meaning.old, meaning.new),
      chance: meaning.chance, evidence: meaning.evidence)
  }

  // MARK: Dates

  func dateChange(_ old: Shape, _ new: Shape, at place: Pair) -> Change? {
    guard let oldName = old.dateName, new.types.isSuperset(of: old.types.intersection([.string])),
      oldName != new.dateName, !(new.textForm == .dateTime && old.dateFormat == nil),
      (new.observed?.filled ?? 1) > 0, old.dateFormat?.isInferable ?? true
    else { return nil }
    // Numbers that are no times for sure may still be times under a name that does not say so.
    if old.dateFormat?.isNumeric == true, new.dateFormat == nil { return nil }
    let isEpoch = old.dateFormat?.isNumeric == true && new.dateFormat?.isNumeric == true
    let rule: DriftRule = isEpoch ? .epochUnitChanged : .dateFormatChanged
    let oldCount = old.observed?.recordsFilled
    let newCount = new.observed?.recordsFilled
    // Whether a time has a fraction can be chance; another format cannot.
    let isOtherFormat =
      new.dateFormat != nil && !(old.textForm == .dateTime && new.textForm == .dateTime)
    let count = otherTexts(than: oldName, in: new, most: newCount)
    guard count > 0 else { return nil }
    // Of a day or a month that other records have it may be that no more is known.
    let isPrecision =
      isOtherFormat && isOtherPrecision(old, new) && !matching.isInSameRecords(place.from)
    return change(
      rule, old, new, at: place, states: (old.formState, new.formState),
      chance: isOtherFormat && !isPrecision
        ? nil : chanceOfNew(count, of: newCount, notIn: oldCount, at: place),
      limit: isPrecision ? DriftTuning.Changes.absenceInChange : Evidence.significance,
      evidence: .appeared(new.formState, count: count, of: newCount, before: oldCount))
  }

  /// Whether the dates of one side are the beginnings of those of the other one: `2026-01` and `2026-01-31`.
  ///
  /// A client that reads days reads no times.
  private func isOtherPrecision(_ old: Shape, _ new: Shape) -> Bool {
    guard let before = old.dateFormat?.example, let now = new.dateFormat?.example else {
      return false
    }
    let (short, long) = before.utf8.count < now.utf8.count ? (before, now) : (now, before)
    let rest = long.dropFirst(short.count)
    return long.hasPrefix(short) && rest.first == "-"
      && rest.allSatisfy { $0 == "-" || $0.isNumber }
  }

  /// How many records hold a date in another format, or a text that is no date.
  func otherTexts(than format: String, in shape: Shape, most: Int?) -> Int {
    guard let observed = shape.observed, let most else { return 1 }
    let names =
      format == Shape.anyDateTime
      ? [DateFormat.iso8601.name, DateFormat.iso8601Fractional.name] : [format]
    let fitting = names.reduce(0) { $0 + (observed.dates[$1] ?? 0) }
    return min(most, observed.filled - fitting)
  }

  // MARK: Nothing

  func lossOfValues(_ old: Shape, _ new: Shape, at place: Pair) -> Change? {
    guard !old.types.isEmpty, !respelled.contains(place.from), let observed = new.observed,
      observed.present > 0, observed.filled == 0
    else { return nil }
    let isNull = new.isAlwaysNull || observed.null == observed.present
    let oldCount = old.observed.map { isNull ? $0.recordsNotNull : $0.recordsFilled }
    let all = old.observed?.records.present
    guard oldCount != 0 else { return nil }
    var chance: Double?
    if let oldCount, let all {
      chance = chanceOfLoss(oldCount, of: all, notIn: observed.records.present, at: place)
    } else if old.isNullable || !isNull {
      // A contract without counts says that nothing may come, and not how often.
      return nil
    }
    let rule: DriftRule = isNull ? .becameAlwaysNull : .becameEmpty
    let change = change(
      rule, old, new, at: place, states: (old.state, isNull ? .onlyNull : .onlyEmpty),
      chance: chance,
      evidence: .vanished(
        isNull ? .onlyNull : .onlyEmpty, count: oldCount, of: all, now: observed.records.present))
    if change.evidence.isSignificant { return change }
    // Chance may explain that no value came, but a null that never came before is still a fact.
    return nil
  }

  /// Values that were never empty and are in some records now.
  ///
  /// An empty text breaks the format of a date, which is told as that; of an object its members are told.
  func emptiness(_ old: Shape, _ new: Shape, at place: Pair) -> Change? {
    guard old.dateFormat == nil, old.object == nil, !respelled.contains(place.from),
      let before = old.observed, let now = new.observed, before.recordsFilled > 0,
      before.empty + before.blank == 0, now.filled > 0
    else { return nil }
    // Exact where a record holds one value; else the empty values' share of the records.
    let empty = now.empty + now.blank
    let share = Double(empty) / Double(empty + now.filled)
    let count = min(empty, Int((share * Double(now.recordsNotNull)).rounded(.up)))
    guard count > 0 else { return nil }
    let change = change(
      .becameEmpty, old, new, at: place, states: (old.state, .sometimesEmpty),
      chance: chanceOfNew(count, of: now.recordsNotNull, notIn: before.recordsNotNull, at: place),
      evidence: .appeared(
        .onlyEmpty, count: count, of: now.recordsNotNull, before: before.recordsNotNull))
    // Unlike null, an empty text or list that never came before is no fact about a format.
    return change.evidence.isSignificant ? change : nil
  }

  /// Values that were there, or not, and are gone in many of the same records.
  ///
  /// Values come and go: an order is delivered, an offer ends. They are lost where they go in a large part of the
  /// records, and hardly ever come.
  func emptiedRecords(_ old: Shape, _ new: Shape, at place: Pair) -> Change? {
    guard !respelled.contains(place.from), let gaps = matching.fates[place.from].gaps,
      Double(gaps.lost) >= DriftTuning.Changes.shareEmptied * Double(gaps.before),
      losesWhole(old, new, gaps)
    else { return nil }
    // That the key is absent was told, and so was what went with the object that it is in.
    if let last = changes.last, last.rule == .becameOptional, last.from == place.from { return nil }
    if let from = place.from.parent, let to = place.to.parent,
      let holder = matching.fates[from].gaps, holder.lost * 2 >= gaps.lost,
      let before = oldRoot.part(at: from.steps), let now = newRoot.part(at: to.steps),
      losesWhole(before, now, holder)
    {
      return nil
    }
    let change = change(
      .becameEmpty, old, new, at: place, states: (old.state, .sometimesEmpty),
      chance: min(
        chanceOfGaps(gaps, at: place), matching.chanceOfLoss(gaps, at: place.from) ?? 1),
      evidence: .emptied(count: gaps.lost, of: gaps.before, others: gaps.won))
    return change.evidence.isSignificant ? change : nil
  }

  /// Whether an object or a list went, and not only what is in it.
  private func losesWhole(_ old: Shape, _ new: Shape, _ gaps: Gaps) -> Bool {
    guard old.object != nil || old.element != nil else { return true }
    guard let before = old.observed?.recordsFilled, let now = new.observed?.recordsFilled else {
      return false
    }
    return (before - now) * 2 >= gaps.lost
  }

  func nullability(_ old: Shape, _ new: Shape, at place: Pair) -> Change? {
    guard !old.types.isEmpty, !old.isNullable, new.isNullable, !respelled.contains(place.from)
    else { return nil }
    let count = new.observed?.records.null ?? 1
    guard count > 0 else { return nil }
    let oldCount = old.observed?.records.present
    let newCount = new.observed?.records.present
    let now =
      new.types.isEmpty ? Change.State.types(old.types, isNullable: true) : new.state
    return change(
      .becameNullable, old, new, at: place, states: (old.state, now),
      chance: chanceOfNew(count, of: newCount, notIn: oldCount, at: place),
      evidence: .appeared(.onlyNull, count: count, of: newCount, before: oldCount))
  }
}
