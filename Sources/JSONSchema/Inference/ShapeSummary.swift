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
// An object with more different names than `maximumMembers`, or with more than `manyMembers` of which many hold others,
// is keyed by data; its members then share one node. As names and what they hold only grow, that too happens whatever
// the order is. Of fewer names `MapRule` decides, when all samples are there.

public import StrictJSON

/// What is known of the shape of many documents, gathered in one pass and mergeable.
///
/// Merging is associative and commutative: the same samples in any order, in any number of parts,
/// give the same contract, byte for byte.
public struct ShapeSummary: Sendable {
  /// The number of different member names from which an object is keyed by data, unless its samples show a record.
  static let manyMembers = 1024

  /// The number of members with an object or a list from which one with many members is keyed by data.
  ///
  /// It bounds the memory: with 1,000 of them that have 30 members each, a node of 1.5 KB takes 45 MB.
  private static let manyHolders = 256

  /// The number of different member names from which an object is keyed by data whatever its objects have.
  static let maximumMembers = 4096

  var nodes: [SummaryNode] = [SummaryNode()]

  /// The number of records seen so far; the next one takes the next number.
  private(set) var records: Int

  /// The number of objects whose members were looked for one by one, so that each can be distinguished from
  /// the others.
  private var objects = 0

  /// The member names of the object that is looked at, where they are data.
  private var names: (object: Int, known: Set<ExactText>) = (0, [])

  /// Memory that is used again: for the targets of a document, and for a text without its escapes.
  private var targets: Targets = []
  private var scratch: [UInt8] = []

  /// What was taken out of the arrays of the document that is added, by their places on the tape.
  private var taken: [Int: TakenElements] = [:]

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

  /// Elements that were taken out of an array of a document too long to be read in one piece.
  package struct TakenElements: Sendable {
    /// The number of elements.
    package let count: Int

    /// The summary of arrays that hold them, in any number of parts.
    package let parts: ShapeSummary

    package init(count: Int, parts: ShapeSummary) {
      self.count = count
      self.parts = parts
    }
  }

  /// Adds a document of which elements were taken out, as if they were still there.
  ///
  /// They are given by the place of their array on the tape; eight or more must be left in the array, so that
  /// it is no tuple.
  package mutating func add(_ document: JSONDocument, taken: [Int: TakenElements]) {
    self.taken = taken
    add(document)
    self.taken = [:]
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

  /// The node to which each value of the document goes, at the value's place on the tape.
  ///
  /// All members of an object are found first, and then their values are added: two short loops
  /// over the tape are faster than a long one.
  private typealias Targets = [UInt32]

  /// Which record a value is in.
  private struct Context {
    var record: Int
    var isInArray = false
  }

  private mutating func add(_ bytes: TextBytes, _ tape: Tape, documentAt index: Int) {
    records += 1
    var targets: Targets = []
    swap(&targets, &self.targets)
    let missing = tape.count - targets.count
    if missing > 0 { targets += repeatElement(SummaryMembers.noNode, count: 2 * missing) }
    add(bytes, tape, index, &targets, to: 0, Context(record: records))
    swap(&targets, &self.targets)
  }

  @inline(__always)
  private mutating func add(
    _ bytes: TextBytes, _ tape: Tape, _ index: Int, _ targets: inout Targets, to node: Int,
    _ context: Context
  ) {
    let entry = tape[index]
    switch entry.valueKind {
    case .null: nodes[node].types.add(.null, context.record)
    case .bool: nodes[node].types.add(.boolean, context.record)
    case .number:
      let number = NumberText(bytes, Int(entry.offset)..<Int(entry.end))
      nodes[node].add(number, record: context.record)
    case .string:
      addText(bytes, entry, to: node, context.record)
    case .array:
      nodes[node].types.add(.array, context.record)
      addElements(bytes, tape, index, &targets, to: node, context)
    case .object:
      nodes[node].types.add(.object, context.record)
      addMembers(bytes, tape, index, &targets, to: node, context)
    }
  }

  private mutating func addText(
    _ bytes: TextBytes, _ entry: JSONTapeEntry, to node: Int, _ record: Int
  ) {
    let range = entry.content
    if nodes[node].addText(bytes, range, isEscaped: entry.isEscaped, record: record) { return }
    var text: [UInt8] = []
    swap(&text, &scratch)
    let count = JSONText.unescape(bytes.extracting(range), over: &text)
    nodes[node].addText(
      text.span.extracting(..<count), spelled: bytes.extracting(range), record: record)
    swap(&text, &scratch)
  }

  private mutating func addElements(
    _ bytes: TextBytes, _ tape: Tape, _ index: Int, _ targets: inout Targets, to node: Int,
    _ context: Context
  ) {
    let array = tape[index]
    let end = Int(array.next)
    let taken = taken.isEmpty ? nil : taken[index]
    let wantsTypes = nodes[node].addArray(
      length: (array.count ?? Self.count(bytes, tape, index)) + (taken?.count ?? 0))
    guard index + 1 < end else { return }
    let elementNode = elementNode(of: node)
    if let parts = taken?.parts, let elements = parts.nodes[0].element {
      merge(
        parts, elements, into: elementNode, asValues: context.record == SummaryCount.eachValue)
      records += parts.records - parts.samples
    }
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
      add(bytes, tape, element, &targets, to: elementNode, inner)
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
    _ bytes: TextBytes, _ tape: Tape, _ index: Int, _ targets: inout Targets, to node: Int,
    _ context: Context
  ) {
    let end = Int(tape[index].next)
    guard index + 1 < end else {
      nodes[node].emptyObjects += 1
      return
    }
    let object = tape.extracting(..<end)
    var first = index + 1
    if !nodes[node].members.findAll(bytes, object, from: first, &targets) {
      first = findMembers(bytes, object, index, &targets, of: node, context)
    }
    addValues(bytes, object, &targets, from: first, context)
  }

  /// Finds the members of an object, which may be new; returns the key of the first one whose value
  /// is still to be added.
  private mutating func findMembers(
    _ bytes: TextBytes, _ tape: Tape, _ index: Int, _ targets: inout Targets, of node: Int,
    _ context: Context
  ) -> Int {
    objects += 1
    var walk = SummaryMembers.Walk(object: objects, key: index + 1)
    var first = walk.key
    nodes[node].members.findKnown(bytes, tape, &walk, &targets)
    var counted = nodes[node].members.count
    while walk.key < tape.count {
      let count = nodes[node].members.count
      let mayHoldMore = count > counted && count > Self.manyMembers && count.isMultiple(of: 256)
      if count >= Self.maximumMembers || mayHoldMore {
        // The next member may make the object one that is keyed by data, and join its members.
        addValues(bytes, tape.extracting(..<walk.key), &targets, from: first, context)
        first = walk.key
      }
      if mayHoldMore {
        counted = count
        if hasManyHolders(node) {
          makeMap(node)
          walk.previous = -1
        }
      }
      if !findMember(bytes, tape, &targets, of: node, &walk) {
        // The object is keyed by data; all its values share one node, and each counts.
        if isFirst(bytes, tape, walk.key, in: index, number: walk.object) {
          var inner = context
          inner.record = SummaryCount.eachValue
          add(bytes, tape, walk.key + 1, &targets, to: mapValueNode(of: node), inner)
        }
        walk.step(over: tape)
        first = walk.key
      }
      nodes[node].members.findKnown(bytes, tape, &walk, &targets)
    }
    nodes[node].members.updateLayout(bytes, tape, from: index + 1)
    return first
  }

  /// Finds any member, which may be new; false where the object is keyed by data.
  private mutating func findMember(
    _ bytes: TextBytes, _ tape: Tape, _ targets: inout Targets, of node: Int,
    _ walk: inout SummaryMembers.Walk
  ) -> Bool {
    guard let member = member(bytes, tape, walk.key, of: node, after: walk.previous) else {
      walk.previous = -1
      return false
    }
    targets[walk.key + 1] = SummaryMembers.noNode
    if nodes[node].members.note(member, in: walk.object, at: walk.position, after: walk.previous) {
      targets[walk.key + 1] = nodes[node].members.places[member].node
      walk.previous = member
    }
    walk.step(over: tape)
    return true
  }

  /// Adds the values of members that were found, from a key on to the end of the tape.
  private mutating func addValues(
    _ bytes: TextBytes, _ tape: Tape, _ targets: inout Targets, from first: Int,
    _ context: Context
  ) {
    var key = first
    while addScalars(bytes, tape, targets, from: &key, record: context.record) {
      let node = Int(targets[key + 1])
      add(bytes, tape, key + 1, &targets, to: node, context)
      key = Int(tape[key + 1].next)
    }
  }

  /// Adds values up to one that is no plain scalar; returns whether there is one.
  private mutating func addScalars(
    _ bytes: TextBytes, _ tape: Tape, _ targets: Targets, from first: inout Int, record: Int
  ) -> Bool {
    let targets = targets.span
    var nodes = nodes.mutableSpan
    var key = first
    defer { first = key }
    while key &+ 1 < tape.count {
      let value = tape[key &+ 1]
      let node = Int(targets[key &+ 1])
      // What has no target has no node either.
      if node < nodes.count {
        switch value.valueKind {
        case .string:
          guard
            nodes[node].addText(bytes, value.content, isEscaped: value.isEscaped, record: record)
          else { return true }
        case .null: nodes[node].types.add(.null, record)
        case .bool: nodes[node].types.add(.boolean, record)
        case .number:
          let number = NumberText(bytes, Int(value.offset)..<Int(value.end))
          nodes[node].add(number, record: record)
        case .array, .object: return true
        }
      }
      key = Int(value.next)
    }
    return false
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

  /// Whether no member before this one has the same name.
  private mutating func isFirst(
    _ bytes: TextBytes, _ tape: Tape, _ key: Int, in object: Int, number: Int
  ) -> Bool {
    if names.object != number {
      names = (number, [])
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

  /// Whether an object has many members, of which many hold others.
  func hasManyHolders(_ node: Int) -> Bool {
    let members = nodes[node].members
    guard members.count > Self.manyMembers else { return false }
    let holders = (0..<members.count).count { member in
      let types = nodes[members.node(of: member)].types
      return types[.object].values + types[.array].values > 0
    }
    return holders >= Self.manyHolders
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

  /// Adds what another summary knows of one of its places, as if it were a document; `asValues` as an entry of a map.
  mutating func merge(part node: Int, of other: ShapeSummary, asValues: Bool = false) {
    merge(other, node, into: 0, asValues: asValues)
  }
}
