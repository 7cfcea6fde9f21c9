// An enumeration of which no word is left, as each of them is another one now.
//
// That is seen in the same records: where "active" was there is "ACTIVE", in all of them. Orders go from one state to
// the next one too, but hardly from three states to three others in step, unless the words have the same letters.
// In other records a word can be absent because they are others; there the same letters alone say that it is the format.

import StrictJSON

extension ColumnMeanings {
  private static let wordSample = 300
  /// The records that each word is seen in on average, and the words.
  private static let fewestOfEach = 3
  private static let fewestWords = 3
  private static let fewestOfSameLetters = 2

  /// The words that stand for those of before, one for each.
  static func translation(
    _ matching: ColumnMatching, _ column: Int, _ partner: Int
  ) -> PlaceMatching.Meaning? {
    let counts = (old: matching.old.counts[column], new: matching.new.counts[partner])
    guard matching.old.reading == .values, matching.new.reading == .values,
      matching.old.profiles[column].isText, matching.new.profiles[partner].isText,
      (fewestOfSameLetters...mostCases).contains(counts.old.count),
      (fewestOfSameLetters...mostCases).contains(counts.new.count),
      !counts.old.keys.contains(where: { counts.new[$0] != nil })
    else { return nil }
    let pairs = pairsOfWords(matching, column, partner)
    var words = Dictionary(grouping: pairs, by: \.old).mapValues { mostCommon($0.map(\.new)) }
    if pairs.isEmpty { words = sameLetters(matching, column, partner) }
    let areSameLetters = words.allSatisfy { letters($0.key) == letters($0.value) }
    let matched = pairs.count { words[$0.old] == $0.new }
    guard words.count >= (areSameLetters ? fewestOfSameLetters : fewestWords),
      Set(words.values).count == words.count,
      pairs.isEmpty
        ? words.count == counts.new.count
        : areSameLetters
          || pairs.count >= fewestOfEach * words.count,
      Double(matched) >= DriftTuning.Codes.consistency * Double(pairs.count),
      // Dates and versions go on in step.
      !words.contains(where: { ($0.key + $0.value).contains(where: \.isNumber) })
    else { return nil }
    let evidence: Evidence.Basis =
      pairs.isEmpty
      ? .all(nil, records: matching.new.filled(partner))
      : .agreement(matched: matched, compared: pairs.count, isNear: true)
    return meaning(words, of: counts.old.count, evidence)
  }

  /// The words that the formats list, each in another case now, where no values are at hand.
  static func respelling(
    _ matching: ColumnMatching, _ column: Int, _ partner: Int
  ) -> PlaceMatching.Meaning? {
    let before = matching.old.columns[column].words
    let now = matching.new.columns[partner].words
    guard
      matching.old.reading != .values || matching.old.records.isEmpty
        || matching.new.records.isEmpty,
      (fewestOfSameLetters...mostCases).contains(before.count), before.count == now.count,
      Set(before).isDisjoint(with: now)
    else { return nil }
    let words = sameLetters(before, now)
    guard words.count == before.count, Set(words.values).count == words.count else { return nil }
    return meaning(words, of: before.count, .all(nil, records: nil))
  }

  private static func meaning(
    _ words: [String: String], of count: Int, _ evidence: Evidence.Basis
  ) -> PlaceMatching.Meaning {
    let changed = words.sorted { $0.key < $1.key }.map { Change.Word(old: $0.key, new: $0.value) }
    return PlaceMatching.Meaning(
      rule: .meaningChanged, old: .oneOf(count: count), new: .words(changed), evidence: evidence,
      chance: nil)
  }

  /// The words of two columns in the same records.
  private static func pairsOfWords(
    _ matching: ColumnMatching, _ column: Int, _ partner: Int
  ) -> [(old: String, new: String)] {
    let sample = matching.join.sample(wordSample)
    let before = matching.old.singleValues(of: sample.map(\.old), in: [column]) { $0 }
    let now = matching.new.singleValues(of: sample.map(\.new), in: [partner]) { $0 }
    return RecordJoin.bothKnown(before[column], now[partner])
  }

  /// The words of two columns that differ in their case, and in the signs between their letters.
  private static func sameLetters(
    _ matching: ColumnMatching, _ column: Int, _ partner: Int
  ) -> [String: String] {
    let words = { (table: RecordTable, column: Int) in
      table.words(of: Set(table.counts[column].keys), in: column, limit: mostCases).sorted()
    }
    return sameLetters(words(matching.old, column), words(matching.new, partner))
  }

  private static func sameLetters(_ old: [String], _ new: [String]) -> [String: String] {
    let now = Dictionary(new.map { (letters($0), $0) }) { first, _ in first }
    let pairs = old.compactMap { word in now[letters(word)].map { (word, $0) } }
    return Dictionary(pairs) { first, _ in first }
  }

  static func letters(_ word: String) -> String {
    word.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The text that comes most often, of several the first one in the order of texts.
  private static func mostCommon(_ texts: [String]) -> String {
    let counts = texts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }
}
