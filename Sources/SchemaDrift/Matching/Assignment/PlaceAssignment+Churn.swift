import JSONSchema
import StrictJSON

// A single record of another one says nothing of a key that it lacks: it may be one that not all records have. But where
// half of the members are other ones the format is another one, and names may tell where they went:
//
//     {"name": "Kyiv", "temp": {"value": 7.5}}      {"timelines": [{"intervals": [{"temperature": 3.2}]}]}
//
// An event or a block of another kind has other members, too, but only in the part that is of its kind; and a record of
// another kind mostly says so itself: `"media_type": "person"`.
extension PlaceAssignment {
  /// How much of a format is gone and new at once.
  struct Churn {
    /// The share of the keys in what is on both sides, times four; at most 1.
    var share: Double
    /// Whether a third of all values and half of the members of the records are gone, and as many new; or half of all
    /// values, wherever they lie; or whether keys are written in another way, or changed in one way, which no record
    /// does by chance.
    // Of three sets of version changes with one other record on either side F1 is 0.85, 0.67 and 0.80 with it and
    // 0.63, 0.42 and 0.55 without. With "half of all values" that of four sets is 0.826, 0.734, 0.808 and 0.836, and
    // 0.826, 0.669, 0.802 and 0.837 without.
    var isOtherFormat: Bool
    /// The pairs of objects, one within the other on either side, of which one has lost several members that the other
    /// has got under the same names.
    var unwrapped: Set<Pair>

    /// The objects that are gone as a whole, with the new object elsewhere that has their name and most of their members.
    let moved: [ShapePath: ShapePath]

    /// The objects that are gone as a whole, with the only new object in the same one that has many names of their members.
    let alike: [ShapePath: ShapePath]

    /// The keys that several objects have lost, and nothing else, with those that each of these objects has got.
    let repeated: [String: Set<String>]

    /// The keys that changed in one and the same way.
    let regular: RegularRenames

    struct Pair: Hashable {
      let from: ShapePath
      let to: ShapePath
    }

    /// The same for what is left of the gone and the new when some of it was found.
    func following(_ earlier: Churn?) -> Churn {
      guard let earlier else { return self }
      var churn = self
      churn.share = max(share, earlier.share)
      churn.isOtherFormat = isOtherFormat || earlier.isOtherFormat
      churn.unwrapped.formUnion(earlier.unwrapped)
      return churn
    }

    /// Whether several objects have another key in place of one, and one of the two is within the other.
    func isRepeated(_ from: Card, _ to: Card, _ home: ShapePath?) -> Bool {
      home == to.holder && repeated[from.key]?.contains(to.key) ?? false
        && (from.key.lowercased().contains(to.key.lowercased())
          || to.key.lowercased().contains(from.key.lowercased()))
    }

    /// Whether two places are members of the same name of such objects.
    func isUnwrapped(_ from: Card, _ to: Card) -> Bool {
      from.name.letters == to.name.letters && isUnwrapped(from.holder, to.holder)
    }

    /// Whether the members of one object are in another one around it or within it now.
    func isUnwrapped(_ from: ShapePath, _ to: ShapePath) -> Bool {
      unwrapped.contains(Pair(from: from, to: to))
    }

    /// Whether an old place is a member of an object that moved, and a new one lies in what that is now.
    func isMoved(_ from: Card, _ to: Card) -> Bool {
      moved[from.holder].map { to.holder.isWithin($0) } ?? false
    }
  }

  func churn(
    _ gone: [Card], _ added: [Card], image: (ShapePath) -> ShapePath?,
    owner: (ShapePath) -> ShapePath?
  ) -> Churn {
    let fewer = min(
      gone.count { $0.isChange && image($0.holder) != nil },
      added.count { $0.isChange && owner($0.holder) != nil })
    // As a share of all the format's scalars, on the side that has the fewer of them gone or new. A part that few of
    // several records have may be in none of the others.
    let counts = (gone.count(where: \.isChange), added.count(where: \.isChange))
    let parted = min(
      Double(counts.0) / Double(max(1, old.scalars)),
      Double(counts.1) / Double(max(1, new.scalars)))
    let isOtherWithin =
      parted >= Self.half && min(counts.0, counts.1) >= Self.fewestPlaces
      && (roots.haveOtherDepth || areOfOneKind)
    let regular = RegularRenames(
      gone, added, lexicon, areLikeNumbers: areLikeNumbers, image: image)
    return Churn(
      share: min(1, 4 * Double(fewer) / Double(max(1, min(old.scalars, new.scalars)))),
      isOtherFormat: parted >= Self.third && haveOtherMembers || isOtherWithin
        || areRespelled(gone, added, image) || !regular.isEmpty || haveMovedRecords,
      unwrapped: unwrapped(gone, added, image), moved: moved(gone, added, image, owner),
      alike: alike(gone, added, image, owner),
      repeated: repeated(gone, added, image), regular: regular)
  }

  /// Whether both places hold numbers of one size, in texts or not, and no record says that they are others.
  private func areLikeNumbers(_ from: Card, _ to: Card) -> Bool {
    guard from.table == to.table, let left = from.column, let right = to.column else {
      return false
    }
    let table = tables[from.table]
    let (before, now) = (table.old.profiles[left], table.new.profiles[right])
    return before.isDigits && now.isDigits && before.isOfOneSize(as: now)
      && !table.isRefuted(left, right)
  }

  /// The objects that no longer come, each with the only new object in another place that has its name and most of its
  /// members: the `commits` beside the builds are the `commit` of each build.
  ///
  /// It went into what held it, or up from there: an artist or an album may each have the picture of one song.
  private func moved(
    _ gone: [Card], _ added: [Card], _ image: (ShapePath) -> ShapePath?,
    _ owner: (ShapePath) -> ShapePath?
  ) -> [ShapePath: ShapePath] {
    let before = Dictionary(grouping: gone.filter { !$0.key.isEmpty && $0.isChange }, by: \.holder)
    let now = Dictionary(grouping: added.filter { !$0.key.isEmpty && $0.isChange }, by: \.holder)
    var found: [ShapePath: ShapePath] = [:]
    for (holder, members) in before where members.count >= DriftTuning.Guesses.fewestUnwrapped {
      guard let place = Self.sharedHolder(holder, image), let name = members.first?.holderName
      else {
        continue
      }
      let targets = now.filter { target, others in
        guard let targetPlace = Self.sharedHolder(target, owner),
          let other = others.first?.holderName,
          let home = image(place), home != targetPlace,
          home.isWithin(targetPlace) || targetPlace.isWithin(home),
          lexicon.likeness(name, other) >= DriftTuning.Names.sameWord
        else { return false }
        let same = members.count { member in
          others.contains { $0.key == member.key && $0.types == member.types }
        }
        return same >= DriftTuning.Guesses.fewestUnwrapped
          && 2 * same >= min(members.count, others.count)
      }
      if targets.count == 1, let target = targets.keys.first { found[holder] = target }
    }
    return Self.ofOneSource(found)
  }

  /// The objects that no longer come, each with the only new object in the same one that has many names of its members,
  /// whatever it is called: the `results` of a sensor are a `sensor` now.
  private func alike(
    _ gone: [Card], _ added: [Card], _ image: (ShapePath) -> ShapePath?,
    _ owner: (ShapePath) -> ShapePath?
  ) -> [ShapePath: ShapePath] {
    let members = { (cards: [Card]) in
      Dictionary(grouping: cards.filter { !$0.key.isEmpty && $0.isChange }, by: \.holder)
        .mapValues { Set($0.map(\.name.letters)).subtracting(Vocabulary.generalNames) }
    }
    let now = members(added).filter { owner($0.key) == nil }
    var found: [ShapePath: ShapePath] = [:]
    for (holder, names) in members(gone)
    where names.count >= Self.fewestOfAlike && image(holder) == nil {
      guard let home = Self.sharedHolder(holder, image).flatMap(image) else { continue }
      let targets = now.filter { target, others in
        let same = names.intersection(others).count
        return Self.sharedHolder(target, owner) == home && same >= Self.fewestOfAlike
          && Self.partOfAlike * same >= min(names.count, others.count)
      }
      if targets.count == 1, let target = targets.keys.first { found[holder] = target }
    }
    return Self.ofOneSource(found)
  }

  /// Those of some pairs of places of which the new one is that of no other old place.
  private static func ofOneSource(_ found: [ShapePath: ShapePath]) -> [ShapePath: ShapePath] {
    let sources = Dictionary(grouping: found.keys) { found[$0] ?? $0 }
    return found.filter { sources[$0.value]?.count == 1 }
  }

  /// What holds an object, or the list of such objects, that is on one side only; nil where that is not on both sides.
  private static func sharedHolder(
    _ holder: ShapePath, _ other: (ShapePath) -> ShapePath?
  ) -> ShapePath? {
    var path = holder
    guard other(path) == nil else { return nil }
    while let step = path.last, step == .elements || step == .values, let list = path.parent {
      path = list
    }
    guard let parent = path.parent, other(parent) != nil else { return nil }
    return parent
  }

  /// Whether two keys have the same letters as new ones in the same object, or three as ones in an object there together
  /// with its key: `frDueBy` is `fr_due_by`, `commit_id` is `commit.id`.
  ///
  /// Two references may just have been asked for in full.
  private func areRespelled(
    _ gone: [Card], _ added: [Card], _ image: (ShapePath) -> ShapePath?
  ) -> Bool {
    let targets = Dictionary(grouping: added.filter(\.isChange), by: \.name.letters)
    let parts = Dictionary(grouping: added.filter(\.isChange)) {
      $0.holderName.letters + $0.name.letters
    }
    var (whole, inParts) = (0, 0)
    for card in gone where card.isChange && !card.key.isEmpty {
      guard let holder = image(card.holder) else { continue }
      if targets[card.name.letters]?.contains(where: {
        $0.holder == holder && $0.key != card.key && !KeyForm.areAlike($0.key, card.key)
      }) ?? false {
        whole += 1
      } else if parts[card.name.letters]?.contains(where: {
        $0.holder != holder && $0.holder.isWithin(holder) && $0.lists == card.lists
      }) ?? false {
        inParts += 1
      }
    }
    return whole >= Self.fewestRespelled || whole + inParts > Self.fewestRespelled
  }

  /// The keys that are the only ones which some objects have lost, with the new keys that all of these objects have:
  /// `id` is `gid` in the task, its project and its workspace.
  private func repeated(
    _ gone: [Card], _ added: [Card], _ image: (ShapePath) -> ShapePath?
  ) -> [String: Set<String>] {
    let lost = Dictionary(grouping: gone, by: \.holder)
    let got = Dictionary(grouping: added, by: \.holder).mapValues { Set($0.map(\.key)) }
    var common: [String: (count: Int, keys: Set<String>)] = [:]
    for (holder, cards) in lost {
      guard let key = cards.first?.key, cards.allSatisfy({ $0.key == key }),
        let keys = image(holder).flatMap({ got[$0] })
      else { continue }
      let known = common[key]
      common[key] = ((known?.count ?? 0) + 1, known?.keys.intersection(keys) ?? keys)
    }
    return common.filter { $0.value.count >= Self.fewestMembers && !$0.value.keys.isEmpty }
      .mapValues(\.keys)
  }

  /// The objects whose members went into what holds them, or into an object that they hold, under their names.
  private func unwrapped(
    _ gone: [Card], _ added: [Card], _ image: (ShapePath) -> ShapePath?
  ) -> Set<Churn.Pair> {
    let targets = Dictionary(grouping: added.filter(\.isChange), by: \.name.letters)
    var counts: [Churn.Pair: Int] = [:]
    for card in gone where card.isChange {
      for target in targets[card.name.letters] ?? [] where target.holder != image(card.holder) {
        let isUp = card.holder.parent.flatMap(image) == target.holder
        let isDown = target.holder.parent == image(card.holder)
        guard isUp || isDown, card.types == target.types,
          card.path.steps.suffix(card.path.depth - card.anchor.depth)
            == target.path.steps.suffix(target.path.depth - target.anchor.depth)
        else { continue }
        counts[Churn.Pair(from: card.holder, to: target.holder), default: 0] += 1
      }
    }
    return Set(counts.filter { $0.value >= DriftTuning.Guesses.fewestUnwrapped }.keys)
  }

  /// Whether several of the best pairs have names that are alike: the keys that a record of the same format lacks are
  /// mostly not like those that it has and others have not.
  func areAlike(_ left: [Card], _ right: [Card], _ marginals: PairMarginals) -> Bool {
    let count = left.indices.count { row in
      left[row].isChange
        && right.indices.contains { column in
          right[column].isChange && marginals[row, column] > Self.noRival
            && lexicon.likeness(left[row].name, right[column].name) >= Self.alikeNames
        }
    }
    return count >= Self.fewestAlike
  }

  // Of 487 nights of unchanged formats with something gone and new, one has so many keys gone and new in its objects and
  // more than one such pair. Of 180 version changes with one other record 19 have no other sign, and seven of these as
  // many and no member of another kind; counted at the probability of a guess, before two that are as likely were none.
  private static let fewestAlike = 3
  private static let alikeNames = 0.6
  /// Of two places that are as likely neither is: `price` may be `min_price` and `max_price`.
  private static let noRival = 0.5

  private static let third = 1.0 / 3
  private static let half = 0.5
  // Half of a few values is chance. So 432 nights of one to ten records have as many breaking findings with "half of
  // all values" as without it.
  private static let fewestPlaces = 10

  /// Whether no member that the records kept says that some are of a kind that the others are not.
  var areOfOneKind: Bool {
    !tables.isEmpty
      && tables.allSatisfy { table in
        let members = members(table.old.root, table.new.root)
        return members.old.intersection(members.new).allSatisfy { member in
          kinds(member, table).map { $0.old == $0.new } ?? true
        }
      }
  }

  /// The names of the members of an object on both sides.
  private func members(
    _ path: ShapePath, _ target: ShapePath
  ) -> (old: Set<ShapePath.Step>, new: Set<ShapePath.Step>) {
    (
      Set((old[path]?.children ?? []).compactMap(\.last)),
      Set((new[target]?.children ?? []).compactMap(\.last))
    )
  }

  /// Whether a list of the records lies elsewhere, whose objects are those of before: most members are the same, and none
  /// says that they are of another kind.
  private var haveMovedRecords: Bool {
    roots.haveMoved && areOfOneKind
      && tables.contains { table in
        guard table.old.root != table.new.root else { return false }
        let (before, now) = members(table.old.root, table.new.root)
        let kept = before.intersection(now).count
        return kept >= Self.fewestMembers && 2 * kept >= min(before.count, now.count)
      }
  }

  /// Whether the records themselves have other members now, and are not of another kind.
  ///
  /// A list in them that was found elsewhere, with the members that it had, says nothing against that.
  private var haveOtherMembers: Bool {
    let records = tables.filter { table in
      !tables.contains { $0.old.root != table.old.root && table.old.root.isWithin($0.old.root) }
    }
    return records.allSatisfy { table in
      guard let kept = keptMembers(table.old.root, table.new.root) else { return false }
      return !kept.contains { isOtherKind($0, table) }
    } && (!tables.isEmpty || keptMembers(ShapePath(), ShapePath()) != nil)
  }

  /// The members that two objects both have; nil where these are more than half of either's, or a few others only.
  private func keptMembers(_ path: ShapePath, _ target: ShapePath) -> Set<ShapePath.Step>? {
    let (before, now) = members(path, target)
    let kept = before.intersection(now)
    guard 2 * kept.count <= min(before.count, now.count) else { return nil }
    // An `article` in the place of a `video` is a kind of content.
    let fewest = kept.isEmpty ? max(before.count, now.count) : min(before.count, now.count)
    return fewest - kept.count >= Self.fewestMembers ? kept : nil
  }

  /// Whether a member says of which kind a record is, and no record is of a kind that came before.
  private func isOtherKind(_ member: ShapePath.Step, _ table: ColumnMatching) -> Bool {
    kinds(member, table).map { $0.old.isDisjoint(with: $0.new) } ?? false
  }

  /// The kinds of the records on both sides, where a member says them.
  private func kinds(
    _ member: ShapePath.Step, _ table: ColumnMatching
  ) -> (old: Set<ValueMark>, new: Set<ValueMark>)? {
    guard case .member(let name) = member, KindNames.isKind(name),
      let before = table.old.column(at: table.old.root.appending(member)),
      let now = table.new.column(at: table.new.root.appending(member))
    else { return nil }
    return (Set(table.old.counts[before].keys), Set(table.new.counts[now].keys))
  }

  private static let fewestMembers = 3
  // One of 84 version changes needs it: with one other record 20 of its 36 pairs are found with a quarter of the names of
  // the smaller object and none with a third.
  private static let fewestOfAlike = 5
  private static let partOfAlike = 4
  private static let fewestRespelled = 2
}
