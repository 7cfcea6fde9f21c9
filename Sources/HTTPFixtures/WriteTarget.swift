import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a path names that somebody wants to write to.
enum WriteTarget: Equatable {
  /// What of a file outlives its content.
  struct Attributes: Equatable {
    let mode: mode_t
    let owner: uid_t
    let group: gid_t
  }

  /// An open file descriptor of this process, by a name such as `/dev/stdout`.
  ///
  /// Such a name may lead to a file; opening that file again would start at its beginning.
  case descriptor(Int32)

  /// A device, a FIFO or a socket, which cannot be replaced.
  case special(String)

  /// A file behind all links; without attributes where there is none yet.
  case file(String, Attributes?)

  /// Looks at a path; throws a ``SystemError`` where it names a folder or nothing that can be written.
  init(path: String) throws(SystemError) {
    if let descriptor = Self.descriptor(path) {
      self = .descriptor(descriptor)
      return
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      // Nothing is there, or a link whose file is not there yet.
      guard errno == ENOENT else { throw SystemError() }
      self = .file(try Self.end(ofLinksFrom: path), nil)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      let attributes = Attributes(
        mode: status.st_mode & 0o7777, owner: status.st_uid, group: status.st_gid)
      self = .file(try Self.end(ofLinksFrom: path), attributes)
    case S_IFDIR: throw SystemError(code: EISDIR)
    default: self = .special(path)
    }
  }

  private static func descriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
      }
      return nil
    }
  }

  /// Follows links, of which the last may lead to nothing.
  private static func end(ofLinksFrom path: String) throws(SystemError) -> String {
    var path = path
    // The limit of the system for links in a row.
    for _ in 0..<40 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return path
      }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      path = link.hasPrefix("/") ? link : "\(folder)/\(link)"
    }
    throw SystemError(code: ELOOP)
  }
}

/// An error of the system by its number.
package struct SystemError: Error, Equatable {
  let code: Int32

  /// The last error.
  init() { code = errno }

  init(code: Int32) { self.code = code }

  static let noSuchFile = SystemError(code: ENOENT)

  /// Whether the folder refuses a new file, or a rename, where the file itself may be writable.
  var isAboutTheFolder: Bool { [EACCES, EPERM, EROFS, EBUSY, EXDEV, ETXTBSY].contains(code) }

  /// The error in the words of the system.
  ///
  /// `localizedDescription` puts "The operation could not be completed." in front of them.
  var reason: String { unsafe String(cString: strerror(code)) }

  /// The last error in the words of the system.
  package static var lastReason: String { SystemError().reason }

  /// Any error in words, one of the system in the system's own.
  package static func reason(of error: any Error) -> String {
    switch error {
    case let error as SystemError: return error.reason
    case let error as POSIXError: return SystemError(code: error.code.rawValue).reason
    default:
      let outer = error as NSError
      let cause = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
      guard cause.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
      return SystemError(code: Int32(truncatingIfNeeded: cause.code)).reason
    }
  }
}
