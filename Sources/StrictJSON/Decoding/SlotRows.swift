/// What strict decoding says of the slots of objects of one shape: a slot is null, is used behind an
/// unused one, or is used without its partner.
///
/// All that is the same for each object is made once: a recorded list has thousands of null slots.
struct SlotRows {
  /// The slots of one family.
  private struct Row {
    let leads: Bool
    let slots: [Slot]
    /// Where the slot of each name stands, for a long row; empty for others.
    private let positions: [String: Int]

    /// The most slots that are looked up one by one.
    private static let longest = 64

    init(leads: Bool, slots: [Slot]) {
      self.leads = leads
      self.slots = slots
      positions =
        slots.count <= Self.longest
        ? [:]
        : Dictionary(
          slots.enumerated().map { ($0.element.name, $0.offset) },
          uniquingKeysWith: { first, _ in first })
    }

    /// The slots that an object may have, in their order.
    ///
    /// Keys that end in a number may be data, and then a row has thousands and an object a few.
    func slots(of object: JSONValue) -> [Slot] {
      guard slots.count > Self.longest else { return slots }
      return Set(object.members.compactMap { positions[$0.key] }).sorted().map { slots[$0] }
    }
  }

  private struct Slot {
    let number: Int
    let name: String
    let partnerName: String?
    let shape: ShapeNode
    let path: ShapePath
  }

  private let rows: [Row]

  /// Whether there are no families.
  var isEmpty: Bool { rows.isEmpty }

  /// Finds the families that a type reads in the objects of a shape, in the order of its keys.
  init(_ shape: ShapeNode) {
    let families = [SlotFamily].read(shape.readNames)
    rows = families.indices.map { position in
      let family = families[position]
      let partner = families.partner(of: position).map { families[$0] }
      return Row(
        leads: families.leads(position),
        slots: family.range.map { number in
          let name = family.memberName(number)
          let shape = shape.child(.member(name))
          return Slot(
            number: number, name: name, partnerName: partner?.memberName(number), shape: shape,
            path: shape.path)
        })
    }
  }

  /// Judges the slots of one object.
  func issues(in object: JSONValue, _ path: DecodingPath) -> [DecodingIssue] {
    var issues: [DecodingIssue] = []
    for row in rows {
      var firstUnused: Int?
      for slot in row.slots(of: object) {
        guard let value = object[slot.name] else { continue }
        let isUsed = value.isUsedSlot
        if value.isNull {
          issues.append(
            issue(
              .nullSlot, slot, value, path, expected: "text or empty text", found: "null",
              "the slot is null; other slots may be empty text"))
        }
        // An ingredient without a measure is no gap of the measures; it is told as unpaired.
        if row.leads, isUsed, let unused = firstUnused {
          issues.append(
            issue(
              .slotGap, slot, value, path, expected: "no used slot behind an unused one",
              found: value.words,
              "slot \(slot.number) is used, but slot \(unused) before it is not"))
          firstUnused = nil
        }
        if !isUsed, firstUnused == nil { firstUnused = slot.number }
        if isUsed, let partnerName = slot.partnerName, let partner = object[partnerName],
          !partner.isUsedSlot
        {
          issues.append(
            issue(
              .unpairedSlot, slot, value, path, expected: "\(partnerName) to be used too",
              found: partner.words, "\(slot.name) is used, but \(partnerName) is not"))
        }
      }
    }
    return issues
  }

  private func issue(
    _ kind: DecodingIssue.Kind, _ slot: Slot, _ value: JSONValue, _ path: DecodingPath,
    expected: Expectation, found: String, _ message: String
  ) -> DecodingIssue {
    let slotPath = path.member(NameKey(slot.name), slot.shape)
    return DecodingIssue(
      kind: kind, pointer: slotPath.pointer, path: slot.path, offset: value.offset,
      owner: slotPath.owner, expected: expected, found: found, message: message)
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
