import Testing

@testable import ContractReports

@Suite struct TextColumnsTests {
  @Test(arguments: [("abc", 3), ("日本", 4), ("🍪", 2), ("e\u{301}", 1), ("a\u{200D}b", 2)])
  func widthCountsColumns(_ text: String, _ width: Int) {
    #expect(TextColumns.width(text) == width)
  }

  @Test func cutTextEndsInAnEllipsisAndFits() {
    #expect(TextColumns.prefix("abcdef", 4) == "abc…")
    #expect(TextColumns.prefix("日本語", 4) == "日…")
    #expect(TextColumns.prefix("abcd", 4) == "abcd")
    #expect(TextColumns.suffix("abcdef", 4) == "…def")
    #expect(TextColumns.suffix("日本語", 4) == "…語")
  }

  @Test func textIsWrappedAtSpaces() {
    #expect(TextColumns.wrap("one two three", 7) == ["one two", "three"])
    #expect(TextColumns.wrap("unbreakable", 4) == ["unbreakable"])
    #expect(TextColumns.wrap("", 4) == [""])
    #expect(TextColumns.wrap("a  b", 10) == ["a  b"])
  }
}
