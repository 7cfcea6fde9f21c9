import JSONSchema
package import StrictJSON
import WireDates

/// The contract that a type implies: what it reads, and what it cannot do without.
///
/// It is a start for a team whose code is older than its contracts. A key that the type never asks for is
/// welcome, as it is to the type.
package enum DTOContract {
  /// Writes a contract.
  package static func contract(for shape: DTOShape) -> JSONNode {
    var node: JSONNode = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    node["title"] = .string(shape.type)
    return joined(node, schema(for: shape))
  }

  private static func joined(_ first: JSONNode, _ second: JSONNode) -> JSONNode {
    guard case .object(let one) = first, case .object(let other) = second else { return first }
    return .object(one + other)
  }

  private static func schema(for shape: DTOShape) -> JSONNode {
    var node = JSONNode.object([])
    if let description = description(of: shape) { node["description"] = .string(description) }
    let types = types(of: shape)
    if !types.isEmpty {
      let names = (types + (shape.isNullable ? [.null] : [])).map { JSONNode.string($0.rawValue) }
      node["type"] = names.count == 1 ? names[0] : .array(names)
    }
    if let values = shape.allowedValues {
      // They are written as in JSON, a text with its quotation marks.
      let words = values.compactMap { value in
        (try? JSONDocument(Array(value.utf8))).map { JSONNode($0.root) }
      }
      node["enum"] = .array(words + (shape.isNullable ? [.null] : []))
    }
    for form in shape.forms {
      guard case .date(let format?) = form else { continue }
      // A type for ISO 8601 may read a fraction or not, so that alone is stated.
      if format == .iso8601 {
        node["format"] = "date-time"
      } else {
        node["x-date-format"] = .string(format.name)
      }
    }
    if shape.type == "URL", shape.forms == [.string] { node["format"] = "uri-reference" }
    add(members: shape.members, of: shape, to: &node)
    if let element = shape.element {
      if shape.forms.contains(.array) { node["items"] = schema(for: element) }
      if shape.forms.contains(.map) { node["additionalProperties"] = schema(for: element) }
    }
    return node
  }

  private static func add(
    members: [DTOShape.Member], of shape: DTOShape, to node: inout JSONNode
  ) {
    guard shape.forms.contains(.object), !members.isEmpty else { return }
    node["properties"] = .object(
      members.map { JSONNode.Member($0.name, schema(for: $0.shape)) })
    let required = members.filter(\.isRequired).map { JSONNode.string($0.name) }
    if !required.isEmpty { node["required"] = .array(required) }
  }

  /// The types of JSON that the forms are written in; empty where one of them is not known.
  private static func types(of shape: DTOShape) -> [JSONType] {
    var types: [JSONType] = []
    for form in shape.forms {
      let type: JSONType
      switch form {
      case .boolean: type = .boolean
      case .string: type = .string
      case .integer: type = .integer
      case .number, .referenceDate: type = .number
      case .date(let format?): type = format.isNumeric ? .number : .string
      case .date(nil): return []
      case .array: type = .array
      case .object, .map: type = .object
      }
      if !types.contains(type) { types.append(type) }
    }
    return types
  }

  /// What no keyword says.
  private static func description(of shape: DTOShape) -> String? {
    var sentences: [String] = []
    if shape.forms.contains(.referenceDate) {
      sentences.append("Seconds since 2001-01-01T00:00:00Z, as Foundation reads a date by itself.")
    }
    sentences += shape.doubts.map { "Not sure: \($0)." }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
