import JSONSchema
import StrictJSON

// Objects that are references now:
//
//     {"dispute": {"id": "dp_7", "reason": "fraudulent"}, "refunds": [{"id": "re_3"}]}
//     {"dispute": "dp_7",                                 "refunds": [{"id": "re_3", "reason": null}]}
//
// What such an object held is behind its id, in another answer; a member of the same name in an object that was there
// before is another one. An object that is new may be what holds it.

extension PlaceAssignment {
  /// Whether the object of an old place is one text or number now, and a new place lies in another object of the record
  /// that was there before.
  func isBehindReference(_ from: Card, _ to: Card) -> Bool {
    if isOfRecordWithID(from, to) { return true }
    let place = home(of: from.holder)
    guard old[from.holder]?.nature == .object, let now = new[place], now.nature == .scalar,
      !now.types.isDisjoint(with: [.string, .integer]), to.holder != place.parent,
      let root = tables.map(\.new.root).first(where: { to.holder.isWithin($0) })
    else { return false }
    let way = to.holder.names.dropFirst(root.names.count)
    let name = NameWords.of(from.holder.lastName ?? "")
    // `venue_address` and `venues[*].address` still say whose they are.
    let isNamed = way.flatMap { NameWords.of($0) }.contains { word in
      name.contains { word.hasPrefix($0) || $0.hasPrefix(word) }
    }
    return !isNamed && way.contains { holderNames.contains($0) }
  }

  /// Whether an old place is the id of an object that is one text now, and a new one another id of what held the object,
  /// which had one itself: where `caption.id` is gone, `ig_id` is one more id of the post.
  private func isOfRecordWithID(_ from: Card, _ to: Card) -> Bool {
    let isID = { (name: String) in Vocabulary.identifiers.contains(name.lowercased()) }
    guard isID(from.key), let record = from.holder.parent, to.holder == home(of: record),
      new[home(of: from.holder)]?.nature == .scalar,
      (old[record]?.children ?? []).contains(where: { $0.lastName.map(isID) ?? false })
    else { return false }
    let words = NameWords.of(to.key)
    return isID(words.last ?? "") && from.holderWords.isDisjoint(with: words.dropLast())
  }
}
