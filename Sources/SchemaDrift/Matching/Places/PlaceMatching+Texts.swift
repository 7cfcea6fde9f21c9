import JSONSchema
import StrictJSON

/// Texts that are made of numbers.
extension PlaceMatching {
  /// Guesses that the numbers in a text became the members of the object under its key: `"2-1"` is `home` and `away`.
  mutating func guessMembersOfText(_ path: ShapePath) {
    guard image(of: path) == nil, old[path]?.nature == .scalar,
      let object = new[expected(path)], object.nature == .object,
      object.children.allSatisfy({ new[$0]?.nature == .scalar && !claimed.contains($0) })
    else { return }
    for table in tables {
      guard let column = table.old.column(at: path) else { continue }
      let profile = table.old.profiles[column]
      let members = object.children.compactMap { table.new.column(at: $0) }
      guard profile.numbersInText == object.children.count, !profile.isDates,
        profile.values > 0,
        members.count == object.children.count,
        members.allSatisfy({ table.new.profiles[$0].isDigits })
      else { continue }
      for (index, member) in members.enumerated() {
        let target = table.new.columns[member].path
        if index == 0 { set(target, of: path, basis: .looks) }
        addPart(target, of: path, (column, member))
      }
      return
    }
  }

  /// Guesses that a value of which nothing was seen became the members that a value beside it became: `fulltime` is
  /// `fulltime.home` and `fulltime.away`, and so is `extratime`, which came as null only.
  mutating func guessMembersLikeThoseBeside(_ path: ShapePath) {
    guard image(of: path) == nil, let place = old[path], place.nature == .scalar,
      let object = new[expected(path)], object.nature == .object, let parent = path.parent,
      object.children.allSatisfy({ new[$0]?.nature == .scalar && !claimed.contains($0) })
    else { return }
    let names = Set(object.children.compactMap(\.last))
    for sibling in old[parent]?.children ?? [] where sibling != path {
      let holder = expected(sibling)
      let members = parts.filter { $0.from == sibling && $0.to.parent == holder }.map(\.to)
      guard members.count > 1, Set((new[holder]?.children ?? []).compactMap(\.last)) == names
      else { continue }
      for table in tables {
        guard let column = table.old.column(at: path) else { continue }
        guard table.old.profiles[column].values < DriftTuning.Confidence.fewestRecords else {
          return
        }
        for (index, member) in members.enumerated() {
          let target = member.moved(from: holder, to: expected(path))
          guard let other = table.new.column(at: target) else { continue }
          if index == 0 { set(target, of: path, basis: .looks) }
          addPart(target, of: path, (column, other))
        }
        return
      }
    }
  }
}
