/// The method of an HTTP request.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-9
public struct HTTPMethod: RawRepresentable, Sendable, Hashable {
  /// The method as it is sent; it is case-sensitive.
  public let rawValue: String

  /// Makes a method from its name in capitals.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Asks for a resource.
  public static let get = HTTPMethod(rawValue: "GET")

  /// Asks for the header fields of a resource only.
  public static let head = HTTPMethod(rawValue: "HEAD")

  /// Sends content to a resource; some APIs ask with it.
  public static let post = HTTPMethod(rawValue: "POST")
}
