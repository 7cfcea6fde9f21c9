// Records by their times, where these are written in another way on the other side:
//
//     {"time": 1584424800, "temperatureHigh": 14.2}
//     {"forecastStart": "2020-03-17T06:00:00Z", "temperatureMax": 14.2}
//
// Other records have the same times, too: the hours of another place, the slots of another channel, the runs of a job.
// So times alone prove nothing, and neither do further times; what else the records tell must agree, and not as well
// with the next record. A job runs at the same minutes of each hour: most records must have a value in common that no
// other record has.

import StrictJSON

extension RecordJoin {
  /// The records that state the same time, in whatever form; nil where nothing else says that they are the same.
  static func byMoments(_ old: RecordTable, _ new: RecordTable) -> RecordJoin? {
    let times = (old: old.columnsOfTimes, new: new.columnsOfTimes)
    guard old.hasTimes(times.old, inOtherFormThan: new, times.new) else { return nil }
    let (before, now) = (old.onlyMoments(in: times.old), new.onlyMoments(in: times.new))
    let (oldRest, newRest) = (old.without(times.old), new.without(times.new))
    let judge = JoinJudge(oldRest, newRest)
    let joins = candidates(before, now).map(\.key).compactMap { key -> RecordJoin? in
      let join = RecordJoin(
        pairs: pairs(before, now, key),
        key: (old.columns[key.old].path, new.columns[key.new].path))
      guard join.pairs.count >= fewestPairs, join.agreesInPlace(oldRest, newRest),
        judge.excess(of: join.pairs, ignoring: key) >= DriftTuning.Records.excessBits,
        join.isCovered(DriftTuning.Records.coverageOfWhole, by: judge, ignoring: nil),
        join.sharesOwnValues(oldRest, newRest)
      else { return nil }
      return join
    }
    return joins.max { $0.pairs.count < $1.pairs.count }
  }

  /// Whether most pairs have a value in common that no other record of their sides has.
  private func sharesOwnValues(_ old: RecordTable, _ new: RecordTable) -> Bool {
    let (before, now) = (old.ownValues, new.ownValues)
    return pairs.count { !before[$0.old].isDisjoint(with: now[$0.new]) } * 2 > pairs.count
  }
}

extension RecordTable {
  /// Whether times of one side are texts and times of the other seconds, or whether two sides have them in texts of
  /// different forms.
  fileprivate func hasTimes(
    _ mine: Set<Int>, inOtherFormThan other: RecordTable, _ theirs: Set<Int>
  ) -> Bool {
    mine.contains { column in
      theirs.contains { partner in
        profiles[column].isSeconds(of: other.profiles[partner])
          || profiles[column].isDates && other.profiles[partner].isDates
            && Moment.areOfOtherForms(firstText(of: column), other.firstText(of: partner))
      }
    }
  }

  /// The columns that hold times, as texts or as seconds.
  fileprivate var columnsOfTimes: Set<Int> {
    Set(columns.indices.filter { profiles[$0].isDates || profiles[$0].isSeconds })
  }

  private func firstText(of column: Int) -> String? {
    let row = records.firstIndex { $0.contains { $0.column == column } }
    return row.flatMap { texts(of: $0, in: [column])[column]?.first }
  }

  /// The values of each record that no other one has.
  fileprivate var ownValues: [Set<ValueMark>] {
    let values = records.map { Set($0.map(\.value)) }
    let holders = values.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return values.map { $0.filter { holders[$0] == 1 } }
  }

  /// The table of the moments of some columns.
  fileprivate func onlyMoments(in times: Set<Int>) -> RecordTable {
    replacing(Set(columns.indices)) { moments(of: $0, in: times) }
  }

  fileprivate func without(_ columns: Set<Int>) -> RecordTable {
    replacing(columns) { _ in [:] }
  }
}

extension Moment {
  /// Whether two texts state times, and in different ways.
  fileprivate static func areOfOtherForms(_ text: String?, _ other: String?) -> Bool {
    guard let first = text.flatMap({ Moment($0) }), let second = other.flatMap({ Moment($0) })
    else { return false }
    return first.form != second.form
  }
}
