import StrictJSON

/// Where the other members of an object went, as far as that is clear.
///
/// `description.lang` and `weakness.lang` are `"en"` in all records, so each can be either; the `value` beside
/// each says which one it is.
struct HolderVotes {
  /// How many members of each object went into each new one.
  private var votes: [ShapePath: [ShapePath: Double]] = [:]
  private let old: RecordTable
  private let new: RecordTable

  init(_ pairs: [AgreementTable.Key], _ old: RecordTable, _ new: RecordTable) {
    self.old = old
    self.new = new
    for pair in pairs {
      guard let from = old.holder(of: pair.old),
        let to = new.holder(of: pair.new)
      else { continue }
      votes[from, default: [:]][to, default: 0] += 1
    }
  }

  /// Whether it is clear of any member beside an old column where it went.
  func isKnown(_ oldColumn: Int) -> Bool {
    old.holder(of: oldColumn).flatMap { votes[$0] } != nil
  }

  /// The share of the members beside an old column that went to the object of a new one.
  func share(of oldColumn: Int, to newColumn: Int) -> Double {
    guard let from = old.holder(of: oldColumn),
      let to = new.holder(of: newColumn), let counts = votes[from]
    else { return 0 }
    return (counts[to] ?? 0) / counts.values.reduce(0, +)
  }
}
