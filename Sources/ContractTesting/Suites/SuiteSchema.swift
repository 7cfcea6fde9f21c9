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
            "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+(/[^?#]*)?$",
          ]),
        member("headers", headers),
        member(
          "endpoints",
          [
            "description": "The kinds of request by their names.", "type": "object",
            "minProperties": 1, "propertyNames": ["pattern": "^[A-Za-z0-9_+=,-]{1,100}$"],
            "additionalProperties": endpoint,
          ]),
        member("redaction", redaction), member("politeness", politeness),
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
        member("query", query),
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
        member(
          "repeat",
          whole("How often the request of a random endpoint is sent.", from: 1, to: 100)),
        member("discover", discover), member("pages", pages),
      ]),
      "required": ["path"], "additionalProperties": false,
    ]
  }

  private static var query: JSONNode {
    let value: JSONNode = ["type": ["string", "null"]]
    return [
      "description": .string(
        "The parameters; {name} is a value of a sample, ${NAME} one of the environment. "
          + "A list is for a parameter that comes again, null for one without a value."),
      "type": "object",
      "additionalProperties": ["anyOf": [value, ["type": "array", "items": value]]],
    ]
  }

  private static var discover: JSONNode {
    [
      "description": "Requests that are made of the answers of an endpoint above.",
      "type": "object",
      "properties": .object([
        member("from", text("The name of that endpoint.")),
        member("values", strings("Where the value of each {name} is: $.orders[*].id.")),
        member("limit", whole("How many requests; 3 without it.", from: 0, to: 1_000)),
      ]),
      "required": ["from", "values"], "additionalProperties": false,
    ]
  }

  private static var pages: JSONNode {
    [
      "description": "How an answer is divided into pages.", "type": "object",
      "properties": .object([
        member(
          "by",
          [
            "description":
              "A page number, the number of items in front, a mark or an address in the page, or its Link field.",
            "enum": .array(SuiteMembers.pageKinds.map { .string($0) }),
          ]),
        member(
          "parameter",
          text("The parameter that names the page; /options/page for a place in the content.")),
        member(
          "first", whole("The number of the first page; 1 without it.", from: 0, to: 1_000_000_000)),
        member("step", whole("The number of items on a page, for offset.", from: 1, to: 1_000_000)),
        member("value", text("Where a page says what the next one is: /meta/next.")),
        member("items", text("Where the items of a page are; any list near its root without it.")),
        member("limit", whole("How many pages are asked for; 3 without it.", from: 1, to: 1_000)),
      ]),
      "required": ["by"], "additionalProperties": false,
      "allOf": [
        [
          "if": ["properties": ["by": ["const": "offset"]]], "then": ["required": ["step"]],
        ],
        [
          "if": ["properties": ["by": ["enum": ["cursor", "next"]]]],
          "then": ["required": ["value"]],
        ],
      ],
    ]
  }

  private static var politeness: JSONNode {
    [
      "description": "How the server is treated.", "type": "object",
      "properties": .object([
        member(
          "atOnce", whole("How many requests are under way at once; 4 without it.", from: 1, to: 64)
        ),
        member(
          "perSecond",
          [
            "description": "How many requests begin in a second; 10 without it.", "type": "number",
            "exclusiveMinimum": 0, "maximum": 10_000,
          ]),
        member("userAgent", text("The name that the client gives itself.")),
      ]), "additionalProperties": false,
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

  private static func whole(_ description: String, from least: Int, to most: Int) -> JSONNode {
    [
      "description": .string(description), "type": "integer", "minimum": .number(String(least)),
      "maximum": .number(String(most)),
    ]
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
