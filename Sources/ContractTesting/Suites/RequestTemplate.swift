package import Endpoints
package import Foundation
package import StrictJSON

/// A kind of request with places for values: `orders/{id}`, `${SHOP_TOKEN}`.
///
/// `{name}` stands for a value of a sample, in the path, in the query and in the strings of the content.
/// `${NAME}` stands for a variable of the environment, in header fields and in the query.
package struct RequestTemplate: Sendable {
  /// The address that all requests begin with.
  package var baseURL: URL
  /// The method.
  package var method = HTTPMethod.get
  /// The path below the base URL, with `{name}` in it.
  package var path: String
  /// The parameters, with `{name}` and `${NAME}` in their values.
  package var query: [URLQueryItem] = []
  /// The header fields, with `${NAME}` in their values.
  package var headers: [String: String] = [:]
  /// The content, with `{name}` in its strings; nil for none.
  package var content: JSONNode?

  /// What stands for a value of a sample, or for a variable.
  static var place: Regex<(Substring, Substring, Substring)> {
    /(\$?)\{([A-Za-z_][A-Za-z0-9_-]*)\}/
  }

  /// What stands for a variable of the environment.
  static var variable: Regex<(Substring, Substring)> { /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/ }

  package init(baseURL: URL, path: String) {
    self.baseURL = baseURL
    self.path = path
  }

  /// The names of the values that a sample gives, each once, in the order of their places.
  package var names: [String] {
    var names: [String] = []
    let texts = [path] + query.compactMap(\.value) + (content.map(Self.strings) ?? [])
    for text in texts {
      for name in Self.placeholders(in: text) where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The variables of the environment that the request needs.
  package var variables: [String] {
    let texts = headers.values.sorted() + query.compactMap(\.value)
    return texts.flatMap {
      $0.matches(of: Self.variable).map { String($0.output.1) }
    }
  }

  /// The request with the values of a sample and of the environment.
  ///
  /// A header field or a parameter whose variable is not set is left out.
  package func endpoint(
    _ values: [String: String], environment: [String: String]
  ) -> TemplateEndpoint {
    let given = { (text: String) in
      Self.filled(text, values: values, environment: environment)
    }
    return TemplateEndpoint(
      baseURL: baseURL, path: Self.filled(path, values: values, environment: [:]) ?? path,
      queryItems: query.compactMap { item in
        item.value.map { given($0).map { URLQueryItem(name: item.name, value: $0) } } ?? item
      },
      method: method,
      headers: ["Accept": "application/json"].merging(headers.compactMapValues(given)) { $1 },
      body: content.map { Array(JSONWriter.compact(Self.filled($0, values)).utf8) })
  }

  /// The names between braces, but not those of variables.
  private static func placeholders(in text: String) -> [String] {
    text.matches(of: place).filter { $0.output.1.isEmpty }
      .map { String($0.output.2) }
  }

  /// A text with its values; nil where a variable is not set.
  private static func filled(
    _ text: String, values: [String: String], environment: [String: String]
  ) -> String? {
    var isWhole = true
    let filled = text.replacing(place) { match in
      let name = String(match.output.2)
      if match.output.1.isEmpty { return values[name] ?? String(match.output.0) }
      if let value = environment[name], !value.isEmpty { return value }
      isWhole = false
      return ""
    }
    return isWhole ? filled : nil
  }

  private static func filled(_ node: JSONNode, _ values: [String: String]) -> JSONNode {
    switch node {
    case .string(let text): .string(filled(text, values: values, environment: [:]) ?? text)
    case .array(let elements): .array(elements.map { filled($0, values) })
    case .object(let members):
      .object(members.map { JSONNode.Member($0.key, filled($0.value, values)) })
    case .null, .bool, .number: node
    }
  }

  private static func strings(_ node: JSONNode) -> [String] {
    switch node {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(strings)
    case .object(let members): members.flatMap { strings($0.value) }
    case .null, .bool, .number: []
    }
  }
}

/// A request that a ``RequestTemplate`` made.
package struct TemplateEndpoint: Endpoint {
  package let baseURL: URL
  package let path: String
  package let queryItems: [URLQueryItem]
  package let method: HTTPMethod
  package let headers: [String: String]
  package let body: [UInt8]?
}
