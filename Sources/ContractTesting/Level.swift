/// How much a finding matters to an app that reads the API.
///
/// Levels are ordered: `info` < `warning` < `breaking`.
public enum Level: String, Sendable, Hashable, Comparable, CaseIterable {
  /// The app lives with it.
  case info

  /// The decoder lets it through, but it should not.
  case warning

  /// The app fails, or a cautious client would.
  case breaking

  /// Whether one level matters less than another.
  public static func < (left: Level, right: Level) -> Bool {
    left.weight < right.weight
  }

  private var weight: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .breaking: 2
    }
  }
}
