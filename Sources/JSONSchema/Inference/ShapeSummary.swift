// What a pass over the samples keeps, and why any order and any split of them give the same.
//
// The places of the documents form a tree: `$`, `$.meals`, `$.meals[*]`, `$.meals[*].idMeal`. The
// tree lies in one array, `nodes`; a node names its children by their indices. Each node holds
// sums (how often a string, a null, an empty array came), smallest and largest values, and sets.
// Sums, extremes and unions do not care about order, so neither does the summary.
//
//     {"a": 1} {"a": "x", "b": []}
//
//     nodes[0] $      object 2      members a → 1, b → 2
//     nodes[1] $.a    integer 1, string 1
//     nodes[2] $.b    array 1, of these empty 1
//
// A *record* is what is counted as one independent observation: an element of the outermost array
// on the way to the value, or the whole document where there is no array. Ten payloads of one
// launch are ten values but one record; they tend to be null together.
//
// The size of the tree depends on the number of different places, never on the number of samples.
// An object with more different names than `maximumMembers` is keyed by data; its members then
// share one node. As the names only grow, that too happens whatever the order is.

public import StrictJSON

/// What is known of the shape of many documents, gathered in one pass and mergeable.
///
/// Merging is associative and commutative: the same samples in any order, in any number of parts,
/// give the same contract, byte for byte.
public struct ShapeSummary: Sendable {
  /// The number of different member names from which an object is keyed by data.
  static let maximumMembers = 1024

  var nodes: [SummaryNode] = [SummaryNode()]

  /// The number of records seen so far; the next one takes the next number.
  private(set) var records: Int

  /// The number of objects seen so far, so that each can be told from the others.
  private var objects = 0

  /// The member names of the object that is looked at, where they are data.
  private var names: (object: Int, known: Set<ExactText>) = (0, [])

  /// Memory for a text without its escapes.
  private var scratch: [UInt8] = []

  /// Makes a summary of nothing.
  public init() { self.init(records: 0) }

  init(records: Int) { self.records = records }

  /// The number of documents that were added.
  public var samples: Int { nodes[0].present.values }

  /// Adds a document.
  public mutating func add(_ document: JSONDocument) { add(document.root) }

  /// Adds a value as a document of its own.
  public mutating func add(_ value: JSONValue) {
    let bytes = value.documentBytes
    let tape = value.documentTape
    add(bytes.span, tape.span, documentAt: value.tapeIndex)
  }

  /// Adds the document that a reader of records holds.
  package mutating func add(_ reader: JSONRecordReader) {
    guard !reader.tape.isEmpty else { return }
    add(reader.bytes.span, reader.tape.span, documentAt: 0)
  }

  /// Adds everything that another summary knows.
  public mutating func merge(_ other: ShapeSummary) {
    if records == 0, samples == 0, nodes.count == 1 {
      self = other
      return
    }
    merge(other, 0, into: 0, asValues: false)
    records += other.records
  }

  // MARK: Adding

  /// The values of the document that is added.
  private typealias Tape = Span<JSONTapeEntry>

  /// Which record a value is in.
  private struct Context {
    var record: Int
    var isInArray = false
  }

  private mutating func add(_ bytes: TextBytes, _ tape: Tape, documentAt index: Int) {
    records += 1
    add(bytes, tape, index, to: 0, Context(record: records))
  }

  @inline(__always)
  private mutating func add(
    _ bytes: TextBytes, _ tape: Tape, _ index: Int, to node: Int, _ context: Context
  ) {
    let entry = tape[index]
    switch entry.valueKind {
    case .null: nodes[node].count(.null, context.record)
    case .bool: nodes[node].count(.boolean, context.record)
    case .number:
      let number = NumberText(bytes, Int(entry.offset)..<Int(entry.end))
      nodes[node].add(number, record: context.record)
    case .string:
      addText(bytes, entry, to: node, context.record)
    case .array:
      nodes[node].count(.array, context.record)
      addElements(bytes, tape, index, to: node, context)
    case .object:
      nodes[node].count(.object, context.record)
      addMembers(bytes, tape, index, to: node, context)
    }
  }

  private mutating func addText(
    _ bytes: TextBytes, _ entry: JSONTapeEntry, to node: Int, _ record: Int
  ) {
    let range = entry.content
    guard entry.isEscaped else {
      nodes[node].addText(bytes, range, record: record)
      return
    }
    if nodes[node].countEscaped(bytes, range, record: record) { return }
    var text: [UInt8] = []
    swap(&text, &scratch)
    let count = JSONText.unescape(bytes.extracting(range), over: &text)
    nodes[node].addText(text.span, 0..<count, record: record)
    swap(&text, &scratch)
  }

  private mutating func addElements(
    _ bytes: TextBytes, _ tape: Tape, _ index: Int, to node: Int, _ context: Context
  ) {
    let array = tape[index]
    let end = Int(array.next)
    let wantsTypes = nodes[node].addArray(length: array.count ?? Self.count(bytes, tape, index))
    guard index + 1 < end else { return }
    let elementNode = elementNode(of: node)
    var element = index + 1
    var position = 0
    while element < end {
      var inner = context
      if !context.isInArray {
        records += 1
        if context.record != SummaryCount.eachValue { inner.record = records }
        inner.isInArray = true
      }
      if wantsTypes { nodes[node].tuple.add(type(bytes, tape, element), at: position) }
      add(bytes, tape, element, to: elementNode, inner)
      element = Int(tape[element].next)
      position += 1
    }
  }

  /// The number of elements of an array that is too long for the tape to keep it.
  private static func count(_ bytes: TextBytes, _ tape: Tape, _ index: Int) -> Int {
    var count = 0
    var element = index + 1
    while element < Int(tape[index].next) {
      count += 1
      element = Int(tape[element].next)
    }
    return count
  }

  private func type(_ bytes: TextBytes, _ tape: Tape, _ index: Int) -> JSONType {
    let entry = tape[index]
    return switch entry.valueKind {
    case .null: .null
    case .bool: .boolean
    case .number: NumberText(bytes, Int(entry.offset)..<Int(entry.end)).type
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  private mutating func addMembers(
    _ bytes: TextBytes, _ tape: Tape, _ index: Int, to node: Int, _ context: Context
  ) {
    let end = Int(tape[index].next)
    if index + 1 == end { nodes[node].emptyObjects += 1 }
    objects += 1
    var walk = MemberWalk(object: objects, key: index + 1, end: end)
    addKnownMembers(bytes, tape, of: node, &walk, context)
    while walk.key < end {
      addMember(bytes, tape, index, of: node, &walk, context)
      addKnownMembers(bytes, tape, of: node, &walk, context)
    }
  }

  /// How far an object was walked.
  private struct MemberWalk {
    /// The number of the object.
    let object: Int
    /// The place on the tape of the next key, and of what follows the object.
    var key: Int
    let end: Int
    /// The position of the next member in the object, and the member that came before it.
    var position = 0
    var previous = -1
  }

  /// Adds members up to one that is new, or comes behind another one than before.
  @inline(__always)
  private mutating func addKnownMembers(
    _ bytes: TextBytes, _ tape: Tape, of node: Int, _ walk: inout MemberWalk, _ context: Context
  ) {
    // The list is out of the tree while it is walked, which saves the way to it.
    var list: [SummaryMembers.Place] = []
    swap(&list, &nodes[node].members.places)
    if !list.isEmpty { addKnownMembers(bytes, tape, of: node, &list, &walk, context) }
    swap(&list, &nodes[node].members.places)
  }

  private mutating func addKnownMembers(
    _ bytes: TextBytes, _ tape: Tape, of node: Int, _ list: inout [SummaryMembers.Place],
    _ walk: inout MemberWalk, _ context: Context
  ) {
    var places = list.mutableSpan
    var (key, position, previous) = (walk.key, walk.position, walk.previous)
    let (end, object) = (walk.end, walk.object)
    while key < end {
      let entry = tape[key]
      if entry.isEscaped { break }
      let name = entry.content
      let beginning = bytes.firstWord(of: name)
      var member = previous < 0 ? 0 : places[previous].lastFollower
      if member < 0 || !places[member].key.equals(bytes, name, beginning: beginning) {
        member = previous < 0 ? -1 : places[previous].earlierFollower
        guard member >= 0, places[member].key.equals(bytes, name, beginning: beginning) else {
          break
        }
        _ = places[previous].isFollowed(by: member)
      }
      if name.count > NameKey.longest, !hasMiddle(bytes, name, places[member].key, of: node) {
        break
      }
      // Of members with the same name the first one counts: an object has one value for a name.
      if places[member].note(in: object, at: position) {
        previous = member
        add(bytes, tape, key + 1, to: places[member].node, context)
      }
      key = Int(tape[key + 1].next)
      position += 1
    }
    (walk.key, walk.position, walk.previous) = (key, position, previous)
  }

  /// Compares the middle of a long name with that of a member.
  @inline(never)
  private mutating func hasMiddle(
    _ bytes: TextBytes, _ name: Range<Int>, _ key: NameKey, of node: Int
  ) -> Bool {
    let names = nodes[node].members.nameBytes
    return key.hasMiddle(bytes, name, names.span)
  }

  /// Adds any member, which may be new.
  private mutating func addMember(
    _ bytes: TextBytes, _ tape: Tape, _ index: Int, of node: Int, _ walk: inout MemberWalk,
    _ context: Context
  ) {
    let value = walk.key + 1
    if let member = member(bytes, tape, walk.key, of: node, after: walk.previous) {
      if nodes[node].members.note(
        member, in: walk.object, at: walk.position, after: walk.previous)
      {
        walk.previous = member
        add(bytes, tape, value, to: nodes[node].members.node(of: member), context)
      }
    } else {
      // The object is keyed by data; all its values share one node, and each counts.
      walk.previous = -1
      if isFirst(bytes, tape, walk.key, in: index) {
        var inner = context
        inner.record = SummaryCount.eachValue
        add(bytes, tape, value, to: mapValueNode(of: node), inner)
      }
    }
    walk.key = Int(tape[value].next)
    walk.position += 1
  }

  /// Finds or makes the member with the key at a place of the tape; nil where keys are data.
  private mutating func member(
    _ bytes: TextBytes, _ tape: Tape, _ key: Int, of node: Int, after previous: Int
  ) -> Int? {
    let entry = tape[key]
    // A node whose members are data has none to be found.
    if !entry.isEscaped,
      let member = nodes[node].members.position(of: entry.content, in: bytes, after: previous)
    {
      return member
    }
    return member(ExactText(Self.name(bytes, tape, key)), of: node)
  }

  private static func name(_ bytes: TextBytes, _ tape: Tape, _ key: Int) -> String {
    let entry = tape[key]
    let range = Int(entry.offset) + 1..<Int(entry.end) - 1
    guard entry.isEscaped else { return bytes.extracting(range).string }
    var name: [UInt8] = []
    JSONText.unescape(bytes.extracting(range), into: &name)
    return String(decoding: name, as: UTF8.self)
  }

  /// Says whether no member before this one has the same name.
  private mutating func isFirst(_ bytes: TextBytes, _ tape: Tape, _ key: Int, in object: Int)
    -> Bool
  {
    if names.object != objects {
      names.object = objects
      names.known = []
      var earlier = object + 1
      while earlier < key {
        names.known.insert(ExactText(Self.name(bytes, tape, earlier)))
        earlier = Int(tape[earlier + 1].next)
      }
    }
    return names.known.insert(ExactText(Self.name(bytes, tape, key))).inserted
  }

  // MARK: Children

  private mutating func newNode() -> Int {
    nodes.append(SummaryNode())
    return nodes.count - 1
  }

  private mutating func elementNode(of node: Int) -> Int {
    if let element = nodes[node].element { return element }
    let element = newNode()
    nodes[node].element = element
    return element
  }

  private mutating func mapValueNode(of node: Int) -> Int {
    if let value = nodes[node].mapValue { return value }
    let value = newNode()
    nodes[node].mapValue = value
    return value
  }

  /// Finds or makes a member; nil where the object is keyed by data.
  private mutating func member(_ name: ExactText, of node: Int) -> Int? {
    guard nodes[node].mapValue == nil else { return nil }
    if let member = nodes[node].members.position(of: name) { return member }
    guard nodes[node].members.count < Self.maximumMembers else {
      makeMap(node)
      return nil
    }
    let child = newNode()
    return nodes[node].members.append(name, node: child)
  }

  /// Joins all members of an object into the one node of a map.
  private mutating func makeMap(_ node: Int) {
    let value = mapValueNode(of: node)
    let members = nodes[node].members.all
    nodes[node].members = SummaryMembers()
    let original = self
    for member in members { merge(original, member.node, into: value, asValues: true) }
  }

  // MARK: Merging

  /// Adds a place of another summary to one of this; `asValues` within a map, where each counts.
  private mutating func merge(
    _ other: ShapeSummary, _ source: Int, into target: Int, asValues: Bool
  ) {
    let node = other.nodes[source]
    nodes[target].mergeCounts(node, asValues: asValues)
    if let element = node.element {
      merge(other, element, into: elementNode(of: target), asValues: asValues)
    }
    if let value = node.mapValue {
      if nodes[target].mapValue == nil { makeMap(target) }
      merge(other, value, into: mapValueNode(of: target), asValues: true)
    }
    let members = node.members.all
    for member in members {
      guard let position = self.member(member.name, of: target) else {
        merge(other, member.node, into: mapValueNode(of: target), asValues: true)
        continue
      }
      merge(
        other, member.node, into: nodes[target].members.node(of: position), asValues: asValues)
      nodes[target].members.merge(positionSum: member.positionSum, into: position)
    }
    guard nodes[target].mapValue == nil else { return }
    for member in members {
      guard let position = nodes[target].members.position(of: member.name) else { continue }
      let followers = member.followers.compactMap {
        nodes[target].members.position(of: members[$0].name)
      }
      nodes[target].members.merge(followers: followers, into: position)
    }
  }

  /// Adds what another summary knows of one of its places, as if it were a document.
  mutating func merge(part node: Int, of other: ShapeSummary) {
    merge(other, node, into: 0, asValues: false)
  }
}
