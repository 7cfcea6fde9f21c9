import JSONSchema
import StrictJSON

/// Which guesses are none: what values, names and neighbours say against them.
extension PlaceMatching {
  /// Whether either place of a guess repeats another one of its side that was found, and the two have different
  /// names: what it held, or holds, is paired with that one.
  func isNeedless(_ path: ShapePath, _ target: ShapePath) -> Bool {
    if isKeptInFull(target) { return true }
    guard
      NameLikeness.of(path.lastName ?? "", target.lastName ?? "") < DriftTuning.Names.halfNames
    else { return false }
    return tables.contains { table in
      guard let twins = table.twins else { return false }
      let before = table.old.column(at: path).map(twins.old.originals) ?? []
      let now = table.new.column(at: target).map(twins.new.originals) ?? []
      return before.contains { image(of: table.old.columns[$0].path) != nil }
        || now.contains { claimed.contains(table.new.columns[$0].path) }
    }
  }

  /// Whether a new place in an object repeats a value that is where it was and has the names of both: `requester.id`
  /// beside `requester_id`.
  private func isKeptInFull(_ target: ShapePath) -> Bool {
    guard let object = target.parent, let record = object.parent else { return false }
    let words = [object, target].flatMap { NameWords.of($0.lastName ?? "") }
    let kept = (new[record]?.children ?? []).filter {
      claimed.contains($0) && NameWords.of($0.lastName ?? "") == words
    }
    return tables.contains { table in
      guard let column = table.new.column(at: target) else { return false }
      return kept.contains { path in
        table.new.column(at: path).map { table.new.repeats(column, $0) } ?? false
      }
    }
  }

  /// Whether a general name is now in what holds an object that still has its id, with other values: the `description`
  /// of a service is none of the incident.
  func isOfAnOwner(_ path: ShapePath, _ target: ShapePath) -> Bool {
    guard let object = path.parent, let holder = object.parent, !path.isEnvelope,
      Vocabulary.generalNames.contains(path.lastName ?? ""), let image = image(of: object),
      image != target.parent, target.parent == place(of: holder), hasOwnID(object, at: image)
    else { return false }
    return !sharesValues(path, target)
  }

  /// Whether a member would go from an object that is another one now to one that was another one before: of a list
  /// that is the `parent` now, `created_at` is not that of the `creator`, who is the same as before.
  func changesOwner(_ path: ShapePath, _ target: ShapePath, _ owners: [ShapePath: ShapePath])
    -> Bool
  {
    guard let object = path.parent, let holder = target.parent, let image = image(of: object),
      image != holder, let owner = owners[holder], owner != object,
      old[owner]?.nature == .object, fates[owner].basis != .looks,
      !object.isWithin(owner), !owner.isWithin(object), path.isEnvelope == target.isEnvelope,
      isInSameRecords(path) || !isOnlyNamesake(path, target)
    else { return false }
    return !sharesValues(path, target)
  }

  /// Whether a value of an old place comes in a new one.
  private func sharesValues(_ path: ShapePath, _ target: ShapePath) -> Bool {
    tables.contains { table in
      guard let old = table.old.column(at: path), let new = table.new.column(at: target) else {
        return false
      }
      return table.sharedValues(old, new) > 0
    }
  }

  /// Whether a name is that of one old place and of one new one.
  private func isOnlyNamesake(_ path: ShapePath, _ target: ShapePath) -> Bool {
    path.lastName == target.lastName
      && old.order.count { $0.lastName == path.lastName } == 1
      && new.order.count { $0.lastName == target.lastName } == 1
  }

  /// Whether an object still has an id.
  private func hasOwnID(_ object: ShapePath, at image: ShapePath) -> Bool {
    (old[object]?.children ?? []).contains {
      Vocabulary.identifiers.contains(($0.lastName ?? "").lowercased())
        && self.image(of: $0)?.parent == image
    }
  }

  /// Gives the members that were guessed elsewhere to what holds them, where that was found since and has a free place of
  /// their name.
  mutating func returnToHolders() {
    for path in guessedScalars {
      let own = expected(path)
      guard image(of: path) != own, !claimed.contains(own), let before = old[path],
        let now = new[own], now.nature == .scalar, !before.types.isDisjoint(with: now.types),
        path.parent.flatMap({ image(of: $0) }) != nil, old[place(inOld: own)] == nil,
        !isRefuted(path, at: own)
      else { continue }
      withdraw(path)
      set(own, of: path, basis: .place)
    }
  }

  /// Takes back the guesses against which speaks what was found since they were made.
  mutating func withdrawStrays() {
    let owners = owners
    for path in guessedScalars {
      guard let image = image(of: path),
        changesOwner(path, image, owners) || isOfAnOwner(path, image)
      else { continue }
      withdraw(path)
    }
  }

  private var guessedScalars: [ShapePath] {
    old.order.filter { old[$0]?.nature == .scalar && fates[$0].basis == .looks }
  }

  private mutating func withdraw(_ path: ShapePath) {
    fates.remove(path)
    parts.removeAll { $0.from == path }
  }

  /// Whether the elements in which a member was are known to be those of another list.
  func leavesItsList(_ guess: PlaceAssignment.Guess) -> Bool {
    guard let list = guess.from.innermostList, let image = image(of: list) else { return false }
    return !guess.to.isWithin(image)
  }

  /// Whether a member would leave the others of its object or list, where it could be beside them.
  func isStray(_ guess: PlaceAssignment.Guess, among strays: StrayGuesses) -> Bool {
    if strays.leavesItsList(guess) { return true }
    guard let target = strays.placeBesideOthers(of: guess), let before = old[guess.from],
      let now = new[target]
    else { return false }
    return !claimed.contains(target) && !before.types.isDisjoint(with: now.types)
  }

  /// Whether looks alone do not say that a place is another one now.
  ///
  /// They say nothing where both formats have both places, nor that something in a part is all of it, where nothing is any
  /// more: records may have a part that is like the whole. The last page of an answer is none of another format, although it
  /// has a member that no other page has. And what is one of two opposites is never the other one.
  ///
  ///     {"poll": {"options": […]}, "reblog": {"poll": null}}      {"poll": null, "reblog": {"poll": {"options": […]}}}
  func isBaseless(_ path: ShapePath, _ target: ShapePath) -> Bool {
    if isOfOneFormat, path.isOfSomeAnswers { return true }
    let (names, others) = (path.names, target.names)
    let isOpposite = OppositeNames(names.filter { !others.contains($0) })
      .contradicts(OppositeNames(others.filter { !names.contains($0) }))
    if isOpposite || stillComes(path) || isOfOtherKind(path) || areInAndOut(path, target) {
      return true
    }
    let before = place(inOld: target)
    guard before != path, old[before] != nil else { return false }
    return new[place(of: path)] != nil
      || path.isWithin(before) && new[target]?.types.isEmpty ?? false
  }

  /// Whether the one is beside the records, where an answer has one, and the other one is in each record: an object under
  /// another name, or a value that is not the same in all of them.
  ///
  /// The `native_balance` of an account is no `native_amount` of its transactions, and the `author` of a calendar is not
  /// the `organizer` of each event.
  private func areInAndOut(_ path: ShapePath, _ target: ShapePath) -> Bool {
    let pairs = roots.pairs.filter { $0.old.lists > 0 && $0.new.lists > 0 }
    let (isInOld, isInNew) = (
      pairs.contains { path.isWithin($0.old) }, pairs.contains { target.isWithin($0.new) }
    )
    guard !pairs.isEmpty, isInOld != isInNew, (isInOld ? target : path).isEnvelope else {
      return false
    }
    guard old[path]?.nature == .object, new[target]?.nature == .object else {
      // Where each answer had its own value, one answer for all has as many of them.
      let answers = max(old.samples, new.samples)
      return tables.contains { table in
        let (side, place) = isInOld ? (table.old, path) : (table.new, target)
        return side.column(at: place).map { side.counts[$0].count > answers } ?? false
      }
    }
    let children = old[path]?.children ?? []
    let found = children.count { image(of: $0)?.isWithin(target) ?? false }
    return 2 * found < children.count
      && NameWords.of(path.lastName ?? "") != NameWords.of(target.lastName ?? "")
  }

  /// Whether the values of a place still come there alone, in other records or in all that are the same: an object or a
  /// list beside them is one more type of it.
  private func stillComes(_ path: ShapePath) -> Bool {
    guard let before = old[path], before.nature == .scalar, let now = new[place(of: path)],
      now.nature != .scalar, !isInSameRecords(path) || comesInSameRecords(path)
    else { return false }
    return !now.types.subtracting([.null]).isDisjoint(with: before.types)
  }

  /// Whether all records that are on both sides have a value where they had one.
  private func comesInSameRecords(_ path: ShapePath) -> Bool {
    tables.contains { table in
      guard let before = table.old.column(at: path), let now = table.new.column(at: place(of: path))
      else { return false }
      let compared = table.agreement(before, now).compared
      return compared > 0 && compared == table.recordsBefore(path)
    }
  }

  /// Whether a scalar stands where a list, a map or the whole answer is in the old format: `"Invalid ID"` for a list
  /// of meals, or for each meal, is no new home of anything.
  func isSentinel(_ path: ShapePath) -> Bool {
    guard let before = old[path], let now = new[path], now.nature == .scalar else { return false }
    return before.nature.isList
      || before.nature == .object && isErrorText(path, insteadOf: path)
  }

  /// Whether a new place holds one and the same text in several answers, where all of the answer was in an old one.
  func isErrorText(_ target: ShapePath, insteadOf path: ShapePath) -> Bool {
    guard target.isEnvelope, roots.pairs.allSatisfy({ $0.old.isWithin(path) }) else { return false }
    return tables.contains { table in
      guard let column = table.new.index[target] else { return false }
      return table.new.profiles[column].isText && table.new.profiles[column].values >= 2
        && table.new.counts[column].count == 1
    }
  }
}
