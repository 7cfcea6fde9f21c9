package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock on a folder (`flock`), under which one process at a time reads a file and writes it again.
///
/// The kernel drops it when the process dies. Where a folder cannot be locked, as on some network drives,
/// there is no lock, and the last writer wins.
package struct FolderLock: Sendable {
  private let descriptor: Int32

  /// Waits until no other process has the lock.
  package init(_ folder: URL) {
    descriptor = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 { _ = flock(descriptor, LOCK_EX) }
  }

  /// Gives the lock back.
  package func unlock() {
    if descriptor >= 0 { _ = close(descriptor) }
  }
}
