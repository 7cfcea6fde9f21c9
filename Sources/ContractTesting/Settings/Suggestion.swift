/// Finds the word that somebody meant: options, commands, choices, rules and endpoints alike.
package enum Suggestion {
  /// The candidate that is nearest to a word; nil when none is near.
  ///
  /// Near means: it starts with the word, or no more than a third of the letters differ.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    let limit = max(1, word.utf8.count / 3)
    let distances = candidates.map { ($0, distance(word.lowercased(), $0.lowercased())) }
    if let best = distances.min(by: { $0.1 < $1.1 }), best.1 <= limit { return best.0 }
    return word.utf8.count >= 2 ? candidates.first { $0.hasPrefix(word) } : nil
  }

  /// `; did you mean 'check'?` for a message, or an empty text.
  package static func words(for word: String, in candidates: [String], prefix: String = "")
    -> String
  {
    nearest(to: word, in: candidates).map { "; did you mean '\(prefix)\($0)'?" } ?? ""
  }

  /// The number of bytes to insert, remove, replace or swap with their neighbour.
  package static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let cost = left[row] == right[column] ? 0 : 1
        var best = min(previous[column] + cost, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
