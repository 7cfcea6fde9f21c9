import Testing

@testable import StrictJSON

/// The words that an error says its code expects.
@Suite struct ExpectedWordsTests {
  struct Invalid: Error { let message: String }
  enum Mismatch: Error { case type(expected: String, found: String) }

  @Test func quotedWordsAreFound() {
    #expect(ExpectedWords.of(Invalid(message: #"expected "2.0""#)) == ["2.0"])
    #expect(
      ExpectedWords.of(Mismatch.type(expected: "articles", found: "people")) == [
        "articles", "people",
      ])
    let context = DecodingError.Context(codingPath: [], debugDescription: "no 'apps', but “x-y”")
    #expect(ExpectedWords.of(DecodingError.dataCorrupted(context)) == ["apps", "x-y"])
  }

  @Test func otherTextIsNone() {
    #expect(ExpectedWords.of(Invalid(message: "it can't be that this isn't so")).isEmpty)
    #expect(ExpectedWords.of(Invalid(message: "")).isEmpty)
  }
}
