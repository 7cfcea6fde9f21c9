import Foundation
import StrictJSON
import WireDates

/// A schema, seen through its references: what types are built of.
struct SchemaNode: Sendable {
  /// The keywords of the schema; empty for one that accepts everything.
  let keywords: JSONNode

  init(_ node: JSONNode) {
    if case .object = node { keywords = node } else { keywords = .object([]) }
  }

  subscript(keyword: String) -> JSONNode? { keywords[keyword] }

  func text(_ keyword: String) -> String? { keywords[keyword]?.string }

  /// The schemas of `properties`, each key once.
  var properties: [JSONNode.Member] {
    var keys: Set<String> = []
    return (keywords["properties"]?.members ?? []).filter { keys.insert($0.key).inserted }
  }

  /// Whether members whose keys are data have a schema of their own.
  var hasMembersByKey: Bool {
    if case .object(let members) = keywords["additionalProperties"], !members.isEmpty {
      return true
    }
    return !(keywords["patternProperties"]?.members.isEmpty ?? true)
  }

  var required: Set<String> {
    Set((keywords["required"]?.elements ?? []).compactMap(\.string))
  }

  /// The names in `type`; of a schema that states none, what its keywords are about.
  var types: [String] {
    switch keywords["type"] {
    case .string(let type): return [type]
    case .array(let types): return types.compactMap(\.string)
    default: break
    }
    if let words = keywords["enum"]?.elements ?? keywords["const"].map({ [$0] }) {
      return words.reduce(into: []) { types, word in
        if !types.contains(word.typeName) { types.append(word.typeName) }
      }
    }
    let about = [
      ("object", ["properties", "additionalProperties", "patternProperties", "required"]),
      ("array", ["items", "prefixItems", "minItems", "maxItems", "contains"]),
      ("string", ["format", "pattern", "minLength", "maxLength", "x-values", "x-list"]),
      ("number", ["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"]),
    ]
    return about.filter { $0.1.contains { keywords[$0] != nil } }.map(\.0)
  }

  /// The numbers that may come, as far as they are named: bounds, words and what was seen.
  var numbers: [String] {
    let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "const"]
    let named =
      bounds.compactMap { keywords[$0] } + (keywords["enum"]?.elements ?? [])
      + (keywords["x-observed"]?["numbers"]?.elements ?? [])
    return named.compactMap { if case .number(let text) = $0 { text } else { nil } }
  }

  /// Whether null may come, by the contract or by what was seen.
  var isNullable: Bool {
    keywords["nullable"] == .bool(true) || types.contains("null")
      || keywords["enum"]?.elements.contains(.null) == true
      || (keywords["x-observed"]?["null"]?.integer ?? 0) > 0
  }

  /// The same, where one of the branches of a choice may be null too.
  var isNullableByBranch: Bool {
    let branches = keywords["oneOf"]?.elements ?? keywords["anyOf"]?.elements ?? []
    return isNullable || branches.contains { SchemaNode($0).isNullable }
  }

  /// Whether a text was seen that is empty or white space.
  var mayBeNothing: Bool {
    let observed = keywords["x-observed"]
    return (observed?["empty"]?.integer ?? 0) + (observed?["blank"]?.integer ?? 0) > 0
  }

  /// The words of a text that is a choice; nil for other texts.
  var vocabulary: [String]? {
    var seen: Set<String> = []
    let words = (keywords["enum"] ?? keywords["x-values"])?.elements.compactMap(\.string) ?? []
    return words.isEmpty ? nil : words.filter { seen.insert($0).inserted }
  }

  /// The values that the value must be one of; empty where others may come.
  var constants: [JSONNode] {
    keywords["const"].map { [$0] } ?? keywords["enum"]?.elements ?? []
  }

  /// The format of a date; nil where the value is none.
  ///
  /// ISO 8601 with and without a fraction is one format here: one type reads both.
  var dateFormat: DateFormat? {
    let stated = text("x-date-format") ?? text("x-format")
    if let format = stated.flatMap({ DateFormat(name: $0) }) {
      return format == .iso8601Fractional ? .iso8601 : format
    }
    return switch text("format") ?? text("x-format") {
    case "date-time": .iso8601
    case "date": .pattern(CalendarDay.pattern)
    default: nil
    }
  }

  /// The families of numbered members.
  var slots: [SlotFamily] {
    (keywords["x-slots"]?.elements ?? []).compactMap { slot in
      guard let name = slot["name"]?.string, let ends = slot["range"]?.elements, ends.count == 2,
        let first = ends[0].integer, let last = ends[1].integer,
        let range = SlotFamily.range(first, last)
      else { return nil }
      return SlotFamily(name: name, range: range, paired: slot["paired"]?.string)
    }
  }

  /// Whether a schema says nothing about types, such as a branch that is `required` alone.
  var isCondition: Bool {
    let structural = [
      "type", "properties", "items", "prefixItems", "$ref", "$dynamicRef", "enum", "const", "allOf",
      "anyOf", "oneOf", "additionalProperties", "format",
    ]
    return !structural.contains { keywords[$0] != nil }
  }

  /// Joins two schemas that both hold.
  func merging(_ other: SchemaNode) -> SchemaNode {
    var result = keywords
    for member in other.keywords.members {
      switch member.key {
      case "properties":
        var properties = result["properties"] ?? .object([])
        for property in member.value.members {
          properties[property.key] =
            properties[property.key].map {
              SchemaNode($0).merging(SchemaNode(property.value)).keywords
            } ?? property.value
        }
        result["properties"] = properties
      case "required":
        let old = result["required"]?.elements ?? []
        result["required"] = .array(old + member.value.elements.filter { !old.contains($0) })
      case "type":
        let shared = types.filter { SchemaNode(other.keywords).types.contains($0) }
        result["type"] =
          result["type"] == nil || shared.isEmpty
          ? member.value : .array(shared.map { .string($0) })
      case "description", "title", "x-observed":
        if result[member.key] == nil { result[member.key] = member.value }
      default: result[member.key] = member.value
      }
    }
    return SchemaNode(result)
  }

  /// The same schema without some keywords.
  func without(_ names: String...) -> SchemaNode {
    SchemaNode(.object(keywords.members.filter { !names.contains($0.key) }))
  }
}

extension SchemaNode {
  /// The last name in a reference: `Order` of `#/components/schemas/Order` and of `order.json#/Order`.
  static func lastName(of reference: String) -> String? {
    let fragment = reference.firstIndex(of: "#").map { reference[$0...] }
    return fragment.flatMap { JSONPointer(fragment: $0)?.tokens.last }
      ?? reference.split(separator: "/").last.map(String.init)
  }
}

extension JSONNode {
  var integer: Int? {
    if case .number(let text) = self { return Int(text) }
    return nil
  }

  /// The name of the value's type in JSON Schema.
  var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number(let text): Int(text) == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// The schema that a reference inside of this document names; nil for one that leads out of it.
  func schema(at reference: String) -> JSONNode? {
    guard reference.hasPrefix("#") else {
      return self["$id"]?.string == reference ? self : nil
    }
    if let pointer = JSONPointer(fragment: reference) { return value(at: pointer) }
    return anchored(reference.dropFirst().removingPercentEncoding ?? "")
  }

  /// The schema of an `$anchor`.
  private func anchored(_ name: String) -> JSONNode? {
    if self["$anchor"]?.string == name || self["$dynamicAnchor"]?.string == name { return self }
    for member in members {
      if let found = member.value.anchored(name) { return found }
    }
    for element in elements {
      if let found = element.anchored(name) { return found }
    }
    return nil
  }
}
