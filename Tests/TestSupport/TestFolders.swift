public import Foundation

/// The folders that tests read.
public enum TestFolders: Sendable {
  /// The root of the package, found from the place of this file.
  public static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The corpus of recorded responses, named by `CONTRACT_CORPUS`; nil where there is none.
  public static let corpus: URL? = {
    guard let path = ProcessInfo.processInfo.environment["CONTRACT_CORPUS"], !path.isEmpty else {
      return nil
    }
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// Whether the corpus is there, for `.enabled(if:)`.
  public static var hasCorpus: Bool { corpus != nil }

  /// The reason that a test which needs the corpus gives when it is skipped.
  public static let corpusReason = "CONTRACT_CORPUS does not name a corpus folder"

  /// The bytes of a file of the corpus, by its path below the corpus folder.
  ///
  /// Throws what Foundation throws when the file cannot be read.
  public static func corpusBytes(_ path: String) throws -> [UInt8] {
    guard let corpus else { throw CocoaError(.fileNoSuchFile) }
    return Array(try Data(contentsOf: corpus.appendingPathComponent(path)))
  }

  /// Runs a closure with a new folder, and removes the folder afterwards.
  public static func withTemporaryFolder<Result>(
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mealdb-contract-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}

extension TestFolders {
  /// Makes a FIFO; throws what the system says where it cannot.
  public static func makePipe(at url: URL) throws {
    guard unsafe mkfifo(url.path, 0o600) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }
}
