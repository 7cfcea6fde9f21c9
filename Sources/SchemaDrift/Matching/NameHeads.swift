/// The words at the end of names that say what kind of value they hold: `last_seen_ip` is no `last_seen_at`, and a `total`
/// no `id`.
enum NameHeads {
  /// Whether two names say of one thing two kinds of values.
  static func contradict(_ left: String, _ right: String) -> Bool {
    contradict(NameLikeness.words(left), NameLikeness.words(right))
  }

  /// The same of the words of two names.
  static func contradict(_ mine: [String], _ theirs: [String]) -> Bool {
    guard mine.dropLast() == theirs.dropLast() else { return false }
    return [kinds, writings].contains { kinds in
      let kind = { (words: [String]) in kinds.firstIndex { $0.contains(words.last ?? "") } }
      guard let one = kind(mine), let other = kind(theirs) else { return false }
      return one != other
    }
  }

  /// Whether a name is that of a number of things: `retweet_count`.
  static func isCount(_ name: String) -> Bool {
    NameLikeness.words(name).last.map(counts.contains) ?? false
  }

  /// Whether two names are those of time zones, which have names, short ones, and numbers.
  static func areZones(_ left: String, _ right: String) -> Bool {
    [left, right].allSatisfy { !zones.isDisjoint(with: NameLikeness.words($0)) }
  }

  private static let zones: Set<String> = ["tz", "zone", "timezone"]
  private static let counts: Set<String> = ["count", "total"]

  private static let kinds: [Set<String>] = [
    ["at", "on", "date", "time", "timestamp", "datetime", "day"],
    ["url", "uri", "link", "href"],
    NameLikeness.identifierWords,
    ["ip"],
    ["email", "mail"],
    ["phone", "telephone"],
    counts,
  ]

  /// How a text is written.
  private static let writings: [Set<String>] = [["html", "markup"], ["text", "txt", "plain"]]
}
