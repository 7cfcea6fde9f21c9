import JSONSchema
import StrictJSON

/// Places that go where others of their names went.
extension PlaceMatching {
  private static let fewestOfGeneralName = 2

  /// Guesses that the elements of a list are where the one object is that came in its place at times, and the other way:
  /// `"cvss": {"score": 6}` and `"cvss": [{"score": 5}]` are `metrics[*].cvss` now.
  mutating func guessOneOrMany() {
    for element in old.order where element.last == .elements && old[element]?.nature == .object {
      // An answer that is a list, or an object around one, holds other members than its elements.
      guard let place = element.parent, old[place]?.types.contains(.object) == true,
        NameLikeness.ofSets(memberNames(of: place), memberNames(of: element))
          >= DriftTuning.Names.halfNames,
        isGone(element) == (new[expected(element)] == nil)
      else { continue }
      for path in old.order where path.isWithin(place) && path != place {
        let isOfElement = path.isWithin(element)
        let twin =
          isOfElement
          ? path.moved(from: element, to: place) : path.moved(from: place, to: element)
        guard isGone(path), old[twin]?.nature == old[path]?.nature || path == element,
          let target = image(of: twin), new[target] != nil
        else { continue }
        fates.set(target, of: path, basis: .looks)
      }
    }
  }

  private func memberNames(of path: ShapePath) -> Set<String> {
    Set((old[path]?.children ?? []).filter { $0.last != .elements }.compactMap(\.lastName))
  }

  /// Guesses that members of an object that is gone are in the new object to which one of them went under its name, where
  /// their names are: `MatchQuality.HouseNumber` is `fieldScore.houseNumber`, and so `MatchQuality.City` is
  /// `fieldScore.city`.
  mutating func guessNamesakes() {
    for object in old.order
    where old[object]?.nature == .object && new[expected(object)]?.nature != .object {
      let members = old[object]?.children ?? []
      let moved = members.compactMap { member -> (member: ShapePath, target: ShapePath)? in
        guard let target = home(ofMember: member),
          NameWords.letters(member.lastName ?? "") == NameWords.letters(target.lastName ?? "")
        else { return nil }
        return (member, target)
      }
      let holders = Set(moved.compactMap(\.target.parent))
      guard holders.count == 1, let holder = holders.first, new[holder]?.nature == .object,
        old[place(inOld: holder)] == nil,
        members.allSatisfy({ home(ofMember: $0).map { $0.parent == holder } ?? true })
      else { continue }
      for member in members where home(ofMember: member) == nil {
        let name = NameWords.letters(member.lastName ?? "")
        let targets = (new[holder]?.children ?? []).filter {
          NameWords.letters($0.lastName ?? "") == name
        }
        guard targets.count == 1, let target = targets.first, !claimed.isOnTheWay(target),
          moved.count >= (Vocabulary.generalNames.contains(name) ? Self.fewestOfGeneralName : 1),
          let before = old[member], let now = new[target], before.nature == now.nature,
          !before.types.isDisjoint(with: now.types), !isRefuted(member, at: target)
        else { continue }
        accept(member, target)
      }
    }
  }

  /// Where a member is; of a list where its elements are.
  private func home(ofMember path: ShapePath) -> ShapePath? {
    image(of: path) ?? image(of: path.appending(.elements)).flatMap(\.parent)
  }
}
