import JSONSchema
import StrictJSON

/// Guesses that objects of one kind which were beside each other are together now.
///
///     {"outbound": {"flights": [{"departs_at": …}]}, "inbound": {"flights": [{"departs_at": …}]}}
///     {"itineraries": [{"segments": [{"departure": {"at": …}}]}, …]}
///
/// Each new place takes one old one, so what is known of the flights out is not looked for with the flights back. That
/// both have the same members, and that nothing else is new that has them, tells the rest.
extension PlaceMatching {
  /// Many objects hold an amount and its currency.
  private static let fewestMembers = 4
  /// Among more objects than this a few alike are chance.
  private static let mostObjects = 40

  mutating func mergeSiblings() {
    for holder in old.order where old[holder]?.nature == .object {
      let objects = (old[holder]?.children ?? []).filter { path in
        guard case .member? = path.last else { return false }
        return old[path]?.nature == .object && old[path]?.slots == nil
      }
      guard objects.count >= 2, objects.count <= Self.mostObjects else { continue }
      let leaves = objects.map { object in scalars(below: object) }
      for (path, mine) in zip(objects, leaves) where mine.contains(where: hasLeft) {
        for (sibling, theirs) in zip(objects, leaves) where sibling != path {
          merge(path, mine, as: sibling, theirs)
        }
      }
    }
  }

  private func scalars(below path: ShapePath) -> [ShapePath] {
    (old[path]?.children ?? []).flatMap { child in
      old[child]?.nature == .scalar ? [child] : scalars(below: child)
    }
  }

  /// Guesses that the members of an object which are gone are where those of one beside it went.
  private mutating func merge(
    _ path: ShapePath, _ mine: [ShapePath], as sibling: ShapePath, _ theirs: [ShapePath]
  ) {
    let known = Set(theirs)
    let common = mine.map { ($0, $0.moved(from: path, to: sibling)) }.filter {
      known.contains($1)
    }
    guard common.count >= Self.fewestMembers, 3 * common.count >= 2 * mine.count,
      3 * common.count >= 2 * theirs.count
    else { return }
    let found = common.map { (member: $0, own: image(of: $0), other: image(of: $1)) }
    let both = found.filter { $0.own != nil && $0.other != nil }
    let same = both.count { $0.own == $0.other }
    guard same >= 2 * (both.count - same), found.count(where: { $0.other != nil }) >= 2,
      !isAnotherNew(like: mine)
    else { return }
    for (member, own, other) in found {
      guard own == nil, hasLeft(member), let target = other, let before = old[member],
        let now = new[target], now.nature == .scalar,
        before.types.isEmpty || !before.types.isDisjoint(with: now.types),
        isOneOfSeveral(target), !isNamed(target, after: sibling, notAfter: member),
        // A list of what both hold is not that of either.
        same > 0 || !isRefuted(member, at: target)
      else { continue }
      merge(member, into: target)
    }
  }

  /// Whether a place is in a list that has several elements in some records.
  private func isOneOfSeveral(_ target: ShapePath) -> Bool {
    var path = target.parent
    while let place = path, place.lists > 1 {
      if place.last == .elements, let list = place.parent, new[list]?.lengths?.upperBound ?? 0 > 1 {
        return true
      }
      path = place.parent
    }
    return false
  }

  /// Whether a new place says by its names which one of two objects it is of.
  private func isNamed(
    _ target: ShapePath, after sibling: ShapePath, notAfter member: ShapePath
  ) -> Bool {
    let words = { (path: ShapePath) in Set(path.names.flatMap { NameLikeness.words($0) }) }
    let own = Set(NameLikeness.words(sibling.lastName ?? ""))
    return !words(target).subtracting(words(member)).isDisjoint(with: own)
      || OppositeNames(member.names).contradicts(OppositeNames(target.names))
  }

  /// Whether an object is new that has the members, and of which nothing is found.
  private func isAnotherNew(like members: [ShapePath]) -> Bool {
    let names = Set(members.compactMap(\.lastName))
    return new.order.contains { path in
      guard let place = new[path], place.nature == .object, old[self.place(inOld: path)] == nil,
        !claimed.isOnTheWay(path)
      else { return false }
      return NameLikeness.ofSets(names, Set(place.children.compactMap(\.lastName)))
        >= DriftTuning.Names.halfNames
    }
  }
}
