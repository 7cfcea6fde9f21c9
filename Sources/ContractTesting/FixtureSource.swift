package import Foundation
import Endpoints
package import HTTPFixtures

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
    try store.fixtures(suite: suite, endpoint: endpoint).map { try response(of: $0) }
  }

  /// Reads one fixture, which may be a recording that waits for a review.
  ///
  /// Throws a `FixtureError` where a file cannot be read.
  package func response(of id: FixtureID) throws -> Response {
    let fixture = try store.read(id)
    return Response(
      name: name(of: fixture.bodyURL), body: fixture.body, status: fixture.details?.status,
      contentType: fixture.details?.headers["content-type"],
      isAsRecorded: fixture.isAsRecorded)
  }

  /// The `.http.json` files of an endpoint that have no body beside them, relative to the root folder.
  ///
  /// Throws a `FixtureError` where the folder cannot be read.
  package func strayDetails(suite: String, endpoint: String) throws -> [String] {
    try store.strayDetails(suite: suite, endpoint: endpoint).map(name)
  }

  /// The suites that have a folder of fixtures.
  ///
  /// Throws a `FixtureError` where the folder cannot be read.
  package func suites() throws -> [String] {
    try store.suites()
  }

  /// The endpoints of a suite that have a folder of fixtures.
  ///
  /// Throws a `FixtureError` where the folder cannot be read.
  package func endpoints(suite: String) throws -> [String] {
    try store.endpoints(suite: suite)
  }

  /// The files of the fixtures.
  package var store: FixtureStore {
    FixtureStore(root: root.appendingPathComponent("Fixtures", isDirectory: true))
  }

  /// The name of a file relative to the root folder.
  private func name(of file: URL) -> String {
    let folder = root.standardizedFileURL.path + "/"
    let path = file.standardizedFileURL.path
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }
}
