import JSONSchema
import StrictJSON

/// The members of two records side by side, slot families as one.
struct SlotPairs {
  /// A place of either record, or of both.
  enum Place {
    case member(old: MemberShape?, new: MemberShape?)
    case slots(SlotPair)
  }

  private(set) var places: [Place] = []

  /// Lines the members up: in the old order, new ones behind.
  init(_ old: ObjectShape, _ new: ObjectShape) {
    var families: [String: SlotFamily] = [:]
    for family in old.slotFamilies + new.slotFamilies {
      let range = families[family.name]?.range ?? family.range
      let first = min(range.lowerBound, family.range.lowerBound)
      let last = max(range.upperBound, family.range.upperBound)
      families[family.name] = SlotFamily(name: family.name, range: first...last)
    }
    var familyOfMember: [String: String] = [:]
    for family in families.values {
      for name in family.memberNames { familyOfMember[name] = family.name }
    }
    let oldMembers = Dictionary(old.members.map { ($0.name, $0) }) { first, _ in first }
    let newMembers = Dictionary(new.members.map { ($0.name, $0) }) { first, _ in first }
    var done = Set<String>()
    for member in old.members + new.members {
      if let name = familyOfMember[member.name], let family = families[name] {
        guard done.insert(family.name).inserted else { continue }
        places.append(
          .slots(
            SlotPair(
              family, old: family.memberNames.compactMap { oldMembers[$0] },
              new: family.memberNames.compactMap { newMembers[$0] })))
      } else if done.insert(member.name).inserted {
        places.append(.member(old: oldMembers[member.name], new: newMembers[member.name]))
      }
    }
  }
}

/// The slots of one family, on both sides.
struct SlotPair {
  /// The slots of both sides as one family.
  private let family: SlotFamily

  /// The name of the family: `strIngredient{n}`.
  var name: String { family.name }

  /// Each side's slots as one member; nil where a side has none.
  let old: MemberShape?
  let new: MemberShape?

  /// The first new slot that was null, and the first that was missing.
  let nullSlot: String?
  let optionalSlot: String?

  /// The names of all slots, and the sides on which they stand.
  let names: [(name: String, isOld: Bool, isNew: Bool)]

  private let oldSlots: [MemberShape]
  private let newSlots: [MemberShape]

  init(_ family: SlotFamily, old oldSlots: [MemberShape], new newSlots: [MemberShape]) {
    self.family = family
    self.oldSlots = oldSlots
    self.newSlots = newSlots
    let oldNames = Set(oldSlots.map(\.name))
    let newNames = Set(newSlots.map(\.name))
    let both = oldNames.intersection(newNames)
    old = Self.joined(both.isEmpty ? oldSlots : oldSlots.filter { both.contains($0.name) })
    new = Self.joined(both.isEmpty ? newSlots : newSlots.filter { both.contains($0.name) })
    nullSlot = newSlots.first { ($0.shape.observed?.null ?? 0) > 0 }?.name
    optionalSlot = newSlots.first { !$0.isRequired }?.name
    names =
      oldSlots.map { ($0.name, true, newNames.contains($0.name)) }
      + newSlots.filter { !oldNames.contains($0.name) }.map { ($0.name, false, true) }
  }

  /// The slot of another family that a slot of this one became; nil where that has none.
  ///
  /// `shift` is by how much the numbers moved, where the same records say so. Else they stay, unless there are as many
  /// slots that begin with another number, or one family counts from 0 and the other one from 1.
  func slot(of name: String, in other: SlotFamily, shift: Int?) -> String? {
    guard let number = family.number(of: name) else { return nil }
    let starts = [family.range.lowerBound, other.range.lowerBound]
    let isCountedAnew =
      family.range.count == other.range.count || starts == [0, 1] || starts == [1, 0]
    let image = number + (shift ?? (isCountedAnew ? starts[1] - starts[0] : 0))
    return other.range.contains(image) ? other.memberName(image) : nil
  }

  /// The slots of some names as one member: of the old side, or of the new one.
  func member(of names: [String], isOld: Bool) -> MemberShape? {
    Self.joined((isOld ? oldSlots : newSlots).filter { names.contains($0.name) })
  }

  /// Some of the slots in words: `strIngredient16…20`.
  func description(of names: [String]) -> String {
    family.description(of: names.compactMap(family.number))
  }

  /// Joins slots into one member.
  ///
  /// Slots of one record are not independent, so its counts of records are those of the slot that
  /// shows most, and not sums.
  private static func joined(_ slots: [MemberShape]) -> MemberShape? {
    guard let first = slots.first else { return nil }
    var member = slots.dropFirst().reduce(first) { joined, slot in
      MemberShape(
        name: joined.name, isRequired: joined.isRequired && slot.isRequired,
        shape: joined.shape.union(slot.shape))
    }
    let observations = slots.compactMap(\.shape.observed)
    member.shape.observed?.records = Observation.Presence(
      samples: observations.map(\.records.samples).max() ?? 0,
      present: observations.map(\.records.present).max() ?? 0,
      null: observations.map(\.records.null).max() ?? 0)
    return member
  }
}
