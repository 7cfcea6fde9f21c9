import JSONSchema
import StrictJSON
import TestSupport
import Testing

/// Each keyword with a value it accepts and one it refuses.
@Suite struct SchemaKeywordTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let accepted: [String]
    /// Refused values, with the keyword and the instance pointer of the one violation.
    let refused: [(instance: String, keyword: String, pointer: String)]

    init(
      _ schema: String, accepts accepted: [String],
      refuses refused: [(instance: String, keyword: String, pointer: String)]
    ) {
      self.schema = schema
      self.accepted = accepted
      self.refused = refused
    }

    var testDescription: String { schema }
  }

  static let cases: [Case] = [
    Case("true", accepts: ["null", "{}"], refuses: []),
    Case("false", accepts: [], refuses: [("1", "false", "")]),
    Case(
      #"{"type": "integer"}"#, accepts: ["1", "1.0", "1e2", "-0"], refuses: [("1.5", "type", "")]),
    Case(
      #"{"type": ["string", "null"]}"#, accepts: [#""a""#, "null"],
      refuses: [("1", "type", ""), ("{}", "type", "")]),
    Case(
      #"{"properties": {"a": {"type": "string"}}}"#, accepts: ["{}", #"{"a": "b"}"#, "7"],
      refuses: [(#"{"a": 1}"#, "type", "/a")]),
    Case(
      #"{"required": ["a", "b"]}"#, accepts: [#"{"a": 1, "b": null}"#],
      refuses: [(#"{"a": 1}"#, "required", "")]),
    Case(
      #"{"items": {"type": "number"}}"#, accepts: ["[]", "[1, 2.5]"],
      refuses: [(#"[1, "a"]"#, "type", "/1")]),
    Case(
      #"{"prefixItems": [{"type": "string"}], "items": {"type": "number"}}"#,
      accepts: ["[]", #"["a", 1]"#],
      refuses: [(#"["a", 1, "b"]"#, "type", "/2"), ("[1]", "type", "/0")]),
    Case(
      #"{"properties": {"a": true}, "patternProperties": {"^x": true}, "additionalProperties": false}"#,
      accepts: [#"{"a": 1, "xy": 2}"#], refuses: [(#"{"b": 1}"#, "additionalProperties", "")]),
    Case(
      #"{"additionalProperties": {"type": "integer"}}"#, accepts: [#"{"b": 1}"#],
      refuses: [(#"{"b": "1"}"#, "type", "/b")]),
    Case(
      #"{"patternProperties": {"^\\d$": {"type": "string"}}}"#, accepts: [#"{"1": "a", "٣": 1}"#],
      refuses: [(#"{"1": 1}"#, "type", "/1")]),
    Case(
      #"{"propertyNames": {"maxLength": 2}}"#, accepts: [#"{"ab": 1}"#],
      refuses: [(#"{"abc": 1}"#, "propertyNames", "")]),
    Case(
      #"{"enum": ["a", 1, {"x": [1, 2], "y": null}]}"#,
      accepts: [#""a""#, "1.0", #"{"y": null, "x": [1, 2.0]}"#],
      refuses: [(#""b""#, "enum", ""), (#"{"x": [2, 1], "y": null}"#, "enum", "")]),
    Case(#"{"const": "é"}"#, accepts: [#""\u00e9""#], refuses: [(#""e\u0301""#, "const", "")]),
    Case(#"{"minimum": 10}"#, accepts: ["10", "1e1", #""9""#], refuses: [("9.99", "minimum", "")]),
    Case(
      #"{"maximum": 9007199254740993}"#, accepts: ["9007199254740993"],
      refuses: [("9007199254740994", "maximum", "")]),
    Case(#"{"exclusiveMinimum": 0}"#, accepts: ["0.1"], refuses: [("0", "exclusiveMinimum", "")]),
    Case(#"{"exclusiveMaximum": 0}"#, accepts: ["-1"], refuses: [("-0.0", "exclusiveMaximum", "")]),
    Case(
      #"{"multipleOf": 0.01}"#, accepts: ["0.1", "0", "4.02", "1e300"],
      refuses: [("0.001", "multipleOf", "")]),
    Case(
      #"{"minLength": 2, "maxLength": 3}"#, accepts: [#""ab""#, #""😀😀""#],
      refuses: [(#""a""#, "minLength", ""), (#""abcd""#, "maxLength", "")]),
    Case(
      #"{"pattern": "^[a-z]+$"}"#, accepts: [#""abc""#],
      refuses: [(#""abc\n""#, "pattern", ""), (#""""#, "pattern", "")]),
    Case(
      #"{"minItems": 1, "maxItems": 2}"#, accepts: ["[1]"],
      refuses: [("[]", "minItems", ""), ("[1, 2, 3]", "maxItems", "")]),
    Case(
      #"{"minProperties": 1, "maxProperties": 1}"#, accepts: [#"{"a": 1}"#],
      refuses: [("{}", "minProperties", ""), (#"{"a": 1, "b": 1}"#, "maxProperties", "")]),
    Case(
      #"{"uniqueItems": true}"#, accepts: [#"[1, "1", true]"#],
      refuses: [
        ("[1, 1.0]", "uniqueItems", ""),
        (#"[{"a": 1, "b": 2}, {"b": 2, "a": 1}]"#, "uniqueItems", ""),
      ]),
    Case(
      #"{"contains": {"type": "string"}, "maxContains": 1}"#, accepts: [#"[1, "a"]"#],
      refuses: [("[1]", "contains", ""), (#"["a", "b"]"#, "contains", "")]),
    Case(
      #"{"dependentRequired": {"a": ["b"]}}"#, accepts: [#"{"c": 1}"#, #"{"a": 1, "b": 1}"#],
      refuses: [(#"{"a": 1}"#, "dependentRequired", "")]),
    Case(
      #"{"dependentSchemas": {"a": {"minProperties": 2}}}"#, accepts: [#"{"c": 1}"#],
      refuses: [(#"{"a": 1}"#, "minProperties", "")]),
    Case(
      #"{"allOf": [{"minimum": 1}, {"maximum": 3}]}"#, accepts: ["2"],
      refuses: [("4", "maximum", "")]),
    Case(
      #"{"anyOf": [{"type": "string"}, {"type": "object", "required": ["a"]}]}"#,
      accepts: [#""a""#, #"{"a": 1}"#], refuses: [("1", "anyOf", ""), ("{}", "anyOf", "")]),
    Case(
      #"{"oneOf": [{"minimum": 1}, {"maximum": 3}]}"#, accepts: ["0", "4"],
      refuses: [("2", "oneOf", "")]),
    Case(#"{"not": {"type": "null"}}"#, accepts: ["1"], refuses: [("null", "not", "")]),
    Case(
      #"{"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"minimum": 1}}"#,
      accepts: [#""a""#, "1"], refuses: [(#""""#, "minLength", ""), ("0", "minimum", "")]),
    Case(
      ##"{"$ref": "#/$defs/a~1b", "$defs": {"a/b": {"type": "string"}}}"##, accepts: [#""a""#],
      refuses: [("1", "type", "")]),
    Case(
      ##"{"$ref": "#name", "$defs": {"a": {"$anchor": "name", "type": "string"}}}"##,
      accepts: [#""a""#], refuses: [("1", "type", "")]),
    Case(
      ##"{"properties": {"next": {"$ref": "#"}}, "required": ["id"]}"##,
      accepts: [#"{"id": 1, "next": {"id": 2}}"#],
      refuses: [(#"{"id": 1, "next": {"id": 2, "next": {}}}"#, "required", "/next/next")]),
    Case(
      #"{"format": "date-time"}"#, accepts: [#""2006-03-24T22:30:00Z""#, "1"],
      refuses: [
        (#""2006-02-30T22:30:00Z""#, "format", ""), (#""2006-03-24T22:30:00""#, "format", ""),
      ]),
    Case(
      #"{"format": "uri"}"#, accepts: [#""https://a.b/c?d""#], refuses: [(#""a b""#, "format", "")]),
    Case(
      #"{"format": "uuid"}"#, accepts: [#""0e7c3a58-1c8a-4b8e-9d2f-0a1b2c3d4e5f""#],
      refuses: [(#""0e7c3a581c8a4b8e9d2f0a1b2c3d4e5f""#, "format", "")]),
    Case(
      #"{"format": "email"}"#, accepts: [#""a.b@c.de""#], refuses: [(#""a..b@c.de""#, "format", "")]
    ),
    Case(
      #"{"format": "ipv4"}"#, accepts: [#""10.0.0.1""#], refuses: [(#""10.0.0.256""#, "format", "")]
    ),
    Case(#"{"format": "unheard-of"}"#, accepts: [#""a""#], refuses: []),
    Case(
      #"{"x-date-format": "yyyy-MM-dd HH:mm:ss"}"#, accepts: [#""2006-03-24 22:30:00""#, "1"],
      refuses: [(#""2006-03-24T22:30:00Z""#, "x-date-format", ""), (#""""#, "x-date-format", "")]),
    Case(
      #"{"x-date-format": "unix-seconds"}"#, accepts: ["1143239400"],
      refuses: [("1143239400000", "x-date-format", "")]),
    Case(#"{"x-format": "uri", "unknown": {"type": 7}}"#, accepts: [#""""#], refuses: []),
    Case(
      #"{"prefixItems": [true], "contains": {"type": "string"}, "unevaluatedItems": {"type": "null"}}"#,
      accepts: [#"["a"]"#, #"[1, "a", null, "b"]"#], refuses: [(#"[1, "a", 2]"#, "type", "/2")]),
    Case(
      #"{"allOf": [{"prefixItems": [true]}], "unevaluatedItems": false}"#, accepts: ["[]", "[1]"],
      refuses: [("[1, 2]", "unevaluatedItems", "")]),
    Case(
      #"{"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "unevaluatedProperties": false}"#,
      accepts: ["{}", #"{"a": 1}"#], refuses: [(#"{"a": 2}"#, "unevaluatedProperties", "")]),
    Case(
      #"{"patternProperties": {"^a": true}, "unevaluatedProperties": {"type": "null"}}"#,
      accepts: [#"{"ab": 1, "b": null}"#], refuses: [(#"{"b": 1}"#, "type", "/b")]),
    Case(
      #"{"contains": {"type": "string"}, "minContains": 0, "maxContains": 1}"#,
      accepts: ["[]", "[1]"], refuses: [(#"["a", "b"]"#, "contains", "")]),
    Case(
      #"{"contains": {"type": "string"}, "minContains": 2.0}"#, accepts: [#"["a", "b"]"#],
      refuses: [(#"["a"]"#, "contains", "")]),
    Case(
      #"{"dependencies": {"a": ["b"], "c": {"maxProperties": 1}}}"#, accepts: [#"{"c": 1}"#],
      refuses: [
        (#"{"a": 1}"#, "dependencies", ""), (#"{"c": 1, "d": 1}"#, "maxProperties", ""),
      ]),
    Case(
      #"{"contentEncoding": "base64", "contentMediaType": "application/json", "contentSchema": false}"#,
      accepts: [#""%%""#, "1"], refuses: []),
    Case(
      #"{"title": "a", "description": "b", "default": 1, "examples": [1], "deprecated": true, "readOnly": true, "writeOnly": true, "$comment": "c"}"#,
      accepts: ["null"], refuses: []),
    Case(
      ##"{"$id": "https://a.org/b", "$ref": "c#d", "$defs": {"x": {"$id": "c", "$defs": {"y": {"$anchor": "d", "type": "null"}}}}}"##,
      accepts: ["null"], refuses: [("1", "type", "")]),
    Case(
      #"{"propertyNames": {"enum": ["a"]}}"#, accepts: ["{}"],
      refuses: [(#"{"b": 1}"#, "propertyNames", "")]),
    Case(#"{"then": false, "else": false}"#, accepts: ["1"], refuses: []),
  ]

  @Test(arguments: cases)
  func keywordAcceptsAndRefuses(testCase: Case) throws {
    for instance in testCase.accepted {
      #expect(try Samples.violations(testCase.schema, instance) == [], "\(instance)")
    }
    for (instance, keyword, pointer) in testCase.refused {
      let violations = try Samples.violations(testCase.schema, instance)
      #expect(violations.map(\.keyword) == [keyword], "\(instance)")
      #expect(violations.map(\.instance.description) == [pointer], "\(instance)")
    }
  }

  @Test func everyViolationIsReportedAtItsPlace() throws {
    let schema = """
      {"properties": {"meals": {"items": {
        "properties": {"id": {"type": "string", "minLength": 2}, "tags": {"type": "array"}},
        "required": ["name"]}}}}
      """
    let text = MarkedText(#"{"meals": [2️⃣{"id": 1️⃣"1", "tags": 3️⃣null}]}"#)
    let violations = try Samples.violations(schema, text.text)
    let places = Dictionary(
      uniqueKeysWithValues: violations.map { ($0.schema.description, $0.offset) })
    #expect(
      places == [
        "/properties/meals/items/properties/id/minLength": try #require(text.offsets[1]),
        "/properties/meals/items/required": try #require(text.offsets[2]),
        "/properties/meals/items/properties/tags/type": try #require(text.offsets[3]),
      ])
    let missing = try #require(violations.first { $0.keyword == "required" })
    #expect(missing.member == "name")
    #expect(missing.message == #"expected the member "name", found no such member"#)
    let type = try #require(violations.first { $0.keyword == "type" })
    #expect(type.message == "expected array, found null")
  }

  @Test func anyOfTellsTheFaultsOfTheClosestAlternative() throws {
    let schema = """
      {"anyOf": [{"type": "null"}, {"type": "object", "properties": {"a": {"type": "string"}}}]}
      """
    let violation = try #require(try Samples.violations(schema, #"{"a": 1}"#).first)
    #expect(violation.causes.map(\.instance.description) == ["/a"])
  }

  @Test func formatsAreAssertedOnRequestOnly() throws {
    let schema = try Schema(Samples.document(#"{"format": "uri", "x-date-format": "iso8601"}"#))
    let document = try Samples.document(#""soon""#)
    #expect(
      schema.validate(document, formats: .asserted).map(\.keyword) == ["format", "x-date-format"])
    #expect(schema.validate(document, formats: .annotated).map(\.keyword) == ["x-date-format"])
  }

  /// A long enumeration is told by as many of its first values as are short enough.
  @Test(arguments: [
    (3, #"one of ["value 1", "value 2", "value 3"]"#),
    (
      20,
      #"one of "value 1", "value 2", "value 3", "value 4", "value 5", "value 6" and 14 others"#
    ),
  ])
  func enumerationIsToldByItsFirstValues(_ count: Int, _ expected: String) throws {
    let values = (1...count).map { #""value \#($0)""# }.joined(separator: ", ")
    let violations = try Samples.violations(#"{"enum": [\#(values)]}"#, #""z""#)
    #expect(violations.map(\.expected) == [expected])
  }
}
