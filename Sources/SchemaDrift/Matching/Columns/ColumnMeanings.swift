import StrictJSON
import WireDates

/// Finds places that are where they were and hold something else.
struct ColumnMeanings {
  private(set) var meanings: [(path: ShapePath, meaning: PlaceMatching.Meaning)] = []

  private static let fewestValues = 3
  /// An enumeration has no more values, and each came back this often.
  static let mostCases = 20
  private static let fewestRepeats = 5

  init(_ matching: ColumnMatching) {
    let old = matching.old
    let new = matching.new
    let sketched = matching.sketchedNumbers
    for (column, partner) in matching.keptColumns {
      let path = old.columns[column].path
      if let meaning = Self.respelling(matching, column, partner) {
        meanings.append((path, meaning))
        continue
      }
      guard old.profiles[column].values >= Self.fewestValues,
        new.profiles[partner].values >= Self.fewestValues
      else { continue }
      let agreement = matching.agreement(column, partner)
      // Where each value is the same, none is written in another way.
      if agreement.matched < agreement.compared,
        let meaning = Self.otherDates(matching, column, partner)
      {
        meanings.append((path, meaning))
      } else if let meaning = Self.otherUnit(matching, column, partner, sketched) {
        meanings.append((path, meaning))
      } else if let meaning = Self.otherForm(
        path, old.profiles[column], new.profiles[partner], agreement)
      {
        meanings.append((path, meaning))
      } else if let meaning = Self.translation(matching, column, partner) {
        meanings.append((path, meaning))
      } else if let meaning = Self.otherWriting(matching, column, partner) {
        meanings.append((path, meaning))
      } else if let meaning = Self.growth(matching, column, partner) {
        meanings.append((path, meaning))
      }
    }
    for pair in matching.pairs {
      switch pair.basis {
      case .spelling, .near:
        if let meaning = Self.otherDates(matching, pair.old, pair.new) {
          meanings.append((old.columns[pair.old].path, meaning))
        }
      case .values, .scaled, .correspondence, .looks, .split, .merged, .twin: continue
      }
    }
  }

  /// Values of another kind: an address was here, and a symbol is now.
  private static func otherForm(
    _ path: ShapePath, _ old: ColumnProfile, _ new: ColumnProfile, _ agreement: Agreement
  ) -> PlaceMatching.Meaning? {
    let disagrees =
      agreement.compared >= fewestValues && agreement.rate <= DriftTuning.Changes.otherMeaning
    guard agreement.compared < fewestValues || disagrees else { return nil }
    let evidence: Evidence.Basis =
      disagrees
      ? .disagreement(matched: agreement.matched, compared: agreement.compared)
      : .looks(old.look, count: old.values, new.look, now: new.values)
    let name = NameWords.of(path.lastName ?? "")
    let isID = name.contains(where: Vocabulary.identifiers.contains)
    let isReference = new.form == .identifier && old.share(of: .identifier) == 0
    let wasIdentifier = old.form == .identifier && new.share(of: .identifier) == 0
    if isReference || wasIdentifier
      || isID && old.isDigits != new.isDigits && old.isUniform && new.isUniform
    {
      return PlaceMatching.Meaning(
        rule: .idFormatChanged, old: .look(old.look), new: .look(new.look), evidence: evidence,
        chance: nil)
    }
    guard !old.isNumeric, !new.isNumeric else { return nil }
    let lost: [ValueLook] = [.address, .symbol].filter {
      old.form == $0 && new.share(of: $0) == 0
    }
    let won: [ValueLook] = [.address, .symbol].filter {
      new.form == $0 && old.share(of: $0) == 0
    }
    guard !lost.isEmpty || !won.isEmpty && disagrees else { return nil }
    if lost == [.symbol], !disagrees {
      // A name is in the script of its language, so a few other records may have another one.
      let chance = Evidence.chance(
        thatAll: old.records, fallInto: old.records, outOf: new.records)
      guard chance < Evidence.significance else { return nil }
    }
    return PlaceMatching.Meaning(
      rule: .meaningChanged, old: .look(old.look), new: .look(new.look), evidence: evidence,
      chance: nil)
  }

  /// The same numbers in another unit: a price in cents, a time in milliseconds.
  private static func otherUnit(
    _ matching: ColumnMatching, _ column: Int, _ partner: Int, _ sketched: SketchedNumbers?
  ) -> PlaceMatching.Meaning? {
    let old = matching.old.profiles[column]
    let new = matching.new.profiles[partner]
    guard old.isDigits, new.isDigits, old.range != new.range else {
      return nil
    }
    let numbers = matching.numbers.pairs(column, partner)
    guard
      let scale = NumberScale(numbers, fewest: fewestValues) ?? sketched?.scale(column, partner),
      !scale.unit.isNone
    else { return nil }
    let evidence = Evidence.Basis.scaled(
      scale.unit, matched: scale.matched, compared: scale.compared)
    let isLarger = scale.unit == UnitChange(power: 3)
    let isTime = isLarger || scale.unit == UnitChange(power: -3)
    if isTime, old.isSeconds, new.isSeconds {
      let formats = [DateFormat.unixSeconds, .unixMilliseconds]
      return PlaceMatching.Meaning(
        rule: .epochUnitChanged, old: .dates(isLarger ? formats[0] : formats[1]),
        new: .dates(isLarger ? formats[1] : formats[0]), evidence: evidence, chance: nil)
    }
    return PlaceMatching.Meaning(
      rule: .meaningChanged, old: .look(.number), new: .scaled(scale.unit),
      evidence: evidence, chance: nil)
  }

  /// New cases of what is clearly an enumeration.
  private static func growth(
    _ matching: ColumnMatching, _ column: Int, _ partner: Int
  ) -> PlaceMatching.Meaning? {
    // Of what a sketch keeps nobody can say which word is new; the format lists those that came.
    guard matching.old.reading == .values else { return nil }
    let old = matching.old.counts[column]
    let filled = matching.old.filled(column)
    let profile = matching.old.profiles[column]
    // Of ten days the eleventh is no new case.
    guard old.count >= 2, old.count <= mostCases, filled >= fewestRepeats * old.count,
      profile.isText, !profile.isDates
    else { return nil }
    let new = matching.new.counts[partner].filter { old[$0.key] == nil }
    guard !new.isEmpty, new.count <= mostCases else { return nil }
    // Neither are other pages, or that of a record; `https://schema.org/PreOrder` is one among others.
    let isLeft = new.count < matching.new.counts[partner].count
    if profile.form == .address, !profile.isOfOtherHost(than: matching.new.profiles[partner]),
      !isLeft
        || matching.new.words(of: Set(new.keys), in: partner, limit: mostCases).contains(
          where: TextLook.isAddressOfRecord)
    {
      return nil
    }
    let records = min(new.values.reduce(0, +), matching.new.filled(partner))
    let chance = Evidence.chance(
      thatAll: records, fallInto: matching.new.filled(partner), outOf: filled)
    guard chance < Evidence.significance else { return nil }
    let values = matching.new.words(of: Set(new.keys), in: partner, limit: 3).sorted()
    return PlaceMatching.Meaning(
      rule: .enumValueAdded, old: .oneOf(count: old.count),
      new: isLeft ? .more(values: values) : .instead(values: values),
      evidence: .appeared(
        nil, count: records, of: matching.new.filled(partner), before: filled), chance: chance)
  }
}
