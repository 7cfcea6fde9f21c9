/// Finds columns whose values are a part of the addresses or ids that another column holds in joined records.
///
///     old  email_hash     "a1b2c3d4"
///     new  profile_image  "https://pictures.example/avatar/a1b2c3d4?size=128"
///
/// Equal values are looked for before, and so is the last part of an address. Here the words of the one text, at
/// most a few, are all in the other one, which is longer and has no spaces: a name that comes in a description is
/// no sign of anything. In other records the words must be others. Where a value is in several columns, such as
/// an id in all addresses of a record, a name must tell them apart; and where it is in one that is what it was, a name
/// must speak for the pair: the address of an event and its id in other calendars both hold its id.
struct ColumnContainment {
  private(set) var pairs: [ColumnPair] = []

  private static let sampleSize = 24
  private static let fewestRecords = 3
  private static let longestText = 400
  private static let mostWords = 4
  private static let fewestLetters = 3
  /// So many of the first records must agree for the others to be looked at.
  private static let firstLook = 3

  private struct Text {
    let words: Set<Substring>
    /// Whether it may be an address or an id.
    let isCode: Bool
    let letters: Int
    /// Whether it is one word as a name has them: `Soyuz`.
    let isName: Bool

    init?(_ text: String) {
      guard text.utf8.count <= longestText else { return nil }
      words = Set(text.lowercased().split { !$0.isLetter && !$0.isNumber })
      guard !words.isEmpty else { return nil }
      letters = words.reduce(0) { $0 + $1.count }
      isCode = !text.contains { $0.isWhitespace }
      isName = text.first?.isUppercase ?? false && text.allSatisfy(\.isLetter)
    }

    /// A name is in the address of a page about it, which is another thing.
    func contains(_ part: Text) -> Bool {
      isCode && part.isCode && !part.isName && part.words.count <= mostWords
        && part.letters >= fewestLetters && part.words.count < words.count
        && part.words.isSubset(of: words)
    }
  }

  init(
    _ old: RecordTable, _ new: RecordTable, _ join: RecordJoin, oldFree: Set<Int>,
    newFree: Set<Int>, kept: Set<Int>, likeness: (Int, Int) -> Double
  ) {
    guard join.pairs.count >= Self.fewestRecords, !oldFree.isEmpty, !newFree.isEmpty else { return }
    let sample = join.sample(Self.sampleSize)
    let left = old.singleValues(of: sample.map(\.old), in: old.telling(oldFree), Text.init)
    let right = new.singleValues(of: sample.map(\.new), in: new.telling(newFree), Text.init)
    let known = old.singleValues(of: sample.map(\.old), in: old.telling(kept), Text.init)
    var found: [(pair: ColumnPair, name: Double)] = []
    for (oldColumn, before) in left {
      for (newColumn, now) in right {
        let forth = Self.counts(before, in: now)
        let parts = forth == nil ? now : before
        guard let counts = forth ?? Self.counts(now, in: before),
          likeness(oldColumn, newColumn) >= DriftTuning.Names.halfNames
            || !known.values.contains(where: { Self.isOfKept(parts, $0) })
        else { continue }
        let pair = ColumnPair(
          old: oldColumn, new: newColumn, basis: .near, matched: counts.matched,
          compared: counts.compared)
        found.append((pair, likeness(oldColumn, newColumn)))
      }
    }
    let byOld = Dictionary(grouping: found) { $0.pair.old }
    let byNew = Dictionary(grouping: found) { $0.pair.new }
    pairs = found.filter { pair, name in
      let rivals =
        (byOld[pair.old] ?? []).filter { $0.pair.new != pair.new }
        + (byNew[pair.new] ?? []).filter { $0.pair.old != pair.old }
      return rivals.allSatisfy { $0.name <= name - DriftTuning.Guesses.betterName }
    }.map(\.pair).sorted { ($0.old, $0.new) < ($1.old, $1.new) }
  }

  /// Whether what parts say of their records is all that a column that was kept says: an id, and not an address with it.
  private static func isOfKept(_ parts: [Text?], _ kept: [Text?]) -> Bool {
    guard let first = parts.lazy.compactMap({ $0 }).first else { return false }
    let constant = parts.reduce(first.words) { $0.intersection($1?.words ?? $0) }
    let pairs = RecordJoin.bothKnown(parts, kept).map {
      ($0.old.words.subtracting(constant), $0.new.words)
    }
    return pairs.count >= fewestRecords
      && pairs.count { !$0.isEmpty && $0 == $1 } * 10 >= pairs.count * 9
  }

  /// In how many records the parts are in the wholes; nil where that is no rule, or one of other records too.
  private static func counts(
    _ parts: [Text?], in wholes: [Text?]
  ) -> (matched: Int, compared: Int)? {
    let pairs = RecordJoin.bothKnown(parts, wholes)
    guard pairs.count >= fewestRecords,
      pairs.prefix(firstLook).count(where: { $0.new.contains($0.old) }) >= firstLook - 1
    else { return nil }
    let matched = pairs.count { $0.new.contains($0.old) }
    let shuffled = pairs.indices.count {
      pairs[($0 + 1) % pairs.count].new.contains(pairs[$0].old)
    }
    guard matched * 10 >= pairs.count * 9, shuffled * 10 <= pairs.count else { return nil }
    return (matched, pairs.count)
  }
}
