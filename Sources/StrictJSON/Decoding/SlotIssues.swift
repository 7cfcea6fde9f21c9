// What strict decoding says of the slots of one object: a slot is null, is used behind an unused one,
// or is used without its partner.

extension [SlotFamily] {
  /// Finds the families that a type reads, in the order of its keys.
  ///
  /// A list begins at 0 or 1; `size_320` and `size_321` are names that hold a number.
  static func read(_ keys: [String]) -> [SlotFamily] {
    SlotFamily.families(among: keys).filter { $0.range.lowerBound <= 1 }
  }

  /// Judges the slots of one object.
  func issues(in object: JSONValue, _ path: DecodingPath) -> [DecodingIssue] {
    indices.flatMap { position in
      SlotRow(
        family: self[position], partner: partner(of: position).map { self[$0] },
        leads: leads(position)
      ).issues(in: object, path)
    }
  }
}

/// The slots of one family.
private struct SlotRow {
  let family: SlotFamily
  let partner: SlotFamily?
  let leads: Bool

  /// Judges the slots of one object.
  func issues(in object: JSONValue, _ path: DecodingPath) -> [DecodingIssue] {
    var issues: [DecodingIssue] = []
    var firstUnused: Int?
    for number in family.range {
      guard let slot = object[family.memberName(number)] else { continue }
      let isUsed = slot.isUsedSlot
      let partnerName = partner?.memberName(number)
      if slot.isNull {
        issues.append(
          issue(
            .nullSlot, number, slot, path, expected: "text or empty text", found: "null",
            "the slot is null; other slots may be empty text"))
      }
      // An ingredient without a measure is no gap of the measures; it is told as unpaired.
      if leads, isUsed, let unused = firstUnused {
        issues.append(
          issue(
            .slotGap, number, slot, path, expected: "no used slot behind an unused one",
            found: slot.words, "slot \(number) is used, but slot \(unused) before it is not"))
        firstUnused = nil
      }
      if !isUsed, firstUnused == nil { firstUnused = number }
      if isUsed, let partnerName, let value = object[partnerName], !value.isUsedSlot {
        issues.append(
          issue(
            .unpairedSlot, number, slot, path,
            expected: "\(partnerName) to be used too", found: value.words,
            "\(family.memberName(number)) is used, but \(partnerName) is not"))
      }
    }
    return issues
  }

  private func issue(
    _ kind: DecodingIssue.Kind, _ number: Int, _ slot: JSONValue, _ path: DecodingPath,
    expected: String, found: String, _ message: String
  ) -> DecodingIssue {
    let name = family.memberName(number)
    let slotPath = path.member(NameKey(name), path.shape.child(.member(name)))
    return DecodingIssue(
      kind: kind, pointer: slotPath.pointer, path: slotPath.shape.path.description,
      offset: slot.offset,
      owner: slotPath.owner, expected: expected, found: found, message: message)
  }
}

extension JSONValue {
  /// Says whether a slot holds anything: text that is not blank, or a value of another type.
  var isUsedSlot: Bool { SlotFamily.Empty(self) == nil }
}
