import JSONSchema
import StrictJSON

/// The questions about members that one format has and the other has not.
extension ShapeComparison {
  mutating func removed(_ member: MemberShape, from parent: Shape?, at place: Pair) {
    let path = place.from.appending(.member(member.name))
    if movedFrom.contains(path) {
      dissolve(path)
      return
    }
    guard let evidence = evidenceOfRemoval(of: member, from: parent, at: place) else {
      mapUnseen(member, at: place)
      return
    }
    guard evidence.isSignificant else {
      if isDissolved(place) {
        // What was told of its parts is all that so few samples tell.
        mapAll(member.shape, at: Pair(from: path, to: path), as: .removed)
        return
      }
      // So few samples do not tell a key that is gone from one that is not always there.
      changes.append(
        Change(
          rule: .becameOptional, kind: .same, from: path,
          to: place.to.appending(.member(member.name)), old: .required,
          new: .nothing(.absent),
          evidence: evidence, slots: slots))
      mapUnseen(member, at: place)
      return
    }
    changes.append(
      Change(
        rule: .keyRemoved, kind: .removed, from: path, to: nil, old: member.shape.state,
        new: .nothing(.absent), evidence: evidence, slots: slots))
    mapAll(member.shape, at: Pair(from: path, to: path), as: .removed)
  }

  /// Whether an object is in no new record, and some of what it held is elsewhere.
  private func isDissolved(_ place: Pair) -> Bool {
    place.from == place.to && movedFrom.contains(place.from)
      && newRoot.part(at: place.to.steps) == nil
  }

  /// Maps a member that no new record has, and that may still come.
  ///
  /// Where what holds it, or the records, lie elsewhere now, nobody saw it there: nothing is said of its new place.
  private mutating func mapUnseen(_ member: MemberShape, at place: Pair) {
    let path = place.appending(.member(member.name))
    guard place.from == place.to, !hasMoved(place) else {
      for below in matching.old.order where below.isWithin(path.from) {
        mapping.append(PathMapping(from: below, to: nil, kind: .same, isUnseen: true))
      }
      return
    }
    mapAll(member.shape, at: path, as: .same)
  }

  /// Whether a place is not where the records alone would have it.
  private func hasMoved(_ place: Pair) -> Bool { matching.place(of: place.from) != place.to }

  /// Whether the members of an object are clearly not what they were: it lies elsewhere, or many of them do.
  private mutating func hasChanged(_ place: Pair) -> Bool {
    // Each member of the object that is gone asks.
    if let known = changedObjects[place] { return known }
    let children = matching.old[place.from]?.children ?? []
    let moved = children.count { moves[$0] != nil }
    let hasChanged =
      hasMoved(place) || hasNothingInCommon(place)
      || moved >= 2 && Double(moved) >= DriftTuning.Changes.shareMoved * Double(children.count)
    changedObjects[place] = hasChanged
    return hasChanged
  }

  /// Whether the objects of both formats always have members, and none of the one is one of the other.
  private func hasNothingInCommon(_ place: Pair) -> Bool {
    guard let old = oldRoot.part(at: place.from.steps)?.object,
      let new = newRoot.part(at: place.to.steps)?.object, old.mapValue == nil, new.mapValue == nil,
      old.members.contains(where: \.isRequired), new.members.contains(where: \.isRequired)
    else { return false }
    // The keys of a map of one entry are other ones for other records.
    if old.members.count == 1, new.members.count == 1,
      old.members[0].shape.types == new.members[0].shape.types
    {
      return false
    }
    let names = (Set(old.members.map(\.name)), Set(new.members.map(\.name)))
    // A member that is found under another name is in common.
    let found = (matching.old[place.from]?.children ?? []).filter { moves[$0] != nil }
    if found.isEmpty, names.0.isDisjoint(with: names.1) { return true }
    // An `id` and a `name` are in common to objects of any two kinds.
    let required = [old, new].map { object in
      Set(object.members.filter(\.isRequired).map(\.name)).subtracting(Vocabulary.generalNames)
    }
    let lost = required[0].subtracting(found.compactMap(\.lastName))
    return min(lost.count, required[1].count) >= DriftTuning.Changes.fewestStrange
      && required[0].isDisjoint(with: names.1) && required[1].isDisjoint(with: names.0)
  }

  /// The evidence that a member is gone; nil where it may only be rare.
  private mutating func evidenceOfRemoval(
    of member: MemberShape, from parent: Shape?, at place: Pair
  ) -> Evidence? {
    let observed = member.shape.observed
    let path = place.from.appending(.member(member.name))
    let objects = (parent ?? self.holder(of: place.to))?.observed.map {
      $0.types[.object] ?? $0.recordsNotNull
    }
    var chance: Double?
    var chanceAmongOthers: Double?
    var limit = Evidence.significance
    // As many whole answers as before are those of the same requests, unless other records are told of, held, or beside.
    let isOfOtherKind = matching.isOfOtherKind(path)
    let hasChanged = !isOfOtherKind && hasChanged(place)
    let comesWithSome =
      path.isOfSomeAnswers || isOfOtherKind
      || !hasChanged && matching.holdsOtherRecords(place.from)
    let areSameRequests =
      place.from.isEnvelope && !comesWithSome
      && observed?.records.present == objects
      && matching.old.isInAll(path, below: ShapePath())
      && !matching.isOfOtherRecords(place.from)
    let isInSameRecords = !comesWithSome && matching.isInSameRecords(path)
    if isNoObjectNow(place) {
      // No member, however rare, can come in a list or in a text.
      chance = nil
    } else if !member.isRequired {
      // An optional member of a contract without counts may be as rare as it likes.
      guard let observed else { return nil }
      chance = Evidence.chance(
        thatAll: observed.records.present, fallInto: observed.records.samples,
        outOf: objects ?? Int(Int32.max))
      if let chanceInSame = matching.chanceOfAbsence(of: path) {
        chance = min(chance ?? 1, chanceInSame)
      }
      if hasChanged { limit = DriftTuning.Changes.absenceInChange }
    } else if let observed, let objects, !isInSameRecords {
      // What the same record had and has no longer is gone. Of one or two other records it is not known
      // which keys are always there, unless a key was in more records than chance can explain.
      let isInThousands =
        Evidence.chance(thatAll: 1, fallInto: 1, outOf: observed.records.present)
        < Evidence.significance
      let isFew =
        !hasChanged
        && (observed.records.present < DriftTuning.Changes.fewestBefore
          || objects < DriftTuning.Changes.fewestNow && !isInThousands)
      let amongOthers =
        isFew
        ? 1
        : Evidence.chance(
          ofAbsenceIn: objects, after: observed.records.present,
          required: shareOfRequired(beside: member.name, at: place))
      limit =
        hasChanged ? DriftTuning.Changes.absenceInChange : DriftTuning.Changes.absence
      if !areSameRequests {
        chance = amongOthers
      } else if matching.isOfUnknownRecords(place.from) {
        chanceAmongOthers = amongOthers
      }
    }
    let evidence = Evidence(
      old: observed, new: nil, chance: chance,
      basis: .vanished(
        .nothing(.absent), count: observed?.records.present, of: observed?.records.samples,
        now: objects),
      limit: limit, chanceAmongOthers: chanceAmongOthers)
    return evidence.isSignificant || member.isRequired ? evidence : nil
  }

  /// Whether something else is where only objects were.
  private func isNoObjectNow(_ place: Pair) -> Bool {
    guard oldRoot.part(at: place.from.steps)?.types == [.object],
      let types = newRoot.part(at: place.to.steps)?.types
    else { return false }
    return !types.isEmpty && !types.contains(.object)
  }

  /// The innermost new object on the way to a place: what is gone with its object is gone from there.
  private func holder(of path: ShapePath) -> Shape? {
    var path: ShapePath? = path
    while let place = path {
      if let shape = newRoot.part(at: place.steps), shape.object != nil { return shape }
      path = place.parent
    }
    return newRoot
  }

  /// The share of the other members of an object that are in each of several objects.
  private func shareOfRequired(beside name: String, at place: Pair) -> Double {
    let sides = [oldRoot.part(at: place.from.steps), newRoot.part(at: place.to.steps)]
    var required = 0.0
    var all = 0.0
    for case let member? in sides.map(\.?.object).flatMap({
      ($0?.members ?? []).map { $0 as MemberShape? }
    })
    where member.name != name && (member.shape.observed?.records.samples ?? 1) >= 2 {
      all += 1
      if member.isRequired { required += 1 }
    }
    return (required + DriftTuning.Changes.usuallyRequired * 3) / (all + 3)
  }

  mutating func added(_ member: MemberShape, at place: Pair) {
    addNew(member.shape, at: place.to.appending(.member(member.name)))
  }

  mutating func addNew(_ shape: Shape, at path: ShapePath) {
    changes.append(
      Change(
        rule: .keyAdded, kind: .added, from: nil, to: path, old: .nothing(.absent),
        new: shape.state,
        evidence: Evidence(
          old: nil, new: shape.observed, chance: nil,
          basis: .all(.required, records: shape.observed?.records.present)),
        slots: slots))
    mapAll(shape, at: Pair(from: path, to: path), as: .added)
  }
}
