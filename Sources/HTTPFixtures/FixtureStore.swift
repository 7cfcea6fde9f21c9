public import Foundation
import StrictJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The fixtures of all suites below one folder.
///
/// The layout is known here only:
///
/// ```
/// <root>/<suite>/<endpoint>/<case>.json               the body
/// <root>/<suite>/<endpoint>/<case>.http.json          the details of the exchange
/// <root>/<suite>/<endpoint>/<case>.pending.json       a body that waits for a review
/// <root>/<suite>/<endpoint>/<case>.pending.http.json  its details
/// ```
///
/// Files whose names begin with a dot are never looked at. Each file is written atomically, the details
/// first, so that an interrupted run leaves a digest that is not the body's (``Fixture/isAsRecorded``) or
/// details without a body (``FixtureListing/strayDetails``), and never a body that looks recorded.
public struct FixtureStore: Sendable {
  /// The folder of the suites, `Fixtures`.
  public let root: URL

  /// The same as text: for thousands of files URLs cost more than reading them.
  private let path: String

  /// Makes a store for a folder, which need not exist yet.
  public init(root: URL) {
    self.root = root
    path = root.path
  }

  /// The suites that have a folder, sorted.
  ///
  /// Throws `FixtureError.unreadable`.
  public func suites() throws(FixtureError) -> [String] {
    try folders(in: path)
  }

  /// The endpoints of a suite that have a folder, sorted.
  ///
  /// Throws `FixtureError.unreadable`.
  public func endpoints(suite: String) throws(FixtureError) -> [String] {
    try folders(in: "\(path)/\(FixtureID.safeName(suite))")
  }

  /// The fixtures of an endpoint that checks read, sorted; none where there is no folder.
  ///
  /// Throws `FixtureError.unreadable`.
  public func fixtures(suite: String, endpoint: String) throws(FixtureError) -> [FixtureID] {
    try named(listing(suite: suite, endpoint: endpoint)).stored
  }

  /// The recordings of an endpoint that wait for a review, sorted.
  ///
  /// Throws `FixtureError.unreadable`.
  public func pending(suite: String, endpoint: String) throws(FixtureError) -> [FixtureID] {
    try named(listing(suite: suite, endpoint: endpoint)).pending
  }

  /// What lies in the folder of an endpoint; nothing where there is no folder.
  ///
  /// Throws `FixtureError.unreadable`.
  package func listing(suite: String, endpoint: String) throws(FixtureError) -> FixtureListing {
    FixtureListing(
      try listing(of: folder(suite: suite, endpoint: endpoint)),
      like: FixtureID(suite: suite, endpoint: endpoint, caseName: ""))
  }

  /// The listing; throws where a file of it has a name that is no text, which nobody else would miss.
  private func named(_ listing: FixtureListing) throws(FixtureError) -> FixtureListing {
    guard let id = listing.unnamed.first else { return listing }
    throw unnamed(id)
  }

  /// The error of a file whose name is no text.
  package func unnamed(_ id: FixtureID) -> FixtureError {
    .unreadable(path: "\(path)/\(id.file)", reason: Self.nameIsNoText)
  }

  private static let nameIsNoText = "its name is not UTF-8"

  /// Whether a fixture has a body on disk, which may be a link to nothing.
  public func contains(_ id: FixtureID) -> Bool {
    FolderListing.isThere(path(of: id, suffix: ".json"))
  }

  /// Reads a fixture.
  ///
  /// Throws `FixtureError.unreadable` where the body is missing, and `.broken` where there is a
  /// `.http.json` file that does not describe an exchange.
  public func read(_ id: FixtureID) throws(FixtureError) -> Fixture {
    let bodyPath = path(of: id, suffix: ".json")
    let body = try Self.bytes(atPath: bodyPath)
    let detailsPath = path(of: id, suffix: ".http.json")
    let json = try FileBytes.read(detailsPath)
    do {
      let details = try json.map { try ExchangeDetails(json: $0) }
      return Fixture(id: id, bodyPath: bodyPath, body: body, details: details)
    } catch {
      throw .broken(path: detailsPath, reason: Self.reason(error))
    }
  }

  /// Reads the body of a fixture, whatever its details say.
  ///
  /// Throws `FixtureError.unreadable`.
  package func body(of id: FixtureID) throws(FixtureError) -> [UInt8] {
    try Self.bytes(atPath: path(of: id, suffix: ".json"))
  }

  /// Writes a fixture over the one of that name, each of the two files atomically.
  ///
  /// Where nothing but the time and the white space of the answer is new, no file is touched: a second
  /// recording of an API that did not change is no change to review. Throws `FixtureError.unwritable`.
  public func write(_ exchange: Exchange, as id: FixtureID) throws(FixtureError) {
    if let old = try? read(id), old.body == exchange.body, let details = old.details,
      exchange.details.isUnchanged(from: details)
    {
      return
    }
    let json: [UInt8]
    do {
      json = try exchange.details.json()
    } catch {
      throw .unwritable(path: detailsURL(of: id).path, reason: Self.reason(error))
    }
    let known = try? FileBytes.read(path(of: id, suffix: ".http.json"))
    try AtomicFile.write(json, to: detailsURL(of: id))
    do {
      try AtomicFile.write(exchange.body, to: bodyURL(of: id))
    } catch {
      // Without their body new details tell of nothing; what cannot be put back is told by the next check.
      if let known {
        try? AtomicFile.write(known, to: detailsURL(of: id))
      } else {
        try? removeFile(detailsURL(of: id))
        removeEmptyFolders(of: id)
      }
      throw error
    }
  }

  /// Makes a pending recording the stored fixture of its name.
  ///
  /// The pending files go last: an interrupted run can be repeated. Throws as `read` and `write`.
  public func accept(_ id: FixtureID) throws(FixtureError) {
    let pending = try read(id.with(.pending))
    if let details = pending.details {
      try write(Exchange(details: details, body: pending.body), as: id.with(.stored))
    } else {
      try AtomicFile.write(pending.body, to: bodyURL(of: id.with(.stored)))
      try removeFile(detailsURL(of: id.with(.stored)))
    }
    try remove(id.with(.pending))
  }

  /// Removes a fixture; nothing happens where there is none.
  ///
  /// Throws `FixtureError.unwritable`.
  public func remove(_ id: FixtureID) throws(FixtureError) {
    try removeFile(bodyURL(of: id))
    try removeFile(detailsURL(of: id))
  }

  /// Takes a fixture back that was not there before, with the folders that hold nothing without it.
  package func withdraw(_ id: FixtureID) throws(FixtureError) {
    try remove(id)
    removeEmptyFolders(of: id)
  }

  /// Removes the folders of a fixture's endpoint and suite where they are empty.
  private func removeEmptyFolders(of id: FixtureID) {
    let folder = bodyURL(of: id).deletingLastPathComponent()
    // A folder that holds something is not removed.
    _ = unsafe rmdir(folder.path)
    _ = unsafe rmdir(folder.deletingLastPathComponent().path)
  }

  /// The file of a fixture's body.
  public func bodyURL(of id: FixtureID) -> URL {
    URL(fileURLWithPath: path(of: id, suffix: ".json"), isDirectory: false)
  }

  /// The file of a fixture's details.
  public func detailsURL(of id: FixtureID) -> URL {
    URL(fileURLWithPath: path(of: id, suffix: ".http.json"), isDirectory: false)
  }

  private func path(of id: FixtureID, suffix: String) -> String {
    "\(path)/\(id.file(suffix))"
  }

  private func folder(suite: String, endpoint: String) -> String {
    "\(path)/\(FixtureID.safeName(suite))/\(FixtureID.safeName(endpoint))"
  }

  private func folders(in folder: String) throws(FixtureError) -> [String] {
    let listing = try listing(of: folder)
    if let name = listing?.namesWithoutText.first {
      throw .unreadable(path: "\(folder)/\(name)", reason: Self.nameIsNoText)
    }
    return (listing?.entries ?? []).filter {
      !$0.name.hasPrefix(".") && ($0.kind == .folder || $0.kind == .linkToFolder)
    }.map(\.name)
  }

  /// What lies in a folder; nil where there is no folder.
  private func listing(of folder: String) throws(FixtureError) -> FolderListing? {
    guard FileManager.default.fileExists(atPath: folder) else { return nil }
    return try FolderListing(path: folder)
  }

  /// The bytes of a file of a project.
  ///
  /// Throws `FixtureError.unreadable`.
  package static func bytes(of url: URL) throws(FixtureError) -> [UInt8] {
    try bytes(atPath: url.path)
  }

  private static func bytes(atPath path: String) throws(FixtureError) -> [UInt8] {
    if let bytes = try FileBytes.read(path) { return bytes }
    throw .unreadable(path: path, reason: SystemError.noSuchFile.reason)
  }

  private func removeFile(_ url: URL) throws(FixtureError) {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      throw .unwritable(path: url.path, reason: Self.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as StrictDecodingError:
      error.report.issues.first { $0.kind.stopsDecoding }?.message ?? "\(error)"
    case let error as JSONSyntaxError: error.message
    default: SystemError.reason(of: error)
    }
  }
}

/// What lies in the folder of an endpoint, by the layout of ``FixtureStore``; listed once.
package struct FixtureListing: Sendable {
  /// The folder, relative to that of all fixtures.
  package let folder: String

  /// The fixtures that checks read, sorted.
  package private(set) var stored: [FixtureID] = []

  /// The recordings that wait for a review, sorted.
  package private(set) var pending: [FixtureID] = []

  /// The names of the `.http.json` files that have no body beside them, sorted.
  package private(set) var strayDetails: [String] = []

  /// The fixtures with a name that is no UTF-8, which nothing can read: their other bytes are `\xFF`.
  package private(set) var unnamed: [FixtureID] = []

  /// Whether nothing lies there that a store writes.
  package var isEmpty: Bool {
    stored.isEmpty && pending.isEmpty && strayDetails.isEmpty && unnamed.isEmpty
  }

  fileprivate init(_ listing: FolderListing?, like id: FixtureID) {
    folder = "\(id.suite)/\(id.endpoint)"
    var bodies = Set<Substring>()
    var details: [String] = []
    unnamed = (listing?.namesWithoutText ?? []).filter { $0.hasSuffix(".json") }.map {
      id.with(caseName: String($0.dropLast(".json".count)), .stored)
    }
    for name in (listing?.entries ?? []).map(\.name)
    where name.hasSuffix(".json") && !name.hasPrefix(".") {
      if name.hasSuffix(".http.json") {
        details.append(name)
        continue
      }
      let stem = name.dropLast(".json".count)
      bodies.insert(stem)
      if stem.hasSuffix(".pending") {
        pending.append(id.with(caseName: String(stem.dropLast(".pending".count)), .pending))
      } else {
        stored.append(id.with(caseName: String(stem), .stored))
      }
    }
    stored.sort()
    pending.sort()
    strayDetails = details.filter { !bodies.contains($0.dropLast(".http.json".count)) }.sorted()
  }
}
