import JSONSchema
import StrictJSON

/// What no value of the same records tells: guesses by looks, names and positions.
extension PlaceMatching {
  // MARK: Guesses

  /// Gives the places that are gone to new ones, the surest first, and lifts what was found.
  private mutating func assign() {
    // Mostly nothing is gone, or nothing is new, and then there is nothing to weigh.
    if !gonePlaces.isEmpty, !newPlaces.isEmpty { assignInRounds(without: waitingSiblings) }
    // What took no other place is where it was, and changed.
    reused = []
    matchInPlace()
  }

  private mutating func assignInRounds(without waiting: Set<ShapePath>) {
    var assignment = PlaceAssignment(
      old, new, tables, beside: beside, roots: roots,
      reused: (reused, Set(reused.map { place(of: $0) })))
    for path in old.order {
      if let image = image(of: path), fates[path].basis != .looks { assignment.learn(path, image) }
    }
    // A further round at the least one finds little and is right in less than half of it, but for what had to wait.
    var probabilities = [0.9, 0.75, DriftTuning.Guesses.probability]
    var hasWaited = false
    while let probability = probabilities.first {
      probabilities.removeFirst()
      let owners = owners
      let found = assignment.guesses(
        gonePlaces.filter { !waiting.contains($0) }, newPlaces, above: probability
      ) { path in
        likelyImage(of: path)
      } owner: {
        owners[$0]
      }
      if let churn = assignment.churnBefore {
        objectsOfOneKind.formUnion(churn.regular.objects)
        // Records in another envelope may have other words for their kinds, too.
        if churn.isOtherFormat, roots.haveOtherDepth {
          objectsOfOneKind.formUnion(roots.pairs.map(\.old))
        }
      }
      let strays = StrayGuesses(found)
      for guess in found
      where !isNeedless(guess.from, guess.to) && !isOfOtherKind(guess.from)
        && !isOfAnOwner(guess.from, guess.to) && !changesOwner(guess.from, guess.to, owners)
      {
        if isStray(guess, among: strays) || hasWaited && leavesItsList(guess) {
          if probabilities.isEmpty, !hasWaited { probabilities.append(probability) }
          continue
        }
        set(guess.to, of: guess.from, basis: .looks)
        if reused.contains(guess.from) { fates.change(guess.from) { $0.isReplaced = true } }
        if guess.probability > 0.95 { assignment.learn(guess.from, guess.to) }
      }
      if probability == DriftTuning.Guesses.probability { hasWaited = true }
      lift()
      matchInPlace()
    }
  }

  /// The old places of scalars of which it is not known where they are.
  private var gonePlaces: [ShapePath] {
    old.order.filter { path in
      guard let place = old[path], image(of: path) == nil, place.mayHoldScalars else {
        return false
      }
      let here = new[self.place(of: path)]
      return here == nil || reused.contains(path)
        || here?.nature != .scalar && !place.types.isEmpty
    }
  }

  /// The new places of scalars that no old one has taken.
  private var newPlaces: [ShapePath] {
    new.order.filter { path in
      guard let place = new[path], place.mayHoldScalars else { return false }
      // Where only `null` comes now, what was there did not come; that is no new home of anything.
      let isEmptied = place.types.isEmpty && old[self.place(inOld: path)] != nil
      return !claimed.contains(path) && !isSentinel(path) && !isEmptied
    }
  }

  /// Where a place is for all that is known: where it was found, or is still, or under its name in what holds it now.
  private func likelyImage(of path: ShapePath) -> ShapePath? {
    if let image = image(of: path) { return image }
    let nature = old[path]?.nature
    let here = place(of: path)
    if new[here]?.nature == nature { return here }
    guard let step = path.last, let holder = path.parent.flatMap({ likelyImage(of: $0) }) else {
      return nil
    }
    let target = holder.appending(step)
    return new[target]?.nature == nature ? target : nil
  }

  mutating func guess() {
    isOfOneFormat = old.order.allSatisfy { path in
      image(of: path).map { $0 == place(of: path) } ?? !(isGone(path) && isMissed(path))
    }
    guessRespelled()
    for path in old.order { guessMembersOfText(path) }
    for path in old.order { guessMembersLikeThoseBeside(path) }
    guessPrincipals()
    guessLastMembers()
    for path in old.order { guessMembersOfList(path) }
    guessKeyedMembers()
    guessSizedMembers()
    guessCoordinates()
    guessMembersOfEntries()
    assign()
    mergeTwins()
    mergeSiblings()
    guessExclusiveMembers()
    guessExclusiveObjects()
    // What holds a list may have been found meanwhile.
    for path in old.order { guessMembersOfList(path) }
    repeatRenames()
    repeatPaths()
    guessNamesakes()
    // A pair that was found lets its own children be looked at, so the walk goes down.
    for path in old.order {
      guard let image = image(of: path), old[path]?.nature == .object, new[image]?.nature == .object
      else { continue }
      guessMembers(of: path, image)
    }
    guessByName()
    guessIDsBesideWrappers()
    guessPrincipals()
    guessEntries()
    guessFlags()
  }

  /// Whether it is no chance that no new record has a place, nor that this answer is no other page.
  private func isMissed(_ path: ShapePath) -> Bool {
    new[place(of: path)] == nil && !path.isOfSomeAnswers
      && old.bits(of: path, absentFrom: new, at: place(of: path)) >= DriftTuning.Guesses.bitsByName
  }

  /// Notes that what an old place held as one in another object did is only there now, where it went nowhere else.
  private mutating func mergeTwins() {
    for twin in twinsElsewhere where isGone(twin.from) {
      parts.append(twin)
      fates.set(twin.to, of: twin.from, basis: .looks)
    }
    for record in old.order { mergeFullNames(in: record) }
  }

  /// Guesses that a value which repeats a member of an object beside it, under the names of both, goes where that goes,
  /// or that where the value goes: `todolist_id` and `todolist.id`.
  private mutating func mergeFullNames(in record: ShapePath) {
    let children = old[record]?.children ?? []
    let objects = children.filter { old[$0]?.nature == .object }
    guard !objects.isEmpty else { return }
    let letters = { (path: ShapePath) in NameWords.letters(path.lastName ?? "") }
    let scalars = Dictionary(
      children.filter { old[$0]?.nature == .scalar }.map { (letters($0), $0) }
    ) { first, _ in first }
    for object in objects {
      for member in old[object]?.children ?? [] {
        guard let full = scalars[letters(object) + letters(member)],
          let gone = [full, member].first(where: { hasLeft($0) }),
          let target = image(of: gone == full ? member : full),
          tables.contains(where: { table in
            guard let own = table.old.column(at: full), let other = table.old.column(at: member)
            else { return false }
            return table.old.repeats(own, other)
          })
        else { continue }
        merge(gone, into: target)
      }
    }
  }

  /// Gives keys the names that the same keys have in other objects now.
  ///
  /// Where `fullTime.homeTeam` is `fullTime.home`, `penalties.homeTeam` is `penalties.home`, although only
  /// `null` came there.
  private mutating func repeatRenames() {
    var renames: [String: [String: Int]] = [:]
    for path in old.order {
      guard let image = image(of: path), let holder = path.parent, let name = path.lastName,
        let now = image.lastName, path.last == .member(name), image.last == .member(now),
        name != now, !KeyForm.areAlike(name, now), self.image(of: holder) == image.parent
      else { continue }
      renames[name, default: [:]][now, default: 0] += fates[path].basis == .looks ? 1 : 2
    }
    for path in old.order where isGone(path) {
      guard case .member(let name)? = path.last, let names = renames[name], names.count == 1,
        let (now, weight) = names.first,
        weight >= (Vocabulary.generalNames.contains(name) ? 2 : 1), let holder = path.parent,
        let target = image(of: holder)?.appending(.member(now)), let before = old[path],
        let after = new[target], before.nature == after.nature, !claimed.isOnTheWay(target),
        old[place(inOld: target)] == nil, new[place(of: path)] == nil,
        before.types.isEmpty || after.types.isEmpty || !before.types.isDisjoint(with: after.types)
      else { continue }
      accept(path, target)
    }
  }

  /// Guesses that places went where others of their forms went.
  private mutating func repeatPaths() {
    let moved = old.order.compactMap { path in
      image(of: path).flatMap { $0 == expected(path) ? nil : (from: path, to: $0) }
    }
    guard !moved.isEmpty else { return }
    // Where an object stood, a value of its own may stand alone now.
    let free = new.order.filter { target in
      let before = old[place(inOld: target)]
      return !claimed.isOnTheWay(target)
        && (before == nil || before?.nature == .object && new[target]?.nature == .scalar)
    }
    let paths = RegularPaths(moved, to: free)
    for path in old.order
    where hasLeft(path) && isInSameRecordsOrGone(path) {
      guard let target = paths.end(from: path), !claimed.contains(target),
        isInSameRecordsOrNew(target) || old[place(inOld: target)] != nil, let before = old[path],
        let now = new[target],
        before.nature == now.nature, !isRefuted(path, at: target)
      else { continue }
      accept(path, target)
    }
  }

  /// Guesses that an object, a list or a map whose key is written in another way now is what it was: `Shop` is `shop`.
  private mutating func guessRespelled() {
    for path in old.order where isGone(path) && old[path]?.nature != .scalar {
      let here = expected(path)
      guard let name = path.lastName, Self.isMember(path), new[here] == nil,
        let holder = here.parent
      else { continue }
      let letters = NameWords.letters(name)
      let found = (new[holder]?.children ?? []).filter { target in
        new[target]?.nature == old[path]?.nature && old[place(inOld: target)] == nil
          && !claimed.contains(target)
          && NameWords.letters(target.lastName ?? "") == letters
      }
      if found.count == 1, let target = found.first { accept(path, target) }
    }
  }

  /// Guesses which member of an object a value is that stood alone under the object's key.
  private mutating func guessPrincipals() {
    for path in old.order where isGone(path) {
      var holder = expected(path)
      // The value of a map is in an element of the list that the map became.
      if new[holder]?.nature == .array { holder = holder.appending(.elements) }
      if new[holder] == nil, path.last == .values, let list = path.parent,
        new[expected(list)]?.nature == .array
      {
        holder = expected(list).appending(.elements)
      }
      // What stood beside the records is no member of each.
      let isOfAnswer =
        path.isEnvelope && roots.pairs.contains { $0.new == holder && $0.old != path }
      guard let before = old[path], before.nature == .scalar, before.share != 0,
        let now = new[holder], now.nature == .object, !isOfAnswer
      else { continue }
      let children = now.children
      let judge = GuessJudge(old, new, tables, siblings: ([path], children))
      if let target = judge.principal(of: path, among: children.filter({ !claimed.contains($0) })) {
        accept(path, target)
      } else if let text = judge.text(of: path, in: holder), !claimed.contains(text) {
        accept(path, text)
      }
    }
  }

  /// Guesses which member of an object stands alone under the object's key now.
  private mutating func guessLastMembers() {
    for path in old.order where isGone(path) && old[path]?.nature == .object {
      let target = expected(path)
      guard let now = new[target], now.nature == .scalar, !now.types.isEmpty,
        !claimed.contains(target), old[path]?.allows(now) == false, !isSentinel(target)
      else { continue }
      let children = old[path]?.children ?? []
      let judge = GuessJudge(old, new, tables, siblings: (children, [target]))
      if let member = judge.lastMember(among: children.filter(isGone), at: target) {
        accept(member, target)
      }
    }
  }

  /// Notes that a new place holds a part of an old one, for which no value speaks.
  mutating func addPart(
    _ target: ShapePath, of path: ShapePath, _ columns: (old: Int, new: Int)
  ) {
    claimed.insert(target)
    let pair = ColumnPair(
      old: columns.old, new: columns.new, basis: .split, matched: 0, compared: 0)
    parts.append((pair, path, target))
  }

  /// The old place that a new one would be, had nothing moved.
  func place(inOld path: ShapePath) -> ShapePath { roots.oldPath(of: path) ?? path }

  /// Whether it is more than chance that a place is gone, which it may be in a few records that are not
  /// the same.
  private func gapsTell(of path: ShapePath) -> Bool {
    tables.allSatisfy { table in
      !table.isThin || !path.isWithin(table.old.root) || table.isInSameRecords(path, of: old)
    }
  }

  /// Whether it says anything that an old place is gone.
  ///
  /// What one of three records had is in none of three others in half of all cases. A single record does not
  /// tell how often a place comes.
  private func isInSameRecordsOrGone(_ path: ShapePath) -> Bool {
    old.isOfOneSample(path, absentFrom: new, at: place(of: path)) || isInSameRecords(path)
      || old.bits(of: path, absentFrom: new, at: place(of: path)) >= DriftTuning.Guesses.bitsOfEach
  }

  /// The same of a place that is new.
  private func isInSameRecordsOrNew(_ path: ShapePath) -> Bool {
    new.isOfOneSample(path, absentFrom: old, at: place(inOld: path))
      || tables.contains { $0.isInSameRecords(new: path, of: new) }
      || new.bits(of: path, absentFrom: old, at: place(inOld: path))
        >= DriftTuning.Guesses.bitsOfEach
  }

  /// Whether the records say that one place is gone and the other is new, where they are not the same ones.
  func isReplaced(_ path: ShapePath, by target: ShapePath) -> Bool {
    guard isOfOtherRecords(path) else { return true }
    guard gapsTell(of: path) else { return false }
    let bits = (
      old.bits(of: path, absentFrom: new, at: place(of: path)),
      new.bits(of: target, absentFrom: old, at: place(inOld: target))
    )
    return bits.0 + bits.1 >= DriftTuning.Guesses.bits
      && min(bits.0, bits.1) >= DriftTuning.Guesses.bitsOfEach
  }

  private static let mostGuesses = 10_000

  func isGone(_ path: ShapePath) -> Bool { image(of: path) == nil }

  /// Whether it is not known where an old place is, and nothing is where it was.
  func hasLeft(_ path: ShapePath) -> Bool { isGone(path) && new[place(of: path)] == nil }

  private mutating func guessMembers(of path: ShapePath, _ image: ShapePath) {
    let gone = (old[path]?.children ?? []).filter { child in
      hasLeft(child) && !fates.isOnTheWay(child)
        && gapsTell(of: child) && isInSameRecordsOrGone(child)
    }
    guard !gone.isEmpty else { return }
    let here = Set((old[path]?.children ?? []).compactMap(\.last))
    let added = (new[image]?.children ?? []).filter { child in
      !claimed.isOnTheWay(child) && child.last.map { !here.contains($0) } ?? false
        && isInSameRecordsOrNew(child)
    }
    // Among very many keys a likeness is chance.
    guard !added.isEmpty, gone.count * added.count <= Self.mostGuesses else {
      return
    }
    let slots = SlotLists(old, new, gone: gone, added: added).pairs
    for (from, to) in slots { accept(from, to) }
    let lists = ShapePath.onTheWay(to: slots.map(\.to))
    let judge = GuessJudge(old, new, tables, siblings: (gone, added))
    for (from, to) in judge.pairs(gone.filter(isGone), added.filter { !lists.contains($0) })
    where !isNeedless(from, to) {
      accept(from, to)
    }
  }

  /// Takes a guess, and with it all places of the same names below.
  mutating func accept(_ from: ShapePath, _ to: ShapePath, isGuess: Bool = true) {
    if isGuess, isBaseless(from, to) || refersToOthers(from, to) { return }
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
      hasLeft(path) && old[path]?.slots == nil
        && (old[path]?.nature == .array || !fates.isOnTheWay(path))
    }
    let added = new.order.filter { !claimed.isOnTheWay($0) && old[$0] == nil }
    let goneNames = Dictionary(grouping: gone.filter { Self.isMember($0) }) { $0.lastName ?? "" }
    let addedNames = Dictionary(grouping: added.filter { Self.isMember($0) }) { $0.lastName ?? "" }
    let judge = GuessJudge(old, new, tables, siblings: (gone, added))
    for path in gone where Self.isMember(path) && isGone(path) {
      guard let name = path.lastName, name.count >= 4, goneNames[name]?.count == 1,
        addedNames[name]?.count == 1, let target = addedNames[name]?.first,
        !claimed.contains(target), judge.mayHaveMoved(path, target), !isOfAnOwner(path, target),
        path.isEnvelope == target.isEnvelope || !(path.isEnvelope ? path : target).isOfPage
          || isOfAllRecords(path, target),
        isInSameRecords(path)
          || min(
            old.bits(of: path, absentFrom: new, at: place(of: path)),
            new.bits(of: target, absentFrom: old, at: place(inOld: target)))
            >= DriftTuning.Guesses.bitsByName
      else { continue }
      accept(path, target)
    }
  }

  /// Whether the one stands beside the records with just the values that the other one has in them.
  private func isOfAllRecords(_ path: ShapePath, _ target: ShapePath) -> Bool {
    let values = path.isEnvelope ? beside.old[path] : beside.new[target]
    guard !values.isEmpty else { return false }
    return tables.contains { table in
      let (records, place) = path.isEnvelope ? (table.new, target) : (table.old, path)
      return records.column(at: place).map { Set(records.counts[$0].keys) == values } ?? false
    }
  }

  private static func isMember(_ path: ShapePath) -> Bool {
    guard case .member? = path.last else { return false }
    return true
  }
}
