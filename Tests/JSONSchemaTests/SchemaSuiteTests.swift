import Foundation
import JSONSchema
import StrictJSON
import TestSupport
import Testing

/// The official cases of draft 2020-12, for the keywords that are supported.
@Suite(.enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"))
struct SchemaSuiteTests {
  private static let folder = "suites/JSON-Schema-Test-Suite/tests/draft2020-12/"

  private static let files = [
    "additionalProperties", "allOf", "anchor", "anyOf", "boolean_schema", "const", "contains",
    "content", "default", "defs", "dependentRequired", "dependentSchemas", "dynamicRef", "enum",
    "exclusiveMaximum", "exclusiveMinimum", "format", "if-then-else",
    "infinite-loop-detection", "items", "maxContains", "maxItems", "maxLength", "maxProperties",
    "maximum", "minContains", "minItems", "minLength", "minProperties", "minimum", "multipleOf",
    "not", "oneOf", "pattern", "patternProperties", "prefixItems", "properties", "propertyNames",
    "ref", "refRemote", "required", "type", "unevaluatedItems", "unevaluatedProperties",
    "uniqueItems", "vocabulary",
    "optional/format/date", "optional/format/date-time", "optional/format/time",
    "optional/format/email", "optional/format/ipv4", "optional/format/uri",
    "optional/format/uuid",
  ]

  /// Cases that are wrong on purpose.
  private static let exceptions: Set<String> = [
    // An IP literal in a URI is read by its characters, not as an address.
    "leading zero in an embedded IPv4 address is invalid"
  ]

  /// A schema that is not supported must say so; it may never pass a wrong document in silence.
  @Test(arguments: files)
  func verdictIsRightOrTheSchemaIsRefused(file: String) throws {
    let document = try JSONDocument(TestFolders.corpusBytes(Self.folder + file + ".json"))
    let formats: FormatAssertion = file.hasPrefix("optional/format/") ? .asserted : .annotated
    var wrong: [String] = []
    for group in document.root.elements {
      let source = try #require(group["schema"]).source
      guard let schema = try? Schema(JSONDocument(Array(source.utf8))) else {
        if !Self.isUnsupported(source) { wrong.append("refused: \(source)") }
        continue
      }
      for test in try #require(group["tests"]).elements {
        let instance = try #require(test["data"])
        let isValid = schema.validate(instance, formats: formats).isEmpty
        let description = test["description"]?.string ?? ""
        if isValid != test["valid"]?.bool, !Self.exceptions.contains(description) {
          wrong.append("\(group["description"]?.string ?? ""): \(description)")
        }
      }
    }
    #expect(wrong == [])
  }

  /// Says whether a schema uses what is not supported: other resources, and what needs annotations.
  private static func isUnsupported(_ source: String) -> Bool {
    let marks = [
      "$dynamicRef", "unevaluated", "$vocabulary", "\"$id\"", "\"$ref\": \"http",
      "\"$ref\": \"urn", "metaschema",
    ]
    return marks.contains { source.contains($0) }
  }
}
