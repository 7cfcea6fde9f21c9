import Testing

@testable import ContractReports

@Suite struct EscapingTests {
  /// A text and what a person sees of it; named, so that the test log shows no raw text.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let expected: String

    init(_ name: String, _ text: String, _ expected: String) {
      testDescription = name
      self.text = text
      self.expected = expected
    }
  }

  @Test(arguments: [
    Case("plain text", "plain text, Crème fraîche 🍪", "plain text, Crème fraîche 🍪"),
    Case("escape sequence", "\u{1B}[31m", #"\u{1B}[31m"#),
    Case("C1, DEL, NUL", "\u{9B}1A\u{7F}\u{0}", #"\u{9B}1A\u{7F}\u{0}"#),
    Case("line feeds and tabs", "a\r\n\tb", #"a\r\n\tb"#),
    Case(
      "embeddings and overrides", "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}",
      #"\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}"#),
    Case("isolates", "\u{2066}\u{2067}\u{2068}\u{2069}", #"\u{2066}\u{2067}\u{2068}\u{2069}"#),
    Case("direction marks", "\u{200E}a\u{200F}b\u{61C}", #"\u{200E}a\u{200F}b\u{61C}"#),
    Case("separators", "a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
    Case("invisible", "\u{FFFF}\u{FEFF}\u{AD}", #"\u{FFFF}\u{FEFF}\u{AD}"#),
    Case("joiners", "👨\u{200D}🍳 می\u{200C}خواهم", "👨\u{200D}🍳 می\u{200C}خواهم"),
    Case("old workflow command", "##[group]", #"##\u{5B}group]"#),
  ])
  func terminalTextIsVisible(_ example: Case) {
    // Compared by scalars: `==` would take canonically equal texts for the same.
    #expect(
      Array(Escaping.terminal(example.text).unicodeScalars)
        == Array(example.expected.unicodeScalars))
  }

  @Test(arguments: [
    ("::error::x", #"\u{3A}:error::x"#), ("  ::error::x", #"  \u{3A}:error::x"#),
    ("a ::error::x", "a ::error::x"), (": :", ": :"), ("", ""),
  ])
  func logLineStartsNoCommand(_ line: String, _ expected: String) {
    #expect(Escaping.logLine(line) == expected)
  }

  @Test func longTextIsCut() {
    #expect(Escaping.terminal("abcdef", limit: 3) == "abc…")
    #expect(Escaping.terminal("abc", limit: 3) == "abc")
  }

  @Test func workflowCommandsAreEscapedAsGitHubReadsThem() {
    #expect(Escaping.workflowMessage("100%\r\na: b, c") == "100%25%0D%0Aa: b, c")
    #expect(Escaping.workflowProperty("a:b,c%3A\n") == "a%3Ab%2Cc%253A%0A")
  }

  @Test func xmlKeepsEveryCharacterThatItCanHold() {
    #expect(Escaping.xml(#"<a b="&">"#) == "&lt;a b=&quot;&amp;&quot;&gt;")
    #expect(Escaping.xml("a\n\r\tb") == "a&#10;&#13;&#9;b")
    #expect(Escaping.xml("\u{0}\u{1F}\u{FFFE}🍪") == #"\u{0}\u{1F}\u{FFFE}🍪"#)
  }

  @Test func jsonEscapesWhatJSONAllows() {
    #expect(Escaping.json("\"\u{9B}\u{2028}è\u{E0041}\"") == #""\u009b\u2028è\udb40\udc41""#)
    #expect(Escaping.json("{\n\"a\"\n\n\u{7F}##[\n}\n") == "{\n\"a\"\n\n\\u007f##\\u005b\n}\n")
  }
}
