import Foundation

// What a quick run leaves behind: which members of which objects were asked for, and which objects
// have slots to tell of. It is kept in a few words for each object and turned into the engine's
// own terms at the end, and only where there is something to say.

/// What was read of one object, in eight bytes: most objects of a list are alike.
struct QuickNote {
  /// The tape index of the object.
  let object: Int32
  /// The number of the pattern; see below for numbers below zero.
  let pattern: Int32

  /// The mark of a dictionary, which reads all members.
  private static let map: Int32 = -1
  /// The mark of an object that is still open.
  private static let open: Int32 = -2

  init(object: Int, pattern: Int32) {
    self.object = Int32(truncatingIfNeeded: object)
    self.pattern = pattern
  }

  init(object: Int) { self.init(object: object, pattern: Self.open) }
  init(map object: Int) { self.init(object: object, pattern: Self.map) }

  func isOpen(_ index: Int) -> Bool { pattern == Self.open && Int(object) == index }
}

/// What objects have, and what they were asked for.
struct QuickPattern: Hashable {
  /// The number of the keys with which they were opened.
  let keys: Int32
  /// The members that they have, by their numbers in the layout.
  var present: QuickMembers
  /// The members that were asked for.
  var asked: QuickMembers

  /// The members that they have and were not asked for.
  var unasked: QuickMembers { present.subtracting(asked) }
}

extension QuickRun {
  /// Finds the members of an object, of those with the same key the first one; false where it has
  /// a key too many, or one that only the engine can tell from others.
  func findMembers(of index: Int, _ object: QuickObject) -> Bool {
    let tape = self.tape
    let bytes = self.bytes
    let layout = object.keys.layout
    let slots = layout.slots
    if !slots.isKnown { slots.learn(layout) }
    let slotMask = slots.mask
    let values = object.values
    values.fill(-1, count: layout.count)
    var present = QuickMembers()
    var used = QuickMembers()
    var null = QuickMembers()
    let end = Int(tape[index].next)
    var key = index + 1
    var last = -1
    while key < end {
      last = layout.number(of: tape[key], behind: last, in: bytes)
      guard last >= 0 else { return false }
      let value = tape[key + 1]
      defer { key = Int(value.next) }
      if present.contains(last) { continue }
      present.insert(last)
      if last == values.count { values.append(-1) }
      values[last] = Int32(truncatingIfNeeded: key + 1)
      if slotMask.contains(last) {
        if value.isKind(.null) {
          null.insert(last)
        } else if isUsedSlot(key + 1) {
          used.insert(last)
        }
      }
    }
    slots.judge(index, present: present, used: used, null: null)
    object.present = present
    return true
  }

  /// Notes that a dictionary reads all members of an object.
  func noteMap(_ object: Int) {
    notes.append(QuickNote(map: object))
  }

  /// Notes that the engine reads an object that may be opened by key as well.
  func noteEngineWork(at object: Int) {
    noteEngineObject(object)
    // Both lists are mostly in the order of the document, so the search is short.
    var position = notes.count - 1
    while position >= 0, notes[position].object >= object {
      if notes[position].object == object { noteOdd() }
      position -= 1
    }
    for note in session.trail.notes.reversed() {
      if note.object == object { noteOdd() }
      if note.object <= object { break }
    }
  }

  /// The objects of a layout that have a note.
  func objects(of layout: QuickLayout) -> [Int32] {
    session.trail.notes.filter { note in
      note.pattern >= 0 && keys[Int(patterns[Int(note.pattern)].keys)].layout === layout
    }.map(\.object)
  }

  func isUsedSlot(_ index: Int) -> Bool {
    let entry = tape[index]
    guard entry.isKind(.string) else { return true }
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
final class QuickSlots {
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

  /// Says whether a slot is null, stands behind a gap, or lacks its partner.
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

extension DecodingSession {
  /// Finds the path to the value at a tape index, whose shape is known.
  func path(to index: Int, at shape: ShapeNode, in storage: JSONStorage) -> DecodingPath {
    var path = DecodingPath(root: self.shape)
    var value = JSONValue(storage: storage, index: 0)
    for (depth, step) in shape.path.steps.enumerated() {
      switch step {
      case .member(let name):
        guard let member = value[name] else { return path }
        let key = renamesKeys ? renaming(at: path)(name) : name
        path = path.member(NameKey(key), path.shape.child(step))
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
