/// The members that nothing read, in the objects of quick runs.
struct QuickUnread {
  /// A member that is unread in some objects of one shape.
  struct Occurrence {
    let path: ShapePath
    /// The first of the objects, in the order of the document.
    let object: OpenedObject
    let member: JSONMember
    let count: Int
  }

  private let run: QuickRun
  private let notes: [QuickNote]

  init(_ run: QuickRun) {
    self.run = run
    notes = Self.joined(run.session.trail.notes)
  }

  /// One note for each object, in the order of the document; maps alone are left out.
  private static func joined(_ notes: [QuickNote]) -> [QuickNote] {
    let isPlain = zip(notes, notes.dropFirst()).allSatisfy { $0.object < $1.object }
    if isPlain { return notes }
    // A stable order: the last one to open an object is the one that is named.
    let ordered = notes.enumerated().sorted {
      ($0.element.object, $0.offset) < ($1.element.object, $1.offset)
    }.map(\.element)
    var joined: [QuickNote] = []
    for note in ordered {
      guard let last = joined.last, last.object == note.object else {
        joined.append(note)
        continue
      }
      let isMap = last.keys < 0 || note.keys < 0
      joined[joined.count - 1] = QuickNote(
        object: note.object, keys: note.keys < 0 ? last.keys : note.keys,
        present: last.present | note.present,
        asked: isMap ? .max : last.asked | note.asked)
    }
    return joined
  }

  /// All members that nothing read, one for each set of keys.
  func occurrences() -> [Occurrence] {
    // For each set of keys and each of its members: in how many objects, and the first of them.
    let width = QuickLayout.maximumCount
    var counts = Array(repeating: 0, count: run.keys.count * width)
    var firsts = Array(repeating: 0, count: run.keys.count * width)
    for note in notes where note.keys >= 0 {
      var unread = note.present & ~note.asked
      while unread != 0 {
        let place = Int(note.keys) * width + unread.trailingZeroBitCount
        unread &= unread &- 1
        if counts[place] == 0 { firsts[place] = Int(note.object) }
        counts[place] += 1
      }
    }
    var occurrences: [Occurrence] = []
    for (place, count) in counts.enumerated() where count > 0 {
      let keys = run.keys[place / width]
      let name = keys.layout.names[place % width]
      let object = run.value(firsts[place])
      guard let member = object.members.first(where: { $0.key == name }) else { continue }
      occurrences.append(
        Occurrence(
          path: keys.layout.shape.path.appending(.member(name)),
          object: OpenedObject(
            value: object,
            path: run.session.path(to: object.index, at: keys.layout.shape, in: run.storage),
            type: keys.place.info.name),
          member: member, count: count))
    }
    return occurrences
  }

  /// The unread members of the objects of a shape that do have a key.
  func names(beside name: String, in shape: ShapeNode) -> Set<String> {
    var unread: UInt128 = 0
    var layout: QuickLayout?
    for note in notes where note.keys >= 0 {
      let keys = run.keys[Int(note.keys)]
      guard keys.layout.shape === shape else { continue }
      layout = keys.layout
      guard let member = keys.layout.names.firstIndex(of: name),
        note.present & (1 &<< UInt128(truncatingIfNeeded: member)) != 0
      else { continue }
      unread |= note.present & ~note.asked
    }
    var names: Set<String> = []
    while unread != 0 {
      if let layout { names.insert(layout.names[unread.trailingZeroBitCount]) }
      unread &= unread &- 1
    }
    return names
  }
}
