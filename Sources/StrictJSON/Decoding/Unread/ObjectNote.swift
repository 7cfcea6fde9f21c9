import Foundation

// What a fast pass leaves behind: which members of which objects were asked for, and which objects
// have slots to tell of. It is kept in a few words for each object and turned into the engine's
// own terms at the end, and only where there is something to say.

/// What was read of one object, in eight bytes: most objects of a list are alike.
struct ObjectNote {
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
struct ReadPattern: Hashable {
  /// The number of the keys with which they were opened.
  let keys: Int32
  /// The members that they have, by their numbers in the layout.
  var present: MemberSet
  /// The members that were asked for.
  var asked: MemberSet

  /// The members that they have and were not asked for.
  var unasked: MemberSet { present.subtracting(asked) }
}

extension FastPass {
  /// Finds the members of an object, of those with the same key the first one; false where it has
  /// a key too many, or one that only the engine can tell from others.
  func findMembers(of index: Int, _ object: FastObject) -> Bool {
    let tape = self.tape
    let bytes = self.bytes
    let layout = object.keys.layout
    let slots = layout.slots
    if !slots.isKnown { slots.learn(layout, known.log) }
    let slotMask = slots.mask
    let values = object.values
    values.fill(-1, count: layout.count)
    var present = MemberSet()
    var used = MemberSet()
    var null = MemberSet()
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
    notes.append(ObjectNote(map: object))
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
  func objects(of layout: ObjectLayout) -> [Int32] {
    session.trail.notes.filter { note in
      note.pattern >= 0 && known.keys[Int(known.patterns[Int(note.pattern)].keys)].layout === layout
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
