extension Evidence {
  /// The unit in which the new numbers are the old ones; nil where they are in the same one.
  var unit: UnitChange? {
    guard case .scaled(let unit, _, _) = basis else { return nil }
    return unit
  }

  /// What was seen that carries a change; a count is nil where nothing was counted.
  public indirect enum Basis: Sendable, Hashable {
    /// Something came in some of the new records, and in none of the old ones; nil for the new state
    /// itself.
    case appeared(Change.State?, count: Int, of: Int?, before: Int?)
    /// A value was there in some of all old records, and each new record has something else.
    case vanished(Change.State, count: Int?, of: Int?, now: Int?)
    /// Each new record is the same; nil for the new state itself.
    case all(Change.State?, records: Int?)
    /// One way to write no value went, and another one came.
    case respelled(from: Nothing, count: Int, of: Int, to: Nothing, now: Int, ofNow: Int)
    /// Records that are on both sides hold the same values, or nearly the same.
    case agreement(matched: Int, compared: Int, isNear: Bool)
    /// Records that are on both sides hold the same values, and other new places do as well, so that each may be the one.
    case shared(matched: Int, compared: Int, others: Change.State)
    /// In records that are on both sides the number is the old one in another unit.
    case scaled(UnitChange, matched: Int, compared: Int)
    /// Few records that are on both sides hold the same values in a place that stayed.
    case disagreement(matched: Int, compared: Int)
    /// Of the records that are on both sides and had a value some have none now; the others are those that had none
    /// and have one.
    case emptied(count: Int, of: Int, others: Int)
    /// Values of one look were there, and values of another one are.
    case looks(ValueLook, count: Int, ValueLook, now: Int)
    /// Name, type and position speak for it, and no value.
    case position
    /// What lies below the place is the same.
    case partsBelow
    /// Another key has the name now.
    case nameTaken
    /// Another endpoint shows the same change in records of the same kind, by this evidence.
    case neighbour(endpoint: String, Basis)
    /// The change was accepted on a day, with what a contract says of the evidence.
    case accepted(day: String, String)
  }
}
