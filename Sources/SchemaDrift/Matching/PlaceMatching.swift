// How the places of an old format are found in a new one.
//
// Values come first. The records that are the same on both sides are joined, and each old column is
// paired with the new one that holds its values (`ColumnMatching`). What is known of the leaves is
// then lifted to what holds them, and what no value tells is guessed by names, last and carefully:
//
//     old  $[*].rocket.fairings.reused      new  $[*].fairings.reused
//          $[*].rocket.fairings.ship             $[*].fairings.ships[*]
//          $[*].rocket.name                      $[*].rocket        (a text)
//
//   1. By value:  …rocket.fairings.reused → …fairings.reused, 71 of 71 records agree.
//   2. Lifted:    …rocket.fairings → …fairings, as its child went there, and nothing else is there.
//   3. Guessed:   …rocket.fairings.ship → …fairings.ships[*], the only key that is gone and the
//                 only new one in two places that are one, and the names are alike.
//
// A move is told where it begins. The image of `fairings` is not where the image of `rocket` says
// that it should be, so that is a change; `reused` is just where the image of `fairings` says.

import JSONSchema
import StrictJSON

/// Where an old place went.
struct Move: Sendable {
  let from: ShapePath
  let to: ShapePath
  let confidence: Change.Confidence
  /// Whether only names and looks speak for it.
  let isGuess: Bool
  let matched: Int?
  let compared: Int?
  /// Whether the values agree only nearly.
  let isNear: Bool
  /// The parts of a text or a list; nil where the place moved as a whole.
  let parts: Change.Kind?
}

/// Where the old places are now, as far as they are not where they were.
struct PlaceMatching {
  let old: Places
  let new: Places
  /// The places of the records on either side.
  private(set) var roots: [(old: ShapePath, new: ShapePath)] = []

  /// What became of each old place.
  private(set) var fates = PlaceFates()
  /// More places that hold parts of an old one.
  private(set) var parts: [(pair: ColumnPair, from: ShapePath, to: ShapePath)] = []
  private var claimed = PlaceSet()
  private var tables: [ColumnMatching] = []

  /// What the values say of a place that is where it was.
  struct Meaning: Sendable {
    let rule: DriftRule
    let old: String
    let new: String
    let evidence: String
    let chance: Double?
  }

  init(_ oldSide: Drift.Side, _ newSide: Drift.Side) {
    old = Places(of: oldSide.shape)
    new = Places(of: newSide.shape)
    roots = RecordRoots.pairs(oldSide.shape, newSide.shape)
    for root in roots {
      let matching = ColumnMatching(
        RecordTable(root: root.old, shape: oldSide.shape, documents: oldSide.documents),
        RecordTable(root: root.new, shape: newSide.shape, documents: newSide.documents))
      tables.append(matching)
      take(matching)
    }
    matchInPlace()
    lift()
    matchLists()
    matchSideLists(oldSide, newSide)
    guess()
    lift()
    matchLists()
    for table in tables { readMeanings(table) }
  }

  private mutating func take(_ matching: ColumnMatching) {
    let old = matching.old.columns
    let new = matching.new.columns
    for column in matching.replaced { fates.change(old[column].path) { $0.isReplaced = true } }
    for (column, agreement) in matching.inPlace where agreement.compared > 0 {
      fates.change(old[column].path) { $0.counts = (agreement.matched, agreement.compared) }
    }
    for pair in matching.pairs {
      let from = old[pair.old].path
      let to = new[pair.new].path
      var basis = PlaceFate.Basis.values
      if case .near = pair.basis { basis = .nearValues }
      if case .correspondence = pair.basis { basis = .nearValues }
      if case .parts = pair.basis {
        parts.append((pair, from, to))
        if !pair.isTwin { claimed.insert(to) }
        basis = .nearValues
        // The first part stands for the whole, so that it is not told to be gone.
        if from.steps.last == ShapePath.mapKey { continue }
      }
      if image(of: from) == nil {
        fates.set(to, of: from, basis: basis)
        if case .parts = pair.basis {} else { claimed.insert(to) }
      }
      let isTelling = matching.isTelling(pair)
      fates.change(from) { fate in
        fate.counts = (pair.matched, pair.compared)
        fate.isTelling = isTelling
      }
    }
  }

  /// Whether any record is on both sides.
  var hasSameRecords: Bool { tables.contains { !$0.join.pairs.isEmpty } }

  /// The new place of an old one; nil where it is not known.
  func image(of path: ShapePath) -> ShapePath? { fates.image(of: path) }

  /// The old place at each new one that was found; of several the first.
  var owners: [ShapePath: ShapePath] {
    var owners: [ShapePath: ShapePath] = [:]
    for path in old.order {
      if let image = image(of: path), owners[image] == nil { owners[image] = path }
    }
    for root in old.order {
      let key = root.appending(ShapePath.mapKey)
      if let image = image(of: key), owners[image] == nil { owners[image] = key }
    }
    return owners
  }

  /// How sure it is that a place is where it is said to be, by what moved it there.
  func confidence(of path: ShapePath) -> Change.Confidence? {
    guard let image = image(of: path) else { return nil }
    if fates[path].basis == .place || fates[path].counts == nil, let parent = path.parent,
      self.image(of: parent) != nil, image == expected(path)
    {
      return confidence(of: parent)
    }
    return fates[path].confidence
  }

  /// Gives a new place to an old one.
  private mutating func set(
    _ image: ShapePath, of path: ShapePath, basis: PlaceFate.Basis
  ) {
    fates.set(image, of: path, basis: basis)
    claimed.insert(image)
  }

  // MARK: In place

  /// The place that is looked at first: the same path, seen from the records.
  func place(of path: ShapePath) -> ShapePath {
    for root in roots where path.isWithin(root.old) {
      return path.moved(from: root.old, to: root.new)
    }
    for root in roots where root.old != root.new && root.old.isWithin(path) {
      // What holds the records is found where it holds them now.
      let below = root.old.steps.count - path.steps.count
      guard below == 1, root.new.steps.last == root.old.steps.last else { continue }
      return ShapePath(steps: Array(root.new.steps.dropLast()))
    }
    return path
  }

  private mutating func matchInPlace() {
    for path in old.order where image(of: path) == nil && !fates[path].isReplaced {
      let place = place(of: path)
      guard let before = old[path], let now = new[place], before.nature == now.nature,
        !claimed.contains(place)
      else { continue }
      set(place, of: path, basis: .place)
    }
  }

  // MARK: From leaves to what holds them

  private mutating func lift() {
    for path in old.order.reversed() where image(of: path) == nil {
      guard let place = old[path], place.nature != .scalar, !place.children.isEmpty else {
        continue
      }
      let holders = place.children.compactMap { child in
        image(of: child).flatMap { holder(of: $0, child: child) }
      }
      guard let best = commonHolder(of: holders, for: place), best.count * 2 >= holders.count else {
        if let reference = reference(for: place) { setReference(path, reference) }
        continue
      }
      guard best.count >= 2 || best.count * 3 >= place.children.count else { continue }
      guard !hasRival(path, for: best) else { continue }
      guard best.count >= 2 || !isStillHere(path, besides: best.path) else { continue }
      // What only guesses speak for is one.
      let known = place.children.map { fates[$0] }.filter { $0.image != nil }
      let isGuess = known.allSatisfy { $0.basis == .looks }
      set(best.path, of: path, basis: isGuess ? .looks : .values)
      let surest = known.filter { $0.counts != nil }.max {
        ($0.counts?.compared ?? 0) < ($1.counts?.compared ?? 0)
      }
      fates.change(path) { fate in
        fate.counts = surest?.counts
        fate.isTelling = known.contains { $0.isTelling }
      }
    }
  }

  /// Whether another object, which is gone as well, has more members in the same new one.
  private func hasRival(_ path: ShapePath, for best: (path: ShapePath, count: Int)) -> Bool {
    (path.parent.flatMap { old[$0]?.children } ?? []).contains { other in
      guard other != path, image(of: other) == nil, let place = old[other],
        place.nature == old[path]?.nature
      else { return false }
      return place.children.count { image(of: $0)?.parent == best.path } > best.count
    }
  }

  /// Whether a list of several values still has its key, while one of them is under another.
  private func isStillHere(_ path: ShapePath, besides target: ShapePath) -> Bool {
    guard path.steps.last == .elements, let list = path.parent, let place = old[path],
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
    let root = roots.first { place.path != $0.old && place.path.isWithin($0.old) }
    let possible = counts.filter { candidate, _ in
      let isInRecord = root.map { candidate != $0.new && candidate.isWithin($0.new) } ?? true
      return isInRecord && isPossible(candidate, for: place)
    }
    return possible.max { left, right in
      (left.value, left.key.steps.count, right.key.description)
        < (right.value, right.key.steps.count, left.key.description)
    }.map { ($0.key, $0.value) }
  }

  /// The place that holds the image of a child.
  private func holder(of image: ShapePath, child: ShapePath) -> ShapePath? {
    let isElement = child.steps.last == .elements || child.steps.last == .values
    switch image.steps.last {
    case .elements, .values: return isElement ? image.parent : image
    case ShapePath.mapKey: return isElement ? nil : image.parent
    case .member:
      guard isElement else { return image.parent }
      // The values of a map are now a member of the elements of a list.
      guard let element = image.parent, [.elements, .values].contains(element.steps.last) else {
        return nil
      }
      return element.parent
    case nil: return nil
    }
  }

  private func isPossible(_ target: ShapePath, for place: Place) -> Bool {
    guard !claimed.contains(target) || !fates.images.contains(target),
      let nature = new[target]?.nature
    else {
      // The value of a map can hold what an object held, and be the image of its member, too.
      return target.steps.last == .values && place.nature == .object
    }
    if nature == place.nature { return true }
    if place.nature.isList && nature.isList { return true }
    return place.nature == .object && target.steps.last == .values
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
    if image == self.place(of: place.path) { return image }
    let words = NameLikeness.words(child.lastName ?? "") + NameLikeness.words(image.lastName ?? "")
    return words.contains { ["id", "key", "code", "uuid", "guid"].contains($0) } ? image : nil
  }

  private mutating func setReference(_ path: ShapePath, _ target: ShapePath) {
    let child = (old[path]?.children ?? []).map { fates[$0] }.first { $0.counts != nil }
    fates.set(target, of: path, basis: .nearValues)
    fates.change(path) { fate in
      fate.counts = child?.counts
      fate.isTelling = child?.isTelling ?? false
    }
  }

  // MARK: Lists

  /// Finds single values that became lists, and lists that became single values, under their key.
  private mutating func matchLists() {
    for path in old.order where image(of: path) == nil {
      let place = expected(path)
      guard let before = old[path], let now = new[place], !claimed.contains(place),
        !before.types.isEmpty
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

  // MARK: Records beside the records

  /// Finds the members of objects that are no longer in the records, but in a list beside them.
  private mutating func matchSideLists(_ oldSide: Drift.Side, _ newSide: Drift.Side) {
    let taken = claimed
    let lists = SideList.all(old, new) {
      image(of: $0) == nil && new[place(of: $0)] == nil
    } free: {
      !taken.isOnTheWay($0)
    }
    for list in lists {
      let matching = ColumnMatching(
        RecordTable(root: list.from, shape: oldSide.shape, documents: oldSide.documents),
        RecordTable(root: list.to, shape: newSide.shape, documents: newSide.documents))
      tables.append(matching)
      let isJoined = !matching.join.pairs.isEmpty
      if image(of: list.from) == nil {
        set(list.to, of: list.from, basis: isJoined ? .values : .looks)
      }
      for kept in matching.keptColumns {
        let from = matching.old.columns[kept.old].path
        guard image(of: from) == nil else { continue }
        set(matching.new.columns[kept.new].path, of: from, basis: isJoined ? .values : .looks)
      }
      take(matching)
    }
  }

  // MARK: Guesses

  private mutating func assign() {
    let roots = roots
    let home = { (path: ShapePath, isOld: Bool) -> ShapePath in
      for root in roots where path.isWithin(isOld ? root.old : root.new) {
        return isOld
          ? path.moved(from: root.old, to: root.new) : path.moved(from: root.new, to: root.old)
      }
      return path
    }
    var assignment = PlaceAssignment(old, new, tables, home: home)
    for path in old.order {
      if let image = image(of: path), fates[path].basis != .looks { assignment.learn(path, image) }
    }
    for probability in [0.9, 0.75, DriftTuning.Guesses.probability] {
      let gone = old.order.filter { path in
        guard let place = old[path], image(of: path) == nil, place.mayHoldScalars,
          place.slots == nil
        else { return false }
        let here = new[self.place(of: path)]
        return here == nil || here?.nature != .scalar && !place.types.isEmpty
      }
      let added = new.order.filter { path in
        guard let place = new[path], place.mayHoldScalars, place.slots == nil else {
          return false
        }
        return !claimed.contains(path) && !isSentinel(path)
      }
      let owners = owners
      let found = assignment.guesses(gone, added, above: probability) { path in
        image(of: path)
          ?? (new[self.place(of: path)]?.nature == old[path]?.nature ? self.place(of: path) : nil)
      } owner: {
        owners[$0]
      }
      for guess in found {
        set(guess.to, of: guess.from, basis: .looks)
        if guess.probability > 0.95 { assignment.learn(guess.from, guess.to) }
      }
      lift()
      matchInPlace()
    }
  }

  /// Whether a scalar stands where a list or a map is in the old format: `"Invalid ID"` for a list of
  /// meals is no new home of anything.
  private func isSentinel(_ path: ShapePath) -> Bool {
    guard let before = old[path], let now = new[path] else { return false }
    return before.nature.isList && now.nature == .scalar
  }

  private mutating func guess() {
    guessPrincipals()
    for path in old.order { guessMembersOfList(path) }
    assign()
    // A pair that was found lets its own children be looked at, so the walk goes down.
    for path in old.order {
      guard let image = image(of: path), old[path]?.nature == .object, new[image]?.nature == .object
      else { continue }
      guessMembers(of: path, image)
    }
    guessByName()
    guessPrincipals()
    guessEntries()
  }

  /// Guesses that members whose names are values now became the elements of that list.
  private mutating func guessEntries() {
    let gone = Set(old.order.filter { isGone($0) && new[place(of: $0)] == nil })
    for (from, to) in MemberEntries(old, new, tables, gone: gone).pairs where isGone(from) {
      set(to, of: from, basis: .looks)
    }
  }

  /// Guesses which member of an object a value is that stood alone under the object's key.
  private mutating func guessPrincipals() {
    for path in old.order where isGone(path) {
      var holder = expected(path)
      // The value of a map is in an element of the list that the map became.
      if new[holder]?.nature == .array { holder = holder.appending(.elements) }
      if new[holder] == nil, path.steps.last == .values, let list = path.parent,
        new[expected(list)]?.nature == .array
      {
        holder = expected(list).appending(.elements)
      }
      guard old[path]?.nature == .scalar, new[holder]?.nature == .object,
        let children = new[holder]?.children
      else { continue }
      let judge = GuessJudge(old, new, tables, siblings: ([path], children))
      if let target = judge.principal(of: path, among: children.filter({ !claimed.contains($0) })) {
        accept(path, target)
      }
    }
  }

  /// Guesses that the elements of a list became the members of one object: `flags[*]` is `flags.svg`
  /// and `flags.png`, `latlng[*]` is `geolocation.latitude` and `geolocation.longitude`.
  private mutating func guessMembersOfList(_ path: ShapePath) {
    let element = path.appending(.elements)
    guard let list = old[path], list.nature == .array, let item = old[element],
      item.nature == .scalar, !item.types.isEmpty, image(of: element) == nil,
      let length = list.lengths?.upperBound, length >= 2, length <= Self.mostMembersOfList
    else { return }
    let judge = GuessJudge(old, new, tables, siblings: ([], []))
    let here = expected(path)
    var objects = [here]
    if new[here] == nil, let holder = here.parent {
      objects = (new[holder]?.children ?? []).filter { old[place(inOld: $0)] == nil }
    }
    let found = objects.compactMap { object -> [ShapePath]? in
      guard let target = new[object], target.nature == .object else { return nil }
      let members = target.children.filter {
        !claimed.contains($0) && judge.isLike(element, $0)
      }
      let isNamed =
        object == here || NameLikeness.isMadeOf(path.lastName ?? "", members.compactMap(\.lastName))
      return members.count == length && isNamed ? members : nil
    }
    guard found.count == 1, let members = found.first else { return }
    for (index, member) in members.enumerated() {
      if index == 0 { set(member, of: element, basis: .looks) }
      guard
        let columns = tables.lazy.compactMap({ table in
          table.old.index[element].flatMap { old in table.new.index[member].map { (old, $0) } }
        }).first
      else { continue }
      claimed.insert(member)
      parts.append(
        (
          ColumnPair(
            old: columns.0, new: columns.1, basis: .parts(.split), matched: 0, compared: 0),
          element, member
        ))
    }
  }

  private static let mostMembersOfList = 4

  /// The old place that a new one would be, had nothing moved.
  private func place(inOld path: ShapePath) -> ShapePath {
    for root in roots where path.isWithin(root.new) {
      return path.moved(from: root.new, to: root.old)
    }
    return path
  }

  private static let mostGuesses = 10_000

  private func isGone(_ path: ShapePath) -> Bool { image(of: path) == nil }

  private mutating func guessMembers(of path: ShapePath, _ image: ShapePath) {
    let gone = (old[path]?.children ?? []).filter { child in
      isGone(child) && new[place(of: child)] == nil && !fates.isOnTheWay(child)
    }
    guard !gone.isEmpty else { return }
    let here = Set((old[path]?.children ?? []).compactMap(\.steps.last))
    let added = (new[image]?.children ?? []).filter { child in
      !claimed.isOnTheWay(child) && child.steps.last.map { !here.contains($0) } ?? false
    }
    // Among very many keys a likeness is chance.
    guard !added.isEmpty, gone.count * added.count <= Self.mostGuesses else {
      return
    }
    let slots = SlotLists(old, new, gone: gone, added: added).pairs
    for (from, to) in slots { accept(from, to) }
    let lists = ShapePath.onTheWay(to: slots.map(\.to))
    let judge = GuessJudge(old, new, tables, siblings: (gone, added))
    for (from, to) in judge.pairs(gone.filter(isGone), added.filter { !lists.contains($0) }) {
      accept(from, to)
    }
  }

  /// Takes a guess, and with it all places of the same names below.
  private mutating func accept(_ from: ShapePath, _ to: ShapePath, isGuess: Bool = true) {
    set(to, of: from, basis: isGuess ? .looks : .place)
    for path in old.order where path != from && path.isWithin(from) && image(of: path) == nil {
      let target = path.moved(from: from, to: to)
      guard let before = old[path], let now = new[target], before.nature == now.nature else {
        continue
      }
      set(target, of: path, basis: .place)
    }
  }

  /// Guesses that a key which is gone here, and new there, is one key that moved.
  private mutating func guessByName() {
    let gone = old.order.filter { path in
      isGone(path) && new[place(of: path)] == nil && old[path]?.slots == nil
        && (old[path]?.nature == .array || !fates.isOnTheWay(path))
    }
    let added = new.order.filter { !claimed.isOnTheWay($0) && old[$0] == nil }
    let goneNames = Dictionary(grouping: gone.filter { Self.isMember($0) }) { $0.lastName ?? "" }
    let addedNames = Dictionary(grouping: added.filter { Self.isMember($0) }) { $0.lastName ?? "" }
    let judge = GuessJudge(old, new, tables, siblings: (gone, added))
    for path in gone where Self.isMember(path) && isGone(path) {
      guard let name = path.lastName, name.count >= 4, goneNames[name]?.count == 1,
        addedNames[name]?.count == 1, let target = addedNames[name]?.first,
        !claimed.contains(target), judge.mayHaveMoved(path, target),
        hasSameRecords
          || min(
            old.bits(of: path, absentFrom: new, at: place(of: path)),
            new.bits(of: target, absentFrom: old, at: place(inOld: target)))
            >= DriftTuning.Guesses.bitsByName
      else { continue }
      accept(path, target)
    }
  }

  private static func isMember(_ path: ShapePath) -> Bool {
    guard case .member? = path.steps.last else { return false }
    return true
  }

  // MARK: Moves

  /// The places that are not where the image of their parent says, in the old order.
  var moves: [Move] {
    var moves: [Move] = []
    for path in old.order {
      guard let image = self.image(of: path) else { continue }
      // An object that became its id is told as that, and so is the id that was in it.
      let isReference = isReference(path, image)
      if let parent = path.parent, self.image(of: parent) == image, self.isReference(parent, image)
      {
        continue
      }
      guard image != expected(path) || isReference else { continue }
      let part = parts.first { $0.from == path && $0.to == image }
      var kind: Change.Kind?
      if case .parts(let parts)? = part?.pair.basis { kind = parts }
      // Of several values that became one list the first was found as the list itself.
      if parts.contains(where: { $0.to == image && $0.pair.isMerged }) { kind = .merged }
      moves.append(
        Move(
          from: path, to: image, confidence: fates[path].confidence,
          isGuess: fates[path].basis == .looks, matched: fates[path].counts?.matched,
          compared: fates[path].counts?.compared, isNear: fates[path].basis == .nearValues,
          parts: kind))
    }
    return moves
  }

  private func isReference(_ path: ShapePath, _ image: ShapePath) -> Bool {
    old[path]?.nature == .object && new[image]?.nature == .scalar
  }

  /// Where a place would be if it had stayed in what holds it.
  func expected(_ path: ShapePath) -> ShapePath {
    guard let parent = path.parent, let step = path.steps.last, let image = image(of: parent) else {
      let isInRecord = roots.contains { path != $0.old && path.isWithin($0.old) }
      return isInRecord ? place(of: path) : path
    }
    switch (step, new[image]?.nature) {
    case (.elements, .map?): return image.appending(.values)
    case (.values, .array?): return image.appending(.elements)
    default: return image.appending(step)
    }
  }

  // MARK: Meanings

  private mutating func readMeanings(_ table: ColumnMatching) {
    for meaning in ColumnMeanings(table).meanings {
      fates.change(meaning.path) { $0.meaning = meaning.meaning }
    }
  }
}
