/// The slot families of a layout, and the objects with something to tell of.
final class LayoutSlots {
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
  /// The members that were read, in order, when the families were found.
  private var learnt: [Int32] = []
  /// Whether the families are those of the members that were read so far, or that probably will be.
  private(set) var isKnown = false
  /// The members of all families.
  private(set) var mask = MemberSet()
  /// The members that were read when the families were found.
  private(set) var readMask = MemberSet()
  /// The objects that were judged to have nothing to tell of.
  private let plain = Stack<Int32>()
  /// The objects that may have, by their tape indices.
  private let odd = Stack<Int32>()

  /// Notes that a member is read; -1 for one without a number.
  @inline(__always)
  func noteRead(_ member: Int) {
    if member < 0 || !readMask.contains(member) { forget() }
  }

  /// Forgets the families, because another member is read than in the document before.
  @inline(never)
  private func forget() {
    isOfLastDocument = false
    guard isKnown else { return }
    isKnown = false
    for index in 0..<plain.count { odd.append(plain[index]) }
    plain.cut(to: 0)
  }

  /// Finds the families among the members that are read so far.
  func learn(_ layout: ObjectLayout, _ log: ReadLog) {
    log.apply()
    rows = nil
    let names = layout.shape.readMembers.compactMap(\.memberName)
    isKnown = true
    learnt = names.map { Int32(truncatingIfNeeded: layout.number(of: $0)) }
    readMask = MemberSet()
    for member in learnt where member >= 0 { readMask.insert(Int(member)) }
    mask = MemberSet()
    families = []
    isBeyond = false
    let read = [SlotFamily].read(names)
    let members = { (position: Int) in read[position].memberNames.map { layout.number(of: $0) } }
    let found = read.indices.map { position in
      Family(
        members: members(position), partners: read.partner(of: position).map(members) ?? [],
        leads: read.leads(position))
    }
    // A member beyond the layout leaves the slots to the engine.
    let all = found.flatMap { $0.members + $0.partners }
    guard all.allSatisfy({ $0 >= 0 }), learnt.allSatisfy({ $0 >= 0 }) else {
      isBeyond = true
      return
    }
    families = found
    for member in all { mask.insert(member) }
  }

  /// Whether the families are those of the last document with such objects.
  private var isOfLastDocument = false

  /// Whether the layout has no numbers for some members of the families.
  private var isBeyond = false

  /// Forgets the document, and takes it that the next one is read alike.
  func forgetDocument(_ layout: ObjectLayout, _ log: ReadLog) {
    if !isCurrent(layout, log) { learn(layout, log) }
    isOfLastDocument = true
    plain.cut(to: 0)
    odd.cut(to: 0)
  }

  func judge(_ object: Int, present: MemberSet, used: MemberSet, null: MemberSet) {
    let index = Int32(truncatingIfNeeded: object)
    if hasProblem(present: present, used: used, null: null) {
      odd.append(index)
    } else {
      plain.append(index)
    }
  }

  /// Whether a slot is null, stands behind a gap, or lacks its partner.
  func hasProblem(present: MemberSet, used: MemberSet, null: MemberSet) -> Bool {
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

  /// Whether the families are those of all members that were read, in the order in which they were.
  func isCurrent(_ layout: ObjectLayout, _ log: ReadLog) -> Bool {
    guard isKnown, !isBeyond else { return false }
    // Then they were learnt of the document before, which asked for the same.
    if log.isSame, isOfLastDocument { return true }
    log.apply()
    return layout.shape.readMembers.elementsEqual(learnt) {
      $1 >= 0 && $0 === layout.shape(of: Int($1))
    }
  }

  private var rows: SlotRows?

  /// What judges objects once more, now that all reads are known.
  func rows(_ layout: ObjectLayout, _ log: ReadLog) -> SlotRows {
    if log.isSame, isOfLastDocument, let rows { return rows }
    log.apply()
    let made = layout.shape.slotRows
    rows = made
    return made
  }

  /// The objects that have to be judged once more, now that all reads are known.
  func objectsToJudge(_ layout: ObjectLayout, _ log: ReadLog) -> [Int32] {
    if odd.count == 0, plain.count == 0 || isCurrent(layout, log) { return [] }
    return odd.elements(from: 0) + (isCurrent(layout, log) ? [] : plain.elements(from: 0))
  }
}
