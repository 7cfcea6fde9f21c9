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
        profile.values >= DriftTuning.Confidence.fewestRecords,
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
}
