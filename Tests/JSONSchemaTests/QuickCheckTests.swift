import Foundation
import JSONSchema
import StrictJSON
import TestSupport
import Testing

/// The quick check and the full engine say the same.
@Suite(.computing) struct QuickCheckTests {
  /// A schema, documents, and mutations of them.
  private struct Comparison {
    let schema: Schema
    let formats: FormatAssertion
    var valid = 0
    var quicklyValid = 0
    var invalid = 0
    /// The texts on which the quick check said yes and the engine found something.
    var wrong: [String] = []
    private var reader = JSONRecordReader()
    /// One for all texts, as in the command.
    private var check: QuickValidator

    init(_ schema: Schema, formats: FormatAssertion) {
      self.schema = schema
      self.formats = formats
      check = QuickValidator(schema, formats: formats)
    }

    mutating func compare(_ text: String) throws {
      guard let document = try? Samples.document(text) else { return }
      try reader.read(Array(text.utf8)[...])
      let verdict = check.verdict(on: reader)
      let isSurelyValid = verdict != .unknown
      let isValid = schema.violations(of: document.root, formats: formats).isEmpty
      if isValid { valid += 1 } else { invalid += 1 }
      if isSurelyValid { quicklyValid += 1 }
      if isSurelyValid, !isValid { wrong.append(text) }
      // What is told of the keys must be true as well.
      if verdict == .validWithDistinctKeys, !document.duplicateMembers.isEmpty {
        wrong.append(text)
      }
    }

    mutating func compare(_ text: String, mutations: Int, seed: UInt64) throws {
      try compare(text)
      var random = RandomDocuments(seed: seed)
      for _ in 0..<mutations { try compare(Mutation.of(text, &random)) }
    }
  }

  // MARK: The official suite

  private static let suite = TestFolders.corpus?.appendingPathComponent(
    "suites/JSON-Schema-Test-Suite")

  /// The cases in which a schema asks for what only the full engine knows.
  private static let unknownKeywords = [
    "unevaluated", "$dynamicRef", "oneOf", "\"not\"", "\"if\"", "contains", "uniqueItems",
    "dependen", "patternProperties", "propertyNames", "multipleOf",
  ]

  @Test(
    .enabled(if: TestFolders.hasCorpus, "\(TestFolders.corpusReason)"),
    arguments: ["", "optional/", "optional/format/"])
  func agreesWithTheEngineOnTheOfficialSuite(folder: String) throws {
    let suite = try #require(Self.suite)
    let tests = suite.appendingPathComponent("tests/draft2020-12/" + folder)
    let library = SchemaLibrary(folders: [
      SchemaLibrary.Folder(
        prefix: "http://localhost:1234/", folder: suite.appendingPathComponent("remotes"))
    ])
    var (wrong, undecided, valid, invalid): ([String], [String], Int, Int) = ([], [], 0, 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: tests.path).sorted()
    where name.hasSuffix(".json") {
      let file = try JSONDocument(Array(Data(contentsOf: tests.appendingPathComponent(name))))
      for group in file.root.elements {
        let source = try #require(group["schema"]).source
        guard let schema = try? Schema(Samples.document(source), library: library) else { continue }
        for formats in [FormatAssertion.annotated, .asserted] {
          var comparison = Comparison(schema, formats: formats)
          for (index, test) in (try #require(group["tests"])).elements.enumerated() {
            try comparison.compare(
              try #require(test["data"]).source, mutations: 20, seed: UInt64(index))
          }
          valid += comparison.valid
          invalid += comparison.invalid
          wrong += comparison.wrong.map { "\(name): \(source): \($0)" }
          // A reference may lead to a remote schema or the metaschema, which have the keywords.
          if comparison.quicklyValid < comparison.valid, !source.contains("$ref"),
            !source.contains("$schema\": \"http://localhost"),
            !Self.unknownKeywords.contains(where: source.contains)
          {
            undecided.append("\(name): \(source)")
          }
        }
      }
    }
    #expect(wrong == [])
    #expect(undecided == [])
    #expect(valid > 1000 && invalid > 1000)
  }

  // MARK: Inferred contracts

  @Test(arguments: Array(UInt64(1)...60))
  func agreesWithTheEngineOnInferredContracts(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    let texts = (0..<10).map { _ in random.document() }
    let schema = try Schema(inferredFrom: Samples.summary(texts))
    var comparison = Comparison(schema, formats: .asserted)
    for text in texts { try comparison.compare(text, mutations: 40, seed: seed) }
    #expect(comparison.wrong == [])
    #expect(comparison.quicklyValid == comparison.valid)
    #expect(comparison.valid >= texts.count)
  }

  @Test(arguments: ["themealdb", "spacex", "spacex-v4"])
  func agreesWithTheEngineOnTheFixtures(suite: String) throws {
    let folder = TestFolders.packageRoot.appendingPathComponent("Fixtures/" + suite)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    var compared = 0
    for name in names where name.hasSuffix(".json") && !name.hasSuffix(".http.json") {
      let text = String(
        decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
      guard let document = try? Samples.document(text) else { continue }
      var summary = ShapeSummary()
      summary.add(document)
      var comparison = Comparison(try Schema(inferredFrom: summary), formats: .asserted)
      let short = text
      try comparison.compare(text)
      try comparison.compare(short, mutations: short.utf8.count < 100_000 ? 60 : 2, seed: 7)
      #expect(comparison.wrong == [], "\(name)")
      #expect(comparison.quicklyValid == comparison.valid, "\(name)")
      compared += comparison.valid + comparison.invalid
    }
    #expect(compared > 60)
  }

  // MARK: Keys

  @Test(arguments: [
    (#"{"a": 1, "b": {"c": 2}}"#, QuickVerdict.validWithDistinctKeys),
    (#"{}"#, .validWithDistinctKeys), (#"{"b": {}}"#, .validWithDistinctKeys),
    (#"{"a": 1, "l": [{"c": 1}, {"c": 2}]}"#, .validWithDistinctKeys),
    // Another order, names that no table has, and names that may be written in another way.
    (#"{"b": {"c": 2}, "a": 1}"#, .valid), (#"{"a": 1, "a": 1}"#, .valid),
    (#"{"a": 1, "x": {"c": 1, "c": 1}}"#, .valid), (#"{"b": {"y": 1, "y": 1}}"#, .valid),
    (#"{"\u0061": 1}"#, .valid), ("{\"e\u{301}\": 1}", .valid), ("{\"\u{E9}\": 1}", .valid),
    // An object that is looked at in two ways, and one that nobody looks into.
    (#"{"z": {"d": [{"k": 1, "k": 1}]}}"#, .valid),
    (#"{"a": "no"}"#, .unknown),
  ])
  func tellsWhereKeysAreDistinct(text: String, verdict: QuickVerdict) throws {
    let schema = try Schema(
      Samples.document(
        """
        {"properties": {"a": {"type": "integer"}, "b": {"properties": {"c": {}, "d": {}}},
          "e\u{301}": {}, "\u{E9}": {}, "l": {"items": {"properties": {"c": {}}}},
          "z": {"anyOf": [{"properties": {"d": {"items": {"properties": {"k": {"type": "null"}}}}}},
            {"type": "object"}]}}}
        """))
    var reader = JSONRecordReader()
    try reader.read(Array(text.utf8)[...])
    var check = QuickValidator(schema, formats: .annotated)
    #expect(check.verdict(on: reader) == verdict)
  }

  /// What the number of a key means depends on what its reader has read.
  @Test func keysOfOtherReadersAreLookedUpAgain() throws {
    let schema = try Schema(
      Samples.document(
        #"{"properties": {"a": {"type": "integer"}, "b": {"type": "string"}, "c": {"const": null}}}"#
      ))
    var check = QuickValidator(schema, formats: .annotated)
    let texts = [
      #"{"a": 1, "b": "x", "c": null}"#, #"{"b": "x", "c": null, "a": 1}"#,
      #"{"c": null, "a": 1, "b": "x"}"#,
    ]
    var readers = texts.map { _ in JSONRecordReader() }
    for _ in 0..<3 {
      for index in texts.indices {
        try readers[index].read(Array(texts[index].utf8)[...])
        #expect(check.verdict(on: readers[index]) != .unknown)
      }
    }
    // A copy and its original learn different things under the same numbers.
    var copy = readers[0]
    for (old, new) in [("a", "b"), ("b", "c"), ("c", "a")] {
      let value = ["a": "1", "b": #""x""#, "c": "null"][new] ?? ""
      let text = #"{"\#(new)": \#(value)}"#
      for _ in 0..<3 {
        try copy.read(Array(text.utf8)[...])
        #expect(check.verdict(on: copy) != .unknown)
        try readers[0].read(Array(#"{"z": 1, "\#(old)": 7.5}"#.utf8)[...])
        #expect((check.verdict(on: readers[0]) != .unknown) == false)
      }
    }
  }

  // MARK: Single rules

  @Test(arguments: [
    (#"{"type": ["integer", "null"]}"#, ["1", "1.0", "null", "1.5", "1e2", "-0"]),
    (#"{"minimum": 2, "exclusiveMaximum": 1e2}"#, ["2", "1", "2.0", "99.9", "100", "1e400"]),
    (#"{"maximum": 0.1}"#, ["0", "0.1", "0.10000000000000000001", "-7"]),
    (#"{"maxLength": 2}"#, [#""éa""#, #""é\u00e9a""#, #""\ud83d\udc32a""#, #""abc""#, "5"]),
    (#"{"enum": ["a/b", 1, null, [1]]}"#, [#""a/b""#, #""a\/b""#, "1.0", "[1.0]", "null", "2"]),
    (#"{"enum": [null, "é/"]}"#, ["null", "false", "true", #""\u00e9\/""#, #""é/""#, #""e/""#]),
    (#"{"enum": [false, 12]}"#, ["null", "false", "true", "12", "1.2e1", #""false""#]),
    (#"{"const": true}"#, ["null", "false", "true"]),
    (
      #"{"enum": ["", "a", "eight by", "a text of more than sixteen bytes, and its end"]}"#,
      [
        #""a text of more than sixteen bytes, and its end""#, #""eight by""#, #""eight bt""#,
        #""a text of more than sixteen bytes, ant its end""#, #""""#, #""a""#, #""\u0061""#,
        #""a text of more than sixteen bytes, and its ene""#, #""eight by\u0000""#, #""b""#,
      ]
    ),
    (#"{"minLength": 3}"#, [#""éa""#, #""\ud83d\udc32\u00e9a""#, #""\ud83d\udc32\u0061""#]),
    (#"{"minLength": 2}"#, [#""\ud83d\udc32""#, #""\ud83d\ud83d""#, #""🐲""#, #""🐲a""#]),
    (#"{"maxLength": 1}"#, [#""\ud83d\udc32""#, #""\ud83d\ud83d""#, #""🐲""#, #""🐲a""#]),
    (#"{"required": ["a", "b"]}"#, [#"{"b":1,"a":1}"#, #"{"a":1,"a":2}"#, #"{"\u0061":1,"b":2}"#]),
    (
      #"{"properties": {"abcdefgh1": {"type": "null"}}, "additionalProperties": false}"#,
      [#"{"abcdefgh1":null}"#, #"{"abcdefgh2":null}"#, #"{"abcdefgh1":1}"#, #"{"abcdefgh":null}"#]
    ),
    (
      #"{"properties": {"a": true, "\\u0061": {"type": "null"}, "a name of seventeen": false}}"#,
      [
        #"{"a":1}"#, #"{"\u0061":1}"#, #"{"\\u0061":1}"#, #"{"\\u0061":null,"a":1}"#,
        #"{"a":1,"b":2,"c":3,"d":4,"\\u0061":1,"e":5}"#, #"{"a name of seventeen":1}"#,
        #"{"a name of seventeem":1}"#, #"{"a name of eightteen":1}"#,
      ]
    ),
    (#"{"anyOf": [{"type": "string"}, {"maximum": 3}]}"#, [#""a""#, "2", "4"]),
    (#"{"minItems": 1, "maxProperties": 1}"#, ["[]", "[1]", "{}", #"{"a":1,"b":2}"#, "5"]),
    (
      #"{"prefixItems": [{"type": "string"}, {}], "items": {"type": "null"}}"#,
      [#"["a",1,null]"#, #"[1]"#, #"["a",1,2]"#, "[]", "{}"]
    ),
    (#"{"pattern": "^a+$"}"#, [#""aa""#, #""\u0061""#, #""b""#, "5"]),
    (#"{"x-date-format": "unix-seconds"}"#, ["1143239400", "5e8", "7", #""7""#]),
  ])
  func decidesRulesByThemselves(schema: String, texts: [String]) throws {
    var comparison = Comparison(try Schema(Samples.document(schema)), formats: .asserted)
    for text in texts { try comparison.compare(text, mutations: 50, seed: 1) }
    #expect(comparison.wrong == [])
    #expect(comparison.quicklyValid == comparison.valid)
    #expect(comparison.valid > 0 && comparison.invalid > 0)
  }

  @Test(arguments: [
    ("date-time", "2006-03-24T22:30:00.5+01:00"), ("date-time", "2008-02-29T22:30:00Z"),
    ("date", "2006-03-24"), ("uri", #"https:\/\/a-b.example.com\/x?y=1&z=2"#),
    ("uri-reference", "http://a.b"), ("iri", "https://a.b/c"), ("time", "22:30:00Z"),
  ])
  func knowsUsualSpellingsOfFormats(format: String, text: String) throws {
    let schema = try Schema(Samples.document(#"{"format": "\#(format)"}"#))
    var comparison = Comparison(schema, formats: .asserted)
    let bytes = Array(text.utf8)
    try comparison.compare("\"\(text)\"")
    #expect(comparison.quicklyValid == 1)
    for index in bytes.indices {
      for byte in 0x20..<UInt8(0x7F) {
        var changed = bytes
        changed[index] = byte
        try comparison.compare("\"" + String(decoding: changed, as: UTF8.self) + "\"")
      }
      try comparison.compare("\"" + String(decoding: bytes[..<index], as: UTF8.self) + "\"")
    }
    #expect(comparison.wrong == [])
    #expect(comparison.quicklyValid == comparison.valid)
    #expect(comparison.invalid > 0)
  }

  @Test(arguments: [
    ("iso8601", "2006-03-24T22:30:00Z"), ("iso8601", "2006-03-24T22:30:00+01:00"),
    ("iso8601-fractional", "2006-03-24T22:30:00.123Z"),
    ("yyyy-MM-dd HH:mm:ss", "2006-03-24 22:30:00"), ("yyyy-MM-dd", "2006-03-24"),
  ])
  func knowsUsualSpellingsOfDates(format: String, text: String) throws {
    let schema = try Schema(Samples.document(#"{"x-date-format": "\#(format)"}"#))
    var comparison = Comparison(schema, formats: .annotated)
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      for byte in 0x20..<UInt8(0x7F) {
        var changed = bytes
        changed[index] = byte
        try comparison.compare("\"" + String(decoding: changed, as: UTF8.self) + "\"")
      }
    }
    #expect(comparison.wrong == [])
    #expect(comparison.quicklyValid == comparison.valid)
    #expect(comparison.valid > bytes.count && comparison.invalid > 0)
  }

  @Test(arguments: [
    #"{"oneOf": [true]}"#, #"{"not": false}"#, #"{"if": true}"#, #"{"contains": true}"#,
    #"{"uniqueItems": true}"#, #"{"dependentRequired": {"a": ["b"]}}"#,
    #"{"dependentSchemas": {"a": true}}"#, #"{"patternProperties": {"a": true}}"#,
    #"{"propertyNames": true}"#, #"{"multipleOf": 2}"#, #"{"unevaluatedItems": false}"#,
  ])
  func leavesOtherKeywordsToTheEngine(schema: String) throws {
    let nested = #"{"properties": {"a": \#(schema)}}"#
    var comparison = Comparison(try Schema(Samples.document(nested)), formats: .asserted)
    try comparison.compare(#"{"b": 2}"#)
    #expect(comparison.quicklyValid == 1)
    for text in ["2", "[1]", #"{"c": 1}"#] { try comparison.compare(#"{"a": \#(text)}"#) }
    #expect(comparison.wrong == [])
    #expect(comparison.quicklyValid == 1 || schema == #"{"if": true}"#)
  }

  /// Objects of many members: named in any order, left out, spelled in another way, or of no name.
  @Test(arguments: Array(UInt64(1)...20))
  func findsTheMembersOfWideObjects(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    let names = (0..<random.below(40) + 2).map {
      "a name with the number \($0)".suffix($0 % 24 + 3)
    }
    let properties = names.map { #""\#($0)": {"type": "integer"}"# }.joined(separator: ",")
    let schema = try Schema(
      Samples.document(
        #"{"properties": {\#(properties), "\\n": {"type": "null"}}, "additionalProperties": false}"#
      ))
    var comparison = Comparison(schema, formats: .annotated)
    for _ in 0..<30 {
      let members = (0..<random.below(12)).map { _ in
        let value = random.below(20) == 0 ? "null" : "1"
        switch random.below(24) {
        case 0: return #""none": 1"#
        case 1: return #""\\n": null"#
        case 2: return #""\n": null"#
        default:
          let name = random.pick(names)
          let first = random.below(6) == 0 ? "\\u0061" : "a"
          return #""\#(name.replacingOccurrences(of: "a", with: first))": \#(value)"#
        }
      }
      try comparison.compare("{" + members.joined(separator: ",") + "}")
    }
    #expect(comparison.wrong == [])
    #expect(comparison.quicklyValid == comparison.valid)
    #expect(comparison.valid > 0 && comparison.invalid > 0)
  }

  /// A schema that doubles the work with each level is left to the engine, which ends.
  @Test func givesUpWhereTheWorkHasNoEnd() throws {
    let schema = try Schema(
      Samples.document(
        ##"""
        {"$defs": {"x": {"allOf": [
          {"items": {"$ref": "#/$defs/x"}}, {"items": {"$ref": "#/$defs/x"}}]}},
        "$ref": "#/$defs/x"}
        """##
      ))
    var comparison = Comparison(schema, formats: .annotated)
    try comparison.compare(
      String(repeating: "[", count: 60) + String(repeating: "]", count: 60))
    #expect(comparison.quicklyValid == 0 && comparison.invalid == 1)
  }
}

/// Small changes of a document.
private enum Mutation {
  private static let replacements = [
    "null", "true", "0", "1", "-1.5", "1.0", "1e400", #""""#, #""a""#, #""\u0061\/""#, "[]", "{}",
    #"[1,1.0]"#, #"{"a":1,"a":"b"}"#, #""2006-03-24T22:30:00Z""#, #""é""#,
  ]

  /// Puts another text in the place of one value or key, or takes out a part.
  static func of(_ text: String, _ random: inout RandomDocuments) -> String {
    guard let document = try? Samples.document(text) else { return text }
    var ranges: [Range<Int>] = []
    collect(document.root, into: &ranges)
    let range = random.pick(ranges)
    let bytes = Array(text.utf8)
    let replacement = random.pick(replacements)
    let changed = Array(bytes[..<range.lowerBound]) + replacement.utf8 + bytes[range.upperBound...]
    return String(decoding: changed, as: UTF8.self)
  }

  private static func collect(_ value: JSONValue, into ranges: inout [Range<Int>]) {
    ranges.append(value.byteRange)
    for element in value.elements { collect(element, into: &ranges) }
    for member in value.members {
      ranges.append(member.keyOffset..<member.value.offset - 1)
      collect(member.value, into: &ranges)
    }
  }
}
