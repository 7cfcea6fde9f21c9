import JSONSchema
import StrictJSON

/// Finds the list that a slot family became, where no value tells: `strIngredient1…20` with
/// `strMeasure1…20` is gone, and `ingredients[*]` with `name` and `measure` is new.
///
/// That a whole family goes and one list comes in the same object is rarely chance, but it is a
/// guess. So the list must be the only new one that fits, the names must be alike, and the types the
/// same. The family that the list is named after goes to the member that holds what the element is
/// about; its partner to the member of its own name.
///
/// The other way round, the elements of a list `address` are in `address1…3`.
struct SlotLists {
  /// The place of each family, and that of its values in the list.
  private(set) var pairs: [(from: ShapePath, to: ShapePath)] = []

  private let old: Places
  private let new: Places

  /// Looks among the places that are gone from one object and those that are new in it.
  init(_ old: Places, _ new: Places, gone: [ShapePath], added: [ShapePath]) {
    self.old = old
    self.new = new
    let families = gone.filter { old[$0]?.slots != nil }
    let lists = added.filter { new[$0]?.nature == .array }
    guard !families.isEmpty else {
      let members = added.filter { new[$0]?.slots != nil }
      pairs = gone.filter { old[$0]?.nature == .array }.compactMap { list in
        let element = list.appending(.elements)
        let named = members.filter { member in
          likeness(member, list.lastName ?? "") >= DriftTuning.Names.sameWord
            && !(old[element]?.types ?? []).isDisjoint(with: new[member]?.types ?? [])
        }
        return old[element]?.nature == .scalar && named.count == 1 ? (element, named[0]) : nil
      }
      return
    }
    let candidates = lists.map { found(families, in: $0.appending(.elements)) }
      .filter { !$0.isEmpty }
    if candidates.count == 1 { pairs = candidates[0] }
  }

  private func found(
    _ families: [ShapePath], in element: ShapePath
  ) -> [(from: ShapePath, to: ShapePath)] {
    guard let place = new[element], let list = element.parent?.lastName else { return [] }
    let named = families.filter { likeness($0, list) >= DriftTuning.Names.halfNames }
    if place.nature == .scalar {
      guard named.count == 1, fits(named[0], element) else { return [] }
      return [(named[0], element)]
    }
    guard place.nature == .object else { return [] }
    var members = place.children.filter { new[$0]?.nature == .scalar }
    var pairs: [(from: ShapePath, to: ShapePath)] = []
    for family in families {
      let best = members.filter { fits(family, $0) }
        .max { likeness(family, $0.lastName ?? "") < likeness(family, $1.lastName ?? "") }
      guard let best, likeness(family, best.lastName ?? "") >= DriftTuning.Names.halfNames else {
        continue
      }
      pairs.append((family, best))
      members.removeAll { $0 == best }
    }
    let rest = named.filter { family in !pairs.contains { $0.from == family } }
    if rest.count == 1 {
      let principal = Vocabulary.keysOfPrincipal.lazy.compactMap { name in
        members.first { $0.lastName == name && fits(rest[0], $0) }
      }.first
      if let principal { pairs.append((rest[0], principal)) }
    }
    // Without the family that the list is named after, one member of a like name is chance.
    return pairs.count >= 2 || named.contains(where: { name in pairs.contains { $0.from == name } })
      ? pairs : []
  }

  private func fits(_ family: ShapePath, _ place: ShapePath) -> Bool {
    guard let before = old[family], let now = new[place] else { return false }
    return !before.types.isDisjoint(with: now.types)
  }

  private func likeness(_ family: ShapePath, _ name: String) -> Double {
    let own = (family.lastName ?? "").replacing("{n}", with: "")
    let words = NameWords.of(own)
    // `strIngredient`: a first word that all families share says nothing.
    let prefixes = Set(words.count > 1 ? words.prefix(1) : [])
    return max(
      NameLikeness.of(own, name), NameLikeness.of(own, name, ignoring: prefixes))
  }
}
