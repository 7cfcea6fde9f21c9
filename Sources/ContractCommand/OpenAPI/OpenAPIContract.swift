import ContractTesting
import StrictJSON

/// Makes contracts of the schemas of an OpenAPI document: JSON Schema 2020-12 that stands alone.
///
///     {"$ref": "#/components/schemas/Order"}      {"$schema": …, "type": "object", …,
///     Order has {"type": "string",                 "$defs": {"Customer": …}}
///                "nullable": true}                 {"type": ["string", "null"]}
///
/// What 3.0 and Swagger 2.0 say in words of their own (`nullable`, `exclusiveMinimum: true`) is said in those of
/// JSON Schema. A member that only requests have (`writeOnly`) is required of no answer. Examples and words for other tools
/// (`xml`, `externalDocs`, `discriminator`, `x-…`) are left out. Definitions that a schema of 3.1 has itself come to
/// the others as far as something refers to them.
///
/// https://spec.openapis.org/oas/v3.0.4#schema-object and https://spec.openapis.org/oas/v3.1.1#schema-object
struct OpenAPIContract {
  /// Why a schema is no contract.
  struct Unreadable: Error {
    let reason: String
  }

  private let root: JSONNode

  /// Whether the schemas have the words of OpenAPI 3.0, where nothing stands beside `$ref`.
  private let isOld: Bool

  /// The schemas that references lead to: by the reference, the name among `$defs`.
  private var names: [String: String] = [:]
  private var definitions: [JSONNode.Member] = []

  /// The schema of the document that is being converted, with the reference to it: the contract's own has none.
  private var enclosing: (reference: String, schema: JSONNode) = ("", .null)

  /// Makes contracts of a document.
  init(_ root: JSONNode) {
    self.root = root
    isOld = root["openapi"]?.string?.hasPrefix("3.0") ?? true
  }

  /// The contract of a schema of the document.
  ///
  /// Throws ``Unreadable`` where a reference leads nowhere or out of the document.
  static func contract(for schema: JSONNode, in root: JSONNode) throws(Unreadable) -> JSONNode {
    var writer = OpenAPIContract(root)
    var schema = schema
    // The schema itself, and not a contract that is one reference, is what a person reads and edits.
    var seen: Set<String> = []
    while let reference = schema["$ref"]?.string, schema.members.count == 1,
      seen.insert(reference).inserted
    {
      schema = try writer.target(reference)
    }
    writer.enclosing = ("", schema)
    let converted = try writer.converted(schema)
    var members = [JSONNode.Member("$schema", "https://json-schema.org/draft/2020-12/schema")]
    if case .object(let own) = converted { members += own }
    if !writer.definitions.isEmpty {
      members.append(JSONNode.Member("$defs", .object(writer.definitions)))
    }
    return .object(members)
  }

  // MARK: Schemas

  /// The keywords that say nothing of an answer.
  private static let dropped: Set<String> = [
    "example", "examples", "xml", "externalDocs", "discriminator", "nullable", "$schema", "$id",
    "$defs",
  ]

  private mutating func converted(_ schema: JSONNode) throws(Unreadable) -> JSONNode {
    guard case .object(let members) = schema else { return schema }
    if let reference = schema["$ref"]?.string {
      return nullable(schema, try referring(to: reference, members))
    }
    var converted: [JSONNode.Member] = []
    for member in members {
      switch (member.key, member.value) {
      case ("exclusiveMinimum", .bool), ("exclusiveMaximum", .bool): continue
      case ("minimum", let limit) where schema["exclusiveMinimum"] == .bool(true):
        converted.append(JSONNode.Member("exclusiveMinimum", limit))
      case ("maximum", let limit) where schema["exclusiveMaximum"] == .bool(true):
        converted.append(JSONNode.Member("exclusiveMaximum", limit))
      // A file is no JSON.
      case ("type", "file"): continue
      case ("required", .array(let names)):
        let kept = names.filter { !isOfRequestsOnly($0, in: schema) }
        if !kept.isEmpty { converted.append(JSONNode.Member("required", .array(kept))) }
      case ("required", .bool): continue
      case (let key, _) where Self.dropped.contains(key) || key.hasPrefix("x-"): continue
      default: converted.append(JSONNode.Member(member.key, try value(of: member)))
      }
    }
    return nullable(schema, .object(converted))
  }

  private mutating func value(of member: JSONNode.Member) throws(Unreadable) -> JSONNode {
    try PlainSchema.mapSchemas(in: member) { schema throws(Unreadable) in try converted(schema) }
  }

  private func isOfRequestsOnly(_ name: JSONNode, in schema: JSONNode) -> Bool {
    guard let name = name.string, let property = schema["properties"]?[name] else { return false }
    return property["writeOnly"] == .bool(true)
  }

  /// The schema, which may be null too where the document says so in the words of 3.0.
  private func nullable(_ source: JSONNode, _ schema: JSONNode) -> JSONNode {
    let isNullable =
      source["nullable"] == .bool(true) && isOld || source["x-nullable"] == .bool(true)
    guard isNullable else { return schema }
    var schema = schema
    switch schema["type"] {
    case .string(let type)? where type != "null": schema["type"] = [.string(type), "null"]
    case .array(let types)? where !types.contains("null"): schema["type"] = .array(types + ["null"])
    case .string?, .array?: break
    default:
      guard
        schema["$ref"] != nil || schema["allOf"] != nil || schema["anyOf"] != nil
          || schema["oneOf"] != nil
      else { break }
      return ["anyOf": [schema, ["type": "null"]]]
    }
    if case .array(let values)? = schema["enum"], !values.contains(.null) {
      schema["enum"] = .array(values + [.null])
    }
    return schema
  }

  // MARK: References

  private func target(_ reference: String) throws(Unreadable) -> JSONNode {
    guard let target = OpenAPIOperations.target(of: reference, in: root) else {
      throw Unreadable(
        reason: reference.hasPrefix("#")
          ? "\"$ref\": \"\(reference)\" leads nowhere"
          : "\"$ref\": \"\(reference)\" leads out of the document; bundle it into one first")
    }
    return target
  }

  /// What a reference leads to, and the schema of the document that its own references may be relative to.
  ///
  /// A schema of 3.1 with an `$id` is a document of its own. Many a tool writes `#/$defs/…` and `#` so without one, too.
  private func resolved(
    _ reference: String
  ) throws(Unreadable) -> (key: String, target: JSONNode, enclosing: (String, JSONNode)) {
    let isInside = reference == "#" || reference.hasPrefix("#/$defs/")
    if enclosing.schema["$id"] != nil || isInside,
      let target = OpenAPIOperations.target(of: reference, in: enclosing.schema)
    {
      return ("\(enclosing.reference) \(reference)", target, enclosing)
    }
    let target = try target(reference)
    if let end = reference.firstRange(of: "/$defs/")?.lowerBound,
      let whole = OpenAPIOperations.target(of: String(reference[..<end]), in: root)
    {
      return (reference, target, (String(reference[..<end]), whole))
    }
    return (reference, target, (reference, target))
  }

  /// A reference to a definition of the contract, with what stands beside it where that counts.
  private mutating func referring(
    to reference: String, _ members: [JSONNode.Member]
  ) throws(Unreadable) -> JSONNode {
    let name = try definition(reference)
    var result = [
      JSONNode.Member(
        "$ref",
        .string(JSONPointer(tokens: ["$defs", name]).fragment))
    ]
    guard !isOld else { return .object(result) }
    for member in members
    where member.key != "$ref" && !Self.dropped.contains(member.key) && !member.key.hasPrefix("x-")
    {
      result.append(JSONNode.Member(member.key, try value(of: member)))
    }
    return .object(result)
  }

  /// The name of the definition that a reference leads to, which is converted when it is first met.
  private mutating func definition(_ reference: String) throws(Unreadable) -> String {
    let (key, target, place) = try resolved(reference)
    if let name = names[key] { return name }
    let plain = JSONPointer(fragment: reference)?.tokens.last ?? "schema"
    let taken = Set(names.values)
    var name = plain
    var number = 2
    while taken.contains(name) {
      name = "\(plain)\(number)"
      number += 1
    }
    names[key] = name
    // Its place is taken before its own references are followed, so that the order is that of the document.
    let index = definitions.count
    definitions.append(JSONNode.Member(name, .null))
    let outer = enclosing
    enclosing = place
    defer { enclosing = outer }
    definitions[index] = JSONNode.Member(name, try converted(target))
    return name
  }
}
