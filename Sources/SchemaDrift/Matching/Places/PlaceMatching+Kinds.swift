import JSONSchema
import StrictJSON

// Records of another kind have other members, and that says nothing of the format:
//
//     {"resourceType": "Patient", "birthDate": "1990-02-01"}      {"resourceType": "Observation", "effective": "…"}
//
// Among many records both kinds come, unless the kinds themselves have other names now.
extension PlaceMatching {
  /// Whether few objects that hold a place say that they are of kinds which did not come before, and no record is the same.
  func isOfOtherKind(_ path: ShapePath) -> Bool {
    if isInSameRecords(path) { return false }
    var holder = path.parent
    while let place = holder {
      if isOtherKind(place) { return true }
      holder = place.parent
    }
    return false
  }

  // Of 600 nights of unchanged formats that nobody had looked at, 37 have a breaking finding without this and 30 with
  // it; without a limit F1 of three sets of version changes is .01 to .02 lower, as kinds may have other names.
  private static let fewestOfKind = 4

  /// The records of one kind from which all of them are.
  private static let fewestOfOneKind = 10

  private func isOtherKind(_ path: ShapePath) -> Bool {
    guard let object = old[path], object.nature == .object, !objectsOfOneKind.contains(path) else {
      return false
    }
    let target = home(of: path)
    var isOther = false
    for (name, child) in object.tellingMembers {
      guard let (before, now) = values(child, target.appending(.member(name)))
      else { continue }
      let isShared = before.keys.contains { now[$0] != nil }
      // A record that is still there is of its kind, whatever that is called now.
      if isShared, ColumnMatching.isIdentifier(name) { return false }
      let counts = (before.values.reduce(0, +), now.values.reduce(0, +))
      // What is of one kind in many records is so by its format, and another word for that is a change of it.
      let isOfOneKind = before.count == 1 && now.count == 1
      if isOfOneKind, max(counts.0, counts.1) >= Self.fewestOfOneKind { continue }
      let fewest = min(counts.0, counts.1)
      if !isShared, KindNames.isKind(name), 1..<Self.fewestOfKind ~= fewest { isOther = true }
    }
    return isOther && !isUnwrapped(path, target, old, new)
      && !isUnwrapped(target, path, new, old)
  }

  /// Whether a place, or something that it holds, is of another kind than the same of the other place.
  func refersToOthers(_ from: ShapePath, _ to: ShapePath) -> Bool {
    tables.contains { table in
      table.old.columns.indices.contains { column in
        let path = table.old.columns[column].path
        guard path.isWithin(from), let other = table.new.index[path.moved(from: from, to: to)]
        else { return false }
        return table.kinds.areApart(column, other)
      }
    }
  }

  /// The values of a place on both sides, with how often each came; nil where it is in no table.
  private func values(
    _ path: ShapePath, _ target: ShapePath
  ) -> (old: [ValueMark: Int], new: [ValueMark: Int])? {
    for table in tables {
      if let before = table.old.column(at: path), let now = table.new.column(at: target) {
        return (table.old.counts[before], table.new.counts[now])
      }
    }
    return nil
  }

  /// Whether the members of an object that is in one of two objects, and not in the other, are members of that: then
  /// it is the same thing in another format, whatever it is called.
  private func isUnwrapped(
    _ path: ShapePath, _ target: ShapePath, _ places: Places, _ others: Places
  ) -> Bool {
    let here = Set((places[path]?.children ?? []).compactMap(\.last))
    let there = Set((others[target]?.children ?? []).compactMap(\.last))
    return (places[path]?.children ?? []).contains { child in
      guard let step = child.last, !there.contains(step) else { return false }
      let moved = Set((places[child]?.children ?? []).compactMap(\.last)).intersection(there)
      return moved.subtracting(here).count >= DriftTuning.Guesses.fewestUnwrapped
    }
  }
}
