public import Foundation

/// Writes files so that an interrupted run leaves the old file or the new one.
///
/// The bytes go to a temporary file `.partial-UUID` in the same folder, which is synchronised and
/// then renamed over the target; a rename is atomic. The writer holds a lock (`flock`) on its
/// temporary file, which the kernel drops when the writer dies. So a temporary file that can be
/// locked belongs to a dead run, and the next write in that folder removes it.
public enum AtomicFile: Sendable {
  /// Writes a whole file, and makes the folders above it where they are missing.
  ///
  /// Throws `FixtureError.unwritable`, and then the target is as it was before.
  public static func write(_ bytes: [UInt8], to url: URL) throws(FixtureError) {
    try write(bytes, to: url, stoppingBefore: nil)
  }

  /// The steps of a write, where a test can stop it as if the process had been killed.
  enum Step {
    case writing
    case renaming
  }

  static func write(
    _ bytes: [UInt8], to url: URL, stoppingBefore step: Step?
  ) throws(FixtureError) {
    do {
      let folder = url.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      removeLeftovers(in: folder)
      // Another writer may take the temporary file for a left-over before it is locked.
      for _ in 0..<20 {
        if try replace(url, in: folder, with: bytes, stoppingBefore: step) {
          return synchronize(folder: folder)
        }
      }
      throw SystemError()
    } catch {
      let reason = (error as? SystemError)?.reason ?? error.localizedDescription
      throw .unwritable(path: url.path, reason: reason)
    }
  }

  /// Writes the temporary file and renames it; false where it was removed by another writer.
  private static func replace(
    _ url: URL, in folder: URL, with bytes: [UInt8], stoppingBefore step: Step?
  ) throws -> Bool {
    let temporary = folder.appendingPathComponent("\(prefix)\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: temporary.path, contents: nil) else {
      throw SystemError()
    }
    defer { if step == nil { try? FileManager.default.removeItem(at: temporary) } }
    guard let file = FileHandle(forUpdatingAtPath: temporary.path) else { return false }
    defer { try? file.close() }
    // A lock that the file system does not offer only means that a left-over file stays.
    _ = flock(file.fileDescriptor, LOCK_EX | LOCK_NB)
    if step == .writing { return true }
    try file.write(contentsOf: bytes)
    try file.synchronize()
    if step == .renaming { return true }
    if unsafe rename(temporary.path, url.path) == 0 { return true }
    let error = SystemError()
    if error.code == ENOENT { return false }
    throw error
  }

  private static let prefix = ".partial-"

  /// Removes the temporary files of dead runs; what cannot be removed stays, and does no harm.
  private static func removeLeftovers(in folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let url = folder.appendingPathComponent(name)
      guard let file = try? FileHandle(forUpdating: url) else { continue }
      defer { try? file.close() }
      if flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0 {
        try? FileManager.default.removeItem(at: url)
      }
    }
  }

  /// Makes a rename durable; not all file systems can, and then it is durable a little later.
  private static func synchronize(folder: URL) {
    guard let handle = FileHandle(forReadingAtPath: folder.path) else { return }
    _ = fsync(handle.fileDescriptor)
    try? handle.close()
  }

  /// The last error of the system.
  private struct SystemError: Error {
    let code = errno

    var reason: String {
      POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO).localizedDescription
    }
  }
}
