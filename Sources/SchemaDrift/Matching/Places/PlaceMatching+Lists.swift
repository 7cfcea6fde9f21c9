import JSONSchema
import StrictJSON

/// Guesses of lists and maps: members that became their elements, and elements that became members.
extension PlaceMatching {
  private static let mostMembersOfList = 4

  /// Guesses that members whose names have the keys of a map in them are in that map now.
  mutating func guessKeyedMembers() {
    let gone = Set(old.order.filter { hasLeft($0) })
    for pair in KeyedMembers(old, new, tables, gone: gone).pairs {
      let table = tables[pair.table]
      merge(table.old.columns[pair.old].path, into: table.new.columns[pair.new].path)
    }
  }

  /// Guesses that the id of an object whose members are in a wrapper now is beside that.
  ///
  ///     {"author": {"id": 4, "name": "Omar"}}      {"author": {"data": {"id": 4, "attributes": {"name": "Omar"}}}}
  mutating func guessIDsBesideWrappers() {
    for path in old.order where hasLeft(path) {
      guard case .member(let name)? = path.last, let wrapper = path.parent.flatMap(image),
        CoreNames.isMemberWrapper(wrapper.lastName ?? ""), new[wrapper]?.nature == .object,
        Vocabulary.identifiers.contains(name.lowercased()),
        new[wrapper.appending(.member(name))] == nil,
        let target = wrapper.parent?.appending(.member(name)), let before = old[path],
        let now = new[target], before.nature == now.nature, !claimed.contains(target),
        old[place(inOld: target)] == nil, !isRefuted(path, at: target)
      else { continue }
      accept(path, target)
    }
  }

  /// Guesses that members which are one thing in several sizes are the elements of a list now.
  mutating func guessSizedMembers() {
    let gone = Set(old.order.filter { hasLeft($0) })
    for pair in SizedMembers(old, new, tables, gone: gone).pairs {
      let table = tables[pair.table]
      merge(table.old.columns[pair.old].path, into: table.new.columns[pair.new].path)
    }
  }

  /// Guesses that members whose names are values now became the elements of that list.
  mutating func guessEntries() {
    for table in tables {
      let found = MemberEntries(
        members: table.old, lists: table.new, old,
        isMember: { hasLeft($0) }, isList: { old[$0] == nil })
      for pair in found.pairs where isGone(pair.member) {
        set(pair.entry, of: pair.member, basis: .looks)
      }
    }
  }

  /// Guesses that truths became a list of names, or a list of names truths.
  mutating func guessFlags() {
    for table in tables {
      let rows = table.join.pairs
      let listed = FlagLists(
        flags: table.old, lists: table.new, rows: rows.map { ($0.old, $0.new) },
        isFlag: { hasLeft($0) }, isList: { old[place(inOld: $0)] == nil && !claimed.contains($0) })
      for pair in listed.pairs where isGone(pair.flag) {
        set(pair.list, of: pair.flag, basis: .looks)
      }
      let parted = FlagLists(
        flags: table.new, lists: table.old, rows: rows.map { ($0.new, $0.old) },
        isFlag: { old[place(inOld: $0)] == nil && !claimed.contains($0) },
        isList: { hasLeft($0) })
      for pair in parted.pairs { addMember(pair.flag, of: pair.list, table) }
    }
  }

  /// Guesses that the elements of a list became the members that are named by one of their values.
  mutating func guessMembersOfEntries() {
    for table in tables {
      let found = MemberEntries(
        members: table.new, lists: table.old, new,
        isMember: { old[place(inOld: $0)] == nil && !claimed.contains($0) },
        isList: { hasLeft($0) })
      for pair in found.pairs { addMember(pair.member, of: pair.entry, table) }
    }
  }

  /// Notes that a new member has some of what the elements of a list had; the first of several stands for the list.
  private mutating func addMember(
    _ member: ShapePath, of list: ShapePath, _ table: ColumnMatching
  ) {
    guard let column = table.old.index[list], let target = table.new.index[member] else { return }
    if isGone(list) { set(member, of: list, basis: .looks) }
    addPart(member, of: list, (column, target))
  }

  /// Guesses that the elements of a list became the members of one object: `flags[*]` is `flags.svg`
  /// and `flags.png`, `latlng[*]` is `geolocation.latitude` and `geolocation.longitude`.
  mutating func guessMembersOfList(_ path: ShapePath) {
    let element = path.appending(.elements)
    guard let list = old[path], list.nature == .array, let item = old[element],
      item.nature == .scalar, !item.types.isEmpty,
      let length = list.lengths?.upperBound, length >= 2, length <= Self.mostMembersOfList
    else { return }
    let judge = GuessJudge(old, new, tables, siblings: ([], []))
    let here = expected(path)
    // One record may show where one element is; the others are beside it.
    let known = image(of: element)
    var objects = [here]
    if let known, let holder = known.parent {
      objects = [holder]
    } else if new[here] == nil, let holder = here.parent {
      objects += (new[holder]?.children ?? []).filter { old[place(inOld: $0)] == nil }
      // `indices[*]` may be `start` and `end` beside what was beside it.
      objects.append(holder)
    }
    let found = objects.compactMap { object -> [ShapePath]? in
      guard let target = new[object], target.nature == .object else { return nil }
      let members = target.children.filter {
        $0 == known || !claimed.contains($0) && judge.isLike(element, $0)
      }
      let ends = list.lengths?.lowerBound == length ? Self.ends(among: members) : []
      if ends.count == length, known.map(ends.contains) ?? true,
        !ends.contains(where: { isRefuted(element, at: $0) })
      {
        return ends
      }
      guard object != here.parent else { return nil }
      let isNamed =
        object == here || NameLikeness.isMadeOf(path.lastName ?? "", members.compactMap(\.lastName))
      return members.count == length && isNamed ? members : nil
    }
    guard found.count == 1, let members = found.first else { return }
    for (index, member) in members.enumerated() where member != known {
      if index == 0, known == nil { set(member, of: element, basis: .looks) }
      guard
        let columns = tables.lazy.compactMap({ table in
          table.old.index[element].flatMap { old in table.new.index[member].map { (old, $0) } }
        }).first
      else { continue }
      addPart(member, of: element, columns)
    }
  }

  /// Guesses that a latitude and a longitude are the two numbers of a list of coordinates now, as in GeoJSON
  /// (RFC 7946, section 3.1.1).
  mutating func guessCoordinates() {
    let lists = new.order.filter { path in
      guard let list = new[path], list.nature == .array, let lengths = list.lengths,
        lengths.lowerBound == 2, lengths.upperBound <= 3, old[place(inOld: path)] == nil,
        !claimed.isOnTheWay(path)
      else { return false }
      return Vocabulary.coordinates.contains(NameWords.of(path.lastName ?? "").last ?? "")
    }
    guard lists.count == 1, let element = lists.first?.appending(.elements) else { return }
    let judge = GuessJudge(old, new, tables, siblings: ([], []))
    let parts = [Vocabulary.latitudes, Vocabulary.longitudes].map { names in
      old.order.filter { path in
        hasLeft(path) && old[path]?.nature == .scalar
          && names.contains(NameWords.of(path.lastName ?? "").last ?? "")
      }
    }
    // Where several places have one, nothing says which of them is meant.
    guard parts.allSatisfy({ $0.count == 1 }), let latitude = parts[0].first,
      let longitude = parts[1].first, latitude.parent == longitude.parent,
      judge.isLike(latitude, element), judge.isLike(longitude, element),
      ![latitude, longitude].contains(where: { isRefuted($0, at: element) })
    else { return }
    for path in [latitude, longitude] { merge(path, into: element) }
  }

  /// Guesses that the keys of a map are in the member of the list's elements that says the same now, and the other way.
  mutating func matchKeys() {
    for path in old.order {
      guard let image = image(of: path),
        let table = tables.first(where: { path.isWithin($0.old.root) })
      else { continue }
      let from: [ShapePath]
      let to: [ShapePath]
      switch (path.last, image.last) {
      case (.values, .elements):
        from = [path.appending(ShapePath.mapKey)]
        to = (new[image]?.children ?? []).filter { !claimed.contains($0) }
      case (.elements, .values):
        from = old[path]?.children ?? []
        to = [image.appending(ShapePath.mapKey)]
      default: continue
      }
      let found = from.filter(isGone).flatMap { from in to.map { (from, $0) } }
        .filter { from, to in
          guard let left = table.old.index[from], let right = table.new.index[to] else {
            return false
          }
          return table.old.profiles[left].sharedWords(with: table.new.profiles[right])
            >= DriftTuning.Looks.sharedWords
        }
      if found.count == 1, let (from, to) = found.first { set(to, of: from, basis: .looks) }
    }
  }

  /// Notes that a value is one of several that are together in a new place.
  mutating func merge(_ path: ShapePath, into target: ShapePath) {
    guard
      let columns = tables.lazy.compactMap({ table in
        table.old.index[path].flatMap { old in table.new.index[target].map { (old, $0) } }
      }).first
    else { return }
    set(target, of: path, basis: .looks)
    let pair = ColumnPair(
      old: columns.0, new: columns.1, basis: .merged, matched: 0, compared: 0)
    parts.append((pair, path, target))
  }

  /// The two neighbours among some members that are the ends of something, such as `start` and `end`; none where
  /// that may be several.
  private static func ends(among members: [ShapePath]) -> [ShapePath] {
    let pairs = zip(members, members.dropFirst()).filter { first, last in
      NameLikeness.areEnds([first, last].compactMap(\.lastName))
    }
    return pairs.count == 1 ? pairs.flatMap { [$0, $1] } : []
  }
}
