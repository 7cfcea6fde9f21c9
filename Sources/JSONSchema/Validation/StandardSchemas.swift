/// The metaschema of draft 2020-12 and the documents of its vocabularies, known without a network.
///
/// https://json-schema.org/draft/2020-12/schema
enum StandardSchemas {
  /// The URI of the dialect that every contract has unless it says otherwise.
  static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// Finds the text of a document by its URI; nil for what is no document of the draft.
  static func document(_ uri: String) -> String? {
    let prefix = "https://json-schema.org/draft/2020-12/"
    guard uri.hasPrefix(prefix) else { return nil }
    switch uri.dropFirst(prefix.count) {
    case "schema": return schema
    case "meta/core": return vocabulary("core", core)
    case "meta/applicator": return vocabulary("applicator", applicator)
    case "meta/unevaluated": return vocabulary("unevaluated", unevaluated)
    case "meta/validation": return vocabulary("validation", validation)
    case "meta/meta-data": return vocabulary("meta-data", metadata)
    case "meta/format-annotation": return vocabulary("format-annotation", format)
    case "meta/format-assertion": return vocabulary("format-assertion", format)
    case "meta/content": return vocabulary("content", content)
    default: return nil
    }
  }

  /// Puts the members that all vocabularies share before those that differ.
  private static func vocabulary(_ name: String, _ members: String) -> String {
    """
    {"$schema": "https://json-schema.org/draft/2020-12/schema",
     "$id": "https://json-schema.org/draft/2020-12/meta/\(name)",
     "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/\(name)": true},
     "$dynamicAnchor": "meta", "type": ["object", "boolean"], \(members)}
    """
  }

  private static let schema = #"""
    {"$schema": "https://json-schema.org/draft/2020-12/schema",
     "$id": "https://json-schema.org/draft/2020-12/schema",
     "$vocabulary": {
       "https://json-schema.org/draft/2020-12/vocab/core": true,
       "https://json-schema.org/draft/2020-12/vocab/applicator": true,
       "https://json-schema.org/draft/2020-12/vocab/unevaluated": true,
       "https://json-schema.org/draft/2020-12/vocab/validation": true,
       "https://json-schema.org/draft/2020-12/vocab/meta-data": true,
       "https://json-schema.org/draft/2020-12/vocab/format-annotation": true,
       "https://json-schema.org/draft/2020-12/vocab/content": true},
     "$dynamicAnchor": "meta",
     "title": "Core and Validation specifications meta-schema",
     "allOf": [
       {"$ref": "meta/core"}, {"$ref": "meta/applicator"}, {"$ref": "meta/unevaluated"},
       {"$ref": "meta/validation"}, {"$ref": "meta/meta-data"}, {"$ref": "meta/format-annotation"},
       {"$ref": "meta/content"}],
     "type": ["object", "boolean"],
     "properties": {
       "definitions": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"},
         "deprecated": true, "default": {}},
       "dependencies": {"type": "object", "deprecated": true, "default": {},
         "additionalProperties": {
           "anyOf": [{"$dynamicRef": "#meta"}, {"$ref": "meta/validation#/$defs/stringArray"}]}},
       "$recursiveAnchor": {"$ref": "meta/core#/$defs/anchorString", "deprecated": true},
       "$recursiveRef": {"$ref": "meta/core#/$defs/uriReferenceString", "deprecated": true}}}
    """#

  private static let core = #"""
    "title": "Core vocabulary meta-schema",
    "properties": {
      "$id": {"$ref": "#/$defs/uriReferenceString", "pattern": "^[^#]*#?$"},
      "$schema": {"$ref": "#/$defs/uriString"},
      "$ref": {"$ref": "#/$defs/uriReferenceString"},
      "$anchor": {"$ref": "#/$defs/anchorString"},
      "$dynamicRef": {"$ref": "#/$defs/uriReferenceString"},
      "$dynamicAnchor": {"$ref": "#/$defs/anchorString"},
      "$vocabulary": {"type": "object", "propertyNames": {"$ref": "#/$defs/uriString"},
        "additionalProperties": {"type": "boolean"}},
      "$comment": {"type": "string"},
      "$defs": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}}},
    "$defs": {
      "anchorString": {"type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"},
      "uriString": {"type": "string", "format": "uri"},
      "uriReferenceString": {"type": "string", "format": "uri-reference"}}
    """#

  private static let applicator = #"""
    "title": "Applicator vocabulary meta-schema",
    "properties": {
      "prefixItems": {"$ref": "#/$defs/schemaArray"},
      "items": {"$dynamicRef": "#meta"},
      "contains": {"$dynamicRef": "#meta"},
      "additionalProperties": {"$dynamicRef": "#meta"},
      "properties": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"},
        "default": {}},
      "patternProperties": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"},
        "propertyNames": {"format": "regex"}, "default": {}},
      "dependentSchemas": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"},
        "default": {}},
      "propertyNames": {"$dynamicRef": "#meta"},
      "if": {"$dynamicRef": "#meta"},
      "then": {"$dynamicRef": "#meta"},
      "else": {"$dynamicRef": "#meta"},
      "allOf": {"$ref": "#/$defs/schemaArray"},
      "anyOf": {"$ref": "#/$defs/schemaArray"},
      "oneOf": {"$ref": "#/$defs/schemaArray"},
      "not": {"$dynamicRef": "#meta"}},
    "$defs": {
      "schemaArray": {"type": "array", "minItems": 1, "items": {"$dynamicRef": "#meta"}}}
    """#

  private static let unevaluated = #"""
    "title": "Unevaluated applicator vocabulary meta-schema",
    "properties": {
      "unevaluatedItems": {"$dynamicRef": "#meta"},
      "unevaluatedProperties": {"$dynamicRef": "#meta"}}
    """#

  private static let validation = #"""
    "title": "Validation vocabulary meta-schema",
    "properties": {
      "type": {"anyOf": [
        {"$ref": "#/$defs/simpleTypes"},
        {"type": "array", "items": {"$ref": "#/$defs/simpleTypes"}, "minItems": 1,
          "uniqueItems": true}]},
      "const": true,
      "enum": {"type": "array", "items": true},
      "multipleOf": {"type": "number", "exclusiveMinimum": 0},
      "maximum": {"type": "number"},
      "exclusiveMaximum": {"type": "number"},
      "minimum": {"type": "number"},
      "exclusiveMinimum": {"type": "number"},
      "maxLength": {"$ref": "#/$defs/nonNegativeInteger"},
      "minLength": {"$ref": "#/$defs/nonNegativeIntegerDefault0"},
      "pattern": {"type": "string", "format": "regex"},
      "maxItems": {"$ref": "#/$defs/nonNegativeInteger"},
      "minItems": {"$ref": "#/$defs/nonNegativeIntegerDefault0"},
      "uniqueItems": {"type": "boolean", "default": false},
      "maxContains": {"$ref": "#/$defs/nonNegativeInteger"},
      "minContains": {"$ref": "#/$defs/nonNegativeInteger", "default": 1},
      "maxProperties": {"$ref": "#/$defs/nonNegativeInteger"},
      "minProperties": {"$ref": "#/$defs/nonNegativeIntegerDefault0"},
      "required": {"$ref": "#/$defs/stringArray"},
      "dependentRequired": {"type": "object",
        "additionalProperties": {"$ref": "#/$defs/stringArray"}}},
    "$defs": {
      "nonNegativeInteger": {"type": "integer", "minimum": 0},
      "nonNegativeIntegerDefault0": {"$ref": "#/$defs/nonNegativeInteger", "default": 0},
      "simpleTypes": {
        "enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
      "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems": true,
        "default": []}}
    """#

  private static let metadata = #"""
    "title": "Meta-data vocabulary meta-schema",
    "properties": {
      "title": {"type": "string"},
      "description": {"type": "string"},
      "default": true,
      "deprecated": {"type": "boolean", "default": false},
      "readOnly": {"type": "boolean", "default": false},
      "writeOnly": {"type": "boolean", "default": false},
      "examples": {"type": "array", "items": true}}
    """#

  private static let format = #"""
    "title": "Format vocabulary meta-schema",
    "properties": {"format": {"type": "string"}}
    """#

  private static let content = #"""
    "title": "Content vocabulary meta-schema",
    "properties": {
      "contentEncoding": {"type": "string"},
      "contentMediaType": {"type": "string"},
      "contentSchema": {"$dynamicRef": "#meta"}}
    """#
}
