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
  static func lists(in shape: Shape, at path: ShapePath = ShapePath()) -> [ShapePath] {
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
    if let element = shape.element, let object = element.object {
      let elements = path.appending(.elements)
      // Where each element is an object of one key, which is data, the records are its values.
      if let value = object.mapValue, value.object != nil,
        value.observed?.present == element.observed?.present
      {
        return Found(elements.appending(.values), of: value, in: shape)
      }
      return Found(elements, of: element, in: shape)
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
    var inner = members.flatMap(\.roots)
    // An object beside a list holds no records, however deep it lies.
    let lists = inner.filter { $0.path.lists > path.lists }
    if !lists.isEmpty {
      inner = lists
    } else if object.members.contains(where: {
      $0.shape.holdsScalars && ColumnMatching.isIdentifier($0.name)
    }) {
      // What has an id is a record itself: the `payload` of an event, which holds one object, is none.
      inner = []
    }
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
    let isWhole = { (roots: [ShapePath], other: [ShapePath]) in
      roots == document && other != document
        || roots.allSatisfy { $0.lists == 0 } && other.allSatisfy { $0.lists > 0 }
    }
    if isWhole(newRoots, oldRoots) {
      newRoots = sameLists(in: new, oldRoots, of: old) ?? newRoots
    } else if isWhole(oldRoots, newRoots) {
      oldRoots = sameLists(in: old, newRoots, of: new) ?? oldRoots
    }
    // An answer of lists of values, where the other one has a list of objects: each is a record without names.
    let areLists = { (shape: Shape) in shape.element?.element?.isScalar ?? false }
    let areListed = { (roots: [ShapePath]) in roots.allSatisfy { $0.last == .elements } }
    if oldRoots == document, areLists(old), areListed(newRoots) {
      oldRoots = [ShapePath().appending(.elements)]
    } else if newRoots == document, areLists(new), areListed(oldRoots) {
      newRoots = [ShapePath().appending(.elements)]
    }
    if oldRoots == document, newRoots == document,
      words(in: old, at: ShapePath()).isDisjoint(with: words(in: new, at: ShapePath())),
      let before = largestList(in: old), let now = largestList(in: new)
    {
      return [(before, now)]
    }
    if oldRoots.count == 1, newRoots.count == 1, oldRoots != newRoots {
      let (before, now) = (oldRoots[0], newRoots[0])
      if let inner = listsOfOne(old, before, new, now) {
        return [inner]
      }
      oldRoots = [innerRecords(in: old, at: before, beside: new, now)]
      newRoots = [innerRecords(in: new, at: now, beside: old, before)]
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
      let names = words(in: old, at: root)
      var likeness = newRoots.map { NameLikeness.ofSets(names, Self.words(in: new, at: $0)) }
      if !newRoots.isEmpty, likeness.allSatisfy({ $0 == 0 }) {
        likeness = leafLikeness(of: root, in: old, newRoots, in: new)
      }
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

  /// How alike the records of a place and those of others are by the names of their leaves; 0 for all but the best one,
  /// which has half of them, or many.
  ///
  /// Members may be in an object of the record now, as in `data[*].attributes` beside `included[*]`, or all of them
  /// in a list of one.
  private static func leafLikeness(
    of root: ShapePath, in old: Shape, _ others: [ShapePath], in new: Shape
  ) -> [Double] {
    let leaves = old.part(at: root.steps)?.leafNames ?? []
    let shared = others.map { (new.part(at: $0.steps)?.leafNames ?? []).intersection(leaves) }
    let most = shared.map(\.count).max() ?? 0
    let isClear = shared.count { $0.count == most } == 1
    return shared.map { names in
      let isLike =
        2 * names.count >= leaves.count
        || names.count >= DriftTuning.Records.manyLeaves && 3 * names.count >= leaves.count
      return isClear && names.count == most && isLike
        && names.subtracting(Vocabulary.generalNames).count >= 2
        ? Double(names.count) / Double(leaves.count) : 0
    }
  }

  /// The list with the most places of one document, of which nothing else is where it was; nil where it has few elements.
  ///
  /// The hours of a forecast are records to compare, whatever stands beside them.
  private static func largestList(in shape: Shape) -> ShapePath? {
    guard shape.observed?.present ?? 0 == 1 else { return nil }
    let places = { (list: ShapePath) in shape.part(at: list.steps)?.scalarPlaces ?? 0 }
    let list = lists(in: shape).max { places($0) < places($1) }
    return list.flatMap { count(shape, $0) >= DriftTuning.Records.fewestInner ? $0 : nil }
  }

  /// Where the records of both sides lie, if on either the only element of a list has nearly all in a list of its own:
  /// `routes[*].legs[*].steps[*]` and `itineraries[*].legs[*]` of one way.
  private static func listsOfOne(
    _ old: Shape, _ oldRoot: ShapePath, _ new: Shape, _ newRoot: ShapePath
  ) -> (old: ShapePath, new: ShapePath)? {
    let before = innermost(in: old, at: oldRoot)
    let now = innermost(in: new, at: newRoot)
    guard before != oldRoot, now != newRoot,
      facts(in: old, at: oldRoot).isDisjoint(with: facts(in: new, at: newRoot)),
      min(count(old, before), count(new, now)) >= DriftTuning.Records.fewestInner
    else { return nil }
    return (before, now)
  }

  /// The elements of the innermost list that holds most places of the one element around it.
  private static func innermost(in shape: Shape, at root: ShapePath) -> ShapePath {
    guard root.last == .elements, count(shape, root) == 1, let record = shape.part(at: root.steps)
    else { return root }
    let share = { (list: ShapePath) in
      Double(record.part(at: list.steps)?.scalarPlaces ?? 0) / Double(max(1, record.scalarPlaces))
    }
    guard let list = lists(in: record).first(where: { share($0) > DriftTuning.Records.mostPlaces })
    else { return root }
    return innermost(in: shape, at: ShapePath(steps: root.steps + list.steps))
  }

  /// The elements that came at a list.
  private static func count(_ shape: Shape, _ root: ShapePath) -> Int {
    shape.part(at: root.steps)?.observed?.present ?? 0
  }

  /// Where the records lie in a list whose elements hold lists themselves: `timelines[*].intervals[*]`.
  ///
  /// The inner list it is where its elements have the names of the other side's records and the outer ones none,
  /// or where one outer element is all there is of many, or of some names.
  private static func innerRecords(
    in shape: Shape, at root: ShapePath, beside other: Shape, _ otherRoot: ShapePath
  ) -> ShapePath {
    guard root.last == .elements, let record = shape.part(at: root.steps) else { return root }
    let inner = lists(in: record).map { ShapePath(steps: root.steps + $0.steps) }
    guard !inner.isEmpty else { return root }
    let names = words(in: other, at: otherRoot)
    let likeness = { NameLikeness.ofSets(words(in: shape, at: $0), names) }
    let deepest = innermost(in: shape, at: root)
    let fewest = min(count(shape, deepest), count(other, otherRoot))
    let shared = words(in: shape, at: deepest).intersection(names)
      .subtracting(Vocabulary.generalNames)
    if deepest != root, likeness(root) == 0,
      fewest >= DriftTuning.Records.fewestInner || shared.count >= 2
    {
      return deepest
    }
    let best = inner.max { likeness($0) < likeness($1) }
    guard let best, likeness(root) == 0, likeness(best) >= DriftTuning.Names.halfNames else {
      return root
    }
    return best
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

  /// The lists of one side that are those of the other side's records, among as many other values: with the same members,
  /// at the same places, or the one list that has more of what they hold than all that lies beside it; nil where there
  /// are none.
  private static func sameLists(
    in shape: Shape, _ roots: [ShapePath], of other: Shape
  ) -> [ShapePath]? {
    let like = likeLists(in: shape, roots, of: other)
    if !like.isEmpty { return like }
    let found = lists(in: shape)
    let samePlaces = found.filter(roots.contains)
    if !samePlaces.isEmpty { return samePlaces }
    guard roots.count == 1, let record = other.part(at: roots[0].steps) else { return nil }
    let all = found.filter { list in shape.part(at: list.steps).map { !record.holds($0) } ?? false }
    let names = record.leafNames
    let around = shape.leafNames(withoutLists: true)
    let fits = all.map { list in
      NameLikeness.ofSets(names, shape.part(at: list.steps)?.leafNames ?? [])
    }
    if let best = fits.indices.max(by: { fits[$0] < fits[$1] }),
      fits[best] >= DriftTuning.Records.likeLeaves,
      fits[best] > NameLikeness.ofSets(names, around)
    {
      return [all[best]]
    }
    let list =
      namedList(in: shape, found, of: other, roots[0])
      ?? longList(in: shape, all, around, of: words(in: other, at: roots[0]))
      ?? onlyList(in: shape, all, around, of: names)
    return list.map { [$0] }
  }

  private static let fewestOfNamed = 3

  /// The list with the key of the other side's records, if that is the only one and its records have names of theirs, more
  /// than what holds it: `settings.sensors[*]` where `sensors[*]` is all there is.
  private static func namedList(
    in shape: Shape, _ lists: [ShapePath], of other: Shape, _ root: ShapePath
  ) -> ShapePath? {
    let named = lists.filter { $0.lastName != nil && $0.lastName == root.lastName }
    guard named.count == 1, let list = named.first else { return nil }
    let names = words(in: other, at: root)
    let shared = names.intersection(words(in: shape, at: list))
    return shared.count >= fewestOfNamed && !shared.isSubset(of: Vocabulary.generalNames)
      && names.intersection(words(in: shape, at: ShapePath())).count < shared.count
      ? list : nil
  }

  /// The list that holds most places, if its records have names of the other side's, more than those of any other list,
  /// and what lies around the lists has none.
  private static func onlyList(
    in shape: Shape, _ lists: [ShapePath], _ around: Set<String>, of names: Set<String>
  ) -> ShapePath? {
    guard around.isDisjoint(with: names) else { return nil }
    let shared = lists.map { list in
      let own = shape.part(at: list.steps)?.leafNames(withoutLists: true) ?? []
      return own.intersection(names).subtracting(Vocabulary.generalNames).count
    }
    guard let best = shared.indices.max(by: { shared[$0] < shared[$1] }), shared[best] >= 2,
      shared.count(where: { $0 == shared[best] }) == 1,
      let record = shape.part(at: lists[best].steps),
      2 * record.scalarPlaces > shape.scalarPlaces
    else { return nil }
    return lists[best]
  }

  /// The list of which the records have so many of some names of members as no other ones have by chance, and what
  /// lies around the lists at most half as many; nil where none has.
  ///
  /// Of the names of a long record most are others in another version.
  private static func longList(
    in shape: Shape, _ lists: [ShapePath], _ around: Set<String>, of names: Set<String>
  ) -> ShapePath? {
    let members = lists.map { words(in: shape, at: $0) }
    let shared = members.map { $0.intersection(names).count }
    guard let best = shared.indices.max(by: { shared[$0] < shared[$1] }),
      shared[best] >= DriftTuning.Records.manyLeaves,
      shared[best] >= 2 * around.intersection(names).count,
      3 * shared[best] >= min(names.count, members[best].count)
    else { return nil }
    return lists[best]
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
    let (before, now) = (words(in: old, at: pair.old), words(in: new, at: pair.new))
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

  /// The names of the members of records, however they are written.
  private static func words(in shape: Shape, at path: ShapePath) -> Set<String> {
    Set(names(in: shape, at: path).map { NameWords.letters($0) })
  }

  /// The same of those members that are no lists.
  private static func facts(in shape: Shape, at path: ShapePath) -> Set<String> {
    let members = shape.part(at: path.steps)?.object?.members ?? []
    return Set(
      members.filter { $0.shape.element == nil }.map { NameWords.letters($0.name) })
  }

  private static func names(in shape: Shape, at path: ShapePath) -> Set<String> {
    Set(shape.part(at: path.steps)?.object?.members.map(\.name) ?? [])
  }
}

extension Shape {
  fileprivate var leafNames: Set<String> { leafNames(withoutLists: false) }

  /// Whether an object of this record, rather than the record itself, has the members of another one: the users beside the
  /// posts of a page have those of each post's `user`.
  fileprivate func holds(_ other: Shape) -> Bool {
    let members = object?.members ?? []
    let names = other.leafNames
    let own = Set(
      members.filter(\.shape.holdsScalars).map { NameWords.letters($0.name) })
    return members.contains { member in
      member.shape.object != nil
        && NameLikeness.ofSets(member.shape.leafNames, names)
          > max(DriftTuning.Names.halfNames, NameLikeness.ofSets(own, names))
    }
  }

  /// The names of the members that hold scalars, however deep they lie and however they are written.
  fileprivate func leafNames(withoutLists: Bool) -> Set<String> {
    var names: Set<String> = []
    for member in object?.members ?? [] {
      if member.shape.holdsScalars { names.insert(NameWords.letters(member.name)) }
      names.formUnion(member.shape.leafNames(withoutLists: withoutLists))
    }
    if !withoutLists, let element { names.formUnion(element.leafNames) }
    if let value = object?.mapValue {
      names.formUnion(value.leafNames(withoutLists: withoutLists))
    }
    return names
  }
}

// MARK: - Records in a list of a list

extension Shape {
  /// The shape with the elements of an inner list counted as the records: `timelines[*].intervals[*]`.
  ///
  /// Of a list within the one element of another list all values came in one record, as far as counts go: they
  /// would never be evidence.
  func withInnerRecords(at root: ShapePath) -> Shape {
    guard root.steps.count(where: { $0 == .elements }) > 1, let record = part(at: root.steps),
      let records = record.observed?.present
    else { return self }
    return replacing(root.steps[...]) { $0.counted(in: records) }
  }

  private func replacing(
    _ steps: ArraySlice<ShapePath.Step>, _ body: (Shape) -> Shape
  ) -> Shape {
    guard let step = steps.first else { return body(self) }
    var shape = self
    switch step {
    case .elements: shape.element = element?.replacing(steps.dropFirst(), body)
    case .values: shape.object?.mapValue = object?.mapValue?.replacing(steps.dropFirst(), body)
    case .member(let name):
      for index in (object?.members ?? []).indices where object?.members[index].name == name {
        shape.object?.members[index].shape =
          object?.members[index].shape.replacing(steps.dropFirst(), body) ?? Shape()
      }
    }
    return shape
  }

  /// The shape with the counts of its values as those of so many records.
  func counted(in records: Int) -> Shape {
    var shape = self
    if let values = observed?.values {
      let scale = min(1, Double(records) / Double(max(1, values.samples)))
      let scaled = { (count: Int) in Int((Double(count) * scale).rounded(.up)) }
      shape.observed?.records = Observation.Presence(
        samples: scaled(values.samples), present: scaled(values.present),
        null: Int(Double(values.null) * scale))
    }
    shape.element = element?.counted(in: records)
    shape.object?.mapValue = object?.mapValue?.counted(in: records)
    for index in (object?.members ?? []).indices {
      shape.object?.members[index].shape =
        object?.members[index].shape.counted(in: records) ?? Shape()
    }
    return shape
  }
}
