import JSONSchema
import StrictJSON
import Testing

/// A pattern that is a table says the same as its instructions, however a text is spelled.
@Suite struct PatternTableTests {
  @Test(arguments: [
    "", "^[0-9]+$", #"^\d{4}-\d{2}-\d{2}$"#, "^(a|b)*abb$", #"\bcat\b"#, #"^\p{Lu}[\p{L}\d ]*$"#,
    "^https?://[^/?#]+(/.*)?$", "(x+x+)+y", "^[^<>]{0,64}$", "^(?:[a-z0-9]+-)*[a-z0-9]+$",
    "^(a*)*$",
    #"^[\w.+-]+@[\w-]+\.[\w.-]+$"#, "^.{1,200}$", "[]", "^(?:red|green|blue)$", "é|ß|[α-ω]",
  ])
  func usualPatternsHaveATable(pattern: String) throws {
    #expect(try Pattern(pattern).hasTable)
  }

  /// What needs memory, or a table out of all proportion.
  @Test(arguments: [
    #"^(.)\1$"#, "^(?=a)", "^(?!a)", "(?<=a)b", "(?<!a)b", "[ab]*a[ab]{20}$", "^(?:a?){200}a{200}$",
  ])
  func otherPatternsHaveNone(pattern: String) throws {
    #expect(try !Pattern(pattern).hasTable)
  }

  /// Patterns with and without each part, on texts that they nearly match.
  @Test(arguments: Array(UInt64(1)...20))
  func saysTheSameAsTheInstructions(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    var verdicts: [Bool: Int] = [:]
    for _ in 0..<30 {
      let source = Self.pattern(&random, depth: 3)
      let pattern = try Pattern(source)
      let schema = try Schema(
        JSONDocument(JSONWriter.compactBytes(["pattern": .string(source)] as JSONNode)))
      var check = QuickValidator(schema, formats: .annotated)
      var reader = JSONRecordReader()
      for _ in 0..<8 {
        let characters = (0..<random.below(6)).map { _ in random.pick(Self.characters) }
        let text = characters.joined()
        var (work, otherWork) = (1_000_000, 1_000_000)
        let expected = pattern.matchesByWays(text, work: &work)
        let isMatching = pattern.matches(text, work: &otherWork)
        #expect(isMatching == expected, "\(source) and \(text)")
        let spelled = "\"" + characters.map { Self.spelled($0, &random) }.joined() + "\""
        try reader.read(Array(spelled.utf8)[...])
        #expect((check.verdict(on: reader) != .unknown) == expected, "\(source) and \(spelled)")
        verdicts[expected, default: 0] += pattern.hasTable ? 1 : 0
      }
    }
    #expect(verdicts[true, default: 0] > 20 && verdicts[false, default: 0] > 20)
  }

  /// A surrogate without its partner is U+FFFD to both.
  @Test(arguments: [
    (#""\ud83d""#, true), (#""\udc32\ud83d""#, false), (#""\ud83da""#, false),
    (#""\ud83d\udc32""#, false), (#""\ufffd""#, true), (#""\\""#, false), (#""\u005c""#, false),
  ])
  func readsEscapesAsTheEngineDoes(text: String, isMatching: Bool) throws {
    let schema = try Schema(Samples.document(#"{"pattern": "^\ufffd$"}"#))
    var check = QuickValidator(schema, formats: .annotated)
    var reader = JSONRecordReader()
    try reader.read(Array(text.utf8)[...])
    #expect((check.verdict(on: reader) != .unknown) == isMatching)
    let violations = schema.violations(of: try Samples.document(text).root, formats: .annotated)
    #expect(violations.isEmpty == isMatching)
  }

  // MARK: Made-up patterns and texts

  private static let characters = ["a", "b", "-", "1", "_", " ", "\n", "é", "A", "漢", "🐲", "\\"]

  private static let atoms = [
    "a", "b", "1", "é", "漢", "🐲", ".", "[ab]", "[^a]", #"[^\w]"#, #"\d"#, #"\W"#, #"\s"#, "[a-é]",
    #"\p{L}"#, #"\P{Lu}"#, #"[\p{Lu}1]"#, #"[^\p{L}]"#, #"\\"#, "[]", "[^]", "[🐀-🔥]",
  ]
  private static let places = ["^", "$", #"\b"#, #"\B"#, ""]
  private static let counts = ["*", "+", "?", "{2}", "{1,3}", "*?", "{0,2}?"]

  private static func pattern(_ random: inout RandomDocuments, depth: Int) -> String {
    switch random.below(depth > 0 ? 8 : 3) {
    case 0, 1: return random.pick(atoms)
    case 2: return random.pick(places)
    case 3: return "(?:" + pattern(&random, depth: depth - 1) + ")" + random.pick(counts)
    case 4: return random.pick(atoms) + random.pick(counts)
    case 5:
      return "(" + pattern(&random, depth: depth - 1) + "|" + pattern(&random, depth: depth - 1)
        + ")"
    case 6: return "^" + pattern(&random, depth: depth - 1) + "$"
    default:
      return pattern(&random, depth: depth - 1) + pattern(&random, depth: depth - 1)
    }
  }

  /// A character as a string of JSON may hold it.
  private static func spelled(_ character: String, _ random: inout RandomDocuments) -> String {
    switch (character, random.below(3)) {
    case ("\n", 0): return #"\n"#
    case ("\\", 0): return #"\\"#
    case ("\n", _), ("\\", _), (_, 0):
      return character.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    default: return character
    }
  }
}
