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

  /// What the contract says about an issue.
  enum Verdict {
    /// Nothing.
    case news
    /// It has the same.
    case agreed
    /// Another issue tells the same.
    case told
  }

  /// The issues of one document, judged in their order.
  struct Session {
    fileprivate let agreement: SlotAgreement
    fileprivate let document: JSONDocument
    /// The object of the issue before, which mostly has the next one too.
    fileprivate var last: SlotObject?

    /// Judges an issue at a place of the document.
    mutating func verdict(on kind: DecodingIssue.Kind, at pointer: JSONPointer) -> Verdict {
      guard kind == .nullSlot || kind == .unpairedSlot, let slot = slot(at: pointer) else {
        return .news
      }
      if kind == .nullSlot { return slot.isUnusedAsAgreed ? .agreed : .news }
      if slot.partnerIsNullAmongUsed { return .told }
      return slot.lacksPartnerAsAgreed ? .agreed : .news
    }

    private mutating func slot(at pointer: JSONPointer) -> Slot? {
      guard let name = pointer.tokens.last else { return nil }
      let parent = JSONPointer(tokens: Array(pointer.tokens.dropLast()))
      if last?.pointer != parent { last = agreement.object(at: parent, in: document) }
      guard let owner = last, let families = owner.shape?.slotFamilies else { return nil }
      for (position, family) in families.enumerated() {
        guard let number = family.number(of: name) else { continue }
        return Slot(
          owner: owner, family: family,
          partner: families.partner(of: position).map { families[$0] },
          leads: families.leads(position), number: number, name: name)
      }
      return nil
    }
  }

  /// Begins with the issues of a document.
  func session(for document: JSONDocument) -> Session {
    Session(agreement: self, document: document)
  }

  fileprivate func object(at pointer: JSONPointer, in document: JSONDocument) -> SlotObject? {
    guard let object = document.value(at: pointer) else { return nil }
    return SlotObject(
      pointer: pointer, value: object,
      shape: shape.shape(at: ShapePath(of: pointer, in: document))?.object)
  }
}

/// An object that has slots, with what the contract knows of it.
private final class SlotObject {
  let pointer: JSONPointer
  let shape: ObjectShape?
  private let value: JSONValue
  /// The number of the last used slot of each family, the smallest number where none is.
  private var lastUsed: [String: Int] = [:]

  init(pointer: JSONPointer, value: JSONValue, shape: ObjectShape?) {
    self.pointer = pointer
    self.value = value
    self.shape = shape
  }

  /// What an unused slot holds; nil for one that is used or not there.
  func empty(_ name: String) -> SlotFamily.Empty? {
    value[name].flatMap { SlotFamily.Empty($0) }
  }

  func isUsed(_ family: SlotFamily, _ number: Int) -> Bool {
    value[family.memberName(number)].map { SlotFamily.Empty($0) == nil } ?? false
  }

  /// Whether a slot of the family behind a number is used.
  func isUsed(_ family: SlotFamily, behind number: Int) -> Bool {
    if let known = lastUsed[family.name] { return known > number }
    let last = family.range.last { isUsed(family, $0) } ?? Int.min
    lastUsed[family.name] = last
    return last > number
  }
}

/// A slot of an object, with what the contract knows of its family.
private struct Slot {
  let owner: SlotObject
  let family: SlotFamily
  let partner: SlotFamily?
  /// Whether the family comes before its partner: the ingredients, not their measures.
  let leads: Bool
  let number: Int
  let name: String

  /// The slot is not used, nor are those behind it, nor its partner.
  var isUnusedAsAgreed: Bool {
    guard let empty = owner.empty(name), family.empties.contains(empty) else {
      return false
    }
    // A text of the following family may be missing between others; its partner says so.
    let isUsedBehind = leads && owner.isUsed(family, behind: number)
    return !isUsedBehind && !(partner.map { owner.isUsed($0, number) } ?? false)
  }

  /// The slot leads and its partner holds what unused slots hold: an ingredient without a measure.
  var lacksPartnerAsAgreed: Bool {
    guard leads, let partner, let empty = owner.empty(partner.memberName(number)) else {
      return false
    }
    return partner.empties.contains(empty)
  }

  /// The slot of the leading family is `null` though this one is used; it is reported itself.
  var partnerIsNullAmongUsed: Bool {
    guard !leads, let partner else { return false }
    return owner.empty(partner.memberName(number)) == .null
  }
}
