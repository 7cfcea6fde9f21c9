import Foundation
import Testing

@testable import TheMealDB

@Suite struct AnswerTests {
  private struct Envelope: Decodable {
    let meals: Answer<[Int]>
  }

  @Test(
    arguments: [
      ("null", Answer.nothing(.null)),
      (#""Invalid ID""#, .nothing(.invalidID)),
      (#""no data found""#, .nothing(.noDataFound)),
      ("[52958]", .found([52958])),
      ("[]", .found([])),
    ] as [(String, Answer<[Int]>)])
  func valueUnderMealsIsAnAnswer(value: String, expected: Answer<[Int]>) throws {
    #expect(try decode(Envelope.self, #"{"meals":\#(value)}"#).meals == expected)
  }

  @Test(arguments: [#""""#, #""no meals today""#, #""invalid id""#, #""null""#])
  func unknownTextIsAnError(value: String) {
    #expect {
      try decode(Envelope.self, #"{"meals":\#(value)}"#)
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["meals"]
    }
  }

  @Test(arguments: ["7", "true", "{}", #"["x"]"#])
  func valueThatIsNoAnswerIsAnError(value: String) {
    #expect(throws: DecodingError.self) {
      try decode(Envelope.self, #"{"meals":\#(value)}"#)
    }
  }

  @Test func answerWithoutMealsIsAnError() {
    #expect(throws: DecodingError.self) { try decode(Envelope.self, "{}") }
  }

  @Test(arguments: [
    ("recipe/0.json", NothingFound.null), ("recipe/abc.json", .invalidID),
    ("search/unicorn.json", .null),
  ])
  func fixtureOfFullRecipesSaysNothing(path: String, statement: NothingFound) throws {
    let answer = try decodeFixture(RecipesDTO.self, path).recipes
    #expect(answer == .nothing(statement))
    #expect(answer.records == nil)
  }

  @Test(arguments: [
    ("recipes/c-Nothing.json", NothingFound.noDataFound), ("recipes/i-unicorn.json", .null),
  ])
  func fixtureOfShortFormsSaysNothing(path: String, statement: NothingFound) throws {
    #expect(try decodeFixture(RecipeSummariesDTO.self, path).summaries == .nothing(statement))
  }

  @Test func mapChangesOnlyRecords() {
    #expect(Answer.found([1, 2]).map(\.count) == .found(2))
    #expect(Answer<[Int]>.nothing(.invalidID).map(\.count) == .nothing(.invalidID))
  }
}
