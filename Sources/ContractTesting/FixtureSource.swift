package import Foundation
import Endpoints
package import HTTPFixtures

/// The fixtures of an endpoint as responses, in the order of their cases.
package struct FixtureSource: Sendable {
  /// Makes a source for the folder that holds `Fixtures/`.
  package init(root: URL) {
    store = FixtureStore(root: root.appendingPathComponent("Fixtures", isDirectory: true))
  }

  /// Reads the fixtures of an endpoint.
  ///
  /// Throws a `FixtureError` where a file cannot be read.
  package func responses(suite: String, endpoint: String) throws -> [Response] {
    try store.fixtures(suite: suite, endpoint: endpoint).map { try response(of: $0) }
  }

  /// The fixtures of an endpoint, to be read one at a time, and the `.http.json` files that have no body
  /// beside them, relative to the root folder.
  ///
  /// Throws a `FixtureError` where the folder cannot be read.
  func listing(suite: String, endpoint: String) throws -> (
    fixtures: ReadingSource, strayDetails: [String]
  ) {
    let listing = try naming { () throws(FixtureError) in
      try store.listing(suite: suite, endpoint: endpoint)
    }
    let stored = listing.stored
    let fixtures = ReadingSource(count: stored.count + listing.unnamed.count) { number in
      guard stored.indices.contains(number) else {
        throw store.unnamed(listing.unnamed[number - stored.count]).named(below: store.root)
      }
      return ResponseReading(try response(of: stored[number]))
    }
    return (
      fixtures, listing.strayDetails.map { "Fixtures/\(listing.folder)/\($0)" }
    )
  }

  /// Reads one fixture, which may be a recording that waits for a review.
  ///
  /// Throws a `FixtureError` where a file cannot be read.
  package func response(of id: FixtureID) throws -> Response {
    let fixture = try naming { () throws(FixtureError) in try store.read(id) }
    var response = Response(
      name: "Fixtures/\(id.file)", body: fixture.body, status: fixture.details?.status,
      contentType: fixture.details?.headers["content-type"],
      isAsRecorded: fixture.isAsRecorded)
    response.headers = fixture.details?.headers ?? [:]
    return response
  }

  /// Reads one fixture, which counts as written by hand where its details do not describe an exchange.
  ///
  /// Throws a `FixtureError` where a file cannot be read.
  package func responseOfAnyDetails(of id: FixtureID) throws -> Response {
    do {
      return try response(of: id)
    } catch FixtureError.broken {
      return Response(name: "Fixtures/\(id.file)", body: try store.body(of: id))
    }
  }

  /// Reads something, and names what cannot be read from the root folder.
  private func naming<Value>(
    _ read: () throws(FixtureError) -> Value
  ) throws(FixtureError) -> Value {
    do { return try read() } catch { throw error.named(below: store.root) }
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
  package let store: FixtureStore
}
