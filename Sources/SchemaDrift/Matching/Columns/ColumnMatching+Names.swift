import StrictJSON

/// Whether a name that several members of the records have is enough to say that two columns are one.
///
///     "total_money": {"amount": 1250, "currency": "EUR"}      "total": {"amount": 1250, "currency": "EUR"}
///     "tip_money": {"amount": 100, "currency": "EUR"}         "tip": {"amount": 100, "currency": "EUR"}
///
/// The `currency` of the total may be either one, by its name and by its value; the amounts beside them are the same in
/// one pair of objects, and others in the other.
extension ColumnMatching {
  /// Whether two columns are in one and the same object, so that its name says nothing of the two.
  func areBeside(_ oldColumn: Int, _ newColumn: Int) -> Bool {
    old.columns[oldColumn].path.parent?.steps(below: old.root.depth)
      == new.columns[newColumn].path.parent?.steps(below: new.root.depth)
  }

  /// Whether nothing but a name that other members have as well says that the one column is the other.
  func isOnlyNamed(_ key: AgreementTable.Key) -> Bool {
    namesOfSeveral.areInObjects(key)
      && namesOfSeveral.isOneOfSeveral(key, unless: DriftTuning.Names.halfNames)
      && homes?.share(of: key.old, to: key.new) == 0
  }

  /// Whether one value in all records is that of two objects which are not the same, as what is beside it says.
  ///
  /// Of members of which one is the same, another one was counted anew.
  func isOfOtherObject(_ key: AgreementTable.Key) -> Bool {
    guard isConstant(key), namesOfSeveral.isOneOfSeveral(key) else { return false }
    var isRefuted = false
    for member in namesOfSeveral.members(beside: key) {
      if isSame(member) { return false }
      isRefuted = isRefuted || areOtherNumbers(member)
    }
    return isRefuted
  }

  /// Whether the values of the same records are so different that a name which several members have is no more than a
  /// name.
  ///
  /// The `name` of a device is not that of a source, nor the `score` of one game that of another. Counters, times and
  /// addresses change in records that are the same, texts are edited, and words are translated.
  func areOtherThings(_ oldColumn: Int, _ newColumn: Int) -> Bool {
    let key = AgreementTable.Key(old: oldColumn, new: newColumn)
    guard isRefuted(oldColumn, newColumn),
      agreement(oldColumn, newColumn).compared >= Self.fewestForConstant,
      namesOfSeveral.isOneOfSeveral(key)
    else { return false }
    let profiles = [old.profiles[oldColumn], new.profiles[newColumn]]
    if profiles.allSatisfy(\.isDigits) {
      return isUncorrelated(key, orBegunAnew: namesOfSeveral.areHoldersRelated(key))
    }
    let (from, to) = (old.columns[oldColumn].path, new.columns[newColumn].path)
    // What was a member of the record is called so in a wrapper as well: `status` in `attributes`.
    return from.parent != old.root && to.parent != new.root
      && Vocabulary.generalNames.contains(from.lastName?.lowercased() ?? "")
      && !profiles.contains { $0.isProse || $0.isUpdated }
      && !namesOfSeveral.areHoldersOfOneWord(key, isPlain: true)
      && !ColumnCodes.translate(key, old, new, join)
  }

  /// Whether many different values of the same records are the same in two columns, in whatever unit.
  private func isSame(_ key: AgreementTable.Key) -> Bool {
    guard !isConstant(key) else { return false }
    if arePaired(key) { return true }
    let agreement = agreement(key.old, key.new)
    if agreement.rate >= DriftTuning.Values.elsewhere { return isStrong(agreement, key) }
    return NumberScale(
      numbers.pairs(key.old, key.new), fewest: DriftTuning.Confidence.fewestValues) != nil
  }

  /// Whether the same records have other values in two columns, and no other unit, sign or edit explains them.
  private func areOtherNumbers(_ key: AgreementTable.Key) -> Bool {
    guard isRefuted(key.old, key.new) else { return false }
    let numbers = numbers.pairs(key.old, key.new).map { ($0.old.magnitude, $0.new.magnitude) }
    if numbers.isEmpty { return true }
    if NumberScale(numbers, fewest: 1) != nil { return false }
    // A net price is as near to the gross one; `total` is the amount of `total_money`.
    let near = numbers.count { old, new in
      abs(old - new) <= DriftTuning.Nearness.nearAmount * max(old, new)
    }
    return !namesOfSeveral.areHoldersOfOneWord(key)
      || Double(near) < DriftTuning.Nearness.scaled * Double(numbers.count)
  }
}
