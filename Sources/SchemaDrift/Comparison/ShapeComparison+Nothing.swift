import JSONSchema
import StrictJSON

extension Nothing {
  /// The JSON type of the spelling; nil for those that have none.
  var type: JSONType? {
    switch self {
    case .null, .absent: nil
    case .emptyText, .blankText: .string
    case .emptyArray: .array
    case .emptyObject: .object
    }
  }

  /// How many records write nothing in each way; nil where nothing was counted, or not for sure.
  static func counts(in shape: Shape) -> (counts: [Nothing: Int], records: Int)? {
    guard let observed = shape.observed, observed.records.samples > 0,
      observed.values.samples == observed.records.samples
    else { return nil }
    var counts: [Nothing: Int] = [
      .null: observed.records.null, .absent: observed.recordsWithout, .blankText: observed.blank,
    ]
    let holders = shape.types.intersection([.string, .array, .object])
    var rest = observed.empty
    if holders.count > 1 {
      // Beside another type only a place where every list or object is empty can be told.
      if holders.contains(.array), observed.lengths.map({ $0.upperBound == 0 }) ?? false {
        counts[.emptyArray] = observed.types[.array] ?? 0
      }
      if shape.hasEmptyObjectsOnly { counts[.emptyObject] = observed.types[.object] ?? 0 }
      rest -= (counts[.emptyArray] ?? 0) + (counts[.emptyObject] ?? 0)
    }
    if holders.contains(.string) {
      counts[.emptyText] = rest
    } else if holders == [.array] {
      counts[.emptyArray] = rest
    } else if holders == [.object] {
      counts[.emptyObject] = rest
    }
    return (counts.filter { $0.value > 0 }, observed.records.samples)
  }
}

/// No value, written in another way: one change, and not one for each spelling.
extension ShapeComparison {
  /// Tells that a spelling of nothing is gone and another one has taken its place.
  ///
  /// The share of the records that do have a value must be what it was: else values were lost.
  func respelling(_ old: MemberShape, _ new: MemberShape, at place: Pair) -> Change? {
    guard slots == nil, let before = Nothing.counts(in: old.shape),
      let now = Nothing.counts(in: new.shape), Self.isSameShare(before, now)
    else { return nil }
    let gone = Nothing.allCases.filter { before.counts[$0] != nil && now.counts[$0] == nil }
    let come = Nothing.allCases.filter { before.counts[$0] == nil && now.counts[$0] != nil }
    let most = { (all: [Nothing], counts: [Nothing: Int]) in
      all.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
    }
    let kept = Nothing.allCases.filter { before.counts[$0] != nil && now.counts[$0] != nil }
    guard let lost = most(gone, before.counts), let lostCount = before.counts[lost],
      let won = most(come, now.counts) ?? most(kept, now.counts), let wonCount = now.counts[won]
    else { return nil }
    let chance = Evidence.chance(
      thatAll: lostCount, fallInto: before.records, outOf: now.records)
    guard chance < Evidence.significance else { return nil }
    return change(
      .nothingRespelled, old.shape, new.shape, at: place, states: (.nothing(lost), .nothing(won)),
      chance: chance,
      evidence: .respelled(
        from: lost, count: lostCount, of: before.records, to: won, now: wonCount,
        ofNow: now.records))
  }

  private typealias Counts = (counts: [Nothing: Int], records: Int)

  private static func isSameShare(_ old: Counts, _ new: Counts) -> Bool {
    let share = { (side: Counts) in
      Double(side.counts.values.reduce(0, +)) / Double(side.records)
    }
    let mean = (share(old) + share(new)) / 2
    let spread = 1 / Double(old.records) + 1 / Double(new.records)
    return abs(share(old) - share(new))
      <= DriftTuning.Changes.shareOfNothing + 2 * (mean * (1 - mean) * spread).squareRoot()
  }

  /// The types of a shape without those that hold nothing but nothing.
  static func types(of shape: Shape) -> Set<JSONType> {
    guard shape.types.count > 1, let nothing = Nothing.counts(in: shape)?.counts else {
      return (shape.observed?.filled ?? 1) == 0 ? [] : shape.types
    }
    return shape.types.filter { type in
      let count = nothing.filter { $0.key.type == type }.reduce(0) { $0 + $1.value }
      return count == 0 || count < shape.observed?.types[type] ?? Int.max
    }
  }
}
