import StrictJSON

extension ShapePath {
  /// Says whether no array or map lies on the way: the place belongs to the answer as a whole.
  var isEnvelope: Bool {
    steps.allSatisfy { step in
      if case .member = step { return true }
      return false
    }
  }
}
