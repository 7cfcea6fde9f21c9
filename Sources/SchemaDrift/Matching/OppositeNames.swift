/// Words that say which of two opposite things a place holds, such as a start or an end.
///
/// Without values of the same records, `aired.from` and `aired.to` fit `start_date` as well as `end_date`: both are
/// dates of the same years. The words are not the same, but they never mean each other's opposite.
struct OppositeNames {
  /// For each pair of opposites: whether the names have the one, and the other.
  private let sides: [(first: Bool, second: Bool)]

  /// The sides that the last names on the way to a place are on.
  init(_ names: some Sequence<String>) {
    let words = Set(names.flatMap { NameLikeness.words($0) })
    sides = Self.opposites.map { (!words.isDisjoint(with: $0), !words.isDisjoint(with: $1)) }
  }

  /// Whether the one is on one side of a pair, and the other on the other.
  func contradicts(_ other: OppositeNames) -> Bool {
    zip(sides, other.sides).contains { mine, theirs in
      // What has both words, as in `start_to_end`, is on neither side.
      mine.first != mine.second && theirs.first != theirs.second && mine.first == theirs.second
    }
  }

  private static let opposites: [(Set<String>, Set<String>)] = [
    (["start", "begin", "from", "since"], ["end", "finish", "to", "until", "stop"]),
    (["min", "minimum", "low", "lowest"], ["max", "maximum", "high", "highest"]),
    (["created", "creation", "added"], ["updated", "modified", "changed", "edited", "activity"]),
    (["lat", "latitude"], ["lng", "lon", "long", "longitude"]),
    (["width"], ["height"]),
    (["origin", "departure", "from"], ["destination", "arrival", "to"]),
    (["first", "earliest", "oldest"], ["last", "latest", "newest"]),
    (["input"], ["output"]),
    (["debit"], ["credit"]),
    (["gross"], ["net"]),
    (["left"], ["right"]),
    (["top"], ["bottom"]),
    (["primary"], ["secondary"]),
    (["buy"], ["sell"]),
    (["bid"], ["ask"]),
    (["home"], ["away", "visitor"]),
    (["billing"], ["shipping"]),
    (["request"], ["response"]),
    (["sunrise"], ["sunset"]),
    (["before", "previous", "prev"], ["after", "next"]),
    (["open", "opening"], ["close", "closing", "closed"]),
    (["inward", "inbound", "incoming"], ["outward", "outbound", "outgoing"]),
    (["available"], ["unavailable"]),
    (["rain"], ["snow"]),
    (["sender", "from"], ["recipient", "receiver", "to"]),
    (["following"], ["follower"]),
  ]
}
