// How two shapes are compared, and why one cause gives one change.
//
// The walk goes down both shapes together. Where a place lies elsewhere now (`PlaceMatching`) the
// walk says so and goes on there: `$.meals[*].strMeal` is then compared with `$.meals[*].title`. At
// each pair of places it asks its questions in a fixed order, and the first one that explains the
// difference ends them:
//
//   1. Did values come at all?      an empty answer says nothing about what lies below
//   2. Is the type another one?     then everything below is a consequence
//   3. Is the date format another?
//   4. Do the values mean something else: an address was here, and a symbol is now?
//   5. Is there only `null`, or only emptiness, where values were?
//   6. Can `null` come where it never did?
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
  /// A place in both formats.
  struct Pair: Hashable {
    var from: ShapePath
    var to: ShapePath

    func appending(_ step: ShapePath.Step) -> Pair {
      Pair(from: from.appending(step), to: to.appending(step))
    }
  }

  let oldRoot: Shape
  let newRoot: Shape
  let matching: PlaceMatching
  let moves: [ShapePath: Move]
  /// The new places to which something moved, and all that they lie in.
  let targets: Set<ShapePath>
  let wrappers: Set<ShapePath>
  /// The old places from which something moved, and all that they lie in.
  let movedFrom: Set<ShapePath>
  /// The new places that were found to be old ones, with these.
  let owners: [ShapePath: ShapePath]
  /// The documents of both sides, where these are the records.
  let documents: (old: Int, new: Int)?

  /// Whether the members of an object are clearly not what they were, as far as it was asked.
  var changedObjects: [Pair: Bool] = [:]
  var changes: [Change] = []
  var mapping: [PathMapping] = []
  private(set) var unexercised: [ShapePath] = []

  /// The slot family that is being compared.
  var slots: Change.Slots?

  /// The old places of which it was told that nothing is written in another way.
  private(set) var respelled: Set<ShapePath> = []

  /// What happened to the place that moved, while the walk is below it.
  var kind: Change.Kind = .same

  init(_ old: Shape, _ new: Shape, _ matching: PlaceMatching) {
    oldRoot = old
    newRoot = new
    self.matching = matching
    let found = matching.moves
    moves = Dictionary(found.map { ($0.from, $0) }) { first, _ in first }
    targets = Set(
      found.filter { $0.parts != .renamed }.map(\.to)
        + matching.parts.filter { !$0.pair.isTwin }.map(\.to))
    wrappers = ShapePath.onTheWay(to: targets.compactMap(\.parent))
    movedFrom = ShapePath.onTheWay(to: found.compactMap(\.from.parent))
    owners = matching.owners
    documents = Self.documents(old, new, areOthers: matching.isOfOtherRecords(ShapePath()))
  }

  mutating func run() {
    let root = ShapePath()
    if let move = moves[root] {
      follow(move, MemberShape(name: "", isRequired: true, shape: oldRoot))
      mapNewEnvelope(around: move.to)
    } else if moves.values.contains(where: { $0.to == root }) {
      dissolve(root)
    } else {
      compare(oldRoot, newRoot, at: Pair(from: root, to: root))
    }
    joinCompanions()
    nameNewSlots()
    // A new place is in several new holders, and each maps what is below it; what was found there is not new.
    var added = Set(mapping.lazy.filter { $0.from != nil }.compactMap(\.to))
    mapping.removeAll { entry in
      entry.from == nil && entry.to.map { !added.insert($0).inserted } == true
    }
    if changes.contains(where: { $0.rule == .envelopeChanged }) {
      // What stands beside the records in their new envelope is a part of that change.
      changes.removeAll { $0.rule == .keyAdded && $0.to?.isEnvelope == true }
    }
  }

  mutating func compare(_ old: Shape, _ new: Shape, at place: Pair) {
    if lacksData(old, new, at: place) {
      unexercised.append(place.from)
      // One answer without records is no news, all of many are. A null that never came before is a fact where
      // the object may have no records in it.
      if let change = lossOfValues(old, new, at: place)
        ?? (old.types.contains(.array) ? nil : nullability(old, new, at: place))
      {
        changes.append(change)
      }
      map(place)
      mapBelow(old, at: place)
      return
    }
    let before = changes.count
    var told: Change?
    if let change = typeChange(old, new, at: place) {
      changes.append(change)
      if change.kind != .same {
        let isStructure = change.kind != .typeChanged
        mapStructure(place, as: kind == .same || isStructure ? change.kind : kind)
        return
      }
      map(place)
    } else {
      map(place)
      let change =
        firstValues(old, new, at: place) ?? dateFormChange(old, new, at: place)
        ?? meaningChange(old, new, at: place)
        ?? lossOfValues(old, new, at: place) ?? nullability(old, new, at: place)
        ?? emptiness(old, new, at: place) ?? emptiedRecords(old, new, at: place)
      told = change
    }
    compareParts(old, new, at: place)
    guard let told else { return }
    // An object that is empty lost its members: these are told, as they are what is read.
    let isToldByParts =
      told.rule == .becameEmpty && old.object != nil
      && changes[before...].contains {
        [.keyRemoved, .becameOptional, .becameNullable, .becameAlwaysNull].contains($0.rule)
          && $0.from?.parent == place.from
      }
    if !isToldByParts { changes.insert(told, at: before) }
  }

  // MARK: The whole place

  /// Whether the answer holds no records: `{"meals": null}`, `{"meals": []}`.
  ///
  /// A text that the old format knows in this place, such as "no data found", is nothing too.
  private func lacksData(_ old: Shape, _ new: Shape, at place: Pair) -> Bool {
    guard place.to.isEnvelope, let observed = new.observed, observed.present > 0 else {
      return false
    }
    if old.types.contains(.array) {
      return new.element == nil && new.object == nil && new.types.allSatisfy(old.allows)
    }
    return old.types.contains(.object) && new.isAlwaysNull
  }

  func change(
    _ rule: DriftRule, _ old: Shape, _ new: Shape, at place: Pair, kind: Change.Kind? = nil,
    states: (old: Change.State, new: Change.State)? = nil, chance: Double? = nil,
    limit: Double = Evidence.significance, evidence: Evidence.Basis
  ) -> Change {
    Change(
      rule: rule, kind: kind ?? self.kind, from: place.from, to: place.to,
      old: states?.old ?? old.state, new: states?.new ?? new.state,
      evidence: Evidence(
        old: old.observed, new: new.observed, chance: chance, basis: evidence, limit: limit),
      slots: slots)
  }

  // MARK: Parts

  mutating func compareParts(_ old: Shape, _ new: Shape, at place: Pair) {
    compareObjects(old, new, at: place)
    let elements = place.appending(.elements)
    switch (old.element, new.element) {
    case (let oldElement?, let newElement?):
      if let move = moves[elements.from] {
        follow(move, MemberShape(name: "", isRequired: false, shape: oldElement))
        mapNewBelow(elements.to)
      } else {
        compare(oldElement, newElement, at: elements)
      }
    case (let oldElement?, nil):
      // Of what came as one or as many only one came.
      if let move = moves[elements.from] {
        mapStructure(Pair(from: move.from, to: move.to), as: .arrayToScalar)
      } else {
        mapAll(oldElement, at: elements, as: .same)
      }
    case (nil, let newElement?): mapAll(newElement, at: elements, as: .added)
    case (nil, nil): break
    }
  }

  private mutating func compareObjects(_ old: Shape, _ new: Shape, at place: Pair) {
    guard let oldObject = old.object else {
      mapMembers(new.object, at: place, as: .added)
      return
    }
    guard let newObject = new.object ?? (new.hasEmptyObjectsOnly ? ObjectShape() : nil) else {
      mapMembers(oldObject, at: place, as: .same)
      return
    }
    let isMap = (old: oldObject.mapValue != nil, new: newObject.mapValue != nil)
    let record = isMap.old ? newObject : oldObject
    if isMap.old != isMap.new, !record.members.isEmpty,
      let value = (isMap.old ? oldObject : newObject).mapValue,
      !record.mayBeEntries(of: value, isOld: isMap.new),
      !record.members.contains(where: { MapRule.isData($0.name) })
    {
      compareMapWithRecord(oldObject, newObject, new, at: place)
      return
    }
    if isMap.old || isMap.new {
      // With other samples a map can look like a record; the values decide.
      guard let oldValue = oldObject.anyValue, let newValue = newObject.anyValue else { return }
      let values = place.appending(.values)
      if let move = moves[values.from] {
        follow(move, MemberShape(name: "", isRequired: false, shape: oldValue))
        mapNewBelow(values.to)
      } else {
        compare(oldValue, newValue, at: values)
      }
      return
    }
    compareRecords(oldObject, newObject, new, at: place)
  }

  mutating func compareRecords(
    _ old: ObjectShape, _ new: ObjectShape, _ parent: Shape, at place: Pair
  ) {
    for item in SlotPairs(old, new).places {
      switch item {
      case .member(let oldMember, let newMember):
        compareMembers(oldMember, newMember, parent, at: place)
      case .slots(let pair): compareSlots(pair, parent, at: place)
      }
    }
  }

  private mutating func compareMembers(
    _ old: MemberShape?, _ new: MemberShape?, _ parent: Shape, at place: Pair
  ) {
    var isCompared = false
    if let old {
      let from = place.from.appending(.member(old.name))
      let to = new.map { place.to.appending(.member($0.name)) }
      // Where others came to it, what was found to be there is there all the same.
      let isFree = to.map { !targets.contains($0) || matching.image(of: from) == $0 } ?? false
      let isReplaced = matching.fates[from].isReplaced && movedFrom.contains(from)
      if let move = moves[from] {
        follow(move, old)
      } else if let new, let to, isFree, !isReplaced, !isTaken(old, new, from) {
        let pair = Pair(from: from, to: to)
        presence(old, new, at: pair)
        compare(old.shape, new.shape, at: pair)
        isCompared = true
      } else if let new, !isReplaced, !movedFrom.contains(from) {
        // Another place moved to this key, so what is there now is that.
        changes.append(
          change(
            .meaningChanged, old.shape, new.shape,
            at: Pair(from: from, to: place.to.appending(.member(new.name))),
            states: (.key(old.name), .key(new.name)), evidence: .nameTaken))
        mapAll(old.shape, at: Pair(from: from, to: from), as: .removed)
      } else {
        removed(old, from: parent, at: place)
      }
    }
    guard let new, !isCompared else { return }
    let to = place.to.appending(.member(new.name))
    // What came here from elsewhere, or was here and stayed while the object came up to it, is told of itself; the key
    // under which a record lay is told with it.
    let isOwned = owners[to].map { $0.parent != place.from || $0.last == ShapePath.mapKey }
    if targets.contains(to) || isOwned == true { return }
    let isReplacement = matching.fates[place.from.appending(.member(new.name))].isReplaced
    if wrappers.contains(to) || isReplacement {
      mapNewBelow(to)
      return
    }
    added(new, at: place)
  }

  /// Whether a key holds what another one held, and no type tells that: what holds values of another type, and is found
  /// nowhere else, is still there.
  private func isTaken(_ old: MemberShape, _ new: MemberShape, _ path: ShapePath) -> Bool {
    let fate = matching.fates[path]
    guard fate.isReplaced, let counts = fate.counts, counts.compared > 1 else { return false }
    let areOfOneType = !old.shape.types.intersection(new.shape.types).subtracting([.null]).isEmpty
    return areOfOneType
      && Double(counts.matched) <= DriftTuning.Values.otherValues * Double(counts.compared)
  }

  /// Whether the member, or its value, is written as nothing in another way, or is absent.
  mutating func presence(_ old: MemberShape, _ new: MemberShape, at place: Pair) {
    if let change = respelling(old, new, at: place) {
      changes.append(change)
      respelled.insert(place.from)
      return
    }
    guard old.isRequired, !new.isRequired else { return }
    let count = new.shape.observed?.recordsWithout ?? 1
    guard count > 0 else { return }
    let oldCount = old.shape.observed?.records.samples
    let newCount = new.shape.observed?.records.samples
    changes.append(
      change(
        .becameOptional, old.shape, new.shape, at: place,
        states: (.required, .optional),
        chance: chanceOfNew(count, of: newCount, notIn: oldCount, at: place),
        evidence: .appeared(.nothing(.absent), count: count, of: newCount, before: oldCount)))
  }

  // MARK: Slots

  private mutating func compareSlots(_ pair: SlotPair, _ parent: Shape, at place: Pair) {
    let before = mapping.count
    let family = place.from.appending(.member(pair.name))
    var ends: [(name: String, to: ShapePath?)] = []
    if let move = moves[family], let old = pair.old {
      ends = self.ends(of: pair, from: family, to: move.to)
      let followed = ends.filter { $0.to != nil }.map(\.name)
      tell(of: followed, pair, at: place) { $0.follow(move, old) }
    } else {
      compareSlotsInPlace(pair, parent, at: place)
    }
    // The slots were compared as one, but each has a path of its own.
    let first = mapping.count > before ? mapping[before] : nil
    let goneKind: Change.Kind =
      mapping[before...].contains { $0.kind == .removed } ? .removed : .same
    mapping.removeSubrange(before...)
    if let first, !ends.isEmpty {
      for case (let name, let to?) in ends {
        mapping.append(first.moved(from: place.from.appending(.member(name)), to: to))
      }
      tellGone(ends.filter { $0.to == nil }.map(\.name), pair, parent, at: place)
      return
    }
    // New slots to which others were renamed are mapped with those.
    let target = place.to.appending(.member(pair.name))
    let isTarget = pair.old == nil && targets.contains(target)
    let images = isTarget ? Set(mapping.compactMap { $0.from == nil ? nil : $0.to }) : []
    // What a list became is all of them.
    let others = pair.names.filter {
      !images.contains(place.to.appending(.member($0.name))) && !images.contains(target)
    }
    if isTarget { tellAdded(others.map(\.name), pair, at: place) }
    for (name, isOld, isNew) in others {
      let kind: Change.Kind =
        isOld && isNew ? first?.kind ?? .same : isOld ? goneKind : .added
      map(place.appending(.member(name)), as: kind)
    }
  }

  /// Each slot with the one that it became in another family, nil where that has none, or with the list that all are in.
  private func ends(
    of pair: SlotPair, from family: ShapePath, to target: ShapePath
  ) -> [(name: String, to: ShapePath?)] {
    let names = pair.names.map(\.name)
    guard let newFamily = matching.new[target]?.slots, let holder = target.parent else {
      return names.map { ($0, target) }
    }
    let shift = matching.slotShift(of: family, to: target)
    return names.map { name in
      let slot = pair.slot(of: name, in: newFamily, shift: shift)
      return (name, slot.map { holder.appending(.member($0)) })
    }
  }

  private mutating func compareSlotsInPlace(_ pair: SlotPair, _ parent: Shape, at place: Pair) {
    let all = pair.names.map(\.name)
    switch (pair.old, pair.new) {
    case (let old?, let new?):
      tell(of: all, pair, at: place) { comparison in
        comparison.presence(
          old, new, at: place.appending(.member(pair.optionalSlot ?? old.name)))
        let isNewlyNullable = !old.shape.isNullable && new.shape.isNullable
        let shown = isNewlyNullable ? pair.nullSlot : nil
        comparison.compare(
          old.shape, new.shape, at: place.appending(.member(shown ?? old.name)))
      }
      tellGone(pair.names.filter { !$0.isNew }.map(\.name), pair, parent, at: place)
      tellAdded(pair.names.filter { !$0.isOld }.map(\.name), pair, at: place)
    case (_?, nil): tellGone(all, pair, parent, at: place)
    case (nil, _?):
      if !targets.contains(place.to.appending(.member(pair.name))) {
        tellAdded(all, pair, at: place)
      }
    case (nil, nil): break
    }
  }

  /// Tells slots that are gone as one change, of which each has a row.
  private mutating func tellGone(
    _ names: [String], _ pair: SlotPair, _ parent: Shape, at place: Pair
  ) {
    guard let member = pair.member(of: names, isOld: true) else { return }
    let before = mapping.count
    tell(of: names, pair, at: place) { $0.removed(member, from: parent, at: place) }
    guard let first = mapping[before...].first else { return }
    mapping.removeSubrange(before...)
    for name in names {
      map(place.appending(.member(name)), as: first.kind)
    }
  }

  /// Tells slots that are new as one change.
  private mutating func tellAdded(_ names: [String], _ pair: SlotPair, at place: Pair) {
    guard let member = pair.member(of: names, isOld: false) else { return }
    let before = mapping.count
    tell(of: names, pair, at: place) { $0.added(member, at: place) }
    mapping.removeSubrange(before...)
  }

  /// Tells changes as those of some of the slots of a family.
  private mutating func tell(
    of names: [String], _ pair: SlotPair, at place: Pair,
    _ compare: (inout ShapeComparison) -> Void
  ) {
    slots = Change.Slots(
      description: pair.description(of: names),
      paths: names.map { place.from.appending(.member($0)) })
    compare(&self)
    slots = nil
  }
}
