import ContractTesting
import StrictJSON

/// What findings of the same cause have in common: the rule, at a place in the format.
///
/// Where no place is known, all else that is known of the problem is the same, and only the document may
/// be another one: `unexpected-status` with 404 is another cause than with 500, in however many responses, and
/// a document that is cut is broken in another way than one with a comma too many.
struct FindingCauseKey: Hashable {
  private let rule: Rule
  private let level: Level
  private let waiver: String?
  private let place: Place

  private enum Place: Hashable {
    case path(String)
    /// The slots of a family, by the path of a member that is named like the family.
    case slots(ShapePath)
    case unknown(expected: String?, found: String?, message: String?, DTOReference?, NextStep?)
  }

  /// Makes the key of a finding; `joiningSlots` makes one place of the slots of a family.
  init(_ finding: Finding, joiningSlots: Bool = false) {
    rule = finding.rule
    level = finding.level
    waiver = finding.waiver
    if joiningSlots, let slots = finding.slots {
      place = .slots(slots)
    } else if let path = finding.path {
      place = .path(path)
    } else {
      place = .unknown(
        expected: finding.expected, found: finding.found,
        // The words are all that tells how a document is broken.
        message: finding.rule.family == .document ? finding.message : nil, finding.dto,
        finding.nextStep)
    }
  }
}

extension Finding {
  /// The place of the family that the finding's slot belongs to; nil for a rule that is not about slots.
  fileprivate var slots: ShapePath? {
    guard [.nullSlot, .slotGap, .unpairedSlot].contains(rule), let place,
      case .member(let name)? = place.last,
      let family = SlotFamily.familyName(ofSlot: name)
    else { return nil }
    return place.parent?.appending(.member(family))
  }
}
