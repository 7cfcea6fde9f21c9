import JSONSchema
import StrictJSON

/// What is known of leaves, lifted to what holds them, and lists beside the records.
extension PlaceMatching {
  // MARK: From leaves to what holds them

  mutating func lift() {
    let givers = givers
    for path in old.order.reversed() where image(of: path) == nil {
      guard let place = old[path], place.nature != .scalar, !place.children.isEmpty else {
        continue
      }
      let holders = place.children.compactMap { child in
        image(of: child).flatMap { image in
          isUnwrapped(child, image) || isDissolved(path, child, image, givers)
            ? nil : holder(of: image, child: child)
        }
      }
      guard var best = commonHolder(of: holders, for: place), best.count * 2 >= holders.count else {
        if let reference = reference(for: place) { setReference(path, reference) }
        continue
      }
      if best.count * 2 <= place.children.count,
        let namesake = namesake(of: path, around: best.path)
      {
        best.path = namesake
      }
      guard best.count >= 2 || best.count * 3 >= place.children.count,
        isHolder(best.path, of: path, holders)
      else { continue }
      // One member says nothing of the object where another went elsewhere.
      guard best.count >= 2 || holders.count == 1, !hasIdentityElsewhere(place, than: best.path),
        !isOfElement(path, best.path), !hasRecordsElsewhere(path, than: best.path)
      else { continue }
      guard !hasRival(path, for: best, among: givers[best.path] ?? [:]) else { continue }
      guard best.count >= 2 || !isStillHere(path, besides: best.path),
        !holdsMoreBeside(path, best.path)
      else { continue }
      let mover = namesakeHolder(of: path, at: best.path) ?? path
      // What only guesses speak for is one.
      let known = place.children.map { fates[$0] }.filter { $0.image != nil }
      let isGuess = known.allSatisfy { $0.basis == .looks }
      set(best.path, of: mover, basis: isGuess ? .looks : .values)
      let surest = known.filter { $0.counts != nil }.max {
        ($0.counts?.compared ?? 0) < ($1.counts?.compared ?? 0)
      }
      fates.change(mover) { fate in
        fate.counts = surest?.counts
        fate.isTelling = known.contains { $0.isTelling }
        // A list of numbers is in the unit that they are in.
        if place.nature.isList, known.count == 1 { fate.unit = known[0].unit }
      }
    }
  }

  /// Whether an object holds a member of another one itself, and not only far below: where the members of `source` are
  /// in `charge.card` and in `charge.address`, the charge is no source.
  ///
  /// What was in a list and is in none is the same only with all of its members.
  private func isHolder(
    _ target: ShapePath, of path: ShapePath, _ holders: [ShapePath]
  ) -> Bool {
    let direct = holders.count { $0 == target }
    if path.lists > target.lists { return direct == holders.count }
    return direct > 0
      || NameLikeness.of(path.lastName ?? "", target.lastName ?? "")
        >= DriftTuning.Names.halfNames
  }

  /// The free object around a place that has the name of an old one: where `amount.details` is `amount.breakdown` now,
  /// the amount is still the amount.
  private func namesake(of path: ShapePath, around target: ShapePath) -> ShapePath? {
    guard case .member? = path.last else { return nil }
    var holder = target.parent
    while let place = holder {
      if case .member? = place.last, new[place]?.nature == old[path]?.nature,
        !claimed.contains(place),
        NameLikeness.of(path.lastName ?? "", place.lastName ?? "") >= DriftTuning.Names.sameWord
      {
        return place
      }
      holder = place.parent
    }
    return nil
  }

  /// What holds an object, where that is by its name what holds the object's members now, and the object is gone; nil
  /// where it is not.
  ///
  ///     {"Contacts": {"PhoneList": {"Phone": […]}}}      {"contacts": {"phones": […]}}
  private func namesakeHolder(of path: ShapePath, at target: ShapePath) -> ShapePath? {
    let letters = { (place: ShapePath) in NameWords.letters(place.lastName ?? "") }
    guard let parent = path.parent, case .member? = path.last, case .member? = parent.last,
      image(of: parent) == nil, old[parent]?.nature == new[target]?.nature,
      letters(parent) == letters(target), letters(path) != letters(target)
    else { return nil }
    // Nothing else of the parent is elsewhere.
    let isWhole = (old[parent]?.children ?? []).allSatisfy { sibling in
      ([sibling] + (old[sibling]?.children ?? [])).allSatisfy {
        image(of: $0)?.isWithin(target) ?? true
      }
    }
    return isWhole ? parent : nil
  }

  /// Whether a value stands alone now that had a name for how it is written: where `published.$t` is
  /// `snippet.publishedAt` now, the snippet is nothing that was published.
  private func isUnwrapped(_ child: ShapePath, _ image: ShapePath) -> Bool {
    guard case .member(let name)? = child.last, case .member(let now)? = image.last
    else { return false }
    return CoreNames.isContent(name) && !CoreNames.isContent(now)
  }

  /// How many members of each old object each new object has.
  private var givers: [ShapePath: [ShapePath: Int]] {
    var givers: [ShapePath: [ShapePath: Int]] = [:]
    for path in old.order {
      guard let parent = path.parent, let target = image(of: path)?.parent else { continue }
      givers[target, default: [:]][parent, default: 0] += 1
    }
    return givers
  }

  /// Whether another object, which is gone as well, has more members in the same new one, or any has as much
  /// as one.
  ///
  /// `title.$t` and `text.$t` are `snippet.title` and `snippet.text` now: neither of the two is the snippet.
  private func hasRival(
    _ path: ShapePath, for best: (path: ShapePath, count: Int), among givers: [ShapePath: Int]
  ) -> Bool {
    if best.count == 1 { return givers.keys.contains { $0 != path } }
    return givers.contains { other, count in
      guard other != path, image(of: other) == nil, old[other]?.nature == old[path]?.nature else {
        return false
      }
      // What it is in was that object sooner: `issue.identifiers.cve` is in a list of the new issue.
      if path.isWithin(other) {
        return count >= best.count
          && NameLikeness.of(path.lastName ?? "", best.path.lastName ?? "")
            < DriftTuning.Names.related
      }
      return count > best.count && other.parent == path.parent
    }
  }

  /// Whether values show that what identifies an object is not in the one that holds other members of it.
  ///
  /// Where `backups[*].id` is `backup_ids[*]` now, the backups are there, whatever `image.name` says.
  private func hasIdentityElsewhere(_ place: Place, than target: ShapePath) -> Bool {
    place.children.contains { child in
      guard let image = image(of: child), fates[child].basis == .values, fates[child].isTelling,
        !image.isWithin(target)
      else { return false }
      return NameWords.of(child.lastName ?? "").contains(where: Vocabulary.references.contains)
    }
  }

  /// Whether the records that were in an object are not in the one that has the rest of it: `data` with its `items` is no
  /// `pageInfo`.
  private func hasRecordsElsewhere(_ path: ShapePath, than target: ShapePath) -> Bool {
    roots.pairs.contains { root in
      root.old != path && root.old.isWithin(path) && !root.new.isWithin(target)
    }
  }

  /// Whether an object has more of what was beside another one than of that itself: where all of a night is in `sleep`
  /// now, its `levels` are not the sleep.
  private func holdsMoreBeside(_ path: ShapePath, _ target: ShapePath) -> Bool {
    guard case .member? = path.last, let holder = path.parent, image(of: holder) != target,
      NameLikeness.of(path.lastName ?? "", target.lastName ?? "") < DriftTuning.Names.related
    else { return false }
    let images = { (place: ShapePath) in
      (old[place]?.children ?? []).filter { $0 != path }.compactMap { image(of: $0) }
    }
    let inside = { (images: [ShapePath]) in images.count { $0.isWithin(target) } }
    let beside = images(holder)
    return inside(beside) > inside(images(path)) && 3 * inside(beside) >= 2 * beside.count
  }

  /// Whether the element of a list or a map holds what was in an element of another one: that one, and no object in
  /// it, is the element now.
  private func isOfElement(_ path: ShapePath, _ target: ShapePath) -> Bool {
    let isElement = { (path: ShapePath) in path.last == .elements || path.last == .values }
    // A text of a map is what a member was: `language.name` is a text of `localized`, and no language is.
    return isElement(target) && !isElement(path)
      && (path.lists == target.lists || new[target]?.nature == .scalar)
  }

  /// Whether a list of several values still has its key, while one of them is under another.
  private func isStillHere(_ path: ShapePath, besides target: ShapePath) -> Bool {
    guard path.last == .elements, let list = path.parent, let place = old[path],
      place.children.count >= 2, new[self.place(of: list)] != nil
    else { return false }
    return NameLikeness.of(path.lastName ?? "", target.lastName ?? "") < DriftTuning.Names.related
  }

  /// The free place that holds most of some places; of several the one that is nearest to them.
  private func commonHolder(
    of holders: [ShapePath], for place: Place
  ) -> (path: ShapePath, count: Int)? {
    var counts: [ShapePath: Int] = [:]
    for holder in holders {
      var path: ShapePath? = holder
      while let candidate = path {
        counts[candidate, default: 0] += 1
        path = place.nature == .object ? candidate.parent : nil
      }
    }
    let root = roots.pair(around: place.path)
    let possible = counts.filter { candidate, _ in
      let isInRecord = root.map { candidate != $0.new && candidate.isWithin($0.new) } ?? true
      return isInRecord && isPossible(candidate, for: place)
    }
    return possible.max { left, right in
      let (mine, theirs) = ((left.value, left.key.depth), (right.value, right.key.depth))
      // Texts only where they decide: the path of each of 300 levels is as long as the level is deep.
      return mine == theirs ? right.key.description < left.key.description : mine < theirs
    }.map { ($0.key, $0.value) }
  }

  /// The place that holds the image of a child.
  private func holder(of image: ShapePath, child: ShapePath) -> ShapePath? {
    let isElement = child.last == .elements || child.last == .values
    switch image.last {
    case .elements, .values: return isElement ? image.parent : image
    case ShapePath.mapKey: return isElement ? nil : image.parent
    case .member:
      // What is in an object of its own name now became that object: `shipping` is `shipping.value`.
      if let object = image.parent, case .member? = child.last, object.last == child.last {
        return object.parent
      }
      guard isElement else { return image.parent }
      // The values of a map are now a member of the elements of a list.
      guard let element = image.parent, [.elements, .values].contains(element.last) else {
        return nil
      }
      return element.parent
    case nil: return nil
    }
  }

  /// Whether an object is gone as its name stands before those of its members beside others: `wind.speed` is `wind_speed`.
  private func isDissolved(
    _ path: ShapePath, _ child: ShapePath, _ image: ShapePath,
    _ givers: [ShapePath: [ShapePath: Int]]
  ) -> Bool {
    guard let object = path.lastName, case .member? = child.last, let holder = image.parent,
      givers[holder]?.keys.contains(where: { $0 != path }) ?? false
    else { return false }
    let words = [object, child.lastName ?? ""].flatMap { NameWords.of($0) }
    // An object may as well say of its own id whose it is: `notes[*].id` is `last_note.note_id`.
    return NameWords.of(image.lastName ?? "") == words
      && NameLikeness.of(object, holder.lastName ?? "") < DriftTuning.Names.related
  }

  private func isPossible(_ target: ShapePath, for place: Place) -> Bool {
    guard !claimed.contains(target) || !fates.images.contains(target),
      let nature = new[target]?.nature
    else {
      // The value of a map can hold what an object held, and be the image of its member, too.
      return target.last == .values && place.nature == .object
    }
    if nature == place.nature { return true }
    if place.nature.isList && nature.isList { return true }
    return place.nature == .object && target.last == .values
  }

  /// The scalar that stands for a whole object now: an id that was in it, when the rest is gone.
  private func reference(for place: Place) -> ShapePath? {
    guard place.nature == .object, new[self.place(of: place.path)]?.nature != .object else {
      return nil
    }
    guard place.children.count > 1, let parent = place.path.parent else { return nil }
    let scalars = place.children.filter { child in
      image(of: child).map { new[$0]?.nature == .scalar } ?? false
    }
    guard scalars.count == 1, let child = scalars.first, let image = self.image(of: child),
      image.parent == self.image(of: parent) ?? self.place(of: parent)
    else { return nil }
    // `url` of a picture that stands alone now is no id of it.
    let isHere = image == self.place(of: place.path)
    let names = isHere ? [child] : [child, image]
    let words = names.flatMap { NameWords.of($0.lastName ?? "") }
    return words.contains(where: Vocabulary.references.contains) ? image : nil
  }

  private mutating func setReference(_ path: ShapePath, _ target: ShapePath) {
    let known = (old[path]?.children ?? []).map { fates[$0] }
    let child = known.first { $0.counts != nil }
    // Where the id was found by its name and its look alone, that is all that speaks for it.
    let isGuess = known.allSatisfy { $0.image != target || $0.basis == .looks }
    fates.set(target, of: path, basis: isGuess ? .looks : .nearValues)
    fates.change(path) { fate in
      fate.counts = child?.counts
      fate.isTelling = child?.isTelling ?? false
    }
  }

  /// Takes back that an object became its id, where other members of it are beside that id.
  mutating func withdrawReferences() {
    for path in old.order {
      guard let target = image(of: path), isReference(path, target) else { continue }
      let beside = (old[path]?.children ?? []).filter { child in
        image(of: child).map { new[$0]?.nature == .scalar && $0.lists == target.lists } ?? false
      }
      if beside.count > 1 { fates.remove(path) }
    }
  }

  // MARK: Lists

  /// Finds single values that became lists, and lists that became single values, under their key.
  ///
  /// What was both may be one of them.
  mutating func matchLists() {
    for path in old.order where image(of: path) == nil {
      let place = expected(path)
      guard let before = old[path], let now = new[place], !claimed.contains(place),
        !before.types.isEmpty, before.types.isDisjoint(with: now.types)
      else { continue }
      let element = place.appending(.elements)
      let oldElement = path.appending(.elements)
      if before.nature != .array, now.types == [.array], isAlike(path, element) {
        accept(path, element, isGuess: false)
      } else if before.types == [.array], now.nature != .array, !now.types.isEmpty,
        image(of: oldElement) == nil, isAlike(oldElement, place)
      {
        accept(oldElement, place, isGuess: false)
      } else if before.nature == .scalar, now.nature == .map,
        isAlike(path, place.appending(.values)),
        new[place.appending(.values)]?.types.isDisjoint(with: before.types) == false
      {
        accept(path, place.appending(.values), isGuess: false)
      } else if before.nature.isList, now.nature.isList, before.nature != now.nature,
        let oldItem = before.children.first, let newItem = now.children.first,
        image(of: oldItem) == nil, isAlike(oldItem, newItem)
      {
        set(place, of: path, basis: .place)
        accept(oldItem, newItem, isGuess: false)
      }
    }
  }

  /// Whether two places can hold the same: scalars, or objects with the same members.
  private func isAlike(_ path: ShapePath, _ target: ShapePath) -> Bool {
    guard let before = old[path], let now = new[target], before.nature == now.nature else {
      return false
    }
    if before.nature == .scalar { return true }
    return before.nature == .object
      && NameLikeness.ofSets(
        Set(before.children.compactMap(\.lastName)), Set(now.children.compactMap(\.lastName)))
        >= DriftTuning.Names.halfNames
  }

  /// Finds lists that are in an object under their key now, `images[*]` in `images.nodes[*]` or
  /// `images.edges[*].node`, and those that were.
  mutating func matchWrappedLists() {
    for path in old.order {
      let here = expected(path)
      guard let before = old[path], let now = new[here] else { continue }
      if before.nature == .array, now.nature == .object, image(of: path) == nil,
        let list = Self.onlyList(of: now, in: new)
      {
        acceptWrapped(path, list)
      } else if before.nature == .object, now.nature == .array,
        let list = Self.onlyList(of: before, in: old), image(of: list) == nil
      {
        acceptWrapped(list, here)
      }
    }
  }

  private static func onlyList(of holder: Place, in places: Places) -> ShapePath? {
    let lists = holder.children.filter { places[$0]?.nature == .array }
    return lists.count == 1 ? lists.first : nil
  }

  private mutating func acceptWrapped(_ list: ShapePath, _ target: ShapePath) {
    let from = Self.element(of: list, in: old)
    let to = Self.element(of: target, in: new)
    guard image(of: list) == nil, !claimed.contains(target), image(of: from) == nil,
      !claimed.contains(to), let before = old[from], let now = new[to],
      before.nature == now.nature
    else { return }
    let names = { (place: Place) in
      Set(place.children.compactMap(\.lastName).map { NameWords.letters($0) })
    }
    let (mine, theirs) = (names(before), names(now))
    guard
      before.nature == .scalar
        ? before.types == now.types
        : mine.intersection(theirs).count * 3 >= max(1, min(mine.count, theirs.count))
    else { return }
    let surest = before.children.map { fates[$0] }.filter {
      $0.basis == .values && $0.image?.isWithin(to) ?? false
    }.max { ($0.counts?.compared ?? 0) < ($1.counts?.compared ?? 0) }
    for (from, to) in [(list, target), (from, to)] {
      set(to, of: from, basis: surest == nil ? .looks : .values)
      fates.change(from) { fate in
        fate.counts = surest?.counts
        fate.isTelling = surest?.isTelling ?? false
      }
    }
    accept(from, to, isGuess: surest == nil)
  }

  /// The element of a list, or the one object that is all there is in it.
  private static func element(of list: ShapePath, in places: Places) -> ShapePath {
    let element = list.appending(.elements)
    let objects = (places[element]?.children ?? []).filter { places[$0]?.nature == .object }
    let isEdge = (places[element]?.children ?? []).allSatisfy {
      $0.lastName.map(["node", "cursor"].contains) ?? false
    }
    return isEdge && objects.count == 1 ? objects[0] : element
  }

  // MARK: Records beside the records

  /// Finds the members of objects that are no longer in the records, but in a list beside them, and those that are not
  /// in such a list any longer, but in each record.
  mutating func matchSideLists(_ oldSide: Drift.Side, _ newSide: Drift.Side) {
    let taken = claimed
    let isGone = { (path: ShapePath) in hasLeft(path) }
    let isNew = { (path: ShapePath) in
      !taken.isOnTheWay(path) && old[place(inOld: path)] == nil
    }
    let aside = SideList.all(old, new, gone: isGone, free: { !taken.isOnTheWay($0) })
    for list in aside {
      matchRecords(
        list.object, list.element, oldSide, newSide,
        onlyJoined: roots.areInList(\.new, around: list.element))
    }
    let embedded = SideList.all(new, old, gone: isNew, free: isGone)
    for list in embedded where image(of: list.element) == nil {
      // Any two things have an id, a name and an address: without values the object must be called what the list was.
      let isNamed =
        NameLikeness.of(list.element.lastName ?? "", list.object.lastName ?? "")
        >= DriftTuning.Names.sameWord
      matchRecords(
        list.element, list.object, oldSide, newSide,
        onlyJoined: !isNamed || roots.areInList(\.old, around: list.element))
    }
  }

  /// Compares what an old place holds with what a new one does as records of their own.
  ///
  /// Of a list in each record that is new and of an object that is gone names say nothing: both may have an `id`, a
  /// `type` and a `url`.
  private mutating func matchRecords(
    _ from: ShapePath, _ to: ShapePath, _ oldSide: Drift.Side, _ newSide: Drift.Side,
    onlyJoined: Bool
  ) {
    let matching = ColumnMatching(
      RecordTable(root: from, oldSide, beside: newSide),
      RecordTable(root: to, newSide, beside: oldSide))
    let isJoined = !matching.join.pairs.isEmpty
    // Of two rare lists one did not come, and the other did.
    guard isJoined || !onlyJoined && isReplaced(from, by: to) else { return }
    tables.append(matching)
    if image(of: from) == nil { set(to, of: from, basis: isJoined ? .values : .looks) }
    for kept in matching.keptColumns {
      let path = matching.old.columns[kept.old].path
      let target = matching.new.columns[kept.new].path
      guard image(of: path) == nil, isJoined || !isReferred(target) else { continue }
      set(target, of: path, basis: isJoined ? .values : .looks)
    }
    take(matching)
  }

  /// Whether an object of a new record may hold the id that an old one referred to: `user.id` was its `author_id`.
  private func isReferred(_ target: ShapePath) -> Bool {
    guard let record = target.parent?.parent, ColumnMatching.isIdentifier(target.lastName ?? "")
    else { return false }
    return (old[place(inOld: record)]?.children ?? []).contains {
      let words = NameWords.of($0.lastName ?? "")
      return isGone($0) && words.count > 1
        && Vocabulary.identifiers.contains(words.last ?? "")
    }
  }
}
