import StrictJSON

/// Finds for each old column the new one that holds its values, in records that are the same.
///
/// A place that is still there is believed to be itself, unless its values disagree and stand
/// somewhere else. All others are paired by evidence, the strongest first, each column once.
struct ColumnMatching {
  let old: RecordTable
  let new: RecordTable
  let join: RecordJoin

  private(set) var pairs: [ColumnPair] = []
  /// The new columns of the pairs, by the old ones.
  private var found: [Int: Set<Int>] = [:]
  /// The agreement of each old column with the column that stands in its place.
  private(set) var inPlace: [Int: Agreement] = [:]
  /// The old columns whose place now holds other values.
  private(set) var replaced: Set<Int> = []

  /// Whether the records of the two sides are not the same.
  private(set) var isOfOtherRecords = false
  /// Whether nothing says if they are.
  private(set) var isOfUnknownRecords = false

  private(set) var oldFree: Set<Int>
  private(set) var newFree: Set<Int>
  let partner: [Int: Int]
  let kinds: ColumnKinds
  /// The columns that only count the elements of their lists.
  let ordinals: (old: Set<Int>, new: Set<Int>)
  let exact: AgreementTable
  private(set) var spelled: AgreementTable?
  /// What the old columns that are gone repeat, and what the new ones do.
  private(set) var twins: (old: ColumnTwins, new: ColumnTwins)?
  /// The numbers of the joined records.
  let numbers: JoinedNumbers
  let namesOfSeveral: NamesOfSeveral
  /// Where the members of the old objects went.
  private(set) var homes: HolderVotes?
  private let oldNames: [Names]
  private let newNames: [Names]

  /// The last name on the way to a column, the last two as one, and the words of all of them.
  private struct Names {
    let own: NameLikeness.Name
    let whole: NameLikeness.Name
    let way: Set<String>
  }

  init(_ old: RecordTable, _ new: RecordTable) {
    self.old = old
    self.new = new
    join = RecordJoin.best(old, new)
    kinds = ColumnKinds(old, new)
    numbers = JoinedNumbers(
      join.sample(Self.numberSample), (old, Set(old.columns.indices)),
      (new, Set(new.columns.indices)))
    namesOfSeveral = NamesOfSeveral(old, new)
    ordinals = (Self.ordinals(of: old), Self.ordinals(of: new))
    exact = AgreementTable(
      old, new, join, oldColumns: Set(old.columns.indices), newColumns: Set(new.columns.indices))
    var partner: [Int: Int] = [:]
    for index in old.columns.indices {
      let path = old.columns[index].path.moved(from: old.root, to: new.root)
      partner[index] = new.index[path]
    }
    self.partner = partner
    oldFree = Set(old.columns.indices.filter { partner[$0] == nil })
    newFree = Set(new.columns.indices).subtracting(partner.values)
    let prefixes = [old, new].reduce(into: Set<String>()) { prefixes, side in
      prefixes.formUnion(NameLikeness.commonPrefixes(of: side.columns.compactMap(\.path.lastName)))
    }
    oldNames = Self.names(of: old, ignoring: prefixes)
    newNames = Self.names(of: new, ignoring: prefixes)
    findReplaced()
    let isOfOthers = tellsOfOtherRecords
    isOfOtherRecords = isOfOthers ?? false
    isOfUnknownRecords = isOfOthers == nil
    match(exact, as: .values)
    matchTwins()
    if oldFree.count * newFree.count <= Self.mostPairs {
      take(ColumnParts(old, new, join, oldFree: oldFree, newFree: newFree).pairs)
    }
    let spelled = AgreementTable(
      old, new, join, oldColumns: oldFree, newColumns: newFree, bySpelling: true)
    match(spelled, as: .spelling)
    self.spelled = spelled
    matchParts()
    if oldFree.count * newFree.count <= Self.mostPairs { matchRest() }
  }

  /// More pairs of columns than this are not looked at one by one.
  static let mostPairs = 20_000

  /// The new columns that hold exactly what some old one holds, wherever that one went.
  ///
  /// They are no other spelling, wording or code of a further column: where `start.timezone` has what
  /// `timezone` had, and `end.timezone` has it too, the second one is not the `timezone_offset` of before.
  private var explained: Set<Int> {
    let exactOnes = exact.agreements.filter { key, agreement in
      agreement.matched >= DriftTuning.Confidence.fewestRecords
        && agreement.excess >= DriftTuning.Values.exactExcess
        && agreement.chance <= DriftTuning.Values.constantChance
        && old.counts[key.old].count >= DriftTuning.Confidence.fewestValues
        && !old.profiles[key.old].isBoolean
    }
    return Set(exactOnes.keys.map(\.new))
  }

  private mutating func matchRest() {
    let unknown = unknownColumns
    let near = ColumnNearness(
      old, new, join, oldFree: oldFree, newFree: unknown, likeness: likeness)
    take(
      near.pairs.filter {
        let key = AgreementTable.Key(old: $0.old, new: $0.new)
        return hasSameGaps(exact, key) && !isNameInAddress(key)
      })
    take(
      ColumnCodes(
        old, new, join, oldFree: oldFree, newFree: unknown, likeness: likeness
      ).pairs)
    take(
      ColumnPartitions(
        old, new, join, oldFree: oldFree, newFree: unknownColumns, likeness: likeness
      ).pairs)
    let contained = ColumnContainment(
      old, new, join, oldFree: oldFree, newFree: unknownColumns, kept: Set(keptKeys.map(\.old))
    ) { likeness($0, $1) + (areBeside($0, $1) ? DriftTuning.Guesses.betterName : 0) }
    take(contained.pairs.filter { hasSameGaps(exact, .init(old: $0.old, new: $0.new)) })
  }

  /// The new columns of which it is not known whose values they hold, in whatever form.
  private var unknownColumns: Set<Int> {
    newFree.subtracting(explained).filter { column in
      !(twins?.new.originals(of: column) ?? []).contains { !newFree.contains($0) }
    }
  }

  /// The columns that are where they were and hold what they held, as far as values can tell.
  var keptColumns: [(old: Int, new: Int)] {
    old.columns.indices.compactMap { column in
      guard !replaced.contains(column), let place = partner[column] else { return nil }
      return (column, place)
    }
  }

  /// The agreement of two columns in the joined records.
  func agreement(_ oldColumn: Int, _ newColumn: Int) -> Agreement {
    exact.agreement(oldColumn, newColumn)
  }

  /// How alike the names of two columns are, from 0 to 1.
  func likeness(_ oldColumn: Int, _ newColumn: Int) -> Double {
    // `mission_patch` and `patch.large`: the name may have gone into the path.
    max(
      ownLikeness(oldColumn, newColumn),
      NameLikeness.of(oldNames[oldColumn].whole, newNames[newColumn].whole))
  }

  /// The same; of two in one and the same object its name says nothing: `product.id` is no `product.code`.
  func likenessApart(_ oldColumn: Int, _ newColumn: Int) -> Double {
    areBeside(oldColumn, newColumn)
      ? ownLikeness(oldColumn, newColumn) : likeness(oldColumn, newColumn)
  }

  /// How alike the last names of two columns are.
  func ownLikeness(_ oldColumn: Int, _ newColumn: Int) -> Double {
    NameLikeness.of(oldNames[oldColumn].own, newNames[newColumn].own)
  }

  private static func names(of side: RecordTable, ignoring prefixes: Set<String>) -> [Names] {
    side.columns.map { column in
      Names(
        own: NameLikeness.Name(column.path.lastName ?? "", ignoring: prefixes),
        whole: NameLikeness.Name(
          column.path.names(below: side.root).suffix(2).joined(separator: "_"), ignoring: prefixes),
        way: Set(
          column.path.names(below: side.root).dropLast().flatMap {
            NameWords.of($0, ignoring: prefixes)
          }))
    }
  }

  /// The share of the words on the way to two columns that are the same, however the names are written.
  private func pathLikeness(_ oldColumn: Int, _ newColumn: Int) -> Double {
    NameLikeness.ofSets(oldNames[oldColumn].way, newNames[newColumn].way)
  }

  /// How many more lists are on the way to the one of two columns, two at the most.
  private func differenceOfLists(_ key: AgreementTable.Key) -> Double {
    let (from, to) = (old.columns[key.old].path, new.columns[key.new].path)
    return Double(min(2, abs(from.lists - old.root.lists - to.lists + new.root.lists)))
  }

  // MARK: Places that are still there

  /// Finds places that hold other values now, while the old values stand elsewhere.
  private mutating func findReplaced() {
    for (oldColumn, newColumn) in partner {
      inPlace[oldColumn] = exact.agreement(oldColumn, newColumn)
    }
    let rewritten = rewrittenTimes
    for (oldColumn, own) in inPlace
    where own.rate <= DriftTuning.Values.otherValues && own.compared + own.matched > 0 {
      let elsewhere = exact.agreements.filter { key, agreement in
        key.old == oldColumn && isStrong(agreement, key)
          && agreement.rate >= DriftTuning.Values.elsewhere
          && agreement.rate > rewritten[oldColumn] ?? 0
          && agreement.weight >= DriftTuning.Values.elsewhereBits && agreement.matched >= 2
          && mayBeFree(key.new)
      }
      if !elsewhere.isEmpty { replaced.insert(oldColumn) }
    }
    findTakenPlaces(exact)
    findTakenPlacesBySpelling()
    for column in replaced {
      oldFree.insert(column)
      if let place = partner[column] { newFree.insert(place) }
    }
  }

  /// Finds places that hold what another column held, which is gone: `url` is what `html_url` was.
  private mutating func findTakenPlaces(_ table: AgreementTable) {
    let owners = Dictionary(partner.map { ($0.value, $0.key) }) { first, _ in first }
    for (key, agreement) in table.agreements where partner[key.old] == nil {
      guard let owner = owners[key.new], disagrees(owner, key.new, in: table),
        isStrong(agreement, key), agreement.rate >= DriftTuning.Values.elsewhere,
        agreement.weight >= DriftTuning.Values.elsewhereBits,
        likeness(key.old, key.new) >= DriftTuning.Names.halfNames
          || isProof(agreement, key, in: table)
      else { continue }
      replaced.insert(owner)
    }
  }

  /// The same for values that are written in another way: `first_aired` is the text of what `first_aired_utc` counted.
  private mutating func findTakenPlacesBySpelling() {
    let doubtful = partner.filter { owner, place in
      !replaced.contains(owner) && disagrees(owner, place, in: exact)
    }
    guard !doubtful.isEmpty, oldFree.count * doubtful.count <= Self.mostPairs else { return }
    findTakenPlaces(
      AgreementTable(
        old, new, join, oldColumns: oldFree.union(doubtful.keys),
        newColumns: Set(doubtful.values), bySpelling: true))
  }

  /// Whether an old column and the new one in its place have other values in the same records.
  func disagrees(_ owner: Int, _ place: Int, in table: AgreementTable) -> Bool {
    let own = table.agreement(owner, place)
    return own.compared > 0 && own.rate <= DriftTuning.Values.otherValues
  }

  /// Whether equal values alone, whatever the names, say that one column is the other: so many different ones are no
  /// chance.
  private func isProof(
    _ agreement: Agreement, _ key: AgreementTable.Key, in table: AgreementTable
  ) -> Bool {
    !table.isBySpelling && agreement.compared >= DriftTuning.Confidence.fewestRecords
      && agreement.rate >= DriftTuning.Values.twinRate
      && agreement.weight >= DriftTuning.Values.twinBits
      && min(old.counts[key.old].count, new.counts[key.new].count)
        >= DriftTuning.Confidence.fewestValues
  }

  /// Whether a new column is new, or holds other values than the old one in its place.
  private func mayBeFree(_ newColumn: Int) -> Bool {
    guard let owner = partner.first(where: { $0.value == newColumn })?.key else { return true }
    return disagrees(owner, newColumn, in: exact)
  }

  // MARK: Values

  private mutating func match(_ table: AgreementTable, as basis: ColumnPair.Basis) {
    var candidates: [Candidate] = []
    let explained = table.isBySpelling ? explained : []
    for (key, agreement) in table.agreements
    where oldFree.contains(key.old) && newFree.contains(key.new) && !explained.contains(key.new) {
      guard !(replaced.contains(key.old) && partner[key.old] == key.new),
        isStrong(agreement, key), !isCopyOfTwin(key), hasSameGaps(table, key),
        !isAsGoodAtHome(agreement, key, in: table), !areOpposite(key, after: agreement)
      else { continue }
      var score =
        agreement.strength + DriftTuning.PairScore.name * likeness(key.old, key.new)
        + DriftTuning.PairScore.path * pathLikeness(key.old, key.new)
        - DriftTuning.PairScore.lists * differenceOfLists(key)
        - DriftTuning.PairScore.gaps * (1 - table.overlap(key.old, key.new))
      if table.isBySpelling {
        if isNameInAddress(key) || areUnknownAddresses(key) { continue }
        // `mad-men` is all that the end of an address can be; another address that ends so is more than that.
        if old.profiles[key.old].hasOtherHosts(than: new.profiles[key.new]) {
          score -= DriftTuning.PairScore.otherHosts
        }
      }
      candidates.append(Candidate(key: key, agreement: agreement, score: score))
    }
    take(
      candidates.filter { !isConstant($0.key) }, by: votes(with: clear(candidates)), table, basis)
    // A constant is where the members beside it went, or nowhere that its values tell.
    let homes = votes(with: [])
    take(
      candidates.filter { candidate in
        guard isConstant(candidate.key) else { return false }
        let isElsewhere =
          homes.share(of: candidate.key.old, to: candidate.key.new) == 0
          && homes.isKnown(candidate.key.old)
        return !isElsewhere && !isOnlyNamed(candidate.key) && !isOfOtherObject(candidate.key)
      }, by: homes, table, basis)
  }

  /// Where the members of each object went, for all that is known and what some pairs say.
  private func votes(with clear: [AgreementTable.Key]) -> HolderVotes {
    let paired = pairs.map { AgreementTable.Key(old: $0.old, new: $0.new) }
    return HolderVotes(clear + keptKeys + paired, old, new)
  }

  /// Takes the best of some candidates, each column once.
  private mutating func take(
    _ candidates: [Candidate], by homes: HolderVotes, _ table: AgreementTable,
    _ basis: ColumnPair.Basis
  ) {
    self.homes = homes
    let candidates = candidates.map { candidate in
      Candidate(
        key: candidate.key, agreement: candidate.agreement,
        score: candidate.score + DriftTuning.PairScore.siblings
          * homes.share(of: candidate.key.old, to: candidate.key.new))
    }
    for candidate in ranked(candidates)
    where oldFree.contains(candidate.key.old) && newFree.contains(candidate.key.new) {
      var pair = ColumnPair(
        old: candidate.key.old, new: candidate.key.new, basis: basis,
        matched: candidate.agreement.matched, compared: candidate.agreement.compared)
      if table.isBySpelling {
        guard let read = readAsNumbers(pair) else { continue }
        pair = isSpelledInPart(read) ? read.asNear : read
      }
      take([pair])
    }
  }

  /// The columns that are where they were.
  private var keptKeys: [AgreementTable.Key] {
    keptColumns.filter { !holdsOtherValues($0.old) }.map {
      AgreementTable.Key(old: $0.old, new: $0.new)
    }
  }

  private mutating func take(_ taken: [ColumnPair]) {
    pairs += taken
    for pair in taken {
      found[pair.old, default: []].insert(pair.new)
      oldFree.remove(pair.old)
      newFree.remove(pair.new)
    }
  }

  // MARK: Lists that were taken apart, or put together

  /// Finds columns that hold the same as one that was paired, or a part of it.
  private mutating func matchParts() {
    let agreements = exact.agreements.sorted {
      ($0.key.old, $0.key.new) < ($1.key.old, $1.key.new)
    }
    let byOld = Dictionary(grouping: agreements) { $0.key.old }
    let byNew = Dictionary(grouping: agreements) { $0.key.new }
    for pair in pairs where old.columns[pair.old].slots == nil {
      let others = (byNew[pair.new] ?? []).filter { $0.key.old != pair.old }
      for (key, agreement) in (byOld[pair.old] ?? []) + others {
        // One currency in all records is in every amount.
        guard let basis = basisBeside(pair, key), !isConstant(key),
          !old.profiles[key.old].isBoolean, !new.profiles[key.new].isBoolean,
          agreement.excess >= DriftTuning.Values.partExcess,
          agreement.weight >= DriftTuning.Values.partBits,
          agreement.matched * 10 >= agreement.compared * 8
        else { continue }
        let part = ColumnPair(
          old: key.old, new: key.new, basis: basis, matched: agreement.matched,
          compared: agreement.compared)
        if !part.isMerged || hasAll(key) { take([part]) }
      }
    }
  }

  /// Whether what an old column holds is in a new one in nearly all records that have it.
  func hasAll(_ key: AgreementTable.Key) -> Bool {
    let gaps = exact.gaps([key.old], [key.new])
    return gaps.lost * 5 <= gaps.before
  }

  /// Finds columns that repeated another one, which is where it was: what they held is there.
  ///
  /// A key that is just gone may have been dropped as needless, so its claim is a guess.
  private mutating func matchTwins() {
    matchNumericTwins()
    let gone = old.columns.indices.filter { oldFree.contains($0) || holdsOtherValues($0) }
    let twins = ColumnTwins(of: Set(gone), in: old)
    self.twins = (twins, ColumnTwins(of: newFree, in: new))
    for column in gone {
      // What repeats a column of which the values were found is nowhere else.
      let originals = twins.originals(of: column)
      if partner[column] == nil, originals.contains(where: { isMatched($0) }) {
        oldFree.remove(column)
      }
      if let pair = provedTwin(column, of: originals) {
        take([pair])
        continue
      }
      let places = originals.compactMap { original -> (Int, Agreement, Double)? in
        guard let place = place(of: original) else { return nil }
        let agreement = agreement(column, place)
        let name = likenessApart(column, place)
        guard name >= DriftTuning.Names.halfNames,
          agreement.compared == 0 || agreement.rate >= DriftTuning.Values.twinRate
        else { return nil }
        return (place, agreement, name)
      }
      guard let best = places.max(by: { ($0.2, -$0.0) < ($1.2, -$1.0) }) else { continue }
      if partner[column] != nil { replaced.insert(column) }
      take([
        ColumnPair(
          old: column, new: best.0, basis: .twin,
          matched: partner[column] == nil ? 0 : best.1.matched,
          compared: partner[column] == nil ? 0 : best.1.compared)
      ])
    }
  }

  /// Finds texts that are gone, as the number beside them has become the same text.
  private mutating func matchNumericTwins() {
    let agreements = exact.agreements.sorted {
      ($0.key.old, $0.key.new) < ($1.key.old, $1.key.new)
    }
    for (key, agreement) in agreements where oldFree.contains(key.old) {
      let needed =
        likeness(key.old, key.new) >= DriftTuning.Names.halfNames
        ? DriftTuning.Values.elsewhereBits : DriftTuning.Values.twinBits
      guard isTwin(key), agreement.rate >= DriftTuning.Values.twinRate,
        agreement.weight >= needed
      else { continue }
      take([
        ColumnPair(
          old: key.old, new: key.new, basis: .twin, matched: agreement.matched,
          compared: agreement.compared)
      ])
    }
  }

  private func isMatched(_ column: Int) -> Bool { found[column] != nil }

  /// Whether two columns were paired by what they hold.
  func arePaired(_ key: AgreementTable.Key) -> Bool { found[key.old]?.contains(key.new) ?? false }

  /// Where a column is now: in its place, or where the same values are.
  func place(of column: Int) -> Int? {
    if let place = partner[column], !replaced.contains(column) {
      return holdsOtherValues(column) ? nil : place
    }
    return nil
  }

  /// Whether a column that is where it was holds other values, or values of another kind.
  private func holdsOtherValues(_ column: Int) -> Bool {
    guard let place = partner[column], !replaced.contains(column) else { return false }
    if let own = inPlace[column], own.compared >= 3 {
      return own.rate <= DriftTuning.Values.otherValues
    }
    guard let form = old.profiles[column].form, [.address, .symbol].contains(form) else {
      return false
    }
    return new.profiles[place].values >= 3 && new.profiles[place].share(of: form) == 0
  }
}
