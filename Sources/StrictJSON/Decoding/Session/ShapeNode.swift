/// A place in the shape of a document, where all elements of an array are one place.
///
/// It lives as long as its reader, and knows two kinds of things. What follows from the types alone is kept
/// for every document: the places below, and what a request of a type for it means (``Read``). What was asked
/// for in one document is forgotten behind it (``forgetDocument()``), so that a report does not depend on
/// the documents before.
final class ShapeNode {
  /// A request for the value at a place; one and the same object in all documents.
  final class Read {
    let owner: DecodingOwner
    let valueType: ReadType
    /// The number by which a log knows it.
    let number: Int32
    private let key: Key
    private let path: ShapePath

    /// Who asks, and for what; nil for a nested container.
    struct Key: Equatable {
      let owner: ObjectIdentifier
      let property: String?
      let type: ObjectIdentifier?
      let isArray: Bool
    }

    init(
      _ owner: DecodingOwner, _ valueType: ReadType, _ key: Key, _ path: ShapePath, number: Int32
    ) {
      self.number = number
      self.owner = owner
      self.valueType = valueType
      self.key = key
      self.path = path
    }

    func has(_ key: Key) -> Bool { self.key == key }

    fileprivate func result(isRequired: Bool) -> DecodingRead {
      DecodingRead(
        path: path, owner: owner, isRequired: isRequired, valueType: valueType.name,
        expectation: valueType.expectation)
    }
  }

  let path: ShapePath

  /// The name of the member in the document; nil for what is no member.
  let memberName: String?

  /// What all places of one document share.
  private final class Tree {
    var size = 1
  }

  private let tree: Tree

  /// The number of places in the whole tree.
  var size: Int { tree.size }

  // A node knows the one above it without keeping it: the two would keep each other for ever.
  private unowned let parent: ShapeNode?
  private var children: [ShapePath.Step: ShapeNode] = [:]
  private var knownReads: [Read] = []

  init(_ path: ShapePath = ShapePath()) {
    self.path = path
    parent = nil
    memberName = nil
    tree = Tree()
  }

  private init(below parent: ShapeNode, _ step: ShapePath.Step) {
    path = parent.path.appending(step)
    self.parent = parent
    tree = parent.tree
    tree.size += 1
    memberName = if case .member(let name) = step { name } else { nil }
  }

  /// The place that this one is a part of; nil for a whole document.
  var above: ShapeNode? { parent }

  func child(_ step: ShapePath.Step) -> ShapeNode {
    if let child = children[step] { return child }
    let child = ShapeNode(below: self, step)
    children[step] = child
    return child
  }

  // MARK: Of one document

  /// The first request for the value; nil where nothing asked for it.
  private(set) var read: Read?

  /// Whether a type fails without the value.
  private(set) var isRequired = false

  /// The places below that were asked for, or have such places below, in the order of the requests.
  private(set) var order: [ShapeNode] = []

  /// Whether this place stands in the order of the one above.
  private var isListed = false

  /// The names that members were seen to have in the document, by the names that types ask for.
  var documentNames: [String: String] = [:]

  /// Whether some of them are not spelled as is likely; see ``LayoutRenaming``.
  var hasUnlikelyNames = false

  /// The members that were asked for, in order.
  var readMembers: [ShapeNode] { order.filter { $0.read != nil && $0.memberName != nil } }

  /// Notes a request.
  func note(_ read: Read, isRequired: Bool) {
    if isRequired { self.isRequired = true }
    guard self.read == nil else { return }
    self.read = read
    list()
  }

  private func list() {
    guard !isListed, let parent else { return }
    isListed = true
    parent.order.append(self)
    parent.list()
  }

  /// Forgets what was asked for here and at the places above.
  func forgetDocument() {
    guard read != nil else { return }
    read = nil
    isRequired = false
    var node: ShapeNode? = self
    while let place = node, place.isListed || !place.order.isEmpty {
      place.isListed = false
      if !place.order.isEmpty { place.order.removeAll(keepingCapacity: true) }
      node = place.parent
    }
  }

  func knownRead(_ key: Read.Key) -> Read? { knownReads.first { $0.has(key) } }

  func makeRead(
    _ owner: DecodingOwner, _ valueType: ReadType, _ key: Read.Key, number: Int32
  ) -> Read {
    let read = Read(owner, valueType, key, path, number: number)
    knownReads.append(read)
    return read
  }

  /// All reads at and below this place.
  func appendReads(to reads: inout [DecodingRead]) {
    if let read { reads.append(read.result(isRequired: isRequired)) }
    for child in order { child.appendReads(to: &reads) }
  }

  // MARK: Slots

  private var knownRows: (reads: [Read], rows: SlotRows)?

  /// The slots among the members that were asked for.
  var slotRows: SlotRows {
    let members = readMembers
    let reads = members.compactMap(\.read)
    if let knownRows, knownRows.reads.elementsEqual(reads, by: ===) { return knownRows.rows }
    let rows = SlotRows(self, members)
    knownRows = (reads, rows)
    return rows
  }
}
