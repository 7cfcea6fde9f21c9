extension DecodingSession {
  /// Whether a member may be unread; of most small documents nothing is, and the notes tell it at once.
  var mayHaveUnreadMembers: Bool {
    guard openedObjects.isEmpty, !renamesKeys else { return true }
    return fastPass?.hasUnaskedMembers ?? false
  }
}

/// Finds the members that nothing read, and those that may be a missing member under a new name.
struct UnreadSearch {
  private let session: DecodingSession
  private var asked: [Bool] = []
  private var objects: [OpenedObject] = []
  /// The same for the objects of fast passes, which kept short notes.
  private let tally: UnreadTally?

  /// By shape and missing name: the members that stand unread beside the name elsewhere.
  private var neighbours: [Neighbours: Set<String>] = [:]
  private lazy var objectsByOffset: [Int: OpenedObject] = Dictionary(
    objects.map { ($0.value.offset, $0) }, uniquingKeysWith: { first, _ in first })

  private lazy var fastObjectsByOffset: [Int: Int] = tally?.objectsByOffset ?? [:]

  /// What was found last: the unread members of one object follow each other.
  private var lastMissing: (object: Int, members: [MissingMember])?

  private var lastNames: (object: Int, names: KeyNames)?

  private var lastUnread: (offset: Int, unread: (object: OpenedObject, members: [JSONMember]))?

  private static let fewestKeysToLookUp = 64

  /// The members of an object among which another spelling is looked for; one with more of them is keyed by data,
  /// and to compare each with each would take longer than all the rest.
  private static let mostSpellings = 1_000

  private struct MissingMember {
    let name: String
    let spelling: Spelling
    let owner: DecodingOwner
  }

  private struct Neighbours: Hashable {
    let shape: ObjectIdentifier
    let name: String
  }

  init(_ document: JSONDocument, _ session: DecodingSession) {
    self.session = session
    var opened: Set<Int> = []
    for step in session.trail.steps where step < 0 { opened.insert(~step) }
    tally = session.fastPass.map { UnreadTally($0, except: opened) }
    guard !session.openedObjects.isEmpty else { return }
    asked = Array(repeating: false, count: document.root.storage.tape.count)
    for step in session.trail.steps where step >= 0 { asked[step] = true }
    // One type may have read an object in a fast pass, and another one with the engine.
    if let run = session.fastPass {
      for note in session.trail.notes where opened.contains(Int(note.object)) {
        for value in run.asked(by: note) { asked[value] = true }
      }
    }
    objects = opened.subtracting(session.trail.left).sorted().compactMap {
      session.openedObjects[$0]
    }
  }

  /// All members that nothing read, in document order, one for each shape path.
  mutating func unreadKeys() -> [UnreadKey] {
    if objects.isEmpty, !session.renamesKeys {
      guard let tally else { return [] }
      if let occurrences = tally.distinctOccurrences() { return keys(for: occurrences) }
    }
    var found: [ShapePath: UnreadTally.Occurrence] = [:]
    func add(_ new: UnreadTally.Occurrence) {
      guard let known = found[new.path] else {
        found[new.path] = new
        return
      }
      let first = known.object.value.index <= new.object.value.index ? known : new
      found[new.path] = UnreadTally.Occurrence(
        path: new.path, object: first.object, member: first.member, count: known.count + new.count,
        mayLackMembers: first.mayLackMembers)
    }
    for object in objects {
      for member in unread(in: object) {
        add(
          UnreadTally.Occurrence(
            path: object.path.shape.path.appending(.member(member.key)), object: object,
            member: member, count: 1))
      }
    }
    for occurrence in tally?.occurrences() ?? [] { add(occurrence) }
    return found.values.sorted {
      ($0.object.value.index, $0.member.value.index)
        < ($1.object.value.index, $1.member.value.index)
    }.map { key(for: $0) }
  }

  /// Makes the keys of the members, in document order; of each that was unread in the document before only what
  /// is new of it.
  private mutating func keys(for occurrences: [UnreadTally.Occurrence]) -> [UnreadKey] {
    var pointer: (object: Int, pointer: JSONPointer)?
    var keys: [UnreadKey] = []
    keys.reserveCapacity(occurrences.count)
    var isSorted = true
    var last = (-1, -1)
    for occurrence in occurrences {
      let object = occurrence.object.value.index
      if pointer?.object != object { pointer = (object, occurrence.object.path.pointer) }
      guard let pointer else { continue }
      let member = occurrence.member
      var key: UnreadKey
      if !occurrence.mayLackMembers, let known = occurrence.keys?.unreadKeys[occurrence.number] {
        key = known
        if !key.pointer.isMember(of: pointer.pointer) {
          key.pointer = pointer.pointer.appending(member.key)
        }
        key.offset = member.value.offset
        key.count = occurrence.count
        key.found = member.value.kind.description
      } else {
        key = self.key(for: occurrence)
        if !occurrence.mayLackMembers { occurrence.keys?.unreadKeys[occurrence.number] = key }
      }
      keys.append(key)
      isSorted = isSorted && last < (object, member.value.index)
      last = (object, member.value.index)
    }
    guard !isSorted else { return keys }
    return zip(occurrences, keys).sorted {
      ($0.0.object.value.index, $0.0.member.value.index)
        < ($1.0.object.value.index, $1.0.member.value.index)
    }.map(\.1)
  }

  private mutating func key(for occurrence: UnreadTally.Occurrence) -> UnreadKey {
    let member = occurrence.member
    return UnreadKey(
      pointer: occurrence.object.path.pointer.appending(member.key),
      path: occurrence.path, offset: member.value.offset, count: occurrence.count,
      type: occurrence.object.type, found: member.value.kind.description,
      message: "nothing reads the key \(JSONWriter.quoted(member.key))"
        + (session.renamesKeys || occurrence.mayLackMembers
          ? reason(for: member, in: occurrence.object) ?? "" : ""))
  }

  /// The members of an object that were not asked for, by their tape indices; later ones of the same name are told as
  /// duplicates, not here.
  private func unread(in object: JSONValue, _ isAsked: (Int) -> Bool) -> [JSONMember] {
    let storage = object.storage
    let end = Int(object.entry.next)
    // The keys of a large object are looked up once; to search for each would take the square.
    let firsts =
      object.count > Self.fewestKeysToLookUp
      ? Dictionary(
        object.members.map { ($0.key, $0.value.index) },
        uniquingKeysWith: { first, _ in first })
      : nil
    var members: [JSONMember] = []
    var key = object.index + 1
    while key < end {
      defer { key = Int(storage.tape[key + 1].next) }
      guard !isAsked(key + 1) else { continue }
      let name = JSONValue(storage: storage, index: key)
      let text = name.string ?? ""
      let first = firsts.map { $0[text] } ?? object[text]?.index
      guard first == key + 1 else { continue }
      members.append(
        JSONMember(
          key: text, keyOffset: name.offset, value: JSONValue(storage: storage, index: key + 1)))
    }
    return members
  }

  /// The same for an object that the engine opened.
  private func unread(in object: OpenedObject) -> [JSONMember] {
    unread(in: object.value) { asked[$0] }
  }

  /// Why a member is not read, where that can be told.
  private mutating func reason(for member: JSONMember, in object: OpenedObject) -> String? {
    if session.renamesKeys {
      if lastNames?.object != object.value.index {
        lastNames = (object.value.index, KeyNames(object.value, object.path, session))
      }
      guard let names = lastNames?.names else { return nil }
      let name = session.renaming(at: object.path)(member.key)
      if let first = names[name], first.value.index != member.value.index {
        return "; \(JSONWriter.quoted(first.documentName)) before it is taken for the same key"
      }
    }
    let missing = missing(in: object)
    guard !missing.isEmpty else { return nil }
    let spelling = Spelling(member.key)
    guard let wanted = missing.first(where: { $0.spelling.isSimilar(to: spelling) }) else {
      return nil
    }
    return "; \(wanted.owner) asks for \(JSONWriter.quoted(wanted.name)), which is not there"
  }

  /// The members that are read somewhere in objects of this shape, and are not in this one.
  private mutating func missing(in object: OpenedObject) -> [MissingMember] {
    if let last = lastMissing, last.object == object.value.index { return last.members }
    session.readLog.apply()
    let order = object.value.count > Self.mostSpellings ? [] : object.path.shape.order
    let members = order.compactMap { child -> MissingMember? in
      guard let read = child.read, let name = child.memberName, object.value[name] == nil else {
        return nil
      }
      return MissingMember(name: name, spelling: Spelling(name), owner: read.owner)
    }
    lastMissing = (object.value.index, members)
    return members
  }

  // MARK: Missing keys

  /// Adds to a missing key what may be the same member under a new name.
  mutating func explain(_ issue: DecodingIssue) -> DecodingIssue {
    guard issue.kind == .missingKey, let name = issue.pointer.tokens.last,
      let (object, unread) = unread(atOffset: issue.offset)
    else { return issue }
    let spelling = Spelling(name)
    let near = unread.prefix(Self.mostSpellings)
    let candidate =
      near.first { Spelling($0.key).folded == spelling.folded }
      ?? near.first { Spelling($0.key).isSimilar(to: spelling) }
      ?? onlyNewMember(among: unread, for: issue, named: name, in: object)
    guard let candidate else { return issue }
    return issue.saying(
      issue.message
        + "; \(JSONWriter.quoted(candidate.key)), which nothing reads, is beside it"
        + (converted(candidate, in: object) ?? ""))
  }

  /// The object that begins at an offset, and what nothing reads of it; nil where no type opened one.
  private mutating func unread(
    atOffset offset: Int
  ) -> (object: OpenedObject, members: [JSONMember])? {
    // The missing keys of one object follow each other.
    if let lastUnread, lastUnread.offset == offset { return lastUnread.unread }
    var found: (object: OpenedObject, members: [JSONMember])?
    if let object = objectsByOffset[offset] {
      found = (object, unread(in: object))
    } else if let index = fastObjectsByOffset[offset], let (object, asked) = tally?.opened(index) {
      found = (object, unread(in: object.value) { asked.contains($0) })
    }
    if let found { lastUnread = (offset, found) }
    return found
  }

  /// What the key strategy makes of a key, where that is another one.
  private func converted(_ member: JSONMember, in object: OpenedObject) -> String? {
    let converted = session.renaming(at: object.path)(member.key)
    guard converted != member.key else { return nil }
    return " and is converted to \(JSONWriter.quoted(converted))"
  }

  /// The only unread member of the right JSON type that is not there where the key is.
  private mutating func onlyNewMember(
    among unread: [JSONMember], for issue: DecodingIssue, named name: String,
    in object: OpenedObject
  ) -> JSONMember? {
    let known = unreadNames(beside: name, in: object.path.shape)
    let candidates = unread.filter {
      !known.contains($0.key) && issue.expected.fits($0.value.kind)
    }
    return candidates.count == 1 ? candidates.first : nil
  }

  /// The unread members of the objects of a shape that do have a key.
  private mutating func unreadNames(beside name: String, in shape: ShapeNode) -> Set<String> {
    let place = Neighbours(shape: ObjectIdentifier(shape), name: name)
    if let known = neighbours[place] { return known }
    var names: Set<String> = []
    for other in objects where other.path.shape === shape && other.value[name] != nil {
      names.formUnion(unread(in: other).map(\.key))
    }
    names.formUnion(tally?.names(beside: name, in: shape) ?? [])
    neighbours[place] = names
    return names
  }
}
