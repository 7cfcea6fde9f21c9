package import StrictJSON

/// The JSON Schema of `suite.json`, with which editors complete and check it.
package enum SuiteSchema {
  /// The schema.
  package static var document: JSONNode {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "An API under watch", "type": "object",
      "properties": .object([
        member("$schema", text("The address of this schema.")),
        member(
          "baseURL",
          [
            "description": "The address that all requests begin with.", "type": "string",
            "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]+[^?#]*$",
          ]),
        member("headers", headers),
        member(
          "endpoints",
          [
            "description": "The kinds of request by their names.", "type": "object",
            "minProperties": 1, "propertyNames": ["pattern": "^[A-Za-z0-9_+=,-]{1,100}$"],
            "additionalProperties": endpoint,
          ]),
        member("redaction", redaction),
      ]),
      "required": ["baseURL", "endpoints"], "additionalProperties": false,
    ]
  }

  private static var endpoint: JSONNode {
    [
      "type": "object",
      "properties": .object([
        member(
          "path",
          [
            "description": "The path below the base URL; {name} stands for a value of a sample.",
            "type": "string", "pattern": "^(?!(.*/)?[.][.](/|$))[^?#]*$",
          ]),
        member(
          "method",
          [
            "description": "The method; GET without it.",
            "enum": .array(SuiteMembers.methods.map { .string($0) }),
          ]),
        member(
          "query",
          strings("The parameters; {name} is a value of a sample, ${NAME} one of the environment.")),
        member("headers", headers),
        member("body", ["description": "The content as JSON, with {name} in its strings."]),
        member(
          "samples",
          [
            "description":
              "The requests: the values of {name}, and the name of the case where they make none.",
            "type": "array",
            "items": ["type": "object", "additionalProperties": ["type": "string"]],
          ]),
      ]),
      "required": ["path"], "additionalProperties": false,
    ]
  }

  private static var redaction: JSONNode {
    [
      "description": "What is secret beside what every API keeps secret.", "type": "object",
      "properties": .object([
        member("names", list("Names of members and parameters that hold credentials.")),
        member("paths", list("Paths with a credential as a segment: /v1/{key}.")),
        member("publicValues", list("Values that are no secret, such as a key for tests.")),
      ]), "additionalProperties": false,
    ]
  }

  private static var headers: JSONNode {
    var headers = strings("Header fields; ${NAME} stands for a variable of the environment.")
    headers["propertyNames"] = ["pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"]
    headers["additionalProperties"] = [
      "type": "string", "pattern": "^[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*$",
    ]
    return headers
  }

  private static func member(_ name: String, _ schema: JSONNode) -> JSONNode.Member {
    JSONNode.Member(name, schema)
  }

  private static func text(_ description: String) -> JSONNode {
    ["description": .string(description), "type": "string"]
  }

  private static func strings(_ description: String) -> JSONNode {
    [
      "description": .string(description), "type": "object",
      "additionalProperties": ["type": "string"],
    ]
  }

  private static func list(_ description: String) -> JSONNode {
    ["description": .string(description), "type": "array", "items": ["type": "string"]]
  }
}
