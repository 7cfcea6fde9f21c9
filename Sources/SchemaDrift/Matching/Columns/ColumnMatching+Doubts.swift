import Foundation
import StrictJSON

/// What speaks against a pair of columns, or leaves it without weight.
extension ColumnMatching {
  /// Whether the values by which two columns were paired are so many different ones that it is no
  /// chance: a constant, a truth and a few common words agree with many others.
  func isTelling(_ pair: ColumnPair) -> Bool {
    let distinct = min(old.counts[pair.old].count, new.counts[pair.new].count)
    // The page of an event and its place in an API both end in its number.
    if case .near = pair.basis, old.profiles[pair.old].hasOtherHosts(than: new.profiles[pair.new]) {
      return false
    }
    // What most of the same records have no longer is there by chance in the others.
    let gaps = exact.gaps([pair.old], [pair.new])
    guard gaps.lost * 2 <= gaps.before else { return false }
    return distinct >= DriftTuning.Confidence.fewestValues
      && !old.profiles[pair.old].isBoolean && !new.profiles[pair.new].isBoolean
  }

  /// Whether two columns share only a part of their values.
  ///
  /// A country is at the end of an address, and so it is in several columns, and in many other records.
  func isSpelledInPart(_ pair: ColumnPair) -> Bool {
    guard case .spelling = pair.basis else { return false }
    let sample = join.sample(Self.sampleOfSpellings)
    let whole = sample.count { row in
      let before = old.spellings(of: row.old, in: [pair.old], areWhole: true)[pair.old] ?? []
      let now = new.spellings(of: row.new, in: [pair.new], areWhole: true)[pair.new] ?? []
      return !before.isDisjoint(with: now)
    }
    return Double(whole) < DriftTuning.Values.wholeSpellings
      * Double(min(sample.count, pair.matched))
  }

  private static let sampleOfSpellings = 50

  /// Whether both columns hold addresses of which a sketch kept no more than the last steps: `/show/mad-men` of one server is
  /// not that of any other one.
  func areUnknownAddresses(_ key: AgreementTable.Key) -> Bool {
    old.reading != .values && old.profiles[key.old].form == .address
      && new.profiles[key.new].form == .address
  }

  /// Whether one column holds names of several words and the other one addresses that end in them: a page about
  /// something is not its name.
  func isNameInAddress(_ key: AgreementTable.Key) -> Bool {
    let sides = [old.profiles[key.old], new.profiles[key.new]]
    return sides.contains { $0.form == .address } && sides.contains(where: \.isOfPhrases)
  }

  /// The old places whose key is in the new records as well, with values of another kind, and of which no
  /// record on both sides tells more: a number was here, and an address is now.
  var reusedPlaces: [ShapePath] {
    keptColumns.compactMap { column, place in
      let before = old.profiles[column]
      let now = new.profiles[place]
      guard min(before.values, now.values) >= 2, !before.isBoolean, !now.isBoolean,
        agreement(column, place).compared < DriftTuning.Confidence.fewestRecords
      else { return nil }
      let isOther =
        before.differences(from: now).kind >= DriftTuning.Looks.otherKind
        || before.hasOpening(of: now) == false || before.isOfOtherHost(than: now)
        || isOtherID(column, place)
      return isOther ? old.columns[column].path : nil
    }
  }

  /// Whether an id has another length now, and a new key is of the former one: `legacy_id`.
  ///
  /// A checksum that became longer is still the checksum, whatever else is as long as it was.
  private func isOtherID(_ column: Int, _ place: Int) -> Bool {
    let words = NameWords.of(old.columns[column].path.lastName ?? "")
    guard Vocabulary.identifiers.contains(words.last ?? ""),
      old.profiles[column].hasLength(of: new.profiles[place]) == false
    else { return false }
    return newFree.contains { other in
      let name = NameWords.of(new.columns[other].path.lastName ?? "")
      return name.filter { !Vocabulary.former.contains($0) } == words && name != words
        && old.profiles[column].hasLength(of: new.profiles[other]) == true
    }
  }

  /// The old columns whose place holds the same times, written in another way, and the share of the records in which it
  /// does: a copy of what was written before is not where they went, unless it is in more of them.
  var rewrittenTimes: [Int: Double] {
    let isTime = { (profile: ColumnProfile) in profile.isDates || profile.isSeconds }
    let doubtful = partner.filter { column, place in
      isTime(old.profiles[column]) && isTime(new.profiles[place])
        && disagrees(column, place, in: exact)
    }
    guard !doubtful.isEmpty else { return [:] }
    let spelled = AgreementTable(
      old, new, join, oldColumns: Set(doubtful.keys), newColumns: Set(doubtful.values),
      bySpelling: true)
    return Dictionary(
      uniqueKeysWithValues: doubtful.map { ($0.key, spelled.agreement($0.key, $0.value).rate) }
    ).filter { $0.value >= DriftTuning.Values.rewritten }
  }

  /// Whether the values of the same records are others in two columns.
  func isRefuted(_ oldColumn: Int, _ newColumn: Int) -> Bool {
    let agreement = agreement(oldColumn, newColumn)
    return agreement.compared >= 3 && agreement.excess < DriftTuning.Values.refutedExcess
  }

  /// Whether one column has one value in all records, and the other many: they are never the same.
  func isOneOfAll(_ oldColumn: Int, orEach newColumn: Int) -> Bool {
    let (before, now) = (old.profiles[oldColumn].values, new.profiles[newColumn].values)
    let names = [old.columns[oldColumn], new.columns[newColumn]].map {
      Set(NameWords.of($0.path.lastName ?? ""))
    }
    // Six pages of one author, and six others: `author` is `author_name` all the same; `portal_id` is no `id`.
    let isNamed =
      (names[0].isSubset(of: names[1]) || names[1].isSubset(of: names[0]))
      && names[0].union(names[1]).isDisjoint(with: Vocabulary.identifiers)
    let (mine, theirs) = (old.counts[oldColumn].count, new.counts[newColumn].count)
    // What says of which kind a record is says the same of two, and is no name and no mail.
    let others = mine == 1 ? new.profiles[newColumn] : old.profiles[oldColumn]
    let isOfKinds =
      !Vocabulary.kinds.isDisjoint(with: names[mine == 1 ? 0 : 1])
      && Vocabulary.kinds.isDisjoint(with: names[mine == 1 ? 1 : 0])
      && (others.isOfPhrases || others.areMails)
    guard min(before, now) >= (isOfKinds ? 2 : Self.fewestOfAll), !isNamed else { return false }
    let areMany = { (distinct: Int, values: Int) in
      distinct == values || distinct >= Self.fewestOfMany && distinct * 5 >= values * 2
    }
    return mine == 1 && areMany(theirs, now) || theirs == 1 && areMany(mine, before)
      || isOtherConstant(oldColumn, newColumn)
  }

  /// Whether one column says in one word of which kind all records are, and the other one has other words in them, which is no
  /// chance: a `category` of eight is no `kind`.
  private func isOtherConstant(_ oldColumn: Int, _ newColumn: Int) -> Bool {
    let (before, now) = (old.profiles[oldColumn], new.profiles[newColumn])
    let (mine, theirs) = (old.counts[oldColumn], new.counts[newColumn])
    let isKind = { (column: Column) in
      NameWords.of(column.path.lastName ?? "").last.map(Vocabulary.kinds.contains) ?? false
    }
    guard before.vocabulary.isDisjoint(with: now.vocabulary) else { return false }
    return mine.count == 1 && isKind(old.columns[oldColumn])
      && Self.isNoChance(mine, before.values, theirs)
      || theirs.count == 1 && isKind(new.columns[newColumn])
        && Self.isNoChance(theirs, now.values, mine)
  }

  /// Whether it is no chance that a column has one value in so many records, by how often the commonest value of the
  /// other column comes: of ten videos of eight categories not all are of one.
  ///
  /// A value that the other column has, too, may be that of the records which were asked for.
  private static func isNoChance(
    _ constant: [ValueMark: Int], _ values: Int, _ counts: [ValueMark: Int]
  ) -> Bool {
    guard constant.keys.allSatisfy({ counts[$0] == nil }) else { return false }
    let all = counts.values.reduce(0, +)
    let commonest = Double((counts.values.max() ?? 0) + 1) / Double(all + 1)
    return all >= fewestOfAll && pow(commonest, Double(values)) < chanceOfOne
  }

  private static let chanceOfOne = 0.001
  private static let fewestOfAll = 5
  private static let fewestOfMany = 6

  /// Whether one column holds pages of one server, and the other one those of many others.
  func isOneServer(_ oldColumn: Int, orMany newColumn: Int) -> Bool {
    let (before, now) = (old.profiles[oldColumn], new.profiles[newColumn])
    return before.isOfManyHosts(besides: now) || now.isOfManyHosts(besides: before)
  }

  /// The share of the values that two columns have both, where values come back; else 0.
  func sharedValues(_ oldColumn: Int, _ newColumn: Int) -> Double {
    let left = old.counts[oldColumn]
    let right = new.counts[newColumn]
    let leftTotal = left.values.reduce(0, +)
    let rightTotal = right.values.reduce(0, +)
    guard leftTotal > 0, rightTotal > 0 else { return 0 }
    // Whole numbers: a sum of fractions depends on the order, which is another one in each run.
    let shared = left.reduce(0) { sum, entry in
      guard entry.key.weight >= 3, let other = right[entry.key] else { return sum }
      return sum + min(entry.value * rightTotal, other * leftTotal)
    }
    return Double(shared) / Double(leftTotal * rightTotal)
  }

  /// Whether a general name, such as `type`, is in another object of other members, and no
  /// value speaks for it.
  func isOtherwiseMeant(_ oldColumn: Int, _ newColumn: Int) -> Bool {
    let from = old.columns[oldColumn].path
    let to = new.columns[newColumn].path
    guard let name = from.lastName, name == to.lastName, Vocabulary.generalNames.contains(name),
      let holder = from.parent, let target = to.parent,
      NameLikeness.of(holder.lastName ?? "", target.lastName ?? "") < DriftTuning.Names.related,
      !isDissolved(holder, into: target)
    else { return false }
    let names = { (columns: [Column], parent: ShapePath) in
      Set(columns.filter { $0.path.parent == parent }.compactMap(\.path.lastName))
    }
    let before = names(old.columns, holder)
    let now = names(new.columns, target)
    let shared = before.intersection(now)
    let isOfOneKind =
      shared.count >= 3
      || shared.count == 2 && NameLikeness.ofSets(before, now) >= DriftTuning.Names.halfNames
    return !isOfOneKind && sharedValues(oldColumn, newColumn) < DriftTuning.Looks.sharedValues
  }

  /// Whether an object is gone, and what it held may be in the object around it.
  private func isDissolved(_ holder: ShapePath, into target: ShapePath) -> Bool {
    guard holder.isWithin(old.root) else { return false }
    let place = holder.moved(from: old.root, to: new.root)
    return place != target && place.isWithin(target)
      && !new.columns.contains { $0.path.isWithin(place) }
  }

  /// Whether equal values are so many, or the names so alike, that one column may be the other.
  func isStrong(_ agreement: Agreement, _ key: AgreementTable.Key) -> Bool {
    let strength = agreement.strength
    let name = likenessApart(key.old, key.new)
    let isStrongByName =
      strength >= DriftTuning.Values.strongWithName && name >= DriftTuning.Names.halfNames
    if old.profiles[key.old].isBoolean || new.profiles[key.new].isBoolean {
      // Booleans agree with many others: the name must speak for them, or all records.
      // The same truth in all records of one kind is that of any other place that these have, and a list of many has
      // both truths in every record.
      let isNaked =
        agreement.weight >= DriftTuning.Values.nakedBooleanBits && !isConstant(key)
        && old.isSingle(key.old) && new.isSingle(key.new)
      return agreement.excess >= DriftTuning.Values.booleanExcess
        && (name >= DriftTuning.Names.related
          && agreement.weight >= DriftTuning.Values.booleanBits || isNaked)
    }
    // The first element of any list is its first one.
    if ordinals.old.contains(key.old), ordinals.new.contains(key.new) { return isStrongByName }
    // So does a constant: `"object": "card"` is not any other `"card"`, nor are the numbers `1, 2, 3` of each record those
    // of another list.
    let areNumbers = old.profiles[key.old].isDigits && new.profiles[key.new].isDigits
    if isConstant(key) || areNumbers && agreement.chance > DriftTuning.Values.constantChance {
      return isStrongByName
    }
    return strength >= DriftTuning.Values.strong || isStrongByName
  }

  /// Whether the names of two columns say that they are opposites, and so few records agree that these may be others: the
  /// home team of one match is the visitor of another one.
  func areOpposite(_ key: AgreementTable.Key, after agreement: Agreement) -> Bool {
    guard agreement.compared < DriftTuning.Confidence.fewestRecords else { return false }
    let (names, others) = (
      old.columns[key.old].path.names(below: old.root),
      new.columns[key.new].path.names(below: new.root)
    )
    return OppositeNames(names.filter { !others.contains($0) })
      .contradicts(OppositeNames(others.filter { !names.contains($0) }))
  }

  /// Whether only the names of its objects make a pair strong, and a new column beside the old one has the same values.
  ///
  /// Of one record in which `project.id` and `projects[*].id` are equal neither went into the other's `gid`.
  func isAsGoodAtHome(
    _ agreement: Agreement, _ key: AgreementTable.Key, in table: AgreementTable
  ) -> Bool {
    guard agreement.strength < DriftTuning.Values.strong,
      ownLikeness(key.old, key.new) < DriftTuning.Names.halfNames, !areBeside(key.old, key.new)
    else { return false }
    return newFree.contains { place in
      areBeside(key.old, place)
        && table.agreement(key.old, place).matched >= agreement.matched
    }
  }

  static let fewestForConstant = 8

  /// Whether a column has one value only, in many records or one that tells nothing.
  func isConstant(_ key: AgreementTable.Key) -> Bool {
    let isOne = { (table: RecordTable, column: Int) in
      guard table.counts[column].count == 1, let value = table.counts[column].keys.first else {
        return false
      }
      return table.filled(column) >= Self.fewestForConstant || value.weight <= Self.plainWeight
    }
    return isOne(old, key.old) || isOne(new, key.new)
  }

  /// Short codes and small numbers tell no more than this.
  private static let plainWeight = 2.0

  /// Whether two columns have values in the same records, or names that explain it.
  ///
  /// A column that is filled where the other one is not, agrees with it by a default.
  func hasSameGaps(_ table: AgreementTable, _ key: AgreementTable.Key) -> Bool {
    !isBesideList(table, key)
      && (table.overlap(key.old, key.new) >= DriftTuning.Values.sameGaps
        || likeness(key.old, key.new) >= DriftTuning.Names.related && !repeatsKept(key))
  }

  /// Whether a new column repeats one that is where it was, as the few values of an old column did that is gone: where
  /// `amount_captured` is mostly the `amount`, it is not the `dispute.amount` of three records.
  ///
  /// `sale_price` is `sale.price` by its whole name, whatever it is where there is no sale.
  private func repeatsKept(_ key: AgreementTable.Key) -> Bool {
    guard let agreement = exact.agreements[key], !areWrittenAlike(key) else { return false }
    return keptColumns.contains { kept in
      guard kept.old != key.old, kept.new != key.new, !old.profiles[kept.old].isBoolean,
        let copy = exact.agreements[AgreementTable.Key(old: kept.old, new: key.new)]
      else { return false }
      return copy.matched >= DriftTuning.Values.moreCopies * agreement.matched
        && copy.rate >= DriftTuning.Values.keptCopy
        && exact.overlap(kept.old, key.new) >= DriftTuning.Values.sameGaps
        && old.repeats(key.old, kept.old)
    }
  }

  /// Whether the ways to two columns in their records have the same letters.
  private func areWrittenAlike(_ key: AgreementTable.Key) -> Bool {
    let letters = { (path: ShapePath, root: ShapePath) in
      path.names(below: root).flatMap { NameWords.of($0) }.joined()
    }
    return letters(old.columns[key.old].path, old.root)
      == letters(new.columns[key.new].path, new.root)
  }

  /// Whether a value is there where a list is empty, so that it is none of its elements: `image.os` is no
  /// `backups[*].os`.
  private func isBesideList(_ table: AgreementTable, _ key: AgreementTable.Key) -> Bool {
    guard old.columns[key.old].isRepeated, !new.columns[key.new].isRepeated,
      let holder = old.columns[key.old].path.parent, let target = new.columns[key.new].path.parent,
      NameLikeness.of(holder.lastName ?? "", target.lastName ?? "") < DriftTuning.Names.related
    else { return false }
    return table.overlap(key.old, key.new) < DriftTuning.Values.gapsOfList
  }

  /// The same for columns that no value pairs.
  func haveSameGaps(_ oldColumn: Int, _ newColumn: Int) -> Bool {
    join.pairs.count < Self.fewestForConstant
      || hasSameGaps(exact, AgreementTable.Key(old: oldColumn, new: newColumn))
  }
}
