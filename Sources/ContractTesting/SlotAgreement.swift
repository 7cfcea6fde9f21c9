import JSONSchema
import StrictJSON

/// What the contract says about findings of slot families: which of them are as agreed.
///
/// In a family such as `strIngredient1…20` the unused slots come behind the used ones, and the
/// contract lists what they hold: `""`, `" "`, `null`. A strict look at one document reports each
/// `null` among them, which is true and no news. A `null` between used slots is news, and so is one
/// whose partner is used.
struct SlotAgreement {
  private let shape: Shape

  init(_ contract: Contract) {
    shape = contract.shape
  }

  /// Marks what the contract agrees with, and drops what another finding tells already.
  func apply(to findings: [Finding], in reading: ResponseReading) -> [Finding] {
    guard let document = reading.document else { return findings }
    return findings.compactMap { finding in
      guard [.nullSlot, .unpairedSlot].contains(finding.rule),
        let slot = slot(of: finding, in: document)
      else { return finding }
      var finding = finding
      if finding.rule == .nullSlot {
        finding.isAgreed = slot.isUnusedAsAgreed
      } else {
        if slot.partnerIsNullAmongUsed { return nil }
        finding.isAgreed = slot.lacksPartnerAsAgreed
      }
      return finding
    }
  }

  private func slot(of finding: Finding, in document: JSONDocument) -> Slot? {
    guard let pointer = finding.pointer.flatMap({ JSONPointer($0) }), let name = pointer.tokens.last
    else { return nil }
    let parent = JSONPointer(tokens: Array(pointer.tokens.dropLast()))
    guard let object = document.value(at: parent),
      let known = shape.shape(at: ShapePath(of: parent, in: document))?.object,
      let position = known.slotFamilies.firstIndex(where: { $0.memberNames.contains(name) })
    else { return nil }
    let family = known.slotFamilies[position]
    return Slot(
      object: object, family: family,
      partner: known.slotFamilies.partner(of: position).map { known.slotFamilies[$0] },
      leads: known.slotFamilies.leads(position), name: name)
  }
}

/// A slot of an object, with what the contract knows of its family.
private struct Slot {
  let object: JSONValue
  let family: SlotFamily
  let partner: SlotFamily?
  /// Whether the family comes before its partner: the ingredients, not their measures.
  let leads: Bool
  let name: String

  private var number: Int { family.range.first { family.memberName($0) == name } ?? 0 }

  /// The slot is not used, nor are those behind it, nor its partner.
  var isUnusedAsAgreed: Bool {
    guard let empty = empty(family, number), family.empties.contains(empty) else { return false }
    // A text of the following family may be missing between others; its partner says so.
    let isUsedBehind = leads && family.range.contains { $0 > number && isUsed(family, $0) }
    return !isUsedBehind && !(partner.map { isUsed($0, number) } ?? false)
  }

  /// The slot leads and its partner holds what unused slots hold: an ingredient without a measure.
  var lacksPartnerAsAgreed: Bool {
    guard leads, let partner, let empty = empty(partner, number) else { return false }
    return partner.empties.contains(empty)
  }

  /// The slot of the leading family is `null` though this one is used; it is reported itself.
  var partnerIsNullAmongUsed: Bool {
    guard !leads, let partner else { return false }
    return empty(partner, number) == .null
  }

  private func isUsed(_ family: SlotFamily, _ number: Int) -> Bool {
    object[family.memberName(number)] != nil && empty(family, number) == nil
  }

  /// What an unused slot holds; nil for one that is used or not there.
  private func empty(_ family: SlotFamily, _ number: Int) -> SlotFamily.Empty? {
    object[family.memberName(number)].flatMap { SlotFamily.Empty($0) }
  }
}
