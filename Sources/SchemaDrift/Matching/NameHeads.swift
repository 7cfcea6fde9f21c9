/// The words at the end of names that say what kind of value they hold: `last_seen_ip` is no `last_seen_at`, and a `total`
/// no `id`.
enum NameHeads {
  /// Whether two names say of one thing two kinds of values.
  static func contradict(_ left: String, _ right: String) -> Bool {
    let (mine, theirs) = (NameLikeness.words(left), NameLikeness.words(right))
    guard mine.dropLast() == theirs.dropLast(), let one = kind(of: mine.last),
      let other = kind(of: theirs.last)
    else { return false }
    return one != other
  }

  /// Whether a name is that of a number of things: `retweet_count`.
  static func isCount(_ name: String) -> Bool {
    NameLikeness.words(name).last.map(counts.contains) ?? false
  }

  private static let counts: Set<String> = ["count", "total"]

  private static func kind(of word: String?) -> Int? {
    kinds.firstIndex { $0.contains(word ?? "") }
  }

  private static let kinds: [Set<String>] = [
    ["at", "on", "date", "time", "timestamp", "datetime", "day"],
    ["url", "uri", "link", "href"],
    NameLikeness.identifierWords,
    ["ip"],
    ["email", "mail"],
    ["phone", "telephone"],
    counts,
  ]
}
