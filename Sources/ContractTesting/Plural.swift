extension Int {
  /// The number with a regular noun: `1 fixture`, `12 fixtures`.
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
