package import Foundation

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

  /// The file or folder.
  package var path: String {
    switch self {
    case .unreadable(let path, _), .unwritable(let path, _), .broken(let path, _): path
    }
  }

  /// The error with its file or folder named from the one that holds a given folder: `Fixtures/themealdb`.
  package func named(below folder: URL) -> FixtureError {
    let around = folder.deletingLastPathComponent().path
    let start = around.hasSuffix("/") ? around : around + "/"
    guard path.hasPrefix(start) else { return self }
    let name = String(path.dropFirst(start.count))
    return switch self {
    case .unreadable(_, let reason): .unreadable(path: name, reason: reason)
    case .unwritable(_, let reason): .unwritable(path: name, reason: reason)
    case .broken(_, let reason): .broken(path: name, reason: reason)
    }
  }

  /// What happened, to which file, without what to do next.
  package var statement: String {
    switch self {
    case .unreadable: "\(path) cannot be read: \(reason)"
    case .unwritable: "\(path) cannot be written: \(reason)"
    case .broken: "\(path) does not describe an exchange: \(reason)"
    }
  }

  /// Why, in words, without the file.
  package var reason: String {
    switch self {
    case .unreadable(_, let reason), .unwritable(_, let reason), .broken(_, let reason): reason
    }
  }

  /// What happened, to which file, and what to do next.
  public var description: String {
    switch self {
    case .unreadable: "\(statement); check that it exists and its permissions"
    case .unwritable: "\(statement); the file is as it was before"
    case .broken: "\(statement); record the fixture again"
    }
  }
}
