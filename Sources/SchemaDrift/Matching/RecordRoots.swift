import JSONSchema
import StrictJSON

/// Finds where the records of an answer lie: the elements of `$.meals`, say, or the whole document.
///
/// What stands around a list of records is its envelope: `{"docs": […], "page": 1}`. A document
/// with a list in it is a record itself where most of its places lie outside of the list.
struct RecordRoots {
  /// The paths of the records; more than one where an answer holds several lists.
  let paths: [ShapePath]

  init(in shape: Shape) { paths = Self.roots(in: shape, at: ShapePath()) }

  /// All the lists of objects that are in no other list, however much lies around them.
  private static func lists(in shape: Shape, at path: ShapePath = ShapePath()) -> [ShapePath] {
    if shape.element?.object != nil { return [path.appending(.elements)] }
    guard let object = shape.object, object.mapValue == nil else { return [] }
    return object.members.flatMap { lists(in: $0.shape, at: path.appending(.member($0.name))) }
  }

  private static func roots(in shape: Shape, at path: ShapePath) -> [ShapePath] {
    if let element = shape.element, element.object != nil { return [path.appending(.elements)] }
    guard let object = shape.object else { return [path] }
    if let value = object.mapValue {
      return value.object == nil ? [path] : [path.appending(.values)]
    }
    let inner = object.members.flatMap { member in
      innerRoots(of: member, among: object, at: path.appending(.member(member.name)))
    }
    let below = inner.reduce(0) { sum, root in
      sum + (shape.part(at: root.steps.dropFirst(path.steps.count))?.scalarPlaces ?? 0)
    }
    let share =
      inner.count > 1 ? DriftTuning.Records.severalLists : DriftTuning.Records.oneList
    return Double(below) > share * Double(shape.scalarPlaces) ? inner : [path]
  }

  /// The roots below a member: lists, or an object that is all there is.
  private static func innerRoots(
    of member: MemberShape, among object: ObjectShape, at path: ShapePath
  ) -> [ShapePath] {
    let roots = roots(in: member.shape, at: path)
    if roots != [path] { return roots }
    let isAll = object.members.count == 1 && member.shape.object != nil
    return isAll ? roots : []
  }

  /// Pairs the roots of two sides: those of the same path first, then those with alike members.
  static func pairs(_ old: Shape, _ new: Shape) -> [(old: ShapePath, new: ShapePath)] {
    var oldRoots = RecordRoots(in: old).paths
    var newRoots = RecordRoots(in: new).paths
    // A list of records that lies beside as many other values is told by its other side.
    let document = [ShapePath()]
    if oldRoots != document, newRoots == document {
      let lists = likeLists(in: new, oldRoots, of: old)
      if !lists.isEmpty { newRoots = lists }
    } else if oldRoots == document, newRoots != document {
      let lists = likeLists(in: old, newRoots, of: new)
      if !lists.isEmpty { oldRoots = lists }
    }
    var pairs: [(old: ShapePath, new: ShapePath)] = []
    for root in oldRoots where newRoots.contains(root) {
      pairs.append((root, root))
      newRoots.removeAll { $0 == root }
    }
    for root in oldRoots where !pairs.contains(where: { $0.old == root }) {
      if holdsNoRecords(new, at: root) {
        pairs.append((root, root))
        continue
      }
      let names = names(in: old, at: root)
      let likeness = newRoots.map { NameLikeness.ofSets(names, Self.names(in: new, at: $0)) }
      guard let best = likeness.indices.max(by: { likeness[$0] < likeness[$1] }),
        likeness[best] > 0 || oldRoots.count == 1 && newRoots.count == 1
      else { continue }
      // Records without a single common name are no evidence that the place itself is gone.
      if likeness[best] == 0, old.part(at: root.steps)?.object != nil,
        new.part(at: root.steps)?.object != nil
      {
        pairs.append((root, root))
        continue
      }
      pairs.append((root, newRoots.remove(at: best)))
    }
    return pairs
  }

  /// The lists of one side whose records have mostly the members of the other side's records.
  private static func likeLists(
    in shape: Shape, _ roots: [ShapePath], of other: Shape
  ) -> [ShapePath] {
    lists(in: shape).filter { list in
      roots.contains {
        NameLikeness.ofSets(names(in: shape, at: list), names(in: other, at: $0))
          > DriftTuning.Names.halfNames
      }
    }
  }

  /// Whether something else than records is where a list of them was: `{"meals": "Invalid ID"}`.
  private static func holdsNoRecords(_ shape: Shape, at root: ShapePath) -> Bool {
    guard root.steps.last == .elements, let list = root.parent, !list.steps.isEmpty,
      let part = shape.part(at: list.steps)
    else { return false }
    return part.isScalar && !part.types.isEmpty
  }

  private static func names(in shape: Shape, at path: ShapePath) -> Set<String> {
    Set(shape.part(at: path.steps)?.object?.members.map(\.name) ?? [])
  }
}
