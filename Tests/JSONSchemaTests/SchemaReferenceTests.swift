import Foundation
import JSONSchema
import StrictJSON
import TestSupport
import Testing

/// References between schemas, within a document and between documents.
@Suite(.computing) struct SchemaReferenceTests {
  /// The two schemas of the prose in `Validator`.
  static let strings = """
    {"$id": "https://a.org/strings", "$ref": "list",
     "$defs": {
       "string": {"$dynamicAnchor": "element", "type": "string"},
       "list": {"$id": "https://a.org/list", "items": {"$dynamicRef": "#element"},
                "$defs": {"any": {"$dynamicAnchor": "element"}}}}}
    """

  /// A wide `$defs` is looked up in a table: by exact names, of which the first one counts.
  @Test(arguments: [3, 5_000])
  func eachOfManyReferencesNamesItsOwnSchema(count: Int) throws {
    let members = (0..<count).map { ##""m\##($0)": {"$ref": "#/$defs/d\##($0)"}"## }
    let schemas = (0..<count).map { #""d\#($0)": {"const": \#($0)}"# }
    let schema = """
      {"properties": {\(members.joined(separator: ", ")), "é": {"$ref": "#/$defs/é"},
         "e": {"$ref": "#/$defs/e\u{301}"}},
       "$defs": {\(schemas.joined(separator: ", ")), "é": {"type": "null"},
         "e\u{301}": {"type": "string"}, "é": {"type": "array"}}}
      """
    let document = (0..<count).map { #""m\#($0)": \#($0 % 1000 == 2 ? -1 : $0)"# }
      .joined(separator: ", ")
    let violations = try Samples.violations(schema, #"{\#(document), "é": 1, "e": 1}"#)
    #expect(
      violations.map(\.schema.description) == stride(from: 2, to: count, by: 1000).map {
        "/$defs/d\($0)/const"
      }
        + ["/$defs/é/type", "/$defs/e\u{301}/type"])
    #expect(violations.suffix(2).map(\.expected) == ["null", "string"])
  }

  @Test func dynamicReferenceDependsOnTheWay() throws {
    #expect(try Samples.violations(Self.strings, #"["a"]"#) == [])
    let violation = try #require(try Samples.violations(Self.strings, #"["a", 1]"#).first)
    #expect(violation.instance.description == "/1")
    #expect(violation.schema.description == "/$defs/string/type")
    let list = Self.strings.replacing(#""$ref": "list","#, with: #""x": {}, "#)
    #expect(try Samples.violations(list, #"["a", 1]"#) == [])
  }

  @Test(arguments: [
    ("https://a.org/b/c", "d", "https://a.org/b/d"), ("https://a.org/b/c", "/d", "https://a.org/d"),
    ("https://a.org/b/c", "../d", "https://a.org/d"), ("https://a.org", "d", "https://a.org/d"),
    ("https://a.org/b/", "./d/../e", "https://a.org/b/e"),
    ("https://a.org/b", "//c.org/d", "https://c.org/d"),
    ("https://a.org/b", "?c", "https://a.org/b?c"),
    ("urn:a:b", "urn:a:c", "urn:a:c"),
    ("https://a.org/b", "https://a.org/x/../c", "https://a.org/c"),
    ("https://a.org/b/c", "../../../d", "https://a.org/d"),
  ])
  func relativeReferencesAreResolved(base: String, reference: String, target: String) throws {
    let schema = """
      {"$id": "\(base)", "$ref": "\(reference)",
       "$defs": {"a": {"$id": "\(target)", "type": "string"}}}
      """
    #expect(try Samples.violations(schema, "1").map(\.keyword) == ["type"])
  }

  @Test func metaschemaIsKnownOffline() throws {
    let schema = ##"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"##
    #expect(try Samples.violations(schema, #"{"type": "string", "minLength": 1}"#) == [])
    #expect(try Samples.violations(schema, Self.strings) == [])
    let violations = try Samples.violations(schema, #"{"items": {"not": {"minLength": -1}}}"#)
    #expect(violations.map(\.instance.description) == ["/items/not/minLength"])
    #expect(
      violations.first?.schemaDocument == "https://json-schema.org/draft/2020-12/meta/validation")
  }

  /// A metaschema that another schema refers to is itself held against the metaschema.
  @Test(arguments: [
    "schema", "meta/core", "meta/applicator", "meta/unevaluated", "meta/validation",
    "meta/meta-data", "meta/format-annotation", "meta/format-assertion", "meta/content",
  ])
  func documentsOfTheDraftAreSchemas(name: String) throws {
    let uri = "https://json-schema.org/draft/2020-12/\(name)"
    #expect(try Samples.violations("{\"$ref\": \"\(uri)\"}", #"{"$defs": {}}"#) == [])
    #expect(try Samples.violations("{\"$ref\": \"\(uri)\"}", "7").map(\.keyword).contains("type"))
  }

  // MARK: Files

  @Test func neighboursOfTheFileAreFound() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      try #"{"type": "string"}"#.write(
        to: folder.appendingPathComponent("name.json"), atomically: true, encoding: .utf8)
      let library = SchemaLibrary(file: folder.appendingPathComponent("contract.json"))
      for contract in [
        ##"{"$ref": "name.json"}"##,
        ##"{"$id": "https://a.org/schemas/contract", "$ref": "name.json#"}"##,
      ] {
        let schema = try Schema(Samples.document(contract), library: library)
        #expect(schema.validate(try Samples.document("1"), formats: .annotated).count == 1)
      }
      for reference in [
        "../name.json", "https://b.org/name.json", "missing.json", "a/%2e%2e/name.json",
      ] {
        #expect(throws: SchemaError.self) {
          try Schema(Samples.document("{\"$ref\": \"\(reference)\"}"), library: library)
        }
      }
    }
  }

  @Test func faultInAnotherDocumentIsReportedThere() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let fault = MarkedText("{\n  \"type\": 1️⃣\"text\"}")
      try fault.text.write(
        to: folder.appendingPathComponent("a.json"), atomically: true, encoding: .utf8)
      try "{".write(to: folder.appendingPathComponent("b.json"), atomically: true, encoding: .utf8)
      let library = SchemaLibrary(folders: [.init(prefix: "https://a.org/", folder: folder)])
      let error = #expect(throws: SchemaError.self) {
        try Schema(
          Samples.document(
            #"{"$ref": "https://a.org/a.json", "not": {"$ref": "https://a.org/b.json"}}"#),
          library: library)
      }
      let problems = try #require(error?.problems)
      #expect(problems.map(\.document) == ["https://a.org/a.json", nil])
      #expect(problems[1].schema.description == "/not/$ref")
      #expect(problems[1].message.contains("https://a.org/b.json is no JSON: line 1"))
      #expect(problems[0].location == SourceLocation(line: 2, column: 11))
      #expect(problems[0].offset == fault.offsets[1])
    }
  }

  /// The keywords that refuse `"a"` in a dialect with the vocabularies core, applicator and another.
  private func keywords(inDialectWith vocabulary: String, in folder: URL) throws -> [String] {
    let dialect = """
      {"$id": "https://a.org/dialect", "$vocabulary": {
        "https://json-schema.org/draft/2020-12/vocab/core": true,
        "https://json-schema.org/draft/2020-12/vocab/applicator": true, \(vocabulary)}}
      """
    try dialect.write(
      to: folder.appendingPathComponent("dialect"), atomically: true, encoding: .utf8)
    let contract =
      #"{"$schema": "https://a.org/dialect", "type": "null", "not": {}, "format": "ipv4"}"#
    let schema = try Schema(
      Samples.document(contract),
      library: SchemaLibrary(folders: [.init(prefix: "https://a.org/", folder: folder)]))
    return schema.validate(try Samples.document(#""a""#), formats: .annotated).map(\.keyword)
  }

  /// A keyword has no meaning in a dialect without its vocabulary.
  @Test(arguments: [
    (#""https://json-schema.org/draft/2020-12/vocab/validation": false"#, ["type", "not"]),
    (#""https://json-schema.org/draft/2020-12/vocab/format-annotation": true"#, ["not"]),
    (#""https://json-schema.org/draft/2020-12/vocab/format-assertion": true"#, ["not", "format"]),
    (#""https://a.org/vocab/new": false"#, ["not"]),
  ])
  func vocabulariesOfADialectDecide(vocabulary: String, refusing: [String]) async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let keywords = try keywords(inDialectWith: vocabulary, in: folder)
      #expect(keywords == refusing)
    }
  }

  @Test func vocabularyThatMustBeKnownIsAFault() async throws {
    try await TestFolders.withTemporaryFolder { folder in
      let error = #expect(throws: SchemaError.self) {
        try keywords(inDialectWith: #""https://a.org/vocab/new": true"#, in: folder)
      }
      #expect(error?.problems.first?.schema.description == "/$schema")
    }
  }

  // MARK: Unevaluated

  @Test func unevaluatedMembersAreNamed() throws {
    let schema = """
      {"allOf": [{"properties": {"a": true}}],
       "anyOf": [{"properties": {"b": {"type": "string"}}}, {"required": ["c"]}],
       "unevaluatedProperties": false}
      """
    let violations = try Samples.violations(schema, #"{"a": 1, "b": 2, "c": 3}"#)
    #expect(violations.map(\.member) == ["b", "c"])
    #expect(violations.first?.message == #"expected no further members, found the member "b""#)
  }

  /// A member that a broken schema looked at is not reported as unknown too.
  @Test func brokenMembersAreReportedOnce() throws {
    let schema = """
      {"oneOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"type": "null"}],
       "allOf": [{"properties": {"b": {"type": "string"}}}], "unevaluatedProperties": false}
      """
    let violations = try Samples.violations(schema, #"{"a": 1, "b": 1}"#)
    #expect(violations.map(\.keyword) == ["oneOf", "type"])
    #expect(
      violations.first?.message
        == #"expected a value that fits one of 2 alternatives, found {"a": 1, "b": 1}; "#
        + "the closest alternative: at '/a' expected string, found integer")
  }

  // MARK: Limits

  /// The loop shows only when the anchor is looked up, so the schema loads and every value is refused.
  @Test func dynamicLoopIsGivenUp() throws {
    let schema = """
      {"$id": "https://a.org/a", "$dynamicAnchor": "x", "$ref": "b",
       "$defs": {"b": {"$id": "b", "$dynamicRef": "c#x",
         "$defs": {"c": {"$id": "c", "$dynamicAnchor": "x"}}}}}
      """
    let violations = try Samples.violations(schema, "1")
    #expect(violations.map(\.expected) == ["a value that can be checked in reasonable time"])
  }

  /// The stack must suffice for the deepest way through any of the keywords.
  @Test(arguments: ["allOf", "anyOf", "oneOf"])
  func deepestWayIsGivenUp(keyword: String) throws {
    var inner =
      ##"{"items": {"$ref": "#"}, "contains": {"$ref": "#"}, "unevaluatedItems": {"$ref": "#"}}"##
    for _ in 0..<100 { inner = "{\"\(keyword)\": [\(inner)], \"if\": {\"not\": {}}}" }
    let value = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    let violations = try Samples.violations(inner, value)
    #expect(violations.last?.expected == "a value that can be checked in reasonable time")
  }
}
