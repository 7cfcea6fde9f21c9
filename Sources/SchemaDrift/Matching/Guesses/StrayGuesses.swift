import JSONSchema
import StrictJSON

/// Which guesses would tear apart what an object or the elements of a list held.
///
/// The guesses of a round are made at once, each for its own sake:
///
///     $.assigned_to[*].at         → $.assignments[*].at                   0.75
///     $.assigned_to[*].user.id    → $.acknowledgements[*].user.id         0.55
///     $.assigned_to[*].user.name  → $.assignments[*].assignee.name        0.46
///
/// The surest one says which list it is, so the second one has to wait: it is looked at again when the first is known.
struct StrayGuesses {
  /// How many members of each old object went into each new one.
  private var holders: [ShapePath: [ShapePath: Int]] = [:]
  /// The list that the surest member of the elements of each old list went into.
  private var lists: [ShapePath: (list: ShapePath, probability: Double)] = [:]

  init(_ guesses: [PlaceAssignment.Guess]) {
    for guess in guesses {
      if let from = guess.from.parent, let to = guess.to.parent {
        holders[from, default: [:]][to, default: 0] += 1
      }
      if let from = guess.from.innermostList, let to = guess.to.innermostList,
        lists[from].map({ $0.probability < guess.probability }) ?? true
      {
        lists[from] = (to, guess.probability)
      }
    }
  }

  /// How likely the surest guess of a list must be to say where the others are.
  // guard
  private static let surest = 0.6

  /// Whether the surest member of the same elements is in another list.
  func leavesItsList(_ guess: PlaceAssignment.Guess) -> Bool {
    guard let from = guess.from.innermostList, let to = guess.to.innermostList,
      let surest = lists[from]
    else { return false }
    return surest.list != to && surest.probability >= Self.surest
  }

  /// The place of a member's name in the object that more of the members beside it went into, at least two; nil where
  /// it is in that one itself.
  func placeBesideOthers(of guess: PlaceAssignment.Guess) -> ShapePath? {
    guard case .member? = guess.from.last, let step = guess.from.last,
      let votes = guess.from.parent.flatMap({ holders[$0] }), let holder = guess.to.parent,
      let best = votes.max(by: { $0.value < $1.value }), best.value >= 2,
      best.value > votes[holder] ?? 0, votes.values.count(where: { $0 == best.value }) == 1
    else { return nil }
    return best.key.appending(step)
  }
}

extension ShapePath {
  /// The elements of the list in a record in which a place lies, but for that place itself; nil where it is in none.
  var innermostList: ShapePath? {
    var path = parent
    while let place = path {
      if place.last == .elements { return place.lists > 1 ? place : nil }
      path = place.parent
    }
    return nil
  }
}
