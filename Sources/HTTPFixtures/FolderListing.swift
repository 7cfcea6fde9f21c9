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
    /// A link to a folder, which may lead back.
    case linkToFolder
    /// A FIFO, which waits for a writer.
    case pipe
    /// A link to nothing.
    case linkToNothing
    /// A device or a socket.
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

  /// The links that lead to a folder around the one they lie in, which a tree does not go into.
  package private(set) var linksAround: [String] = []

  /// The folders below that cannot be listed, each with why.
  package private(set) var unreadable: [FixtureError] = []

  /// The names of links to files.
  private var linksToFiles: Set<String> = []

  /// An empty listing.
  private init() {}

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
      let type = unsafe Int32(entry.pointee.d_type)
      let kind: Kind =
        switch type {
        case Int32(DT_REG): .file
        case Int32(DT_DIR): .folder
        default: Self.kind(of: "\(path)/\(name)")
        }
      entries.append(Entry(name: name, kind: kind))
      if type == Int32(DT_LNK), kind == .file { linksToFiles.insert(name) }
    }
    entries.sort { $0.name < $1.name }
    namesWithoutText.sort()
  }

  /// Lists a folder and the folders in it, without what has a name that begins with a dot.
  ///
  /// Links are followed. Each folder and each file is listed once, and rather by its own path than by that
  /// of a link; what is no folder, only where `isListed` accepts its name. Throws `FixtureError.unreadable`
  /// for the first folder that cannot be listed; with `skipsUnreadable` the folders below are told in
  /// ``unreadable`` instead.
  package static func tree(
    _ folder: URL, skipsUnreadable: Bool = false, where isListed: (String) -> Bool = { _ in true }
  ) throws(FixtureError) -> FolderListing {
    var walk = FolderWalk()
    walk.skipsUnreadable = skipsUnreadable
    return try walk.tree(folder.path, where: isListed)
  }

  /// What a path represents.
  package static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return isLink(path) ? .linkToNothing : .other }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFIFO: return .pipe
    case S_IFDIR:
      return isLink(path) ? .linkToFolder : .folder
    default: return .other
    }
  }

  /// Whether a path is taken, be it by a link to nothing.
  package static func isThere(_ path: String) -> Bool {
    var own = stat()
    return unsafe lstat(path, &own) == 0
  }

  private static func isLink(_ path: String) -> Bool {
    var own = stat()
    return unsafe lstat(path, &own) == 0 && own.st_mode & S_IFMT == S_IFLNK
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

extension FolderListing {
  /// The way through a folder, the folders in it and those that links lead to.
  private struct FolderWalk {
    private struct Link {
      /// The path below the folder that the walk began at.
      let name: String
      /// The folder that it lies in, behind all links.
      let place: String
    }

    /// Whether a folder that cannot be listed is no reason to leave out the others.
    var skipsUnreadable = false

    private var whole = FolderListing()
    /// The folders that were listed, behind all links.
    private var listed: Set<String> = []
    private var links: [Link] = []
    private var linksToFiles: [String] = []

    mutating func tree(
      _ path: String, where isListed: (String) -> Bool
    ) throws(FixtureError) -> FolderListing {
      let start = FileIdentity.realPath(path) ?? path
      try list(path, behindLinks: start, prefix: "", where: isListed)
      var next = 0
      while next < links.count {
        let link = links[next]
        next += 1
        guard let target = FileIdentity.realPath("\(path)/\(link.name)"), !listed.contains(target)
        else { continue }
        if FileIdentity.isPath(start, in: target) || FileIdentity.isPath(link.place, in: target) {
          whole.linksAround.append(link.name)
        } else {
          try list(
            "\(path)/\(link.name)", behindLinks: target, prefix: link.name + "/",
            where: isListed)
        }
      }
      let again = filesListedTwice(below: path, where: isListed)
      whole.entries.removeAll { again.contains($0.name) }
      whole.entries.sort { $0.name < $1.name }
      whole.namesWithoutText.sort()
      whole.linksAround.sort()
      return whole
    }

    private mutating func list(
      _ path: String, behindLinks realPath: String, prefix: String, where isListed: (String) -> Bool
    ) throws(FixtureError) {
      guard listed.insert(realPath).inserted else { return }
      let listing: FolderListing
      do throws(FixtureError) {
        listing = try FolderListing(path: path)
      } catch {
        guard skipsUnreadable, listed.count > 1 else { throw error }
        whole.unreadable.append(error)
        return
      }
      whole.namesWithoutText += listing.namesWithoutText.map { prefix + $0 }
      for entry in listing.entries where !entry.name.hasPrefix(".") {
        let name = prefix + entry.name
        let isFolder = entry.kind == .folder || entry.kind == .linkToFolder
        guard isFolder || isListed(entry.name) else { continue }
        whole.entries.append(Entry(name: name, kind: entry.kind))
        switch entry.kind {
        case .folder:
          try list(
            "\(path)/\(entry.name)", behindLinks: "\(realPath)/\(entry.name)", prefix: name + "/",
            where: isListed)
        case .linkToFolder: links.append(Link(name: name, place: realPath))
        case .file: if listing.linksToFiles.contains(entry.name) { linksToFiles.append(name) }
        case .pipe, .linkToNothing, .other: break
        }
      }
    }

    /// The links to files that are also listed by their own paths, or by another link.
    private func filesListedTwice(
      below path: String, where isListed: (String) -> Bool
    ) -> Set<String> {
      var targets: Set<String> = []
      var again: Set<String> = []
      for link in linksToFiles {
        guard let target = FileIdentity.realPath("\(path)/\(link)") else { continue }
        let file = URL(fileURLWithPath: target)
        let name = file.lastPathComponent
        let isListedItself =
          listed.contains(file.deletingLastPathComponent().path) && !name.hasPrefix(".")
          && isListed(name)
        if isListedItself || !targets.insert(target).inserted { again.insert(link) }
      }
      return again
    }
  }
}
