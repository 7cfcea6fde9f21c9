public import Foundation

/// A recorded exchange as it lies on disk.
public struct Fixture: Sendable, Hashable {
  /// The name of the fixture.
  public let id: FixtureID

  /// The file of the body.
  public let bodyURL: URL

  /// The body, byte for byte.
  public let body: [UInt8]

  /// What the `.http.json` file says; nil where there is none, as beside a body written by hand.
  public let details: ExchangeDetails?

  /// Whether the body is the one that was recorded; nil where no details say what that was.
  ///
  /// False after an edit by hand, and where a run was interrupted between the two files.
  public var isAsRecorded: Bool? {
    details.map { $0.sha256 == SHA256.hexadecimalDigest(of: body) }
  }
}
