import Testing

@testable import StrictJSON

@Suite struct SpellingTests {
  @Test(arguments: [
    ("home_url", "homeURL", true), ("strMael", "strMeal", true), ("line1", "line2", false),
    ("id", "ad", false), ("name", "title", false),
  ])
  func slipsAreSimilar(left: String, right: String, isSimilar: Bool) {
    #expect(Spelling(left).isSimilar(to: Spelling(right)) == isSimilar)
  }

  /// A key as long as a document is compared by its beginning, so that it costs no more than another.
  @Test func longKeyIsNoName() {
    let key = Spelling(String(repeating: "ä", count: 100_000))
    #expect(key.folded.count < 1000)
    #expect(!key.isSimilar(to: Spelling(String(repeating: "ä", count: 20))))
  }
}
