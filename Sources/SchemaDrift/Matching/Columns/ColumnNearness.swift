import Foundation
import WireDates

/// Finds columns whose values are nearly the same in joined records: edited, rounded or rescaled.
///
/// `"Blue Heron"` became `"Blue Heron (2nd edition)"`, 12.49 became 1249, a date got seconds. That is weaker than equal
/// values, so it counts only beyond what the same columns have in common in other records.
struct ColumnNearness {
  private(set) var pairs: [ColumnPair] = []

  private static let sampleSize = 120
  private static let fewestRecords = 3
  /// What the name counts: less than one of twenty records.
  private static let ofTies = 0.05
  /// What is taken off for a unit that is no power of ten: a length in metres, beside the same in miles, is the one
  /// that was in kilometres.
  private static let ofUnits = 0.1

  private enum Value {
    case number(Double)
    case words(Set<Substring>)
    case instant(Moment)
    /// A span of time, and the words of its text.
    case duration(TimeSpan, Set<Substring>)
  }

  init(
    _ old: RecordTable, _ new: RecordTable, _ join: RecordJoin, oldFree: Set<Int>,
    newFree: Set<Int>, likeness: (Int, Int) -> Double
  ) {
    guard join.pairs.count >= Self.fewestRecords, !oldFree.isEmpty, !newFree.isEmpty else { return }
    let sample = join.sample(Self.sampleSize)
    let oldValues = Self.values(of: sample.map(\.old), in: old.telling(oldFree), old)
    let newValues = Self.values(of: sample.map(\.new), in: new.telling(newFree), new)
    let sketched = SketchedNumbers(old, new, sample, (Set(oldValues.keys), Set(newValues.keys)))
    var found: [(pair: ColumnPair, score: Double)] = []
    for (oldColumn, left) in oldValues {
      for (newColumn, right) in newValues {
        let name = likeness(oldColumn, newColumn)
        guard
          let nearness = Self.nearness(left, right) ?? Self.nearnessOfLocalTimes(left, right, name)
            ?? sketched?.scale(oldColumn, newColumn).map({
              (DriftTuning.Nearness.excess, $0.unit, $0.matched, $0.compared)
            })
        else { continue }
        let pair = ColumnPair(
          old: oldColumn, new: newColumn,
          basis: nearness.unit.isNone ? .near : .scaled(nearness.unit),
          matched: nearness.matched, compared: nearness.compared)
        found.append((pair, Self.score(nearness.excess, nearness.unit, name)))
      }
    }
    found += Self.scaledLists(old, new, join, oldFree, newFree, likeness)
    pairs += ColumnPair.assigned(found)
  }

  /// What a pair is worth among others.
  ///
  /// Of a price and the same price in another currency, both 1.68, the name says which is which; where the values
  /// say it, no name outweighs them.
  private static func score(_ excess: Double, _ unit: UnitChange, _ likeness: Double) -> Double {
    excess + ofTies * likeness - (unit.isPowerOfTen ? 0 : ofUnits)
  }

  /// The lists, and families of slots, of which each number is one of another list in another unit.
  private static func scaledLists(
    _ old: RecordTable, _ new: RecordTable, _ join: RecordJoin, _ oldFree: Set<Int>,
    _ newFree: Set<Int>, _ likeness: (Int, Int) -> Double
  ) -> [(pair: ColumnPair, score: Double)] {
    guard old.reading == .values, new.reading == .values else { return [] }
    let lists = [(old, oldFree), (new, newFree)].map { table, free in
      free.filter { table.columns[$0].isRepeated && table.profiles[$0].isDigits }.sorted()
    }
    guard lists[0].count * lists[1].count <= mostLists else { return [] }
    let numbers = JoinedNumbers(
      join.sample(sampleSize), (old, Set(lists[0])), (new, Set(lists[1])))
    return lists[0].flatMap { left in
      lists[1].compactMap { right in
        NumberScale(numbers.pairs(left, right), fewest: fewestRecords).flatMap { scale in
          guard !scale.unit.isNone else { return nil }
          let pair = ColumnPair(
            old: left, new: right, basis: .scaled(scale.unit), matched: scale.matched,
            compared: scale.compared)
          let name = likeness(left, right)
          return (pair, score(DriftTuning.Nearness.excess, scale.unit, name))
        }
      }
    }
  }

  private static let mostLists = 100

  /// The values of the columns that hold one in a record; of a sketch only numbers.
  private static func values(
    of records: [Int], in columns: Set<Int>, _ table: RecordTable
  ) -> [Int: [Value?]] {
    guard table.reading != .values else {
      return table.singleValues(of: records, in: columns, value)
    }
    return table.singleSketches(of: records, in: columns).mapValues { sketches in
      sketches.map { $0.map { .number($0.value) } }
    }
  }

  private static func value(_ text: String) -> Value? {
    if let number = NumberScale.number(text) { return .number(number) }
    guard text.utf8.count <= 400 else { return nil }
    if let instant = instant(text) { return instant }
    let words = Set(text.lowercased().split { !$0.isLetter && !$0.isNumber })
    if let duration = TimeSpan(text) { return .duration(duration, words) }
    return words.isEmpty ? nil : .words(words)
  }

  private static func instant(_ text: String) -> Value? {
    guard let moment = Moment(text), !moment.isTimeOfDay else { return nil }
    return .instant(moment)
  }

  private static func nearness(
    _ left: [Value?], _ right: [Value?]
  ) -> (excess: Double, unit: UnitChange, matched: Int, compared: Int)? {
    let pairs = RecordJoin.bothKnown(left, right)
    guard pairs.count >= fewestRecords else { return nil }
    let unit = unit(pairs)
    let offset = offset(pairs)
    var sum = 0.0
    var shuffled = 0.0
    var matched = 0
    for (index, pair) in pairs.enumerated() {
      let likeness = likeness(pair.old, pair.new, unit, offset)
      sum += likeness
      if likeness >= DriftTuning.Nearness.match { matched += 1 }
      shuffled += self.likeness(pair.old, pairs[(index + 1) % pairs.count].new, unit, offset)
    }
    let count = Double(pairs.count)
    let excess = (sum - shuffled) / count
    guard sum / count >= DriftTuning.Nearness.likeness, excess >= DriftTuning.Nearness.excess else {
      return nil
    }
    return (excess, unit, matched, pairs.count)
  }

  /// The unit in which the new numbers are the old ones.
  private static func unit(_ pairs: [(old: Value, new: Value)]) -> UnitChange {
    let numbers = pairs.compactMap { pair -> (old: Double, new: Double)? in
      guard case (.number(let left), .number(let right)) = pair else { return nil }
      return (left, right)
    }
    guard numbers.count * 10 >= pairs.count * 8 else { return .none }
    let power = NumberScale.power(of: numbers)
    if let power,
      numbers.prefix(fewestRecords).allSatisfy({
        NumberScale.isSame($0.old, $0.new, power: power)
      })
    {
      return UnitChange(power: power)
    }
    return NumberScale.known(numbers)?.unit ?? power.map { UnitChange(power: $0) } ?? .none
  }

  /// The seconds by which all times differ, as they are those of another zone; 0 where they do not.
  private static func offset(_ pairs: [(old: Value, new: Value)]) -> Double {
    var counts: [Double: Int] = [:]
    for case (.instant(let left), .instant(let right)) in pairs
    where max(left.precision, right.precision) <= zoneStep {
      let apart = right.seconds - left.seconds
      guard abs(apart) <= largestZone else { continue }
      counts[(apart / zoneStep).rounded() * zoneStep, default: 0] += 1
    }
    guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      best.value * 10 >= pairs.count * 8
    else { return 0 }
    return best.key
  }

  /// The same for times of which those of the one side say nothing of their zones, and those of the other are the times
  /// of several zones: each record may have a zone of its own, so that the name has to say something, too.
  ///
  /// All whole hours are those of some other zone, so that minutes and seconds have to tell: those of what begins and of what
  /// ends do not agree.
  private static func nearnessOfLocalTimes(
    _ left: [Value?], _ right: [Value?], _ name: Double
  ) -> (excess: Double, unit: UnitChange, matched: Int, compared: Int)? {
    guard name >= DriftTuning.Names.related else { return nil }
    let pairs = RecordJoin.bothKnown(left, right)
    guard pairs.count >= fewestRecords else { return nil }
    let telling = Set(pairs.compactMap { restOfZones($0.old) })
    let matched = pairs.count { areOfTwoZones($0.old, $0.new) }
    let shuffled = pairs.indices.count { index in
      areOfTwoZones(pairs[index].old, pairs[(index + 1) % pairs.count].new)
    }
    let count = Double(pairs.count)
    let excess = likenessOfLocalTimes * Double(matched - shuffled) / count
    guard Double(matched) >= DriftTuning.Nearness.dates * count,
      excess >= DriftTuning.Nearness.excess, telling.count >= fewestRecords,
      2 * telling.count >= Set(pairs.map { seconds($0.old) }).count
    else { return nil }
    return (excess, .none, matched, pairs.count)
  }

  /// Whether two values are one time, in some zone and in UTC.
  private static func areOfTwoZones(_ old: Value, _ new: Value) -> Bool {
    guard case (.instant(let left), .instant(let right)) = (old, new),
      left.form.isLocal != right.form.isLocal
    else { return false }
    let precision = max(left.precision, right.precision)
    let apart = abs(right.seconds - left.seconds)
    let steps = (apart / zoneStep).rounded()
    return precision < zoneStep && apart <= largestZone
      && abs(apart - steps * zoneStep) < precision
  }

  private static func seconds(_ value: Value) -> Double? {
    guard case .instant(let moment) = value else { return nil }
    return moment.seconds
  }

  /// What a time has beyond the quarters of an hour by which zones differ; nil where it has nothing.
  private static func restOfZones(_ value: Value) -> Double? {
    guard let seconds = seconds(value) else { return nil }
    let rest = seconds - (seconds / zoneStep).rounded(.down) * zoneStep
    return rest == 0 ? nil : rest
  }

  private static let likenessOfLocalTimes = 0.8
  private static let likenessOfZones = 0.9
  private static let zoneStep = 900.0
  private static let largestZone = 14 * 3600.0

  private static func likeness(
    _ left: Value, _ right: Value, _ unit: UnitChange, _ offset: Double
  ) -> Double {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      if !unit.isPowerOfTen { return NumberScale.fits(left, right, unit) ? 1 : 0 }
      let scaled = unit.applied(to: left)
      // What is lost by rounding, or by an edit of a thousandth.
      let tolerance = max(
        abs(scaled) * DriftTuning.Nearness.edit,
        right == right.rounded() && scaled != scaled.rounded() ? DriftTuning.Nearness.rounding : 0)
      return abs(scaled - right) <= tolerance ? 1 : 0
    case (.duration(let span, _), .number(let number)),
      (.number(let number), .duration(let span, _)):
      return span.isTold(by: number) ? 1 : 0
    case (.duration(let left, let words), .duration(let right, let others)):
      return left.seconds == right.seconds ? 1 : likeness(of: words, others)
    case (.words(let left), .words(let right)), (.words(let left), .duration(_, let right)),
      (.duration(_, let left), .words(let right)):
      return likeness(of: left, right)
    case (.instant(let left), .instant(let right)):
      let isSame =
        abs(left.seconds + offset - right.seconds) < max(left.precision, right.precision)
      // The same times are before those of another zone.
      return isSame ? offset == 0 ? 1 : likenessOfZones : 0
    case (.number(let number), .instant(let time)), (.instant(let time), .number(let number)):
      let isSame = [number, number / 1000].contains { abs($0 - time.seconds) < time.precision }
      return isSame ? 1 : 0
    default: return 0
    }
  }

  private static func likeness(of left: Set<Substring>, _ right: Set<Substring>) -> Double {
    let common = Double(left.intersection(right).count)
    let all = Double(left.union(right).count)
    return (common / Double(min(left.count, right.count)) + common / all) / 2
  }
}
