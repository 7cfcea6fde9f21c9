import StrictJSON

/// The records that had a value in a place before, and those of the same ones that have none there now.
struct Gaps: Sendable {
  let before: Int
  let lost: Int
  /// The records that had none and have one now.
  let won: Int
}

extension ColumnMatching {
  /// In how many of the same records a value came or went, by the old place: that of a column that is where it was, or
  /// of what holds such columns.
  var gaps: [ShapePath: Gaps] {
    // A sketch does not keep every value, so of none there nothing follows.
    guard new.reading != .sketches, !join.pairs.isEmpty else { return [:] }
    var columns: [ShapePath: [(old: Int, new: Int)]] = [:]
    for column in keptColumns {
      var path = old.columns[column.old].path
      while path != old.root, path.isWithin(old.root), let holder = path.parent {
        columns[path, default: []].append(column)
        path = holder
      }
    }
    var gaps: [ShapePath: Gaps] = [:]
    // What holds a value under another name now, or in another form, has not lost it.
    var held: [ShapePath: [Int]] = [:]
    for (index, column) in new.columns.enumerated() {
      var path = column.path
      while path != new.root, path.isWithin(new.root), let holder = path.parent {
        held[path, default: []].append(index)
        path = holder
      }
    }
    for (path, kept) in columns {
      let now = held[path.moved(from: old.root, to: new.root)] ?? []
      gaps[path] = exact.gaps(kept.map(\.old), now)
    }
    return gaps
  }

  /// How likely values go from so many of the same records that had one, while none comes, if they go as often as any
  /// value is another one now; nil where no records are the same, or not all of their values are known.
  ///
  /// In records that hardly change a few losses say much, in a forecast nothing. What goes together may go for one
  /// reason, as all offers of a day do, so a number of losses counts as half as many.
  func chanceOfLoss(_ lost: Int, of before: Int) -> Double? {
    guard old.reading == .values, new.reading == .values, !isOfUnknownRecords, lost > 0 else {
      return nil
    }
    let kept = keptColumns.compactMap { inPlace[$0.old] }
    let compared = kept.reduce(0) { $0 + $1.compared }
    guard compared >= DriftTuning.Changes.fewestCompared else { return nil }
    let edited = 1 - Double(kept.reduce(0) { $0 + $1.matched }) / Double(compared)
    return Evidence.chance(
      ofAtLeast: lost, of: before, each: max(DriftTuning.Changes.leastEdited, edited)
    ).squareRoot()
  }

  /// How many of the same records had something at an old place.
  func recordsBefore(_ path: ShapePath) -> Int {
    let columns = Set(old.columns.indices.filter { old.columns[$0].path.isWithin(path) })
    return join.pairs.count { pair in
      old.records[pair.old].contains { columns.contains($0.column) }
    }
  }
}
