// Times that are written in another way, of which the format alone does not tell.
//
// "1340000000" may be any number, and "06:13" a score. In the same records they are the times that stand
// there now, and those of other records are not.

import StrictJSON

extension ColumnMeanings {
  private static let dateSample = 120

  /// A value, and the time that it states.
  private struct Reading {
    let moment: Moment?
  }

  /// The form of the times of the same records, where it is another one now.
  static func otherDates(
    _ matching: ColumnMatching, _ column: Int, _ partner: Int
  ) -> PlaceMatching.Meaning? {
    guard matching.old.reading == .values, matching.new.reading == .values,
      matching.old.profiles[column].isText, matching.new.profiles[partner].isText
    else { return nil }
    let sample = matching.join.sample(dateSample)
    let read = { Reading(moment: Moment($0)) }
    let before = matching.old.singleValues(of: sample.map(\.old), in: [column], read)
    let now = matching.new.singleValues(of: sample.map(\.new), in: [partner], read)
    let readings = RecordJoin.bothKnown(before[column], now[partner])
    let pairs = RecordJoin.bothKnown(readings.map(\.old.moment), readings.map(\.new.moment))
    let enough = DriftTuning.Nearness.dates * Double(readings.count)
    guard Double(pairs.count) >= enough, Set(pairs.map(\.old.seconds)).count >= fewestDates,
      let old = commonForm(pairs.map(\.old), enough),
      let new = commonForm(pairs.map(\.new), enough),
      old != new
    else { return nil }
    let matched = pairs.count { $0.old.isSame(as: $0.new) }
    let shuffled = pairs.indices.count { index in
      pairs[index].old.isSame(as: pairs[(index + 1) % pairs.count].new)
    }
    guard Double(matched) >= enough,
      Double(matched - shuffled) >= DriftTuning.Nearness.excessOfDates * Double(pairs.count)
    else { return nil }
    return PlaceMatching.Meaning(
      rule: old.isEpoch && new.isEpoch ? .epochUnitChanged : .dateFormatChanged, old: old.state,
      new: new.state,
      evidence: .agreement(matched: matched, compared: readings.count, isNear: true), chance: nil)
  }

  private static let fewestDates = 3

  /// The form that nearly all of some times have; nil where none is.
  private static func commonForm(_ moments: [Moment], _ enough: Double) -> Moment.Form? {
    let counts = moments.reduce(into: [Moment.Form: Int]()) { $0[$1.form, default: 0] += 1 }
    return counts.first { Double($0.value) >= enough }?.key
  }
}
