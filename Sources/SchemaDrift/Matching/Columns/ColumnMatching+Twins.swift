import StrictJSON

/// Columns that hold what another one beside them holds, or a part of it.
extension ColumnMatching {
  /// How a pair of columns adds to one that was found: another item of a list, or a copy beside it.
  func basisBeside(_ pair: ColumnPair, _ key: AgreementTable.Key) -> ColumnPair.Basis? {
    let oldColumn = old.columns[key.old]
    let newColumn = new.columns[key.new]
    if key.old == pair.old, newFree.contains(key.new), !newColumn.isKey {
      let isItem =
        oldColumn.isRepeated && !newColumn.isRepeated
        && !(new.columns[pair.new].isRepeated && old.isSameInEach(key.old))
      let agreement = exact.agreement(key.old, key.new)
      let isCopy = isCopy(
        newColumn.path, of: new.columns[pair.new].path,
        // Many things are shipped to where they are billed.
        from: agreement.matched == agreement.compared && hasAll(key) ? oldColumn.path : nil)
      return isItem || isCopy ? .split : nil
    }
    guard key.new == pair.new, oldFree.contains(key.old) else { return nil }
    if newColumn.isRepeated {
      // Of several lists that became one each has a part of it; what has all of it is a copy.
      let isPart = exact.agreement(key.old, key.new).rate <= DriftTuning.Values.partOfList
      return !oldColumn.isRepeated || isPart ? .merged : nil
    }
    // Of several members of which a record has but one each may be the same one now.
    return !oldColumn.isRepeated && old.areExclusive(key.old, pair.old) ? .merged : nil
  }

  /// Whether a place is beside another one in an object of the records, or the member of the old name in an object of one
  /// kind beside that: `timezone` is `start.timezone` and `end.timezone`, and `amount` is not `settlementAmount.value`.
  ///
  /// A code in a record is not its other code, only because they are mostly the same.
  private func isCopy(_ place: ShapePath, of other: ShapePath, from old: ShapePath?) -> Bool {
    guard let holder = place.parent, let otherHolder = other.parent, holder != new.root else {
      return false
    }
    return holder == otherHolder
      || place.last == other.last && place.last == old?.last && holder.parent == otherHolder.parent
        && otherHolder != new.root && members(of: holder) == members(of: otherHolder)
  }

  /// The names of the values that an object of the new records holds.
  private func members(of holder: ShapePath) -> Set<String> {
    Set(new.columns.filter { $0.path.parent == holder }.compactMap(\.path.lastName))
  }

  /// Whether a column is gone, as the number beside it has become the same text: `id_str`.
  func isTwin(_ key: AgreementTable.Key) -> Bool {
    guard let owner = partner.first(where: { $0.value == key.new })?.key,
      old.columns[owner].path.parent == old.columns[key.old].path.parent
    else { return false }
    return old.profiles[owner].isNumeric && old.profiles[key.old].isText
      && new.profiles[key.new].isText
  }

  /// Whether a new column only repeats what stands where the old one's twin was: of `id` and
  /// `id_str` the one that is gone is `id` now, and not the first of `history_ids`.
  func isCopyOfTwin(_ key: AgreementTable.Key) -> Bool {
    let name = likeness(key.old, key.new)
    return partner.contains { owner, place in
      let twin = AgreementTable.Key(old: key.old, new: place)
      guard owner != key.old, !newFree.contains(place), isTwin(twin),
        let agreement = exact.agreements[twin]
      else { return false }
      // What agrees as the candidate does needs no more than that.
      let needed = min(
        DriftTuning.Values.twinBits,
        exact.agreements[key]?.weight ?? DriftTuning.Values.twinBits)
      return agreement.rate >= DriftTuning.Values.twinRate && agreement.weight >= needed
        && likeness(key.old, place) > name
    }
  }

  /// Whether an old column repeats another one that is still where it was, which has more of
  /// its name than a new column.
  func hasTwin(_ oldColumn: Int, besides newColumn: Int) -> Bool {
    guard old.counts[oldColumn].count >= 3 else { return false }
    let name = likeness(oldColumn, newColumn)
    return partner.contains { owner, place in
      owner != oldColumn && !replaced.contains(owner)
        && old.counts[owner] == old.counts[oldColumn] && likeness(oldColumn, place) > name
    }
  }

  /// The pair of a column that is gone and of the place where what it repeats is now, where the values of the same records
  /// say that it is all there; the names need say nothing then.
  func provedTwin(_ column: Int, of originals: [Int]) -> ColumnPair? {
    guard partner[column] == nil else { return nil }
    // What is where it was beside the one that is gone may be another fact about the same thing.
    let places = originals.compactMap { original in
      pairs.first { $0.old == original && !$0.isTwin }?.new
        ?? place(of: original).flatMap { areBeside(column, $0) ? nil : $0 }
    }
    for place in places {
      let agreement = agreement(column, place)
      guard agreement.compared >= DriftTuning.Confidence.fewestRecords,
        // The lowest temperature is mostly the temperature, and another fact.
        agreement.matched == agreement.compared,
        agreement.weight >= DriftTuning.Values.elsewhereBits,
        hasAll(AgreementTable.Key(old: column, new: place))
      else { continue }
      return ColumnPair(
        old: column, new: place, basis: .twin, matched: agreement.matched,
        compared: agreement.compared)
    }
    return nil
  }
}
