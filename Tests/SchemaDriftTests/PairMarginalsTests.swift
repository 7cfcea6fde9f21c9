import Testing

@testable import SchemaDrift

/// The probabilities of pairs are shares of all ways to pair the places.
@Suite struct PairMarginalsTests {
  /// The share of the ways that have each pair, counted one by one.
  private static func exact(_ odds: [[Double]]) -> [[Double]] {
    var shares = odds.map { $0.map { _ in 0.0 } }
    var all = 0.0
    func pair(_ row: Int, _ used: Set<Int>, _ weight: Double, _ way: [(Int, Int)]) {
      guard row < odds.count else {
        all += weight
        for (row, column) in way { shares[row][column] += weight }
        return
      }
      pair(row + 1, used, weight, way)
      for column in odds[row].indices where !used.contains(column) && odds[row][column] > 0 {
        pair(
          row + 1, used.union([column]), weight * odds[row][column], way + [(row, column)])
      }
    }
    pair(0, [], 1, [])
    return shares.map { $0.map { $0 / all } }
  }

  /// Where the pairs form no circle the probabilities are exact, whatever the odds.
  @Test(arguments: [
    [[3]], [[0.5, 2, 9]], [[4], [4]], [[9, 1], [0, 400]], [[2, 3, 0], [0, 5, 0.1], [0, 0, 7]],
    [[1e17, 1], [0, 1e17]], [[0, 0], [0, 0]],
  ])
  func pairsWithoutACircleAreExact(_ odds: [[Double]]) {
    let marginals = PairMarginals(odds: odds)
    for (row, shares) in Self.exact(odds).enumerated() {
      for (column, share) in shares.enumerated() {
        #expect(abs(marginals[row, column] - share) < 0.001, "\(row), \(column): \(share)")
      }
    }
  }

  /// Circles are counted more than once: the probabilities are near, and never above what a place can give.
  @Test func pairsInACircleAreNear() {
    let odds = [[9.0, 1], [8, 400]]
    let marginals = PairMarginals(odds: odds)
    for place in 0..<2 {
      #expect(marginals[place, 0] + marginals[place, 1] <= 1)
      #expect(marginals[0, place] + marginals[1, place] <= 1)
    }
    for (row, shares) in Self.exact(odds).enumerated() {
      for (column, share) in shares.enumerated() {
        #expect(abs(marginals[row, column] - share) < 0.01, "\(row), \(column): \(share)")
      }
    }
  }

  @Test func noPlacesHaveNoPairs() {
    _ = PairMarginals(odds: [])
    _ = PairMarginals(odds: [[], []])
  }
}
