/// How likely each pair of an old and a new place is, where each place is in one pair at most.
///
/// The odds of a pair are those against both places being in none. They are weighed over all ways to pair the
/// places, a way counting by the product of its odds; the probability of a pair is the share of those that have it.
/// Two old places that both fit one new place well:
///
///     odds   name  title          name  title
///     label     9      1    →     0.90   0.00
///     title     8    400          0.00   0.99
///
/// `title` has as good odds for `name`, but is surely somewhere else and so no rival; against its row and its column
/// alone `label` would get 9 of 19.
///
/// The sum over all ways is what belief propagation (the sum–product algorithm) computes: each place tells
/// each other one how free it is by what all the others offer it. It is exact where the pairs that count form no
/// circle; four rounds are as good as ten on all formats that were measured.
struct PairMarginals {
  private static let rounds = 4

  /// The probabilities in the order of the odds, row by row.
  private let probabilities: [Double]
  private let columns: Int

  /// Weighs the odds of the pairs, old places by new ones; rows of the same length.
  init(odds rows: [[Double]]) {
    columns = rows.first?.count ?? 0
    let odds = rows.flatMap { $0 }
    // How free the old place of a pair is for it, as the new one is told, and the other way round.
    var free = (
      old: [Double](repeating: 1, count: odds.count), new: [Double](repeating: 1, count: odds.count)
    )
    for _ in 0..<Self.rounds {
      var offers = [Double](repeating: 0, count: rows.count)
      for pair in odds.indices { offers[pair / columns] += odds[pair] * free.new[pair] }
      for pair in odds.indices {
        free.old[pair] = 1 / (1 + max(0, offers[pair / columns] - odds[pair] * free.new[pair]))
      }
      offers = [Double](repeating: 0, count: columns)
      for pair in odds.indices { offers[pair % columns] += odds[pair] * free.old[pair] }
      for pair in odds.indices {
        free.new[pair] = 1 / (1 + max(0, offers[pair % columns] - odds[pair] * free.old[pair]))
      }
    }
    probabilities = odds.indices.map { pair in
      let own = odds[pair] * free.old[pair] * free.new[pair]
      return own / (1 + own)
    }
  }

  subscript(row: Int, column: Int) -> Double { probabilities[row * columns + column] }
}
