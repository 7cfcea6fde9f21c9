import StrictJSON

// Slots of a renamed family keep their numbers, or all move by as many, and only the values of the same records tell:
//
//     {"ing0": "tea", "ing1": "milk"}     {"item1": "tea", "item2": "milk"}     by 1
//     {"ing0": "",    "ing1": "milk"}     {"item1": "milk"}                     by none
extension PlaceMatching {
  /// By how much the numbers of a family's slots moved, as most values of the same records say; nil where none does.
  func slotShift(of from: ShapePath, to: ShapePath) -> Int? {
    guard let family = old[from]?.slots, let newFamily = new[to]?.slots,
      let holder = from.parent, let target = to.parent,
      let table = tables.filter({
        holder.isWithin($0.old.root) && target.isWithin($0.new.root)
      }).max(by: { $0.old.root.depth < $1.old.root.depth }),
      let before = Self.names(of: holder, below: table.old.root),
      let now = Self.names(of: target, below: table.new.root)
    else { return nil }
    var votes: [Int: Int] = [:]
    var voters = 0
    for pair in table.join.sample(Self.recordsForShift) {
      let oldSlots = Self.slots(of: family, in: table.old.sources[pair.old].value, at: before)
      let newSlots = Self.slots(of: newFamily, in: table.new.sources[pair.new].value, at: now)
      voters += oldSlots.count
      for slot in oldSlots {
        for other in newSlots where other.text == slot.text {
          votes[other.number - slot.number, default: 0] += 1
        }
      }
    }
    let best = votes.max { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }
    // Slots in another order each agree with some slot.
    return best.flatMap { 2 * $0.value >= voters ? $0.key : nil }
  }

  private static let recordsForShift = 100

  /// The names on the way from a record to what holds slots; nil where a list or a map lies between.
  private static func names(of holder: ShapePath, below root: ShapePath) -> [String]? {
    let steps = holder.steps.dropFirst(root.depth)
    let names = steps.compactMap { step in
      if case .member(let name) = step { name } else { nil }
    }
    return names.count == steps.count ? names : nil
  }

  /// The slots of a record that hold a text or a number.
  private static func slots(
    of family: SlotFamily, in record: JSONValue, at way: [String]
  ) -> [(number: Int, text: String)] {
    var holder: JSONValue? = record
    for name in way { holder = holder?[name] }
    guard let holder, holder.kind == .object else { return [] }
    return holder.members.compactMap { member in
      guard let number = family.number(of: member.key),
        let text = member.value.string ?? member.value.numberText,
        !text.allSatisfy(\.isWhitespace)
      else { return nil }
      return (number, text)
    }
  }
}
