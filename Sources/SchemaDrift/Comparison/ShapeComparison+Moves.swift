import JSONSchema
import StrictJSON

/// What is told of a place that lies elsewhere now.
extension ShapeComparison {
  /// Tells a move and goes on where it leads.
  mutating func follow(_ move: Move, _ member: MemberShape) {
    let natures = (old: matching.old[move.from]?.nature, new: matching.new[move.to]?.nature)
    let (rule, kind) = name(of: move, natures)
    let isMeant =
      matching.fates[move.from].isReplaced
      && matching.new[matching.expected(move.from)] != nil
      && !targets.contains(matching.expected(move.from))
    let shape = newRoot.part(at: move.to.withoutMapKey.steps)
    var states = states(of: move, rule, member.shape)
    let parts = parts(of: move.from, besides: move.to)
    mapping += parts
    if let slots = newSlots(of: move) {
      states.new = places(slots, of: move)
    } else if case .place = states.new, !parts.isEmpty {
      let targets = Set(parts.compactMap(\.to) + [move.to.withoutMapKey])
      states.new = places(matching.new.order.filter(targets.contains), of: move)
    }
    changes.append(
      Change(
        rule: isMeant ? .meaningChanged : rule, kind: kind,
        from: kind == .arrayToScalar ? move.from.parent : move.from,
        to: move.to.withoutMapKey, old: states.old, new: states.new,
        evidence: Evidence(
          old: member.shape.observed, new: shape?.observed, chance: chance(of: move, rule),
          basis: evidence(of: move, rule)),
        slots: slots, matched: move.matched, compared: move.compared, confidence: move.confidence))
    let pair = Pair(from: move.from, to: move.to)
    guard let shape, natures.old == natures.new, move.parts == nil,
      move.to.last != ShapePath.mapKey
    else {
      mapStructure(pair, as: kind)
      return
    }
    let outerKind = self.kind
    self.kind = kind
    defer { self.kind = outerKind }
    if case .member(let name)? = move.to.last, slots == nil,
      let parent = move.to.parent, let holder = newRoot.part(at: parent.steps)?.object,
      let new = holder[name]
    {
      presence(member, new, at: pair)
    }
    if slots == nil {
      compare(member.shape, shape, at: pair)
    } else {
      map(pair)
    }
    if move.from.last == .values, move.to.last != .values { mapKey(of: move.from, as: kind) }
  }

  /// The rule and the kind of a move.
  private func name(
    of move: Move, _ natures: (old: Place.Nature?, new: Place.Nature?)
  ) -> (rule: DriftRule, kind: Change.Kind) {
    if let parts = move.parts {
      return parts == .renamed ? (.keyRenamed, parts) : (.keyMoved, parts)
    }
    switch natures {
    case (.array?, .map?): return (.arrayToMap, .arrayToMap)
    case (.map?, .array?): return (.mapToArray, .mapToArray)
    case (.object?, .scalar?) where newRoot.part(at: move.to.steps)?.types.contains(.object) != true:
      return (.objectToID, .typeChanged)
    default: break
    }
    let wrapped: Change.Kind = natures.old == .object ? .objectToArray : .scalarToArray
    // A list of records that is one record now has lost no envelope.
    if move.from.last == .elements, move.from.parent.map(matching.expected) == move.to {
      return (.arrayToScalar, .arrayToScalar)
    }
    if move.to.last == .elements, move.to.parent == matching.expected(move.from) {
      return (.scalarToArray, wrapped)
    }
    if move.to.steps.isEmpty { return (.envelopeChanged, .hoisted) }
    if move.from.steps.isEmpty { return (.envelopeChanged, .nested) }
    let parent = move.from.parent ?? ShapePath()
    let home = matching.home(of: parent)
    let target = move.to.withoutMapKey.parent ?? ShapePath()
    let depths = (old: move.from.lists, new: move.to.lists)
    if slots != nil, depths.new > depths.old { return (.slotsToArray, .slotsToArray) }
    if matching.roots.pairs.contains(where: { $0.old.isWithin(move.from) }),
      target != home || move.from.steps.isEmpty
    {
      return (.envelopeChanged, target.isWithin(home) && target != home ? .nested : .hoisted)
    }
    if move.to.last == .elements, depths.new > depths.old {
      return (.scalarToArray, wrapped)
    }
    if move.from.last == .elements, depths.new < depths.old {
      return (.arrayToScalar, .arrayToScalar)
    }
    if target == home { return (.keyRenamed, .renamed) }
    if target.isWithin(home) { return (.valueNested, .nested) }
    if home.isWithin(target) { return (.valueHoisted, .hoisted) }
    return (.keyMoved, .moved)
  }

  /// A place, named from the innermost one that holds it and another place.
  private static func state(_ to: ShapePath, beside from: ShapePath) -> Change.State {
    if to.last == ShapePath.mapKey {
      return .keys(of: to.withoutMapKey.parent?.lastName)
    }
    // What is the object itself now, in which it was, is named by its key.
    let shared = min(
      zip(to.steps, from.steps).prefix { $0 == $1 }.count, max(0, to.depth - 1))
    return .place(ShapePath(steps: to.steps(below: shared)))
  }

  /// The places of the parts of a value, in the order of the new format.
  private func places(_ parts: [ShapePath], of move: Move) -> Change.State {
    .places(
      parts.compactMap { part in
        guard case .place(let path) = Self.state(part, beside: matching.expected(move.from)) else {
          return nil
        }
        return path
      })
  }

  private func states(
    of move: Move, _ rule: DriftRule, _ old: Shape
  ) -> (old: Change.State, new: Change.State) {
    let target = newRoot.part(at: move.to.steps)
    if rule == .objectToID {
      let id = Change.State.idOfType(target?.types ?? [.string])
      let object = Change.State.types([.object], isNullable: false)
      return move.to == matching.expected(move.from)
        ? (object, id)
        : (
          move.from.lastName.map(Change.State.key) ?? object,
          move.to.lastName.map(Change.State.idInMember) ?? id
        )
    }
    let array = Change.State.types([.array], isNullable: false)
    let isInPlace = move.to == matching.expected(move.from).appending(.elements)
    if rule == .scalarToArray, isInPlace { return (old.state, array) }
    if rule == .arrayToScalar, matching.expected(move.from.parent ?? move.from) == move.to {
      return (array, target?.state ?? .oneValue)
    }
    let new = Self.state(move.to, beside: matching.expected(move.from))
    guard let name = move.from.lastName else { return (.place(ShapePath()), new) }
    // The same name elsewhere says nothing; where it was does.
    let isSameName = name == move.to.lastName && slots == nil
    guard isSameName else { return (.key(name), new) }
    let root = matching.roots.pairs.first {
      move.from.isWithin($0.old) && move.from != $0.old && matching.home(of: $0.old) == $0.new
    }
    let from = root.map { move.from.moved(from: $0.old, to: $0.new) } ?? move.from
    return (Self.state(from, beside: move.to), new)
  }

  private func evidence(of move: Move, _ rule: DriftRule) -> Evidence.Basis {
    if move.isGuess { return .position }
    guard let matched = move.matched, let compared = move.compared else {
      if rule == .scalarToArray, let array = newRoot.part(at: move.to.steps.dropLast()) {
        return .all(
          .types([.array], isNullable: false), records: array.observed?.records.present)
      }
      if rule == .arrayToScalar, let shape = newRoot.part(at: move.to.steps) {
        return .all(shape.state, records: shape.observed?.records.present)
      }
      return .partsBelow
    }
    if let unit = move.unit {
      return .scaled(unit, matched: matched, compared: compared)
    }
    let rivals = matching.fates[move.from].rivals
    if !rivals.isEmpty {
      return .shared(
        matched: matched, compared: compared,
        others: places(matching.new.order.filter(Set(rivals).contains), of: move))
    }
    return .agreement(matched: matched, compared: compared, isNear: move.isNear)
  }

  /// The chance that a list and one value in its place are of one format; nil where values agree.
  private func chance(of move: Move, _ rule: DriftRule) -> Double? {
    guard move.compared == nil, let from = rule == .arrayToScalar ? move.from.parent : move.from,
      let to = rule == .scalarToArray ? move.to.parent : move.to,
      rule == .arrayToScalar || rule == .scalarToArray, to == matching.expected(from),
      let old = oldRoot.part(at: from.steps), let new = newRoot.part(at: to.steps)
    else { return nil }
    return chanceOfNothing(old, new, at: Pair(from: from, to: to))
  }

  // MARK: What a move leaves behind

  /// Tells what became of an object that is gone, while some of what it held is elsewhere.
  mutating func dissolve(_ path: ShapePath) {
    // A list is where its elements are.
    let isListOfMoved =
      matching.old[path]?.nature.isList == true && moves[path.appending(.elements)] != nil
    guard let place = matching.old[path], let shape = oldRoot.part(at: path.steps) else { return }
    if moves.values.contains(where: { $0.to == path }), matching.new[path]?.nature == place.nature {
      // What was in the object is what it is now.
      map(Pair(from: path, to: path), as: .same)
    } else if !isListOfMoved, !path.steps.isEmpty {
      map(Pair(from: path, to: path), as: .removed)
    }
    for child in place.children {
      guard let step = child.last else { continue }
      let part = oldRoot.part(at: child.steps) ?? .unknown
      var isRequired = false
      if case .member(let name) = step { isRequired = shape.object?[name]?.isRequired ?? false }
      let member = MemberShape(name: child.lastName ?? "", isRequired: isRequired, shape: part)
      if let move = moves[child] {
        follow(move, member)
      } else if movedFrom.contains(child) {
        dissolve(child)
      } else if let image = matching.image(of: child), let now = newRoot.part(at: image.steps) {
        compare(part, now, at: Pair(from: child, to: image))
      } else if case .member = step {
        removed(member, from: nil, at: Pair(from: path, to: path))
      } else {
        mapAll(part, at: Pair(from: child, to: child), as: .removed)
      }
    }
  }

  /// Maps all places below one whose structure changed: they are its consequences.
  mutating func mapStructure(_ pair: Pair, as kind: Change.Kind) {
    var left: [Move] = []
    for path in matching.old.order where path.isWithin(pair.from) {
      if path == pair.from {
        map(pair, as: kind)
        mapKey(of: path, as: kind)
      } else if left.contains(where: { path.isWithin($0.from) }) {
        continue
      } else if let image = matching.image(of: path), image.isWithin(pair.to) {
        map(Pair(from: path, to: image), as: kind)
        mapping += parts(of: path, besides: image)
        mapKey(of: path, as: kind)
      } else if let move = moves[path] {
        left.append(move)
      } else {
        map(Pair(from: path, to: path), as: .removed)
      }
    }
    mapNewBelow(pair.to, includingIt: false)
    // What left the structure is a change of its own.
    for move in left {
      guard let shape = oldRoot.part(at: move.from.steps) else { continue }
      follow(move, MemberShape(name: move.from.lastName ?? "", isRequired: false, shape: shape))
    }
  }

  /// Maps the keys of a map that became values.
  private mutating func mapKey(of path: ShapePath, as kind: Change.Kind) {
    let key = path.appending(ShapePath.mapKey)
    guard let image = matching.image(of: key) else { return }
    mapping.append(
      PathMapping(
        from: path, to: image.withoutMapKey, kind: kind,
        matched: matching.fates[key].counts?.matched,
        compared: matching.fates[key].counts?.compared,
        confidence: matching.fates[key].confidence))
  }

  /// The further places that hold parts of what a place held.
  private func parts(of path: ShapePath, besides image: ShapePath) -> [PathMapping] {
    matching.parts.compactMap { part in
      guard part.from == path, part.to != image, let kind = part.pair.kindBesideOthers else {
        return nil
      }
      let isSeen = part.pair.compared > 0
      return PathMapping(
        from: part.from, to: part.to.withoutMapKey, kind: kind,
        matched: isSeen ? part.pair.matched : nil, compared: isSeen ? part.pair.compared : nil,
        confidence: isSeen ? matching.confidence(of: path) : .guess)
    }
  }

  /// Maps the places of a new object that holds what moved: they are no change of their own.
  mutating func mapNewBelow(_ path: ShapePath, includingIt: Bool = true) {
    let parts = Set(matching.parts.map(\.to))
    for place in matching.new.order
    where place.isWithin(path) && owners[place] == nil && !parts.contains(place) {
      if place == path, !includingIt { continue }
      if matching.old[place] != nil, wrappers.contains(place) || place == path { continue }
      map(Pair(from: place, to: place), as: .added)
    }
  }

  mutating func mapNewEnvelope(around target: ShapePath) {
    for path in matching.new.order where !path.isWithin(target) && !path.steps.isEmpty {
      map(Pair(from: path, to: path), as: .added)
    }
  }

  /// Maps what became a family of slots to each of them: `address[*]` to `address1` and to `address2`.
  mutating func nameNewSlots() {
    mapping = mapping.flatMap { entry -> [PathMapping] in
      guard let from = entry.from, let to = entry.to, let slots = newSlots(of: from, at: to) else {
        return [entry]
      }
      return slots.map { entry.moved(from: from, to: $0) }
    }
  }

  private func newSlots(of move: Move) -> [ShapePath]? { newSlots(of: move.from, at: move.to) }

  /// The slots that a place which was none became; nil where it became something else.
  private func newSlots(of path: ShapePath, at target: ShapePath) -> [ShapePath]? {
    guard let family = matching.new[target]?.slots, matching.old[path]?.slots == nil,
      let holder = target.parent
    else { return nil }
    return family.memberNames.map { holder.appending(.member($0)) }
  }

  /// Joins what moved together, from one object into another, to one change.
  mutating func joinCompanions() {
    var joined: [Change] = []
    for change in changes {
      let joinable: Set<DriftRule> = [.valueNested, .valueHoisted, .keyMoved, .slotsToArray]
      guard joinable.contains(change.rule), let from = change.from, let to = change.to,
        let index = joined.firstIndex(where: { other in
          other.rule == change.rule && other.from?.parent == from.parent
            && other.to?.parent == to.parent
            && other.kind == change.kind
        })
      else {
        joined.append(change)
        continue
      }
      let sources = change.slots?.paths ?? [from]
      joined[index].companions += sources.map {
        Change.Companion(from: $0, to: to, slots: change.slots?.description)
      }
    }
    changes = joined
  }

  // MARK: Mapping

  mutating func map(_ place: Pair, as kind: Change.Kind? = nil) {
    let kind = kind ?? self.kind
    // A list that moved is told by its elements.
    if kind != .removed, kind != .added, place.from != place.to,
      matching.old[place.from]?.nature.isList == true,
      matching.new[place.to]?.nature.isList == true,
      matching.old[place.from]?.children.isEmpty == false
    {
      return
    }
    let counts = kind == .removed || kind == .added ? nil : matching.fates[place.from].counts
    mapping.append(
      PathMapping(
        from: kind == .added ? nil : place.from,
        to: kind == .removed ? nil : place.to.withoutMapKey,
        kind: kind, matched: counts?.matched, compared: counts?.compared,
        confidence: kind == .removed || kind == .added || place.from == place.to
          ? nil : matching.confidence(of: place.from),
        isUnseen: kind == .same && matching.new[place.to] == nil
          && newRoot.part(at: place.to.steps) == nil))
  }

  mutating func mapAll(_ shape: Shape, at place: Pair, as kind: Change.Kind? = nil) {
    // A map that is gone may have left its keys as the values of a member.
    if kind == .removed, matching.image(of: place.from.appending(ShapePath.mapKey)) != nil {
      mapKey(of: place.from, as: .moved)
    } else {
      map(place, as: kind)
    }
    mapBelow(shape, at: place, as: kind)
  }

  mutating func mapBelow(_ shape: Shape, at place: Pair, as kind: Change.Kind? = nil) {
    mapMembers(shape.object, at: place, as: kind)
    if let element = shape.element {
      mapAll(element, at: place.appending(.elements), as: kind)
    }
  }

  mutating func mapMembers(_ object: ObjectShape?, at place: Pair, as kind: Change.Kind? = nil) {
    for member in object?.members ?? [] {
      let path = place.appending(.member(member.name))
      if kind == .added, targets.contains(path.to) { continue }
      mapAll(member.shape, at: path, as: kind)
    }
    if let value = object?.mapValue { mapAll(value, at: place.appending(.values), as: kind) }
  }
}
