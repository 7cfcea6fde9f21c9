import JSONSchema
import StrictJSON

/// What is told where a map stands beside a record.
extension ShapeComparison {
  /// Compares a map with a record whose members are no entries of it: an answer was a map of its records, and has them in
  /// a list beside other members now.
  mutating func compareMapWithRecord(
    _ old: ObjectShape, _ new: ObjectShape, _ holder: Shape, at place: Pair
  ) {
    let values = place.appending(.values)
    if let value = old.mapValue {
      entriesRemoved(value, from: holder, at: place)
      compareRecords(ObjectShape(), new, holder, at: place)
    } else if let value = new.mapValue {
      compareRecords(old, ObjectShape(), holder, at: place)
      if !targets.contains(values.to), owners[values.to] == nil {
        addNew(value, at: values.to)
      } else {
        mapNewBelow(values.to)
      }
    }
  }

  /// Tells that the entries of a map are gone, unless they are found elsewhere, or the object may have no kind of its own.
  private mutating func entriesRemoved(_ value: Shape, from holder: Shape, at place: Pair) {
    let values = place.appending(.values)
    if let move = moves[values.from] {
      follow(move, MemberShape(name: "", isRequired: false, shape: value))
      return
    }
    if movedFrom.contains(values.from) {
      dissolve(values.from)
      return
    }
    let before = oldRoot.part(at: place.from.steps)?.observed?.types[.object] ?? 1
    let now = holder.observed?.types[.object] ?? 1
    let evidence = Evidence(
      old: value.observed, new: nil,
      chance: place.from.isEnvelope
        ? nil : Evidence.chance(thatAll: before, fallInto: before, outOf: now),
      basis: .vanished(.nothing(.absent), count: before, of: before, now: now))
    guard evidence.isSignificant else {
      mapAll(value, at: values, as: .same)
      return
    }
    changes.append(
      Change(
        rule: .keyRemoved, kind: .removed, from: values.from, to: nil, old: value.state,
        new: .nothing(.absent), evidence: evidence))
    mapAll(value, at: Pair(from: values.from, to: values.from), as: .removed)
  }
}
