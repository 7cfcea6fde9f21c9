package import StrictJSON

/// The schemas of an OpenAPI document (3.1, 3.0, or Swagger 2.0).
///
/// https://spec.openapis.org/oas/v3.1.1
package struct OpenAPIDocument: Sendable {
  private let document: JSONNode

  /// Reads a document; nil for one that is no OpenAPI document.
  package init?(_ document: JSONNode) {
    guard document["openapi"]?.string != nil || document["swagger"]?.string != nil else {
      return nil
    }
    self.document = document
  }

  /// A source for each named schema, and for each answer of an operation that is described in place.
  package var sources: [GenerationSource] {
    let schemas =
      document["components"]?["schemas"]?.members ?? document["definitions"]?.members ?? []
    let folder = document["components"] == nil ? ["definitions"] : ["components", "schemas"]
    // Each is read through its reference, so that one that is named twice is one type.
    let named = schemas.map { schema in
      let pointer = JSONPointer(tokens: folder + [schema.key])
      let reference = JSONNode.Member("$ref", .string(pointer.fragment))
      return GenerationSource(name: schema.key, schema: .object([reference]), in: document)
    }
    return named + answers
  }

  private var answers: [GenerationSource] {
    (document["paths"]?.members ?? []).flatMap { path in
      path.value.members.flatMap { operation in answers(of: operation, at: path.key) }
    }
  }

  private func answers(of operation: JSONNode.Member, at path: String) -> [GenerationSource] {
    let name = operation.value["operationId"]?.string ?? "\(operation.key) \(path)"
    return (operation.value["responses"]?.members ?? []).compactMap { response in
      guard response.key.hasPrefix("2") else { return nil }
      let contents = response.value["content"]?.members ?? []
      let media = contents.first { $0.key.lowercased().contains("json") || $0.key == "*/*" }?.value
      guard let schema = media?["schema"] ?? response.value["schema"], schema["$ref"] == nil else {
        return nil
      }
      return GenerationSource(name: "\(name) response", schema: schema, in: document)
    }
  }
}
