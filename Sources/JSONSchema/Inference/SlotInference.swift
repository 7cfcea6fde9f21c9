import StrictJSON

extension ObjectShape {
  /// Finds the slot families and gives the slots of each what they share.
  func withSlotFamilies() -> ObjectShape {
    var object = self
    object.slotFamilies = SlotFamily.families(among: members.map(\.name)).compactMap { family in
      object.shareShape(of: family)
    }
    // A family whose partner turned out to be none is alone.
    let names = Set(object.slotFamilies.map(\.name))
    for index in object.slotFamilies.indices {
      guard let paired = object.slotFamilies[index].paired, !names.contains(paired) else {
        continue
      }
      object.slotFamilies[index].paired = nil
    }
    return object
  }

  /// Gives all slots of a family the same types, forms and nullability.
  ///
  /// Returns the family with what its unused slots hold; nil where the slots differ in type, and
  /// so are no list.
  private mutating func shareShape(of family: SlotFamily) -> SlotFamily? {
    let names = Set(family.memberNames)
    let positions = members.indices.filter { names.contains(members[$0].name) }
    let slots = positions.map { members[$0].shape }
    let types = slots.reduce(into: Set<JSONType>()) { $0.formUnion($1.types) }
    let isNumeric = types == [.integer, .number]
    guard types.count <= 1 || isNumeric, slots.allSatisfy({ $0.object == nil }) else { return nil }
    let isNullable = slots.contains(where: \.isNullable)
    let filled = slots.filter { ($0.observed?.filled ?? 0) > 0 }
    let form = Self.shared(filled.map(\.textForm))
    let dateFormat = Self.shared(filled.map(\.dateFormat))
    for position in positions {
      members[position].shape.types = isNumeric ? [.number] : types
      members[position].shape.isNullable = isNullable
      members[position].shape.isAlwaysNull = isNullable && types.isEmpty
      members[position].shape.textForm = form
      members[position].shape.dateFormat = dateFormat
      members[position].shape.values = []
      members[position].shape.separator = nil
    }
    var family = family
    family.empties = empties(of: slots)
    return family
  }

  private func empties(of slots: [Shape]) -> Set<SlotFamily.Empty> {
    var empties = Set<SlotFamily.Empty>()
    for case let observed? in slots.map(\.observed) {
      if observed.null > 0 { empties.insert(.null) }
      if observed.empty > 0 { empties.insert(.empty) }
      if observed.blank > 0 { empties.insert(.blank) }
    }
    return empties
  }

  private static func shared<Value: Equatable>(_ values: [Value?]) -> Value? {
    guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}
