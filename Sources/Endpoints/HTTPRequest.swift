public import Foundation

/// A request as it is sent: method, address, header fields and content.
///
/// Its description has no secret: only method, scheme, host and port.
public struct HTTPRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod

  /// The address, with the scheme http or https.
  public var url: URL

  /// The header fields by their names; no two names differ in case alone.
  public private(set) var headers: [String: String] = [:]

  /// The content; nil for none.
  public var body: [UInt8]?

  /// Makes a request without header fields.
  public init(method: HTTPMethod = .get, url: URL, body: [UInt8]? = nil) {
    self.method = method
    self.url = url
    self.body = body
  }

  /// The value of a header field by its name in any case; nil where it is absent.
  public func header(_ name: String) -> String? {
    headers.first { Self.areSame($0.key, name) }?.value
  }

  /// Sets a header field, or removes it with nil.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9110#section-5.5
  ///
  /// - Throws: `EndpointError.invalidHeader` where RFC 9110 does not allow the name or the value, which
  ///   could break the request apart.
  public mutating func setHeader(_ name: String, to value: String?) throws(EndpointError) {
    let isToken =
      !name.isEmpty
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
    let isValue = value?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } ?? true
    guard isToken, isValue else { throw .invalidHeader(name: name) }
    removeHeaders { Self.areSame($0, name) }
    headers[name] = value
  }

  /// Removes the header fields whose names fulfil a condition.
  mutating func removeHeaders(where isRemoved: (String) -> Bool) {
    headers = headers.filter { !isRemoved($0.key) }
  }

  private static func areSame(_ one: String, _ other: String) -> Bool {
    one.lowercased() == other.lowercased()
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the server, without path, query and header fields.
  public var description: String {
    let port = url.port.map { ":\($0)" } ?? ""
    return "\(method.rawValue) \(url.scheme ?? "")://\(url.host() ?? "")\(port)"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror without children, so that a dump holds no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
