/// The members that nothing read, in the objects of fast passes.
struct UnreadTally {
  /// A member that is unread in some objects of one shape.
  struct Occurrence {
    /// The keys, and the number of the member among them; nil for an object of the engine.
    var keys: FastKeys?
    var number = -1
    let path: ShapePath
    /// The first of the objects, in the order of the document.
    let object: OpenedObject
    let member: JSONMember
    let count: Int
    /// Whether the object may lack members that are read elsewhere.
    var mayLackMembers = true
  }

  /// Objects with the same keys, members and reads.
  private struct Group {
    let pattern: ReadPattern
    /// The tape index of the first one.
    var first: Int
    var count = 0
  }

  private let run: FastPass
  private let groups: [Group]

  /// Adds up what a run noted, except of some objects, by their tape indices.
  init(_ run: FastPass, except others: Set<Int>) {
    self.run = run
    var notes = run.session.trail.notes
    if !others.isEmpty { notes.removeAll { others.contains(Int($0.object)) } }
    groups =
      Self.areDistinct(notes, run.tape.count)
      ? Self.groups(notes, run) : Self.joinedGroups(notes, run)
  }

  /// Whether there is one note for each object.
  private static func areDistinct(_ notes: [ObjectNote], _ count: Int) -> Bool {
    if zip(notes, notes.dropFirst()).allSatisfy({ $0.object < $1.object }) { return true }
    var seen = Array(repeating: false, count: count)
    for note in notes {
      if seen[Int(note.object)] { return false }
      seen[Int(note.object)] = true
    }
    return true
  }

  private static func groups(_ notes: [ObjectNote], _ run: FastPass) -> [Group] {
    var groups: [Group] = []
    // Of a list most objects are of one pattern.
    var positions: [Int32: Int] = [:]
    var (lastPattern, last): (Int32, Int) = (-1, 0)
    for note in notes where note.pattern >= 0 {
      if note.pattern != lastPattern {
        lastPattern = note.pattern
        last = positions[note.pattern, default: groups.count]
        if last == groups.count {
          positions[note.pattern] = last
          groups.append(Group(pattern: run.known.patterns[Int(note.pattern)], first: .max))
        }
      }
      groups[last].count += 1
      groups[last].first = min(groups[last].first, Int(note.object))
    }
    return groups
  }

  /// The same for objects that were opened more than once; what only maps read is left out.
  private static func joinedGroups(_ notes: [ObjectNote], _ run: FastPass) -> [Group] {
    // A stable order: the last one to open an object is the one that is named.
    let ordered = notes.enumerated().sorted {
      ($0.element.object, $0.offset) < ($1.element.object, $1.offset)
    }.map(\.element)
    var groups: [Group] = []
    var position = 0
    while position < ordered.count {
      let object = ordered[position].object
      var joined: ReadPattern?
      var isMap = false
      while position < ordered.count, ordered[position].object == object {
        let number = Int(ordered[position].pattern)
        position += 1
        guard number >= 0 else {
          isMap = true
          continue
        }
        var pattern = run.known.patterns[number]
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

  /// The sets of keys that leave a member unread.
  private var keyNumbers: [Int32] {
    var numbers: [Int32] = []
    for group in groups where !group.pattern.unasked.isEmpty {
      if !numbers.contains(group.pattern.keys) { numbers.append(group.pattern.keys) }
    }
    return numbers
  }

  /// Whether no two sets of keys leave members of the same place unread.
  private var isSimple: Bool {
    let layouts = keyNumbers.map { ObjectIdentifier(run.known.keys[Int($0)].layout) }
    return layouts.count < 2 || Set(layouts).count == layouts.count
  }

  /// The same, if each shape path is among them once; nil where that has to be looked at.
  func distinctOccurrences() -> [Occurrence]? { isSimple ? occurrences() : nil }

  /// All members that nothing read, one for each set of keys.
  func occurrences() -> [Occurrence] {
    var occurrences: [Occurrence] = []
    for number in keyNumbers {
      let groups = self.groups.filter { $0.pattern.keys == number }
      let unasked = groups.reduce(MemberSet()) { $0.union($1.pattern.unasked) }
      let keys = run.known.keys[Int(number)]
      var object: (opened: OpenedObject, values: [Int], mayLackMembers: Bool)?
      for member in unasked.numbers {
        // In how many objects it is, and the first of them.
        var count = 0
        var first = Int.max
        for group in groups where group.pattern.unasked.contains(member) {
          count += group.count
          first = min(first, group.first)
        }
        if object?.opened.value.index != first {
          let value = run.value(first)
          let values = keys.layout.values(of: value)
          let opened = OpenedObject(
            value: value,
            path: run.session.path(
              to: value.index, at: keys.layout.shape, in: run.storage, hasOwners: false),
            type: keys.place.info.name)
          object = (opened, values, keys.layout.mayLackMembers(values, run.known.log))
        }
        guard let object, member < object.values.count, object.values[member] > 0 else { continue }
        let value = run.value(object.values[member])
        occurrences.append(
          Occurrence(
            keys: keys, number: member,
            path: keys.layout.shape(of: member).path, object: object.opened,
            member: JSONMember(
              key: keys.layout.names[member], keyOffset: run.value(value.index - 1).offset,
              value: value),
            count: count, mayLackMembers: object.mayLackMembers))
      }
    }
    return occurrences
  }

  /// The tape indices of the objects by their offsets, but for those that another initialiser left in the middle.
  var objectsByOffset: [Int: Int] {
    let left = Set(run.session.trail.left)
    return Dictionary(
      run.session.trail.notes.lazy.filter { $0.pattern >= 0 && !left.contains(Int($0.object)) }
        .map { (Int(run.tape[Int($0.object)].offset), Int($0.object)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// An object that a type opened by key, and the tape indices of the values that it was asked for; nil where none did.
  func opened(_ index: Int) -> (object: OpenedObject, asked: Set<Int>)? {
    let notes = run.session.trail.notes.filter { Int($0.object) == index && $0.pattern >= 0 }
    guard let last = notes.last else { return nil }
    let asked = notes.reduce(MemberSet()) {
      $0.union(run.known.patterns[Int($1.pattern)].asked)
    }
    let keys = run.known.keys[Int(run.known.patterns[Int(last.pattern)].keys)]
    let object = run.value(index)
    let values = keys.layout.values(of: object)
    let path = run.session.path(to: index, at: keys.layout.shape, in: run.storage)
    return (
      OpenedObject(value: object, path: path, type: keys.place.info.name),
      Set(values.indices.lazy.filter { asked.contains($0) }.map { values[$0] })
    )
  }

  /// The unread members of the objects of a shape that do have a key.
  func names(beside name: String, in shape: ShapeNode) -> Set<String> {
    var names: Set<String> = []
    for group in groups {
      let layout = run.known.keys[Int(group.pattern.keys)].layout
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

extension FastPass {
  /// Whether an object has a member for which its type did not ask when it opened it.
  var hasUnaskedMembers: Bool {
    var last: Int32 = -1
    for note in session.trail.notes where note.pattern >= 0 && note.pattern != last {
      last = note.pattern
      if !known.patterns[Int(last)].unasked.isEmpty { return true }
    }
    return false
  }

  /// The tape indices of the values that were asked for in an object.
  func asked(by note: ObjectNote) -> [Int] {
    let object = value(Int(note.object))
    guard note.pattern >= 0 else { return object.members.map(\.value.index) }
    let pattern = known.patterns[Int(note.pattern)]
    let names = known.keys[Int(pattern.keys)].layout.names
    return names.indices.filter { pattern.asked.contains($0) }
      .compactMap { object[names[$0]]?.index }
  }
}
