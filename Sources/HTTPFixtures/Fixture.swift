import Endpoints
public import Foundation

/// A recorded exchange as it lies on disk.
public struct Fixture: Sendable, Hashable {
  /// The name of the fixture.
  public let id: FixtureID

  /// The file of the body.
  public var bodyURL: URL { URL(fileURLWithPath: bodyPath, isDirectory: false) }

  /// The same as text.
  let bodyPath: String

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

  /// The body as it was received, where that can be known: as it is stored, or without the white space
  /// that a layout added; nil where the server's own layout is lost.
  package var receivedBody: [UInt8]? {
    guard let details, isAsRecorded == true else { return nil }
    guard let digest = details.receivedSHA256 else { return body }
    let plain = Self.withoutWhiteSpace(body)
    return SHA256.hexadecimalDigest(of: plain) == digest ? plain : nil
  }

  /// JSON without the white space between its tokens.
  private static func withoutWhiteSpace(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var isInString = false
    var isEscaped = false
    for byte in json {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        continue
      } else {
        isInString = byte == UInt8(ascii: "\"")
      }
      result.append(byte)
    }
    return result
  }
}
