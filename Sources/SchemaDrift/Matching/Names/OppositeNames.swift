/// Words that say which of two opposite things a place holds, such as a start or an end.
///
/// Without values of the same records, `aired.from` and `aired.to` fit `start_date` as well as `end_date`: both are
/// dates of the same years. The words are not the same, but they never mean each other's opposite.
struct OppositeNames {
  /// A bit for each pair of opposites of which the names have only the first, or only the second.
  private let sides: (first: UInt64, second: UInt64)

  /// The sides that the last names on the way to a place are on.
  init(_ names: some Sequence<String>) {
    let words = Set(names.flatMap { NameWords.of($0) })
    var sides: (first: UInt64, second: UInt64) = (0, 0)
    for (number, opposite) in Vocabulary.opposites.enumerated() {
      let isFirst = !words.isDisjoint(with: opposite.0)
      // What has both words, as in `start_to_end`, is on neither side.
      guard isFirst != !words.isDisjoint(with: opposite.1) else { continue }
      if isFirst { sides.first |= 1 << number } else { sides.second |= 1 << number }
    }
    self.sides = sides
  }

  /// Whether the one is on one side of a pair, and the other on the other.
  func contradicts(_ other: OppositeNames) -> Bool {
    sides.first & other.sides.second | sides.second & other.sides.first != 0
  }
}
