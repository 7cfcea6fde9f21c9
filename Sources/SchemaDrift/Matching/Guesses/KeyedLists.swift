import JSONSchema
import StrictJSON

/// The lists of a format whose elements have names, which may be the keys of an object on the other side.
///
///     {"summary": {"deep": {"count": 3}, "light": {"count": 9}, "rem": {"count": 5}}}
///     {"stages": [{"type": "DEEP", "count": 3}, {"type": "LIGHT", "count": 9}, {"type": "REM", "count": 5}]}
///
/// Alone such an object is a record, and each of its members moved to the same place of the list. That its keys are
/// what one member of the elements says, and the rest of these is what its values have, makes a map of it. Where such a
/// list was there before, or such an object is still there under any key, the two have nothing to do with each other.
///
/// Names in the keys alone are no names of members either where the values are what the elements of a new list are:
///
///     {"got": {"name": "got", "license": "MIT", …}, "cors": {…}}      {"objects": [{"package": {"name": "got", …}}]}
struct KeyedLists {
  private struct List {
    /// The names of the elements, as their letters.
    let names: Set<String>
    /// The other members of an element, as their letters.
    let members: Set<String>

    /// Whether the elements of another list have the names, and more in common than these.
    func isLike(_ other: List) -> Bool {
      2 * names.intersection(other.names).count >= other.names.count
        && 2 * members.intersection(other.members).count
          >= min(members.count, other.members.count)
    }
  }

  /// The members of an object that are objects: their keys, and what the values have, as their letters.
  private struct Kin {
    let words: [Set<String>]
    let inner: [Set<String>]
  }

  private var lists: [List] = []
  /// The members of the elements of lists, and of an object in them, as their letters.
  private var elements: [Set<String>] = []
  private var objects: [Kin] = []
  /// The objects of the other side of which each entry says its key once more.
  private var named = Set<ShapePath>()

  private static let fewestNames = 3
  private static let fewestKinds = 4
  /// A text of more values than this is no name of a few.
  private static let mostNames = 64
  private static let mostValues = 200
  /// The members that entries have in common; three entries need more than many do.
  private static let fewestMembers = 4
  private static let manyMembers = 6
  /// What stands beside the entries of a map, such as the time of the answer.
  private static let mostBeside = 2

  /// Finds the lists of one side that the other side has not, and the objects of it.
  init(_ side: Drift.Side, beside other: Drift.Side) {
    // Most formats have no such object, and to read the texts of all lists takes as long as half of the rest.
    guard Self.hasObjectOfObjects(other.shape) else { return }
    find(side.shape, at: ShapePath(), side)
    if !elements.isEmpty { findNamed(other.shape, at: ShapePath(), other) }
    guard !lists.isEmpty || !named.isEmpty else { return }
    var before = Self()
    before.find(other.shape, at: ShapePath(), other)
    lists.removeAll { list in before.lists.contains { $0.isLike(list) } }
    elements.removeAll { element in
      before.elements.contains { NameLikeness.ofSets($0, element) >= DriftTuning.Names.halfNames }
    }
  }

  private init() {}

  private mutating func find(_ shape: Shape, at path: ShapePath, _ side: Drift.Side) {
    if let element = shape.element {
      let elements = path.appending(.elements)
      if let object = element.object { add(object, at: elements, side) }
      find(element, at: elements, side)
    }
    if let value = shape.object?.mapValue {
      find(value, at: path.appending(.values), side)
      return
    }
    let members = shape.object?.members ?? []
    let holders = members.filter(\.shape.hasMembers)
    if holders.count >= 2 {
      objects.append(
        Kin(
          words: holders.map { Set(NameWords.of($0.name)) },
          inner: holders.map { Self.inner($0) }))
    }
    for member in members {
      find(member.shape, at: path.appending(.member(member.name)), side)
    }
  }

  private mutating func add(_ element: ObjectShape, at path: ShapePath, _ side: Drift.Side) {
    guard element.members.count >= 2 else { return }
    elements += ([element] + element.members.compactMap(\.shape.object)).map(Self.letters)
      .filter { $0.count >= Self.fewestMembers }
    for member in element.members where member.shape.types.contains(.string) {
      var values = member.shape.values
      if values.isEmpty {
        let place = path.appending(.member(member.name))
        values = side.documents.someValues(at: place, most: Self.mostValues).compactMap(\.string)
      }
      let names = Self.names(in: values)
      guard (Self.fewestNames...Self.mostNames).contains(names.count) else { continue }
      let others = element.members.map(\.name).filter { $0 != member.name }
      lists.append(List(names: names, members: Set(others.map(NameWords.letters))))
    }
  }

  /// The letters of some texts, or of the word that each of them begins with: `place.8717` is of a `place`.
  private static func names(in texts: [String]) -> Set<String> {
    let kinds = texts.compactMap { text -> String? in
      let kind = text.prefix { $0.isLetter || $0 == "_" || $0 == "-" }
      guard !kind.isEmpty, let sign = text[kind.endIndex...].first, ".:/#".contains(sign) else {
        return nil
      }
      return String(kind)
    }
    return Set((kinds.count == texts.count ? kinds : texts).map(NameWords.letters))
  }

  /// Whether the members of an object are the elements of a list.
  func hold(_ object: ObjectShape, at path: ShapePath) -> Bool {
    isListed(object) || named.contains(path) && areElements(object)
  }

  /// Whether the members of an object are what the elements of a list are, under names that no other record has.
  private func areElements(_ object: ObjectShape) -> Bool {
    let entries = object.members.filter(\.shape.hasMembers)
    let others = object.members.count - entries.count
    guard !elements.isEmpty, entries.count >= Self.fewestNames, others <= Self.mostBeside,
      4 * others <= object.members.count, entries.allSatisfy(\.isRare)
    else { return false }
    let inner = entries.map { Self.inner($0) }
    let counts = inner.joined().reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    let core = Set(counts.filter { 5 * $0.value >= 4 * entries.count }.keys)
    let sizes = inner.reduce(0) { $0 + $1.count }
    let fewest = entries.count == Self.fewestNames ? Self.manyMembers : Self.fewestMembers
    guard core.count >= fewest, 2 * core.count * entries.count >= sizes else { return false }
    return !isThere(object, inner)
      && elements.contains { element in
        let common = element.intersection(core).count
        return common >= Self.fewestMembers && 2 * common >= min(core.count, element.count)
      }
  }

  /// Finds the objects whose entries say their keys: the addresses of an order, and the days of a week, do not.
  private mutating func findNamed(_ shape: Shape, at path: ShapePath, _ side: Drift.Side) {
    if let element = shape.element { findNamed(element, at: path.appending(.elements), side) }
    guard let object = shape.object else { return }
    if let value = object.mapValue { return findNamed(value, at: path.appending(.values), side) }
    let entries = object.members.filter(\.shape.hasMembers)
    if entries.count >= Self.fewestNames, let first = entries.first?.shape.object,
      first.members.contains(where: { member in
        entries.allSatisfy { entry in
          let place = path.appending(.member(entry.name)).appending(.member(member.name))
          let texts = side.documents.someValues(at: place, most: 2).compactMap(\.string)
          return texts == [entry.name]
        }
      })
    {
      named.insert(path)
    }
    for member in object.members {
      findNamed(member.shape, at: path.appending(.member(member.name)), side)
    }
  }

  /// Whether the keys of an object are the names of the elements of a list.
  private func isListed(_ object: ObjectShape) -> Bool {
    guard !lists.isEmpty, Self.isOfObjects(object) else { return false }
    let names = Set(object.members.map { NameWords.letters($0.name) })
    let inner = object.members.map { Self.inner($0) }
    let isListed = lists.contains { list in
      let common = names.intersection(list.names).count
      // Entries of all the kinds that there were need less in common: their members may have other names now.
      if common == list.names.count, common >= Self.fewestKinds, 2 * common >= names.count {
        return zip(object.members, inner).allSatisfy { member, inner in
          !list.names.contains(NameWords.letters(member.name))
            || !inner.isDisjoint(with: list.members)
        }
      }
      return common >= Self.fewestNames && 4 * common >= 3 * names.count
        && 2 * common >= list.names.count
        && inner.allSatisfy {
          let shared = $0.intersection(list.members).count
          return shared >= min(2, list.members.count)
            && 2 * shared >= min($0.count, list.members.count)
        }
    }
    return isListed && !isThere(object, inner)
  }

  private static func isOfObjects(_ object: ObjectShape) -> Bool {
    object.members.count >= fewestNames && object.members.allSatisfy(\.shape.hasMembers)
  }

  private static func hasObjectOfObjects(_ shape: Shape) -> Bool {
    if let element = shape.element, hasObjectOfObjects(element) { return true }
    guard let object = shape.object else { return false }
    if let value = object.mapValue { return hasObjectOfObjects(value) }
    return object.members.count(where: \.shape.hasMembers) >= fewestNames
      || object.members.contains { hasObjectOfObjects($0.shape) }
  }

  /// Whether the side of the lists has such objects beside each other: under half of the keys, alone or with other
  /// words, or with the same members.
  private func isThere(_ object: ObjectShape, _ inner: [Set<String>]) -> Bool {
    let keys = object.members.map { Set(NameWords.of($0.name)) }
    let all = inner.reduce(Set()) { $0.union($1) }
    return objects.contains { kin in
      let named = keys.count { key in kin.words.contains { key.isSubset(of: $0) } }
      let alike = kin.inner.count {
        NameLikeness.ofSets($0, all) >= DriftTuning.Names.halfNames
      }
      return 2 * named >= keys.count || alike >= 2
    }
  }

  private static func inner(_ member: MemberShape) -> Set<String> {
    member.shape.object.map(letters) ?? []
  }

  private static func letters(_ object: ObjectShape) -> Set<String> {
    Set(object.members.map { NameWords.letters($0.name) })
  }
}
