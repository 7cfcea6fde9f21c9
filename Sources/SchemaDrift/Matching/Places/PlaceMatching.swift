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
  /// The unit by which the numbers differ; nil where they do not.
  let unit: UnitChange?
  /// The parts of a text or a list; nil where the place moved as a whole.
  let parts: Change.Kind?
}

/// Where the old places are now, as far as they are not where they were.
struct PlaceMatching {
  private(set) var old: Places
  private(set) var new: Places
  /// The places of the records on either side.
  private(set) var roots = RootPairs()

  /// What became of each old place.
  var fates = PlaceFates()
  /// More places that hold parts of an old one.
  var parts: [(pair: ColumnPair, from: ShapePath, to: ShapePath)] = []
  /// Old places that held what another one in another object holds, which is where it was.
  var twinsElsewhere: [(pair: ColumnPair, from: ShapePath, to: ShapePath)] = []
  var claimed = PlaceSet()
  var tables: [ColumnMatching] = []
  let beside: (old: EnvelopeValues, new: EnvelopeValues)
  /// The old places whose key holds values of another kind now, until it is known whether they are elsewhere.
  var reused: Set<ShapePath> = []
  /// The old objects that are of the kind of the new ones, whatever these say, by how their keys changed.
  var objectsOfOneKind: Set<ShapePath> = []
  /// Whether nothing is gone but what may just not have come.
  var isOfOneFormat = false
  /// The old places of records of which each answer has others.
  private(set) var rootsOfOthers: [ShapePath] = []
  /// The places of records of which values say that they are others, or that they are not.
  private(set) var rootsOfKnown: [ShapePath] = []

  /// What the values say of a place that is where it was.
  struct Meaning: Sendable {
    let rule: DriftRule
    let old: Change.State
    let new: Change.State
    let evidence: Evidence.Basis
    let chance: Double?
  }

  init(_ oldSide: Drift.Side, _ newSide: Drift.Side) {
    old = Places(of: oldSide.shape)
    new = Places(of: newSide.shape)
    beside = (EnvelopeValues(oldSide, old), EnvelopeValues(newSide, new))
    let columns = { (root: (old: ShapePath, new: ShapePath)) in
      ColumnMatching(
        RecordTable(root: root.old, oldSide, beside: newSide),
        RecordTable(root: root.new, newSide, beside: oldSide))
    }
    // Where no record is in both of two places that names pair, others may hold them.
    let matchings = RecordRoots.pairs(oldSide.shape, newSide.shape).map { root in
      let matching = columns(root)
      guard root.old != root.new, matching.join.pairs.isEmpty else { return (root, matching) }
      let other =
        RecordRoots.isDoubtful(root, oldSide.shape, newSide.shape)
        ? RecordRoots.likeLists(of: root, oldSide.shape, newSide.shape)
        : RootPairs.byValues(root, oldSide, newSide)
      return other.map { ($0, columns($0)) } ?? (root, matching)
    }
    roots = RootPairs(matchings.map(\.0))
    countRareMembers()
    for (root, matching) in matchings {
      tables.append(matching)
      if matching.isOfOtherRecords { rootsOfOthers.append(root.old) }
      if !matching.isOfUnknownRecords { rootsOfKnown.append(root.old) }
      take(matching)
      reused.formUnion(matching.reusedPlaces)
    }
    matchInPlace()
    matchWrappedLists()
    lift()
    matchLists()
    matchSideLists(oldSide, newSide)
    guess()
    lift()
    matchLists()
    guessOneOrMany()
    matchKeys()
    withdrawReferences()
    returnToHolders()
    withdrawStrays()
    for table in tables { readMeanings(table) }
  }

  mutating func take(_ matching: ColumnMatching) {
    let old = matching.old.columns
    let new = matching.new.columns
    for column in matching.replaced { fates.change(old[column].path) { $0.isReplaced = true } }
    for (column, agreement) in matching.inPlace where agreement.compared > 0 {
      fates.change(old[column].path) { $0.counts = (agreement.matched, agreement.compared) }
    }
    for (path, gaps) in matching.gaps { fates.change(path) { $0.gaps = gaps } }
    let rivals = matching.rivals
    for pair in matching.pairs {
      let from = old[pair.old].path
      let to = new[pair.new].path
      var basis = PlaceFate.Basis.values
      switch pair.basis {
      case .near, .scaled, .correspondence: basis = .nearValues
      case .values, .spelling, .looks, .split, .merged, .twin: break
      }
      if pair.kindBesideOthers != nil {
        let isUnseenTwin = pair.isTwin && pair.compared == 0
        if isUnseenTwin {
          // Where no record shows it, the old ones and the name do, if the key is gone.
          guard isGone(from, in: matching) else { continue }
          // `shop.user_id` may have another new place than the `user_id` of the record; its `user_id_str` has not.
          guard from.parent.map({ place(of: $0) }) == to.parent else {
            twinsElsewhere.append((pair, from, to))
            continue
          }
        }
        parts.append((pair, from, to))
        if !pair.isTwin { claimed.insert(to) }
        // What repeated another member may be dropped, and that is still there; the text of a number is the number.
        let isCopy =
          pair.isTwin && !matching.isTwin(AgreementTable.Key(old: pair.old, new: pair.new))
        basis = isUnseenTwin || isCopy ? .looks : .nearValues
        // The first part stands for the whole, so that it is not told to be gone.
        if from.last == ShapePath.mapKey { continue }
      }
      if image(of: from) == nil {
        fates.set(to, of: from, basis: basis)
        if pair.kindBesideOthers == nil { claimed.insert(to) }
      }
      let isTelling = matching.isTelling(pair)
      fates.change(from) { fate in
        if case .scaled(let unit) = pair.basis { fate.unit = unit }
        fate.counts = (pair.matched, pair.compared)
        fate.isTelling = isTelling
        let others = rivals[pair.old] ?? []
        fate.rivals = others.map { new[$0].path }
        fate.isTied = others.contains { matching.areAsAlike(pair, $0) }
      }
    }
  }

  /// Counts the members of each object that both sides have, and that some of its records lack.
  ///
  /// And those that one side has in all of its records, and the other side not at all.
  private mutating func countRareMembers() {
    for path in old.order {
      let place = place(of: path)
      guard let before = old[path], let now = new[place] else {
        old.countParted(path)
        continue
      }
      guard before.isRare || now.isRare else { continue }
      if let holder = path.parent { old.countRareMember(of: holder) }
      if let holder = place.parent { new.countRareMember(of: holder) }
    }
    for path in new.order where old[place(inOld: path)] == nil { new.countParted(path) }
  }

  /// Whether records that are not the same say that a key is gone, and not just one that they lack.
  private func isGone(_ path: ShapePath, in table: ColumnMatching) -> Bool {
    !table.join.pairs.isEmpty || !table.isOfOtherRecords
      || old.bits(of: path, absentFrom: new, at: place(of: path))
        >= DriftTuning.Guesses.bitsByName
  }

  /// Whether a record that is on both sides had something at an old place.
  func isInSameRecords(_ path: ShapePath) -> Bool {
    tables.contains { $0.isInSameRecords(path, of: old) }
  }

  /// How likely a place that no new record has is gone from all of the same records by chance; nil where nothing tells.
  func chanceOfAbsence(of path: ShapePath) -> Double? {
    tables.first { path.isWithin($0.old.root) }.flatMap { table in
      let records = table.recordsBefore(path)
      return table.chanceOfLoss(records, of: records)
    }
  }

  /// The same of values that are gone from a part of the records.
  func chanceOfLoss(_ gaps: Gaps, at path: ShapePath) -> Double? {
    guard gaps.won == 0 else { return nil }
    return tables.first { path.isWithin($0.old.root) }?.chanceOfLoss(gaps.lost, of: gaps.before)
  }

  /// Whether a place belongs to records of which the new answers have others.
  func isOfOtherRecords(_ path: ShapePath) -> Bool {
    rootsOfOthers.contains { path.isWithin($0) }
  }

  /// Whether a list or a map of records, of which many are others on one side, lies in a place, or beside it in the
  /// answer.
  ///
  /// The answer is one to another request, or of another day. A list with one more record is the same one.
  func holdsOtherRecords(_ path: ShapePath) -> Bool {
    // An object beside the records belongs to the answer, unless it is one itself, as its id says.
    let isBeside =
      path.isEnvelope && roots.newPath(of: path) == nil
      && !(old[path]?.children ?? []).contains {
        $0.lastName.map(ColumnMatching.isIdentifier) ?? false
      }
    let around = isBeside ? ShapePath() : path
    return tables.contains { table in
      table.old.root.isWithin(around) && table.old.root != around
        && (table.isOfOtherRecords
          || !table.join.pairs.isEmpty
            && Double(table.join.pairs.count)
              < DriftTuning.Records.sameList * Double(table.mostRecords))
    }
  }

  /// Whether no value says if a place belongs to such records.
  func isOfUnknownRecords(_ path: ShapePath) -> Bool {
    !rootsOfKnown.contains { path.isWithin($0) }
  }

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
  mutating func set(
    _ image: ShapePath, of path: ShapePath, basis: PlaceFate.Basis
  ) {
    if basis == .looks, isBaseless(path, image) { return }
    fates.set(image, of: path, basis: basis)
    claimed.insert(image)
  }

  // MARK: In place

  /// The place that is looked at first: the same path, seen from the records.
  func place(of path: ShapePath) -> ShapePath {
    if let place = roots.newPath(of: path) { return place }
    for root in roots.pairs where root.old != root.new && root.old.isWithin(path) {
      // What holds the records is found where it holds them now.
      let below = root.old.depth - path.depth
      guard below == 1, root.new.last == root.old.last else { continue }
      return root.new.parent ?? path
    }
    return path
  }

  mutating func matchInPlace() {
    for path in old.order
    where image(of: path) == nil && !fates[path].isReplaced && !reused.contains(path) {
      let place = place(of: path)
      guard let before = old[path], let now = new[place],
        before.nature == now.nature || before.allows(now),
        !claimed.contains(place), !isOfRecordsNow(place, around: path)
      else { continue }
      set(place, of: path, basis: .place)
    }
  }

  /// Whether records that an old place held are what stands at a new place: `$` is `data`, without its key.
  private func isOfRecordsNow(_ place: ShapePath, around path: ShapePath) -> Bool {
    roots.pairs.contains { root in
      guard root.new == place, root.old != path, root.old.isWithin(path),
        let key = root.old.steps(below: path.depth).first, new[place.appending(key)] == nil
      else { return false }
      let names = { (place: Place?) in Set((place?.children ?? []).compactMap(\.lastName)) }
      return !names(old[root.old]).isDisjoint(with: names(new[place]))
    }
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
      // What is where it was has not moved, wherever the rest of its object would be.
      guard image != expected(path) && image != path || isReference else { continue }
      let part = parts.first { $0.from == path && $0.to == image }
      var kind = part?.pair.kindBesideOthers
      // Of several values that became one list the first was found as the list itself.
      if parts.contains(where: { $0.to == image && $0.pair.isMerged }) { kind = .merged }
      moves.append(
        Move(
          from: path, to: image, confidence: fates[path].confidence,
          isGuess: fates[path].basis == .looks, matched: fates[path].counts?.matched,
          compared: fates[path].counts?.compared, isNear: fates[path].basis == .nearValues,
          unit: fates[path].unit,
          parts: kind))
    }
    return moves
  }

  func isReference(_ path: ShapePath, _ image: ShapePath) -> Bool {
    guard let before = old[path], let now = new[image] else { return false }
    return before.nature == .object && now.nature == .scalar && !before.allows(now)
  }

  /// Where a place would be if it had stayed in what holds it.
  func expected(_ path: ShapePath) -> ShapePath {
    guard let parent = path.parent, let step = path.last, let image = image(of: parent) else {
      return roots.pair(around: path) == nil ? path : place(of: path)
    }
    let here = image.appending(step)
    // Where lists and maps come, each has its own.
    if new[here] != nil { return here }
    switch (step, new[image]?.nature) {
    case (.elements, .map?): return image.appending(.values)
    case (.values, .array?): return image.appending(.elements)
    default: return here
    }
  }

  /// Where an object is, or where it would be in what holds it, if it is gone.
  func home(of path: ShapePath) -> ShapePath {
    if let image = image(of: path) { return image }
    return path.parent.flatMap(image) == nil ? place(of: path) : expected(path)
  }

  /// Whether the same records hold other values in a new place than they held in an old one.
  func isRefuted(_ path: ShapePath, at target: ShapePath) -> Bool {
    tables.contains { table in
      guard let old = table.old.index[path], let new = table.new.index[target] else { return false }
      return table.isRefuted(old, new)
    }
  }

  // MARK: Meanings

  private mutating func readMeanings(_ table: ColumnMatching) {
    // What took the place of a key that went elsewhere says nothing of that key.
    for meaning in ColumnMeanings(table).meanings
    where !(fates[meaning.path].isReplaced && fates[meaning.path].basis == .looks) {
      fates.change(meaning.path) { fate in
        fate.meaning = meaning.meaning
        switch meaning.meaning.evidence {
        case .scaled(_, let matched, let compared), .agreement(let matched, let compared, _):
          fate.counts = (matched, compared)
        default: break
        }
      }
    }
  }
}
