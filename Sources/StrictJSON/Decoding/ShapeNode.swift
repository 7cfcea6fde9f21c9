/// A place in the shape of a document, where all elements of an array are one place.
///
/// It remembers what the types asked for there, so a key is looked at once and not once a record.
final class ShapeNode {
  struct Read {
    let owner: DecodingOwner
    let valueType: ReadType
    var isRequired: Bool
  }

  let path: ShapePath
  var read: Read?
  private(set) var children: [ShapePath.Step: ShapeNode] = [:]
  private(set) var order: [ShapeNode] = []

  /// The slots among the keys that were asked for; made when a document is judged.
  lazy var slotRows = SlotRows(self)

  /// The keys that were asked for, in order.
  var readNames: [String] { order.compactMap { $0.read == nil ? nil : $0.memberName } }

  // A node does not know the one above it: the two would keep each other for ever.
  init(_ path: ShapePath = ShapePath()) {
    self.path = path
  }

  func child(_ step: ShapePath.Step) -> ShapeNode {
    if let child = children[step] { return child }
    let child = ShapeNode(path.appending(step))
    children[step] = child
    order.append(child)
    return child
  }

  /// The names that members were seen to have in the document, by the names that types ask for.
  var documentNames: [String: String] = [:]

  /// Whether some of them are not spelled as is likely; see ``QuickRenaming``.
  var hasUnlikelyNames = false

  /// The name of the member in the document; nil for what is no member.
  var memberName: String? {
    guard case .member(let name)? = path.steps.last else { return nil }
    return name
  }

  /// All reads at and below this place.
  var reads: [DecodingRead] {
    var found: [DecodingRead] = []
    if let read {
      found.append(
        DecodingRead(
          path: path, owner: read.owner, isRequired: read.isRequired,
          valueType: read.valueType.name,
          expectation: read.valueType.expectation))
    }
    for child in order { found += child.reads }
    return found
  }
}
