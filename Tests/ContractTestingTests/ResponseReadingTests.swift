import ContractTesting
import Testing

@Suite struct ResponseReadingTests {
  private func findings(
    _ text: String, status: Int? = nil, contentType: String? = nil, firstLine: Int = 1
  ) -> [Finding] {
    ResponseReading(
      Response(
        name: "a.json", body: Array(text.utf8), status: status, contentType: contentType,
        firstLine: firstLine)
    ).findings
  }

  @Test(arguments: [
    ("", "empty-body"), (" \n", "empty-body"), ("<html>", "not-json"), ("  <xml/>", "not-json"),
    ("Not found", "not-json"), ("Bad", "not-json"), ("{", "invalid-json"), ("tru", "invalid-json"),
    ("nul", "invalid-json"), ("'a'", "invalid-json"), ("[1,]", "invalid-json"),
    (String(repeating: "[", count: 513), "too-deep"), ("\u{FEFF}{", "invalid-json"),
    ("\u{FEFF}{}", "byte-order-mark"), ("{\"a\":1,\"a\":1}", "duplicate-key"),
  ])
  func textIsNamedForWhatIsWrong(_ text: String, _ rule: String) throws {
    let finding = try #require(findings(text).first)
    #expect(finding.rule.id == rule)
    #expect(finding.file == "a.json" && finding.line != nil && finding.column != nil)
    #expect(finding.excerpt != nil)
  }

  @Test func linesCountFromTheFirstLineOfTheBody() {
    #expect(findings("{\n1}", firstLine: 7).map(\.line) == [8])
  }

  @Test func duplicateKeysHaveTheirOwnPlaces() {
    let found = findings(#"[{"a": 1, "a": 2}, {"b": {"a": 1, "a": 2}}]"#)
    #expect(found.map(\.path) == ["$[*].a", "$[*].b.a"])
    #expect(found.map(\.column) == [11, 35])
    #expect(Set(found.map(\.fingerprint)).count == 2)
  }

  @Test(arguments: [199, 301, 404, 500]) func statusOutsideOfSuccessIsReported(_ status: Int) {
    let found = findings("<html>\u{1B}", status: status)
    #expect(found.map(\.rule) == [.unexpectedStatus])
    #expect(found.first?.found == String(status))
  }

  @Test(arguments: [
    ("application/json", true), ("application/json; charset=utf-8", true), ("TEXT/JSON", true),
    ("application/problem+json", true), ("text/html", false), ("application/jsonp", false),
    ("text/plain;application/json", false),
  ])
  func contentTypeIsJSONOrAFinding(_ type: String, _ isJSON: Bool) {
    let found = findings("{}", status: 200, contentType: type)
    #expect(found.map(\.rule) == (isJSON ? [] : [.unexpectedContentType]))
  }

  @Test func bodyThatWasNotReadIsTooLarge() {
    let reading = ResponseReading(Response(name: "a.json", body: [], size: 5 << 30))
    #expect(reading.findings.map(\.rule) == [.tooLarge] && reading.document == nil)
  }
}
