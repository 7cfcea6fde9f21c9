import Foundation

/// The folder that holds `Contracts/` and `Fixtures/`.
struct ProjectRoot {
  let url: URL

  /// Whether a folder that holds neither of the two yet may be named with `--root`.
  enum Content {
    case needed
    case toBeWritten
    /// As `toBeWritten`; without a Swift package it is the working folder.
    case toBeMade
  }

  /// Takes `--root`, or else the nearest folder from here upwards that has one of the two.
  ///
  /// A command that writes takes the nearest Swift package where no folder has them yet.
  /// Throws a ``CommandFailure`` where there is no such folder.
  init(_ context: CommandContext, content: Content = .needed) throws {
    if let path = context.arguments.value("root") {
      url = context.world.url(path)
      guard url.isFolder == true else {
        throw CommandFailure(message: "--root: there is no folder \(path)")
      }
      // A misspelt folder must not look like a project in which all is well.
      guard content != .needed || Self.isRoot(url) else {
        throw CommandFailure(message: "--root: there is no Contracts/ and no Fixtures/ in \(path)")
      }
      return
    }
    let folder = context.world.workingFolder.standardizedFileURL
    if let root = Self.nearest(folder, Self.isRoot) {
      url = root
    } else if content != .needed, let package = Self.nearest(folder, Self.isPackage) {
      url = package
    } else if content == .toBeMade {
      url = folder
    } else {
      throw CommandFailure(
        message: "there is no folder with Contracts/ or Fixtures/ here or above",
        next: "name it with '--root DIR'; for a new project, make one with 'mkdir Fixtures'")
    }
  }

  /// The first folder from one upwards that is what is looked for.
  private static func nearest(_ start: URL, _ isWanted: (URL) -> Bool) -> URL? {
    var folder = start
    while !isWanted(folder) {
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      // A relative path may grow upwards for ever: `..`, `../..`.
      guard parent.path.utf8.count < folder.path.utf8.count else { return nil }
      folder = parent
    }
    return folder
  }

  private static func isPackage(_ folder: URL) -> Bool {
    folder.appendingPathComponent("Package.swift").isFolder == false
  }

  private static func isRoot(_ folder: URL) -> Bool {
    ["Contracts", "Fixtures"].contains { folder.appendingPathComponent($0).isFolder == true }
  }
}
