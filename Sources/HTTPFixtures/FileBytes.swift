import StrictJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of a file of a project, with as few calls of the system as that takes.
package enum FileBytes {
  /// The number of bytes of a file, also behind links; nil for what is no file or not there.
  ///
  /// `URL.resourceValues` of Foundation on Linux took 16 µs for it, half of the time of a small fixture.
  package static func size(of path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Reads a file to its end; nil where there is nothing of that name.
  ///
  /// Throws `FixtureError.unreadable`, also where the name is not that of a file.
  static func read(_ path: String) throws(FixtureError) -> [UInt8]? {
    // Without waiting: a FIFO would wait for somebody who writes.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      // A socket, or a device without its driver.
      case ENXIO, EOPNOTSUPP: throw noFile(path, S_IFSOCK)
      default: throw .unreadable(path: path, reason: SystemError().reason)
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, reason: SystemError().reason)
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else { throw noFile(path, kind) }
    // One byte more than the size, so that a read that comes back short shows the end.
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while true {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe systemRead(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw .unreadable(path: path, reason: SystemError().reason) }
      count += got
      if got == 0 { break }
      if count == bytes.count { bytes.append(zeros: count) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private static func noFile(_ path: String, _ kind: mode_t) -> FixtureError {
    let what =
      switch kind {
      case S_IFIFO: "a named pipe"
      case S_IFDIR: "a folder"
      default: "a device or a socket"
      }
    return .unreadable(path: path, reason: "it is \(what) and no file")
  }
}

/// `read` of the system, under a name that the type does not have.
@unsafe private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}
