import ContractTesting
import TestSupport
import Testing

@testable import ContractReports

@Suite struct FindingTextTests {
  private func lines(_ finding: Finding, width: Int = 100) -> [String] {
    FindingText(style: ReportStyle(program: "mealdb-contract", width: width)).lines(
      finding, after: nil)
  }

  private func marked(_ text: String) throws -> Finding {
    let source = MarkedText(text)
    let start = try #require(source.offsets[1])
    var finding = Finding(.typeMismatch, "m")
    finding.line = 1
    finding.excerpt = Excerpt(
      bytes: source.bytes, range: start..<(try #require(source.offsets[2])))
    return finding
  }

  @Test func valuesThatTheMessageTellsAreNotRepeated() {
    var finding = Finding(.nullValue, "expected a string, found null")
    finding.expected = "a string"
    finding.found = "null"
    #expect(lines(finding).count == 1)
    finding.expected = "a number"
    #expect(lines(finding).dropFirst() == ["    expected  a number", "    found     null"])
  }

  @Test func placeHasTheNumbersThatAreKnown() {
    var finding = Finding(.nullValue, "m")
    #expect(FindingText.place(finding) == nil)
    finding.suite = "themealdb"
    finding.endpoint = "recipe"
    finding.line = 3
    #expect(FindingText.place(finding) == "themealdb/recipe")
    finding.file = "a.json"
    #expect(FindingText.place(finding) == "a.json:3")
    finding.column = 7
    #expect(FindingText.place(finding) == "a.json:3:7")
  }

  @Test func caretStandsUnderTheValueWhateverIsInFrontOfIt() throws {
    #expect(
      lines(try marked("\t\"日本\": 1️⃣null2️⃣,")).dropFirst() == [
        "   1 |  \"日本\": null,",
        "     |          ^~~~",
      ])
    #expect(
      lines(try marked("\"\u{1B}\": 1️⃣\u{7}2️⃣")).dropFirst() == [
        #"   1 | "\u{1B}": \u{7}"#,
        #"     |           ^~~~~"#,
      ])
  }

  @Test(arguments: [40, 41, 60, 100]) func longLineIsCutAroundTheValue(_ width: Int) throws {
    let filler = String(repeating: "🥐 Crème ", count: 30)
    let excerpt = lines(try marked("\(filler)1️⃣12345672️⃣\(filler)"), width: width).dropFirst()
    let source = try #require(excerpt.first)
    let caret = try #require(excerpt.last)
    #expect(TextColumns.width(source) <= width)
    // The columns in front of the caret are those in front of the value.
    let front = try #require(source.split(separator: "1234567").first)
    #expect(TextColumns.width(String(front)) == caret.count - 7)
    #expect(source.hasSuffix("…"))
  }
}
