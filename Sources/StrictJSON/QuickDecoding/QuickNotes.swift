import Foundation

// What a quick run leaves behind: which members of which objects were asked for, and which objects
// have slots to tell of. It is kept in a few words for each object and turned into the engine's
// own terms at the end, and only where there is something to say.

/// What was read of one object.
struct QuickNote {
  /// The tape index of the object.
  let object: Int32
  /// The number of the keys with which it was opened; -1 for a dictionary, which reads all.
  let keys: Int32
  /// The members that it has, by their numbers in the layout.
  let present: UInt128
  /// The members that were asked for.
  var asked: UInt128
}

extension QuickRun {
  /// Finds the members of an object; nil where one of its keys is there twice, escaped, or one too
  /// many, and where it was read before in another way.
  ///
  /// Gives the tape index of the value of each member of the layout, or -1, and the number of the
  /// object's note.
  func members(of object: Int, _ keys: QuickKeys) -> (values: [Int32], note: Int)? {
    guard engineObjects.isEmpty || !engineObjects.contains(object), !hasFailed(object) else {
      return nil
    }
    let layout = keys.layout
    if !layout.slots.isKnown { layout.slots.learn(layout) }
    let slotMask = layout.slots.mask
    var values = Array(repeating: Int32(-1), count: layout.count)
    var present: UInt128 = 0
    var used: UInt128 = 0
    var null: UInt128 = 0
    let end = Int(tape[object].next)
    var key = object + 1
    var last = -1
    while key < end {
      last = layout.number(of: tape[key], behind: last, in: bytes)
      guard last >= 0 else { return nil }
      let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: last)
      guard present & bit == 0 else { return nil }
      present |= bit
      if last == values.count { values.append(-1) }
      values[last] = Int32(truncatingIfNeeded: key + 1)
      if slotMask & bit != 0 {
        if tape[key + 1].kind == .null {
          null |= bit
        } else if isUsedSlot(key + 1) {
          used |= bit
        }
      }
      key = Int(tape[key + 1].next)
    }
    layout.slots.judge(object, present: present, used: used, null: null)
    let note = session.trail.notes.count
    session.trail.notes.append(
      QuickNote(
        object: Int32(truncatingIfNeeded: object), keys: keys.number, present: present, asked: 0))
    return (values, note)
  }

  /// Notes that a dictionary reads all members of an object.
  func noteMap(_ object: Int) {
    session.trail.notes.append(
      QuickNote(object: Int32(truncatingIfNeeded: object), keys: -1, present: 0, asked: 0))
  }

  /// Notes that the engine reads an object that may be opened by key as well.
  func noteEngineWork(at object: Int) {
    engineObjects.insert(object)
    for note in session.trail.notes.reversed() {
      if note.object == object { noteOdd() }
      if note.object <= object { break }
    }
  }

  /// The objects of a layout that have a note.
  func objects(of layout: QuickLayout) -> [Int32] {
    session.trail.notes.filter { $0.keys >= 0 && keys[Int($0.keys)].layout === layout }
      .map(\.object)
  }

  func isUsedSlot(_ index: Int) -> Bool {
    let entry = tape[index]
    guard entry.kind == .string else { return true }
    var position = Int(entry.offset) + 1
    let end = Int(entry.end) - 1
    while position < end {
      let byte = bytes[position]
      // Only the text itself can tell of an escape, or of a character beyond ASCII.
      if byte >= 0x80 || byte == UInt8(ascii: "\\") { return value(index).isUsedSlot }
      if byte > 0x20 { return true }
      position += 1
    }
    return false
  }
}

/// The slot families of a layout, and the objects with something to tell of.
struct QuickSlots {
  /// One family, as numbers of members in the order of the slots.
  private struct Family {
    let members: [Int]
    let partners: [Int]
    let leads: Bool
    /// The members, and how far their partners lie behind them; 0 where that differs.
    let mask: UInt128
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
  private(set) var mask: UInt128 = 0
  /// The objects that were judged to have nothing to tell of.
  private var plain: [Int32] = []
  /// The objects that may have, by their tape indices.
  private(set) var odd: [Int32] = []

  /// Says that some objects were judged by plans.
  private var isPlanned = false
  /// Says that objects which were judged by plans have to be judged once more.
  private var forgotPlanned = false

  /// The members of all families, for a plan, which notes only odd objects.
  mutating func plannedMask(_ layout: QuickLayout) -> UInt128 {
    if !isKnown { learn(layout) }
    isPlanned = true
    return mask
  }

  /// Notes that an object which a plan accepted may have something to tell of.
  mutating func noteOdd(_ object: Int32) { odd.append(object) }

  /// Forgets the families, because another key is read.
  mutating func forget() {
    guard isKnown else { return }
    forgotPlanned = isPlanned
    isKnown = false
    odd += plain
    plain = []
  }

  /// Finds the families among the keys that are read so far.
  mutating func learn(_ layout: QuickLayout) {
    let names = layout.shape.readNames
    isKnown = true
    readCount = names.count
    mask = 0
    let number = { (prefix: String, slot: Int) in layout.number(of: prefix + String(slot)) }
    families = SlotFamily.find(in: names).map { family in
      let members = family.numbers.map { number(family.prefix, $0) }
      let partners = family.partnerPrefix.map { prefix in
        family.numbers.map { number(prefix, $0) }
      }
      return Family(members: members, partners: partners ?? [], leads: family.leads)
    }
    for member in families.flatMap({ $0.members + $0.partners }) {
      // A key beyond the layout leaves the family to the engine.
      guard member >= 0 else {
        families = []
        readCount = -1
        return
      }
      mask |= 1 &<< UInt128(truncatingIfNeeded: member)
    }
  }

  mutating func judge(_ object: Int, present: UInt128, used: UInt128, null: UInt128) {
    let index = Int32(truncatingIfNeeded: object)
    if hasProblem(present: present, used: used, null: null) {
      odd.append(index)
    } else {
      plain.append(index)
    }
  }

  /// Says whether a slot is null, stands behind a gap, or lacks its partner.
  func hasProblem(present: UInt128, used: UInt128, null: UInt128) -> Bool {
    if null & mask != 0 { return true }
    for family in families where !family.isOrderly(present: present, used: used) {
      var sawUnused = false
      for (position, member) in family.members.enumerated() {
        let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: member)
        guard present & bit != 0 else { continue }
        guard used & bit != 0 else {
          sawUnused = true
          continue
        }
        if sawUnused, family.leads { return true }
        if position < family.partners.count {
          let partner: UInt128 = 1 &<< UInt128(truncatingIfNeeded: family.partners[position])
          if present & partner != 0, used & partner == 0 { return true }
        }
      }
    }
    return false
  }

  /// The objects that have to be judged once more, now that all reads are known.
  func objectsToJudge(_ layout: QuickLayout, _ run: QuickRun) -> [Int32] {
    let isCurrent = isKnown && readCount == layout.shape.readNames.count
    let planned = isPlanned && (forgotPlanned || !isCurrent) ? run.objects(of: layout) : []
    return planned + (isCurrent ? odd : odd + plain)
  }
}

extension DecodingSession {
  /// Finds the path to the value at a tape index, whose shape is known.
  func path(to index: Int, at shape: ShapeNode, in storage: JSONStorage) -> DecodingPath {
    var path = DecodingPath(root: self.shape)
    var value = JSONValue(storage: storage, index: 0)
    for (depth, step) in shape.path.steps.enumerated() {
      switch step {
      case .member(let name):
        guard let member = value[name] else { return path }
        path = path.member(NameKey(name), path.shape.child(step))
        value = member
      case .elements, .values:
        let isMap = step == .values
        let child = cursor.child(of: value, at: depth, holding: index, isMap: isMap)
        if isMap {
          let name = JSONValue(storage: storage, index: child.index - 1).string ?? ""
          path = path.mapValue(NameKey(name), name: name)
        } else {
          path = path.element(child.position)
        }
        value = JSONValue(storage: storage, index: child.index)
      }
    }
    return path
  }
}

/// Where the last search for a path went, level by level.
///
/// Paths are mostly asked for in the order of the document, and then a search begins where the
/// last one ended; from the beginning of a list each time they would take the square of its length.
struct PathCursor {
  private struct Level {
    var container = -1
    var position = 0
    var index = 0
  }

  private var levels: [Level] = []

  /// Finds the child of a container that holds a tape index.
  mutating func child(
    of container: JSONValue, at depth: Int, holding target: Int, isMap: Bool
  ) -> (position: Int, index: Int) {
    while levels.count <= depth { levels.append(Level()) }
    let margin = isMap ? 1 : 0
    var level = levels[depth]
    if level.container != container.index || level.index > target {
      level = Level(container: container.index, position: 0, index: container.index + 1 + margin)
    }
    let tape = container.storage.tape
    while Int(tape[level.index].next) <= target,
      Int(tape[level.index].next) < Int(container.entry.next)
    {
      level.index = Int(tape[level.index].next) + margin
      level.position += 1
    }
    levels[depth] = level
    return (level.position, level.index)
  }
}
