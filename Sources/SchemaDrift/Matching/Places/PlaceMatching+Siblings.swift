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
    for objects in siblings {
      for object in objects where object.leaves.contains(where: hasLeft) {
        for sibling in objects where sibling.path != object.path {
          merge(object, as: sibling)
        }
      }
    }
  }

  /// The gone places of objects that wait until it is known where those of one beside them went.
  ///
  /// As rivals of each other for one place neither would be likely. They are none where a list or a map is new that may
  /// hold both, nothing in the new format is of one of them by its names, and nothing new is beside another of its kind.
  var waitingSiblings: Set<ShapePath> {
    var waiting: Set<ShapePath> = []
    lazy var words = newWords
    for objects in siblings {
      for (number, object) in objects.enumerated() {
        for first in objects.prefix(number) {
          let common = commonLeaves(object, first).filter { hasLeft($0) && hasLeft($1) }
          guard isOfOneKind(common.count, object, first) else { continue }
          let own = [object, first].map { Set(NameWords.of($0.path.lastName ?? "")) }
          guard hasNewList(of: common.count), !hasNewSiblings(of: common.count),
            own[0].symmetricDifference(own[1]).isDisjoint(with: words)
          else { continue }
          waiting.formUnion(common.map(\.0))
        }
      }
    }
    return waiting
  }

  /// The words of the names that are only in the new format.
  private var newWords: Set<String> {
    Set(
      new.order.filter { old[place(inOld: $0)] == nil }.flatMap {
        NameWords.of($0.lastName ?? "")
      })
  }

  /// Whether objects of a list or a map are new, of which a record has several, with about as many members.
  private func hasNewList(of count: Int) -> Bool {
    new.order.contains { path in
      (path.last == .elements || path.last == .values) && new[path]?.nature == .object
        && old[place(inOld: path)] == nil && isOneOfSeveral(path)
        && 2 * scalars(below: path, in: new).count >= count
    }
  }

  /// Whether two new objects are beside each other that have about as many members in common.
  private func hasNewSiblings(of count: Int) -> Bool {
    siblings(in: new) { old[place(inOld: $0)] == nil }.contains { objects in
      objects.indices.contains { number in
        objects.prefix(number).contains {
          2 * commonLeaves(objects[number], $0).count >= count
        }
      }
    }
  }

  /// An object beside others, with all scalars in it that are in no list of objects.
  private struct Sibling {
    let path: ShapePath
    let leaves: [ShapePath]
  }

  /// The objects that are beside others in the old format.
  private var siblings: [[Sibling]] { siblings(in: old) { _ in true } }

  private func siblings(in places: Places, where isWanted: (ShapePath) -> Bool) -> [[Sibling]] {
    places.order.compactMap { holder in
      guard places[holder]?.nature == .object else { return nil }
      let objects = (places[holder]?.children ?? []).filter { path in
        guard case .member? = path.last, isWanted(path) else { return false }
        return places[path]?.nature == .object && places[path]?.slots == nil
      }
      guard objects.count >= 2, objects.count <= Self.mostObjects else { return nil }
      return objects.map { Sibling(path: $0, leaves: scalars(below: $0, in: places)) }
    }
  }

  /// The scalars of an object that one beside it has under the same names, with those.
  private func commonLeaves(_ object: Sibling, _ sibling: Sibling) -> [(ShapePath, ShapePath)] {
    let known = Set(sibling.leaves)
    return object.leaves.map { ($0, $0.moved(from: object.path, to: sibling.path)) }
      .filter { known.contains($1) }
  }

  private func isOfOneKind(_ common: Int, _ object: Sibling, _ sibling: Sibling) -> Bool {
    common >= Self.fewestMembers && 3 * common >= 2 * object.leaves.count
      && 3 * common >= 2 * sibling.leaves.count
  }

  private func scalars(below path: ShapePath, in places: Places) -> [ShapePath] {
    (places[path]?.children ?? []).flatMap { child in
      places[child]?.nature == .scalar ? [child] : scalars(below: child, in: places)
    }
  }

  /// Guesses that the members of an object which are gone are where those of one beside it went.
  private mutating func merge(_ object: Sibling, as sibling: Sibling) {
    let common = commonLeaves(object, sibling)
    guard isOfOneKind(common.count, object, sibling) else { return }
    let found = common.map { (member: $0, own: image(of: $0), other: image(of: $1)) }
    let both = found.filter { $0.own != nil && $0.other != nil }
    let same = both.count { $0.own == $0.other }
    guard same >= 2 * (both.count - same), found.count(where: { $0.other != nil }) >= 2,
      !isAnotherNew(like: object.leaves)
    else { return }
    for (member, own, other) in found {
      guard own == nil, hasLeft(member), let target = other, let before = old[member],
        let now = new[target], now.nature == .scalar,
        before.types.isEmpty || !before.types.isDisjoint(with: now.types),
        isOneOfSeveral(target.parent), !isNamed(target, after: sibling.path, notAfter: member),
        // A list of what both hold is not that of either.
        same > 0 || !isRefuted(member, at: target)
      else { continue }
      merge(member, into: target)
    }
  }

  /// Whether an object is of a map, or of a list that has several elements in some records, or lies in such an object.
  private func isOneOfSeveral(_ object: ShapePath?) -> Bool {
    var path = object
    while let place = path, place.lists > 1 {
      if place.last == .values { return true }
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
    let words = { (path: ShapePath) in Set(path.names.flatMap { NameWords.of($0) }) }
    let own = Set(NameWords.of(sibling.lastName ?? ""))
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
