/// The slot families of a layout, and the objects with something to tell of.
final class QuickSlots {
  /// One family, as numbers of members in the order of the slots.
  private struct Family {
    let members: [Int]
    let partners: [Int]
    let leads: Bool
    /// The members.
    let mask: UInt128
    /// How far their partners lie behind them; `.max` where they have none, and 0 where one number
    /// cannot say it, so that each slot has to be looked at.
    let shift: Int

    init(members: [Int], partners: [Int], leads: Bool) {
      self.members = members
      self.partners = partners
      self.leads = leads
      mask = members.reduce(0) { $1 < 0 ? $0 : $0 | 1 << UInt128($1) }
      let isAscending = zip(members, members.dropFirst()).allSatisfy { $0 < $1 }
      let shifts = Set(zip(members, partners).map { $1 - $0 })
      shift = isAscending && shifts.count < 2 ? shifts.first ?? .max : 0
    }

    /// Says of most objects that all is in order, without a look at each slot.
    @inline(__always)
    func isOrderly(present: UInt128, used: UInt128) -> Bool {
      guard shift != 0 else { return false }
      let unused = present & ~used & mask
      if leads, unused != 0, used & mask >= unused & (0 &- unused) { return false }
      guard shift != .max else { return true }
      // The partners of the used ones are used too, or not there.
      let partners = shift > 0 ? (used & mask) << shift : (used & mask) >> -shift
      return partners & present & ~used == 0
    }
  }

  private var families: [Family] = []
  /// The keys among which the families were looked for.
  private var readCount = -1
  private(set) var isKnown = false
  /// The members of all families.
  private(set) var mask = QuickMembers()
  /// The objects that were judged to have nothing to tell of.
  private let plain = QuickStack<Int32>()
  /// The objects that may have, by their tape indices.
  private let odd = QuickStack<Int32>()

  /// Says that some objects were judged by plans.
  private var isPlanned = false
  /// Says that objects which were judged by plans have to be judged once more.
  private var forgotPlanned = false

  /// The members of all families, for a plan, which notes only odd objects.
  func plannedMask(_ layout: QuickLayout) -> QuickMembers {
    if !isKnown { learn(layout) }
    isPlanned = true
    return mask
  }

  /// Notes that an object which a plan accepted may have something to tell of.
  func noteOdd(_ object: Int32) { odd.append(object) }

  /// Forgets the families, because another key is read.
  func forget() {
    guard isKnown else { return }
    forgotPlanned = isPlanned
    isKnown = false
    for index in 0..<plain.count { odd.append(plain[index]) }
    plain.cut(to: 0)
  }

  /// Finds the families among the keys that are read so far.
  func learn(_ layout: QuickLayout) {
    let names = layout.shape.readNames
    isKnown = true
    readCount = names.count
    mask = QuickMembers()
    let read = [SlotFamily].read(names)
    let members = { (position: Int) in read[position].memberNames.map { layout.number(of: $0) } }
    families = read.indices.map { position in
      Family(
        members: members(position), partners: read.partner(of: position).map(members) ?? [],
        leads: read.leads(position))
    }
    for member in families.flatMap({ $0.members + $0.partners }) {
      // A key beyond the layout leaves the family to the engine.
      guard member >= 0 else {
        families = []
        readCount = -1
        return
      }
      mask.insert(member)
    }
  }

  func judge(_ object: Int, present: QuickMembers, used: QuickMembers, null: QuickMembers) {
    let index = Int32(truncatingIfNeeded: object)
    if hasProblem(present: present, used: used, null: null) {
      odd.append(index)
    } else {
      plain.append(index)
    }
  }

  /// Whether a slot is null, stands behind a gap, or lacks its partner.
  func hasProblem(present: QuickMembers, used: QuickMembers, null: QuickMembers) -> Bool {
    if !null.isEmpty { return true }
    for family in families where !family.isOrderly(present: present.bits, used: used.bits) {
      var sawUnused = false
      for (position, member) in family.members.enumerated() where present.contains(member) {
        guard used.contains(member) else {
          sawUnused = true
          continue
        }
        if sawUnused, family.leads { return true }
        if position < family.partners.count {
          let partner = family.partners[position]
          if present.contains(partner), !used.contains(partner) { return true }
        }
      }
    }
    return false
  }

  /// The objects that have to be judged once more, now that all reads are known.
  func objectsToJudge(_ layout: QuickLayout, _ run: QuickRun) -> [Int32] {
    let isCurrent = isKnown && readCount == layout.shape.readNames.count
    let planned = isPlanned && (forgotPlanned || !isCurrent) ? run.objects(of: layout) : []
    return planned + odd.elements(from: 0) + (isCurrent ? [] : plain.elements(from: 0))
  }
}
