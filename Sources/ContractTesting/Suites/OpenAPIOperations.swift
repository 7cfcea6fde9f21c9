import Endpoints
package import Foundation
package import StrictJSON

/// The operations of an OpenAPI document (3.1, 3.0 or Swagger 2.0) as requests and answers.
///
/// https://spec.openapis.org/oas/v3.1.1
package struct OpenAPIOperations: Sendable {
  /// An operation on a path.
  package struct Operation: Sendable {
    /// The `operationId`; nil where the document gives none.
    package let id: String?
    /// The method in lower case, such as `get`.
    package let method: String
    /// The path with `{name}` where values stand, such as `/orders/{id}`.
    package let path: String
    /// The parameters of the path and of the operation.
    package let parameters: [Parameter]
    /// The schema of the first answer in JSON whose status is a success; nil where there is none.
    package let answer: JSONNode?
  }

  /// A parameter of a request.
  package struct Parameter: Sendable {
    /// The name.
    package let name: String
    /// Where it stands: `path`, `query`, `header` or `cookie`.
    package let place: String
    /// Whether no request goes without it.
    package let isRequired: Bool
    /// An example, the default, or the first of an enumeration; nil where the document has none.
    package let value: String?
  }

  /// The address of the first server; nil where the document names none.
  package let baseURL: URL?

  /// The operations, in the order of the document.
  package private(set) var operations: [Operation] = []

  /// Reads a document; nil for one that is no OpenAPI document, or of another version than 3 and Swagger 2.
  package init?(_ root: JSONNode) {
    guard
      root["openapi"]?.string?.hasPrefix("3.") == true
        || root["swagger"]?.string?.hasPrefix("2.") == true
    else { return nil }
    baseURL = Self.server(of: root)
    for path in root["paths"]?.members ?? [] {
      let item = Self.resolved(path.value, root)
      for method in ["get", "put", "post", "delete", "patch", "head"] {
        guard let operation = item[method] else { continue }
        operations.append(
          Operation(
            id: operation["operationId"]?.string, method: method, path: path.key,
            parameters: Self.parameters(of: item, operation, root),
            answer: Self.answer(of: operation, root)))
      }
    }
  }

  // MARK: Parts

  /// The parameters; what the operation says of one goes before what the path says.
  private static func parameters(
    of item: JSONNode, _ operation: JSONNode, _ root: JSONNode
  ) -> [Parameter] {
    var parameters: [Parameter] = []
    for list in [item["parameters"], operation["parameters"]] {
      for entry in list?.elements ?? [] {
        let node = resolved(entry, root)
        guard let name = node["name"]?.string, let place = node["in"]?.string else { continue }
        parameters.removeAll { $0.name == name && $0.place == place }
        parameters.append(
          Parameter(
            name: name, place: place,
            isRequired: place == "path" || node["required"] == .bool(true),
            value: value(of: node, root)))
      }
    }
    return parameters
  }

  private static func answer(of operation: JSONNode, _ root: JSONNode) -> JSONNode? {
    let responses = operation["responses"]?.members ?? []
    for response in responses where response.key.hasPrefix("2") {
      let node = resolved(response.value, root)
      if let schema = media(of: node)?["schema"] ?? node["schema"] { return schema }
    }
    return nil
  }

  /// The content in JSON, or that of any type; names of types have no case (RFC 9110, section 8.3.1).
  private static func media(of response: JSONNode) -> JSONNode? {
    let contents = response["content"]?.members ?? []
    let found =
      contents.first { $0.key.lowercased().contains("json") }
      ?? contents.first { $0.key == "*/*" || $0.key.lowercased() == "application/*" }
    return found?.value
  }

  private static func server(of root: JSONNode) -> URL? {
    if let host = root["host"]?.string {
      let scheme = root["schemes"]?.elements.compactMap(\.string).last ?? "https"
      return URL(string: "\(scheme)://\(host)\(root["basePath"]?.string ?? "")")
    }
    guard let server = root["servers"]?.elements.first, var text = server["url"]?.string
    else { return nil }
    for variable in server["variables"]?.members ?? [] {
      guard let value = variable.value["default"]?.string else { continue }
      text = text.replacingOccurrences(of: "{\(variable.key)}", with: value)
    }
    while text.hasSuffix("/") { text.removeLast() }
    return URL(string: text).flatMap { $0.host() == nil ? nil : $0 }
  }

  /// A part of the document, or what its `$ref` within the document leads to.
  private static func resolved(_ node: JSONNode, _ root: JSONNode) -> JSONNode {
    var node = node
    // As many steps as a document that means it has; one that leads in a circle ends.
    for _ in 0..<16 {
      guard let reference = node["$ref"]?.string,
        let target = target(of: reference, in: root)
      else { return node }
      node = target
    }
    return node
  }

  /// What a reference within the document leads to.
  package static func target(of reference: String, in root: JSONNode) -> JSONNode? {
    JSONPointer(fragment: reference).flatMap { root.value(at: $0) }
  }

  private static func value(of parameter: JSONNode, _ root: JSONNode) -> String? {
    let schema = parameter["schema"].map { resolved($0, root) } ?? parameter
    let candidates = [
      parameter["example"], parameter["examples"]?.members.first?.value["value"],
      schema["example"], schema["examples"]?.elements.first, schema["default"],
      schema["enum"]?.elements.first,
    ]
    for case let value? in candidates {
      switch value {
      case .string(let text), .number(let text): return text
      case .bool(let truth): return truth ? "true" : "false"
      case .null, .array, .object: continue
      }
    }
    return nil
  }
}

extension OpenAPIOperations {
  /// The operation that describes a request; the one with the most literal path of several.
  ///
  /// A path is compared as a whole, with that of the server in front, and as it stands below the base URL.
  package func operation(of request: any Endpoint) -> Operation? {
    guard let url = try? request.url() else { return nil }
    let base = Self.segments(baseURL?.path ?? "")
    let whole = Self.segments(url.path)
    let below = Self.segments(request.path)
    let described = operations.filter { operation in
      let template = Self.segments(operation.path)
      return operation.answer != nil && operation.method == request.method.rawValue.lowercased()
        && (Self.matches(base + template, whole) || Self.matches(template, below))
    }
    return described.max { $0.literalCount < $1.literalCount }
  }

  private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }

  private static func matches(_ template: [Substring], _ path: [Substring]) -> Bool {
    template.count == path.count
      && zip(template, path).allSatisfy { $0 == $1 || $0.contains("{") }
  }
}

extension OpenAPIOperations.Operation {
  fileprivate var literalCount: Int { path.split(separator: "/").count { !$0.contains("{") } }
}
