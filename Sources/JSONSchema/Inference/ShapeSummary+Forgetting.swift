package import StrictJSON

extension ShapeSummary {
  /// Forgets the values of each place that has one which must not be kept, as if they were too many.
  ///
  /// A value is given with the names of the members above it, the outermost first.
  package mutating func forgetValues(
    where isSecret: (_ names: [String], _ value: JSONNode) -> Bool
  ) {
    forgetValues(of: 0, below: [], where: isSecret)
  }

  private mutating func forgetValues(
    of node: Int, below names: [String], where isSecret: ([String], JSONNode) -> Bool
  ) {
    if nodes[node].sample.entries.contains(where: { isSecret(names, .string($0.text.string)) }) {
      nodes[node].sample.fill()
    }
    let bounds = [nodes[node].smallestNumber, nodes[node].largestNumber].filter(\.isFinite)
    if bounds.contains(where: { isSecret(names, .number(Observation.text(of: $0))) }) {
      nodes[node].smallestNumber = .infinity
      nodes[node].largestNumber = -.infinity
    }
    for member in nodes[node].members.all {
      forgetValues(of: member.node, below: names + [member.name.text], where: isSecret)
    }
    for child in [nodes[node].mapValue, nodes[node].element].compactMap(\.self) {
      forgetValues(of: child, below: names, where: isSecret)
    }
  }
}
