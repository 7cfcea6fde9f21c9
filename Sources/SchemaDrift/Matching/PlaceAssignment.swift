import Foundation
import JSONSchema
import StrictJSON

/// Finds where places went that no record on both sides tells of: all places at once.
///
/// Each pair of a place that is gone and a new one gets the odds that they are one, from the names,
/// the values, the types and from where their neighbours and holders went
/// (`PairEvidence`). They are weighed over all ways to pair the places, each once or not at all
/// (`PairMarginals`). The surest pairs are taken first. They tell where their holders are and
/// which words changed, so the others are looked at again, a few times.
struct PlaceAssignment {
  /// A pair, and how likely it is.
  struct Guess {
    let from: ShapePath
    let to: ShapePath
    let probability: Double
  }

  /// What is known of a place, made once.
  private struct Card {
    let path: ShapePath
    let key: String
    let name: NameLexicon.Name
    /// The names on the way to it: the last two, and the last three.
    let way: NameLexicon.Name
    let longWay: NameLexicon.Name
    /// The last name that says something, and the names on the way that do; nil where they are the same.
    let core: (name: NameLexicon.Name, way: NameLexicon.Name)?
    let anchor: ShapePath
    let holder: ShapePath
    let holderName: NameLexicon.Name
    let types: Set<JSONType>
    let column: Int?
    let table: Int
    let filled: Double?
    let distinct: Double?
    let lists: Int
    /// What it says that the place is only on its side, in bits.
    let bits: Double
    /// Whether a record that is on both sides has it.
    let isJoined: Bool
    /// Whether it is no chance that the place is on its side only, or a single record does not tell.
    let isChange: Bool
    /// Whether one of many samples has it: an outlier says nothing of where keys went.
    let isOutlier: Bool
  }

  private let old: Places
  private let new: Places
  private let tables: [ColumnMatching]
  private var lexicon: NameLexicon
  /// Where a place would be on the other side, had nothing moved.
  private let home: (ShapePath, _ isOld: Bool) -> ShapePath

  /// Whether the records lie elsewhere in the answer now: then what stands beside them changed, too.
  private let hasNewEnvelope: Bool

  /// The tables with so few records that a key which is gone and a new one say nothing.
  private let thinTables: Set<Int>

  /// What the same name counts where it is the same without the words that say how a value is written.
  private static let sameCore = 0.7

  /// More pairs than this are not looked at: among very many keys a likeness is chance.
  private static let mostPairs = 60_000

  init(
    _ old: Places, _ new: Places, _ tables: [ColumnMatching], hasNewEnvelope: Bool,
    home: @escaping (ShapePath, _ isOld: Bool) -> ShapePath
  ) {
    self.home = home
    self.hasNewEnvelope = hasNewEnvelope
    self.old = old
    self.new = new
    self.tables = tables
    thinTables = Set(tables.indices.filter { tables[$0].isThin })
    lexicon = NameLexicon(
      old.order.compactMap(\.lastName) + new.order.compactMap(\.lastName))
  }

  mutating func learn(_ from: ShapePath, _ to: ShapePath) {
    lexicon.learn(lexicon.name([from.lastName ?? ""]), lexicon.name([to.lastName ?? ""]))
  }

  /// The pairs of some places that are likely enough, each place once.
  ///
  /// `image` is where an old place is for all that is known, `owner` which old place is at a new one.
  func guesses(
    _ gone: [ShapePath], _ added: [ShapePath], above probability: Double,
    image: (ShapePath) -> ShapePath?, owner: (ShapePath) -> ShapePath?
  ) -> [Guess] {
    guard !gone.isEmpty, !added.isEmpty, gone.count * added.count <= Self.mostPairs else {
      return []
    }
    let left = gone.map { card($0, old, isOld: true) }
    let right = added.map { card($0, new, isOld: false) }
    // Keys that are gone and new ones, in what is there on both sides.
    let isTop = { (card: Card) in card.isChange && image(card.holder) != nil }
    let isNewTop = { (card: Card) in card.isChange && owner(card.holder) != nil }
    let churn = min(
      1,
      4 * Double(min(left.count(where: isTop), right.count(where: isNewTop)))
        / Double(max(1, min(old.scalars, new.scalars))))
    var odds: [[Double]] = []
    for from in left {
      let home = image(from.holder)
      odds.append(
        right.map { to in
          guard let evidence = evidence(from, to, home, churn, image) else {
            return 0
          }
          return exp(min(40, evidence.logOdds))
        })
    }
    let marginals = PairMarginals(odds: odds)
    var found: [Guess] = []
    for row in left.indices {
      for column in right.indices where odds[row][column] > 0.1 {
        found.append(
          Guess(
            from: left[row].path, to: right[column].path, probability: marginals[row, column]))
      }
    }
    found.sort {
      ($1.probability, $0.from.description, $0.to.description)
        < ($0.probability, $1.from.description, $1.to.description)
    }
    var used = (from: Set<ShapePath>(), to: Set<ShapePath>())
    return found.filter { guess in
      guard guess.probability >= probability, !used.from.contains(guess.from),
        !used.to.contains(guess.to)
      else { return false }
      used.from.insert(guess.from)
      used.to.insert(guess.to)
      return true
    }
  }

  private func card(_ path: ShapePath, _ places: Places, isOld: Bool) -> Card {
    var anchor = path
    while let step = anchor.last, step == .elements || step == .values,
      let parent = anchor.parent
    {
      anchor = parent
    }
    var column: Int?
    var table = 0
    for (index, candidate) in tables.enumerated() {
      let known = isOld ? candidate.old.column(at: path) : candidate.new.column(at: path)
      if let known {
        column = known
        table = index
        break
      }
    }
    let side =
      tables.indices.contains(table) ? (isOld ? tables[table].old : tables[table].new) : nil
    let holder = anchor.parent ?? ShapePath()
    let root = side.map(\.root).flatMap { path.isWithin($0) ? $0 : nil }
    let names = root.map(path.names(below:))
    let core = CoreNames.of(names ?? path.names, isRecord: names != nil)
    // What a record had and has no longer is gone.
    let isJoined =
      column != nil && tables.indices.contains(table)
      && (isOld
        ? tables[table].isInSameRecords(path, of: places)
        : tables[table].isInSameRecords(new: path, of: places))
    let bits =
      isJoined || hasNewEnvelope && path.isEnvelope
      ? Places.mostBits
      : places.bits(of: path, absentFrom: isOld ? new : old, at: home(path, isOld))
    return Card(
      path: path, key: anchor.lastName ?? "",
      name: lexicon.name([anchor.lastName ?? ""]), way: lexicon.name(path.names.suffix(2)),
      longWay: lexicon.name(path.names.suffix(3)),
      core: core == (names ?? path.names)
        ? nil : (lexicon.name(core.suffix(1)), lexicon.name(core.suffix(2))),
      anchor: anchor,
      holder: holder, holderName: lexicon.name([holder.lastName ?? ""]),
      types: places[path]?.types ?? [], column: column, table: table,
      filled: column.flatMap { column in
        side.map { Double($0.filled(column)) / Double(max(1, $0.records.count)) }
      } ?? share(of: path, places, side),
      distinct: column.flatMap { column in
        side.flatMap { side in
          side.profiles[column].values >= 5
            ? Double(side.counts[column].count) / Double(max(1, side.profiles[column].values)) : nil
        }
      },
      lists: path.lists,
      bits: bits, isJoined: isJoined,
      isChange: bits >= DriftTuning.Guesses.bitsOfEach
        || places[path]?.presence.map { $0.samples <= 1 } ?? true,
      isOutlier: places[path]?.presence.map {
        $0.present == 1 && $0.samples >= DriftTuning.Guesses.fewestForOutlier
      } ?? false)
  }

  /// The share of the records with a value at a place of which a sketch kept none.
  private func share(of path: ShapePath, _ places: Places, _ side: RecordTable?) -> Double? {
    guard let side, side.reading == .sketches, path.isWithin(side.root) else { return nil }
    return places.share(of: path, below: side.root)
  }

  private func evidence(
    _ from: Card, _ to: Card, _ home: ShapePath?, _ churn: Double,
    _ image: (ShapePath) -> ShapePath?
  ) -> PairEvidence? {
    var evidence = PairEvidence()
    // Of two rare keys one did not come and the other did; where much changed at once, few samples do.
    guard
      from.bits + to.bits >= DriftTuning.Guesses.bits
        && min(from.bits, to.bits) >= DriftTuning.Guesses.bitsOfEach
        || churn >= DriftTuning.Guesses.churn
          && (from.isJoined || !thinTables.contains(from.table))
    else {
      return nil
    }
    let plainName = lexicon.likeness(from.name, to.name)
    let core = coreLikeness(from, to)
    let name = max(plainName, core.name)
    if from.isOutlier || to.isOutlier, name < DriftTuning.Names.sameWord { return nil }
    // Two truths look the same: only a name tells them apart.
    if from.types == [.boolean], to.types == [.boolean], !isNamed(from, to, name, home),
      !agree(from, to)
    {
      return nil
    }
    guard addTypes(from, to, name, &evidence) else { return nil }
    guard addValues(from, to, name, &evidence) else { return nil }
    evidence.add(.name, name)
    if plainName < 1, core.name >= 1 { evidence.add(.sameName, Self.sameCore) }
    if plainName >= 1 {
      evidence.add(.sameName)
      if NameLikeness.generalNames.contains(from.key.lowercased()) { evidence.add(.generalName) }
    }
    let way = max(
      lexicon.likeness(from.way, to.way), lexicon.likeness(from.longWay, to.longWay),
      core.way)
    evidence.add(.way, way)
    if max(name, way) < DriftTuning.Names.related, !evidence.hasValues { evidence.add(.silence) }
    evidence.add(.bothGone, min(1, (from.bits + to.bits) / 12))
    evidence.add(.lessGone, min(1, min(from.bits, to.bits) / 6))
    if to.lists < from.lists,
      lexicon.likeness(from.holderName, to.holderName) < DriftTuning.Names.related
    {
      evidence.add(.leftList)
    }
    evidence.add(.lists, min(1, Double(abs(from.lists - to.lists)) / 2))
    // Where it lies.
    if let home {
      if to.holder == home {
        evidence.add(.sameHolder)
      } else if to.holder.isWithin(home) {
        evidence.add(.belowHolder)
      } else if home.isWithin(to.holder) {
        evidence.add(.aboveHolder)
      }
    }
    if home == nil, !from.path.isEnvelope, let holder = from.holder.parent.flatMap(image),
      new[self.home(from.holder, true)] == nil, to.holder.isWithin(holder)
    {
      // What held it is gone, so it may be in what held that.
      evidence.add(.aboveHolder)
    }
    evidence.add(.neighbours, neighbours(from, to, image))
    return evidence
  }

  /// Whether the same records have the same values in two places.
  private func agree(_ from: Card, _ to: Card) -> Bool {
    guard from.table == to.table, let left = from.column, let right = to.column else {
      return false
    }
    let table = tables[from.table]
    let agreement = table.agreement(left, right)
    return min(table.old.counts[left].count, table.new.counts[right].count) > 1
      && agreement.compared >= DriftTuning.Confidence.fewestRecords
      && agreement.rate >= DriftTuning.Values.twinRate
      && agreement.excess >= DriftTuning.Values.booleanExcess
  }

  /// Whether the names say that two places are one: their own, or those on the way to them, where they do not
  /// lie in one and the same object.
  private func isNamed(_ from: Card, _ to: Card, _ name: Double, _ home: ShapePath?) -> Bool {
    if name >= DriftTuning.Names.hint { return true }
    guard home != to.holder else { return false }
    return max(lexicon.likeness(from.way, to.way), lexicon.likeness(from.longWay, to.longWay))
      >= DriftTuning.Names.related
  }

  /// How alike the names are without those that only say how a value is written.
  private func coreLikeness(_ from: Card, _ to: Card) -> (name: Double, way: Double) {
    guard from.core != nil || to.core != nil else { return (0, 0) }
    return (
      lexicon.likeness(from.core?.name ?? from.name, to.core?.name ?? to.name),
      lexicon.likeness(from.core?.way ?? from.way, to.core?.way ?? to.way)
    )
  }

  private func addTypes(
    _ from: Card, _ to: Card, _ name: Double, _ evidence: inout PairEvidence
  ) -> Bool {
    // Where only `null` came on one side there is nothing to see, so the words must be the same.
    if from.types.isEmpty != to.types.isEmpty { return from.name.letters == to.name.letters }
    if from.types.isEmpty { return true }
    let numbers: Set<JSONType> = [.integer, .number]
    if from.types == to.types {
      evidence.add(.sameType)
      return true
    }
    let areNumbers = from.types.isSubset(of: numbers) && to.types.isSubset(of: numbers)
    if areNumbers || !from.types.isDisjoint(with: to.types) { return true }
    if let left = from.column, let right = to.column, from.table == to.table {
      let before = tables[from.table].old.profiles[left]
      let now = tables[to.table].new.profiles[right]
      if before.isSeconds(of: now) { return true }
      if before.isNumberInText(of: now) { return before.isOfOneSize(as: now) }
      if before.isWordsOrNumbers(besides: now), name < DriftTuning.Names.sameWord { return false }
      // A truth that was written as a word or a number.
      if before.isBoolean != now.isBoolean, before.isTruth, now.isTruth {
        evidence.add(.otherType)
        return name >= DriftTuning.Names.halfNames
      }
    }
    if (from.types == [.boolean]) != (to.types == [.boolean]) { return false }
    evidence.add(.otherType)
    return true
  }

  private func addValues(
    _ from: Card, _ to: Card, _ name: Double, _ evidence: inout PairEvidence
  ) -> Bool {
    guard from.table == to.table, let left = from.column, let right = to.column else {
      // Of an envelope nobody looks at the values, so that says nothing against the same name.
      let isEnvelope = from.path.isEnvelope && to.path.isEnvelope
      if !isEnvelope || name < DriftTuning.Names.sameWord { evidence.add(.unseen) }
      if let mine = from.filled, let theirs = to.filled { evidence.add(.gaps, abs(mine - theirs)) }
      return true
    }
    let table = tables[from.table]
    guard table.haveSameGaps(left, right), !table.isOtherwiseMeant(left, right) else {
      return false
    }
    if table.isRefuted(left, right), name < DriftTuning.Names.sameWord { return false }
    let agreement = table.agreement(left, right)
    if agreement.compared > 0, agreement.matched == 0 { evidence.add(.otherValues) }
    let before = table.old.profiles[left]
    let now = table.new.profiles[right]
    guard before.values > 0, now.values > 0 else {
      evidence.add(.unseen)
      return true
    }
    let differences = before.differences(from: now)
    // Nothing but a name lets an address be something else now, or a number a word.
    if differences.kind >= 0.9, min(before.values, now.values) >= 3,
      max(name, lexicon.likeness(from.way, to.way)) < DriftTuning.Names.halfNames
    {
      return false
    }
    evidence.add(.kind, differences.kind)
    evidence.add(.size, differences.size)
    evidence.add(.writing, differences.writing)
    let isConstant = table.old.counts[left].count < 2 || table.new.counts[right].count < 2
    if !isConstant, !before.isSeconds(of: now), let pattern = before.hasPattern(of: now) {
      evidence.add(pattern ? .samePattern : .otherPattern)
    }
    if !before.hosts.isEmpty, !now.hosts.isEmpty {
      evidence.add(before.hosts.isDisjoint(with: now.hosts) ? .otherHosts : .sameHosts)
    }
    if !before.endings.isEmpty, !now.endings.isEmpty,
      before.endings.isDisjoint(with: now.endings)
    {
      evidence.add(.otherEndings)
    }
    if let mine = before.range, let theirs = now.range, !before.isText || !now.isText {
      let low = max(mine.lowerBound, theirs.lowerBound)
      let high = min(mine.upperBound, theirs.upperBound)
      let all = max(mine.upperBound, theirs.upperBound) - min(mine.lowerBound, theirs.lowerBound)
      // One number on both sides proves nothing.
      if all > 0 { evidence.add(.range, max(0, high - low) / all) }
    }
    addShared(table, left, right, &evidence)
    if let mine = from.filled, let theirs = to.filled { evidence.add(.gaps, abs(mine - theirs)) }
    if let mine = from.distinct, let theirs = to.distinct {
      evidence.add(.distinct, abs(mine - theirs))
    }
    return true
  }

  private func addShared(
    _ table: ColumnMatching, _ left: Int, _ right: Int, _ evidence: inout PairEvidence
  ) {
    let before = table.old.counts[left]
    let now = table.new.counts[right]
    let (small, large) = before.count <= now.count ? (before, now) : (now, before)
    var telling = 0.0
    var shared = 0
    for value in small.keys where large[value] != nil {
      shared += 1
      telling += value.weight
    }
    let isConstant = before.count == 1 && now.count == 1
    if !isConstant {
      evidence.add(.tellingValues, min(1, telling / 30))
      evidence.add(.sharedValues, table.sharedValues(left, right))
    }
    // A vocabulary of a few words that come back, and none of them is in the other column.
    let isClosed = { (counts: [ValueMark: Int]) in
      counts.count <= 12 && counts.values.reduce(0, +) >= 4 * counts.count
    }
    let words =
      shared == 0
      ? table.old.profiles[left].sharedWords(with: table.new.profiles[right]) : 0
    if words >= DriftTuning.Looks.sharedWords {
      evidence.add(.sharedValues, words)
    } else if shared == 0, isClosed(before) || isClosed(now) {
      evidence.add(.strangeWords)
    }
  }

  /// The share of the two neighbours of a place that are those of the other.
  private func neighbours(_ from: Card, _ to: Card, _ image: (ShapePath) -> ShapePath?) -> Double {
    let left = old[from.holder]?.children ?? []
    let right = new[to.holder]?.children ?? []
    guard let place = left.firstIndex(of: from.anchor), let target = right.firstIndex(of: to.anchor)
    else { return 0 }
    var score = 0.0
    for shift in [-1, 1] {
      let isOldEnd = !left.indices.contains(place + shift)
      let isNewEnd = !right.indices.contains(target + shift)
      if isOldEnd, isNewEnd {
        score += 0.25
      } else if !isOldEnd, !isNewEnd, image(left[place + shift]) == right[target + shift] {
        score += 0.5
      }
    }
    return score
  }
}
