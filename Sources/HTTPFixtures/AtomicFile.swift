public import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes files so that an interrupted run leaves the old file or the new one.
///
/// The bytes go to a temporary file `.partial-UUID` in the same folder, which is synchronised and
/// then renamed over the target; a rename is atomic. The writer holds a lock (`flock`) on its
/// temporary file, which the kernel drops when the writer dies. So a temporary file that can be
/// locked belongs to a dead run, and the next write in that folder removes it.
///
/// What a path names stays what it is, as with the `>` of a shell (``WriteTarget``):
///
///     report.json            a file keeps its mode and, as far as allowed, its owner
///     latest.json → a/b.json a link is followed, the file behind it is replaced
///     /dev/null, a FIFO      is written into
///     /dev/stdout, /dev/fd/3 goes to the open descriptor
public enum AtomicFile: Sendable {
  /// What to do where a file may be written but its folder may not, such as a file that is mounted alone.
  public enum Fallback: Sendable {
    /// Fail, and leave the old file: for files of the project.
    case fail
    /// Write into the file itself, which is not atomic: for a place that somebody named.
    case writeInPlace
  }

  /// Writes a whole file, and makes the folders above it where they are missing.
  ///
  /// Throws `FixtureError.unwritable`, and then a target of `.fail` is as it was before, and so are the folders.
  public static func write(
    _ bytes: [UInt8], to url: URL, fallback: Fallback = .fail
  ) throws(FixtureError) {
    try write(bytes, to: url, fallback: fallback, stoppingBefore: nil)
  }

  /// The steps of a write, where a test can stop it as if the process had been killed.
  enum Step {
    case writing
    case renaming
  }

  static func write(
    _ bytes: [UInt8], to url: URL, fallback: Fallback = .fail, stoppingBefore step: Step?
  ) throws(FixtureError) {
    do {
      switch try WriteTarget(path: url.path) {
      case .descriptor(let descriptor): try writeAll(bytes, to: descriptor)
      case .special(let path): try writeInto(path, bytes)
      case .file(let path, let attributes):
        do {
          try replace(path, attributes, with: bytes, stoppingBefore: step)
        } catch let error as SystemError
          where fallback == .writeInPlace && attributes != nil && error.isAboutTheFolder
        {
          try writeInto(path, bytes)
        }
      }
    } catch {
      let reason = SystemError.reason(of: error)
      throw .unwritable(path: url.path, reason: reason)
    }
  }

  /// Writes a temporary file beside a file and renames it over it.
  private static func replace(
    _ path: String, _ attributes: WriteTarget.Attributes?, with bytes: [UInt8],
    stoppingBefore step: Step?
  ) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let missing = missingFolders(above: path)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      removeLeftovers(in: folder)
      // Another writer may take the temporary file for a left-over before it is locked.
      for _ in 0..<20 {
        if try replaceOnce(path, attributes, in: folder, with: bytes, stoppingBefore: step) {
          return synchronize(folder: folder)
        }
      }
      throw SystemError(code: EBUSY)
    } catch {
      // A folder that holds something by now stays.
      for folder in missing { _ = unsafe rmdir(folder) }
      throw error
    }
  }

  /// The folders that a file needs and that are not there, the deepest first.
  private static func missingFolders(above path: String) -> [String] {
    var missing: [String] = []
    var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
      missing.append(folder.path)
      folder.deleteLastPathComponent()
    }
    return missing
  }

  /// Does the same once; false where the temporary file was removed by another writer.
  private static func replaceOnce(
    _ path: String, _ attributes: WriteTarget.Attributes?, in folder: URL, with bytes: [UInt8],
    stoppingBefore step: Step?
  ) throws -> Bool {
    let temporary = folder.appendingPathComponent("\(prefix)\(UUID().uuidString)").path
    // The mode of a new file is what the system gives any new file.
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError() }
    defer {
      close(descriptor)
      if step == nil { _ = unsafe unlink(temporary) }
    }
    // A lock that the file system does not offer only means that a left-over file stays.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    if step == .writing { return true }
    if let attributes {
      // Only root may give files away; a file that is one's own needs no change.
      _ = fchown(descriptor, attributes.owner, attributes.group)
      guard fchmod(descriptor, attributes.mode) == 0 else { throw SystemError() }
    }
    try writeAll(bytes, to: descriptor)
    guard fsync(descriptor) == 0 else { throw SystemError() }
    if step == .renaming { return true }
    if unsafe rename(temporary, path) == 0 { return true }
    let error = SystemError()
    if error.code == ENOENT { return false }
    throw error
  }

  /// Writes into what is there, such as a device.
  private static func writeInto(_ path: String, _ bytes: [UInt8]) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor)
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(
          descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
      }
      if written >= 0 {
        start += written
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
      default: throw SystemError()
      }
    }
  }

  private static let prefix = ".partial-"

  /// Removes the temporary files of dead runs; what cannot be removed stays, and does no harm.
  private static func removeLeftovers(in folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = folder.appendingPathComponent(name).path
      let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink(path) }
      close(descriptor)
    }
  }

  /// Makes a rename durable; not all file systems can, and then it is durable a little later.
  private static func synchronize(folder: URL) {
    let descriptor = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
