package import Foundation
import Endpoints
import HTTPFixtures

/// The fixtures of an endpoint as responses, in the order of their cases.
package struct FixtureSource: Sendable {
  private let root: URL

  /// Makes a source for the folder that holds `Fixtures/`.
  package init(root: URL) {
    self.root = root
  }

  /// Reads the fixtures of an endpoint.
  ///
  /// Throws a `FixtureError` where a file cannot be read.
  package func responses(suite: String, endpoint: String) throws -> [Response] {
    let store = FixtureStore(root: folder)
    return try store.fixtures(suite: suite, endpoint: endpoint).map { id in
      let fixture = try store.read(id)
      return Response(
        name: name(of: fixture.bodyURL), body: fixture.body, status: fixture.details?.status,
        contentType: fixture.details?.headers["content-type"],
        isAsRecorded: fixture.isAsRecorded)
    }
  }

  /// The `.http.json` files of an endpoint that have no body beside them, relative to the root folder.
  ///
  /// Throws a `FixtureError` where the folder cannot be read.
  package func strayDetails(suite: String, endpoint: String) throws -> [String] {
    try FixtureStore(root: folder).strayDetails(suite: suite, endpoint: endpoint).map(name)
  }

  /// The suites that have a folder of fixtures.
  ///
  /// Throws a `FixtureError` where the folder cannot be read.
  package func suites() throws -> [String] {
    try FixtureStore(root: folder).suites()
  }

  /// The endpoints of a suite that have a folder of fixtures.
  ///
  /// Throws a `FixtureError` where the folder cannot be read.
  package func endpoints(suite: String) throws -> [String] {
    try FixtureStore(root: folder).endpoints(suite: suite)
  }

  private var folder: URL { root.appendingPathComponent("Fixtures", isDirectory: true) }

  /// The name of a file relative to the root folder.
  private func name(of file: URL) -> String {
    let folder = root.standardizedFileURL.path + "/"
    let path = file.standardizedFileURL.path
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }
}
