import JSONSchema
import WireDates

/// The questions about dates: whether they are written in another way.
extension ShapeComparison {
  /// The change of the way in which the dates of a place are written.
  func dateFormChange(_ old: Shape, _ new: Shape, at place: Pair) -> Change? {
    if let change = dateChange(old, new, at: place) { return change }
    switch matching.fates[place.from].meaning?.rule {
    case .dateFormatChanged, .epochUnitChanged: return meaningChange(old, new, at: place)
    default: return firstDates(old, new, at: place)
    }
  }

  /// Dates where texts were of which none was a date: whatever they were, they were written in another way.
  private func firstDates(_ old: Shape, _ new: Shape, at place: Pair) -> Change? {
    guard let format = new.dateFormat, !format.isNumeric, old.dateName == nil,
      old.types == [.string], new.types == [.string], let before = old.observed,
      before.dates.isEmpty, let now = new.observed
    else { return nil }
    let chance = chanceOfNew(
      now.recordsFilled, of: now.recordsFilled, notIn: before.recordsFilled, at: place)
    let change = change(
      .dateFormatChanged, old, new, at: place, states: (old.formState, new.formState),
      chance: chance,
      evidence: .appeared(
        new.formState, count: now.recordsFilled, of: now.recordsFilled,
        before: before.recordsFilled))
    // The texts of other records may be of another kind.
    return change.evidence.isSignificant ? change : nil
  }
}
