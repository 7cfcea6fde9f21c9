/// The header fields of a response, found by name in any case.
///
/// The values of a field that was sent more than once are joined with a comma.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-5
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The values by the name in lower case.
  private var values: [String: String] = [:]

  /// Makes header fields from names in any case.
  public init(_ fields: some Sequence<(String, String)>) {
    for (name, value) in fields {
      let known = values[name.lowercased()]
      values[name.lowercased()] = known.map { "\($0), \(value)" } ?? value
    }
  }

  /// Makes header fields from a literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements)
  }

  /// The names in lower case, sorted.
  public var names: [String] { values.keys.sorted() }

  /// The value of a field; nil where it is absent.
  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }

  /// The fields that a condition on their names in lower case keeps.
  public func filter(_ isKept: (String) -> Bool) -> HTTPHeaders {
    var headers = self
    headers.values = values.filter { isKept($0.key) }
    return headers
  }

  /// The fields without those by which a later request asks whether the answer is another one.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9110#section-8.8
  package var withoutValidators: HTTPHeaders { filter { $0 != "etag" && $0 != "last-modified" } }
}

extension HTTPHeaders: Codable {
  /// Decodes an object of strings.
  public init(from decoder: any Decoder) throws {
    self.init(try [String: String](from: decoder).map { ($0.key, $0.value) })
  }

  /// Encodes an object of strings with names in lower case.
  public func encode(to encoder: any Encoder) throws {
    try values.encode(to: encoder)
  }
}
