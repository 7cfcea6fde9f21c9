import ContractTesting
import SchemaDrift
package import StrictJSON

/// The JSON Schema of the report of `--format json`, for those who read it.
///
/// It is closed: a member that it does not name is a fault of the report or of the schema, and a test holds
/// the reports of the other tests against it.
package enum ReportSchema {
  /// The schema.
  package static var document: JSONNode {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A report of mealdb-contract", "type": "object",
      "properties": .object([
        member("version", ["const": .number(String(Report.version))]),
        member("command", text("The command that ran.")),
        member("summary", summary), member("checks", list(check)),
        member("findings", list(["$ref": "#/$defs/finding"])), member("comparison", comparison),
        member("fixed", list(fixed)), member("outages", list(outage)),
        member("mapping", list(["$ref": "#/$defs/change"])),
      ]),
      "required": ["version", "command", "summary", "checks", "findings"],
      "additionalProperties": false,
      "$defs": ["finding": finding, "dto": dto, "change": change, "level": words(Level.allCases)],
    ]
  }

  /// The schema of one line of `--format ndjson`: a finding, or the totals at the end.
  package static var line: JSONNode {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A line of the findings of mealdb-contract",
      "anyOf": [
        ["$ref": "#/$defs/finding"],
        object(
          required: [
            member("version", ["const": .number(String(Report.version))]),
            member("command", text("The command that ran.")), member("summary", summary),
          ],
          optional: [
            member(
              "notChecked",
              described(
                list(check), "The checks that could not be made, or whose server is silent."))
          ]),
      ],
      "$defs": ["finding": finding, "dto": dto, "change": change, "level": words(Level.allCases)],
    ]
  }

  private static var summary: JSONNode {
    object(
      required: ["breaking", "warning", "info", "waived", "unexercised"].map { member($0, count) },
      optional: [
        member("notShown", described(count, "Findings that are counted and not listed.")),
        member("new", count), member("fixed", count),
      ])
  }

  private static var check: JSONNode {
    object(
      required: [
        member("suite", string), member("endpoint", string),
        member("status", words(CheckStatus.allCases)), member("samples", count),
      ],
      optional: [
        member("undecoded", count),
        member("reason", text("Why the check could not be made, or the server not be reached.")),
      ])
  }

  private static var finding: JSONNode {
    object(
      required: [
        member("rule", text("The id of the rule; 'explain' tells what it means.")),
        member("level", level), member("message", string),
        member("cause", described(pattern("^c[1-9][0-9]*$"), "The same for one cause.")),
        member("fingerprint", fingerprint),
      ],
      optional: [
        member("suite", string), member("endpoint", string),
        member("file", text("The file, or the address of an answer.")),
        member("pointer", text("The place in the document (RFC 6901).")),
        member("line", count), member("column", count),
        member("offset", described(count, "The byte of the file, from 0 on.")),
        member("path", text("The place in the format, such as $.meals[*].strMeal.")),
        member("expected", string), member("found", string),
        member("value", text("The value as it is written, cut to 160 bytes.")),
        member("confidence", words(Change.Confidence.allCases)),
        member("dto", ["$ref": "#/$defs/dto"]), member("change", ["$ref": "#/$defs/change"]),
        member("consequences", list(consequence)), member("waiver", string),
        member(
          "agreed",
          described(["const": true], "The contract has the same; no report for people shows it.")),
        member("history", history),
        member("more", described(count, "Findings like this that are not listed.")),
      ])
  }

  private static var dto: JSONNode {
    object(
      required: [member("type", string)],
      optional: [
        member("property", string), member("file", string), member("line", count),
        member("column", count),
      ])
  }

  private static var change: JSONNode {
    object(
      required: [
        member("from", ["type": ["string", "null"]]), member("to", ["type": ["string", "null"]]),
        member("kind", words(Change.Kind.allCases)),
      ],
      optional: [
        member("matched", count), member("compared", count),
        member("confidence", words(Change.Confidence.allCases)),
        member("unseen", ["type": "boolean"]),
      ])
  }

  private static var consequence: JSONNode {
    let place = object(
      required: [member("file", string)],
      optional: [member("pointer", string), member("line", count), member("column", count)])
    return object(
      required: [
        member("rule", string), member("level", level), member("count", count),
        member("message", string), member("places", list(place)),
      ], optional: [member("dto", ["$ref": "#/$defs/dto"])])
  }

  private static var history: JSONNode {
    object(
      required: [member("state", words(FindingAge.State.allCases))],
      optional: [
        member("since", day), member("nights", count),
        member(
          "member",
          object(
            required: [member("present", count), member("null", count), member("since", day)])),
      ])
  }

  private static var comparison: JSONNode {
    object(optional: [member("lastRun", day), member("against", string)])
  }

  private static var fixed: JSONNode {
    object(
      required: [
        member("rule", string), member("level", level), member("fingerprint", fingerprint),
      ],
      optional: [
        member("suite", string), member("endpoint", string), member("path", string),
        member("since", day), member("nights", count),
      ])
  }

  private static var outage: JSONNode {
    object(
      required: [
        member("origin", string), member("kind", string), member("reason", string),
        member("sample", string), member("endpoints", list(string)), member("failed", count),
        member("notSent", count),
      ], optional: [member("nights", count)])
  }

  // MARK: Parts

  private static let string: JSONNode = ["type": "string"]
  private static let count: JSONNode = ["type": "integer", "minimum": 0]
  private static let level: JSONNode = ["$ref": "#/$defs/level"]
  private static let day = pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
  private static let fingerprint = pattern("^[0-9a-f]{12}$")

  private static func pattern(_ pattern: String) -> JSONNode {
    ["type": "string", "pattern": .string(pattern)]
  }

  private static func text(_ description: String) -> JSONNode { described(string, description) }

  private static func described(_ node: JSONNode, _ description: String) -> JSONNode {
    var node = node
    node["description"] = .string(description)
    return node
  }

  private static func list(_ items: JSONNode) -> JSONNode { ["type": "array", "items": items] }

  private static func words<Words: Sequence>(_ words: Words) -> JSONNode
  where Words.Element: RawRepresentable, Words.Element.RawValue == String {
    ["enum": .array(words.map { .string($0.rawValue) })]
  }

  private static func member(_ name: String, _ node: JSONNode) -> JSONNode.Member {
    JSONNode.Member(name, node)
  }

  private static func object(
    required: [JSONNode.Member] = [], optional: [JSONNode.Member] = []
  ) -> JSONNode {
    [
      "type": "object", "properties": .object(required + optional),
      "required": .array(required.map { .string($0.key) }), "additionalProperties": false,
    ]
  }
}
