import StrictJSON

/// What is beside the records of an answer, and what of it each record says.
extension PlaceAssignment {
  /// What the values beside the records must tell, in bits: a text of five letters, or a number of four digits.
  static var tellingInEnvelope: Double { 8 }

  /// Whether the one stands beside the records, the other one in them, and no name says that they are one.
  func areInAndOut(_ from: Card, _ to: Card, _ home: ShapePath?) -> Bool {
    let isInOld = tables.contains {
      from.path.isWithin($0.old.root) || home?.isWithin($0.new.root) ?? false
    }
    let isInNew = tables.contains { to.path.isWithin($0.new.root) }
    guard isInOld != isInNew else { return false }
    if isSideLoaded(from, to) { return false }
    if isOfEachRecord(isInOld ? from : to, isOld: isInOld) { return true }
    let (inside, beside) = isInOld ? (from, to) : (to, from)
    let isOfAnother = isOfOtherHolder(inside, beside)
    let isSameName =
      inside.name.letters == beside.name.letters && !beside.path.isOfPage && !isOfAnother
    return !isSameName
      && (sharedWithEnvelope(from, to) ?? -1) < (isOfAnother ? Self.tellingInEnvelope : 0)
  }

  /// Whether the object beside the records that holds a place is by its name none of those that hold the other one in
  /// each record: the currency of a `balance` is none of a `fee`.
  private func isOfOtherHolder(_ inside: Card, _ beside: Card) -> Bool {
    guard beside.holder.depth > 0, beside.holder.isEnvelope, let name = beside.holder.lastName
    else { return false }
    let words = NameWords.of(name)
    return Vocabulary.envelopes.isDisjoint(with: words)
      && !inside.path.names.contains { NameWords.of($0) == words }
  }

  /// Whether the name of the one, a member of the records, says that it is of what a list or a map beside them holds.
  ///
  ///     {"tasks": [{"company-name": "Acme"}]}      {"tasks": […], "included": {"companies": {"7": {"name": "Acme"}}}}
  func isSideLoaded(_ from: Card, _ to: Card) -> Bool {
    let isInOld = tables.contains { from.path.isWithin($0.old.root) }
    guard isInOld != tables.contains(where: { to.path.isWithin($0.new.root) }) else { return false }
    let (member, entry) = isInOld ? (from, to) : (to, from)
    guard let step = entry.holder.last, step == .elements || step == .values,
      let list = entry.holder.lastName
    else { return false }
    let words = NameWords.of(member.key)
    let (holder, name) = (NameWords.of(list), NameWords.of(entry.key))
    if words.count > 1, words == holder + name { return true }
    // What was beside the records and is in each of them now is found by what holds it.
    return isInOld && words == name && Set(name).isDisjoint(with: Vocabulary.identifiers)
      && NameWords.of(member.holder.lastName ?? "") == holder
  }

  /// What it tells, in bits, that a place beside the records and another one have the same values; nil where they have
  /// not.
  func sharedWithEnvelope(_ from: Card, _ to: Card) -> Double? {
    let (before, now) = (values(of: from, isOld: true), values(of: to, isOld: false))
    guard !before.isEmpty, !now.isEmpty, from.column == nil || to.column == nil else { return nil }
    let shared = before.intersection(now)
    guard shared.count == min(before.count, now.count) else { return nil }
    return shared.reduce(0) { $0 + $1.weight }
  }

  /// Adds what the values of two places say of which one at least is beside the records, or of no record that both have.
  func addValuesBesideRecords(
    _ from: Card, _ to: Card, _ name: Double, _ evidence: inout PairEvidence
  ) {
    if let bits = sharedWithEnvelope(from, to), bits >= Self.tellingInEnvelope {
      evidence.add(.sharedValues)
      evidence.add(.tellingValues, min(1, bits / Self.mostTelling))
      return
    }
    // What stands beside the records may be another value in each answer, which says nothing against the same name.
    let isEnvelope = from.path.isEnvelope && to.path.isEnvelope
    if isEnvelope, areSameInEnvelope(from, to, name) {
      evidence.add(.sharedValues)
    } else if !isEnvelope || name < DriftTuning.Names.sameWord {
      evidence.add(.unseen)
    }
    if let mine = from.filled, let theirs = to.filled { evidence.add(.gaps, abs(mine - theirs)) }
  }

  /// Whether two places beside the records have the same values, and enough is alike: for the size of a page half of
  /// the name, and nothing more for a total of four digits.
  private func areSameInEnvelope(_ from: Card, _ to: Card, _ name: Double) -> Bool {
    guard let bits = sharedWithEnvelope(from, to) else { return false }
    // The last id of a page may be as high as the total was.
    let areIDs = [from, to].map {
      NameWords.of($0.key).contains(where: Vocabulary.identifiers.contains)
    }
    guard areIDs[0] == areIDs[1] else { return false }
    return bits >= Self.tellingNumber
      || bits >= Self.smallNumber && name >= DriftTuning.Names.halfNames
  }

  /// What a number of four or five digits tells, and what one of two or three does, in bits.
  private static var tellingNumber: Double { 5 }
  private static var smallNumber: Double { 2 }

  /// The values of a place beside the records, or of one that has no more of them than there are answers.
  private func values(of card: Card, isOld: Bool) -> Set<ValueMark> {
    let envelope = isOld ? beside.old : beside.new
    guard let column = card.column else { return envelope[card.path] }
    let table = table(of: card, isOld: isOld)
    let counts = table.counts[column]
    return table.reading == .values && counts.count <= envelope.answers ? Set(counts.keys) : []
  }

  /// Whether a place in the records has more different values than there were answers: what stands beside the records is
  /// one value for all of them.
  private func isOfEachRecord(_ card: Card, isOld: Bool) -> Bool {
    guard let column = card.column else { return false }
    return table(of: card, isOld: isOld).counts[column].count > (isOld ? old : new).samples
  }

  private func table(of card: Card, isOld: Bool) -> RecordTable {
    isOld ? tables[card.table].old : tables[card.table].new
  }
}
