/// The words at the end of names that say what kind of value they hold: `last_seen_ip` is no `last_seen_at`, and a `total`
/// no `id`.
enum NameHeads {
  /// Whether two names say of one thing two kinds of values.
  static func contradict(_ left: String, _ right: String) -> Bool {
    contradict(NameWords.of(left), NameWords.of(right))
  }

  /// The same of the words of two names.
  static func contradict(_ mine: [String], _ theirs: [String]) -> Bool {
    guard mine.dropLast() == theirs.dropLast() else { return false }
    return [Vocabulary.heads, Vocabulary.writings].contains { kinds in
      let kind = { (words: [String]) in kinds.firstIndex { $0.contains(words.last ?? "") } }
      guard let one = kind(mine), let other = kind(theirs) else { return false }
      return one != other
    }
  }

  /// Whether a name is that of a number of things: `retweet_count`.
  static func isCount(_ name: String) -> Bool {
    NameWords.of(name).last.map(Vocabulary.counts.contains) ?? false
  }

  /// Whether two names are those of time zones, which have names, short ones, and numbers.
  static func areZones(_ left: String, _ right: String) -> Bool {
    [left, right].allSatisfy { !Vocabulary.zones.isDisjoint(with: NameWords.of($0)) }
  }
}
