import ContractTesting
import Endpoints
import Foundation
import StrictJSON

/// Writes the endpoints of a suite as an OpenAPI 3.1 document, with fixtures as examples.
///
/// A suite knows requests, not templates of them. Requests of one endpoint that differ in a part of their path have
/// a parameter there; what stands in the query is a parameter, required where
/// every request has it. Endpoints that share method and path are one operation with both answers.
///
/// https://spec.openapis.org/oas/v3.1.1
struct OpenAPIWriter {
  /// One endpoint with what is known of it.
  struct Described {
    let name: String
    /// The method and the address of each request, without credentials.
    let requests: [(method: String, url: URL)]
    /// The contract; nil where there is none.
    let schema: JSONNode?
    /// The recorded answers: case, status and body.
    let examples: [(name: String, status: Int, body: JSONNode)]
  }

  /// An operation: the endpoints that share method and path.
  private struct Operation {
    let path: String
    let method: String
    let server: String
    var endpoints: [Described]
    var parameters: [JSONNode]
    var queries: [[URLQueryItem]]
  }

  let suite: String
  let endpoints: [Described]

  /// The document.
  var document: JSONNode {
    let operations = operations
    let servers = distinct(operations.map(\.server))
    var paths: [JSONNode.Member] = []
    for path in distinct(operations.map(\.path)) {
      let here = operations.filter { $0.path == path }
      var members = here.map { operation in
        JSONNode.Member(operation.method, node(of: operation))
      }
      // Where an API has several hosts, each path says its own.
      if servers.count > 1, let server = here.first?.server {
        members.append(JSONNode.Member("servers", [["url": .string(server)]]))
      }
      paths.append(JSONNode.Member(path, .object(members)))
    }
    let schemas = endpoints.compactMap { endpoint in
      endpoint.schema.map {
        JSONNode.Member(
          endpoint.name, PlainSchema.schema($0, movedTo: Self.location(of: endpoint.name)))
      }
    }
    return .object([
      JSONNode.Member("openapi", "3.1.1"),
      JSONNode.Member(
        "info",
        [
          "title": .string(suite),
          "description":
            "What was recorded and agreed about this API; its owner did not write this.",
          "version": "1.0.0",
        ]),
      JSONNode.Member("servers", .array(servers.map { ["url": .string($0)] })),
      JSONNode.Member("paths", .object(paths)),
      JSONNode.Member("components", ["schemas": .object(schemas)]),
    ])
  }

  private static func location(of name: String) -> String {
    JSONPointer(tokens: ["components", "schemas", name]).fragment
  }

  private func distinct(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  // MARK: Operations

  private var operations: [Operation] {
    var operations: [Operation] = []
    for endpoint in endpoints {
      // Requests of one endpoint that have another number of parts are other operations.
      var groups: [(key: String, requests: [(method: String, url: URL)])] = []
      for request in endpoint.requests {
        let key = "\(request.method) \(server(request.url)) \(parts(request.url).count)"
        if let position = groups.firstIndex(where: { $0.key == key }) {
          groups[position].requests.append(request)
        } else {
          groups.append((key, [request]))
        }
      }
      for group in groups {
        add(operation(endpoint, group.requests), to: &operations)
      }
    }
    return operations
  }

  private func add(_ new: Operation?, to operations: inout [Operation]) {
    guard let new else { return }
    guard
      let position = operations.firstIndex(where: {
        $0.path == new.path && $0.method == new.method
      })
    else {
      operations.append(new)
      return
    }
    if !operations[position].endpoints.contains(where: { $0.name == new.endpoints[0].name }) {
      operations[position].endpoints += new.endpoints
    }
    operations[position].queries += new.queries
  }

  private func operation(
    _ endpoint: Described, _ requests: [(method: String, url: URL)]
  ) -> Operation? {
    guard let first = requests.first else { return nil }
    let rows = requests.map { parts($0.url) }
    var path = ""
    var parameters: [JSONNode] = []
    for index in rows[0].indices {
      let values = distinct(rows.map { $0[index] })
      guard values.count > 1 else {
        path += "/" + rows[0][index]
        continue
      }
      let name = parameters.isEmpty ? "id" : "id\(parameters.count + 1)"
      path += "/{\(name)}"
      parameters.append(
        parameter(name, in: "path", isRequired: true, values: values))
    }
    return Operation(
      path: path.isEmpty ? "/" : path, method: first.method.lowercased(), server: server(first.url),
      endpoints: [endpoint], parameters: parameters,
      queries: requests.map { request in
        URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      })
  }

  private func parameter(
    _ name: String, in place: String, isRequired: Bool, values: [String]
  ) -> JSONNode {
    let isInteger = !values.isEmpty && values.allSatisfy { Int($0).map(String.init) == $0 }
    var node: JSONNode = [
      "name": .string(name), "in": .string(place), "required": .bool(isRequired),
      "schema": ["type": isInteger ? "integer" : "string"],
    ]
    if let value = values.first {
      node["example"] = isInteger ? .number(value) : .string(value)
    }
    return node
  }

  /// The path below the server, part by part, with its percent signs.
  private func parts(_ url: URL) -> [String] {
    url.path(percentEncoded: true).split(separator: "/").map(String.init)
  }

  private func server(_ url: URL) -> String {
    "\(url.scheme ?? "https")://\(url.host() ?? "localhost")\(url.port.map { ":\($0)" } ?? "")"
  }

  // MARK: Parts of the document

  private func node(of operation: Operation) -> JSONNode {
    let names = operation.endpoints.map(\.name)
    var node: JSONNode = [
      "operationId": .string(operationID(of: operation)),
      "summary": .string(names.joined(separator: ", ")),
    ]
    let queryNames = distinct(operation.queries.flatMap { $0.map(\.name) })
    let query = queryNames.map { name in
      parameter(
        name, in: "query",
        isRequired: operation.queries.allSatisfy { items in items.contains { $0.name == name } },
        values: distinct(
          operation.queries.flatMap { items in
            items.filter { $0.name == name }.compactMap(\.value)
          }))
    }
    let parameters = operation.parameters + query
    if !parameters.isEmpty { node["parameters"] = .array(parameters) }
    node["responses"] = responses(of: operation.endpoints)
    return node
  }

  /// A name that is given once: requests of one endpoint may be several operations.
  private func operationID(of operation: Operation) -> String {
    let name = operation.endpoints.map(\.name).joined(separator: "-")
    let same = operations.filter {
      $0.endpoints.map(\.name).joined(separator: "-") == name
    }
    let position = same.firstIndex { $0.path == operation.path && $0.method == operation.method }
    return (position ?? 0) == 0 ? name : "\(name)-\((position ?? 0) + 1)"
  }

  private func responses(of endpoints: [Described]) -> JSONNode {
    let statuses = distinct(endpoints.flatMap { $0.examples.map { String($0.status) } }).sorted()
    let members = (statuses.isEmpty ? ["200"] : statuses).map { status in
      JSONNode.Member(status, response(of: endpoints, status))
    }
    return .object(members)
  }

  private func response(of endpoints: [Described], _ status: String) -> JSONNode {
    let references = endpoints.filter { $0.schema != nil }.map { endpoint -> JSONNode in
      ["$ref": .string(Self.location(of: endpoint.name))]
    }
    var media: JSONNode = .object([])
    if let first = references.first, status.hasPrefix("2") {
      media["schema"] = references.count == 1 ? first : ["anyOf": .array(references)]
    }
    let examples = endpoints.flatMap { endpoint in
      endpoint.examples.filter { String($0.status) == status }.map { example in
        JSONNode.Member(
          endpoints.count == 1 ? example.name : "\(endpoint.name)-\(example.name)",
          ["value": example.body])
      }
    }
    if !examples.isEmpty { media["examples"] = .object(examples) }
    return [
      "description": .string("Status \(status), as recorded."),
      "content": ["application/json": media],
    ]
  }
}
