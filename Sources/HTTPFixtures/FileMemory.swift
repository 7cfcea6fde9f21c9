package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What some files hold, so that a change of several files can be taken back when it fails half way.
package struct FileMemory: Sendable {
  private let files: [(url: URL, bytes: [UInt8]?)]

  /// Reads the files as they are; what is not there is remembered as such.
  ///
  /// Throws `FixtureError.unreadable`, also for what is no file: it could not be put back.
  package init(_ urls: [URL]) throws(FixtureError) {
    var files: [(url: URL, bytes: [UInt8]?)] = []
    for url in urls { files.append((url, try FileBytes.read(url.path))) }
    self.files = files
  }

  /// Gives the files their content back, in their order, and returns those that could not have it.
  package func restore() -> [URL] {
    files.compactMap { url, bytes in
      let now = try? FileBytes.read(url.path)
      if now == bytes { return nil }
      guard let bytes else {
        guard unsafe unlink(url.path) == 0 || errno == ENOENT else { return url }
        // A folder that was made for the file goes with it; one that holds something is not removed.
        _ = unsafe rmdir(url.deletingLastPathComponent().path)
        return nil
      }
      do {
        try AtomicFile.write(bytes, to: url)
        return nil
      } catch {
        return url
      }
    }
  }
}
