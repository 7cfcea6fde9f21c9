import Foundation

/// Why fixtures on disk cannot be used.
///
/// Each description says what happened, to which file, and what to do next.
public enum FixtureError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A file or folder cannot be read.
  case unreadable(path: String, reason: String)

  /// A file cannot be written; the file that was there before is unchanged.
  case unwritable(path: String, reason: String)

  /// A `.http.json` file does not hold the details of an exchange.
  case broken(path: String, reason: String)

  /// Why, in words, without the file.
  package var reason: String {
    switch self {
    case .unreadable(_, let reason), .unwritable(_, let reason), .broken(_, let reason): reason
    }
  }

  /// What happened, to which file, and what to do next.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path) cannot be read: \(reason); check that it exists and its permissions"
    case .unwritable(let path, let reason):
      "\(path) cannot be written: \(reason); the file is as it was before"
    case .broken(let path, let reason):
      "\(path) does not describe an exchange: \(reason); record the fixture again"
    }
  }
}
