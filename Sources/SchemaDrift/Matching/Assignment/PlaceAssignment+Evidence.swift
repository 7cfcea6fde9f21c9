import Foundation
import JSONSchema
import StrictJSON

/// What speaks for and against two places being one.
extension PlaceAssignment {
  /// What the same name counts where it is the same without the words that say how a value is written.
  private static let sameCore = 0.7

  /// What the name of what an address leads to counts as the way to it.
  private static let ofAddress = 0.75

  /// How much more the silence of names counts where two truths are the only ones.
  private static let ofTruth = 0.25

  private static let fewestTruths = 3
  private static let chanceOfTruth = 0.02

  /// What common values must tell, in bits, to count in full.
  static let mostTelling = 30.0

  /// How much more a general name counts against a pair where it is in an object of other members.
  private static let otherwiseMeant = 4.0

  /// Whether it is no chance that the one place is gone and the other one new, or the format is another one anyhow.
  func isReplacement(
    _ from: Card, _ to: Card, _ home: ShapePath?, _ churn: Churn,
    _ image: (ShapePath) -> ShapePath?
  ) -> Bool {
    // Of two rare keys one did not come and the other did; where much changed at once, few samples do.
    if churn.isOtherFormat
      || from.bits + to.bits >= DriftTuning.Guesses.bits
        && min(from.bits, to.bits) >= DriftTuning.Guesses.bitsOfEach
      || churn.share >= DriftTuning.Guesses.churn
        && (from.isJoined || !thinTables.contains(from.table))
    {
      return true
    }
    // The same words in the same object, written in another way, are no chance however rare they are.
    let isRespelled =
      from.name.letters == to.name.letters && home == to.holder && from.key != to.key
    let home = home ?? churn.moved[from.holder]
    return isRespelled || isTakenApart(from, to, home, image) || churn.isMoved(from, to)
      || churn.isUnwrapped(from, to) || churn.isRepeated(from, to, home)
  }

  func evidence(
    _ from: Card, _ to: Card, _ home: ShapePath?, _ churn: Churn,
    _ image: (ShapePath) -> ShapePath?
  ) -> PairEvidence? {
    var evidence = PairEvidence()
    let home =
      home ?? churn.moved[from.holder] ?? (churn.isOtherFormat ? churn.alike[from.holder] : nil)
    // Another year or language is no other name.
    if KeyForm.areAlike(from.key, to.key) { return nil }
    if from.isSlots != to.isSlots { return nil }
    if from.opposites.contradicts(to.opposites) { return nil }
    let isMoved = churn.isMoved(from, to)
    if !isMoved, areInAndOut(from, to, home) || isBehindReference(from, to) { return nil }
    if reused.old.contains(from.path), self.home(of: from.path) == to.path { return nil }
    if areOtherNumbers(from, to) { return nil }
    let isInAddress = isNumberInAddress(from, to)
    // Of what an address is, and its number, the names tell, and not `href` and `id`.
    let plainName = lexicon.likeness(
      isInAddress ? from.referent : from.name, isInAddress ? to.referent : to.name)
    if isInAddress, plainName < DriftTuning.Names.related { return nil }
    if !isInAddress, NameHeads.contradict(from.words, to.words) { return nil }
    // Of a record that has an id the address is none.
    if isInAddress, to.form == .address, to.referent.words.isEmpty { return nil }
    let core = coreLikeness(from, to)
    let name = max(plainName, core.name)
    if from.isOutlier || to.isOutlier, name < DriftTuning.Names.sameWord { return nil }
    // Two truths look the same: only a name tells them apart.
    if from.types == [.boolean], to.types == [.boolean], !isNamed(from, to, name, home),
      !agree(from, to)
    {
      guard areOnlyOfForm(from, to, home), !areOtherTruths(from, to) else { return nil }
      evidence.add(.silence, Self.ofTruth)
    }
    if from.form == .truth, to.form == .truth, areTruthsOfOthers(from, to), !agree(from, to) {
      return nil
    }
    guard isInAddress || addTypes(from, to, name, &evidence) else { return nil }
    // The `link` of a venue is not what stands in it by `default`.
    let contents = [from, to].compactMap(\.path.lastName).filter(CoreNames.isContent)
    let isUnwrapped =
      core.name >= 1 && core.way >= 1 && !contents.isEmpty
      && contents.allSatisfy(CoreNames.isPlainContent)
    let plain = isUnwrapped ? core.name : plainName
    guard addValues(from, to, (plain: plain, best: name), isHome: to.holder == home, &evidence)
    else { return nil }
    evidence.add(.name, name)
    if plainName < 1, core.name >= 1 { evidence.add(.sameName, Self.sameCore) }
    if plainName >= 1 {
      evidence.add(.sameName)
      if Vocabulary.generalNames.contains(from.key.lowercased()) { evidence.add(.generalName) }
    }
    let way = max(
      lexicon.likeness(from.way, to.way), lexicon.likeness(from.longWay, to.longWay),
      core.way, isInAddress ? Self.ofAddress * plainName : 0)
    evidence.add(.way, way)
    if from.path.names.count > 2, to.path.names.count > 2,
      lexicon.likeness(from.longWay, to.longWay) >= 1
    {
      evidence.add(.longWay)
    }
    // Of several places of one name that one is it whose holders are called alike; an `id` and a `name` are in each object.
    if plainName >= 1, to.holder != home,
      !Vocabulary.generalNames.contains(from.key.lowercased())
    {
      evidence.add(.holderWords, NameLikeness.ofSets(from.holderWords, to.holderWords))
    }
    let isRegular = churn.regular.contains(from, to)
    let isSideLoaded = isSideLoaded(from, to)
    if isRegular || isSideLoaded || hasSplitName(from, to) { evidence.add(.splitName) }
    if max(name, tellingWay(way, from, to)) < DriftTuning.Names.related, !evidence.hasValues {
      evidence.add(.silence)
    }
    evidence.add(.bothGone, min(1, (from.bits + to.bits) / 12))
    evidence.add(.lessGone, min(1, min(from.bits, to.bits) / 6))
    if to.lists < from.lists,
      lexicon.likeness(from.holderName, to.holderName) < DriftTuning.Names.related
    {
      // No name alone says which of several elements a record kept, unless one is in their place.
      if from.isSeveral, to.isSingle, !evidence.hasValues,
        to.holder != home || max(plainName, core.name) < DriftTuning.Names.sameWord
      {
        return nil
      }
      evidence.add(.leftList)
    }
    if !isSideLoaded { evidence.add(.lists, min(1, Double(abs(from.lists - to.lists)) / 2)) }
    // Where it lies.
    if let home {
      if CoreNames.isPrincipal(to.holder.lastName ?? ""),
        !from.path.names.contains(to.holder.lastName ?? "")
      {
        evidence.add(.principal)
      }
      if to.holder == home {
        evidence.add(.sameHolder)
      } else if to.holder.isWithin(home) {
        evidence.add(.belowHolder)
      } else if home.isWithin(to.holder) {
        evidence.add(.aboveHolder)
      }
    }
    if home == nil, !from.path.isEnvelope, let holder = from.holder.parent.flatMap(image),
      new[self.home(of: from.holder)] == nil, to.holder.isWithin(holder)
    {
      // What held it is gone, so it may be in what held that.
      evidence.add(.aboveHolder)
    }
    if from.form != .truth, areOnlyOfForm(from, to, home) { evidence.add(.onlyOfForm) }
    if isOfOtherObject(to, than: from) || isIdentifierOfOther(from, than: to, home) {
      evidence.add(.otherObject)
    } else if !isRegular, areOtherwiseQualified(from, to) {
      if evidence.hasStrangeWords { return nil }
      evidence.add(.otherQualifier)
    }
    if isOfOwner(from, to, churn), !evidence.hasValues { evidence.add(.otherQualifier, 2) }
    evidence.add(.neighbours, neighbours(from, to, image))
    // A key that is still there is another one only if values say so.
    if reused.old.contains(from.path) || reused.new.contains(to.path), !evidence.hasValues,
      !evidence.hasHosts, !evidence.hasRange, !isNamedAsText(from, to)
    {
      return nil
    }
    return evidence
  }

  /// Whether one name is the other one with a word that says no more than that it is written plainly: `description` is
  /// `description_text`, and `description` holds a page now.
  private func isNamedAsText(_ from: Card, _ to: Card) -> Bool {
    let names = [from, to].map { NameWords.of($0.key) }.sorted { $0.count < $1.count }
    return names[1].count == names[0].count + 1 && names[1].starts(with: names[0])
      && CoreNames.isPlainContent(names[1].last ?? "")
  }

  /// Whether each is the only place of one and the same object that is on its side only and has such values.
  private func areOnlyOfForm(_ from: Card, _ to: Card, _ home: ShapePath?) -> Bool {
    from.isOnlyOfForm && to.isOnlyOfForm && from.form == to.form && home == to.holder
      && !reused.old.contains(from.path) && !reused.new.contains(to.path)
  }

  /// Whether one of two places has the same truth in all records, which is no chance by how often the other one has it.
  private func areOtherTruths(_ from: Card, _ to: Card) -> Bool {
    guard from.table == to.table, let left = from.column, let right = to.column else {
      return false
    }
    let (before, now) = (tables[from.table].old.counts[left], tables[to.table].new.counts[right])
    func isOther(_ constant: [ValueMark: Int], _ counts: [ValueMark: Int]) -> Bool {
      guard constant.count == 1, let (value, count) = constant.first,
        counts.values.reduce(0, +) >= Self.fewestTruths, count >= Self.fewestTruths
      else { return false }
      let share = Double(counts[value] ?? 0) / Double(counts.values.reduce(0, +))
      return pow(share, Double(count)) < Self.chanceOfTruth
    }
    return isOther(before, now) || isOther(now, before)
  }

  /// Whether one place holds addresses that end in what may be the numbers of the other one.
  private func isNumberInAddress(_ from: Card, _ to: Card) -> Bool {
    guard from.table == to.table, let left = from.column, let right = to.column else {
      return false
    }
    return tables[from.table].old.profiles[left].isNumberInAddress(
      of: tables[to.table].new.profiles[right])
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
    let areData = from.types.isSubset(of: numbers) && to.types.isSubset(of: numbers)
    if areData || !from.types.isDisjoint(with: to.types) { return true }
    if let left = from.column, let right = to.column, from.table == to.table {
      let before = tables[from.table].old.profiles[left]
      let now = tables[to.table].new.profiles[right]
      if before.isSeconds(of: now) { return true }
      if before.isTimeSpan(of: now) {
        evidence.add(.otherType)
        return name >= DriftTuning.Names.related
      }
      if before.isNumberInText(of: now) { return before.isOfOneSize(as: now) }
      if before.isCode(of: now) {
        // Numbers say nothing of words, so the names must.
        evidence.add(.otherType)
        return max(lexicon.likeness(from.referent, to.referent), coreLikeness(from, to).name)
          >= DriftTuning.Names.sameWord
      }
      if before.isWordsOrNumbers(besides: now), name < DriftTuning.Names.sameWord { return false }
      // A truth that was written as a word or a number; whether there are retweets is not how many.
      if before.isTruth(of: now) {
        if NameHeads.isCount(from.key) || NameHeads.isCount(to.key) { return false }
        evidence.add(.otherType)
        return name >= DriftTuning.Names.halfNames
      }
    }
    if (from.types == [.boolean]) != (to.types == [.boolean]) { return false }
    evidence.add(.otherType)
    return true
  }

  private func addValues(
    _ from: Card, _ to: Card, _ name: (plain: Double, best: Double), isHome: Bool,
    _ evidence: inout PairEvidence
  ) -> Bool {
    guard from.table == to.table, let left = from.column, let right = to.column else {
      addValuesBesideRecords(from, to, name.best, &evidence)
      return true
    }
    let table = tables[from.table]
    guard table.haveSameGaps(left, right), !table.kinds.areApart(left, right),
      !table.isOfOtherObject(AgreementTable.Key(old: left, new: right))
    else { return false }
    let isOtherwiseMeant = table.isOtherwiseMeant(left, right)
    if isOtherwiseMeant {
      // An id names what holds it; a `title` may be that of a part now.
      if Vocabulary.identifiers.contains(from.name.letters) { return false }
      evidence.add(.generalName, Self.otherwiseMeant)
    }
    if table.isRefuted(left, right),
      name.best < DriftTuning.Names.sameWord || !isHome && table.areOtherThings(left, right),
      !table.haveGoneOn(left, right)
    {
      return false
    }
    let agreement = table.agreement(left, right)
    if agreement.compared > 0, agreement.matched == 0 { evidence.add(.otherValues) }
    let before = table.old.profiles[left]
    let now = table.new.profiles[right]
    guard before.values > 0, now.values > 0 else {
      // Of texts that are all empty there is nothing to see, so the words must be nearly the same.
      if min(before.values, now.values) == 0,
        max(before.values, now.values) >= DriftTuning.Confidence.fewestValues,
        name.best < DriftTuning.Names.nearlySameNames
      {
        return false
      }
      evidence.add(.unseen)
      return true
    }
    if before.isNumberInAddress(of: now) {
      if table.isOneOfAll(left, orEach: right) { return false }
      evidence.add(.samePattern)
      if let mine = from.filled, let theirs = to.filled { evidence.add(.gaps, abs(mine - theirs)) }
      return true
    }
    if before.isCode(of: now) {
      if let mine = from.filled, let theirs = to.filled { evidence.add(.gaps, abs(mine - theirs)) }
      return true
    }
    let differences = before.differences(from: now)
    // Nothing but a name lets an address be something else now, or a number a word.
    if differences.kind >= DriftTuning.Looks.otherKind, before.showsItsKind(beside: now),
      name.plain < DriftTuning.Names.sameWord, !NameHeads.areZones(from.key, to.key)
    {
      return false
    }
    if before.isShare(besides: now) { return false }
    if before.isProse(besides: now), name.plain < DriftTuning.Names.sameWord { return false }
    if table.isOneOfAll(left, orEach: right) { return false }
    if table.isOneServer(left, orMany: right), name.plain < DriftTuning.Names.sameWord {
      return false
    }
    evidence.add(.kind, differences.kind)
    evidence.add(.size, differences.size)
    evidence.add(.writing, differences.writing)
    let isConstant = table.old.counts[left].count < 2 || table.new.counts[right].count < 2
    if before.isMarkup, now.isMarkup, name.best >= DriftTuning.Names.related {
      evidence.add(.samePattern)
    } else if !isConstant, let hasOpening = before.hasOpening(of: now) {
      evidence.add(hasOpening ? .samePattern : .otherPattern)
    } else if !isConstant, !before.isSeconds(of: now), let pattern = before.hasPattern(of: now) {
      evidence.add(pattern ? .samePattern : .otherPattern)
    } else if reused.old.contains(from.path), before.hasLength(of: now) == true,
      !Vocabulary.former.isDisjoint(with: to.words)
    {
      evidence.add(.samePattern)
    }
    if !before.hosts.isEmpty, !now.hosts.isEmpty {
      evidence.add(before.hosts.isDisjoint(with: now.hosts) ? .otherHosts : .sameHosts)
    } else if before.isOfOneServer(unlike: now) {
      evidence.add(.otherHosts)
    }
    if before.hasSteps(of: now) == false { evidence.add(.otherSteps) }
    // Two pictures of one server lead the same way as two others do.
    if name.best >= DriftTuning.Names.related, before.hasAllSteps(of: now) {
      evidence.add(.sameSteps)
    }
    if before.hasOtherEndings(than: now) { evidence.add(.otherEndings) }
    if let mine = before.range, let theirs = now.range, !before.isText || !now.isText {
      let low = max(mine.lowerBound, theirs.lowerBound)
      let high = min(mine.upperBound, theirs.upperBound)
      let all = max(mine.upperBound, theirs.upperBound) - min(mine.lowerBound, theirs.lowerBound)
      // One number on both sides proves nothing.
      if all > 0 { evidence.add(.range, max(0, high - low) / all) }
    }
    // Two truths are in nearly all columns that hold any.
    if !before.isBoolean, !now.isBoolean { addShared(table, left, right, &evidence) }
    if isOtherwiseMeant, evidence.hasStrangeWords { return false }
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
      evidence.add(.tellingValues, min(1, telling / Self.mostTelling))
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
    guard let place = from.position, let target = to.position else { return 0 }
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
