/// Numbered keys that together stand for a list: `strIngredient1` … `strIngredient20`.
///
/// Two families with the same numbers in one object are taken as a pair, the first one leading:
/// `strMeasure3` is the measure of `strIngredient3`.
struct SlotFamily {
  /// The fewest members that make a family; `address1` and `address2` are two lines, not a list.
  private static let minimumCount = 3

  let prefix: String
  let numbers: [Int]
  let partnerPrefix: String?
  /// Says whether the family leads its pair, or has no partner.
  let leads: Bool

  /// Finds the families among the keys of an object, in the order of the keys.
  static func find(in keys: [String]) -> [SlotFamily] {
    var prefixes: [String] = []
    var numbers: [String: [Int]] = [:]
    for key in keys {
      let digits = key.utf8.reversed().prefix { 0x30...0x39 ~= $0 }.count
      guard digits > 0, let number = Int(key.suffix(digits)), key.utf8.count > digits else {
        continue
      }
      let prefix = String(key.dropLast(digits))
      // `slot01` and `slot1` would be the same number; only the plain spelling counts.
      guard prefix + String(number) == key else { continue }
      if numbers[prefix] == nil { prefixes.append(prefix) }
      numbers[prefix, default: []].append(number)
    }
    let families = prefixes.compactMap { prefix -> (String, [Int])? in
      let found = (numbers[prefix] ?? []).sorted()
      guard found.count >= minimumCount, let first = found.first, first <= 1,
        found == Array(first..<first + found.count)
      else { return nil }
      return (prefix, found)
    }
    return families.enumerated().map { position, family in
      let partner = families.enumerated().first {
        $0.offset != position && $0.element.1 == family.1
      }
      return SlotFamily(
        prefix: family.0, numbers: family.1, partnerPrefix: partner?.element.0,
        leads: position < (partner?.offset ?? .max))
    }
  }

  /// Judges the slots of one object.
  func issues(in object: JSONValue, _ path: DecodingPath) -> [DecodingIssue] {
    var issues: [DecodingIssue] = []
    var firstUnused: Int?
    for number in numbers {
      guard let slot = object[prefix + String(number)] else { continue }
      let isUsed = slot.isUsedSlot
      let partner = partnerPrefix.flatMap { object[$0 + String(number)] }
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
      if isUsed, let partnerPrefix, let partner, !partner.isUsedSlot {
        issues.append(
          issue(
            .unpairedSlot, number, slot, path,
            expected: "\(partnerPrefix)\(number) to be used too", found: partner.words,
            "\(prefix)\(number) is used, but \(partnerPrefix)\(number) is not"))
      }
    }
    return issues
  }

  private func issue(
    _ kind: DecodingIssue.Kind, _ number: Int, _ slot: JSONValue, _ path: DecodingPath,
    expected: String, found: String, _ message: String
  ) -> DecodingIssue {
    let name = prefix + String(number)
    let slotPath = path.member(NameKey(name), path.shape.child(.member(name)))
    return DecodingIssue(
      kind: kind, pointer: slotPath.pointer, path: slotPath.shape.path.description,
      offset: slot.offset,
      owner: slotPath.owner, expected: expected, found: found, message: message)
  }
}

extension JSONValue {
  /// Says whether a slot holds anything: text that is not blank, or a value of another type.
  var isUsedSlot: Bool {
    guard let text = string else { return !isNull }
    return text.contains { !$0.isWhitespace }
  }
}
