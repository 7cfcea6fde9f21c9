import Foundation
import TestSupport

/// A folder of a test with files in it.
struct Project: Sendable {
  let root: URL

  /// Runs a test in a new folder that holds some files, by path and text.
  static func with<Result>(
    _ files: [String: String] = [:], _ body: (Project) async throws -> Result
  ) async throws -> Result {
    try await TestFolders.withTemporaryFolder { folder in
      let project = Project(root: folder)
      for (path, text) in files { try project.write(text, to: path) }
      return try await body(project)
    }
  }

  /// Runs a test in a copy of the fixtures and contracts of the repository.
  static func ofRepository<Result>(
    _ body: (Project) async throws -> Result
  ) async throws -> Result {
    try await with { project in
      for name in ["Fixtures", "Contracts"] { try project.copy(name) }
      return try await body(project)
    }
  }

  /// Copies a file or a folder of the repository.
  func copy(_ path: String) throws {
    let copy = url(path)
    try FileManager.default.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: TestFolders.packageRoot.appendingPathComponent(path), to: copy)
  }

  func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  func write(_ bytes: [UInt8], to path: String) throws {
    let file = url(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Makes a file one that nobody can write, not even root: a link into a folder that cannot be made.
  func makeUnwritable(_ path: String) throws {
    try? FileManager.default.removeItem(at: url(path))
    try FileManager.default.createSymbolicLink(
      atPath: url(path).path, withDestinationPath: "/proc/none/file")
  }

  func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }

  /// Replaces the first occurrence of a text in a file; throws where there is none.
  ///
  /// A fixture becomes one that is written by hand: the record of its exchange would tell of the edit.
  func edit(_ path: String, _ old: String, _ new: String) throws {
    if path.hasPrefix("Fixtures/"), path.hasSuffix(".json") {
      try? FileManager.default.removeItem(at: url(path.dropLast(".json".count) + ".http.json"))
    }
    let text = try text(path)
    guard let range = text.range(of: old) else { throw CocoaError(.fileReadCorruptFile) }
    try write(text.replacingCharacters(in: range, with: new), to: path)
  }

  /// The paths of all files, sorted; temporary files of a writer included.
  func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
      var isFolder: ObjCBool = false
      return unsafe FileManager.default.fileExists(
        atPath: url($0).path, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}
