extension [Finding] {
  /// Hands the patches of findings that are not shown to those of the endpoint that say that these hold their
  /// lines, too.
  ///
  /// The first of them gets the patch, and the others name that one.
  mutating func handOnPatches(of isDropped: (Finding) -> Bool) {
    for lead in self where isDropped(lead) {
      guard case .changeType? = lead.nextStep, let dto = lead.dto else { continue }
      let followers = indices.filter { index in
        guard case .changedWith(let other)? = self[index].nextStep else { return false }
        return other.name == dto.name && self[index].suite == lead.suite
          && self[index].endpoint == lead.endpoint && !isDropped(self[index])
      }
      guard let first = followers.first else { continue }
      self[first].nextStep = lead.nextStep
      guard let own = self[first].dto else { continue }
      for index in followers.dropFirst() { self[index].nextStep = .changedWith(own) }
    }
  }
}
