package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names in a folder, with what they are, and with those that are no text.
///
/// Foundation leaves out what it cannot name and does not say why a folder cannot be read; a check that
/// skips a file in silence looks like one that found nothing wrong.
package struct FolderListing: Sendable {
  /// What a name represents, behind all links.
  package enum Kind: Sendable, Hashable {
    /// A file that can be read to its end.
    case file
    /// A folder.
    case folder
    /// A link to a folder, which a listing does not go into: it may lead back.
    case linkToFolder
    /// A FIFO, which waits for a writer.
    case pipe
    /// A device, a socket, or a link to nothing.
    case other
  }

  /// A name and what it represents.
  package struct Entry: Sendable, Hashable {
    /// The name in the folder, or the path below it.
    package let name: String

    /// What it is.
    package let kind: Kind
  }

  /// The entries, sorted by name.
  package private(set) var entries: [Entry] = []

  /// The names that are no UTF-8, with their other bytes as `\xFF`.
  package private(set) var namesWithoutText: [String] = []

  /// Lists a folder.
  ///
  /// Throws `FixtureError.unreadable`.
  package init(_ folder: URL) throws(FixtureError) { try self.init(path: folder.path) }

  /// Lists a folder by its path.
  ///
  /// Throws `FixtureError.unreadable`.
  package init(path: String) throws(FixtureError) {
    guard let stream = unsafe opendir(path) else {
      throw .unreadable(path: path, reason: SystemError().reason)
    }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let bytes = unsafe Self.name(of: entry)
      if bytes == Array(".".utf8) || bytes == Array("..".utf8) { continue }
      guard let name = String(validating: bytes, as: UTF8.self) else {
        namesWithoutText.append(Self.shown(bytes))
        continue
      }
      // The folder itself mostly says what a name is; a look at each file takes as long as reading it.
      let isFile = unsafe Int32(entry.pointee.d_type) == Int32(DT_REG)
      entries.append(Entry(name: name, kind: isFile ? .file : Self.kind(of: "\(path)/\(name)")))
    }
    entries.sort { $0.name < $1.name }
    namesWithoutText.sort()
  }

  /// Lists a folder and the folders in it, without those whose names begin with a dot.
  ///
  /// Throws `FixtureError.unreadable` for the first folder that cannot be listed.
  package static func tree(_ folder: URL) throws(FixtureError) -> FolderListing {
    var whole = try FolderListing(folder)
    whole.entries.removeAll { $0.name.hasPrefix(".") }
    var below: [Entry] = []
    for entry in whole.entries where entry.kind == .folder {
      let inner = try tree(folder.appendingPathComponent(entry.name, isDirectory: true))
      below += inner.entries.map { Entry(name: "\(entry.name)/\($0.name)", kind: $0.kind) }
      whole.namesWithoutText += inner.namesWithoutText.map { "\(entry.name)/\($0)" }
    }
    whole.entries = (whole.entries + below).sorted { $0.name < $1.name }
    return whole
  }

  /// What a path represents.
  package static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .other }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFIFO: return .pipe
    case S_IFDIR:
      var own = stat()
      let isLink = unsafe lstat(path, &own) == 0 && own.st_mode & S_IFMT == S_IFLNK
      return isLink ? .linkToFolder : .folder
    default: return .other
    }
  }

  @unsafe private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
      unsafe Array(buffer.prefix { $0 != 0 })
    }
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    var shown = ""
    for byte in bytes {
      if byte >= 0x20, byte < 0x7F {
        shown.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        shown += "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return shown
  }
}
