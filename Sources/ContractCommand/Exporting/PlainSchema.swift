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
        JSONNode.Member(member.key, value(member, location, isKept))
      })
  }

  private static func value(
    _ member: JSONNode.Member, _ location: String?, _ isKept: (String) -> Bool
  ) -> JSONNode {
    switch member.value {
    case .string(let target):
      guard let location, member.key == "$ref" || member.key == "$dynamicRef",
        target == "#" || target.hasPrefix("#/")
      else { return member.value }
      return .string(location + target.dropFirst())
    case .array(let elements) where collections.contains(member.key):
      return .array(elements.map { map($0, reference: location, isKept) })
    case .object(let named) where collections.contains(member.key) && member.key != "items":
      return .object(
        named.map { JSONNode.Member($0.key, map($0.value, reference: location, isKept)) })
    case .object where schemas.contains(member.key):
      return map(member.value, reference: location, isKept)
    case .null, .bool, .number, .array, .object: return member.value
    }
  }
}
