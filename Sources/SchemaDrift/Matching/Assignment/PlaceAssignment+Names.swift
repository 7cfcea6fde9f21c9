import JSONSchema
import StrictJSON

/// What the names of two places say of each other, and those of what holds them.
extension PlaceAssignment {
  private static let fewestTakenApart = 2

  /// Whether the new name has a word that an old object is called by, and nothing on the way to the old place is.
  func isOfOtherObject(_ to: Card, than from: Card) -> Bool {
    (to.core?.name ?? to.name).words.contains { word in
      objectWords.contains(word) && !from.longWay.words.contains { lexicon.areRelated(word, $0) }
    }
  }

  /// Whether an id is by its name that of an object which the new format has there, and the new place is in an object that
  /// is called otherwise: `commit_id` is no `created_by.id` where there is a `commit`.
  func isIdentifierOfOther(_ from: Card, than to: Card, _ home: ShapePath?) -> Bool {
    guard Vocabulary.identifiers.contains(from.words.last ?? ""), from.words.count > 1,
      let home, to.holder != home, to.holder.isWithin(home)
    else { return false }
    let object = from.words.dropLast()
    let isThere = (new[home]?.children ?? []).contains {
      new[$0]?.nature == .object && NameWords.of($0.lastName ?? "") == Array(object)
    }
    return isThere
      && !from.name.words.dropLast().contains { word in
        to.longWay.words.contains { lexicon.areRelated(word, $0) }
      }
  }

  /// Whether two names have another number each, and the new format has the name with the number of the old one: `t2` is
  /// no `energy_t1` where there is an `energy_t2`, unless what was counted from 1 is counted from 0 now.
  func areOtherNumbers(_ from: Card, _ to: Card) -> Bool {
    let (before, now) = (numbers(beside: from, in: old), numbers(beside: to, in: new))
    guard let number = before.own, let other = now.own, number != other else { return false }
    return now.all.contains(number) && before.all.min() == now.all.min()
  }

  /// The number in a name, and those of the names in the same object that differ in it only; none where there are several.
  private func numbers(beside card: Card, in places: Places) -> (own: Int?, all: Set<Int>) {
    func number(_ words: [String]) -> (place: Int, value: Int)? {
      let found = words.indices.compactMap { place in Int(words[place]).map { (place, $0) } }
      return found.count == 1 ? found[0] : nil
    }
    guard let own = number(card.words) else { return (nil, []) }
    var stem = card.words
    stem.remove(at: own.place)
    let all = (places[card.holder]?.children ?? []).compactMap { path -> Int? in
      var words = NameWords.of(path.lastName ?? "")
      guard let other = number(words), other.place == own.place else { return nil }
      words.remove(at: other.place)
      return words == stem ? other.value : nil
    }
    return (own.value, Set(all))
  }

  /// Whether two truths are of two things, by the words around those that only say that something is on: `invites_enabled`
  /// is no `translation.enabled`.
  func areTruthsOfOthers(_ from: Card, _ to: Card) -> Bool {
    guard from.words != to.words else { return false }
    let own = { (card: Card) in
      zip(card.words, card.name.words).filter { !Vocabulary.truths.contains($0.0) }
    }
    func isOfOther(_ card: Card, than other: Card) -> Bool {
      let words = own(card)
      return !words.isEmpty
        && Set(words.map(\.0)).isDisjoint(with: other.holderWords.union(other.words))
        && !words.contains { word in
          other.longWay.words.contains { lexicon.areRelated(word.1, $0) }
        }
    }
    return own(from).isEmpty != own(to).isEmpty
      && (isOfOther(from, than: to) || isOfOther(to, than: from))
  }

  /// Whether one name is a general one behind a word that nothing on the way to the other place has.
  ///
  /// A `parentType` is no `type`, and an `upload_id` not the `id` of a bike. Of two such names, as `by.accountId` and
  /// `authorId`, one may have it.
  func areOtherwiseQualified(_ from: Card, _ to: Card) -> Bool {
    let isNew = isQualified(to, unlike: from)
    let isOld = isQualified(from, unlike: to)
    return from.name.words.count > 1 && to.name.words.count > 1 ? isOld && isNew : isOld || isNew
  }

  /// Whether a key is the one of an object and of its member, written in one, on the other side: `serviceName` is
  /// `service.name`.
  ///
  /// A single one may be a text in place of an object, as `authorName` is, and what an id refers to may just have been
  /// asked for in full.
  func isTakenApart(
    _ from: Card, _ to: Card, _ home: ShapePath?, _ image: (ShapePath) -> ShapePath?
  ) -> Bool {
    guard
      Vocabulary.identifiers.isDisjoint(
        with: NameWords.of(from.key) + NameWords.of(to.key)),
      from.types == to.types
    else { return false }
    if home != nil, to.holder.parent == home {
      return from.name.letters == to.holderName.letters + to.name.letters
        && areSeveral(to.holder, in: new, besides: from.holder, in: old)
    }
    return from.holder.parent.flatMap(image) == to.holder
      && to.name.letters == from.holderName.letters + from.name.letters
      && areSeveral(from.holder, in: old, besides: to.holder, in: new)
  }

  /// Whether several keys of one object are the name of another one with those of its members, and none is an id.
  func areSeveral(
    _ object: ShapePath, in places: Places, besides holder: ShapePath, in others: Places
  ) -> Bool {
    let letters = { (path: ShapePath) in NameWords.letters(path.lastName ?? "") }
    let members = Set((places[object]?.children ?? []).map(letters))
    guard Vocabulary.identifiers.isDisjoint(with: members) else { return false }
    let prefix = letters(object)
    return (others[holder]?.children ?? []).count { member in
      let name = letters(member)
      return name.hasPrefix(prefix) && members.contains(String(name.dropFirst(prefix.count)))
    } >= Self.fewestTakenApart
  }

  /// Whether a general name stands where an object was of which nothing else is there: the `type` of an assignee is not
  /// that of the task.
  func isOfOwner(_ from: Card, _ to: Card, _ churn: Churn) -> Bool {
    guard from.key == to.key, Vocabulary.generalNames.contains(from.key.lowercased()),
      !from.path.isEnvelope, to.holder.depth < from.holder.depth, to.lists == from.lists,
      let parent = from.holder.parent,
      self.home(of: parent) == to.holder || churn.isUnwrapped(parent, to.holder)
    else { return false }
    return !churn.isUnwrapped(from, to)
  }

  func isQualified(_ card: Card, unlike other: Card) -> Bool {
    guard NameLikeness.isQualified(card.key, unlike: other.key) else { return false }
    return !card.name.words.dropLast().contains { word in
      other.longWay.words.dropLast().contains { lexicon.areRelated(word, $0) }
        || card.holderName.words.contains { lexicon.areRelated(word, $0) }
    }
  }

  /// Whether the words of one name are those of the other one and of what holds that; a `type` may be any of several.
  func hasSplitName(_ from: Card, _ to: Card) -> Bool {
    func isSplit(_ whole: Card, _ part: Card) -> Bool {
      let words = Set(whole.name.words)
      return words.count >= 2 && part.name.words.count < whole.name.words.count
        && words == Set(part.holderName.words + part.name.words)
        && !Vocabulary.generalNames.contains(part.key.lowercased())
    }
    return isSplit(from, to) || isSplit(to, from)
  }

  /// Whether the names say that two places are one: their own, or those on the way to them, where they do not
  /// lie in one and the same object.
  func isNamed(_ from: Card, _ to: Card, _ name: Double, _ home: ShapePath?) -> Bool {
    if name >= DriftTuning.Names.hint { return true }
    guard home != to.holder else { return false }
    return lexicon.likeness(from.wayInRecord, to.wayInRecord) >= DriftTuning.Names.related
  }

  /// How alike the names are without those that only say how a value is written.
  func coreLikeness(_ from: Card, _ to: Card) -> (name: Double, way: Double) {
    guard from.core != nil || to.core != nil, !isAddress(to, ofWord: from, isOld: false),
      !isAddress(from, ofWord: to, isOld: true)
    else { return (0, 0) }
    return (
      lexicon.likeness(from.core?.name ?? from.name, to.core?.name ?? to.name),
      lexicon.likeness(from.core?.way ?? from.way, to.core?.way ?? to.way)
    )
  }

  /// Whether the one is the address in an object, and the other a word, or a value that nobody saw where the object has
  /// a name, too: `branch` is no `branch.href`, while `logo` is `logo.url`.
  func isAddress(_ address: Card, ofWord word: Card, isOld: Bool) -> Bool {
    guard address.core != nil, address.form == .address, word.form != .address,
      !Vocabulary.addresses.isDisjoint(with: address.words)
    else { return false }
    if let column = word.column {
      let side = isOld ? tables[word.table].new : tables[word.table].old
      if side.profiles[column].texts > 0 { return true }
    }
    return (isOld ? old : new)[address.holder]?.children.contains {
      Vocabulary.namesOfObject.contains(NameWords.letters($0.lastName ?? ""))
    } ?? false
  }

  /// How alike the ways to two places are; where enough values were seen, those within the records: that both are in lists of
  /// items says nothing of two of their members.
  func tellingWay(_ way: Double, _ from: Card, _ to: Card) -> Double {
    guard from.table == to.table, let left = from.column, let right = to.column,
      tables[from.table].old.profiles[left].values >= Self.fewestSeen,
      tables[to.table].new.profiles[right].values >= Self.fewestSeen
    else { return way }
    return min(way, lexicon.likeness(from.wayInRecord, to.wayInRecord))
  }

  private static let fewestSeen = 3
}
