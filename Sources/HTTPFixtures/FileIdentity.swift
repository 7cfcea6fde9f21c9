import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file a path names: two paths may name one, through links or by another spelling.
package enum FileIdentity: Hashable, Sendable {
  /// A file that is there, also under several names.
  case file(device: UInt64, number: UInt64)
  /// A file that is not there yet, by its path behind all links.
  case path(String)

  /// Looks at a path; nil for what holds no bytes to keep, such as a folder, a device or a pipe.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      guard case .file(let end, _)? = try? WriteTarget(path: path) else { return nil }
      let url = URL(fileURLWithPath: end)
      let folder = url.deletingLastPathComponent().path
      self = .path("\(Self.realPath(folder) ?? folder)/\(url.lastPathComponent)")
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self = .file(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// A path without links, `.` and `..`; nil where nothing is there.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Whether a path without links is that of a folder, or lies in it.
  package static func isPath(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? folder : folder + "/")
  }
}
