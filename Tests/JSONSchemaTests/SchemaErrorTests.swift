import JSONSchema
import StrictJSON
import TestSupport
import Testing

/// Schemas that cannot be used say so when they are loaded, with the place.
@Suite struct SchemaErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: MarkedText
    let pointer: String
    let message: String

    /// The offset of the fault stands as marker 1.
    init(_ schema: String, _ pointer: String, _ message: String) {
      self.schema = MarkedText(schema)
      self.pointer = pointer
      self.message = message
    }

    var testDescription: String { schema.text }
  }

  static let cases = [
    Case(##"{"$dynamicRef": 1️⃣"#a"}"##, "/$dynamicRef", "#a names nothing in the document"),
    Case(#"{"type": 1️⃣"text"}"#, "/type", #""text" is no type"#),
    Case(
      #"{"pattern": 1️⃣"(a"}"#, "/pattern",
      "the pattern (a cannot be used: a ( is not closed"),
    Case(
      #"{"pattern": 1️⃣"\\Aa"}"#, "/pattern",
      #"the pattern \Aa cannot be used: ECMA-262 has no escape \A"#),
    Case(
      #"{"patternProperties": {"(?i)a": 1️⃣true}}"#, "/patternProperties/(?i)a",
      "the pattern (?i)a cannot be used: only (?: ), (?= ), (?! ), (?<= ), (?<! ), (?<name> ) are known"
    ),
    Case(##"{"$ref": 1️⃣"#/$defs/a"}"##, "/$ref", "#/$defs/a names nothing in the document"),
    Case(
      #"{"$ref": 1️⃣"other.json"}"#, "/$ref",
      "other.json is not known; nothing is fetched, --resolve PREFIX=DIR names a folder for it"),
    Case(
      ##"{"$defs": {"a": {"$id": 1️⃣"b#c"}}}"##, "/$defs/a/$id",
      "an $id has no fragment; $anchor names a place within it"),
    Case(
      #"{"$defs": {"a": {"$id": 1️⃣"b"}, "c": {"$id": "b"}}}"#, "/$defs/a/$id",
      "another schema has the same $id"),
    Case(
      #"{"$defs": {"a": {"$anchor": 1️⃣"b"}, "c": {"$dynamicAnchor": "b"}}}"#, "/$defs/a/$anchor",
      "the anchor b is set more than once"),
    Case(
      #"{"$anchor": 1️⃣"1"}"#, "/$anchor",
      "an anchor begins with a letter or _, and goes on with letters, digits, - _ ."),
    Case(
      #"{"$schema": 1️⃣"http://json-schema.org/draft-07/schema#"}"#, "/$schema",
      """
      the dialect http://json-schema.org/draft-07/schema# is not known; \
      contracts are of https://json-schema.org/draft/2020-12/schema
      """),
    Case(
      #"{"properties": {"a": 1️⃣7}}"#, "/properties/a",
      "a schema is an object or a boolean, not a number"),
    Case(#"{"required": 1️⃣"a"}"#, "/required", "a list of names is needed"),
    Case(#"{"minLength": 1️⃣-1}"#, "/minLength", "a whole number from 0 is needed"),
    Case(
      #"{"multipleOf": 1️⃣0}"#, "/multipleOf",
      "multipleOf needs a number above 0 with at most 18 digits"),
    Case(#"{"anyOf": 1️⃣[]}"#, "/anyOf", "a list of schemas with at least one schema is needed"),
    Case(#"{"type": "null", "type": 1️⃣"string"}"#, "/type", "the keyword comes more than once"),
    Case(#"{"x-date-format": 1️⃣7}"#, "/x-date-format", "7 is no date format"),
    Case(
      ##"{"properties": {"a": {"$ref": "#/$defs/b"}}, "$defs": {"b": 1️⃣{"allOf": [{"$ref": "#/$defs/b"}]}}}"##,
      "/$defs/b", "the schema refers back to itself without an end"),
  ]

  @Test(arguments: cases)
  func faultIsReportedWithItsPlace(testCase: Case) throws {
    let document = try JSONDocument(testCase.schema.bytes)
    let error = #expect(throws: SchemaError.self) { try Schema(document) }
    let problem = try #require(error?.problems.first)
    #expect(error?.problems.count == 1)
    #expect(problem.schema.description == testCase.pointer)
    #expect(problem.offset == testCase.schema.offsets[1])
    #expect(problem.message == testCase.message)
  }

  @Test func everyFaultOfASchemaIsReported() throws {
    let document = try Samples.document(#"{"type": "x", "properties": {"a": {"minimum": "1"}}}"#)
    let error = #expect(throws: SchemaError.self) { try Schema(document) }
    #expect(error?.problems.map(\.schema.description) == ["/type", "/properties/a/minimum"])
  }

  @Test func longChainsOfSchemasAreRefused() throws {
    let definitions = (0..<1000).map { "\"d\($0)\": {\"$ref\": \"#/$defs/d\($0 + 1)\"}" }
    let text =
      "{\"$ref\": \"#/$defs/d0\", \"$defs\": {\(definitions.joined(separator: ",")), \"d1000\": {}}}"
    let error = #expect(throws: SchemaError.self) { try Schema(Samples.document(text)) }
    #expect(error?.problems.first?.message == "too many schemas refer to each other in a row")
  }

  /// Without a limit these take two to the power of four hundred steps.
  @Test(arguments: [
    ##"{"items": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}"##,
    ##"{"items": {"not": {"not": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}}}"##,
  ])
  func aSchemaThatDoublesItsWorkComesToAnEnd(text: String) throws {
    let schema = try Schema(Samples.document(text))
    let value = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    let violations = schema.validate(try Samples.document(value), formats: .asserted)
    #expect(violations.last?.expected == "a value that can be checked in reasonable time")
  }

  @Test func deepValuesAreWalkedToTheEnd() throws {
    let schema = try Schema(Samples.document(##"{"items": {"$ref": "#"}, "type": "array"}"##))
    let depth = JSONDocument.defaultMaximumDepth
    let text =
      String(repeating: "[", count: depth - 1) + "{}" + String(repeating: "]", count: depth - 1)
    let violations = schema.validate(try Samples.document(text), formats: .asserted)
    #expect(violations.map(\.instance.tokens.count) == [depth - 1])
  }
}
