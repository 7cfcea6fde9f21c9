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

  /// Objects with the same keys, members and reads.
  private struct Group {
    let pattern: QuickPattern
    /// The tape index of the first one.
    var first: Int
    var count = 0
  }

  private let run: QuickRun
  private let groups: [Group]

  /// Adds up what a run noted, except of some objects, by their tape indices.
  init(_ run: QuickRun, except others: Set<Int>) {
    self.run = run
    var notes = run.session.trail.notes
    if !others.isEmpty { notes.removeAll { others.contains(Int($0.object)) } }
    groups =
      Self.areDistinct(notes, run.tape.count)
      ? Self.groups(notes, run) : Self.joinedGroups(notes, run)
  }

  /// Whether there is one note for each object.
  private static func areDistinct(_ notes: [QuickNote], _ count: Int) -> Bool {
    if zip(notes, notes.dropFirst()).allSatisfy({ $0.object < $1.object }) { return true }
    var seen = Array(repeating: false, count: count)
    for note in notes {
      if seen[Int(note.object)] { return false }
      seen[Int(note.object)] = true
    }
    return true
  }

  private static func groups(_ notes: [QuickNote], _ run: QuickRun) -> [Group] {
    var groups = run.patterns.map { Group(pattern: $0, first: .max) }
    for note in notes where note.pattern >= 0 {
      let number = Int(note.pattern)
      groups[number].count += 1
      groups[number].first = min(groups[number].first, Int(note.object))
    }
    return groups.filter { $0.count > 0 }
  }

  /// The same for objects that were opened more than once; what only maps read is left out.
  private static func joinedGroups(_ notes: [QuickNote], _ run: QuickRun) -> [Group] {
    // A stable order: the last one to open an object is the one that is named.
    let ordered = notes.enumerated().sorted {
      ($0.element.object, $0.offset) < ($1.element.object, $1.offset)
    }.map(\.element)
    var groups: [Group] = []
    var position = 0
    while position < ordered.count {
      let object = ordered[position].object
      var joined: QuickPattern?
      var isMap = false
      while position < ordered.count, ordered[position].object == object {
        let number = Int(ordered[position].pattern)
        position += 1
        guard number >= 0 else {
          isMap = true
          continue
        }
        var pattern = run.patterns[number]
        if let joined {
          pattern.present = pattern.present.union(joined.present)
          pattern.asked = pattern.asked.union(joined.asked)
        }
        joined = pattern
      }
      guard var joined else { continue }
      if isMap { joined.asked = .all }
      groups.append(Group(pattern: joined, first: Int(object), count: 1))
    }
    return groups
  }

  /// All members that nothing read, one for each set of keys.
  func occurrences() -> [Occurrence] {
    // For each set of keys and each of its members: in how many objects, and the first of them.
    let width = QuickMembers.maximumCount
    var counts = Array(repeating: 0, count: run.keys.count * width)
    var firsts = Array(repeating: Int.max, count: run.keys.count * width)
    for group in groups {
      for member in group.pattern.unasked.numbers {
        let place = Int(group.pattern.keys) * width + member
        counts[place] += group.count
        firsts[place] = min(firsts[place], group.first)
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
    var names: Set<String> = []
    for group in groups {
      let layout = run.keys[Int(group.pattern.keys)].layout
      guard layout.shape === shape, let member = layout.names.firstIndex(of: name),
        group.pattern.present.contains(member)
      else { continue }
      for member in group.pattern.unasked.numbers {
        names.insert(layout.names[member])
      }
    }
    return names
  }
}

extension QuickRun {
  /// The tape indices of the values that were asked for in an object.
  func asked(by note: QuickNote) -> [Int] {
    let object = value(Int(note.object))
    guard note.pattern >= 0 else { return object.members.map(\.value.index) }
    let pattern = patterns[Int(note.pattern)]
    let names = keys[Int(pattern.keys)].layout.names
    return names.indices.filter { pattern.asked.contains($0) }
      .compactMap { object[names[$0]]?.index }
  }
}
