import JSONSchema
import StrictJSON

/// Finds where the records of an answer lie: the elements of `$.meals`, say, or the whole document.
///
/// What stands around a list of records is its envelope: `{"docs": […], "page": 1}`. A document
/// with a list in it is a record itself where most of its places lie outside of the list.
struct RecordRoots {
  /// The paths of the records; more than one where an answer holds several lists.
  let paths: [ShapePath]

  init(in shape: Shape) { paths = Self.roots(in: shape, at: ShapePath()).roots.map(\.path) }

  /// All the lists of objects that are in no other list, however much lies around them.
  private static func lists(in shape: Shape, at path: ShapePath = ShapePath()) -> [ShapePath] {
    if shape.element?.object != nil { return [path.appending(.elements)] }
    guard let object = shape.object, object.mapValue == nil else { return [] }
    return object.members.flatMap { lists(in: $0.shape, at: path.appending(.member($0.name))) }
  }

  /// Where records lie in a part of an answer, each with the number of its places that hold scalars.
  private struct Found {
    var roots: [(path: ShapePath, places: Int)]

    /// The number of such places in the whole part.
    let places: Int

    /// One place for all records.
    init(_ path: ShapePath, of record: Shape, in part: Shape) {
      roots = [(path, record.scalarPlaces)]
      places = part.scalarPlaces
    }

    init(_ path: ShapePath, places: Int) {
      roots = [(path, places)]
      self.places = places
    }
  }

  private static func roots(in shape: Shape, at path: ShapePath) -> Found {
    if let element = shape.element, element.object != nil {
      return Found(path.appending(.elements), of: element, in: shape)
    }
    guard let object = shape.object else { return Found(path, of: shape, in: shape) }
    if let value = object.mapValue {
      let isOfRecords = value.object != nil
      return Found(
        isOfRecords ? path.appending(.values) : path, of: isOfRecords ? value : shape, in: shape)
    }
    let members = object.members.map { member in
      innerRoots(of: member, among: object, at: path.appending(.member(member.name)))
    }
    let own = (shape.holdsScalars ? 1 : 0) + (shape.element?.scalarPlaces ?? 0)
    var found = Found(path, places: members.reduce(own) { $0 + $1.places })
    let inner = members.flatMap(\.roots)
    let share =
      inner.count > 1 ? DriftTuning.Records.severalLists : DriftTuning.Records.oneList
    let below = inner.reduce(0) { $0 + $1.places }
    if Double(below) > share * Double(found.places) { found.roots = inner }
    return found
  }

  /// The roots below a member: lists, or an object that is all there is.
  private static func innerRoots(
    of member: MemberShape, among object: ObjectShape, at path: ShapePath
  ) -> Found {
    var found = roots(in: member.shape, at: path)
    let isAll = object.members.count == 1 && member.shape.object != nil
    if found.roots.map(\.path) == [path], !isAll { found.roots = [] }
    return found
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
      if let position = newRoots.firstIndex(where: { areAlternatives(root, $0, in: old) }) {
        let other = newRoots.remove(at: position)
        pairs.append((other, other))
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

  /// Whether records came at one of two places or at the other: an answer was a list, and sometimes an object
  /// with a list in it.
  private static func areAlternatives(
    _ root: ShapePath, _ other: ShapePath, in shape: Shape
  ) -> Bool {
    let depth = zip(root.steps, other.steps).prefix { $0 == $1 }.count
    return shape.part(at: Array(root.steps.prefix(depth)))?.types.count ?? 0 > 1
      && shape.part(at: other.steps)?.object != nil
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
    guard root.last == .elements, let list = root.parent, list.depth > 0,
      let part = shape.part(at: list.steps)
    else { return false }
    return part.isScalar && !part.types.isEmpty
  }

  /// Whether an object without a single name of the records stands where a list of them was, or the other way.
  ///
  /// Only its values can tell that it is one of them, and no error.
  static func isDoubtful(
    _ pair: (old: ShapePath, new: ShapePath), _ old: Shape, _ new: Shape
  ) -> Bool {
    let isEntry = { (path: ShapePath) in path.last == .elements || path.last == .values }
    let words = { (shape: Shape, path: ShapePath) in
      Set(names(in: shape, at: path).map { NameLikeness.words($0).joined() })
    }
    let (before, now) = (words(old, pair.old), words(new, pair.new))
    return isEntry(pair.old) != isEntry(pair.new) && !before.isEmpty && !now.isEmpty
      && before.isDisjoint(with: now)
  }

  /// Pairs a list of records with one of the same names on the other side; the whole answers where there is none.
  static func likeLists(
    of pair: (old: ShapePath, new: ShapePath), _ old: Shape, _ new: Shape
  ) -> (old: ShapePath, new: ShapePath) {
    if let list = likeLists(in: old, [pair.new], of: new).first { return (list, pair.new) }
    if let list = likeLists(in: new, [pair.old], of: old).first { return (pair.old, list) }
    return (ShapePath(), ShapePath())
  }

  private static func names(in shape: Shape, at path: ShapePath) -> Set<String> {
    Set(shape.part(at: path.steps)?.object?.members.map(\.name) ?? [])
  }
}
