// How two shapes are compared, and why one cause gives one change.
//
// The walk goes down both shapes together. At each place it asks its questions in a fixed order,
// and the first one that explains the difference ends them:
//
//   1. Did values come at all?      an empty answer says nothing about what lies below
//   2. Is the type another one?     then everything below is a consequence
//   3. Is the date format another?
//   4. Is there only `null`, or only emptiness, where values were?
//   5. Can `null` come where it never did?
//
// A member that is gone is one change, however much lies below it. Slots of a family are compared
// as one place: which of them are used is chance.
//
// What is seen is a fact: a null where none was, is told even where it may be chance, with
// evidence that is not significant. What is not seen is told only where chance is ruled out: an
// optional member that is missing in ten new samples is nothing.

import JSONSchema
import StrictJSON
import WireDates

/// The walk down two shapes.
struct ShapeComparison {
  private(set) var changes: [Change] = []
  private(set) var mapping: [PathMapping] = []
  private(set) var unexercised: [ShapePath] = []

  /// The slot family that is being compared.
  private var slots: Change.Slots?

  mutating func compare(_ old: Shape, _ new: Shape, at path: ShapePath) {
    if lacksData(old, new, at: path) {
      unexercised.append(path)
      map(path, as: .same)
      mapBelow(old, at: path, as: .same)
      return
    }
    if let change = typeChange(old, new, at: path) {
      changes.append(change)
      map(path, as: change.kind)
      if change.kind != .same {
        mapBelow(old, at: path, as: .removed)
        mapBelow(new, at: path, as: .added)
        return
      }
    } else {
      map(path, as: .same)
      let change =
        dateChange(old, new, at: path) ?? lossOfValues(old, new, at: path)
        ?? nullability(old, new, at: path)
      if let change { changes.append(change) }
    }
    compareParts(old, new, at: path)
  }

  // MARK: The whole place

  /// Says whether the answer holds no records: `{"meals": null}`, `{"meals": []}`.
  ///
  /// A text that the old format knows in this place, such as "no data found", is nothing too.
  private func lacksData(_ old: Shape, _ new: Shape, at path: ShapePath) -> Bool {
    guard path.isEnvelope, let observed = new.observed, observed.present > 0 else { return false }
    if old.types.contains(.array) {
      return new.element == nil && new.object == nil && new.types.allSatisfy(old.allows)
    }
    return old.types.contains(.object) && new.isAlwaysNull
  }

  private func change(
    _ rule: String, _ old: Shape, _ new: Shape, at path: ShapePath, kind: Change.Kind = .same,
    words: (old: String, new: String)? = nil, chance: Double? = nil, evidence: String
  ) -> Change {
    Change(
      rule: rule, kind: kind, from: path, to: path, old: words?.old ?? old.typesInWords,
      new: words?.new ?? new.typesInWords,
      evidence: Evidence(
        old: old.observed, new: new.observed, chance: chance, description: evidence),
      slots: slots)
  }

  /// The chance that none of the old records shows what `count` of the new ones show.
  private func chanceOfNew(
    _ count: Int, of new: Int?, notIn old: Int?
  ) -> Double? {
    guard let old, let new else { return nil }
    return Evidence.chance(thatAll: count, fallInto: new, outOf: old)
  }

  // MARK: Types

  private func typeChange(_ old: Shape, _ new: Shape, at path: ShapePath) -> Change? {
    // Where nothing is known of the old types every type is welcome, and no new value is no type.
    guard !old.types.isEmpty, !new.types.isEmpty else { return nil }
    let added = new.types.filter { !old.allows($0) }
    guard !added.isEmpty else { return nil }
    if added.count == new.types.count, !(old.types == [.integer] && new.types == [.number]) {
      return replacement(old, new, at: path)
    }
    let count =
      added.reduce(0) { $0 + (new.observed?.types[$1] ?? 0) }
    let seen = new.observed?.recordsNotNull
    let newCount = count > 0 ? min(count, seen ?? count) : seen ?? 1
    let oldCount = old.observed?.recordsNotNull
    return change(
      "type-changed", old, new, at: path,
      chance: chanceOfNew(newCount, of: seen, notIn: oldCount),
      evidence: Words.first(added.inWords, newCount, of: seen, notIn: oldCount))
  }

  /// The change where no new value has a type that an old one had.
  private func replacement(_ old: Shape, _ new: Shape, at path: ShapePath) -> Change {
    let words = Words.all(new.typesInWords, new.observed?.records.present)
    if let oldFormat = old.dateFormat, let newFormat = new.dateFormat {
      return change(
        "date-format-changed", old, new, at: path,
        words: (oldFormat.explanation, newFormat.explanation), evidence: words)
    }
    let oldIsNumber = old.types.isSubset(of: [.integer, .number])
    let newIsNumber = new.types.isSubset(of: [.integer, .number])
    if oldIsNumber, new.types == [.string], new.textForm == .numeric {
      return change(
        "number-to-numeric-string", old, new, at: path, kind: .typeChanged,
        words: (old.typesInWords, "number in a string"), evidence: words)
    }
    if newIsNumber, old.types == [.string], old.textForm == .numeric {
      return change(
        "numeric-string-to-number", old, new, at: path, kind: .typeChanged,
        words: ("number in a string", new.typesInWords), evidence: words)
    }
    if old.isScalar, new.types == [.array] {
      return change("scalar-to-array", old, new, at: path, kind: .scalarToArray, evidence: words)
    }
    if old.types == [.array], new.isScalar {
      return change("array-to-scalar", old, new, at: path, kind: .arrayToScalar, evidence: words)
    }
    return change("type-changed", old, new, at: path, kind: .typeChanged, evidence: words)
  }

  // MARK: Dates

  private func dateChange(_ old: Shape, _ new: Shape, at path: ShapePath) -> Change? {
    guard let oldName = old.dateName, new.types.isSuperset(of: old.types.intersection([.string])),
      oldName != new.dateName, !(new.textForm == .dateTime && old.dateFormat == nil),
      (new.observed?.filled ?? 1) > 0, old.dateFormat?.isInferable ?? true
    else { return nil }
    // Numbers that are no times for sure may still be times under a name that does not say so.
    if old.dateFormat?.isNumeric == true, new.dateFormat == nil { return nil }
    let isEpoch = old.dateFormat?.isNumeric == true && new.dateFormat?.isNumeric == true
    let rule = isEpoch ? "epoch-unit-changed" : "date-format-changed"
    let words = (oldName, new.dateName ?? new.formInWords)
    let oldCount = old.observed?.recordsFilled
    let newCount = new.observed?.recordsFilled
    // Whether a time has a fraction can be chance; another format cannot.
    let isOtherFormat =
      new.dateFormat != nil && !(old.textForm == .dateTime && new.textForm == .dateTime)
    let count = otherTexts(than: oldName, in: new, most: newCount)
    guard count > 0 else { return nil }
    return change(
      rule, old, new, at: path, words: words,
      chance: isOtherFormat ? nil : chanceOfNew(count, of: newCount, notIn: oldCount),
      evidence: Words.first(words.1, count, of: newCount, notIn: oldCount))
  }

  /// How many records hold a date in another format, or a text that is no date.
  private func otherTexts(than format: String, in shape: Shape, most: Int?) -> Int {
    guard let observed = shape.observed, let most else { return 1 }
    let names =
      format == Shape.anyDateTime
      ? [DateFormat.iso8601.name, DateFormat.iso8601Fractional.name] : [format]
    let fitting = names.reduce(0) { $0 + (observed.dates[$1] ?? 0) }
    return min(most, observed.filled - fitting)
  }

  // MARK: Nothing

  private func lossOfValues(_ old: Shape, _ new: Shape, at path: ShapePath) -> Change? {
    guard !old.types.isEmpty, let observed = new.observed, observed.present > 0,
      observed.filled == 0
    else { return nil }
    let isNull = new.isAlwaysNull || observed.null == observed.present
    let oldCount = old.observed.map { isNull ? $0.recordsNotNull : $0.recordsFilled }
    let all = old.observed?.records.present
    guard oldCount != 0 else { return nil }
    var chance: Double?
    if let oldCount, let all {
      chance = Evidence.chance(
        thatAll: oldCount, fallInto: all, outOf: observed.records.present)
    } else if old.isNullable || !isNull {
      // A contract without counts says that nothing may come, and not how often.
      return nil
    }
    let rule = isNull ? "became-always-null" : "became-empty"
    let change = change(
      rule, old, new, at: path, words: (old.typesInWords, isNull ? "null only" : "empty only"),
      chance: chance,
      evidence: Words.lost(
        isNull ? "null" : "empty", oldCount, of: all, now: observed.records.present))
    if change.evidence.isSignificant { return change }
    // Chance may explain that no value came, but a null that never came before is still a fact.
    return nil
  }

  private func nullability(_ old: Shape, _ new: Shape, at path: ShapePath) -> Change? {
    guard !old.types.isEmpty, !old.isNullable, new.isNullable else { return nil }
    let count = new.observed?.records.null ?? 1
    guard count > 0 else { return nil }
    let oldCount = old.observed?.records.present
    let newCount = new.observed?.records.present
    let newWords = new.types.isEmpty ? old.typesInWords + " or null" : new.typesInWords
    return change(
      "became-nullable", old, new, at: path, words: (old.typesInWords, newWords),
      chance: chanceOfNew(count, of: newCount, notIn: oldCount),
      evidence: Words.first("null", count, of: newCount, notIn: oldCount))
  }

  // MARK: Parts

  private mutating func compareParts(_ old: Shape, _ new: Shape, at path: ShapePath) {
    compareObjects(old, new, at: path)
    let elements = path.appending(.elements)
    switch (old.element, new.element) {
    case (let oldElement?, let newElement?): compare(oldElement, newElement, at: elements)
    case (let oldElement?, nil): mapAll(oldElement, at: elements, as: .same)
    case (nil, let newElement?): mapAll(newElement, at: elements, as: .added)
    case (nil, nil): break
    }
  }

  private mutating func compareObjects(_ old: Shape, _ new: Shape, at path: ShapePath) {
    guard let oldObject = old.object else {
      mapMembers(new.object, at: path, as: .added)
      return
    }
    guard let newObject = new.object ?? (new.hasEmptyObjectsOnly ? ObjectShape() : nil) else {
      mapMembers(oldObject, at: path, as: .same)
      return
    }
    if oldObject.mapValue != nil || newObject.mapValue != nil {
      // With other samples a map can look like a record; the values decide.
      if let oldValue = oldObject.anyValue, let newValue = newObject.anyValue {
        compare(oldValue, newValue, at: path.appending(.values))
      }
      return
    }
    compareRecords(oldObject, newObject, new, at: path)
  }

  private mutating func compareRecords(
    _ old: ObjectShape, _ new: ObjectShape, _ parent: Shape, at path: ShapePath
  ) {
    let families = SlotPairs(old, new)
    for place in families.places {
      switch place {
      case .member(let oldMember?, let newMember?):
        let place = path.appending(.member(oldMember.name))
        optionality(oldMember, newMember, at: place)
        compare(oldMember.shape, newMember.shape, at: place)
      case .member(let oldMember?, nil): removed(oldMember, from: parent, at: path)
      case .member(nil, let newMember?): added(newMember, at: path)
      case .member(nil, nil): break
      case .slots(let pair): compareSlots(pair, parent, at: path)
      }
    }
  }

  private mutating func optionality(
    _ old: MemberShape, _ new: MemberShape, at path: ShapePath
  ) {
    guard old.isRequired, !new.isRequired else { return }
    let count = new.shape.observed?.recordsWithout ?? 1
    guard count > 0 else { return }
    let oldCount = old.shape.observed?.records.samples
    let newCount = new.shape.observed?.records.samples
    changes.append(
      change(
        "became-optional", old.shape, new.shape, at: path,
        words: ("always there", "sometimes absent"),
        chance: chanceOfNew(count, of: newCount, notIn: oldCount),
        evidence: Words.first("absent", count, of: newCount, notIn: oldCount)))
  }

  private mutating func removed(_ member: MemberShape, from parent: Shape, at path: ShapePath) {
    let place = path.appending(.member(member.name))
    guard let evidence = evidenceOfRemoval(of: member, from: parent) else {
      mapAll(member.shape, at: place, as: .same)
      return
    }
    changes.append(
      Change(
        rule: "key-removed", kind: .removed, from: place, to: nil, old: member.shape.typesInWords,
        new: "absent", evidence: evidence, slots: slots))
    mapAll(member.shape, at: place, as: .removed)
  }

  /// The evidence that a member is gone; nil where it may only be rare.
  private func evidenceOfRemoval(of member: MemberShape, from parent: Shape) -> Evidence? {
    let observed = member.shape.observed
    let objects = parent.observed.map { $0.types[.object] ?? $0.recordsNotNull }
    var chance: Double?
    if !member.isRequired {
      // An optional member of a contract without counts may be as rare as it likes.
      guard let observed else { return nil }
      chance = Evidence.chance(
        thatAll: observed.records.present, fallInto: observed.records.samples,
        outOf: objects ?? Int(Int32.max))
    }
    let evidence = Evidence(
      old: observed, new: nil, chance: chance,
      description: Words.lost(
        "absent", observed?.records.present, of: observed?.records.samples, now: objects))
    return evidence.isSignificant ? evidence : nil
  }

  private mutating func added(_ member: MemberShape, at path: ShapePath) {
    let place = path.appending(.member(member.name))
    let observed = member.shape.observed
    changes.append(
      Change(
        rule: "key-added", kind: .added, from: nil, to: place, old: "absent",
        new: member.shape.typesInWords,
        evidence: Evidence(
          old: nil, new: observed, chance: nil,
          description: Words.all("there", observed?.records.present)),
        slots: slots))
    mapAll(member.shape, at: place, as: .added)
  }

  // MARK: Slots

  private mutating func compareSlots(_ pair: SlotPair, _ parent: Shape, at path: ShapePath) {
    slots = Change.Slots(
      description: pair.description,
      paths: pair.names.map { path.appending(.member($0.name)) })
    defer { slots = nil }
    let before = mapping.count
    switch (pair.old, pair.new) {
    case (let old?, let new?):
      optionality(old, new, at: path.appending(.member(pair.optionalSlot ?? old.name)))
      let isNewlyNullable = !old.shape.isNullable && new.shape.isNullable
      let shown = isNewlyNullable ? pair.nullSlot : nil
      compare(old.shape, new.shape, at: path.appending(.member(shown ?? old.name)))
      if let gone = pair.gone { removed(gone, from: parent, at: path) }
      if let extra = pair.extra { added(extra, at: path) }
    case (let old?, nil): removed(old, from: parent, at: path)
    case (nil, let new?): added(new, at: path)
    case (nil, nil): break
    }
    // The slots were compared as one, but each has a path of its own.
    let kind = mapping.count > before ? mapping[before].kind : .same
    let goneKind: Change.Kind =
      mapping[before...].contains { $0.kind == .removed } ? .removed : .same
    mapping.removeSubrange(before...)
    for (name, isOld, isNew) in pair.names {
      map(
        path.appending(.member(name)), as: isOld && isNew ? kind : isOld ? goneKind : .added)
    }
  }

  // MARK: Mapping

  private mutating func map(_ path: ShapePath, as kind: Change.Kind) {
    mapping.append(
      PathMapping(
        from: kind == .added ? nil : path, to: kind == .removed ? nil : path, kind: kind))
  }

  private mutating func mapAll(_ shape: Shape, at path: ShapePath, as kind: Change.Kind) {
    map(path, as: kind)
    mapBelow(shape, at: path, as: kind)
  }

  private mutating func mapBelow(_ shape: Shape, at path: ShapePath, as kind: Change.Kind) {
    mapMembers(shape.object, at: path, as: kind)
    if let element = shape.element { mapAll(element, at: path.appending(.elements), as: kind) }
  }

  private mutating func mapMembers(
    _ object: ObjectShape?, at path: ShapePath, as kind: Change.Kind
  ) {
    for member in object?.members ?? [] {
      mapAll(member.shape, at: path.appending(.member(member.name)), as: kind)
    }
    if let value = object?.mapValue { mapAll(value, at: path.appending(.values), as: kind) }
  }
}
