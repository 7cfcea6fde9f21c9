/// What strict decoding says of the slots of objects of one shape: a slot is null, is used behind an
/// unused one, or is used without its partner.
///
/// All that is the same for each object is made once: a recorded list has thousands of null slots.
struct SlotRows {
  private struct Slot {
    let number: Int
    let name: String
    let row: Int
    let leads: Bool
    /// The slot that belongs to this one.
    let partner: (slot: Int, name: String)?
    let path: ShapePath
    let owner: DecodingOwner?
  }

  /// The slots of all families, one after the other.
  private let slots: [Slot]
  private let positions: [String: Int]

  /// Whether there are no families.
  var isEmpty: Bool { slots.isEmpty }

  /// Finds the families that a type reads in the objects of a shape, among the members that were asked for,
  /// in their order.
  init(_ shape: ShapeNode, _ members: [ShapeNode]) {
    let families = [SlotFamily].read(members.compactMap(\.memberName))
    let starts = families.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.range.count) }
    slots = families.indices.flatMap { row in
      let partner = families.partner(of: row)
      return families[row].range.enumerated().map { position, number in
        let name = families[row].memberName(number)
        let shape = shape.child(.member(name))
        return Slot(
          number: number, name: name, row: row, leads: families.leads(row),
          partner: partner.map { (starts[$0] + position, families[$0].memberName(number)) },
          path: shape.path, owner: shape.read?.owner)
      }
    }
    positions = Dictionary(
      slots.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Judges the slots of one object.
  func issues(in object: JSONValue, at pointer: JSONPointer) -> [DecodingIssue] {
    // Keys that end in a number may be data: then there are thousands of slots, and an object has a few.
    var found: [(slot: Int, value: JSONValue)] = []
    for member in object.members {
      if let slot = positions[member.key] { found.append((slot, member.value)) }
    }
    found.sort { ($0.slot, $0.value.index) < ($1.slot, $1.value.index) }
    var issues: [DecodingIssue] = []
    var last = -1
    var firstUnused: Int?
    for (position, value) in found where position != last {
      let slot = slots[position]
      if last < 0 || slots[last].row != slot.row { firstUnused = nil }
      last = position
      let isUsed = value.isUsedSlot
      if value.isNull {
        issues.append(
          issue(
            .nullSlot, slot, value, pointer, expected: "text or empty text", found: "null",
            "the slot is null; other slots may be empty text"))
      }
      // An ingredient without a measure is no gap of the measures; it is told as unpaired.
      if slot.leads, isUsed, let unused = firstUnused {
        issues.append(
          issue(
            .slotGap, slot, value, pointer, expected: "no used slot behind an unused one",
            found: value.words,
            "slot \(slot.number) is used, but slot \(unused) before it is not"))
        firstUnused = nil
      }
      if !isUsed, firstUnused == nil { firstUnused = slot.number }
      if isUsed, let partner = slot.partner, let other = first(partner.slot, in: found),
        !other.isUsedSlot
      {
        issues.append(
          issue(
            .unpairedSlot, slot, value, pointer, expected: "\(partner.name) to be used too",
            found: other.words, "\(slot.name) is used, but \(partner.name) is not"))
      }
    }
    return issues
  }

  /// The first value of a slot; nil where the object has none.
  private func first(_ slot: Int, in found: [(slot: Int, value: JSONValue)]) -> JSONValue? {
    var low = 0
    var high = found.count
    while low < high {
      let middle = (low + high) / 2
      if found[middle].slot < slot { low = middle + 1 } else { high = middle }
    }
    return low < found.count && found[low].slot == slot ? found[low].value : nil
  }

  private func issue(
    _ kind: DecodingIssue.Kind, _ slot: Slot, _ value: JSONValue, _ object: JSONPointer,
    expected: Expectation, found: String, _ message: String
  ) -> DecodingIssue {
    DecodingIssue(
      kind: kind, pointer: object.appending(slot.name), path: slot.path, offset: value.offset,
      owner: slot.owner, expected: expected, found: found, message: message)
  }
}

extension [SlotFamily] {
  /// Finds the families that a type reads, in the order of its keys.
  ///
  /// A list begins at 0 or 1; `size_320` and `size_321` are names that hold a number.
  static func read(_ keys: [String]) -> [SlotFamily] {
    SlotFamily.families(among: keys).filter { $0.range.lowerBound <= 1 }
  }
}

extension JSONValue {
  /// Whether a slot holds anything: text that is not blank, or a value of another type.
  var isUsedSlot: Bool { SlotFamily.Empty(self) == nil }
}
