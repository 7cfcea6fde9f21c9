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
    for (path, kept) in columns {
      // What holds a value under another name now, or in another form, has not lost it.
      let place = path.moved(from: old.root, to: new.root)
      let now = new.columns.indices.filter { new.columns[$0].path.isWithin(place) }
      gaps[path] = exact.gaps(kept.map(\.old), now)
    }
    return gaps
  }
}
