import StrictJSON

/// Contracts for other tools: JSON Schema without the annotations of this one.
enum PlainSchema {
  /// The keywords whose value is a schema.
  private static let schemas: Set<String> = [
    "items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "additionalItems", "contentSchema",
  ]

  /// The keywords whose value holds schemas, in an array or by name.
  private static let collections: Set<String> = [
    "allOf", "anyOf", "oneOf", "prefixItems", "properties", "patternProperties", "$defs",
    "definitions", "dependentSchemas", "items",
  ]

  /// A schema without the keywords that begin with `x-`.
  ///
  /// A property may be called so, and stays; so does what `enum` and `const` hold.
  static func schema(_ node: JSONNode) -> JSONNode { map(node) { !$0.hasPrefix("x-") } }

  /// A schema as a part of another document, where its references lead to the same places.
  ///
  /// `location` is the pointer of the schema in that document, such as `#/components/schemas/order`.
  static func schema(_ node: JSONNode, movedTo location: String) -> JSONNode {
    map(schema(node), reference: location) { $0 != "$schema" }
  }

  private static func map(
    _ node: JSONNode, reference location: String? = nil, _ isKept: (String) -> Bool
  ) -> JSONNode {
    guard case .object(let members) = node else { return node }
    return .object(
      members.filter { isKept($0.key) }.map { member in
        if let location, member.key == "$ref" || member.key == "$dynamicRef",
          case .string(let target) = member.value, target == "#" || target.hasPrefix("#/")
        {
          return JSONNode.Member(member.key, .string(location + target.dropFirst()))
        }
        return JSONNode.Member(
          member.key, mapSchemas(in: member) { map($0, reference: location, isKept) })
      })
  }

  /// The value of a keyword with another schema for each that it holds.
  static func mapSchemas<Failure: Error>(
    in keyword: JSONNode.Member, _ transform: (JSONNode) throws(Failure) -> JSONNode
  ) throws(Failure) -> JSONNode {
    switch keyword.value {
    case .array(let elements) where collections.contains(keyword.key):
      return .array(try elements.map(transform))
    case .object(let named) where collections.contains(keyword.key) && keyword.key != "items":
      return .object(
        try named.map { member throws(Failure) in
          JSONNode.Member(member.key, try transform(member.value))
        })
    case .object where schemas.contains(keyword.key): return try transform(keyword.value)
    case .null, .bool, .number, .string, .array, .object: return keyword.value
    }
  }
}
