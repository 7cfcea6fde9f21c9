public import Endpoints
import Foundation
import StrictJSON

/// What is kept of the content of a request: enough to know the same request again, and nothing else.
///
///     {"limit": 2, "upcoming": true}
///     { "upcoming" : true, "limit" : 2 }     are the same content
///
/// Credentials are replaced before the digest is made, so a request with another one is the same request,
/// and nobody can guess one from the digest.
public struct RequestContent: Sendable, Hashable, Codable {
  /// The media type in lower case, without parameters; nil where the request names none.
  public let mediaType: String?

  /// The SHA-256 of the content, as 64 hexadecimal digits in lower case; of JSON without white space and
  /// with the members of each object in the order of their names.
  public let sha256: String

  /// Describes the content of a request; nil where it has none.
  public init?(_ content: [UInt8]?, mediaType: String?, redaction: Redaction = .standard) {
    guard let content, !content.isEmpty else { return nil }
    let type = (mediaType ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    self.mediaType = type.isEmpty ? nil : type.lowercased()
    let text =
      (try? JSONDocument(content)).map { JSONWriter.compact(Self.sorted(JSONNode($0.root))) }
      ?? String(bytes: content, encoding: .utf8)
    sha256 = SHA256.hexadecimalDigest(
      of: text.map { Array(redaction.text($0).utf8) } ?? content)
  }

  /// Describes the content of a request that is to be sent; nil where it has none.
  public init?(_ request: HTTPRequest, redaction: Redaction = .standard) {
    self.init(
      request.body, mediaType: request.header("content-type"), redaction: redaction)
  }

  private static func sorted(_ node: JSONNode) -> JSONNode {
    switch node {
    case .array(let elements): .array(elements.map(sorted))
    case .object(let members):
      .object(
        members.map { JSONNode.Member($0.key, sorted($0.value)) }.sorted { $0.key < $1.key })
    case .null, .bool, .number, .string: node
    }
  }
}
