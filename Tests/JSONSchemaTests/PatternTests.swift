import JSONSchema
import StrictJSON
import Testing

/// Patterns of ECMA-262, each with texts that it matches and texts that it does not.
@Suite struct PatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    let matching: [String]
    let others: [String]

    init(_ pattern: String, _ matching: [String], not others: [String]) {
      self.pattern = pattern
      self.matching = matching
      self.others = others
    }

    var testDescription: String { pattern }
  }

  static let cases = [
    Case("", ["", "a"], not: []),
    Case("a|bc", ["xay", "xbc"], not: ["xb", ""]),
    Case("^(?:a|b)c$", ["ac", "bc"], not: ["c", "acc", "a"]),
    Case("^a{2,3}$", ["aa", "aaa"], not: ["a", "aaaa"]),
    Case("^a{2,}$", ["aa", "aaaaa"], not: ["a"]),
    Case("^a{2}?b$", ["aab"], not: ["ab"]),
    Case("^a{,3}$", ["a{,3}"], not: ["aa"]),
    Case("^{.*}$", ["{a}"], not: ["a"]),
    Case("^.$", ["a", "😀", "\u{85}"], not: ["\n", "\r", "\u{2028}", ""]),
    Case("a$", ["ba"], not: ["a\n"]),
    Case("^[^a-c-]$", ["d"], not: ["a", "-", ""]),
    Case(#"^[\w-]+$"#, ["a-b_1"], not: ["a b", "é"]),
    Case(#"^[\d-x]+$"#, ["1-x"], not: ["y"]),
    Case(#"^[\b]$"#, ["\u{8}"], not: ["b"]),
    Case("[]", [], not: ["", "a"]),
    Case("^[^]$", ["a", "\n"], not: [""]),
    Case(#"^[\D]$"#, ["a", "٣"], not: ["1"]),
    Case(#"^\x41\u0042\u{43}\u{1F600}$"#, ["ABC😀"], not: ["abc😀"]),
    Case(#"^\ud83d\udc32$"#, ["🐲"], not: ["🐉"]),
    Case(#"^\cJ\0\t\/\-\_$"#, ["\n\0\t/-_"], not: ["J0t/-_"]),
    Case(#"\bcat\b"#, ["a cat.", "cat"], not: ["cats", "concat"]),
    Case(#"\Bat"#, ["cat"], not: ["at"]),
    Case("^(?=.*[0-9])(?=.*[a-z]).{4,}$", ["abc1"], not: ["abcd", "ab1", "1234"]),
    Case("^(?!foo)", ["bar"], not: ["foobar"]),
    Case("(?<=\\$)[0-9]+$", ["$12"], not: ["12", "€12"]),
    Case("(?<!a+)b", ["b", "cb"], not: ["aab"]),
    Case("(?<=^(a)b)c", ["abc"], not: ["bc", "xabc"]),
    Case(#"^(["']).*\1$"#, [#""a""#, "'a'"], not: [#""a'"#]),
    Case(#"^(?<q>.)\k<q>$"#, ["aa", "😀😀"], not: ["ab"]),
    Case(#"^(?:(a)|b)\1$"#, ["b", "aa"], not: ["a", "ba"]),
    Case(#"^(\1a)+$"#, ["aa", "a"], not: ["b"]),
    Case("^(a*)*$", ["", "aaa"], not: ["b"]),
    Case(#"^(a*)*\1$"#, ["", "aaa"], not: ["b"]),
    Case(#"^\p{Lu}\P{Lu}$"#, ["Éa"], not: ["éa", "ÉA"]),
    Case(#"^\p{Script=Greek}\p{Alphabetic}$"#, ["αß"], not: ["aß", "α1"]),
    Case(#"^[\p{L}\d ]+$"#, ["Crème 2"], not: ["a-b"]),
    Case("é", ["é"], not: ["e\u{301}"]),
  ]

  @Test(arguments: cases)
  func patternMatches(testCase: Case) throws {
    let schema = try Self.schema(testCase.pattern)
    for text in testCase.matching { #expect(try Self.accepts(schema, text), "\(text)") }
    for text in testCase.others { #expect(try !Self.accepts(schema, text), "\(text)") }
  }

  @Test(arguments: [
    "(", ")", "a**", "*", "a{2,1}", "[a", "[b-a]", #"\"#, #"\1"#, #"(a)\2"#, #"\k<a>"#, "(?<a",
    "(?i)a",
    "(?P<a>b)", "(?#a)", #"\a"#, #"\z"#, #"\Q"#, #"\p{Nothing}"#, #"\pL"#, #"\x4"#, #"\u{110000}"#,
    #"\c1"#, "a{1001}", "((a{100}){100}){100}", "^*", "((){1000}){1000}",
    String(repeating: "(", count: 100) + String(repeating: ")", count: 100),
  ])
  func patternIsRefused(pattern: String) {
    #expect(throws: SchemaError.self) { try Self.schema(pattern) }
  }

  /// A backtracking matcher needs two to the power of the text's length steps for these.
  @Test(arguments: [#"^(a+)+$"#, #"^(a|a)*$"#, #"^(?:a?){200}a{200}$"#, #"(x+x+)+y"#])
  func wildPatternsComeToAnEnd(pattern: String) throws {
    let text = String(repeating: "a", count: 150) + String(repeating: "x", count: 150)
    #expect(try !Self.accepts(Self.schema(pattern), text))
  }

  /// With a reference nothing but the limit ends it; the value is refused, not accepted.
  @Test func wildPatternsWithReferencesAreGivenUp() throws {
    let text = String(repeating: "a", count: 60) + "!"
    let schema = try Self.schema(#"^(a+)+(a+)+\1$"#)
    let violations = schema.validate(try Self.document(text), formats: .annotated)
    #expect(violations.last?.expected == "a value that can be checked in reasonable time")
  }

  private static func schema(_ pattern: String) throws -> Schema {
    let node: JSONNode = ["pattern": .string(pattern)]
    return try Schema(JSONDocument(Array(JSONWriter.compact(node).utf8)))
  }

  private static func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(Array(JSONWriter.quoted(text).utf8))
  }

  private static func accepts(_ schema: Schema, _ text: String) throws -> Bool {
    schema.validate(try document(text), formats: .annotated).isEmpty
  }
}
