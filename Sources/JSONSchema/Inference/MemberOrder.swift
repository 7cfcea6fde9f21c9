/// Puts the members of an object in the order in which the server sends them.
///
/// Every pair of neighbours that was seen is an edge of a graph, and the order is a topological
/// one. Among the members that may come next, the one with the smallest mean position comes, and
/// among equals the smallest name. Where the samples disagree there is a cycle, and the mean
/// position alone decides who leaves it first.
struct MemberOrder {
  private let summary: ShapeSummary
  private let members: [SummaryMember]

  init(of node: Int, in summary: ShapeSummary) {
    self.summary = summary
    members = summary.nodes[node].members.all
  }

  /// The members in order.
  func sorted() -> [SummaryMember] {
    var waitingFor = [Int](repeating: 0, count: members.count)
    for member in members {
      for follower in member.followers { waitingFor[follower] += 1 }
    }
    var remaining = members.indices.sorted(by: comesBefore)
    var order: [SummaryMember] = []
    while !remaining.isEmpty {
      let next = remaining.firstIndex { waitingFor[$0] <= 0 } ?? 0
      let position = remaining.remove(at: next)
      order.append(members[position])
      for follower in members[position].followers { waitingFor[follower] -= 1 }
    }
    return order
  }

  /// Compares mean positions as fractions, without rounding.
  private func comesBefore(_ left: Int, _ right: Int) -> Bool {
    let leftMean = members[left].positionSum * count(right)
    let rightMean = members[right].positionSum * count(left)
    if leftMean != rightMean { return leftMean < rightMean }
    return members[left].name < members[right].name
  }

  private func count(_ member: Int) -> Int {
    summary.nodes[members[member].node].present.values
  }
}
