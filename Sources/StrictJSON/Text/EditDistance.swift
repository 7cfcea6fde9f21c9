/// How far apart two words are.
package enum EditDistance {
  /// The number of letters to insert, remove, replace or swap with their neighbour.
  ///
  /// It is the distance of Damerau and Levenshtein in the form in which no part is edited twice
  /// ("optimal string alignment"), so `ca` and `abc` are three edits apart. The time grows with the
  /// product of both lengths.
  package static func between<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
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
