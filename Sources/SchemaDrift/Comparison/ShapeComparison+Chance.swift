import Foundation
import JSONSchema
import StrictJSON

/// How likely the counts of a place are if the format is still the same.
extension ShapeComparison {
  /// The documents of both sides, where each is a record although it has lists in it.
  ///
  /// The elements of such a list come together: of a product without stock all variants have none. In 20 products
  /// of an unchanged format each a value was null in 15 of 70 variants, and in none of 68 others: in 3 of 20
  /// products. So the documents are counted there, and not the elements. An answer alone and another one may be
  /// the same thing, later.
  static func documents(_ old: Shape, _ new: Shape, areOthers: Bool) -> (old: Int, new: Int)? {
    let document = [ShapePath()]
    guard let oldCount = old.observed?.samples, let newCount = new.observed?.samples,
      areOthers || oldCount > 1 || newCount > 1,
      RecordRoots(in: old).paths == document, RecordRoots(in: new).paths == document
    else { return nil }
    return (oldCount, newCount)
  }

  /// The chance that none of the old records shows what `count` of the new ones show.
  func chanceOfNew(_ count: Int, of new: Int?, notIn old: Int?, at place: Pair) -> Double? {
    guard let old, let new else { return nil }
    let before = independent(old, of: old, most: documents(at: place)?.old)
    let now = independent(new, of: new, most: documents(at: place)?.new)
    return Evidence.chance(
      thatAll: independent(count, of: new, most: documents(at: place)?.new), fallInto: now,
      outOf: before)
  }

  /// The chance that all of the old records that show something are among the old ones.
  func chanceOfLoss(_ count: Int, of old: Int, notIn new: Int, at place: Pair) -> Double {
    let before = independent(old, of: old, most: documents(at: place)?.old)
    let now = independent(new, of: new, most: documents(at: place)?.new)
    return Evidence.chance(
      thatAll: independent(count, of: old, most: documents(at: place)?.old), fallInto: before,
      outOf: now)
  }

  /// The chance that one side has only nothings, such as `[]` for an object without members; nil where both have
  /// values.
  func chanceOfNothing(_ old: Shape, _ new: Shape, at place: Pair) -> Double? {
    guard let before = old.observed, let now = new.observed, before.present > 0, now.present > 0
    else { return nil }
    if now.filled == 0 {
      return chanceOfLoss(
        before.recordsFilled, of: before.records.present, notIn: now.records.present, at: place)
    }
    guard before.filled == 0 else { return nil }
    return chanceOfNew(
      now.recordsFilled, of: now.records.present, notIn: before.records.present, at: place)
  }

  /// The chance that so many values go and so few come, if one is as likely as the other: a sign test.
  func chanceOfGaps(_ gaps: Gaps, at place: Pair) -> Double {
    let all = gaps.lost + gaps.won
    let independent = independent(all, of: max(all, gaps.before), most: documents(at: place)?.old)
    guard all > 0, gaps.lost > gaps.won else { return 1 }
    let won = Int((Double(gaps.won) / Double(all) * Double(independent)).rounded(.up))
    return Evidence.chance(ofAtLeast: independent - won, of: independent, each: 0.5)
  }

  /// What the elements at a place come together in: the documents, or the records of a list or a map.
  private func documents(at place: Pair) -> (old: Int, new: Int)? {
    guard place.from.steps.contains(.elements) else { return nil }
    if let documents { return documents }
    guard
      let root = matching.roots.pairs.first(where: {
        place.from.isWithin($0.old) && place.to.isWithin($0.new)
      }), place.from.steps.dropFirst(root.old.depth).contains(.elements),
      let before = oldRoot.part(at: root.old.steps)?.observed?.recordsNotNull,
      let now = newRoot.part(at: root.new.steps)?.observed?.recordsNotNull
    else { return nil }
    return (before, now)
  }

  /// The share of the documents that corresponds to a share of the elements in them.
  private func independent(_ count: Int, of all: Int, most documents: Int?) -> Int {
    guard let documents, all > documents, count > 0 else { return count }
    let share = Double(count) / Double(all) * Double(documents)
    return max(1, Int(share.rounded()))
  }
}
