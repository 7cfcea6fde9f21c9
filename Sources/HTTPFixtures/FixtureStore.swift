public import Foundation

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
/// details without a body (``strayDetails(suite:endpoint:)``), and never a body that looks recorded.
public struct FixtureStore: Sendable {
  /// The folder of the suites, `Fixtures`.
  public let root: URL

  /// Makes a store for a folder, which need not exist yet.
  public init(root: URL) { self.root = root }

  /// The suites that have a folder, sorted.
  ///
  /// Throws `FixtureError.unreadable`.
  public func suites() throws(FixtureError) -> [String] {
    try folders(in: root)
  }

  /// The endpoints of a suite that have a folder, sorted.
  ///
  /// Throws `FixtureError.unreadable`.
  public func endpoints(suite: String) throws(FixtureError) -> [String] {
    try folders(in: root.appendingPathComponent(FixtureID.safeName(suite)))
  }

  /// The fixtures of an endpoint that checks read, sorted; none where there is no folder.
  ///
  /// Throws `FixtureError.unreadable`.
  public func fixtures(suite: String, endpoint: String) throws(FixtureError) -> [FixtureID] {
    try list(suite: suite, endpoint: endpoint).filter { $0.state == .stored }
  }

  /// The recordings of an endpoint that wait for a review, sorted.
  ///
  /// Throws `FixtureError.unreadable`.
  public func pending(suite: String, endpoint: String) throws(FixtureError) -> [FixtureID] {
    try list(suite: suite, endpoint: endpoint).filter { $0.state == .pending }
  }

  /// The `.http.json` files of an endpoint that have no body beside them, sorted.
  ///
  /// Throws `FixtureError.unreadable`.
  public func strayDetails(suite: String, endpoint: String) throws(FixtureError) -> [URL] {
    let folder = folder(suite: suite, endpoint: endpoint)
    let names = Set(try names(in: folder))
    return names.filter {
      $0.hasSuffix(".http.json") && !names.contains($0.dropLast(".http.json".count) + ".json")
    }.sorted().map { folder.appendingPathComponent($0, isDirectory: false) }
  }

  /// Whether a fixture has a body on disk.
  public func contains(_ id: FixtureID) -> Bool {
    FileManager.default.fileExists(atPath: bodyURL(of: id).path)
  }

  /// Reads a fixture.
  ///
  /// Throws `FixtureError.unreadable` where the body is missing, and `.broken` where there is a
  /// `.http.json` file that does not describe an exchange.
  public func read(_ id: FixtureID) throws(FixtureError) -> Fixture {
    let body = try Self.bytes(of: bodyURL(of: id))
    let url = detailsURL(of: id)
    guard FileManager.default.fileExists(atPath: url.path) else {
      return Fixture(id: id, bodyURL: bodyURL(of: id), body: body, details: nil)
    }
    let json = try Self.bytes(of: url)
    do {
      let details = try ExchangeDetails(json: json)
      return Fixture(id: id, bodyURL: bodyURL(of: id), body: body, details: details)
    } catch {
      throw .broken(path: url.path, reason: Self.reason(error))
    }
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
    try AtomicFile.write(json, to: detailsURL(of: id))
    try AtomicFile.write(exchange.body, to: bodyURL(of: id))
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

  /// The file of a fixture's body.
  public func bodyURL(of id: FixtureID) -> URL { url(of: id, suffix: ".json") }

  /// The file of a fixture's details.
  public func detailsURL(of id: FixtureID) -> URL { url(of: id, suffix: ".http.json") }

  private func url(of id: FixtureID, suffix: String) -> URL {
    let mark = id.state == .pending ? ".pending" : ""
    return folder(suite: id.suite, endpoint: id.endpoint)
      .appendingPathComponent("\(id.caseName)\(mark)\(suffix)", isDirectory: false)
  }

  private func folder(suite: String, endpoint: String) -> URL {
    root.appendingPathComponent(FixtureID.safeName(suite), isDirectory: true)
      .appendingPathComponent(FixtureID.safeName(endpoint), isDirectory: true)
  }

  private func list(suite: String, endpoint: String) throws(FixtureError) -> [FixtureID] {
    let names = try names(in: folder(suite: suite, endpoint: endpoint))
    return names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".http.json") }.map { name in
      let stem = name.dropLast(".json".count)
      let isPending = stem.hasSuffix(".pending")
      return FixtureID(
        suite: suite, endpoint: endpoint,
        listedCase: String(isPending ? stem.dropLast(".pending".count) : stem),
        state: isPending ? .pending : .stored)
    }.sorted()
  }

  private func folders(in folder: URL) throws(FixtureError) -> [String] {
    try listing(of: folder, holdsFolders: true).filter {
      $0.kind == .folder || $0.kind == .linkToFolder
    }.map(\.name)
  }

  /// The names in a folder that do not begin with a dot; none where there is no folder.
  private func names(in folder: URL) throws(FixtureError) -> [String] {
    try listing(of: folder).map(\.name)
  }

  private func listing(
    of folder: URL, holdsFolders: Bool = false
  ) throws(FixtureError) -> [FolderListing.Entry] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    let listing = try FolderListing(folder)
    if let name = listing.namesWithoutText.first(where: {
      holdsFolders || $0.hasSuffix(".json")
    }) {
      throw .unreadable(path: "\(folder.path)/\(name)", reason: "its name is not UTF-8")
    }
    return listing.entries.filter { !$0.name.hasPrefix(".") }
  }

  /// The bytes of a file of a project.
  ///
  /// Throws `FixtureError.unreadable`.
  package static func bytes(of url: URL) throws(FixtureError) -> [UInt8] {
    switch FolderListing.kind(of: url.path) {
    // A FIFO would wait for somebody who writes.
    case .pipe: throw .unreadable(path: url.path, reason: "it is a named pipe and no file")
    case .folder, .linkToFolder:
      throw .unreadable(path: url.path, reason: "it is a folder and no file")
    case .other where FileManager.default.fileExists(atPath: url.path):
      throw .unreadable(path: url.path, reason: "it is a device or a socket and no file")
    case .file, .other: break
    }
    do {
      return Array(try Data(contentsOf: url))
    } catch {
      throw .unreadable(path: url.path, reason: reason(error))
    }
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
    case DecodingError.keyNotFound(let key, _): "the key \(key.stringValue) is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      context.debugDescription
    default: error.localizedDescription
    }
  }
}
